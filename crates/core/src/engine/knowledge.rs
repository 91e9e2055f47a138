//! Knowledge: what a game can teach the search beyond its rules.
//!
//! The engine plays and proves any deterministic game of perfect information by its rules alone. A game that knows more
//! says so here, and is searched faster, not differently: with all of it left out, the values are the same.
//!
//! | a game knows | method | what it buys |
//! |---|---|---|
//! | what a position is worth at least and at most | [`Knowledge::bounds`] | whole subtrees |
//! | that some actions need not be looked at | [`Knowledge::candidates`] | the time to look at them |
//! | which actions promise most | [`Knowledge::ordering`] | earlier cut-offs |
//! | how much work a proof will be | [`Knowledge::proof_effort`] | proofs that look in the right place |
//! | how far to trust the evaluation in that | [`Knowledge::ordering_weight`] | the same |
//! | that little is left to play | [`Knowledge::plies_left`] | the time to rank with care |
//! | how it ends, when next to nothing is left | [`Knowledge::ending`] | the time to search |
//! | when the game ends, from its value | [`Knowledge::distance`] | the search for the distance |
//! | which action wins soonest, or lasts longest | [`Knowledge::advice`] | the same |
//! | that it knows the value, and not the way | [`Knowledge::for_progress`] | headway in won games |
//! | that it does not matter how soon | [`Knowledge::PREFERS_SHORT_WINS`] | the same |
//! | which actions are noisy, quiet or forced | [`Knowledge::move_class`] | better guesses at the horizon |
//! | that nothing, or nothing else, is noisy | [`Knowledge::quiescence`] | the same, and the time to see it |
//! | how to pass | [`Knowledge::pass`] | the null move |
//!
//! An endgame table is knowledge too: where it knows the value, the two bounds are equal. An evaluation is a guess, and
//! has a trait of its own: [`Evaluate`](crate::Evaluate). That positions mirror one another is told by [`Symmetric`],
//! and numbers for the actions, by which the search learns which of them are good wherever they are legal, by
//! [`Keyed::code`].

use crate::{Actions, Bounds, Game, Key, Keyed, Score};

/// The knowledge that a game teaches the search. Everything has a default that teaches nothing.
pub trait Knowledge<G: Game> {
    /// The analysis of a state: what is worked out once, and serves everything else that is asked about it.
    type Facts: Clone;

    /// Works out the insight into a state whose game is not over.
    fn facts(&self, game: &G, state: &G::State) -> Self::Facts;

    /// The insight into what an action of a state leads to, where that is cheaper than to begin anew.
    #[inline]
    fn next_facts(
        &self,
        game: &G,
        _state: &G::State,
        _insight: &Self::Facts,
        _action: G::Action,
        child: &G::State,
    ) -> Self::Facts {
        self.facts(game, child)
    }

    /// Bounds on the value of a state, for MAX. It is asked of every child of a node before any of them is searched,
    /// and may cost as much as it saves. It must be *true*: a proof rests on it.
    ///
    /// Often the search wants to know one thing only: whether the value is at least what is `asked`. Then whatever
    /// would not answer that need not be found out, nor what is unlikely to.
    fn bounds(&self, game: &G, _state: &G::State, _insight: &Self::Facts, _asked: Option<Score>) -> Bounds {
        game.bounds()
    }

    /// Pushes the actions that need to be looked at, in the game's order. If any are left out, says what the best of
    /// those is worth for MAX: exactly, or less than something that was pushed. There may be nothing left to push.
    fn candidates(
        &self,
        game: &G,
        state: &G::State,
        _insight: &Self::Facts,
        out: &mut Actions<G::Action>,
    ) -> Option<Score> {
        game.actions(state, out);
        None
    }

    /// The ordering score of an action, for the side that takes it: the highest is searched first. Equal ones keep the
    /// game's order. `facts` is that into the child, if its game is not over.
    fn ordering(
        &self,
        _game: &G,
        _state: &G::State,
        _action: G::Action,
        _child: &G::State,
        _insight: Option<&Self::Facts>,
    ) -> i32 {
        0
    }

    /// The initial proof number: a guess at how many leaves must be settled before the side that is *not* to move has
    /// its way, where so many actions need to be looked at: what proof-number search begins with (df-pn+, Nagai 2002).
    /// `rest` is what the others are worth, if any are left out.
    fn proof_effort(
        &self,
        _game: &G,
        _state: &G::State,
        _insight: &Self::Facts,
        actions: usize,
        _rest: Option<Score>,
    ) -> u32 {
        actions as u32
    }

    /// The weight of the evaluation in the order of the children, beside the ordering score: nothing where the
    /// evaluation takes more time than the better order saves.
    fn ordering_weight(&self, _game: &G, _state: &G::State, _insight: &Self::Facts) -> i32 {
        0
    }

    /// The most plies that the game can still last, if those are so few that to rank the children by more than what
    /// they promise, or to look them up beforehand, would cost more than it saves.
    #[inline]
    fn plies_left(&self, _game: &G, _state: &G::State, _insight: &Self::Facts) -> Option<u32> {
        None
    }

