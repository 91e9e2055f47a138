//! The program as a user runs it, and the library as a program of theirs does: one binary, for each is linked with
//! everything. `cargo test -p counterplay signals::` runs the tests of one module.
//!
//! A module needs the games that it names: without the feature of one of them it is left out.

#[cfg(all(
    feature = "checkers",
    feature = "connect4",
    feature = "hog",
    feature = "kuhn",
    feature = "othello",
    feature = "pig",
    feature = "tictactoe"
))]
mod analyze;
#[cfg(all(feature = "checkers", feature = "chess", feature = "kuhn"))]
mod book;
#[cfg(feature = "chess")]
mod chess_tables;
mod common;
#[cfg(all(
    feature = "battleships",
    feature = "connect4",
    feature = "hog",
    feature = "kuhn",
    feature = "leduc",
    feature = "othello",
    feature = "pig",
    feature = "qubic",
    feature = "tictactoe"
))]
mod contest;
#[cfg(all(feature = "checkers", feature = "othello"))]
mod convert;
#[cfg(all(feature = "checkers", feature = "connect4", feature = "kuhn", feature = "pig", feature = "tictactoe"))]
mod course;
#[cfg(all(feature = "connect4", feature = "tictactoe"))]
mod engine;
#[cfg(feature = "tictactoe")]
mod faults;
#[cfg(all(feature = "backgammon", feature = "checkers", feature = "othello", feature = "tictactoe"))]
mod game_files;
#[cfg(all(feature = "checkers", feature = "connect4", feature = "kuhn", feature = "tictactoe"))]
mod handles;
#[cfg(all(feature = "connect4", feature = "hog", feature = "kuhn", feature = "pig", feature = "tictactoe"))]
mod json;
#[cfg(feature = "checkers")]
mod line;
mod new;
#[cfg(all(feature = "connect4", feature = "tictactoe"))]
mod oracle;
#[cfg(feature = "chess")]
mod pgn;
#[cfg(all(feature = "battleships", feature = "kuhn", feature = "leduc", feature = "pig", feature = "tictactoe"))]
mod play;
#[cfg(all(feature = "kuhn", feature = "pig", feature = "tictactoe"))]
mod plot;
#[cfg(all(
    feature = "checkers",
    feature = "connect4",
    feature = "othello",
    feature = "pig",
    feature = "qubic",
    feature = "tictactoe"
))]
mod protocols;
mod public_api;
#[cfg(all(feature = "qubic", feature = "tictactoe"))]
mod qubic;
mod quiz;
#[cfg(all(feature = "kuhn", feature = "pig", feature = "tictactoe"))]
mod rollout;
#[cfg(all(feature = "othello", feature = "qubic"))]
mod rules;
#[cfg(all(feature = "kuhn", feature = "leduc"))]
mod secrets;
#[cfg(all(feature = "connect4", feature = "tictactoe"))]
mod serve;
#[cfg(all(feature = "connect4", feature = "tictactoe"))]
mod signals;
mod suite;
#[cfg(all(feature = "checkers", feature = "connect4", feature = "pig", feature = "tictactoe"))]
mod tables;
#[cfg(all(feature = "hog", feature = "othello", feature = "tictactoe"))]
mod train;
mod tree;
#[cfg(all(
    feature = "backgammon",
    feature = "battleships",
    feature = "checkers",
    feature = "connect4",
    feature = "hog",
    feature = "kuhn",
    feature = "leduc",
    feature = "othello",
    feature = "pig",
    feature = "qubic",
    feature = "tictactoe"
))]
mod verbs;
