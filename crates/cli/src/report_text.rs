//! Search report, for people.

use std::time::Duration;

use counterplay_api::json::limit_word;
use counterplay_api::{AnyPosition, Average, Equilibrium, Mixed, MixedAction, Outcome, Report, TurnWord};
use counterplay_core::{Limit, Proof, Seat};

/// Report of a search for people, a line for each thing to know.
pub(crate) fn text_of(report: &Report, position: &dyn AnyPosition, time: Duration) -> Vec<String> {
    let (report, mut lines) = (&report.for_people(position), Vec::new());
    match &report.action {
        Some(action) => lines.push(format!("action   {action}")),
        None => lines.push("action   none".to_owned()),
    }
    // That there are no others needs no word.
    let more = if report.best_complete { "" } else { ", and perhaps others" };
    if report.best.len() > 1 || !(report.best_complete || report.best.is_empty()) {
        lines.push(format!("best     {}{more}", report.best.join(" ")));
    }
    let whose = whose(position);
    match trivial_bounds(report, position) {
        Some((low, high)) => {
            let (low, high) = (decimal(low), decimal(high));
            lines.push(format!("value    not proven, for {whose}; the rules allow {low} to {high}"));
        }
        None => {
            let value = value_words(report.value.score, report.value.proof, report.value.outcome, report.value.plies);
            lines.push(format!("value    {value}, for {whose}"));
        }
    }
    if let Some(found) = &report.equilibrium {
        lines.extend(found_equilibrium(found));
        // What is longer than a screen would scroll the value away.
        if found.strategy.len() <= MOST_SETS {
            lines.extend(mixed_strategy(found));
        } else {
            let sets = found.strategy.len();
            lines.push(format!("strategy for {sets} information sets; `solve --strategy FILE` writes it"));
        }
    }
    for entry in report.averages.iter().filter(|_| report.equilibrium.is_none()) {
        lines.push(format!("         {}", average_words(entry)));
    }
    if report.line.len() > 1 {
        lines.push(format!("line     {}", shortened(&report.line)));
    }
    lines.extend(effort(report, time));
    lines
}

/// Most information sets whose strategy is a part of the report.
const MOST_SETS: usize = 30;

/// Span of the values that the rules allow, for whoever a report of the position is for.
pub(crate) fn span(position: &dyn AnyPosition) -> (f64, f64) {
    match position.turn() {
        TurnWord::Seat(seat) => position.bounds(seat),
        TurnWord::Chance | TurnWord::Over => position.bounds(Seat::FIRST),
    }
}

/// The whole span of values, if the search has proven no more of the value than the rules say.
fn trivial_bounds(report: &Report, position: &dyn AnyPosition) -> Option<(f64, f64)> {
    let (low, high) = span(position);
    let is_trivial = match report.value.proof {
        Proof::Lower => report.value.score <= low,
        Proof::Upper => report.value.score >= high,
        Proof::Exact | Proof::Estimate => false,
    };
    is_trivial.then_some((low, high))
}

/// Equilibrium for people: its value and its exploitability.
fn found_equilibrium(found: &Equilibrium) -> Vec<String> {
    let mut lines = Vec::new();
    let (low, high) = found.bounds;
    match &found.fraction {
        Some(fraction) => {
            lines.push(format!("         {fraction} for first in the whole game, without a rounding error"));
        }
        None => lines.push(format!("         between {low:.9} and {high:.9} for first in the whole game, proven")),
    }
    lines.push(format!("exploit  {}, what a best reply gains on average", decimal(found.exploitability)));
    lines
}

