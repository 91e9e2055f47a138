//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_testkit::{garbage, laws};

use super::Connect4;

#[test]
fn every_law_holds() {
    for (width, height) in [(1, 1), (1, 63), (4, 4), (5, 3), (7, 6), (8, 7), (32, 1)] {
        laws::symmetric(&Connect4::new(width, height).unwrap());
    }
}

#[test]
fn no_text_breaks_a_reader() {
    garbage::positions(&["1243", "", "..../.O../XXO.", "XOOX OXXO XOOX"], 7, Connect4::new(4, 3).unwrap());
}
