//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_core::Hidden;
use counterplay_core::check::Battery;
use counterplay_testkit::garbage;

use super::Battleships;

#[test]
fn every_law_holds() {
    for (size, fleet, solo) in [(5, 1, false), (5, 32, true), (6, 4332, false), (10, 54332, false), (10, 54332, true)] {
        let game = Battleships::new(size, fleet, solo).unwrap();
        let battery = Battery::new(&game).hidden().keyed().notation().drawing_of_views();
        // Each state has many actions and many states that look like it: fewer of them will do.
        battery.states(40).playouts(1).run().unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn no_text_breaks_a_reader() {
    let ships = Battleships::new(5, 32, false).unwrap();
    let placed = ["a1h,a2h e1v,a5h d5,e1*,e2* a1*,b1*", "a1h,a2h e1v,a5h", "a1h - - -", "- -"];
    garbage::positions(&placed, 15, ships);
    let seen = ["a1h,a2h ? d5,e1*,e2*B a1*,b1*", "? a1h,a2h a1* d5", "?1 -", "a1h,a2h ?"];
    garbage::texts(&seen, 16, |text| ships.parse_view(text).map(|view| ships.view_text(&view)));
}
