//! The vocabulary of games and the textbook's searches.
//!
//! A game is stated once, by the trait [`Game`]; then every search that suits it can be used. Nim with one heap, where
//! one takes one, two or three matches and whoever takes the last one wins:
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
//! There are four rooms. Each has a `mod.rs` that lists what is in it; what users need is exported here by name as
//! well.
//!
//! 1. [`rules`]: what a game states. Begin with [`rules::game`], the vocabulary, with the textbook's words beside ours;
//!    then [`rules::quadrant`], why a dice game given to alpha-beta does not compile.
//! 2. [`search`]: one file for each algorithm of the book; begin with minimax. [`search::trace`] has the events from
//!    which everything that can be seen is made, [`search::equilibrium`] mixed strategies, where no action alone is
//!    best.
//! 3. [`engine`]: the one search that plays and proves, what a game may teach it ([`engine::knowledge`]), what tables
//!    know ([`engine::oracle`]), wins by threats alone ([`engine::threat_space`]), and strategies that are proven to
//!    win ([`engine::certificate`]).
//! 4. [`learn`]: evaluations that are learned, linear ones and networks.
//!
//! And [`rules::check`]: the laws that all of this relies on, and how a game is held to them.

pub mod engine;
pub mod learn;
pub mod rules;
pub mod search;

pub use engine::{certificate, knowledge, oracle, threat_space};
pub use learn::{checked_file, features, network, residual, weights};
pub use rules::{advice, annotation, chance, check, game, hidden, indexed, key, limits, line, notation, outcome};
pub use rules::{marks, pgn, picture, progressive, quadrant, random, score, set_up, sets, text, threads, units};
pub use search::{equilibrium, evaluate, trace};

pub use advice::{Advice, Advise};
pub use annotation::{Heading, Note, NoteKind};
pub use certificate::{Certificate, Certified};
pub use chance::{Chance, Outcomes};
pub use evaluate::{Evaluate, Remark, ToTheEnd};
pub use features::{Features, Learned};
pub use game::{Actions, Game, Role, Seat, Side, Turn};
pub use hidden::Hidden;
pub use indexed::{Indexed, Retrograde, Slice, Successor};
pub use key::Key;
pub use knowledge::{
    Ending, Inspect, Knowledge, MoveClass, MoveOrdering, Proving, Quiescence, RulesOnly, Selectivity, Symmetric, Truth,
};
pub use learn::learned_or::LearnedOr;
pub use limits::{Cause, Halt, Limit, Limits, with_stack};
pub use line::{BeforeRoot, Drawn, Keyed, Line, Remembered, Remembering, Repetition};
pub use notation::Notation;
pub use oracle::{NoOracle, Oracle};
pub use outcome::Outcome;
pub use picture::{Drawing, Picture, PictureOfView};
pub use progressive::{Lane, Lanes, Progressive, Race};
pub use quadrant::{Answer, ChanceNodes, ChanceResolved, Deterministic, PerfectInformation, Revealed, With, Without};
pub use random::{Random, Seeded};
pub use residual::Residual;
pub use score::{Bounds, ConstantSum, Draws, Proof, Score};
pub use set_up::SetUp;
pub use text::TextError;
pub use threat_space::{ForcedWins, Forcing, Threat};
pub use units::{Depth, Ply};
pub use weights::{Weights, WeightsError};
