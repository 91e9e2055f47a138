//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_core::Side;
use counterplay_core::check::Battery;
use counterplay_testkit::garbage;

use super::Tree;

#[test]
fn every_law_holds() {
    let parse = |text| Tree::parse(text, Side::Max).unwrap();
    let tree = parse("[[3,12,8],[2,4,6],max[14,5,[2,1]]]");
    Battery::new(&tree.deterministic().unwrap()).run().unwrap_or_else(|violation| panic!("{violation}"));
    let tree = parse("chance[1/3:[3,5],2/3:chance[9,-4]]");
    Battery::new(&tree.stochastic()).chance().run().unwrap_or_else(|violation| panic!("{violation}"));
    let tree = parse("chance[1/4:max@coin[1,8,-8],3/4:max@coin[1,-8,8]]");
    Battery::new(&tree.veiled()).chance().hidden().run().unwrap_or_else(|violation| panic!("{violation}"));
}

#[test]
fn no_text_breaks_a_reader() {
    let samples = [
        "[[3,12,8],[2,4,6],[14,5,2]]",
        "((3 17) (2 12))",
        "A:[B:3,\"C d\":[x,-2.5]]",
        "chance[1/3:[3,5],2/3:max@i[9,4],0:max@i[1,2]]",
        "(max (min 3 5) (chance 25%:1 0.75:2)) # done",
    ];
    garbage::texts(&samples, 1, |text| Tree::parse(text, Side::Max).map(|tree| tree.to_text()));
}
