//! Engines that are talked to by each protocol.

mod common;
mod gtp;
mod hub;
mod nboard;
mod transcripts;
mod uci;
