//! The catalog: the one place where games meet algorithms, and where types are erased.
//!
//! A game adds an [`Entry`], and the entry's types decide which searches it gets. Below the catalog everything is static;
//! above it the edges see [`AnyGame`] and [`AnyPosition`], in which positions and actions are text.
//!
//! ```
//! use counterplay_catalog::{Catalog, Request};
//!
//! let catalog = Catalog::standard();
//! let game = catalog.game("tictactoe", &[("size", "3")])?;
//! let mut position = game.start();
//! position.play("b2")?;
//! let report = position.solve(&Request::default(), &mut |_| {})?;
//! assert_eq!(report.best, ["a1", "c1", "a3", "c3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod archive;
mod compare;
mod entry;
mod guard;
pub mod heat;
mod informed;
pub mod json;
mod level;
mod mind;
mod notary;
mod object;
mod options;
mod past;
mod played;
mod quadrants;
pub mod record;
mod report;
pub mod review;
mod rules;
mod school;
// The tests of the library do without it, for all searches of all games take minutes to compile; those with games are in `tests/games`.
#[cfg(not(test))]
mod standard;
mod tree;

pub use archive::{AnyArchive, Expected, Raced, Tabled};
pub use compare::{Comparison, Lap, Row};
pub use counterplay_tables as tables;
pub use counterplay_trainer as trainer;
pub use counterplay_verify::{Checked, Fault};
pub use entry::{Brought, Catalog, Entry, Item};
pub use guard::guarded;
pub use informed::Informed;
pub use level::Level;
pub use mind::Middle;
pub use notary::Check;
pub use object::{ActionWord, AnyGame, AnyPosition, PlayError, TurnWord};
pub use options::{OptionError, OptionSpec, Options};
pub use past::Drawn;
pub use played::Perft;
pub use quadrants::{Quadrant, RolledAction, RolloutPlan, RolloutReport, Rolls};
pub use report::{
    Average, Curve, Equilibrium, HiddenSearch, Iteration, Mixed, Outcome, Progress, Report, Request, SearchError,
    Share, Variation,
};
pub use school::Schooled;
pub use tree::{Method, TreeSearch};
