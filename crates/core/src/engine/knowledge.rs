//! Knowledge: what a game can teach the search beyond its rules.
//!
//! The engine plays and proves any deterministic game of perfect information by its rules alone. A game that knows more
//! says so here, and is searched faster, not differently: with all of it left out, the values are the same.
//!
//! What a game knows is one object that implements five small traits. Each has defaults that teach nothing, so that
//! `impl Truth<Nim> for Hints {}` is a whole implementation.
//!
//! | trait | a game knows | method | what it buys |
//! |---|---|---|---|
//! | [`Inspect`] | what is worked out once for a state | [`facts`](Inspect::facts) | the time to do so again |
//! | [`Truth`] | what a position is worth at least and at most | [`bounds`](Truth::bounds) | whole subtrees |
//! | | that some actions need not be looked at | [`candidates`](Truth::candidates) | the time to look at them |
//! | | how it ends, when next to nothing is left | [`ending`](Truth::ending) | the time to search |
//! | | when the game ends, from its value | [`distance`](Truth::distance) | the search for the distance |
//! | [`MoveOrdering`] | which actions promise most | [`ordering`](MoveOrdering::ordering) | earlier cut-offs |
//! | | how far to trust the evaluation in that | [`ordering_weight`](MoveOrdering::ordering_weight) | the same |
//! | | that little is left to play | [`plies_left`](MoveOrdering::plies_left) | the time to rank with care |
//! | | that children are dear | [`STAGED_DEPTH`](MoveOrdering::STAGED_DEPTH) | those that are not made |
//! | [`Selectivity`] | which actions are noisy, quiet or forced | [`move_class`](Selectivity::move_class) | better guesses |
//! | | that nothing, or nothing else, is noisy | [`quiescence`](Selectivity::quiescence) | the time to see it |
//! | | how to pass | [`pass`](Selectivity::pass) | the null move |
//! | [`Proving`] | how much work a proof will be | [`proof_effort`](Proving::proof_effort) | a shorter proof |
//! | | that its games are too long to end | [`PROVES_SOON_WINS`](Proving::PROVES_SOON_WINS) | mates |
//! | | that it does not matter how soon | [`PREFERS_SHORT_WINS`](Proving::PREFERS_SHORT_WINS) | the distance |
//!
//! The first two and the last are used in proofs, and what they say must be true. Endgame tables and certificates are
//! not knowledge of the game: they are an [`Oracle`](crate::Oracle). An evaluation is a guess, and has a trait of its
//! own: [`Evaluate`](crate::Evaluate). That positions mirror one another is told by [`Symmetric`], and numbers for the
//! actions, by which the search learns which of them are good wherever they are legal, by [`Keyed::code`].

use crate::{Actions, Bounds, Game, Key, Keyed, Score};

/// All knowledge that a game teaches the search: whatever implements the five traits.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say all that the search asks of knowledge of `{G}`",
    note = "knowledge implements `Inspect`, `Truth`, `MoveOrdering`, `Selectivity` and `Proving`; where it has nothing \
            to say, `impl Truth<{G}> for {Self} {{}}` is enough"
)]
pub trait Knowledge<G: Game>: Truth<G> + MoveOrdering<G> + Selectivity<G> + Proving<G> {}

impl<G: Game, U: Truth<G> + MoveOrdering<G> + Selectivity<G> + Proving<G>> Knowledge<G> for U {}

/// Static facts of a state: what is worked out once, and serves everything else that is asked about it.
pub trait Inspect<G: Game> {
    /// The facts.
    type Facts: Clone;

    /// Works out the facts of a state whose game is not over.
    fn facts(&self, game: &G, state: &G::State) -> Self::Facts;

    /// The facts of what an action of a state leads to, where that is cheaper than to begin anew.
    #[inline]
    fn next_facts(
        &self,
        game: &G,
        _state: &G::State,
        _facts: &Self::Facts,
        _action: G::Action,
        child: &G::State,
    ) -> Self::Facts {
        self.facts(game, child)
    }
}

/// True statements about values. A proof rests on them.
pub trait Truth<G: Game>: Inspect<G> {
    /// Bounds on the value of a state, for MAX. It is asked of every child of a node before any of them is searched,
    /// and may cost as much as it saves.
    ///
    /// Often the search wants to know one thing only: whether the value is at least what is `asked`. Then whatever
    /// would not answer that need not be found out, nor what is unlikely to.
    #[inline]
    fn bounds(&self, game: &G, _state: &G::State, _facts: &Self::Facts, _asked: Option<Score>) -> Bounds {
        game.bounds()
    }

    /// Pushes the actions that need to be looked at, in the game's order. If any are left out, says what the best of
    /// those is worth for MAX: exactly, or less than something that was pushed. There may be nothing left to push.
    #[inline]
    fn candidates(
        &self,
        game: &G,
        state: &G::State,
        _facts: &Self::Facts,
        out: &mut Actions<G::Action>,
    ) -> Option<Score> {
        game.actions(state, out);
        None
    }

