//! Shared limits: what several threads may spend together.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::limits::{Allowance, Cause, Limit, Limits, Meter};

/// The limits that all threads share: each takes a part for a search, and gives back what is left of it.
pub(super) struct SharedLimits<'a> {
    allowance: Allowance<'a>,
    /// The nodes that nobody has taken.
    nodes: AtomicU64,
    threads: u64,
}

impl<'a> SharedLimits<'a> {
    pub(super) fn new(limits: &'a Limits, threads: u32) -> Self {
        let nodes = AtomicU64::new(limits.nodes.unwrap_or(u64::MAX));
        SharedLimits { allowance: Allowance::new(limits), nodes, threads: threads.into() }
    }

    /// Takes a part of the limits for the next search.
    pub(super) fn take(&self) -> Result<Limits, Limit> {
        let part = |left: u64| left.div_ceil(self.threads);
        let left = self.nodes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - part(left)));
        let nodes = part(left.unwrap_or(0));
        if nodes == 0 {
            return Err(Limit::Nodes);
        }
        let limits = Limits { nodes: Some(nodes), ..self.allowance.left(0) };
        match Meter::new(&limits).check() {
            Err(Cause::Limit(limit)) => Err(limit),
            _ => Ok(limits),
        }
    }

    pub(super) fn give_back(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The limit that ended a search.
    pub(super) fn reached(&self) -> Limit {
        match Meter::new(&Limits { nodes: None, ..self.allowance.left(0) }).check() {
            Err(Cause::Limit(limit)) => limit,
            _ => Limit::Nodes,
        }
    }
}
