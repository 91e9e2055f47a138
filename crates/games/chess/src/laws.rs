//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_core::check::Battery;
use counterplay_testkit::garbage;

use super::Chess;

#[test]
fn every_law_holds() {
    for start in [Chess::USUAL, 0] {
        let game = Chess::new(start);
        let battery = Battery::new(&game).keyed().notation().drawing();
        battery.run().unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn no_text_breaks_a_reader() {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/3pPp2/8/8/R3K1RR b KQkq e3 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "8/8/8/8/8/8/6k1/4K2R w K -",
        "",
    ];
    garbage::positions(&fens, 10, Chess::default());
}
