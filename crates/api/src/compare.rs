//! The textbook's searches side by side.

use std::time::Duration;

use counterplay_core::Limit;
use counterplay_core::search::{Decision, MinimalTree, effective_branching};

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
    /// What a best reply gains against whoever plays so, in points, in a game with secrets.
    pub exploitability: Option<f64>,
    /// How long it took.
    pub time: Duration,
    /// Why it ended early, if it did.
    pub stopped: Option<Limit>,
}

impl Row {
    /// The row of a search that made a decision.
    #[must_use]
    pub fn new<A>(name: &'static str, depth: Option<u32>, decision: &Decision<A>, scale: f64, time: Duration) -> Row {
        let statistics = decision.statistics;
        let share = statistics.first_action_cutoffs as f64 / statistics.cutoffs as f64;
        Row {
            name,
            depth,
            nodes: statistics.nodes,
            leaves: statistics.leaves,
            value: decision.value.score / scale,
            first_action_cutoffs: (statistics.cutoffs > 0).then_some(share),
            exploitability: None,
            time,
            stopped: decision.stopped,
        }
    }

    /// The effective branching factor, if it looked to a certain depth and came to its end.
    #[must_use]
    pub fn branching(&self) -> Option<f64> {
        self.depth.filter(|_| self.stopped.is_none()).map(|depth| effective_branching(depth, self.nodes))
    }
}

/// What a comparison tells while it goes on.
#[derive(Clone, Copy, Debug)]
pub enum RowEvent<'a> {
    /// The search of this name begins.
    Begins(&'static str),
    /// One has ended.
    Ends(&'a Row),
}

/// The searches on one position.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// A row for each search.
    pub rows: Vec<Row>,
    /// The fewest nodes that establish the value; nothing where there is chance, or no time to find them.
    pub minimal: Option<MinimalTree>,
}

impl Comparison {
    /// The nodes of each search to a depth, and of the minimal tree: name, depth, nodes; no nodes where a limit stopped
    /// it.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u32, Option<u64>)> {
        let row = |row: &Row| Some((row.name, row.depth?, row.stopped.is_none().then_some(row.nodes)));
        let depth = self.rows.first().and_then(|row| row.depth);
        let minimal = self.minimal.and_then(|tree| Some(("minimal tree", depth?, Some(tree.nodes))));
        self.rows.iter().filter_map(row).chain(minimal)
    }

    /// The value that the first search found which came to its end, and those that found another: what a game knows may
    /// tell more of a leaf than its evaluation does.
    #[must_use]
    pub fn agreement(&self) -> Option<(f64, Vec<&'static str>)> {
        let ended = || self.rows.iter().filter(|row| row.stopped.is_none());
        let value = ended().next()?.value;
        // Means of means are summed up in another order where something is cut, and differ by rounding.
        let differs = |row: &&Row| (row.value - value).abs() > 1e-9 * value.abs().max(1.0);
        Some((value, ended().filter(differs).map(|row| row.name).collect()))
    }
}
