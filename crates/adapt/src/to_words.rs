//! From the actions of a game to their words: what a search found, in the words of the game's notation.

use counterplay_api::SearchError;
use counterplay_core::engine::{Analysis, Iteration, Variation, Verdict};
use counterplay_core::search::Decision;
use counterplay_core::{Cause, ChanceNodes, Halt, Role};

use crate::point_of_view::PointOfView;
use crate::rules::Rules;

/// An analysis in words, and a remark of those who play the game: that it is time to double, say.
pub struct Remarked {
    pub(crate) analysis: Analysis<String>,
    pub(crate) remark: Option<String>,
}

impl<G: ChanceNodes> Rules<G> {
    /// The point of view of the side to move in a state.
    pub(crate) fn point_of_view(&self, state: &G::State) -> PointOfView {
        let is_over = self.game.is_terminal(state);
        PointOfView {
            is_over,
            is_min: !is_over && self.game.role(state) == Role::Min,
            bounds: self.game.bounds(),
            scale: self.game.scale().into(),
        }
    }

    /// A decision in words.
    pub(crate) fn decision(&self, state: &G::State, found: &Decision<G::Action>) -> Decision<String> {
        let &Decision { action, value, statistics, stopped, .. } = found;
        Decision {
            action: action.map(|action| self.word(state, action)),
            best: found.best.iter().map(|&action| self.word(state, action)).collect(),
            line: self.line_words(state, &found.line),
            value,
            statistics,
            stopped,
        }
    }

    /// Lines of play in words.
    fn lines(&self, state: &G::State, found: &[Variation<G::Action>]) -> Vec<Variation<String>> {
        let line =
            |found: &Variation<G::Action>| Variation { line: self.line_words(state, &found.line), value: found.value };
        found.iter().map(line).collect()
    }

    /// An analysis in words, with what the evaluation has to say about the values that were found.
    pub(crate) fn analysis(&self, state: &G::State, found: &Analysis<G::Action>) -> Remarked {
        let decision = self.decision(state, &found.decision);
        let analysis = Analysis { decision, depth: found.depth, lines: self.lines(state, &found.lines) };
        let mover = self.point_of_view(state);
        let worth = |line: &Variation<G::Action>| Some((*line.line.first()?, mover.score(line.value.score)));
        let worths: Vec<(G::Action, f64)> = found.lines.iter().filter_map(worth).collect();
        let evaluation = &self.capabilities.evaluation;
        let remark = if worths.is_empty() { None } else { evaluation.remark(&self.game, state, &worths) };
        Remarked { analysis, remark }
    }

    /// An iteration in words.
    pub(crate) fn iteration(&self, state: &G::State, found: &Iteration<G::Action>) -> Iteration<String> {
        let &Iteration { depth, statistics, nodes, .. } = found;
        Iteration { depth, lines: self.lines(state, &found.lines), statistics, nodes }
    }

    /// A verdict in words.
    pub(crate) fn verdict(&self, state: &G::State, found: &Verdict<G::Action>) -> Verdict<String> {
        let &Verdict { low, high, action, plies, statistics, stopped, .. } = found;
        Verdict {
            low,
            high,
            action: action.map(|action| self.word(state, action)),
            best: found.best.iter().map(|&action| self.word(state, action)).collect(),
            line: self.line_words(state, &found.line),
            plies,
            statistics,
            stopped,
        }
    }

    /// Why a search could not go on, and in which position.
    pub(crate) fn halted(&self, state: &G::State, halt: &Halt) -> SearchError {
        match halt.cause {
            Cause::Limit(limit) => return SearchError::Stopped(limit),
            Cause::Stack(_) => return SearchError::TooDeep(format!("{halt}; {DEEP}")),
            _ => {}
        }
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
        let place = if line.is_empty() { String::new() } else { format!(", after {}", line.join(" ")) };
        let position = (self.capabilities.position_text)(&self.game, &at);
        SearchError::Halted(format!("{halt}: position {position}{place}"))
    }
}

/// What to do about a game that is too deep.
const DEEP: &str = "`move` takes --depth; and if positions can come again, let the entry say `.listed()`, so that \
    `solve` goes by value iteration";
