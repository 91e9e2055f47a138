//! Limits: what a search may spend, and why it ended before it was done.
//!
//! This is the one place where the clock is read and where the stack is measured.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::Score;

/// The limits of a search: what it may spend. Nothing is limited unless it is set, except the stack.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most states that the search may enter.
    pub nodes: Option<u64>,
    /// How long it may take.
    pub time: Option<Duration>,
    /// The time that is enough, where a search looks further each time: after it no other depth is begun, or after twice
    /// as long where the answer has just changed.
    pub enough: Option<Duration>,
    /// Raised by someone else to end the search.
    pub stop: Option<Arc<AtomicBool>>,
    /// Where the states that are entered are counted while the search goes on, some hundreds at a time, for someone who
    /// watches.
    pub count: Option<Arc<AtomicU64>>,
    /// Where the share of the work that is done is told in thousandths, by a search that knows how much there is.
    pub share: Option<Arc<AtomicU64>>,
    /// How many bytes of the current thread's stack the recursion may use. See [`with_stack`].
    pub stack: usize,
}

impl Limits {
    /// What fits into the two mebibytes that a thread has by default, with room for the caller.
    pub const DEFAULT_STACK: usize = 1 << 20;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            nodes: None,
            time: None,
            enough: None,
            stop: None,
            count: None,
            share: None,
            stack: Limits::DEFAULT_STACK,
        }
    }
}

/// Runs `work` on a thread whose stack has `bytes` to spare for recursion, so that [`Limits::stack`] may be set to
/// `bytes` in it. The memory is only touched as far as it is used.
///
/// # Errors
/// If the system refuses such a thread.
pub fn with_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    thread::scope(|scope| {
        let thread =
            thread::Builder::new().stack_size(bytes.saturating_add(Limits::DEFAULT_STACK)).spawn_scoped(scope, work)?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// The limit that ended a search, although nothing was wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The nodes were used up.
    Nodes,
    /// The time was used up.
    Time,
    /// Someone raised [`Limits::stop`].
    Stop,
}

/// The cause of a halt: why a search could not go on.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// A limit was reached. A search that has a root turns this into the best answer so far.
    Limit(Limit),
    /// The recursion used up the stack of this many bytes: the game is too deep, or never ends.
    Stack(usize),
    /// The worth of this state is needed, and nobody knows it.
    Unknown,
    /// The game ends with this utility, which is outside of its [`bounds`](crate::Game::bounds), and the search relies
    /// on them.
    OutsideBounds(Score),
    /// The game says that the state is not terminal, but lists no action.
    NoActions,
    /// The game lists more than [`Actions::MOST`](crate::Actions::MOST) actions.
    TooManyActions,
    /// It is chance's turn, and the probabilities do not sum to 1 but to this.
    Probabilities(f64),
    /// It is chance's turn, and the outcomes are too many to list.
    TooManyOutcomes,
    /// It is chance's turn in a game that declared to have no chance.
    UndeclaredChance,
    /// A view admits no state.
    NoState,
    /// The seat whose view it is has nothing to decide.
    NotToMove,
    /// A state that the game takes for one of a view is not: the seat sees something else in it, or is not to move.
    WrongState,
    /// A seat can do one thing in one state and another in a second, and sees the same in both.
    ActionsTell,
    /// A side sees the same after it has done one thing and after it has done another, so that it cannot plan ahead.
    Forgets,
}

impl Cause {
    /// A halt before anything was entered.
    #[must_use]
    pub fn at_root(self) -> Box<Halt> {
        Box::new(Halt { cause: self, path: Vec::new() })
    }
}

/// A halt of a search: where and why it could not go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Halt {
    /// Why.
    pub cause: Cause,
    /// Where: the numbers of the actions, from 1, that lead from the root to the state.
    pub path: Vec<u32>,
}

