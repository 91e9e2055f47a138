//! The line of play: what has happened before, and what the rules make of it.
//!
//! History is not in the state. If it were, threefold repetition and superko would end up in every hash, and two lines
//! of play that meet would not be known to have met. A game declares its rules about the line ([`Game::repetition`],
//! [`Game::idle_limit`]); the [`Line`] belongs to `core`, edges and searches use the same one. A search is told what of
//! it still matters at its root: [`BeforeRoot`].

use std::fmt;

use crate::{Actions, Bounds, ConstantSum, Draws, Game, Key, Score, Seat, Side, Turn};

/// The rule for repetition: what a position means that has been there before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// Nothing.
    Ignored,
    /// The game is a draw when a position occurs for the n-th time.
    Draw(u32),
    /// No action may lead back to an earlier position: superko. Some action must always be left, such as a pass.
    Forbidden,
}

/// A game whose states have a hash.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no keys for its states",
    note = "`.keyed()` needs them: add `impl Keyed for {Self} {{ fn key(&self, state: &Self::State) -> Key {{ \
            Key::of(state) }} }}`, and `#[derive(Hash)]` to the state"
)]
pub trait Keyed: Game {
    /// The key of a state. Equal states have equal keys; unequal ones differ but for accidents.
    fn key(&self, state: &Self::State) -> Key;

    /// For how long it pays to remember what a search finds out about a state. Where a position can come again, it must
    /// be long.
    fn remembered(&self, _state: &Self::State) -> Remembered {
        Remembered::Long
    }

    /// A small number for an action: the same in all states, and another one for every other action of a state. A
    /// square, say, or where from and where to. With it a search learns which actions are good wherever they are legal.
    fn code(&self, _action: Self::Action) -> Option<u16> {
        None
    }

    /// A small number for what an action puts where, such as the piece and the square that it comes to: below 1024. With
    /// it a selective search learns which actions are good after which others (continuation history).
    fn placement(&self, _state: &Self::State, _action: Self::Action) -> Option<u16> {
        None
    }

    /// Three numbers, each below 16,384, for parts of a state that many states share, such as all pawns, or all pieces
    /// of one side. With them a selective search learns where the evaluation errs in the same way (correction history).
    fn correction_keys(&self, _state: &Self::State) -> Option<[u16; 3]> {
        None
    }
}

/// How long a table should keep what a search finds out about a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Remembered {
    /// As long as there is room: in the large table, which all threads share.
    #[default]
    Long,
    /// For a moment, in a small table that is near: some plies before the end, where what is found out is soon found
    /// out again.
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
    fn placement(&self, state: &Self::State, action: Self::Action) -> Option<u16> {
        (**self).placement(state, action)
    }
    fn correction_keys(&self, state: &Self::State) -> Option<[u16; 3]> {
        (**self).correction_keys(state)
    }
}

/// Why a game is drawn although its state is not the end of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// The position has occurred so often.
    Repeated(u32),
    /// There has been no progress for so many plies.
    Idle(u32),
    /// Nobody can win any more.
    Dead,
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Drawn::Repeated(times) => write!(f, "drawn: the position has occurred {times} times"),
            Drawn::Idle(plies) => write!(f, "drawn: nothing has changed for {} moves of each side", plies / 2),
            Drawn::Dead => write!(f, "drawn: nobody can win any more"),
        }
    }
}

/// A moment of a line: what repetition compares, for how many plies there has been no progress, and the draw that the
/// line made here and nobody claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Moment {
    key: Option<Key>,
    idle: u32,
    unclaimed: Option<Drawn>,
}

impl Moment {
    fn new(key: Option<Key>, idle: u32) -> Moment {
        Moment { key, idle, unclaimed: None }
    }
}

/// A line of play: a root, the actions from there, and the state that they lead to.
pub struct Line<G: Game> {
    root: G::State,
    actions: Vec<G::Action>,
    /// One for the root, and one after every action.
    moments: Vec<Moment>,
    state: G::State,
}

impl<G: Game> Clone for Line<G> {
    fn clone(&self) -> Self {
        let Line { root, actions, moments, state } = self;
        Line { root: root.clone(), actions: actions.clone(), moments: moments.clone(), state: state.clone() }
    }
}

