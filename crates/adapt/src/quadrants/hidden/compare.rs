//! The ways to play a game with secrets side by side, each as a strategy for the whole game, and what a best reply
//! gains against it.

use std::time::Instant;

use counterplay_api::{Comparison, Request, Row, RowEvent, SearchError};
use counterplay_core::equilibrium::{Minimiser, Plan, Profile, Regret, exact};
use counterplay_core::{Cause, ChanceNodes, Halt, Hidden, Seat, Seeded, Side};

use super::AnyHiddenSearch;
use super::equilibrium::{Form, form_of};
use crate::rules::Rules;

/// After how many rounds regrets are shown.
const ROUNDS: [(u64, &str); 3] = [(10, "CFR+, 10 rounds"), (100, "CFR+, 100 rounds"), (1000, "CFR+, 1000 rounds")];
/// How many simulations tree search has for each choice, unless something is said.
const SIMULATIONS: usize = 1000;

/// All of them, the simplest first. What a row calls its nodes is what it takes to play the whole game so, once in
/// every information set.
pub(super) fn compare<G: Hidden + ChanceNodes>(
    rules: &Rules<G>,
    search: &dyn AnyHiddenSearch<G>,
    request: &Request,
    progress: &mut dyn FnMut(RowEvent<'_>),
) -> Result<Comparison, SearchError> {
    let mut lineup = Lineup { rules, form: form_of(rules, request)?, rows: Vec::new(), progress };
    lineup.add("any action", |form| {
        Ok((Profile { max: Plan::uniform(form.choices(Side::Max)), min: Plan::uniform(form.choices(Side::Min)) }, 0))
    })?;
    lineup.add("averaging", |form| {
        pure(rules, form, |state, seat| {
            let found = search.average(rules, state, seat, request)?;
            Ok((found.choice, found.nodes))
        })
    })?;
    let simulations = Request { deals: request.deals.or(Some(SIMULATIONS)), ..request.clone() };
    lineup.add("ismcts", |form| {
        pure(rules, form, |state, seat| {
            let found = search.simulate(rules, state, seat, &simulations)?;
            Ok((found.choice, found.nodes))
        })
    })?;
    for (rounds, name) in ROUNDS {
        lineup.add(name, |form| {
            let mut minimiser = Minimiser::new(form, Regret::Plus);
            (0..rounds).for_each(|_| minimiser.round());
            Ok((minimiser.average(), form.nodes * rounds))
        })?;
    }
    if let Some(truth) = exact(&lineup.form) {
        lineup.add("equilibrium", |form| Ok((truth.profile(), form.nodes)))?;
    }
    Ok(Comparison { rows: lineup.rows, minimal: None })
}

struct Lineup<'a, G: Hidden> {
    rules: &'a Rules<G>,
    form: Form<G>,
    rows: Vec<Row>,
    progress: &'a mut dyn FnMut(RowEvent<'_>),
}

impl<G: Hidden + ChanceNodes> Lineup<'_, G> {
    /// One more way to play: its strategies, and the nodes that they took.
    fn add(
        &mut self,
        name: &'static str,
        play: impl FnOnce(&Form<G>) -> Result<(Profile, u64), SearchError>,
    ) -> Result<(), SearchError> {
        (self.progress)(RowEvent::Begins(name));
        let (start, points) = (Instant::now(), f64::from(self.rules.game.scale()));
        let (profile, nodes) = play(&self.form)?;
        let row = Row {
            name,
            depth: None,
            nodes,
            leaves: self.form.games() as u64,
            value: rounded(self.form.value(&profile) / points),
            first_action_cutoffs: None,
            exploitability: Some(rounded(self.form.exploitability(&profile) / points)),
            time: start.elapsed(),
            stopped: None,
        };
        (self.progress)(RowEvent::Ends(&row));
        self.rows.push(row);
        Ok(())
    }
}

/// Without what the rounding of sums has left of a zero.
fn rounded(value: f64) -> f64 {
    (value * 1e12).round() / 1e12 + 0.0
}

/// The strategies that always take what a search chooses, and the nodes of all searches.
fn pure<G: Hidden + ChanceNodes>(
    rules: &Rules<G>,
    form: &Form<G>,
    mut choose: impl FnMut(&G::State, Seat) -> Result<(G::Action, u64), Box<Halt>>,
) -> Result<(Profile, u64), SearchError> {
    let (mut nodes, mut trouble) = (0, None);
    let mut plan = |side: Side| {
        let choices = form.choices(side);
        Plan::pure(choices, |number| {
            let set = &choices.sets[number];
            let state = rules.game.sample(&set.view, &mut Seeded::new(0)).ok_or_else(|| Cause::NoState.at_root());
            match state.and_then(|state| choose(&state, set.seat)) {
                Ok((choice, more)) => {
                    nodes += more;
                    choice
                }
                Err(halt) => {
                    trouble = Some(halt);
                    set.actions[0]
                }
            }
        })
    };
    let profile = Profile { max: plan(Side::Max), min: plan(Side::Min) };
    trouble.map_or(Ok((profile, nodes)), |halt| Err(SearchError::of_halt(halt)))
}
