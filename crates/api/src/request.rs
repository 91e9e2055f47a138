//! What goes into a search.

use std::sync::Arc;
use std::time::Duration;

use counterplay_core::engine::{Filter, Proofs, Selective, Table, Task};
use counterplay_core::{Depth, Limits};

use crate::{ActionId, SolutionCache};

/// What a search is asked for.
///
/// ```
/// use std::time::Duration;
///
/// use counterplay_api::Request;
///
/// let request = Request::default().with_time(Duration::from_secs(2)).with_lines(3).with_seed(7);
/// assert_eq!((request.lines, request.seed, request.depth), (3, 7, None));
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    /// What it may spend.
    pub limits: Limits,
    /// How far it may look; to the end of the game if nothing is said.
    pub depth: Option<u32>,
    /// How much memory a table may take, in bytes.
    pub memory: usize,
    /// A table that is warm from earlier searches of the same game with the same options; a new one for each search if
    /// there is none, so that a search can be repeated.
    pub table: Option<Arc<Table>>,
    /// What a proof by numbers goes on from, and tells what it finds out; nothing if it begins anew and leaves nothing.
    pub proofs: Option<Arc<Proofs>>,
    /// The solution of the whole game that a solver has found before, and where it keeps one; nothing if each position is
    /// solved anew.
    pub solution: Option<Arc<SolutionCache>>,
    /// How many threads to use. Only one gives the same answer to the node each time.
    pub threads: u32,
    /// How many lines to find, the best first.
    pub lines: usize,
    /// The seed of whatever is drawn at random.
    pub seed: u64,
    /// How a game with secrets is searched; if nothing is said, as the game itself advises, or else by averaging.
    pub search: Option<HiddenSearch>,
    /// How many deals to draw at the most in a game with secrets: for each it is searched, or simulated, once. If
    /// nothing is said, as many as the limits of time or nodes allow, or a usual number if there are none.
    pub deals: Option<usize>,
    /// In a game of chance, at which actions to look, those that seem best: a heuristic, which makes an estimate of
    /// every score. At all of them if nothing is said.
    pub filter: Option<Filter>,
    /// The selective techniques to use, in a game without chance and secrets; all of them if nothing is said. A proof
    /// uses none.
    pub selective: Selective,
    /// The actions to choose from, by their handles, in a game without chance and secrets; all of them if nothing is
    /// said. The answer is then about these alone: the best of them, and what it is worth.
    pub only: Vec<ActionId>,
}

/// The searches for games with secrets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HiddenSearch {
    /// Averaging over deals: each is searched as if all could be seen.
    Averaging,
    /// Information-set Monte Carlo tree search.
    Ismcts,
    /// An equilibrium of the whole game, as near as the limits allow, and an action drawn by its probabilities.
    Equilibrium,
    /// The search that is likely to be strongest: as the game itself advises, else an equilibrium where the limit of nodes allows
    /// one, else averaging.
    Strongest,
}

impl HiddenSearch {
    /// All of them.
    pub const ALL: [HiddenSearch; 4] =
        [HiddenSearch::Averaging, HiddenSearch::Ismcts, HiddenSearch::Equilibrium, HiddenSearch::Strongest];

    /// Its word, on the command line and in the reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            HiddenSearch::Averaging => "averaging",
            HiddenSearch::Ismcts => "ismcts",
            HiddenSearch::Equilibrium => "equilibrium",
            HiddenSearch::Strongest => "strongest",
        }
    }

    /// The one with this word.
    #[must_use]
    pub fn named(word: &str) -> Option<HiddenSearch> {
        HiddenSearch::ALL.into_iter().find(|search| search.as_str() == word)
    }
}

impl Default for Request {
    fn default() -> Request {
        let (limits, memory) = (Limits::default(), Table::USUAL);
        Request {
            limits,
            depth: None,
            memory,
            table: None,
            proofs: None,
            solution: None,
            threads: 1,
            lines: 1,
            seed: 1,
            search: None,
            deals: None,
            filter: None,
            selective: Selective::ALL,
            only: Vec::new(),
        }
    }
}

impl Request {
    /// The request with these selective techniques.
    #[must_use]
    pub fn with_selective(mut self, selective: Selective) -> Request {
        self.selective = selective;
        self
    }

    /// The request with these limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Request {
        self.limits = limits;
        self
    }

    /// The request with a limit of nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Request {
        self.limits.nodes = Some(nodes);
        self
    }

    /// The request with a limit of time.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Request {
        self.limits.time = Some(time);
        self
    }

    /// The request with a limit of depth, in plies.
    #[must_use]
    pub fn with_depth(mut self, plies: u32) -> Request {
        self.depth = Some(plies);
        self
    }

    /// The request with so much memory for a table, in bytes.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Request {
        self.memory = bytes;
        self
    }

    /// The request with a table that is warm from earlier searches.
    #[must_use]
    pub fn with_table(mut self, table: Arc<Table>) -> Request {
        self.table = Some(table);
        self
    }

    /// The request with what a proof by numbers goes on from.
    #[must_use]
    pub fn with_proofs(mut self, proofs: Arc<Proofs>) -> Request {
        self.proofs = Some(proofs);
        self
    }

    /// The request with so many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: u32) -> Request {
        self.threads = threads;
        self
    }

    /// The request with so many lines.
    #[must_use]
    pub fn with_lines(mut self, lines: usize) -> Request {
        self.lines = lines;
        self
    }

    /// The request with this seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Request {
        self.seed = seed;
        self
    }

    /// The request with a search for games with secrets.
    #[must_use]
    pub fn with_search(mut self, search: HiddenSearch) -> Request {
        self.search = Some(search);
        self
    }

    /// The request with at most so many deals.
    #[must_use]
    pub fn with_deals(mut self, deals: usize) -> Request {
        self.deals = Some(deals);
        self
    }

    /// The request with a filter of actions.
    #[must_use]
    pub fn with_filter(mut self, filter: Filter) -> Request {
        self.filter = Some(filter);
        self
    }

    /// The request with the actions to choose from.
    #[must_use]
    pub fn with_only(mut self, actions: Vec<ActionId>) -> Request {
        self.only = actions;
        self
    }

    /// The table to use: the warm one, or a new one.
    #[must_use]
    pub fn table(&self) -> Arc<Table> {
        // A search of few nodes or of little time has nothing to put into a large table, and it takes time to lay one
        // out: half a millisecond for a megabyte.
        const BYTES_A_NODE: u64 = 64;
        const BYTES_A_MILLISECOND: u64 = 64 << 10;
        let nodes = self.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(BYTES_A_NODE));
        let time =
            self.limits.time.map_or(u64::MAX, |time| (time.as_millis() as u64).saturating_mul(BYTES_A_MILLISECOND));
        let most = usize::try_from(nodes.min(time).max(1 << 20)).unwrap_or(usize::MAX);
        self.table.clone().unwrap_or_else(|| Arc::new(Table::new(self.memory.min(most))))
    }

    /// What a proof by numbers goes on from, or begins with. It has two questions, with a table for each.
    #[must_use]
    pub fn proofs(&self) -> Arc<Proofs> {
        self.proofs.clone().unwrap_or_else(|| Arc::new(Proofs::new(self.memory / 2)))
    }

    /// The task of an engine.
    #[must_use]
    pub fn task(&self) -> Task {
        let (limits, depth) = (self.limits.clone(), self.depth.map(Depth));
        let only = self.only.iter().map(|action| action.place()).collect();
        Task { limits, depth, lines: self.lines, all_best: true, only }
    }
}
