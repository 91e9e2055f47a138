//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_testkit::{garbage, laws};

use super::{Empties, Othello};

#[test]
fn every_law_holds() {
    for size in Othello::SIZES {
        for empties in [Empties::Winner, Empties::Nobody] {
            laws::symmetric(&Othello::new(size, empties).unwrap());
        }
    }
}

#[test]
fn no_text_breaks_a_reader() {
    let small = Othello::new(4, Empties::Winner).unwrap();
    let boards = ["b1a1a2", "-XO-/OXO-/-XX-/---- O; a1:+2", "*.O. .*O. .OX. .... w", "", "b1 pass"];
    garbage::positions(&boards, 8, small);
    let ggf = "(;GM[Othello]PC[x]PB[a\\]b]PW[ä]RE[+2.00:r]TY[4]BO[4 -----O*--*O----- *]B[B1/1.5/2]W[A1]B[A2//1]W[A3];)";
    garbage::positions(&[ggf, "2 (;TY[4]B[b1]W[pa];) ", "(;B[D3]W[PA]B[d2];)"], 9, small);
}
