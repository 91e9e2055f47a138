//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_testkit::{garbage, laws};

use super::Pig;

#[test]
fn every_law_holds() {
    for goal in [2, 10, 100, 1000] {
        laws::chance(&Pig::new(goal).unwrap());
    }
}

#[test]
fn no_text_breaks_a_reader() {
    garbage::positions(&["34 57 first 12", "0 0 second 0 rolling"], 3, Pig::default());
}