    /// Plays out the very end of a game, where that is played out sooner than searched: whether MAX's value is at least
    /// what is `asked`. It is asked where [`MoveOrdering::plies_left`] has said that little is left; bounds that do not
    /// answer are passed over.
    #[inline]
    fn ending(&self, _game: &G, _state: &G::State, _facts: &Self::Facts, _asked: Score) -> Option<Ending> {
        None
    }

    /// The distance in plies to the end of a game that is won with this value, where the value tells it.
    fn distance(&self, _game: &G, _state: &G::State, _value: Score) -> Option<u32> {
        None
    }
}

/// Move ordering: which actions to visit first. It changes how much is searched, never a value.
pub trait MoveOrdering<G: Game>: Inspect<G> {
    /// The ordering score of an action, for the side that takes it: the highest is searched first. Equal ones keep the
    /// game's order. `facts` are those of the child, if its game is not over.
    #[inline]
    fn ordering(
        &self,
        _game: &G,
        _state: &G::State,
        _action: G::Action,
        _child: &G::State,
        _facts: Option<&Self::Facts>,
    ) -> i32 {
        0
    }

    /// The weight of the evaluation in the order of the children, beside the ordering score: nothing where the
    /// evaluation takes more time than the better order saves.
    #[inline]
    fn ordering_weight(&self, _game: &G, _state: &G::State, _facts: &Self::Facts) -> i32 {
        0
    }

    /// The most plies that the game can still last, if those are so few that to rank the children by more than their
    /// ordering score, or to look them up beforehand, would cost more than it saves.
    #[inline]
    fn plies_left(&self, _game: &G, _state: &G::State, _facts: &Self::Facts) -> Option<u32> {
        None
    }

    /// The remaining depth up to which the table's action is searched before the other children are made. If it cuts,
    /// they are never made. But what bounds or the table know of them comes too late then, and the more so the deeper
    /// the search below is: 0 for a game whose children cost little.
    ///
    /// PERF: with 4 the middle game of connect four and Othello takes 0.93 and 0.84 of the time, with 3 that of
    /// checkers 0.93, for 2 % more nodes. Without a limit checkers has 6 % more nodes, and the gain is gone.
    const STAGED_DEPTH: u32 = 0;
}

/// Selectivity: what a search to a limited depth may look at less or more deeply. It changes estimates, never a proof.
pub trait Selectivity<G: Game>: Inspect<G> {
    /// Whether [`Selectivity::move_class`] ever says anything but [`MoveClass::Plain`].
    const HAS_MOVE_CLASSES: bool = false;

    /// The class of an action near the horizon: quiet, noisy or forced.
    #[inline]
    fn move_class(&self, _game: &G, _state: &G::State, _facts: &Self::Facts, _action: G::Action) -> MoveClass {
        MoveClass::Plain
    }

    /// Quiescence: whether there is anything noisy to do, or nothing else, where that is quicker to see than from the
    /// class of every action.
    #[inline]
    fn quiescence(&self, _game: &G, _state: &G::State, _facts: &Self::Facts) -> Quiescence {
        Quiescence::Mixed
    }

    /// Whether a search to a limited depth may leave out what is unlikely to matter: the selective search, which asks
    /// the methods below.
    const PRUNES: bool = false;

    /// The margin of a ply: how much a quiet ply changes the evaluation at most, as a rule.
    const MARGIN: i32 = 0;

    /// Whether the last of many quiet actions may be left out near the horizon, where `PRUNES` is said: not where the
    /// best action is often one that nothing speaks for at first.
    const PRUNES_LATE: bool = true;

    /// How many points below a win of all there is are kept for its distance, so that the shorter win is preferred. No
    /// evaluation comes so near to a win or a loss. With 0 all wins of one value are alike.
    const WIN_DISTANCES: i32 = 0;

    /// Whether the side to move is under threat, so that no evaluation is trusted: in check, say.
    #[inline]
    fn is_threatened(&self, _game: &G, _state: &G::State, _facts: &Self::Facts) -> bool {
        false
    }

    /// Whether an action threatens: whether the side to move after it is under threat, or the game is over. It is asked
    /// of what would be left out, so that a way to see it without the state after it is worth much.
    #[inline]
    fn threatens(&self, game: &G, state: &G::State, _facts: &Self::Facts, action: G::Action) -> bool {
        let after = game.result(state, action);
        game.is_terminal(&after) || self.is_threatened(game, &after, &self.facts(game, &after))
    }

    /// Whether an action is noisy: it changes much at once, as a capture does.
    #[inline]
    fn is_noisy(&self, game: &G, state: &G::State, facts: &Self::Facts, action: G::Action) -> bool {
        self.move_class(game, state, facts, action) == MoveClass::Noisy
    }

    /// Pushes the noisy actions. By default all actions that are noisy.
    fn noisy_actions(&self, game: &G, state: &G::State, facts: &Self::Facts, out: &mut Actions<G::Action>) {
        let mut all = Actions::new();
        game.actions(state, &mut all);
        let noisy = all.as_slice().iter().copied();
        out.extend(noisy.filter(|&action| self.is_noisy(game, state, facts, action)));
    }

