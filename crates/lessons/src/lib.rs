//! Lessons about searches: an explicit tree, searched as it was chosen, and all that there is to show of it, to ask
//! about it and to [grade].
//!
//! The command line and the browser show the same [`Study`]; what they send of it to programs is made by [`json`].
//! Nothing here computes a value, a window or a cut: the searches of `counterplay-core` do, and their trace is what is
//! read.

// First, for its macro.
#[macro_use]
mod study;

pub mod averages;
pub mod class;
mod collapse;
pub mod course;
pub mod equilibrium;
pub mod evaluations;
mod explain;
pub mod grade;
mod growth;
pub mod json;
pub mod opponent;
pub mod quiz;
pub mod uniform;

pub use collapse::{CollapsedTree, collapse};
pub use explain::ExplainedSearch;
pub use grade::{Answer, Grade, Question};
pub use growth::{Branching, Growth};
pub use study::{Algorithm, Choices, Direction, Rule, Study, StudyProblem, choose, study};
