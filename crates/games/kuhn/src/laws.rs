//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_core::Hidden;
use counterplay_testkit::{garbage, laws};

use super::Kuhn;

#[test]
fn every_law_holds() {
    laws::hidden(&Kuhn);
}

#[test]
fn no_text_breaks_a_reader() {
    garbage::positions(&["QJ pb", "--", "KQ"], 5, Kuhn);
    garbage::texts(&["Q? pb", "?K b", "--"], 6, |text| Kuhn.parse_view(text).map(|view| Kuhn.view_text(&view)));
}
