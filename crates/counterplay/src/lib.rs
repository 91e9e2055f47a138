//! Write the rules of a game once, and get everything.
//!
//! This is the one crate that a program depends on. The vocabulary of games is at its root, and so are the [`Catalog`]
//! of games and what is asked of a game in it; the rest is under [`core`] and [`api`]. A catalog becomes a program by
//! [`run`].
//!
//! ```no_run
//! use counterplay::{Catalog, Entry};
//! # use counterplay::{Actions, Game, Score, Seat, Turn, Without};
//! # struct MyGame;
//! # impl Game for MyGame {
//! #     type State = ();
//! #     type Action = ();
//! #     type Luck = Without;
//! #     type Secrets = Without;
//! #     fn initial(&self) {}
//! #     fn turn(&self, (): &()) -> Turn { Turn::Seat(Seat::FIRST) }
//! #     fn actions(&self, (): &(), _: &mut Actions<()>) {}
//! #     fn apply(&self, (): &mut (), (): ()) {}
//! #     fn is_terminal(&self, (): &()) -> bool { true }
//! #     fn utility(&self, (): &()) -> Score { Score::DRAW }
//! # }
//!
//! fn main() -> std::process::ExitCode {
//!     counterplay::run(&Catalog::new().with(Entry::new("mygame", "My game", || MyGame)))
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
    TurnWord, UserFiles, json, record, review, tables,
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
#[doc = include_str!("../../../docs/adding-a-game.md")]
struct AddingAGame;
