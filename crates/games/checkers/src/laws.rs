//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_core::check::Battery;
use counterplay_testkit::garbage;

use super::{Checkers, Pdn};

#[test]
fn every_law_holds() {
    let game = Checkers::default();
    let battery = Battery::new(&game).keyed().notation().drawing();
    battery.run().unwrap_or_else(|violation| panic!("{violation}"));
}

#[test]
fn no_text_breaks_a_reader() {
    let draughts = ["B:W21-32:B1-12", "W:BK1-3,7:W9,K22.", " b : w 18 , k22 : b ", "", "W:W,5:B32"];
    garbage::positions(&draughts, 10, Checkers::default());
    let pdn =
        "[Event \"a\"] [GameType \"21\"] 1. 11-15! {x} 23-19 (1... 22-18 15x22 (1... 24-20) 2. 25x18) 2. 8-11* $3 1-0";
    let set_up = "[SetUp \"1\"][FEN \"B:W18,19,27:B11,15\"] 15x24x31 ; done\n 1/2-1/2";
    garbage::positions(&[pdn, set_up, "11-15 23-19 *"], 11, Checkers::default());
    let whole = |text: &str| Pdn::parse(&Checkers::default(), text).map(|read| read.to_text(&Checkers::default()));
    garbage::texts(&[pdn, set_up, "11-15 23-19 *"], 12, whole);
}
