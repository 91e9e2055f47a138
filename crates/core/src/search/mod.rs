//! The textbook's searches, each readable beside the book.
//!
//! | textbook | here | for games that are |
//! |---|---|---|
//! | MINIMAX-DECISION | [`minimax`](minimax()) | deterministic, perfect information |
//! | ALPHA-BETA-SEARCH | [`alphabeta`](alphabeta()) | deterministic, perfect information |
//! | H-MINIMAX, CUTOFF-TEST | both with [`Settings::to_depth`] | deterministic, perfect information |
//! | iterative deepening | [`deepening`](deepening()) | all |
//! | EXPECTIMINIMAX | [`expectiminimax`](expectiminimax()) | perfect information |
//! | *-minimax: Star1 and Star2 (Ballard) | [`star1`], [`star2`] | perfect information |
//! | the best response to an opponent who errs | [`best_response`](best_response()) | perfect information |
//! | averaging over deals | [`averaging`](averaging()) | any, with [`Hidden`](crate::Hidden) |
//! | information-set Monte Carlo tree search | [`ismcts`](ismcts()) | any, with [`Hidden`](crate::Hidden) |
//! | rollouts with luck removed (Tesauro and Galperin) | [`rollout`](rollout()) | perfect information, evaluated |
//! | the minimal tree (Knuth and Moore) | [`minimal_tree`] | deterministic, perfect information |
//! | value iteration | [`value_iteration`](value_iteration()) | perfect information, cycles included |
//!
//! The search that plays and proves, with a transposition table and all else, is the [`engine`](crate::engine).
//!
//! Each search has the functions that the book has, MAX-VALUE and MIN-VALUE, in a file of its own; what they
//! share (entering a state, its leaves, its actions, the trace) is in `walk`, and the answer at the root is
//! put together in `decision`. The numbered steps are the same in all of them:
//!
//! 1. enter the state;
//! 2. at a leaf, return its utility, or its evaluation where the depth is reached;
//! 3. let MAX, MIN or chance choose, by whose turn it is;
//! 4. leave the state.
//!
//! Beside the algorithms there are [`evaluate`], EVAL(s) as a trait; [`trace`], the events that every search emits, and
//! the recorder that makes a tree of them; and [`equilibrium`], games with secrets solved by mixed strategies.

mod alphabeta;
mod averaging;
mod best_response;
mod branching;
mod confidence;
pub(crate) mod decision;
mod deepening;
mod determinize;
pub mod equilibrium;
pub mod evaluate;
mod expectiminimax;
mod ismcts;
mod minimal;
mod minimax;
mod path;
mod perft;
mod rollout;
mod settings;
mod shared_limits;
pub(crate) mod star;
#[cfg(test)]
mod tests;
mod threads;
pub mod trace;
mod value_iteration;
pub(crate) mod walk;

pub use alphabeta::alphabeta;
pub use averaging::{ActionAverage, Averages, Dealing, FaceUp, averaging};
pub use best_response::{Blundering, OpponentModel, Ranked, Responded, Responses, best_response};
pub use branching::effective_branching;
pub use decision::{Decision, Statistics, Value};
pub use deepening::deepening;
pub use expectiminimax::expectiminimax;
pub use ismcts::{ActionVisits, Simulated, Simulation, ismcts};
pub use minimal::{MinimalTree, minimal_tree};
pub use minimax::minimax;
pub use perft::{Perft, perft};
pub use rollout::{Candidates, Rolled, Rollout, Rollouts, rollout};
pub use settings::{CutoffRule, Order, Settings};
pub use star::{star1, star2};
pub use value_iteration::{Solution, value_iteration};
