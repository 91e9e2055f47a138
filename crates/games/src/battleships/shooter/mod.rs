//! Where to shoot: what the answers so far leave possible, counted or sampled.
//!
//! 1. [`chart`](self): the placements of each ship, and which of them share cells.
//! 2. `explain`: each way in which ships can explain the hits. The ships that explain none are free on the open sea.
//! 3. `count`, `list`, `sample`: the fleets, by completing the explanations with the free ships.

mod chart;
mod count;
mod explain;
mod sample;
#[cfg(test)]
mod tests;

pub use count::{count, list};
pub use sample::Explanations;
