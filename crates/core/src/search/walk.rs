//! What the textbook's searches share: entering and leaving a state, its leaves, its actions, and the trace.

use super::{Order, Settings, Statistics};
use crate::limits::{Cause, Halt, Meter};
use crate::trace::{CutBy, Edge, Event, Trace, Window};
use crate::{Actions, Evaluate, Game, Ply, Role, Score};

/// What a function of a search returns: a value, or where and why it could not go on.
pub(super) type Answer<V> = Result<V, Box<Halt>>;

/// A walk through the tree below one root.
pub(super) struct Walk<'a, G: Game, E, T> {
    pub game: &'a G,
    pub settings: &'a Settings<E>,
    pub trace: T,
    pub statistics: Statistics,
    /// The numbers of the actions that lead to the current state, to say where something went wrong.
    path: Vec<u32>,
    /// The actions of all states on the path: one stack, so that a node costs no allocation.
    actions: Actions<G::Action>,
    meter: Meter,
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
    count: usize,
}

impl<'a, G: Game, E: Evaluate<G>, T: Trace<G>> Walk<'a, G, E, T> {
    pub(super) fn new(game: &'a G, settings: &'a Settings<E>, trace: T) -> Self {
        Walk {
            game,
            settings,
            trace,
            statistics: Statistics::default(),
            path: Vec::new(),
            actions: Actions::new(),
            meter: Meter::new(&settings.limits),
        }
    }

    /// The same walk with another listener, and the listener that it had.
    pub(super) fn listened_to_by<U>(self, trace: U) -> (Walk<'a, G, E, U>, T) {
        let Walk { game, settings, trace: before, statistics, path, actions, meter } = self;
        (Walk { game, settings, trace, statistics, path, actions, meter }, before)
    }

    /// Begins again at a child of the root, with what is left of the limits.
    pub(super) fn start_below_root(&mut self) {
        self.path.clear();
        self.path.push(0);
    }

    /// Step 1: enters a state, by an action of its parent unless it is the root.
    pub(super) fn enter(&mut self, state: &G::State, via: Option<Edge<G::Action>>, window: Window) -> Answer<Entered> {
        let ply = self.path.len() as u32;
        self.path.push(via.map_or(0, |edge| edge.number));
        self.meter.spend().map_err(|cause| self.halt(cause))?;
        self.statistics.nodes += 1;
        self.statistics.deepest = self.statistics.deepest.max(ply);
        let role = (!self.game.is_terminal(state)).then(|| self.game.role(state));
        self.tell(|| Event::Enter { state, ply: Ply(ply), via, role, window });
        let horizon = self.settings.depth.is_some_and(|depth| ply >= depth.0);
        Ok(match role {
            None => Entered::Terminal,
            Some(_) if horizon => Entered::Horizon,
            Some(role) => Entered::Node(role),
        })
    }

    /// Step 2: UTILITY(s) of a finished game.
    pub(super) fn utility(&mut self, state: &G::State) -> Answer<Score> {
        match self.game.utility(state) {
            Score::UNKNOWN => Err(self.halt(Cause::Unknown)),
            score => Ok(self.leaf(score, false)),
        }
    }

    /// Step 2: EVAL(s) where the depth is reached.
    pub(super) fn evaluation(&mut self, state: &G::State) -> Answer<Score> {
        match self.settings.evaluation.evaluate(self.game, state) {
            Score::UNKNOWN => Err(self.halt(Cause::Unknown)),
            score => Ok(self.leaf(score, true)),
        }
    }

    /// Step 2: EVAL(s) where expectations are taken.
    pub(super) fn expectation(&mut self, state: &G::State) -> Answer<f64> {
        let value = self.settings.evaluation.expectation(self.game, state);
        if value.is_nan() {
            return Err(self.halt(Cause::Unknown));
        }
        // An infinite evaluation is a very good one, but not worth more than the best end of the game.
        let bounds = self.game.bounds();
        let finite = if value.is_finite() { value } else { value.clamp(bounds.low.into(), bounds.high.into()) };
        Ok(self.leaf(finite, true))
    }

    fn leaf<V: Copy + Into<f64>>(&mut self, value: V, estimate: bool) -> V {
        self.statistics.leaves += 1;
        self.statistics.evaluated += u64::from(estimate);
        self.tell(|| Event::Leaf { value: value.into(), estimate });
        value
    }

    /// ACTIONS(s), in the order of visits. Every `expand` has its `fold`.
    pub(super) fn expand(&mut self, state: &G::State) -> Answer<Expansion> {
        let start = self.actions.open();
        self.game.actions(state, &mut self.actions);
        let count = self.actions.as_slice().len() - start;
        if self.actions.overflowed() {
            return Err(self.halt(Cause::TooManyActions));
        }
        if count == 0 {
            return Err(self.halt(Cause::NoActions));
        }
        if self.settings.order == Order::RightToLeft {
            self.actions.slice_mut(start).reverse();
        }
        Ok(Expansion { start, count })
    }

    /// The `index`-th action in the order of visits.
    pub(super) fn edge(&self, expansion: &Expansion, index: usize) -> Edge<G::Action> {
        let action = self.actions.as_slice()[expansion.start + index];
        Edge { action, number: self.settings.order.number(index, expansion.count), probability: None }
    }

    /// Takes the actions of a state off the stack.
    pub(super) fn fold(&mut self, expansion: &Expansion) {
        self.actions.close(expansion.start);
    }

    /// Tells that the child just left is the best so far.
    pub(super) fn update(&mut self, value: impl Into<f64>, window: Window) {
        self.tell(|| Event::Update { value: value.into(), window });
    }

    /// Tells that the actions after the `index`-th are left out.
    pub(super) fn cut(&mut self, by: CutBy, value: Score, window: Window, expansion: &Expansion, index: usize) {
        if index + 1 < expansion.count {
            self.statistics.cutoffs += 1;
            self.statistics.first_action_cutoffs += u64::from(index == 0);
        }
        let cut = self.settings.order.numbers_after(index, expansion.count);
        self.tell(|| Event::Cutoff { by, value: value.into(), window, cut });
    }

    /// Step 4: leaves a state.
    pub(super) fn exit(&mut self, value: impl Into<f64>) {
        self.path.pop();
        self.tell(|| Event::Exit { value: value.into() });
    }

    /// Ends the search where it is.
    pub(super) fn halt(&self, cause: Cause) -> Box<Halt> {
        Box::new(Halt { cause, path: self.path.get(1..).unwrap_or_default().to_vec() })
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

impl Expansion {
    /// The places of the actions in the order of visits.
    pub(super) fn indices(&self) -> std::ops::Range<usize> {
        0..self.count
    }
}
