//! From the actions of a game to their words: what a search found, in the words of the game's notation.

use counterplay_api::{ActionId, Halted, SearchError};
use counterplay_core::engine::{Analysis, Iteration, Variation, Verdict};
use counterplay_core::search::Decision;
use counterplay_core::{Cause, ChanceNodes, Halt, Role};

use crate::point_of_view::PointOfView;
use crate::root::Root;
use crate::rules::Rules;

/// An action in words. The one that a search has chosen has its handle as well, so that nobody reads the word again.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedAction {
    pub(crate) word: String,
    pub(crate) id: Option<ActionId>,
}

impl From<String> for NamedAction {
    fn from(word: String) -> NamedAction {
        NamedAction { word, id: None }
    }
}

/// The words of actions.
pub(crate) fn words(actions: Vec<NamedAction>) -> Vec<String> {
    actions.into_iter().map(|action| action.word).collect()
}

/// An analysis in words, and a remark of those who play the game: that it is time to double, say.
pub struct Remarked {
    pub(crate) analysis: Analysis<NamedAction>,
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
            sum: self.game.sum(),
            scale: self.game.scale().into(),
        }
    }

    /// Why a search could not go on, and in which position.
    pub(crate) fn halted(&self, state: &G::State, halt: Box<Halt>) -> SearchError {
        match halt.cause {
            Cause::Limit(_) | Cause::Stack(_) => return SearchError::of_halt(halt),
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
        let position = (self.capabilities.position_text)(&self.game, &at);
        SearchError::Halted(Halted::at(halt, position, line))
    }
}

impl<G: ChanceNodes> Root<'_, G> {
    /// The action that a search has chosen, with its handle.
    pub(crate) fn chosen(&self, action: G::Action) -> NamedAction {
        NamedAction { word: self.rules.word(self.state(), action), id: self.id(action) }
    }

    /// Another action of the root.
    pub(crate) fn named(&self, action: G::Action) -> NamedAction {
        self.rules.word(self.state(), action).into()
    }

    /// A line of play from the root.
    fn line_in_words(&self, line: &[G::Action]) -> Vec<NamedAction> {
        self.rules.line_words(self.state(), line).into_iter().map(NamedAction::from).collect()
    }

    /// A decision in words.
    pub(crate) fn decision(&self, found: &Decision<G::Action>) -> Decision<NamedAction> {
        let &Decision { action, value, statistics, stopped, .. } = found;
        Decision {
            action: action.map(|action| self.chosen(action)),
            best: found.best.iter().map(|&action| self.named(action)).collect(),
            line: self.line_in_words(&found.line),
            value,
            statistics,
            stopped,
        }
    }

    /// Lines of play in words.
    fn lines(&self, found: &[Variation<G::Action>]) -> Vec<Variation<NamedAction>> {
        let line = |found: &Variation<G::Action>| Variation {
            line: self.line_in_words(&found.line),
            value: found.value,
            distance: found.distance,
            is_shortest: found.is_shortest,
        };
        found.iter().map(line).collect()
    }

    /// An analysis in words, with what players would say about the values that were found.
    pub(crate) fn analysis(&self, found: &Analysis<G::Action>) -> Remarked {
        let decision = self.decision(&found.decision);
        let analysis = Analysis { decision, depth: found.depth, lines: self.lines(&found.lines) };
        let mover = self.point_of_view();
        let worth = |line: &Variation<G::Action>| Some((*line.line.first()?, mover.score(line.value.score)));
        let worths: Vec<(G::Action, f64)> = found.lines.iter().filter_map(worth).collect();
        let rules = self.rules;
        let remarks = rules.capabilities.remarks.as_ref().filter(|_| !worths.is_empty());
        let remark = remarks.and_then(|remarks| remarks.remark(&rules.game, self.state(), &worths));
        Remarked { analysis, remark }
    }

    /// An iteration in words.
    pub(crate) fn iteration(&self, found: &Iteration<G::Action>) -> Iteration<NamedAction> {
        let &Iteration { depth, statistics, nodes, .. } = found;
        Iteration { depth, lines: self.lines(&found.lines), statistics, nodes }
    }

    /// A verdict in words.
    pub(crate) fn verdict(&self, found: &Verdict<G::Action>) -> Verdict<NamedAction> {
        let &Verdict { low, high, action, best_complete, plies, statistics, stopped, .. } = found;
        Verdict {
            low,
            high,
            action: action.map(|action| self.chosen(action)),
            best: found.best.iter().map(|&action| self.named(action)).collect(),
            best_complete,
            line: self.line_in_words(&found.line),
            plies,
            statistics,
            stopped,
        }
    }
}
