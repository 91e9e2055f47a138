//! The walk that the textbook's searches share: entering and leaving a state, its leaves, its actions, and the trace.
//!
//! Most nodes are states at the horizon that nobody listens to. Such a node costs RESULT, TERMINAL-TEST and EVAL of the
//! game, and one count here: all else is counted where a state is expanded, or found out when it is asked for.
//!
//! PERF: by `cargo xtask versus nodes` alpha-beta enters about 90 million nodes a second, against 24 million when the
//! principal line was heard from the events, every node wrote its path, its counts and its place on the stack, and the
//! rules of the game were not inlined.

use super::path::Path;
use super::{Order, Settings, Statistics};
use crate::limits::{Cause, Halt, Meter};
use crate::trace::{CutBy, Edge, Event, Trace, Window};
use crate::{Actions, Bounds, Evaluate, Game, NoOracle, Oracle, Ply, Role, Score};

/// The result of a search: a value, or where and why it could not go on.
pub(super) type SearchResult<V> = Result<V, Box<Halt>>;

/// The result of a function inside a walk: a value, or that the walk has halted, which knows where and why. The word
/// has no content of its own, so that a score comes back in a register.
pub(super) type Walked<V> = Result<V, Halted>;

/// The search cannot go on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halted;

/// A walk through the tree below one root.
pub(super) struct Walk<'a, G: Game, E, T, O: ?Sized = NoOracle> {
    pub game: &'a G,
    pub settings: &'a Settings<E, O>,
    pub trace: T,
    /// How far the states that are now entered are from the root.
    ply: u32,
    /// The ply where EVAL takes the place of searching.
    horizon: u32,
    tally: Tally,
    /// Why the walk was halted, with the numbers of the actions from there up as far as it has been left.
    halt: Option<Box<Halt>>,
    /// The actions of all states on the path: one stack, so that a node costs no allocation.
    actions: Actions<G::Action>,
    meter: Meter,
    /// The line of play, where the rules look at it; and the action by which the state was entered that is searched
    /// now.
    path: Option<Box<Path<G>>>,
    via: Option<G::Action>,
}

/// What is counted on the way. The states at the horizon are all the others.
#[derive(Clone, Copy, Default)]
struct Tally {
    /// States whose actions were looked at.
    inner: u64,
    /// Finished games.
    finished: u64,
    cutoffs: u64,
    first_action_cutoffs: u64,
    /// The longest way to one of the inner states and finished games, in plies.
    deepest: u32,
}

/// What a search does with the state that it has entered.
pub(super) enum Entered {
    /// The game is over.
    Terminal,
    /// The depth is reached.
    Horizon,
    /// Somebody chooses.
    Node(Role),
}

/// The actions of one state, on the walk's stack, in the order of visits.
pub(super) struct Expansion {
    start: usize,
    pub count: usize,
}

impl<'a, G: Game, E: Evaluate<G>, T: Trace<G>, O: Oracle<G> + ?Sized> Walk<'a, G, E, T, O> {
    pub(super) fn new(game: &'a G, settings: &'a Settings<E, O>, trace: T) -> Self {
        Walk {
            game,
            settings,
            trace,
            ply: 0,
            horizon: settings.depth.map_or(u32::MAX, |depth| depth.0),
            tally: Tally::default(),
            halt: None,
            actions: Actions::new(),
            meter: Meter::new(&settings.limits),
            path: Path::new(game, &settings.before_root).map(Box::new),
            via: None,
        }
    }

