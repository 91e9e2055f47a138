//! What a game says of itself, as the answer of a search.

use counterplay_core::advice::Advice;
use counterplay_core::{ChanceNodes, Hidden, Seat, Seeded};

use super::averaging::line;
use crate::quadrants::words::best_first;
use crate::rules::Rules;
use counterplay_api::{Average, Report, Request, Variation};

/// What the game advises the seat to move, if it has anything to say.
pub(super) fn advised<G: Hidden + ChanceNodes>(
    rules: &Rules<G>,
    state: &G::State,
    seat: Seat,
    request: &Request,
) -> Option<Report> {
    let advise = rules.abilities.advise?;
    let advice = advise(&rules.game, state, seat, &request.limits, &mut Seeded::new(request.seed))?;
    Some(report(rules, state, advice, request))
}

/// How good an action is says nothing about who will win: the score is the middle of what is possible.
fn report<G: Hidden + ChanceNodes>(
    rules: &Rules<G>,
    state: &G::State,
    Advice { action, shares, nodes, note }: Advice<G::Action>,
    request: &Request,
) -> Report {
    let (low, high) = (rules.game.bounds().low, rules.game.bounds().high);
    let score = f64::midpoint(low.into(), high.into()) / f64::from(rules.game.scale());
    let action = rules.word(state, action);
    let averages: Vec<Average> = shares
        .into_iter()
        .map(|(action, score)| Average { action: rules.word(state, action), score, error: None, visits: None })
        .collect();
    let mut lines: Vec<Variation> = averages.iter().map(line).collect();
    best_first(&mut lines, &action, request.lines);
    Report {
        best: vec![action.clone()],
        action: Some(action.clone()),
        score,
        line: vec![action],
        nodes,
        method: Report::ADVICE,
        lines,
        averages,
        note: Some(note),
        ..Report::default()
    }
}
