//! The line of play below the root of a textbook search, for games whose rules look at it.
//!
//! It is the definition itself: a position is a draw when it has occurred so often on the whole line, before the root
//! and below it, or when there has been no progress for too long; and where none may come again, no action leads back.

use crate::rules::line::BeforeRoot;
use crate::{Game, Key, Repetition};

/// The states from the root to where a search is, as the rules about the line see them.
pub(super) struct Path<G: Game> {
    repetition: Repetition,
    idle_limit: Option<u32>,
    before: BeforeRoot,
    states: Vec<Passed<G>>,
}

/// A state on the path.
struct Passed<G: Game> {
    state: G::State,
    key: Option<Key>,
    idle: u32,
}

impl<G: Game> Path<G> {
    /// The path of a search that begins after these moves; nothing if the game has no rules about the line.
    pub(super) fn new(game: &G, before: &BeforeRoot) -> Option<Path<G>> {
        let (repetition, idle_limit) = (game.repetition(), game.idle_limit());
        let matters = repetition != Repetition::Ignored || idle_limit.is_some();
        matters.then(|| Path { repetition, idle_limit, before: before.clone(), states: Vec::new() })
    }

    /// For how many plies there is no progress in a state, by an action of the last state on the path unless it is the
    /// root.
    fn idle(&self, game: &G, via: Option<G::Action>) -> u32 {
        match (self.states.last(), via) {
            (Some(last), Some(action)) if game.is_progress(&last.state, action) => 0,
            (Some(last), _) => last.idle + 1,
            (None, _) => self.before.idle,
        }
    }

    /// How often the position of a key has occurred since there was progress.
    fn occurrences(&self, key: Option<Key>, idle: u32) -> u32 {
        let Some(key) = key else { return 0 };
        let below = self.states.iter().rev().take(idle as usize).filter(|passed| passed.key == Some(key)).count();
        let above = (idle as usize).saturating_sub(self.states.len());
        let before = self.before.keys().iter().rev().take(above).filter(|earlier| **earlier == key).count();
        (below + before) as u32
    }

    /// Whether the line makes a state a draw.
    pub(super) fn is_drawn(&self, game: &G, state: &G::State, via: Option<G::Action>) -> bool {
        let idle = self.idle(game, via);
        if self.idle_limit.is_some_and(|limit| idle >= limit) {
            return true;
        }
        let Repetition::Draw(times) = self.repetition else { return false };
        self.occurrences(game.repetition_key(state), idle) + 1 >= times
    }

    /// Whether an action of the last state on the path leads back, and must not.
    pub(super) fn is_forbidden(&self, game: &G, action: G::Action) -> bool {
        let Some(last) = self.states.last().filter(|_| self.repetition == Repetition::Forbidden) else { return false };
        let key = game.repetition_key(&game.result(&last.state, action));
        self.occurrences(key, self.idle(game, Some(action))) > 0
    }

    /// Goes on to the children of a state.
    pub(super) fn push(&mut self, game: &G, state: &G::State, via: Option<G::Action>) {
        let idle = self.idle(game, via);
        self.states.push(Passed { state: state.clone(), key: game.repetition_key(state), idle });
    }

    /// Goes back to the state above.
    pub(super) fn pop(&mut self) {
        self.states.pop();
    }

    /// Begins again at the root.
    pub(super) fn clear(&mut self) {
        self.states.clear();
    }
}
