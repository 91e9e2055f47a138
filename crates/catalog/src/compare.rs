//! The textbook's searches side by side.

use std::time::Duration;

use counterplay_core::Limit;
use counterplay_core::search::{Decision, MinimalTree};

/// What one search took.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// How far it looked; to the end of every game if nothing is said.
    pub depth: Option<u32>,
    /// States entered.
    pub nodes: u64,
    /// Those that were leaves.
    pub leaves: u64,
    /// The value it found, MAX's, in points.
    pub value: f64,
    /// The share of cut-offs that the first action made, where there were any.
    pub first_action_cutoffs: Option<f64>,
    /// How long it took.
    pub time: Duration,
    /// Why it ended early, if it did.
    pub stopped: Option<Limit>,
}

impl Row {
    pub(crate) fn new<A>(
        name: &'static str,
        depth: Option<u32>,
        decision: &Decision<A>,
        scale: u32,
        time: Duration,
    ) -> Row {
        let statistics = decision.statistics;
        let share = statistics.first_action_cutoffs as f64 / statistics.cutoffs as f64;
        Row {
            name,
            depth,
            nodes: statistics.nodes,
            leaves: statistics.leaves,
            value: decision.value.score / f64::from(scale),
            first_action_cutoffs: (statistics.cutoffs > 0).then_some(share),
            time,
            stopped: decision.stopped,
        }
    }
}

/// The searches on one position.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// A row for each search.
    pub rows: Vec<Row>,
    /// The fewest nodes that establish the value; nothing where there is chance, or no time to find them.
    pub minimal: Option<MinimalTree>,
}