impl<G: Game> fmt::Debug for Line<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} after {:?}", self.state, self.actions)
    }
}

impl<G: Game> Line<G> {
    /// A line that begins in `root`.
    #[must_use]
    pub fn new(game: &G, root: G::State) -> Self {
        let moments = vec![Moment::new(game.repetition_key(&root), game.idle_before(&root))];
        Line { moments, state: root.clone(), root, actions: Vec::new() }
    }

    /// The state that the line began with.
    #[must_use]
    pub fn root(&self) -> &G::State {
        &self.root
    }

    /// The state that the line has got to.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The actions from the root to the state.
    #[must_use]
    pub fn actions(&self) -> &[G::Action] {
        &self.actions
    }

    /// Plays an action.
    pub fn play(&mut self, game: &G, action: G::Action) {
        let idle = if game.is_progress(&self.state, action) { 0 } else { self.idle() + 1 };
        game.apply(&mut self.state, action);
        self.actions.push(action);
        self.moments.push(Moment::new(game.repetition_key(&self.state), idle));
    }

    /// Takes the last action back, if there is one, and says which it was.
    pub fn take_back(&mut self, game: &G) -> Option<G::Action> {
        let action = self.actions.pop()?;
        self.moments.pop();
        self.state = self.actions.iter().fold(self.root.clone(), |state, &action| game.result(&state, action));
        Some(action)
    }

    /// The line as it was after so many actions; all of it if there are fewer. What nobody claimed then is unclaimed.
    #[must_use]
    pub fn at(&self, game: &G, ply: usize) -> Self {
        let mut line = Line::new(game, self.root.clone());
        self.actions.iter().take(ply).for_each(|&action| line.play(game, action));
        line.moments.iter_mut().zip(&self.moments).for_each(|(copy, own)| copy.unclaimed = own.unclaimed);
        line
    }

    /// Lets the game go on although the line has made it a draw, for nobody has claimed it; says which draw that is.
    ///
    /// It is for records of games that went on. In play a draw by the line ends the game.
    pub fn leave_unclaimed(&mut self, game: &G) -> Option<Drawn> {
        let drawn = self.drawn(game)?;
        self.moments.last_mut()?.unclaimed = Some(drawn);
        Some(drawn)
    }

    /// The draw that the line has made here and nobody has claimed.
    #[must_use]
    pub fn unclaimed(&self) -> Option<Drawn> {
        self.moments.last().and_then(|moment| moment.unclaimed)
    }

    /// For how many plies there has been no progress.
    #[must_use]
    pub fn idle(&self) -> u32 {
        self.moments.last().map_or(0, |moment| moment.idle)
    }

    /// The moments from which no action that was progress has led away: what was before cannot come again.
    fn reversible(&self) -> &[Moment] {
        let last = self.moments.len() - 1;
        &self.moments[last - (self.idle() as usize).min(last)..]
    }

