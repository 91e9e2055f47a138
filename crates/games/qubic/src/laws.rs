//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_testkit::{garbage, laws};

use super::Qubic;

#[test]
fn every_law_holds() {
    for size in Qubic::SIZES {
        laws::symmetric(&Qubic::new(size).unwrap());
    }
}

#[test]
fn no_text_breaks_a_reader() {
    let cube = "XO--X----/---/O--/---/---------";
    garbage::positions(&[cube, "xo._..... ......... .........", cube], 10, Qubic::new(3).unwrap());
}
