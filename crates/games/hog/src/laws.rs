//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_testkit::{garbage, laws};

use super::Hog;

#[test]
fn every_law_holds() {
    for (goal, dice) in [(1, 1), (8, 2), (100, 10)] {
        laws::chance(&Hog::new(goal, dice).unwrap());
    }
}

#[test]
fn no_text_breaks_a_reader() {
    garbage::positions(&["5 7 first", "0 3 second 2d6"], 4, Hog::default());
}
