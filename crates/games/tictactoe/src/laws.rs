//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_testkit::{garbage, laws};

use super::TicTacToe;

#[test]
fn every_law_holds() {
    for (size, align) in [(1, 1), (2, 1), (2, 2), (3, 3), (4, 3), (8, 5)] {
        laws::symmetric(&TicTacToe::new(size, align).unwrap());
    }
}

#[test]
fn no_text_breaks_a_reader() {
    garbage::positions(&["XO--X----", "XO-/-X-/---", "XXXOO----"], 2, TicTacToe::default());
}
