//! The measurements, a file for each kind.

pub(crate) mod backgammon;
pub(crate) mod chess;
pub(crate) mod deepening;
pub(crate) mod ffo;
pub(crate) mod forced;
pub(crate) mod memory;
pub(crate) mod nodes;
pub(crate) mod open_spiel;
pub(crate) mod regrets;
pub(crate) mod scores;
pub(crate) mod tables;
pub(crate) mod threads;
