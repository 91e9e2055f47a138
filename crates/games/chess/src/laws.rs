//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_core::check::Battery;
use counterplay_core::pgn::Pgn;
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
        "8/8/8/8/8/8/6k1/4K2R w K - bm Rh7; hmvc 3; id \"a; b\"",
        "",
    ];
    garbage::positions(&fens, 10, Chess::default());
    let pgn = "[Event \"a\"] 1. e4! {x} e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 $3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 1-0";
    let set_up =
        "[Variant \"Chess960\"][SetUp \"1\"][FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"] 1. a8=Q+ Kd7 2. 0-0 ; done\n 1/2";
    garbage::positions(&[pgn, set_up, "1 e4 e5 *"], 11, Chess::default());
    let whole = |text: &str| Pgn::parse(&Chess::default(), text).map(|read| read.to_text(&Chess::default()));
    garbage::texts(&[pgn, set_up, "1 e4 e5 *"], 12, whole);
}