    /// Plays out the very end of a game, where that is played out sooner than searched: whether MAX's value is at least
    /// what is `asked`. It is asked where [`Knowledge::plies_left`] has said that little is left; bounds that do not
    /// answer are passed over.
    #[inline]
    fn ending(&self, _game: &G, _state: &G::State, _insight: &Self::Facts, _asked: Score) -> Option<Ending> {
        None
    }

    /// Whether a win is the better the sooner it comes. Where only its size counts, as with discs or points, nobody
    /// needs to know how soon, and a solver does not search for it.
    const PREFERS_SHORT_WINS: bool = true;

    /// The distance in plies to the end of a game that is won with this value, where the value tells it.
    fn distance(&self, _game: &G, _state: &G::State, _value: Score) -> Option<u32> {
        None
    }

    /// The action that wins soonest, or where the game is lost lasts longest, where that is known without a search.
    fn advice(&self, _game: &G, _state: &G::State) -> Option<G::Action> {
        None
    }

    /// Knowledge that makes progress: what to forget in a search for the way, from a state whose value is known on
    /// sight: where each of its actions that wins looks like any other, play could go on for ever. Nothing if the way
    /// is known as well, or the value is not.
    fn for_progress(&self, _game: &G, _root: &G::State) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Whether [`Knowledge::move_class`] ever says anything but [`MoveClass::Plain`].
    const HAS_MOVE_CLASSES: bool = false;

    /// The class of an action near the horizon: quiet, noisy or forced. It changes what a search to a limited depth
    /// sees, never a proof.
    fn move_class(&self, _game: &G, _state: &G::State, _insight: &Self::Facts, _action: G::Action) -> MoveClass {
        MoveClass::Plain
    }

    /// Quiescence: whether there is anything noisy to do, or nothing else, where that is quicker to see than from the
    /// temper of every action.
    #[inline]
    fn quiescence(&self, _game: &G, _state: &G::State, _insight: &Self::Facts) -> Quiescence {
        Quiescence::Mixed
    }

    /// The null move: the state in which the side to move has passed, where that is never better than the best action.
    /// Nothing where it could be (zugzwang), or where passing makes no sense. It makes a value an estimate, and is
    /// never used in a proof.
    fn pass(&self, _game: &G, _state: &G::State, _insight: &Self::Facts) -> Option<G::State> {
        None
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

impl<G: Game> Knowledge<G> for RulesOnly {
    type Facts = ();
    fn facts(&self, _: &G, _: &G::State) {}
}

/// A game whose positions have mirror images: what is found out about one holds for all.
///
/// A symmetry is a number, and 0 leaves everything where it is. It takes states to states and actions to actions, such
/// that the image of a result is the result of the images, and the values are equal.
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

/// Forwards to the knowledge inside of other knowledge all but bounds, promise, distance and advice, which such
/// knowledge says itself. To be used in an `impl<G, U: Knowledge<G>> Knowledge<G>`, with the field of the knowledge
/// inside. It stands here so that a new method is forgotten by none.
#[macro_export]
macro_rules! same_knowledge {
    ($inner:ident) => {
        type Facts = U::Facts;
        const PREFERS_SHORT_WINS: bool = U::PREFERS_SHORT_WINS;
        const HAS_MOVE_CLASSES: bool = U::HAS_MOVE_CLASSES;

        #[inline]
        fn facts(&self, game: &G, state: &G::State) -> U::Facts {
            self.$inner.facts(game, state)
        }
        #[inline]
        fn next_facts(
            &self,
            game: &G,
            state: &G::State,
            facts: &U::Facts,
            action: G::Action,
            child: &G::State,
        ) -> U::Facts {
            self.$inner.next_facts(game, state, facts, action, child)
        }
        #[inline]
        fn candidates(
            &self,
            game: &G,
            state: &G::State,
            facts: &U::Facts,
            out: &mut $crate::Actions<G::Action>,
        ) -> Option<$crate::Score> {
            self.$inner.candidates(game, state, facts, out)
        }
        fn proof_effort(
            &self,
            game: &G,
            state: &G::State,
            facts: &U::Facts,
            actions: usize,
            rest: Option<$crate::Score>,
        ) -> u32 {
            self.$inner.proof_effort(game, state, facts, actions, rest)
        }
        #[inline]
        fn ordering_weight(&self, game: &G, state: &G::State, facts: &U::Facts) -> i32 {
            self.$inner.ordering_weight(game, state, facts)
        }
        #[inline]
        fn plies_left(&self, game: &G, state: &G::State, facts: &U::Facts) -> Option<u32> {
            self.$inner.plies_left(game, state, facts)
        }
        #[inline]
        fn ending(
            &self,
            game: &G,
            state: &G::State,
            facts: &U::Facts,
            asked: $crate::Score,
        ) -> Option<$crate::knowledge::Ending> {
            self.$inner.ending(game, state, facts, asked)
        }
        #[inline]
        fn move_class(&self, game: &G, state: &G::State, facts: &U::Facts, action: G::Action) -> $crate::MoveClass {
            self.$inner.move_class(game, state, facts, action)
        }
        #[inline]
        fn quiescence(&self, game: &G, state: &G::State, facts: &U::Facts) -> $crate::knowledge::Quiescence {
            self.$inner.quiescence(game, state, facts)
        }
        fn pass(&self, game: &G, state: &G::State, facts: &U::Facts) -> Option<G::State> {
            self.$inner.pass(game, state, facts)
        }
    };
}
