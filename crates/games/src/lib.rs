//! The rules of games, one folder each. Nothing here recurses over successors: searching is `core`'s.

pub mod backgammon;
pub mod battleships;
pub mod checkers;
pub mod connect4;
pub mod hog;
pub mod kuhn;
pub mod leduc;
mod marks;
pub mod othello;
pub mod pig;
pub mod qubic;
mod sets;
pub mod tictactoe;
pub mod tree;