    /// How often the current position has occurred on the line, this time included; 0 if the rule passes over it.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        let now = self.moments.last().and_then(|moment| moment.key);
        now.map_or(0, |now| self.reversible().iter().filter(|moment| moment.key == Some(now)).count() as u32)
    }

    /// Why the line has made the game a draw, if it has and the draw was not left [unclaimed](Line::unclaimed).
    #[must_use]
    pub fn drawn(&self, game: &G) -> Option<Drawn> {
        if self.unclaimed().is_some() {
            return None;
        }
        let drawn = match (game.idle_limit(), game.repetition()) {
            _ if game.is_dead(&self.state) => Some(Drawn::Dead),
            (Some(limit), _) if self.idle() >= limit => Some(Drawn::Idle(self.idle())),
            (_, Repetition::Draw(times)) => {
                let occurrences = self.occurrences();
                (occurrences >= times).then_some(Drawn::Repeated(occurrences))
            }
            _ => None,
        };
        drawn.filter(|_| !game.is_terminal(&self.state))
    }

    /// Whether the game is over, by its state or by the line.
    #[must_use]
    pub fn is_over(&self, game: &G) -> bool {
        game.is_terminal(&self.state) || self.drawn(game).is_some()
    }

    /// Whether an action leads back to an earlier position, and must not.
    #[must_use]
    pub fn is_forbidden(&self, game: &G, action: G::Action) -> bool {
        if game.repetition() != Repetition::Forbidden || game.is_progress(&self.state, action) {
            return false;
        }
        let next = game.repetition_key(&game.result(&self.state, action));
        next.is_some() && self.reversible().iter().any(|moment| moment.key == next)
    }

    /// What a search from here must know of the line. Where a draw was left unclaimed, it looks on as if the position
    /// came for the first time, or as if the count of idle plies began here: otherwise there would be nothing to search.
    #[must_use]
    pub fn before_root(&self) -> BeforeRoot {
        let (root, before) = self.reversible().split_last().expect("a line has a root");
        let keys = || before.iter().filter_map(|moment| moment.key);
        match root.unclaimed {
            None => BeforeRoot { keys: keys().collect(), idle: self.idle() },
            Some(Drawn::Repeated(_)) => {
                BeforeRoot { keys: keys().filter(|&key| Some(key) != root.key).collect(), idle: self.idle() }
            }
            Some(Drawn::Idle(_) | Drawn::Dead) => BeforeRoot::default(),
        }
    }
}

/// What happened before the root of a search and still matters to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BeforeRoot {
    /// The positions that may come again, without the root itself: their [keys](Game::repetition_key).
    keys: Vec<Key>,
    /// For how many plies there has been no progress at the root.
    pub(crate) idle: u32,
}

impl BeforeRoot {
    /// Whether a position of before would end the game if it came once more, or must not come again.
    #[must_use]
    pub fn can_end<G: Game>(&self, game: &G) -> bool {
        !self.ending_keys(game.repetition()).is_empty()
    }

    /// The keys of the positions that a search must not enter (superko), or in which the game is drawn at once, since
    /// they occur for the n-th time.
    pub(crate) fn ending_keys(&self, repetition: Repetition) -> Vec<Key> {
        let mut keys = self.keys.clone();
        keys.sort_unstable_by_key(|key| key.0);
        let least = match repetition {
            Repetition::Ignored => return Vec::new(),
            Repetition::Draw(times) => times.saturating_sub(1) as usize,
            Repetition::Forbidden => 1,
        };
        keys.chunk_by(|a, b| a == b).filter(|same| same.len() >= least).map(|same| same[0]).collect()
    }

    /// The keys of the positions before the root, the oldest first.
    pub(crate) fn keys(&self) -> &[Key] {
        &self.keys
    }
}

/// A game played by its rules about the line: its states are lines.
///
/// Any search runs on it and sees every repetition, at the price of a tree without transpositions. It is the oracle for
/// searches that keep a transposition table and the line apart.
#[derive(Clone, Copy, Debug)]
pub struct Remembering<G>(pub G);

impl<G: Game> Game for Remembering<G> {
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
        if line.drawn(&self.0).is_some() {
            return;
        }
        for action in self.0.action_list(&line.state) {
            if !line.is_forbidden(&self.0, action) {
                out.push(action);
            }
        }
    }
    fn apply(&self, line: &mut Line<G>, action: G::Action) {
        line.play(&self.0, action);
    }
    fn is_terminal(&self, line: &Line<G>) -> bool {
        line.is_over(&self.0)
    }
    fn utility(&self, line: &Line<G>) -> Score {
        if self.0.is_terminal(&line.state) { self.0.utility(&line.state) } else { Score::DRAW }
    }
    fn bounds(&self) -> Bounds {
        self.0.bounds()
    }
    fn draws(&self) -> Draws {
        self.0.draws()
    }
    fn sum(&self) -> ConstantSum {
        self.0.sum()
    }
    fn bounds_of(&self, line: &Line<G>) -> Bounds {
        // A draw by the line may lie outside of what the state alone could still end with.
        let Bounds { low, high } = self.0.bounds_of(&line.state);
        match (self.0.repetition(), self.0.idle_limit()) {
            (Repetition::Draw(_), _) | (_, Some(_)) => {
                Bounds { low: low.min(Score::DRAW), high: high.max(Score::DRAW) }
            }
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
