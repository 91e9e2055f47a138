use counterplay_core::search::{Settings, alphabeta};
use counterplay_core::trace::Silent;
use counterplay_core::{Game, Side};
use counterplay_tree::Tree;

fn main() {
    let tree = Tree::parse("chance[0.5:1,0.5:2]", Side::Max).unwrap();
    let dice = tree.stochastic();
    alphabeta(&dice, &dice.initial(), &Settings::new(), &mut Silent).unwrap();
}
