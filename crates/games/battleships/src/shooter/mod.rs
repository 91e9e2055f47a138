//! Where to shoot: what the answers so far leave possible, counted or sampled.
//!
//! 1. [`chart`](self): the placements of each ship, and which of them share cells.
//! 2. `explain`: each way in which ships can explain the hits. The ships that explain none are free on the open sea.
//! 3. `count`, `list`, `sample`: the fleets, by completing the explanations with the free ships.
//! 4. `aim`: the shot, by how the `fleets` would answer it and, where they are few, by what would `follow`.

mod aim;
mod chart;
mod count;
mod explain;
mod fleets;
mod follow;
mod sample;
#[cfg(test)]
mod tests;

pub use aim::{Aim, Effort, aim};
pub use count::{count, list};
pub use sample::Explanations;
