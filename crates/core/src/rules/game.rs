//! The vocabulary of games: what every game states once.
//!
//! The textbook's words and ours:
//!
//! | textbook | here |
//! |---|---|
//! | initial state S0 | [`Game::initial`] |
//! | PLAYER(s) | [`Game::turn`]: the seat that decides, or chance |
//! | ACTIONS(s) | [`Game::actions`] |
//! | RESULT(s, a) | [`Game::result`]; in place, [`Game::apply`] |
//! | TERMINAL-TEST(s) | [`Game::is_terminal`] |
//! | UTILITY(s, MAX) | [`Game::utility`]; for MIN the rest of the [`sum`](Game::sum) |
//! | MAX, MIN | [`Side::Max`], [`Side::Min`] |
//! | CUTOFF-TEST | [`Settings::to_depth`](crate::search::Settings::to_depth) |
//! | EVAL(s) | [`Evaluate`](crate::Evaluate) |
//! | chance node, P(r) | [`Turn::Chance`], [`Chance::outcomes`](crate::Chance::outcomes) |
//! | information set | [`Hidden::view`](crate::Hidden::view): the states with equal views |
//!
//! A game is a *rules object*, which holds the options (the size of the board, say), with a type for its
//! states and a small type for its actions. What has happened before is not in the state: see
//! [`line`](crate::rules::line).

use std::fmt;

use crate::quadrant::Answer;
use crate::{Bounds, ConstantSum, Draws, Key, Repetition, Score};

/// A place at the table that decides for itself and sees what it may see.
///
/// A seat is not a side: in bridge four seats make two sides, and declarer decides for dummy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat that usually moves first.
    pub const FIRST: Seat = Seat(0);
    /// The seat across.
    pub const SECOND: Seat = Seat(1);

    /// The seats of a game for two.
    pub const PAIR: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

    /// The seat of a game for two that is called so.
    #[must_use]
    pub fn named(name: &str) -> Option<Seat> {
        Seat::PAIR.into_iter().find(|seat| seat.to_string() == name)
    }

    /// The other seat of a game for two.
    #[must_use]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

/// `first`, `second`, `third`, `fourth`, and numbers beyond.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match ["first", "second", "third", "fourth"].get(usize::from(self.0)) {
            Some(name) => f.pad(name),
            None => write!(f, "seat {}", self.0 + 1),
        }
    }
}

/// The two sides of a zero-sum game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Wants the utility high.
    Max,
    /// Wants the utility low.
    Min,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Max => Side::Min,
            Side::Min => Side::Max,
        }
    }
}

/// Who decides in a state: PLAYER(s).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A seat chooses among the actions.
    Seat(Seat),
    /// Dice or cards decide, by the probabilities of [`Chance`](crate::Chance).
    Chance,
}

/// The kind of node that a state is in a search tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// MAX chooses.
    Max,
    /// MIN chooses.
    Min,
    /// Chance decides.
    Chance,
}

impl From<Side> for Role {
    fn from(side: Side) -> Role {
        match side {
            Side::Max => Role::Max,
            Side::Min => Role::Min,
        }
    }
}

/// The rules of a game.
///
/// The two types [`Luck`](Game::Luck) and [`Secrets`](Game::Secrets) place the game on the map of the
/// subject; a search that does not suit the game then does not compile, and says which one does. See
/// [`quadrant`](crate::quadrant).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no rules of a game",
    note = "add `impl Game for {Self}` with its types `State`, `Action`, `Luck` and `Secrets`, and with `initial`, \
            `turn`, `actions`, `apply`, `is_terminal` and `utility`"
)]
pub trait Game {
    /// A position, without the moves that led to it.
    type State: Clone + fmt::Debug;
    /// A move of a seat, or an outcome of chance.
    type Action: Copy + Eq + fmt::Debug;
    /// [`With`](crate::With) if dice, cards or a bag decide anything, else [`Without`](crate::Without).
    type Luck: Answer;
    /// [`With`](crate::With) if a seat may not see all of the state, else [`Without`](crate::Without).
    type Secrets: Answer;

    /// The state that the game starts from.
    fn initial(&self) -> Self::State;

    /// PLAYER(s). Not asked of a finished game.
    fn turn(&self, state: &Self::State) -> Turn;

    /// ACTIONS(s): pushes the legal actions of the seat to move, in the order in which they are numbered.
    ///
    /// At a seat's turn it pushes nothing exactly when the state is terminal. Not asked at chance's turn.
    fn actions(&self, state: &Self::State, out: &mut Actions<Self::Action>);