impl Halt {
    /// The path as text, `2.3`; a long one is shortened in the middle.
    #[must_use]
    pub fn place(&self) -> String {
        let text = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(".");
        match self.path.len() {
            0 => "the root".to_owned(),
            n if n <= 24 => text(&self.path),
            n => format!("{}. … .{} ({n} plies)", text(&self.path[..8]), text(&self.path[n - 8..])),
        }
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::Limit(Limit::Nodes) => f.write_str("the limit of nodes was reached"),
            Cause::Limit(Limit::Time) => f.write_str("the limit of time was reached"),
            Cause::Limit(Limit::Stop) => f.write_str("the search was stopped"),
            Cause::Stack(bytes) => write!(
                f,
                "the recursion used up its stack of {} KiB after {} plies: set a depth, or a larger stack",
                bytes / 1024,
                self.path.len()
            ),
            Cause::Unknown => write!(f, "the value of the state at {} is needed, and it is unknown", self.place()),
            Cause::OutsideBounds(utility) => {
                write!(f, "the game ends with {utility} at {}, which is outside of its bounds", self.place())
            }
            Cause::NoActions => {
                write!(f, "the game lists no action at {}, but says that the state is not terminal", self.place())
            }
            Cause::TooManyActions => {
                write!(f, "the game lists more than {} actions at {}", crate::Actions::<u8>::MOST, self.place())
            }
            Cause::Probabilities(sum) => {
                write!(f, "the probabilities of the chance node at {} sum to {sum}, not to 1", self.place())
            }
            Cause::TooManyOutcomes => write!(
                f,
                "the outcomes of the chance node at {} are too many to list: sample them instead",
                self.place()
            ),
            Cause::UndeclaredChance => {
                write!(f, "it is chance's turn at {}, but the game declares `type Luck = Without`", self.place())
            }
            Cause::NoState => f.write_str("no state of the game has this view"),
            Cause::NotToMove => f.write_str("the seat whose view this is has nothing to decide"),
            Cause::WrongState => f.write_str(
                "the game gives a state for this view in which the seat sees something else, or is not to move",
            ),
            Cause::ActionsTell => write!(
                f,
                "the legal actions at {} are not those of another state that looks the same to the seat to move",
                self.place()
            ),
            Cause::Forgets => write!(
                f,
                "the side to move at {} does not see what it has done before, \
                 and an equilibrium is for sides that remember",
                self.place()
            ),
        }
    }
}

impl std::error::Error for Halt {}

/// Limits that several searches share, one after the other.
#[derive(Debug)]
pub(crate) struct Allowance<'a> {
    limits: &'a Limits,
    start: Instant,
}

impl<'a> Allowance<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Self {
        Allowance { limits, start: Instant::now() }
    }

    /// The limits that are left when so many nodes have been entered.
    pub(crate) fn left(&self, nodes: u64) -> Limits {
        Limits {
            nodes: self.limits.nodes.map(|most| most.saturating_sub(nodes)),
            time: self.limits.time.map(|time| time.saturating_sub(self.start.elapsed())),
            ..self.limits.clone()
        }
    }
}

/// A meter of what a search spends.
#[derive(Debug)]
pub(crate) struct Meter {
    /// Nodes that may be entered after the next check.
    nodes_left: u64,
    /// Nodes that have been entered when the next check is due.
    nodes_at_check: u64,
    start: Instant,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    count: Option<Arc<AtomicU64>>,
    /// The nodes that `count` has not been told of yet, all of them entered when the next check is due.
    uncounted: u64,
    /// Raised by another thread of the same search when it is done.
    finished: Option<Arc<AtomicBool>>,
    /// Nodes until the next check. Asking the clock costs more than a node does, so it is asked now and then.
    until_check: u64,
    stack: usize,
    stack_base: usize,
}

impl Meter {
    /// A node costs well below 20 microseconds in any game we know, so that a clock is kept to the millisecond.
    const CHECK_EVERY: u64 = 512;

    pub(crate) fn new(limits: &Limits) -> Meter {
        let start = Instant::now();
        Meter {
            nodes_left: limits.nodes.unwrap_or(u64::MAX),
            nodes_at_check: 0,
            start,
            // A time too long for the clock is no limit.
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            stop: limits.stop.clone(),
            count: limits.count.clone(),
            uncounted: 0,
            finished: None,
            until_check: 0,
            stack: limits.stack,
            stack_base: stack_address(),
        }
    }

    /// How long the search has taken so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Ends the search as well when this flag is raised.
    pub(crate) fn stop_with(&mut self, finished: Arc<AtomicBool>) {
        self.finished = Some(finished);
    }

