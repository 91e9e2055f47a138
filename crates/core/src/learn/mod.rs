//! Learning: evaluations whose numbers come from games, not from a programmer.
//!
//! - [`features`]: what a linear evaluation counts.
//! - [`network`]: a small network that estimates how likely each end of the game is.
//! - [`residual`]: a linear evaluation, and a network for what it leaves over.
//! - [`weights`]: what was learned, as a file. [`checked_file`]: files that detect damage.
//!
//! The training itself is in the crate `counterplay-trainer`.

pub mod checked_file;
pub mod features;
pub mod learned_or;
pub mod network;
pub mod residual;
pub mod weights;