    /// How many actions [`Game::actions`] would push, where that is quicker to count than to list: `perft` counts its
    /// last ply so. Nothing at chance's turn.
    fn action_count(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// RESULT(s, a), in place. Never draws a random number: an outcome of chance is an action too.
    fn apply(&self, state: &mut Self::State, action: Self::Action);

    /// TERMINAL-TEST(s).
    fn is_terminal(&self, state: &Self::State) -> bool;

    /// UTILITY(s) for MAX. Asked of terminal states only.
    fn utility(&self, state: &Self::State) -> Score;

    /// The least and the greatest utility; a win, a draw or a loss unless said otherwise.
    fn bounds(&self) -> Bounds {
        Bounds::WIN_DRAW_LOSS
    }

    /// The draws of the game: what one is worth, or that there are none. A game whose [bounds](Game::bounds) are not
    /// alike on both sides of zero has to say it.
    fn draws(&self) -> Draws {
        Draws::Unsaid
    }

    /// The sum of what a finished game is worth to both sides. It follows from the [draws](Game::draws); where the line
    /// of play can draw the game, it is zero, for that is what such a draw counts.
    fn sum(&self) -> ConstantSum {
        match self.draws() {
            Draws::Unsaid if matches!(self.repetition(), Repetition::Draw(_)) || self.idle_limit().is_some() => {
                ConstantSum::ZERO
            }
            draws => ConstantSum::of(self.bounds(), draws),
        }
    }

    /// Bounds of the games that go on from a state, where the state tells more: what has been won already, say. They
    /// lie within those of every state before it. A search that averages over chance cuts by them, and the narrower
    /// they are the sooner.
    fn bounds_of(&self, _state: &Self::State) -> Bounds {
        self.bounds()
    }

    /// How many units of utility make one point as people count it: 2 where komi is a half.
    fn scale(&self) -> u32 {
        1
    }

    /// The side that a seat plays for: around the table, MAX and MIN in turns.
    fn side(&self, seat: Seat) -> Side {
        if seat.0.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    /// The rule for positions that come again. It looks at the line of play, which is not in the state: see
    /// [`Line`](crate::Line).
    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }

    /// What the rule of repetition compares: equal for positions that are the same to it. Only the board under go's
    /// positional superko; nothing for a state that the rule passes over, such as one after a pass.
    fn repetition_key(&self, _state: &Self::State) -> Option<Key> {
        None
    }

    /// After how many plies without [progress](Game::is_progress) the game is a draw, if ever: the fifty-move rule of
    /// chess, with 100. No proof counts them: what is proven is proven of the game without this limit.
    fn idle_limit(&self) -> Option<u32> {
        None
    }

    /// For how many plies there has been no progress when play begins in this state, where its text tells.
    fn idle_before(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Whether the game is a draw since nobody can win any more, although there are actions: a dead position. It ends a
    /// game that is played. A search goes on, unless the game's knowledge tells it the value.
    fn is_dead(&self, _state: &Self::State) -> bool {
        false
    }

    /// Whether an action is progress: no earlier position can come again after it, as after a capture. Where nothing is
    /// said, a game might come back from any.
    fn is_progress(&self, _state: &Self::State, _action: Self::Action) -> bool {
        false
    }

    /// RESULT(s, a).
    fn result(&self, state: &Self::State, action: Self::Action) -> Self::State {
        let mut next = state.clone();
        self.apply(&mut next, action);
        next
    }

    /// The role of a state in the tree: what kind of node it is. Not asked of a finished game.
    fn role(&self, state: &Self::State) -> Role {
        match self.turn(state) {
            Turn::Seat(seat) => self.side(seat).into(),
            Turn::Chance => Role::Chance,
        }
    }

    /// The legal actions as a list of their own.
    fn action_list(&self, state: &Self::State) -> Vec<Self::Action> {
        let mut actions = Actions::new();
        self.actions(state, &mut actions);
        actions.list
    }
}

/// The rules of a game that has another one inside: all but the two types that place it on the map.
macro_rules! same_rules {
    ($this:ident => $inner:expr) => {
        fn initial(&self) -> Self::State {
            let $this = self;
            $inner.initial()
        }
        fn turn(&self, state: &Self::State) -> $crate::Turn {
            let $this = self;
            $inner.turn(state)
        }
        fn actions(&self, state: &Self::State, out: &mut $crate::Actions<Self::Action>) {
            let $this = self;
            $inner.actions(state, out);
        }
        fn action_count(&self, state: &Self::State) -> Option<u64> {
            let $this = self;
            $inner.action_count(state)
        }
        fn apply(&self, state: &mut Self::State, action: Self::Action) {
            let $this = self;
            $inner.apply(state, action);
        }
        fn result(&self, state: &Self::State, action: Self::Action) -> Self::State {
            let $this = self;
            $inner.result(state, action)
        }
        fn is_terminal(&self, state: &Self::State) -> bool {
            let $this = self;
            $inner.is_terminal(state)
        }
        fn utility(&self, state: &Self::State) -> $crate::Score {
            let $this = self;
            $inner.utility(state)
        }
        fn bounds(&self) -> $crate::Bounds {
            let $this = self;
            $inner.bounds()
        }
        fn draws(&self) -> $crate::Draws {
            let $this = self;
            $inner.draws()
        }
        fn bounds_of(&self, state: &Self::State) -> $crate::Bounds {
            let $this = self;
            $inner.bounds_of(state)
        }
        fn scale(&self) -> u32 {
            let $this = self;
            $inner.scale()
        }
        fn side(&self, seat: $crate::Seat) -> $crate::Side {
            let $this = self;
            $inner.side(seat)
        }
        fn repetition(&self) -> $crate::Repetition {
            let $this = self;
            $inner.repetition()
        }
        fn repetition_key(&self, state: &Self::State) -> Option<$crate::Key> {
            let $this = self;
            $inner.repetition_key(state)
        }
        fn idle_limit(&self) -> Option<u32> {
            let $this = self;
            $inner.idle_limit()
        }
        fn idle_before(&self, state: &Self::State) -> u32 {
            let $this = self;
            $inner.idle_before(state)
        }
        fn is_dead(&self, state: &Self::State) -> bool {
            let $this = self;
            $inner.is_dead(state)
        }
        fn is_progress(&self, state: &Self::State, action: Self::Action) -> bool {
            let $this = self;
            $inner.is_progress(state, action)
        }
    };
}
pub(crate) use same_rules;

/// A reference to a game is that game.
impl<G: Game> Game for &G {
    type State = G::State;
    type Action = G::Action;
    type Luck = G::Luck;
    type Secrets = G::Secrets;
    same_rules!(this => **this);
}

/// The buffer that a game pushes its actions into.
///
/// A search keeps one for all its nodes, as a stack, so that a node costs no allocation. It holds at most
/// [`Actions::MOST`] actions of one state: what a game pushes beyond that is dropped and remembered as an
/// overflow, which a search reports with the position.
#[derive(Clone, Debug)]
pub struct Actions<A> {
    list: Vec<A>,
    /// Where the actions of the state now being expanded begin.
    floor: usize,
    overflow: bool,
}

impl<A: Copy> Actions<A> {
    /// The most actions that one state may have.
    pub const MOST: usize = 1 << 20;

    /// An empty buffer.
    #[must_use]
    pub const fn new() -> Self {
        Actions { list: Vec::new(), floor: 0, overflow: false }
    }

    /// Adds an action.
    #[inline]
    pub fn push(&mut self, action: A) {
        if self.list.len() - self.floor < Self::MOST {
            self.list.push(action);
        } else {
            self.overflow = true;
        }
    }

    /// The actions of all states on the stack.
    #[must_use]
    pub fn as_slice(&self) -> &[A] {
        &self.list
    }

    /// Opens the stack for the actions of one more state and says where they will begin.
    pub(crate) fn open(&mut self) -> usize {
        self.floor = self.list.len();
        self.floor
    }

    /// Whether the game pushed more than [`Actions::MOST`] actions since [`Actions::open`].
    pub(crate) fn overflowed(&self) -> bool {
        self.overflow
    }

    /// The actions of the states from `start` on, to be put in another order.
    pub(crate) fn slice_mut(&mut self, start: usize) -> &mut [A] {
        &mut self.list[start..]
    }

    /// Leaves out some of the actions from `start` on.
    pub(crate) fn retain_from(&mut self, start: usize, keep: impl Fn(A) -> bool) {
        let mut kept = start;
        for at in start..self.list.len() {
            if keep(self.list[at]) {
                self.list[kept] = self.list[at];
                kept += 1;
            }
        }
        self.list.truncate(kept);
    }

    /// Takes all actions off the stack.
    pub fn clear(&mut self) {
        self.truncate(0);
        self.overflow = false;
    }

    /// Takes the actions from `start` on off the stack; those of another state can follow.
    pub fn truncate(&mut self, start: usize) {
        self.list.truncate(start);
        self.floor = self.floor.min(start);
    }

    /// Takes the actions from `start` on off the stack.
    pub(crate) fn close(&mut self, start: usize) {
        self.list.truncate(start);
    }
}

impl<A: Copy> Default for Actions<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Copy> Extend<A> for Actions<A> {
    fn extend<I: IntoIterator<Item = A>>(&mut self, actions: I) {
        for action in actions {
            self.push(action);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buffer_is_capped_for_each_state_and_says_so() {
        let mut actions = Actions::new();
        actions.push(0u8);
        let start = actions.open();
        actions.extend(std::iter::repeat_n(1u8, Actions::<u8>::MOST));
        assert!(!actions.overflowed());
        actions.push(2);
        assert!(actions.overflowed());
        assert_eq!(actions.as_slice().len(), Actions::<u8>::MOST + 1);
        actions.close(start);
        assert_eq!(actions.as_slice(), [0]);
    }

    #[test]
    fn seats_alternate_sides_around_the_table() {
        struct Table;
        impl Game for Table {
            type State = ();
            type Action = ();
            type Luck = crate::Without;
            type Secrets = crate::Without;
            fn initial(&self) {}
            fn turn(&self, (): &()) -> Turn {
                Turn::Seat(Seat::FIRST)
            }
            fn actions(&self, (): &(), _: &mut Actions<()>) {}
            fn apply(&self, (): &mut (), (): ()) {}
            fn is_terminal(&self, (): &()) -> bool {
                true
            }
            fn utility(&self, (): &()) -> Score {
                Score::DRAW
            }
        }
        let sides = [0, 1, 2, 3].map(|seat| Table.side(Seat(seat)));
        assert_eq!(sides, [Side::Max, Side::Min, Side::Max, Side::Min]);
        assert_eq!(Seat::FIRST.other(), Seat::SECOND);
    }
}
