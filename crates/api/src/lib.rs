//! What the edges see of games: positions and actions as text, requests and reports as data.
//!
//! Nothing here is generic, and no game is known here: `adapt` makes an [`Item`] of a game's types, a [`Catalog`] holds
//! the items, and the command line, the server, the protocols and the referee see [`AnyGame`] and [`AnyPosition`].

mod any_tables;
mod book;
mod catalog;
mod compare;
mod error;
mod for_people;
mod guard;
pub mod heat;
pub mod json;
mod level;
mod object;
mod options;
mod recognize;
pub mod record;
mod report;
mod request;
pub mod review;
mod rollout;
mod rules_text;
mod search_tree;
mod serialize;
mod solution;
mod strength;

pub use any_tables::{
    AnyTables, BuildProgress, Expected, OpenTables, Raced, TableAction, TableCheck, expected_actions, heads,
    table_actions,
};
pub use book::{Book, BookBuilder, BookError, BookMove, BuildRefusal};
pub use catalog::{Catalog, FileFormat, Item, UserFiles};
pub use compare::{Comparison, Row, RowEvent};
pub use counterplay_core::{Drawn, Outcome};
pub use counterplay_tables as tables;
pub use counterplay_trainer as trainer;
pub use counterplay_verify::{Checked, Fault};
pub use error::{Declined, Halted, SearchError, TooDeep};
pub use guard::guarded;
pub use level::Level;
pub use object::{
    ActionId, ActionWord, AnyGame, AnyPosition, Arranged, Draft, FileGame, Perft, PlayError, StaleAction, TurnWord,
};
pub use options::{OptionError, OptionSpec, Options};
pub use recognize::{Form, FoundGame, Reading, Unrecognized};
pub use report::{Average, Curve, Equilibrium, Iteration, Mixed, MixedAction, Progress, Report, Value, Variation};
pub use request::{HiddenSearch, Request};
pub use rollout::{RolledAction, RolloutPlan, RolloutReport};
pub use rules_text::{NO_RULES_TEXT, RULES_SECTIONS, RulesExample, rules_example, rules_section};
pub use search_tree::{Method, TreeSearch};
pub use solution::SolutionCache;
pub use strength::{Ratings, Strength};
