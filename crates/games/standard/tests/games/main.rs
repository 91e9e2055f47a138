//! The catalog with the games that it comes with.
//!
//! These tests are not beside the code that they are about: in a test of the library itself all searches of all games
//! would be compiled once more, which takes minutes.

mod book;
mod chance;
mod compare;
mod heat;
mod hidden;
mod json;
mod learned;
mod level;
mod played;
mod recognize;
mod record;
mod review;
mod rollout;
mod tree;
