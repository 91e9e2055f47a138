//! Proof-number search: whether a state is worth at least so much, yes or no.
//!
//! A question with two answers makes an AND/OR tree, and this search goes where the least work seems to be left:
//! depth-first proof-number search (df-pn, Nagai 2002). Each state has two numbers, the least count of leaves below it
//! that would still have to be settled to prove the claim, and to disprove it. The side to move needs one action, the
//! other side must deal with all:
//!
//! ```text
//!                                  own number               the opponent's number
//!   at a node                      min over the children    sum over the children
//!   at a child not yet looked at   1                        how many actions it has
//!   settled for the side to move   0                        never
//! ```
//!
//! A node is left as soon as one of its numbers reaches its threshold, which says that something else has become more
//! promising higher up. The threshold is a quarter above what it must be (the 1 + epsilon trick of Pawlewicz and Lew),
//! so that the search does not jump to and fro between two children that are equally good.
//!
//! 1. Enter the state.
//! 2. List the children, with what is known of each: a finished game, a position that comes again, the table, what the
//!    game knows, or else the number of its actions or what the game guesses instead. Images of each other count once.
//! 3. Search the child with the least number, until a threshold is reached.
//! 4. Tell the table.
//!
//! Step 2 is in `expand`, the others are in `search`; `numbers` has the arithmetic, and `table` what is remembered.
//!
//! # Positions that come again
//!
//! The *attacker* is the side whose claim is more than a draw: MAX's that the value is at least 1, MIN's that it is
//! below zero. Where a position that comes again is a draw, it fails the attacker. A proof of the claim therefore never
//! rests on a repetition, and holds wherever the state is met. A disproof may rest on one. If the position that came
//! again is the state itself or below it, the defender can go round for ever, and the disproof holds everywhere too. If
//! it is above, the disproof holds on this path only, and is remembered for this path only: under a key made of the
//! path itself.
//!
//! Numbers that are not yet final are a guess of the work to come, and may be remembered wherever they come from.
//!
//! # It comes to an end
//!
//! A node keeps the numbers of its children itself, and does not ask the table for them again. Each search of a child
//! raises the number by which it was chosen above that of the next best one, so that a threshold is reached in the end,
//! whatever the table has forgotten. Without a table, and where a position comes again in a game that does not say what
//! that means, a child is searched until it is settled: in a game that never ends, this ends with the stack.

mod checkpoint;
mod expand;
mod numbers;
mod search;
mod smp;
mod table;

use super::keys::Keys;
use super::root::limit_of;
use super::smp::Shared;
use super::solve::Progress;
use super::worker::SearchResult;
use super::{Engine, Task};
use crate::limits::{Limit, Limits};
use crate::search::Statistics;
use crate::{Bounds, Evaluate, Game, Knowledge, Score};

pub use checkpoint::{Proofs, ProofsError};
pub(super) use numbers::{Claim, NEVER, PROVEN};
pub(super) use search::{Prover, WAY};
pub(super) use table::ProofTable;

/// The number of nodes between two progress calls: a tenth of a second where a first look at a state takes long.
const PROGRESS_NODES: u64 = 1 << 10;

/// The answer to a question about a state.
#[derive(Clone, PartialEq, Debug)]
pub struct Proven<A> {
    /// Whether the value for MAX is at least what was asked; nothing if a limit was reached before it was known. An
    /// answer is proven.
    pub answer: Option<bool>,
    /// An action that proves the answer, where the side to move is the one that it helps.
    pub action: Option<A>,
    /// What it took. The states entered are those that were expanded, as often as they were.
    pub statistics: Statistics,
    /// Why the search ended early, if it did.
    pub stopped: Option<Limit>,
}

impl<G: Game, E: Evaluate<G>, K: Keys<G>, U: Knowledge<G>> Engine<'_, G, E, K, U> {
    /// Proves or disproves, by proof-number search, that the value of a state for MAX is at least `least`, to the end
    /// of the game. `progress` is called now and then with how far it is.
    ///
    /// It has a table of its own, as large as the engine's. Of the techniques it knows only the table and the
    /// knowledge.
    ///
    /// # Errors
    /// If the game breaks its contract, a value that is needed is unknown, or the recursion is too deep. Reaching a
    /// limit is no error.
    pub fn prove(
        &self,
        state: &G::State,
        least: Score,
        task: &Task,
        progress: &mut dyn FnMut(&Progress),
    ) -> SearchResult<Proven<G::Action>> {
        let table = ProofTable::new(self.table.bytes());
        self.prove_within(state, Claim::new(least), &table, &task.limits, None, progress)
    }

    /// [`Engine::prove`] with a table that is given, on one of several threads.
    pub(super) fn prove_within(
        &self,
        state: &G::State,
        claim: Claim,
        table: &ProofTable,
        limits: &Limits,
        shared: Option<&Shared>,
        progress: &mut dyn FnMut(&Progress),
    ) -> SearchResult<Proven<G::Action>> {
        let Bounds { low, high } = self.game.bounds();
        let mut on_progress = |nodes| progress(&Progress { nodes, low, high, load: table.load() });
        let mut prover = Prover::new(self, state, claim, table, limits);
        prover.worker.on_progress = Some(&mut on_progress);
        prover.worker.progress_every(PROGRESS_NODES);
        prover.worker.share_with(shared);
        let mut proven = Proven { answer: None, action: None, statistics: Statistics::default(), stopped: None };
        let result = prover.run(&mut proven);
        proven.statistics = prover.worker.statistics;
        if let Err(halt) = result {
            proven.stopped = Some(limit_of(halt)?);
        }
        Ok(proven)
    }
}
