use counterplay_core::search::{Settings, expectiminimax};
use counterplay_core::trace::Silent;
use counterplay_core::{Game, Side};
use counterplay_tree::Tree;

fn main() {
    let tree = Tree::parse("chance[0.5:max@A[1,2],0.5:max@A[2,1]]", Side::Max).unwrap();
    let cards = tree.veiled();
    expectiminimax(&cards, &cards.initial(), &Settings::new(), &mut Silent).unwrap();
}