    /// The walk with another listener.
    pub(super) fn listened_to_by<U>(self, trace: U) -> Walk<'a, G, E, U, O> {
        let Walk { game, settings, trace: _, ply, horizon, tally, halt, actions, meter, path, via } = self;
        Walk { game, settings, trace, ply, horizon, tally, halt, actions, meter, path, via }
    }

    /// Begins again at a child of the root, with what is left of the limits.
    pub(super) fn start_below_root(&mut self, root: &G::State) {
        self.ply = 1;
        self.halt = None;
        if let Some(path) = &mut self.path {
            path.clear();
            path.push(self.game, root, None);
        }
    }

    /// What the walk did so far.
    pub(super) fn statistics(&self) -> Statistics {
        let Tally { inner, finished, cutoffs, first_action_cutoffs, deepest } = self.tally;
        let nodes = self.meter.spent();
        let leaves = nodes - inner;
        let evaluated = leaves - finished;
        let deepest = if evaluated > 0 { self.horizon } else { deepest };
        Statistics { nodes, leaves, evaluated, table_hits: 0, cutoffs, first_action_cutoffs, deepest }
    }

    /// Turns what the function for the root returned into an answer.
    pub(super) fn answer<V>(&self, found: Walked<V>) -> SearchResult<V> {
        found.map_err(|Halted| {
            let mut halt = self.halt.clone().expect("a walk that has halted knows why");
            halt.path.reverse();
            halt
        })
    }

    /// Whether the states that are now entered are the children of the root.
    #[inline]
    pub(super) fn is_below_root(&self) -> bool {
        self.ply == 1
    }

    /// How far the states that are now entered are from the root.
    pub(super) fn ply(&self) -> Ply {
        Ply(self.ply)
    }

    /// Step 1: enters a state, by an action of its parent unless it is the root.
    #[inline(always)]
    pub(super) fn enter(&mut self, state: &G::State, via: Option<Edge<G::Action>>, window: Window) -> Walked<Entered> {
        if let Err(cause) = self.meter.count() {
            return Err(self.halt(cause));
        }
        let (game, ply) = (self.game, Ply(self.ply));
        let via_action = via.map(|edge| edge.action);
        let terminal = game.is_terminal(state) || self.path.is_some() && self.is_drawn(state, via_action);
        if self.path.is_some() {
            self.via = via_action;
        }
        self.tell(|| Event::Enter { state, ply, via, role: (!terminal).then(|| game.role(state)), window });
        Ok(if terminal {
            Entered::Terminal
        } else if self.is_horizon(state) {
            Entered::Horizon
        } else {
            Entered::Node(game.role(state))
        })
    }

    /// Whether the line of play makes a state a draw.
    #[cold]
    fn is_drawn(&self, state: &G::State, via: Option<G::Action>) -> bool {
        self.path.as_ref().is_some_and(|path| path.is_drawn(self.game, state, via))
    }

    /// Whether the search looks no further than this state, which an action of the state above leads to.
    pub(super) fn is_leaf(&self, state: &G::State, via: G::Action) -> bool {
        self.is_horizon(state) || self.game.is_terminal(state) || self.path.is_some() && self.is_drawn(state, Some(via))
    }

    /// Whether the search looks no further than the root.
    pub(super) fn is_leaf_at_root(&self, state: &G::State) -> bool {
        let horizon = self.horizon == 0 && self.settings.evaluation.applies_to(self.game, state);
        horizon || self.game.is_terminal(state)
    }

    /// Whether EVAL takes the place of searching.
    #[inline(always)]
    fn is_horizon(&self, state: &G::State) -> bool {
        self.ply >= self.horizon && self.settings.evaluation.applies_to(self.game, state) || self.is_known(state)
    }

    /// Whether the value is known without a search. At the root somebody wants to know what to do.
    #[inline(always)]
    fn is_known(&self, state: &G::State) -> bool {
        self.settings.oracle.is_some() && self.ply > 0 && self.known(state).is_some()
    }

    /// The expectation that the oracle knows.
    #[inline]
    fn known(&self, state: &G::State) -> Option<f64> {
        self.settings.oracle.as_ref().and_then(|oracle| oracle.expectation(self.game, state))
    }

    /// Step 2: UTILITY(s) of a finished game.
    #[inline(always)]
    pub(super) fn utility(&mut self, state: &G::State) -> Walked<Score> {
        // Asked before anything is written, so that what TERMINAL-TEST found need not be found again.
        let utility = if self.path.is_some() { self.utility_by_line(state) } else { self.game.utility(state) };
        self.tally.finished += 1;
        self.tally.deepest = self.tally.deepest.max(self.ply);
        match utility {
            Score::UNKNOWN => Err(self.halt(Cause::Unknown)),
            score => Ok(self.leaf(score, false)),
        }
    }

    /// UTILITY(s) where the line may have ended the game.
    #[cold]
    fn utility_by_line(&self, state: &G::State) -> Score {
        if self.game.is_terminal(state) { self.game.utility(state) } else { Score::DRAW }
    }

    /// Step 2: EVAL(s) where the depth is reached.
    #[inline]
    pub(super) fn evaluation(&mut self, state: &G::State) -> Walked<Score> {
        match self.settings.evaluation.evaluate(self.game, state) {
            Score::UNKNOWN => Err(self.halt(Cause::Unknown)),
            score => Ok(self.leaf(score, true)),
        }
    }

    /// Step 2: EVAL(s) where expectations are taken.
    pub(super) fn expectation(&mut self, state: &G::State) -> Walked<f64> {
        if let Some(value) = self.known(state) {
            self.tally.finished += 1;
            self.tally.deepest = self.tally.deepest.max(self.ply);
            return Ok(self.leaf(value, false));
        }
        let value = self.settings.evaluation.expectation(self.game, state);
        if value.is_nan() {
            return Err(self.halt(Cause::Unknown));
        }
        Ok(self.leaf(within(value, self.game.bounds_of(state)), true))
    }

    #[inline]
    fn leaf<V: Copy + Into<f64>>(&mut self, value: V, estimate: bool) -> V {
        self.tell(|| Event::Leaf { value: value.into(), estimate });
        value
    }

    /// Goes from a state to those below it. Every `descend` has its `ascend`.
    #[inline]
    pub(super) fn descend(&mut self) -> Walked<()> {
        self.tally.inner += 1;
        self.tally.deepest = self.tally.deepest.max(self.ply);
        self.ply += 1;
        self.meter.check_stack().map_err(|cause| self.halt(cause))
    }

    /// Goes back to the state above.
    #[inline]
    pub(super) fn ascend(&mut self) {
        self.ply -= 1;
    }

    /// Descends, and lists ACTIONS(s) in the order of visits. Every `expand` has its `pop_actions`.
    #[inline(always)]
    pub(super) fn expand(&mut self, state: &G::State) -> Walked<Expansion> {
        self.descend()?;
        let start = self.actions.open();
        self.game.actions(state, &mut self.actions);
        if self.actions.overflowed() {
            return Err(self.halt(Cause::TooManyActions));
        }
        if self.path.is_some() {
            self.follow(state, start);
        }
        let count = self.actions.as_slice().len() - start;
        if count == 0 {
            return Err(self.halt(Cause::NoActions));
        }
        if self.settings.order == Order::RightToLeft {
            self.reverse(start);
        }
        Ok(Expansion { start, count })
    }

    /// Goes on along the line of play, and leaves out the actions from `start` on that it forbids.
    #[cold]
    fn follow(&mut self, state: &G::State, start: usize) {
        let (game, via) = (self.game, self.via);
        if let Some(path) = &mut self.path {
            path.push(game, state, via);
            self.actions.retain_from(start, |action| !path.is_forbidden(game, action));
        }
    }

    #[cold]
    fn reverse(&mut self, start: usize) {
        self.actions.slice_mut(start).reverse();
    }

    /// The `index`-th action in the order of visits.
    #[inline]
    pub(super) fn edge(&self, expansion: &Expansion, index: usize) -> Edge<G::Action> {
        let action = self.actions.as_slice()[expansion.start + index];
        Edge { action, number: self.settings.order.number(index, expansion.count), probability: None }
    }

    /// If the walk was halted below the `index`-th of `count` actions, notes the way.
    #[inline]
    pub(super) fn behind<V>(&mut self, index: usize, count: usize, found: Walked<V>) -> Walked<V> {
        found.map_err(|halted| self.note(index, count, halted))
    }

    #[cold]
    fn note(&mut self, index: usize, count: usize, halted: Halted) -> Halted {
        if let Some(halt) = &mut self.halt {
            halt.path.push(self.settings.order.number(index, count));
        }
        halted
    }

    /// Takes the actions of a state off the stack, and goes back to it.
    #[inline]
    pub(super) fn pop_actions(&mut self, expansion: &Expansion) {
        self.actions.close(expansion.start);
        self.ascend();
        if let Some(path) = &mut self.path {
            path.pop();
        }
    }

    /// Tells that the child just left is the best so far.
    #[inline]
    pub(super) fn update(&mut self, value: impl Into<f64>, window: Window) {
        self.tell(|| Event::Update { value: value.into(), window });
    }

    /// Tells that the actions after the `index`-th are left out.
    #[inline]
    pub(super) fn cut(
        &mut self,
        by: CutBy,
        value: impl Into<f64>,
        window: Window,
        expansion: &Expansion,
        index: usize,
    ) {
        self.leave_out(by, value, window, index + 1, expansion.count);
    }

    /// Tells that of `count` actions or outcomes those from the `index`-th on are left out.
    #[inline]
    pub(super) fn leave_out(&mut self, by: CutBy, value: impl Into<f64>, window: Window, index: usize, count: usize) {
        if index < count {
            self.tally.cutoffs += 1;
            self.tally.first_action_cutoffs += u64::from(index <= 1);
        }
        let cut = self.settings.order.numbers_from(index, count);
        self.tell(|| Event::Cutoff { by, value: value.into(), window, cut });
    }

    /// Tells that for now one action of a state is enough: the others wait, and are not cut yet.
    pub(super) fn wait(&mut self, value: f64, window: Window, expansion: &Expansion) {
        let cut = self.settings.order.numbers_after(0, expansion.count);
        self.tell(|| Event::Cutoff { by: CutBy::Probe, value, window, cut });
    }

    /// Step 4: leaves a state.
    #[inline]
    pub(super) fn exit(&mut self, value: impl Into<f64>) {
        self.tell(|| Event::Exit { value: value.into() });
    }

    /// Ends the search where it is.
    #[cold]
    pub(super) fn halt(&mut self, cause: Cause) -> Halted {
        self.halt = Some(Box::new(Halt { cause, path: Vec::new() }));
        Halted
    }

    /// Tells the listener, if there is one.
    #[inline(always)]
    fn tell<'e>(&mut self, event: impl FnOnce() -> Event<'e, G>)
    where
        G: 'e,
    {
        if T::LISTENS {
            self.trace.event(self.game, &event());
        }
    }
}

/// What an evaluation counts for where expectations are taken: nothing is worth more than the best end of the game, nor
/// less than the worst. A search that cuts at chance nodes relies on it, and so that all have one value, all keep to
/// it.
pub(crate) fn within(value: f64, bounds: Bounds) -> f64 {
    value.clamp(bounds.low.into(), bounds.high.into())
}

impl Expansion {
    /// The places of the actions in the order of visits.
    pub(super) fn indices(&self) -> std::ops::Range<usize> {
        0..self.count
    }
}