    /// Accounts for one more node, and for the recursion that led to it.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Cause> {
        self.count()?;
        self.check_stack()
    }

    /// Accounts for one more node.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Cause> {
        match self.until_check.checked_sub(1) {
            Some(left) => {
                self.until_check = left;
                Ok(())
            }
            None => self.check_and_count(),
        }
    }

    /// Accounts for some more nodes, or for as many of them as the limit allows.
    #[inline]
    pub(crate) fn count_all(&mut self, nodes: u32) -> Result<(), Cause> {
        match self.until_check.checked_sub(nodes.into()) {
            Some(left) => {
                self.until_check = left;
                Ok(())
            }
            None => (0..nodes).try_for_each(|_| self.count()),
        }
    }

    /// The limit of nodes, the clock and the flags in one check: it is due when the nodes are used up, or sooner.
    #[cold]
    fn check_and_count(&mut self) -> Result<(), Cause> {
        if self.nodes_left == 0 {
            return Err(Cause::Limit(Limit::Nodes));
        }
        self.check()?;
        let granted = self.nodes_left.min(Meter::CHECK_EVERY);
        let entered = std::mem::replace(&mut self.uncounted, granted);
        if let Some(count) = &self.count {
            count.fetch_add(entered, Ordering::Relaxed);
        }
        self.nodes_left -= granted;
        self.nodes_at_check += granted;
        self.until_check = granted - 1;
        Ok(())
    }

    /// The nodes that were accounted for.
    pub(crate) fn spent(&self) -> u64 {
        self.nodes_at_check - self.until_check
    }

    /// Whether the recursion still has room on the stack.
    #[inline]
    pub(crate) fn check_stack(&self) -> Result<(), Cause> {
        let used = self.stack_base.abs_diff(stack_address());
        if used > self.stack { Err(Cause::Stack(self.stack)) } else { Ok(()) }
    }

    #[cold]
    pub(crate) fn check(&self) -> Result<(), Cause> {
        let is_raised = |flag: &Option<Arc<AtomicBool>>| flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        if is_raised(&self.stop) || is_raised(&self.finished) {
            return Err(Cause::Limit(Limit::Stop));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Cause::Limit(Limit::Time));
        }
        Ok(())
    }
}

/// Where the stack of this thread has got to: the address of a local variable.
#[inline(always)]
fn stack_address() -> usize {
    let here = 0u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_is_shortened_in_the_middle() {
        let place = |path| Halt { cause: Cause::Unknown, path }.place();
        assert_eq!(place(vec![]), "the root");
        assert_eq!(place(vec![2, 3]), "2.3");
        assert_eq!(
            place((0..100_000).map(|i| i % 3 + 1).collect()),
            "1.2.3.1.2.3.1.2. … .3.1.2.3.1.2.3.1 (100000 plies)"
        );
    }

    #[test]
    fn a_stack_is_as_large_as_asked_for() {
        fn down(left: u32) -> u64 {
            if left == 0 { 0 } else { std::hint::black_box(down(left - 1)) + 1 }
        }
        assert_eq!(with_stack(64 << 20, || down(200_000)).unwrap(), 200_000);
    }

    #[test]
    fn someone_who_watches_sees_the_count_grow_and_never_too_high() {
        let count = Arc::<AtomicU64>::default();
        let mut meter = Meter::new(&Limits { count: Some(Arc::clone(&count)), ..Limits::default() });
        for entered in 1..=2000 {
            assert_eq!(meter.spend(), Ok(()));
            let told = count.load(Ordering::Relaxed);
            assert!(told < entered && entered - told <= Meter::CHECK_EVERY, "{told} of {entered}");
        }
    }

    #[test]
    fn the_stop_flag_is_seen_at_the_first_node() {
        let stop = Arc::new(AtomicBool::new(true));
        let mut meter = Meter::new(&Limits { stop: Some(stop), ..Limits::default() });
        assert_eq!(meter.spend().unwrap_err(), Cause::Limit(Limit::Stop));
        let mut meter = Meter::new(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
        assert_eq!(meter.spend().unwrap_err(), Cause::Limit(Limit::Time));
        let mut meter = Meter::new(&Limits { nodes: Some(1), time: Some(Duration::MAX), ..Limits::default() });
        assert_eq!(meter.spend(), Ok(()));
        assert_eq!(meter.spend().unwrap_err(), Cause::Limit(Limit::Nodes));
    }
}
