//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_core::Hidden;
use counterplay_testkit::{garbage, laws};

use super::Leduc;

#[test]
fn every_law_holds() {
    laws::hidden(&Leduc);
}

#[test]
fn no_text_breaks_a_reader() {
    garbage::positions(&["JhQs rc Kh r", "--", "KhKs crrf"], 13, Leduc);
    let seen = ["Jh? rc Kh r", "?Qs crrc Kh", "JhQs cc Kh cc", "--"];
    garbage::texts(&seen, 14, |text| Leduc.parse_view(text).map(|view| Leduc.view_text(&view)));
}
