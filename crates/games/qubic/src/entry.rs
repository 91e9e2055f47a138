//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item, OptionSpec, Options, ReviewScale};
use counterplay_core::{Certificate, ForcedWins};

use crate::{CERTIFICATE, OpenLines, Qubic};

/// Lead that is as good as won, in points. It is a guess: of 160 random positions of 18 to 24 marks all were proven with
/// 300 nodes, and none was left to fit it to.
const DECISIVE: f64 = 0.5;

/// The game for a catalog, with every search that suits it.
#[must_use]
pub fn entry() -> Box<dyn Item> {
    /// How many nodes a hunt for a forced win may take that shortens a certificate.
    const THOROUGH: u32 = 5000;
    let size = OptionSpec { name: "size", help: "cells each way: 3 or 4", least: 3, most: 4, default: Some(4) };
    let make = |options: &Options| Qubic::new(options.or("size", 4)).map_err(|error| error.to_string());
    let entry = Entry::with_options("qubic", "3D tic-tac-toe", vec![size], make)
        .notation("layer, row and column, 1a1 to 4d4; a position is its cells layer by layer, X, O or -")
        .review_scale(|_| ReviewScale::chance(DECISIVE))
        .rules_text(include_str!("../rules.md"))
        .drawn()
        .sample("1a1 2b2 3c3 4d1 2c2 3b3 1d4 4a4 1b2")
        .arranged()
        .symmetric()
        .knowledge(ForcedWins::default().for_proving())
        .evaluation(OpenLines)
        .certified(
            |game, text, told| counterplay_verify::qubic(game.size(), text, told),
            ForcedWins::default().for_writing(),
            ForcedWins::within(THOROUGH),
        )
        .knowledge(ForcedWins::default())
        .oracle(Certificate::new(Qubic::default(), CERTIFICATE));
    Box::new(entry)
}