/// Mixed strategy for people: how often to take which action, a line for each information set.
pub(crate) fn mixed_strategy(found: &Equilibrium) -> Vec<String> {
    let mut lines = Vec::new();
    let width = |text: fn(&Mixed) -> &str| found.strategy.iter().map(|mixed| text(mixed).chars().count()).max();
    let view = width(|mixed| &mixed.view).unwrap_or(0);
    let words = found.strategy.iter().flat_map(|mixed| &mixed.actions).map(|share| share.action.chars().count());
    let word = words.max().unwrap_or(0);
    for mixed in &found.strategy {
        let Mixed { seat, view: seen, actions, .. } = mixed;
        let how_often = |share: &MixedAction| {
            let often = share.fraction.clone().unwrap_or_else(|| format!("{:.4}", share.probability));
            format!("{:word$} {often:<7}", share.action)
        };
        let shares: Vec<String> = actions.iter().map(how_often).collect();
        let worth: f64 = actions.iter().map(|share| share.probability * share.worth).sum();
        let worth = match mixed {
            _ if !mixed.is_reached() => "its own choices do not lead here".to_owned(),
            _ if !mixed.met => "the other's choices do not lead here".to_owned(),
            _ => format!("worth {}", decimal(worth)),
        };
        lines.push(format!("{seat:8} {seen:view$}  {}  {worth}", shares.join("  ")));
    }
    lines
}

/// Average value of an action, in words: with its error where it has one, or with how often it was tried.
fn average_words(entry: &Average) -> String {
    let Average { action, score, error, visits } = entry;
    let mean = format!("{action} averages {}", decimal(*score));
    match (error, visits) {
        (_, Some(visits)) => format!("{mean} in {visits} games"),
        (Some(error), None) if *error > 0.0 => format!("{mean} ± {}", decimal(*error)),
        _ => mean,
    }
}

/// Percentage, rounded down, so that what is not sure never looks so.
fn percent(probability: f64) -> f64 {
    (probability * 1e3).floor() / 10.0
}

/// Point of view of a value. Of a game that is over, and where chance is to move, it is that of the side of the first
/// seat.
pub(crate) fn whose(position: &dyn AnyPosition) -> &'static str {
    match position.turn() {
        TurnWord::Seat(seat) => side(position, seat),
        TurnWord::Chance | TurnWord::Over => side(position, Seat::FIRST),
    }
}

/// What a side is called, as one sees it on the board.
pub(crate) fn side(position: &dyn AnyPosition, seat: Seat) -> &'static str {
    position.sides()[usize::from(seat.0)]
}

/// Value of a position or a line, in words.
pub(crate) fn value_words(score: f64, proof: Proof, outcome: Option<Outcome>, plies: Option<u32>) -> String {
    let score = decimal(score);
    match (outcome, plies, proof) {
        (Some(outcome), Some(plies), _) if plies > 0 => {
            let unit = if plies == 1 { "ply" } else { "plies" };
            format!("{score}, {} in {plies} {unit}, proven", outcome.as_str())
        }
        (Some(outcome), ..) => format!("{score}, {}, proven", outcome.as_str()),
        (None, _, Proof::Exact) => format!("{score}, exact"),
        (None, _, Proof::Estimate) => format!("{score}, an estimate"),
        (None, _, Proof::Lower) => format!("at least {score}"),
        (None, _, Proof::Upper) => format!("at most {score}"),
    }
}

/// Effort of a search: which search it was, what it took, how sure it is, why it ended and what is to be known about
/// it.
pub(crate) fn effort(report: &Report, time: Duration) -> Vec<String> {
    let mut lines = Vec::new();
    let depth = if report.depth > 0 { format!(", depth {}", report.depth) } else { String::new() };
    let nodes =
        if report.statistics.nodes == 1 { "1 node".to_owned() } else { format!("{} nodes", report.statistics.nodes) };
    lines.push(format!("search   {}, {nodes}{depth}, {:.3} s", report.method, time.as_secs_f64()));
    if let Some(confidence) = report.confidence.filter(|confidence| *confidence < 1.0) {
        let sure = decimal(percent(confidence));
        lines.push(format!("sure     at least {sure} % that no other action averages better"));
    }
    match report.stopped {
        Some(Limit::Stop) => lines.push("stopped  by a signal".to_owned()),
        Some(limit) => lines.push(format!("stopped  the limit of {} was reached", limit_word(limit))),
        None => {}
    }
    lines.extend(report.note.iter().map(|note| format!("note     {note}")));
    lines
}

/// Number for people.
pub(crate) fn decimal(value: f64) -> String {
    counterplay_render::number::decimal(value)
}

/// Line of play for people, shortened.
pub(crate) fn shortened(line: &[String]) -> String {
    const MOST: usize = 60;
    let more = if line.len() > MOST { " …" } else { "" };
    format!("{}{more}", line[..line.len().min(MOST)].join(" "))
}
