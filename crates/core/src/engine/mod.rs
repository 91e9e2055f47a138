//! The engine: alpha-beta at full strength, for every deterministic game of perfect information.
//!
//! The textbook's searches are in [`search`](crate::search) and are the oracle; this is the one search that plays and
//! proves. It is compiled for each game, and learns from a game what the game can teach
//! ([`Knowledge`]); each of its [`Techniques`] can be left out, and without any it is the book's
//! alpha-beta, state by state.
//!
//! ```
//! # use counterplay_core::{Actions, Game, Score, Seat, Turn, Without};
//! # struct Nim;
//! # impl Game for Nim {
//! #     type State = (u32, Seat);
//! #     type Action = u32;
//! #     type Luck = Without;
//! #     type Secrets = Without;
//! #     fn initial(&self) -> (u32, Seat) { (21, Seat::FIRST) }
//! #     fn turn(&self, &(_, seat): &(u32, Seat)) -> Turn { Turn::Seat(seat) }
//! #     fn actions(&self, &(left, _): &(u32, Seat), out: &mut Actions<u32>) { out.extend(1..=left.min(3)); }
//! #     fn apply(&self, (left, seat): &mut (u32, Seat), taken: u32) { *left -= taken; *seat = seat.other(); }
//! #     fn is_terminal(&self, &(left, _): &(u32, Seat)) -> bool { left == 0 }
//! #     fn utility(&self, &(_, seat): &(u32, Seat)) -> Score {
//! #         if seat == Seat::FIRST { Score::LOSS } else { Score::WIN }
//! #     }
//! # }
//! use counterplay_core::engine::{Engine, Hashed, Table, Task};
//!
//! let table = Table::new(1 << 20);
//! let engine = Engine::new(&Nim, &table).keys(Hashed);
//! let verdict = engine.solve(&Nim.initial(), &Task::default(), &mut |_| {})?;
//! assert_eq!(verdict.value(), Some(Score::WIN));
//! assert_eq!(verdict.best, [1]); // leaves a multiple of four
//! # Ok::<(), Box<counterplay_core::Halt>>(())
//! ```
//!
//! # Where to start reading
//!
//! 1. `node`: the search itself, in numbered steps.
//! 2. `children`: the children of a state; `ordering` and `history`: which of them is visited first; `quiescence`:
//!    beyond the horizon; `endgame`: the last plies, where the order hardly matters.
//! 3. `root`: iterative deepening, several lines, all best actions.
//! 4. `solve` and `distance`: the exact value by null windows, and how soon.
//! 5. `table`, `local_table`, `keys`: what is remembered, where, and under which key.
//! 6. `smp`, `parallel`: several threads.
//! 7. `chance`: the engine for games in which dice decide.
//! 8. `proof_number`: questions with two answers, by another search; `strategy`: what such a proof comes down to.
//! 9. [`knowledge`]: what a game may teach the engine; [`oracle`]: what tables and certificates know;
//!    [`threat_space`]: wins by threats alone; [`certificate`]: strategies that are proven to win, as text.

pub mod certificate;
mod chance;
mod children;
mod distance;
mod endgame;
mod history;
mod keys;
pub mod knowledge;
mod line;
mod local_table;
mod node;
mod node_value;
pub mod oracle;
mod ordering;
mod parallel;
mod prefetch;
mod proof_number;
mod quiescence;
mod root;
mod root_line;
mod selective;
mod smp;
mod solve;
mod strategy;
mod table;
mod techniques;
pub mod threat_space;
mod win_distance;
mod worker;

use crate::{
    BeforeRoot, Bounds, Depth, Deterministic, Game, Knowledge, Limits, Oracle, PerfectInformation, RulesOnly, Score,
    ToTheEnd,
};

use root_line::RootLine;

pub use chance::{ChanceEngine, ChanceTechniques, Filter};
pub use keys::{Hashed, Keys, NoKeys, OwnKeys, SharedKeys, TableSlot};
pub use proof_number::{Proofs, ProofsError, Proven};
pub use root::{Analysis, Iteration, Variation};
pub use solve::{Progress, Verdict};
pub use strategy::Strategy;
pub use table::{Entry, Table};
pub use techniques::{Selective, Techniques};

/// The engine for a deterministic game, with all that its search needs: an evaluation, keys, knowledge, an oracle, a
/// table, and the techniques to use.
#[derive(Debug)]
pub struct Engine<'a, G: Game, E = ToTheEnd, K = NoKeys, U = RulesOnly> {
    game: &'a G,
    evaluation: E,
    keys: K,
    knowledge: U,
    oracle: Option<&'a dyn Oracle<G>>,
    table: &'a Table,
    techniques: Techniques,
    line: RootLine,
}

