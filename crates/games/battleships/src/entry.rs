//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item, OptionSpec, Options};

use crate::Battleships;

/// The game for a catalog, with every search that suits it.
#[must_use]
pub fn entry() -> Box<dyn Item> {
    let (least, most) = (i64::from(*Battleships::SIZES.start()), i64::from(*Battleships::SIZES.end()));
    let options = vec![
        OptionSpec { name: "size", help: "rows and columns of a sea", least, most, default: Some(10) },
        OptionSpec {
            name: "fleet",
            help: "the lengths of up to 6 ships, a digit each; 54332 unless the sea is small",
            least: 1,
            most: 999_999,
            default: None,
        },
        OptionSpec {
            name: "solo",
            help: "1 if second only places and first only shoots, as few times as it can",
            least: 0,
            most: 1,
            default: Some(0),
        },
    ];
    let make = |options: &Options| {
        let size = options.or("size", 10);
        let fleet = options.or("fleet", Battleships::usual_fleet(size));
        Battleships::new(size, fleet, options.or("solo", 0) == 1).map_err(|error| error.to_string())
    };
    let entry = Entry::with_options("battleships", "Battleships", options, make)
        .notation(
            "a1h and a1v place a ship, a1 shoots; a position is the two fleets and the shots of first and second, \
             a1h,c3v ? b2,c4*,c5*B d1",
        )
        .rules_text(include_str!("../rules.md"))
        .drawn_by_view()
        .sample("b2h,d4v,f6h,h1v,a9h ? e5,f5*,g5* c3,b2*,c2*")
        .advised()
        .keyed();
    Box::new(entry)
}