    /// The exchange that an action begins: what it wins at least if both sides go on with it for as long as it pays
    /// them (static exchange evaluation), in the unit of the evaluation.
    #[inline]
    fn exchange(&self, _game: &G, _state: &G::State, _facts: &Self::Facts, _action: G::Action) -> i32 {
        0
    }

    /// The promise of a noisy action: those with the highest come first.
    #[inline]
    fn promise(&self, game: &G, state: &G::State, facts: &Self::Facts, action: G::Action) -> i32 {
        self.exchange(game, state, facts, action)
    }

    /// The rank of a quiet action beside its history, which is between -16,384 and 16,384: what the game itself thinks
    /// of it.
    #[inline]
    fn quiet_promise(&self, _game: &G, _state: &G::State, _facts: &Self::Facts, _action: G::Action) -> i32 {
        0
    }

    /// The null move: the state in which the side to move has passed, where that is never better than the best action.
    /// Nothing where it could be (zugzwang), or where passing makes no sense.
    #[inline]
    fn pass(&self, _game: &G, _state: &G::State, _facts: &Self::Facts) -> Option<G::State> {
        None
    }
}

/// Proving: what a proof of the value asks besides the value.
pub trait Proving<G: Game>: Inspect<G> {
    /// Whether a win is the better the sooner it comes. Where only its size counts, as with discs or points, nobody
    /// needs to know how soon, and a solver does not search for it.
    const PREFERS_SHORT_WINS: bool = true;

    /// Whether a proof asks who wins within one ply, two plies and so on: the way to a mate in a game too long to be
    /// searched to its end. Only a win of all there is is found so. A game that says this promises that the sides
    /// alternate, and that nobody loses all there is by an action of its own.
    const PROVES_SOON_WINS: bool = false;

    /// The initial proof number: a guess at how many leaves must be settled before the side that is *not* to move has
    /// its way, where so many actions need to be looked at: what proof-number search begins with (df-pn+, Nagai 2002).
    /// `rest` is what the others are worth, if any are left out.
    #[inline]
    fn proof_effort(
        &self,
        _game: &G,
        _state: &G::State,
        _facts: &Self::Facts,
        actions: usize,
        _rest: Option<Score>,
    ) -> u32 {
        actions as u32
    }
}

/// An end of a game that was played out without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// What its value is at least and at most, for MAX.
    pub bounds: Bounds,
    /// How many states were looked at for it, apart from the one that it was asked about. They count as nodes.
    pub states: u32,
}

/// The class of an action, for a search to a limited depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MoveClass {
    /// Like any other.
    #[default]
    Plain,
    /// Changes little: when many others come before it, it may be searched less deeply at first. That makes a value an
    /// estimate.
    Quiet,
    /// Changes much, so that no evaluation should be trusted before it: searched beyond the horizon (quiescence).
    Noisy,
    /// The only answer to a threat: does not count against the depth.
    Forced,
}

/// The state of quiescence at the horizon: what the side to move can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Quiescence {
    /// Nothing that is noisy: the evaluation stands.
    Still,
    /// Perhaps both: it may stop here, or go on with what is noisy.
    #[default]
    Mixed,
    /// Nothing that is not: it cannot stop here, as where captures are compulsory.
    Driven,
}

/// A game that teaches nothing but its rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct RulesOnly;

impl<G: Game> Inspect<G> for RulesOnly {
    type Facts = ();
    fn facts(&self, _: &G, _: &G::State) {}
}

impl<G: Game> Truth<G> for RulesOnly {}
impl<G: Game> MoveOrdering<G> for RulesOnly {}
impl<G: Game> Selectivity<G> for RulesOnly {}
impl<G: Game> Proving<G> for RulesOnly {}

/// A game whose positions have mirror images: what is found out about one holds for all.
///
/// A symmetry is a number, and 0 leaves everything where it is. It takes states to states and actions to actions, such
/// that the image of a result is the result of the images, and the values are equal.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which states are mirror images of each other",
    note = "`.symmetric()` needs that: add `impl Symmetric for {Self}` with its `symmetries`, `image` and \
            `image_of_action`"
)]
pub trait Symmetric: Keyed {
    /// How many symmetries there are, the one that changes nothing included.
    fn symmetries(&self) -> u32;

    /// The image of a state.
    fn image(&self, state: &Self::State, symmetry: u32) -> Self::State;

    /// The image of an action.
    fn image_of_action(&self, action: Self::Action, symmetry: u32) -> Self::Action;

    /// The symmetry that takes the state to the one that stands for all its images, and the key of that one: the image
    /// with the least key, unless there is a cheaper way.
    fn representative(&self, state: &Self::State) -> (Key, u32) {
        (0..self.symmetries())
            .map(|symmetry| (self.key(&self.image(state, symmetry)), symmetry))
            .min()
            .unwrap_or_else(|| (self.key(state), 0))
    }
}
