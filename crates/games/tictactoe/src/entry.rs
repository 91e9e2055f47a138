//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item, OptionSpec, Options, ReviewScale};

use crate::TicTacToe;

/// The game for a catalog, with every search that suits it.
#[must_use]
pub fn entry() -> Box<dyn Item> {
    let largest = i64::from(TicTacToe::LARGEST);
    let options = vec![
        OptionSpec { name: "size", help: "rows and columns", least: 1, most: largest, default: Some(3) },
        OptionSpec {
            name: "align",
            help: "how many in a row win; as the size",
            least: 1,
            most: largest,
            default: None,
        },
    ];
    let make = |options: &Options| {
        let size = options.or("size", 3);
        TicTacToe::new(size, options.or("align", size)).map_err(|error| error.to_string())
    };
    let entry = Entry::with_options("tictactoe", "Tic-tac-toe", options, make)
        .notation("cells a1 to c3, a1 at the top left; a position is its cells row by row, XO--X----")
        .review_scale(|_| ReviewScale::chance(1.0))
        .rules_text(include_str!("../rules.md"))
        .drawn()
        .sample("b2 a1 c1 a3 a2")
        .arranged()
        .symmetric()
        .indexed();
    Box::new(entry)
}
