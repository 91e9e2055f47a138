//! The small poker games have the size that is published, and the tree that other programs have.

use std::collections::BTreeMap;

use counterplay_kuhn::Kuhn;
use counterplay_leduc::Leduc;
use counterplay_testkit::{Census, census};

#[test]
fn kuhn_has_twelve_information_sets() {
    let Census { choices, chances, ends, information_sets, drift } = census(&Kuhn);
    // As `open_spiel` counts, which deals one card after the other and so has 4 chance nodes for our one.
    assert_eq!((choices, chances, information_sets), (24, 1, 12));
    assert_eq!(ends, BTreeMap::from([(-2, 6), (-1, 9), (1, 9), (2, 6)]));
    assert!((drift - 0.125).abs() < 1e-12, "{drift}");
}

#[test]
fn leduc_has_936_information_sets() {
    let Census { choices, chances, ends, information_sets, drift } = census(&Leduc);
    // As `open_spiel` counts: there the deal takes 7 of 157 chance nodes.
    assert_eq!((choices, chances, information_sets), (3_780, 151, 936));
    let by_chips = [(0, 600), (1, 198), (3, 366), (5, 552), (7, 432), (9, 528), (11, 192), (13, 192)];
    let expected: BTreeMap<i32, u64> =
        by_chips.iter().flat_map(|&(chips, lines)| [(chips, lines), (-chips, lines)]).collect();
    assert_eq!((ends.values().sum::<u64>(), ends), (5_520, expected));
    // Whoever plays at random loses 5/64 of a chip to another who does.
    assert!((drift + 0.078_125).abs() < 1e-12, "{drift}");
}