impl<'a, G: Deterministic + PerfectInformation> Engine<'a, G> {
    /// An engine for a game of which only the rules are known.
    #[must_use]
    pub fn new(game: &'a G, table: &'a Table) -> Self {
        Engine {
            game,
            evaluation: ToTheEnd,
            keys: NoKeys,
            knowledge: RulesOnly,
            oracle: None,
            table,
            techniques: Techniques::EXACT,
            line: RootLine::new(game, &BeforeRoot::default()),
        }
    }
}

impl<'a, G: Game, E, K, U> Engine<'a, G, E, K, U> {
    /// Sets EVAL(s), for searches to a limited depth.
    #[must_use]
    pub fn evaluation<F>(self, evaluation: F) -> Engine<'a, G, F, K, U> {
        let Engine { game, keys, knowledge, oracle, table, techniques, line, .. } = self;
        Engine { game, evaluation, keys, knowledge, oracle, table, techniques, line }
    }

    /// Sets where the keys for the table come from. Without keys there is no table.
    #[must_use]
    pub fn keys<L: Keys<G>>(self, keys: L) -> Engine<'a, G, E, L, U> {
        let Engine { game, evaluation, knowledge, oracle, table, techniques, line, .. } = self;
        Engine { game, evaluation, keys, knowledge, oracle, table, techniques, line }
    }

    /// Sets the knowledge that the game teaches.
    #[must_use]
    pub fn knowledge<V>(self, knowledge: V) -> Engine<'a, G, E, K, V> {
        let Engine { game, evaluation, keys, oracle, table, techniques, line, .. } = self;
        Engine { game, evaluation, keys, knowledge, oracle, table, techniques, line }
    }

    /// Sets the oracle: endgame tables, or a certificate.
    #[must_use]
    pub fn oracle(self, oracle: Option<&'a dyn Oracle<G>>) -> Self {
        Engine { oracle, ..self }
    }

    /// What happened before the root, where the rules of the game look at the line of play.
    #[must_use]
    pub fn before_root(self, before: &BeforeRoot) -> Self {
        let line = RootLine::new(self.game, before);
        Engine { line, ..self }
    }

    /// Sets the techniques to use.
    #[must_use]
    pub fn techniques(self, techniques: Techniques) -> Self {
        Engine { techniques, ..self }
    }
}

impl<G: Game, E, K, U: Knowledge<G>> Engine<'_, G, E, K, U> {
    /// Static bounds of a state: what the oracle knows, and what the game knows where the oracle leaves anything open;
    /// or only as far as they answer whether MAX's value is at least so much.
    #[inline]
    fn bounds(&self, state: &G::State, facts: &U::Facts, asked: Option<Score>) -> Bounds {
        match self.oracle {
            None => self.knowledge.bounds(self.game, state, facts, asked),
            Some(oracle) => self.bounds_by(oracle, state, facts, asked),
        }
    }

    /// Static bounds of a state where there is an oracle. Out of the way of searches that have none: inlined, it made
    /// connect four and Othello slower by a twentieth.
    #[cold]
    fn bounds_by(&self, oracle: &dyn Oracle<G>, state: &G::State, facts: &U::Facts, asked: Option<Score>) -> Bounds {
        oracle::bounds(self.game, state, facts, asked, &self.knowledge, Some(oracle))
    }

    /// The ordering score of an action: what the game says, and the oracle adds. `facts` are those of the child, if its
    /// game is not over.
    #[inline]
    fn ordering(&self, state: &G::State, action: G::Action, child: &G::State, facts: Option<&U::Facts>) -> i32 {
        let own = self.knowledge.ordering(self.game, state, action, child, facts);
        if self.oracle.is_some() && facts.is_some() { own.saturating_add(self.ordering_by_oracle(child)) } else { own }
    }

    #[cold]
    fn ordering_by_oracle(&self, child: &G::State) -> i32 {
        self.oracle.map_or(0, |oracle| oracle.ordering(self.game, child))
    }
}

/// A task for the engine: limits, depth, and what is to be found.
#[derive(Clone, Debug)]
pub struct Task {
    /// What it may spend.
    pub limits: Limits,
    /// How far it may look; to the end of the game if nothing is said.
    pub depth: Option<Depth>,
    /// How many lines to find, the best first. A solver that is asked for none stops when it knows the value.
    pub lines: usize,
    /// Whether to find all actions that have the root's value, if that is proven. Beside an estimate there is the one
    /// action that was found.
    pub all_best: bool,
    /// The actions of the root to search, by their places in the game's list; all of them if nothing is said. It is for
    /// [`Engine::search`]; a proof looks at all.
    pub only: Vec<u32>,
}

impl Default for Task {
    fn default() -> Task {
        Task { limits: Limits::default(), depth: None, lines: 1, all_best: true, only: Vec::new() }
    }
}
