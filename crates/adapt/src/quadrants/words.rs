//! From the answers of `core`, which have types, to those of the catalog, which have words.

use counterplay_core::search::Decision;
use counterplay_core::{Cause, ChanceNodes, Halt, Proof, Role};

use crate::rules::Rules;
use counterplay_api::{Outcome, Report, SearchError, Variation};

impl<G: ChanceNodes> Rules<G> {
    /// A value of MAX's, in units, as the side to move counts it, in points.
    pub(super) fn score(&self, state: &G::State, value: f64) -> f64 {
        let flips = !self.game.is_terminal(state) && self.game.role(state) == Role::Min;
        let value = if flips { self.game.bounds().flip(value) } else { value };
        value / f64::from(self.game.scale()) + 0.0
    }

    /// How the game ends for the side to move, if it ends with this value of MAX's.
    pub(super) fn outcome(&self, state: &G::State, value: f64) -> Outcome {
        let flips = !self.game.is_terminal(state) && self.game.role(state) == Role::Min;
        Outcome::of(if flips { self.game.bounds().flip(value) } else { value }, self.game.bounds())
    }

    /// The report of a search of the textbook.
    pub(super) fn report(&self, state: &G::State, decision: &Decision<G::Action>, method: &'static str) -> Report {
        let over = self.game.is_terminal(state);
        Report {
            action: decision.action.map(|action| self.word(state, action)),
            best: decision.best.iter().map(|&action| self.word(state, action)).collect(),
            score: self.score(state, decision.value.score),
            proof: self.seen_from(state, decision.value.proof),
            outcome: over.then(|| self.outcome(state, decision.value.score)),
            plies: over.then_some(0),
            line: self.line_words(state, &decision.line),
            depth: decision.statistics.deepest,
            nodes: decision.statistics.nodes,
            method,
            threads: 1,
            lines: Vec::new(),
            stopped: decision.stopped,
            note: over.then(|| "the game is over".to_owned()),
            ..Report::default()
        }
    }

    /// A bound of MAX's is the other one for MIN.
    pub(super) fn seen_from(&self, state: &G::State, proof: Proof) -> Proof {
        let flips = !self.game.is_terminal(state) && self.game.role(state) == Role::Min;
        match proof {
            Proof::Lower if flips => Proof::Upper,
            Proof::Upper if flips => Proof::Lower,
            other => other,
        }
    }

    /// What to say of a search that could not go on: why, and in which position.
    pub(crate) fn halted(&self, state: &G::State, halt: &Halt) -> SearchError {
        let mut at = state.clone();
        let mut line = Vec::new();
        for &number in &halt.path {
            let Some(place) = (number as usize).checked_sub(1) else { break };
            let Some(&(action, _)) = self.edges(&at).get(place) else { break };
            if line.len() < 40 {
                line.push(self.word(&at, action));
            }
            self.game.apply(&mut at, action);
        }
        match halt.cause {
            Cause::Limit(limit) => return SearchError::Stopped(limit),
            Cause::Stack(_) => return SearchError::TooDeep(format!("{halt}; {DEEP}")),
            _ => {}
        }
        let place = if line.is_empty() { String::new() } else { format!(", after {}", line.join(" ")) };
        let position = (self.abilities.position_text)(&self.game, &at);
        SearchError::Halted(format!("{halt}: position {position}{place}"))
    }
}

/// The lines from the best to the worst, as many as are wanted. Of those that are as good, the one that begins with `action` is the
/// first, and the others keep their order.
pub(super) fn best_first(lines: &mut Vec<Variation>, action: &str, most: usize) {
    let other = |line: &Variation| line.line.first().is_none_or(|first| first != action);
    lines.sort_by(|a, b| b.score.total_cmp(&a.score).then(other(a).cmp(&other(b))));
    lines.truncate(most.max(1));
}

/// What to do about a game that is too deep.
const DEEP: &str = "`move` takes --depth; and if positions can come again, let the entry say `.listed()`, so that `solve` \
    goes by value iteration";
