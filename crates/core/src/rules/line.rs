//! What has happened before: the line played, and what a repeated position means.
//!
//! History is not in the state. If it were, threefold repetition and superko would end up in every hash, and two lines of
//! play that meet would not be known to have met. A game only declares its rule of repetition; the line belongs to `core`,
//! and search and edges use the same one.

use std::fmt;

use crate::{Actions, Bounds, Game, Key, Score, Seat, Side, Turn};

/// What a game makes of a position that has been there before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// Nothing.
    Ignored,
    /// The game is a draw when a position occurs for the n-th time.
    Draw(u32),
    /// No action may lead back to an earlier position: superko.
    Forbidden,
}

/// A game whose states have a hash.
pub trait Keyed: Game {
    /// Equal states have equal keys; unequal ones differ but for accidents.
    fn key(&self, state: &Self::State) -> Key;

    /// For how long it pays to remember what a search finds out about a state. Where a position can come again, it must be long.
    fn remembered(&self, _state: &Self::State) -> Remembered {
        Remembered::Long
    }

    /// A small number for an action: the same in all states, and another one for every other action of a state. A square, say,
    /// or where from and where to. With it a search learns which actions are good wherever they are legal.
    fn code(&self, _action: Self::Action) -> Option<u16> {
        None
    }

    /// The rule for positions that come again.
    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }

    /// What the rule compares, where that is not the whole state: only the board under go's positional superko.
    /// Nothing for a state that the rule passes over, such as one after a pass.
    fn repetition_key(&self, state: &Self::State) -> Option<Key> {
        Some(self.key(state))
    }

    /// After how many plies without [progress](Keyed::is_progress) the game is a draw, if ever. The line of play counts them, and no
    /// search does: what is proven is proven of the game without this limit.
    fn patience(&self) -> Option<u32> {
        None
    }

    /// Whether an action is one after which no earlier position can come again, such as a capture. Where nothing is said, a game might
    /// come back from any.
    fn is_progress(&self, _state: &Self::State, _action: Self::Action) -> bool {
        false
    }
}

/// For how long it pays to remember what a search finds out about a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Remembered {
    /// As long as there is room: in the large table, which all threads share.
    #[default]
    Long,
    /// For a moment, in a small table that is near: some plies before the end, where what is found out is soon found out again.
    Briefly,
    /// Not at all: even closer to the end.
    Not,
}

impl<G: Keyed> Keyed for &G {
    fn key(&self, state: &Self::State) -> Key {
        (**self).key(state)
    }
    fn remembered(&self, state: &Self::State) -> Remembered {
        (**self).remembered(state)
    }
    fn code(&self, action: Self::Action) -> Option<u16> {
        (**self).code(action)
    }
    fn repetition(&self) -> Repetition {
        (**self).repetition()
    }
    fn repetition_key(&self, state: &Self::State) -> Option<Key> {
        (**self).repetition_key(state)
    }
    fn patience(&self) -> Option<u32> {
        (**self).patience()
    }
    fn is_progress(&self, state: &Self::State, action: Self::Action) -> bool {
        (**self).is_progress(state, action)
    }
}

/// A state together with the line of play that led to it.
pub struct Line<G: Keyed> {
    root: G::State,
    actions: Vec<G::Action>,
    keys: Vec<Option<Key>>,
    state: G::State,
}

impl<G: Keyed> Clone for Line<G> {
    fn clone(&self) -> Self {
        let Line { root, actions, keys, state } = self;
        Line { root: root.clone(), actions: actions.clone(), keys: keys.clone(), state: state.clone() }
    }
}

impl<G: Keyed> fmt::Debug for Line<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} after {:?}", self.state, self.actions)
    }
}

impl<G: Keyed> Line<G> {
    /// A line that begins in `root`.
    #[must_use]
    pub fn new(game: &G, root: G::State) -> Self {
        Line { keys: vec![game.repetition_key(&root)], state: root.clone(), root, actions: Vec::new() }
    }

    /// Where the line has got to.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The actions from the root to the state.
    #[must_use]
    pub fn actions(&self) -> &[G::Action] {
        &self.actions
    }

    /// Plays on.
    pub fn play(&mut self, game: &G, action: G::Action) {
        game.apply(&mut self.state, action);
        self.actions.push(action);
        self.keys.push(game.repetition_key(&self.state));
    }

    /// Takes the last action back, if there is one, and says which it was.
    pub fn take_back(&mut self, game: &G) -> Option<G::Action> {
        let action = self.actions.pop()?;
        self.keys.pop();
        self.state = self.actions.iter().fold(self.root.clone(), |state, &action| game.result(&state, action));
        Some(action)
    }

    /// How often the current position has occurred on the line, this time included; 0 if the rule passes over it.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        let now = self.keys.last().copied().flatten();
        now.map_or(0, |now| self.keys.iter().filter(|&&key| key == Some(now)).count() as u32)
    }

    /// Whether an action would lead back to an earlier position.
    #[must_use]
    pub fn would_repeat(&self, game: &G, action: G::Action) -> bool {
        let next = game.repetition_key(&game.result(&self.state, action));
        next.is_some() && self.keys.contains(&next)
    }
}

/// A game played by its rule of repetition: its states are lines.
///
/// Any search runs on it and sees every repetition, at the price of a tree without transpositions. It is the oracle for
/// searches that keep a transposition table and the line apart.
#[derive(Clone, Copy, Debug)]
pub struct Remembering<G>(pub G);

impl<G: Keyed> Remembering<G> {
    fn is_drawn(&self, line: &Line<G>) -> bool {
        matches!(self.0.repetition(), Repetition::Draw(times) if line.occurrences() >= times)
    }
}

impl<G: Keyed> Game for Remembering<G> {
    type State = Line<G>;
    type Action = G::Action;
    type Luck = G::Luck;
    type Secrets = G::Secrets;

    fn initial(&self) -> Line<G> {
        Line::new(&self.0, self.0.initial())
    }
    fn turn(&self, line: &Line<G>) -> Turn {
        self.0.turn(&line.state)
    }
    fn actions(&self, line: &Line<G>, out: &mut Actions<G::Action>) {
        if self.is_drawn(line) {
            return;
        }
        let forbidden = self.0.repetition() == Repetition::Forbidden;
        for action in self.0.action_list(&line.state) {
            if !(forbidden && line.would_repeat(&self.0, action)) {
                out.push(action);
            }
        }
    }
    fn apply(&self, line: &mut Line<G>, action: G::Action) {
        line.play(&self.0, action);
    }
    fn is_terminal(&self, line: &Line<G>) -> bool {
        self.is_drawn(line) || self.0.is_terminal(&line.state)
    }
    fn utility(&self, line: &Line<G>) -> Score {
        if self.0.is_terminal(&line.state) { self.0.utility(&line.state) } else { Score::DRAW }
    }
    fn bounds(&self) -> Bounds {
        self.0.bounds()
    }
    fn bounds_of(&self, line: &Line<G>) -> Bounds {
        // A draw by repetition may lie outside of what the state alone could still end with.
        let Bounds { low, high } = self.0.bounds_of(&line.state);
        match self.0.repetition() {
            Repetition::Draw(_) => Bounds { low: low.min(Score::DRAW), high: high.max(Score::DRAW) },
            _ => Bounds { low, high },
        }
    }
    fn scale(&self) -> u32 {
        self.0.scale()
    }
    fn side(&self, seat: Seat) -> Side {
        self.0.side(seat)
    }
}
