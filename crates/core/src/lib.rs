//! The vocabulary of games and the textbook's searches.
//!
//! A game is stated once, by the trait [`Game`]; then every search that suits it can be used. Nim with one heap, where one
//! takes one, two or three matches and whoever takes the last one wins:
//!
//! ```
//! use counterplay_core::search::{Settings, alphabeta};
//! use counterplay_core::trace::Silent;
//! use counterplay_core::{Actions, Game, Score, Seat, Turn, Without};
//!
//! struct Nim {
//!     matches: u32,
//! }
//!
//! impl Game for Nim {
//!     type State = (u32, Seat); // the matches left, and who is to move
//!     type Action = u32; // how many to take
//!     type Luck = Without;
//!     type Secrets = Without;
//!
//!     fn initial(&self) -> (u32, Seat) {
//!         (self.matches, Seat::FIRST)
//!     }
//!     fn turn(&self, &(_, seat): &(u32, Seat)) -> Turn {
//!         Turn::Seat(seat)
//!     }
//!     fn actions(&self, &(left, _): &(u32, Seat), out: &mut Actions<u32>) {
//!         out.extend(1..=left.min(3));
//!     }
//!     fn apply(&self, (left, seat): &mut (u32, Seat), taken: u32) {
//!         *left -= taken;
//!         *seat = seat.other();
//!     }
//!     fn is_terminal(&self, &(left, _): &(u32, Seat)) -> bool {
//!         left == 0
//!     }
//!     fn utility(&self, &(_, seat): &(u32, Seat)) -> Score {
//!         // Whoever is to move has lost: the other one took the last match.
//!         if seat == Seat::FIRST { Score::LOSS } else { Score::WIN }
//!     }
//! }
//!
//! let nim = Nim { matches: 10 };
//! let decision = alphabeta(&nim, &nim.initial(), &Settings::new(), &mut Silent)?;
//! assert_eq!(decision.action, Some(2)); // leaves a multiple of four
//! assert_eq!(decision.value.score, 1.0);
//! # Ok::<(), Box<counterplay_core::Halt>>(())
//! ```
//!
//! # Where to start reading
//!
//! 1. [`game`]: the vocabulary, with the textbook's words beside ours.
//! 2. [`search`]: one file for each algorithm of the book; begin with minimax.
//! 3. [`trace`]: the events from which everything that can be seen is made.
//! 4. [`quadrant`]: why a dice game given to alpha-beta does not compile.
//! 5. [`chance`], [`hidden`], [`history`]: what dice, cards and repetition add.
//! 6. [`notation`], [`draw`]: what people read, type and see.
//! 7. [`features`], [`network`], [`weights`]: evaluations that are learned.
//! 8. [`forcing`], [`certificate`]: wins by threats alone, and strategies that are proven to win.
//! 9. [`equilibrium`]: mixed strategies, where no action alone is best.
//! 10. [`check`]: the laws that all of this relies on, and how a game is held to them.

pub mod advice;
pub mod certificate;
pub mod chance;
pub mod check;
pub mod draw;
pub mod engine;
pub mod equilibrium;
pub mod evaluate;
pub mod features;
pub mod forcing;
pub mod game;
pub mod hidden;
pub mod history;
pub mod indexed;
pub mod key;
pub mod knowledge;
pub mod limits;
pub mod marks;
pub mod network;
pub mod notation;
pub mod progressive;
pub mod quadrant;
pub mod random;
pub mod score;
pub mod sealed;
pub mod search;
pub mod sets;
pub mod text;
pub mod trace;
pub mod units;
pub mod weights;

pub use advice::{Advice, Advise};
pub use certificate::{Certified, Perfect};
pub use chance::{Chance, Outcomes};
pub use draw::{Draw, DrawView, Drawing};
pub use evaluate::{Evaluate, Sure, ToTheEnd};
pub use features::{Features, Learned};
pub use forcing::{ForcedWins, Forcing, Threat};
pub use game::{Actions, Game, Role, Seat, Side, Turn};
pub use hidden::Hidden;
pub use history::{Keyed, Line, Remembered, Remembering, Repetition};
pub use indexed::{Indexed, Retrograde, Slice, Successor};
pub use key::Key;
pub use knowledge::{Ending, Knowledge, RulesOnly, Symmetric, Temper, Unrest};
pub use limits::{Cause, Halt, Limit, Limits, with_stack};
pub use notation::Notation;
pub use progressive::{Lane, Lanes, Progressive, Race};
pub use quadrant::{Answer, ChanceNodes, Deterministic, PerfectInformation, Revealed, Settled, With, Without};
pub use random::{Random, Seeded};
pub use score::{Bounds, Proof, Score};
pub use text::TextError;
pub use units::{Depth, Ply};
pub use weights::{Weights, WeightsError};
