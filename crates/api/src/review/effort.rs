//! Effort of a review: what it may spend on a position, on proving and on estimating.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use counterplay_core::Limits;
use counterplay_core::engine::Table;

use crate::{Request, SolutionCache};

/// Effort of a review, for one position: what may be spent on proving it, and what on estimating it.
#[derive(Clone, Debug)]
pub struct Effort {
    prove: Option<Request>,
    estimate: Request,
    whole: Request,
}

impl Effort {
    /// The time that proving a position may take where nothing is said.
    pub const PROVING_TIME: Duration = Duration::from_secs(5);
    /// The time for an estimate where nothing is said.
    pub const ESTIMATING_TIME: Duration = Duration::from_millis(200);
    /// Of the limits three quarters are for proving, and the rest for estimating what could not be proven.
    const PROVING: u32 = 3;
    const OF: u32 = 4;

    /// Effort within the limits of a request. Where it has a limit of depth, or none at all, there is one search to that
    /// depth or to the end, and nothing else to prove by.
    #[must_use]
    pub fn within(request: &Request) -> Effort {
        let whole = shared(request);
        let is_split = request.depth.is_none() && (request.limits.time.is_some() || request.limits.nodes.is_some());
        let share = |parts: u32| {
            let time = request.limits.time.map(|time| time * parts / Effort::OF);
            let nodes = request.limits.nodes.map(|nodes| (nodes / u64::from(Effort::OF) * u64::from(parts)).max(1));
            Request { limits: Limits { time, nodes, ..request.limits.clone() }, ..whole.clone() }
        };
        let (prove, rest) = (share(Effort::PROVING), share(Effort::OF - Effort::PROVING));
        if is_split {
            Effort { prove: Some(prove), estimate: rest, whole }
        } else {
            Effort { prove: None, estimate: whole.clone(), whole }
        }
    }

    /// The usual effort, where nobody has said anything of limits: some seconds to prove a position, and a fraction of
    /// one to estimate it.
    #[must_use]
    pub fn usual(request: &Request) -> Effort {
        let request = shared(request);
        let timed = |time| Request { limits: Limits { time: Some(time), ..request.limits.clone() }, ..request.clone() };
        let estimate = timed(Effort::ESTIMATING_TIME);
        Effort { prove: Some(timed(Effort::PROVING_TIME)), whole: estimate.clone(), estimate }
    }

    /// What may be spent on a proof of one position, if any is to be tried.
    pub(super) fn prove(&self) -> Option<&Request> {
        self.prove.as_ref()
    }

    /// What may be spent on an estimate after a proof has failed.
    pub(super) fn estimate(&self) -> &Request {
        &self.estimate
    }

    /// What may be spent where no proof is tried.
    pub(super) fn whole(&self) -> &Request {
        &self.whole
    }

    /// What may be spent on one solution for so many positions.
    pub(super) fn for_all(&self, positions: usize) -> Request {
        let one = self.prove.as_ref().unwrap_or(&self.whole);
        let many = u32::try_from(positions.max(1)).unwrap_or(u32::MAX);
        let time = one.limits.time.map(|time| time.saturating_mul(many));
        let nodes = one.limits.nodes.map(|nodes| nodes.saturating_mul(many.into()));
        Request { limits: Limits { time, nodes, ..one.limits.clone() }, ..one.clone() }
    }

    /// Whether somebody has raised the stop flag.
    pub(super) fn is_stopped(&self) -> bool {
        self.whole.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// The request with a table and a cache that are kept from one position to the next.
fn shared(request: &Request) -> Request {
    let table = request.table.clone().unwrap_or_else(|| Arc::new(Table::new(request.memory)));
    let solution = request.solution.clone().unwrap_or_else(|| Arc::new(SolutionCache::default()));
    Request { table: Some(table), solution: Some(solution), ..request.clone() }
}
