//! Write the rules of a game once, and get everything.
//!
//! This is the one crate that a program depends on. The vocabulary of games is at its root, and so are the [`Catalog`]
//! of games and what is asked of a game in it; the rest is under [`core`] and [`api`].
//!
//! # A game, searched
//!
//! A heap of matches, of which one takes one, two or three: whoever takes the last one wins. The rules are all that is
//! written; the entry says what the game can do beyond them.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use std::time::Duration;
//!
//! use counterplay::{Actions, Catalog, Entry, Game, Key, Keyed, Limits, Proof, Request, Score, Seat, Turn, Without};
//!
//! struct Matches(u32);
//!
//! impl Game for Matches {
//!     type State = (u32, Seat); // the matches left, and who is to move
//!     type Action = u32; // how many to take
//!     type Luck = Without;
//!     type Secrets = Without;
//!
//!     fn initial(&self) -> (u32, Seat) {
//!         (self.0, Seat::FIRST)
//!     }
//!     fn turn(&self, &(_, mover): &(u32, Seat)) -> Turn {
//!         Turn::Seat(mover)
//!     }
//!     fn actions(&self, &(left, _): &(u32, Seat), out: &mut Actions<u32>) {
//!         out.extend(1..=left.min(3));
//!     }
//!     fn apply(&self, (left, mover): &mut (u32, Seat), taken: u32) {
//!         *left -= taken;
//!         *mover = mover.other();
//!     }
//!     fn is_terminal(&self, &(left, _): &(u32, Seat)) -> bool {
//!         left == 0
//!     }
//!     fn utility(&self, &(_, mover): &(u32, Seat)) -> Score {
//!         if mover == Seat::FIRST { Score::LOSS } else { Score::WIN } // the other one took the last match
//!     }
//! }
//!
//! impl Keyed for Matches {
//!     fn key(&self, state: &(u32, Seat)) -> Key {
//!         Key::of(state) // a position that is reached in several ways is searched once
//!     }
//! }
//!
//! let catalog = Catalog::new().with(Entry::new("matches", "Matches", || Matches(21)).keyed());
//! let mut position = catalog.game("matches", &[])?.start();
//! position.play("3")?;
//!
//! // What the search may spend. Whoever raises the flag, from another thread, ends it; what it has found by then is the
//! // answer. One thread and a limit of nodes give the same answer each time.
//! let stop = Arc::new(AtomicBool::new(false));
//! let time = Some(Duration::from_secs(5));
//! let limits = Limits { nodes: Some(1_000_000), time, stop: Some(Arc::clone(&stop)), ..Limits::default() };
//! let request = Request { limits, threads: 1, ..Request::default() };
//! let report = position.best(&request, &mut |progress| println!("depth {}", progress.depth))?;
//!
//! println!("take {}", report.action.as_deref().unwrap_or("nothing"));
//! println!("worth {} to the mover, {}", report.value.score, report.value.proof.as_str());
//! println!("best play: {}", report.line.join(" "));
//! println!("{} nodes, {} answered by the table", report.statistics.nodes, report.statistics.table_hits);
//! assert_eq!((report.action.as_deref(), report.value.score), (Some("2"), 1.0)); // leaves a multiple of four
//! assert_eq!((report.value.proof, report.stopped), (Proof::Exact, None));
//!
//! // A search that is cancelled says so.
//! stop.store(true, Ordering::Relaxed);
//! assert!(position.best(&request, &mut |_| {})?.stopped.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`AnyPosition::best`] looks for the best action, [`AnyPosition::solve`] proves the value. With the types of the game
//! instead of words, [`engine::Engine`] answers in the game's own actions, and [`search`] has the algorithms of the
//! book, one function each; what they return calls the same things by the same names.
//!
//! # A program
//!
//! The catalog becomes a program with every verb, and the browser, by [`run`]:
//!
//! ```no_run
//! # use counterplay::Catalog;
//! # fn catalog() -> Catalog { Catalog::new() }
//! fn main() -> std::process::ExitCode {
//!     counterplay::run(&catalog())
//! }
//! ```
//!
//! A game of one's own needs none of ours: with `default-features = false` they are not compiled, and each has a
//! feature of its name.

// Stating a game.
pub use counterplay_core::{
    Actions, Bounds, Chance, Drawing, Draws, Game, Hidden, Key, Keyed, Line, Notation, Outcomes, Picture,
    PictureOfView, Repetition, Role, Score, Seat, SetUp, Side, Symmetric, TextError, Turn, With, Without, picture,
    text,
};
// Teaching it.
pub use counterplay_core::{
    Advise, Certificate, Certified, Evaluate, Features, ForcedWins, Forcing, Indexed, Inspect, Knowledge, Learned,
    MoveOrdering, Oracle, Progressive, Proving, Race, Remark, Retrograde, RulesOnly, Selectivity, Slice, Successor,
    Threat, Truth, Weights,
};
// Searching it with its types.
pub use counterplay_core::{
    Depth, Deterministic, Halt, Limit, Limits, PerfectInformation, Ply, Proof, Random, Revealed, Seeded, engine,
    search, trace,
};

// Offering it.
pub use counterplay_adapt::{Constant, Entry};
pub use counterplay_api::{
    ActionId, ActionWord, AnyGame, AnyPosition, Catalog, Comparison, Declined, HiddenSearch, Item, Level, Method,
    OptionError, OptionSpec, Options, Outcome, PlayError, Progress, Report, Request, Row, SearchError, TreeSearch,
    TurnWord, UserFiles, Value, json, record, review, tables,
};
pub use counterplay_cli::{run, silence_panics};

/// What the edges see of games, whole.
pub use counterplay_api as api;
/// The vocabulary and the algorithms, whole.
pub use counterplay_core as core;
/// Trees and boards to text, SVG, DOT and TikZ.
pub use counterplay_render as render;
/// The games that Counterplay comes with, as far as they are compiled in.
pub use counterplay_standard as games;

/// The examples of the guide compile.
#[cfg(all(doctest, feature = "tictactoe"))]
#[doc = include_str!("../adding-a-game.md")]
struct AddingAGame;
