//! Battleships.

pub mod evidence;
pub mod sea;
pub mod shooter;
