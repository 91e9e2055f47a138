//! The rules: what a game states, and what every search relies on.
//!
//! - [`game`], [`score`], [`outcome`], [`units`], [`key`]: the vocabulary. A game is the trait [`Game`](game::Game) and
//!   nothing else.
//! - [`quadrant`]: luck and secrets as types, by which the wrong search does not compile.
//! - [`chance`], [`hidden`], [`mod@line`]: what dice, cards and repetition add. [`advice`]: what a game with secrets
//!   says by itself.
//! - [`notation`], [`annotation`], [`pgn`], [`text`], [`marks`], [`picture`], [`set_up`]: positions, actions and games as
//!   people read, type, see and arrange them.
//! - [`indexed`], [`progressive`], [`sets`]: positions with numbers, for tables of all of them.
//! - [`random`], [`limits`], [`threads`]: seeded randomness, what a search may spend, and threads that share work.
//! - [`check`]: the laws of a game, and the battery of tests for them.

pub mod advice;
pub mod annotation;
pub mod chance;
pub mod check;
pub mod game;
pub mod hidden;
pub mod indexed;
pub mod key;
pub mod limits;
pub mod line;
pub mod marks;
pub mod notation;
pub mod outcome;
pub mod pgn;
pub mod picture;
pub mod progressive;
pub mod quadrant;
pub mod random;
pub mod score;
pub mod set_up;
pub mod sets;
pub(crate) mod sort;
pub mod text;
pub mod threads;
pub mod units;
