//! The shapes of the pieces: six symbols, drawn in a square of 45 units.

use counterplay_core::picture::{Part, Symbol};
use cozy_chess::Piece;

use super::picture::name;

/// The foot of a queen and of a king.
const FOOT: &str = "M13.6 35h17.8c2.2 .6 3.6 2.3 3.6 5.5h-25c0-3.2 1.4-4.9 3.6-5.5z";

/// The paths of a piece, from the lowest. Each is one outline where that can be, so that light falls on it as on one
/// thing.
fn paths(piece: Piece) -> &'static [(Part, &'static str)] {
    match piece {
        Piece::Pawn => &[
            (
                Part::Body,
                "M22.5 9a5.9 5.9 0 0 1 4 10.25c1.3 .3 2.1 1 2.1 2c0 .9-.7 1.5-2 1.7c.3 4.3 1.8 7.9 5 10.6c1.6 1.3 2.6 3.2 2.6 6.95h-23.4c0-3.75 1-5.65 2.6-6.95c3.2-2.7 4.7-6.3 5-10.6c-1.3-.2-2-.8-2-1.7c0-1 .8-1.7 2.1-2a5.9 5.9 0 0 1 4-10.25z",
            ),
            (Part::Line, "M13.4 35c6-1.2 12.2-1.2 18.2 0"),
        ],
        Piece::Knight => &[
            (
                Part::Body,
                "M34.6 35c1.4-12.5-2.1-23.4-11.6-26c-.4-1.4-1.2-2.8-2.4-4c-1.2 1.6-1.7 3.2-1.7 4.9c-3.5 1.7-5.7 4.7-6.8 8.3c-.8 2.6-2.5 4.4-3.6 6.4c-1.1 2.1-.5 4.3 1.3 5c1.6 .6 2.6-.4 3.8-1.4c1.4-1.2 3.8-1 6.8-3c-.2 4.2-6.8 4.6-6.4 9.8z",
            ),
            (Part::Body, "M14 35h20.6c2 .6 3.2 2.3 3.2 5.5h-26.6c0-3.2 1-4.9 2.8-5.5z"),
            (Part::Detail, "M15.9 16.6a1.4 1.4 0 1 1 2.8 0a1.4 1.4 0 1 1-2.8 0z"),
            (Part::Detail, "M9.7 26a1 1 0 1 1 2 0a1 1 0 1 1-2 0z"),
            (Part::Line, "M24.8 12.8c5.2 3.4 6.6 10 6.2 18.7"),
        ],
        Piece::Bishop => &[
            (
                Part::Body,
                "M18.2 28.7h8.6c1 0 1.7 .7 1.7 1.6c0 .9-.7 1.6-1.7 1.6c.3 1.3 1 2.4 2.2 3h1.9c2.2 .5 3.8 2 3.8 5.6h-24.4c0-3.6 1.6-5.1 3.8-5.6h1.9c1.2-.6 1.9-1.7 2.2-3c-1 0-1.7-.7-1.7-1.6c0-.9 .7-1.6 1.7-1.6z",
            ),
            (
                Part::Body,
                "M22.5 10.2c5.2 3.6 8 7.8 8 11.9c0 3.1-1.6 5.4-4.2 6.6h-7.6c-2.6-1.2-4.2-3.5-4.2-6.6c0-4.1 2.8-8.3 8-11.9z",
            ),
            (Part::Body, "M22.5 5.3a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5z"),
            (Part::Line, "M22.5 15.5v8.4M18.8 19.1h7.4"),
        ],
        Piece::Rook => &[
            (
                Part::Body,
                "M11 8.5h5.2v3.4h3.5v-3.4h5.6v3.4h3.5v-3.4h5.2v6.8l-3.6 3.6l1.3 14.6h1.3v3h2v4h-25v-4h2v-3h1.3l1.3-14.6l-3.6-3.6z",
            ),
            (Part::Line, "M14.6 18.9h15.8M13.3 33.5h18.4M12 36.5h21"),
        ],
        Piece::Queen => &[
            (Part::Body, FOOT),
            (Part::Body, "M12.2 28c6.4-2 14.2-2 20.6 0c-.6 2.3-1.4 4.6-1.4 7h-17.8c0-2.4-.8-4.7-1.4-7z"),
            (
                Part::Body,
                "M12.2 28l-4.4-13.5l7.2 8.1l.7-12l4.5 10.8l2.3-12l2.3 12l4.5-10.8l.7 12l7.2-8.1l-4.4 13.5c-6.4-2-14.2-2-20.6 0z",
            ),
            (Part::Body, "M7.6 11a2.3 2.3 0 1 1 0 4.6a2.3 2.3 0 1 1 0-4.6z"),
            (Part::Body, "M15.5 7.2a2.3 2.3 0 1 1 0 4.6a2.3 2.3 0 1 1 0-4.6z"),
            (Part::Body, "M22.5 5.2a2.4 2.4 0 1 1 0 4.8a2.4 2.4 0 1 1 0-4.8z"),
            (Part::Body, "M29.5 7.2a2.3 2.3 0 1 1 0 4.6a2.3 2.3 0 1 1 0-4.6z"),
            (Part::Body, "M37.4 11a2.3 2.3 0 1 1 0 4.6a2.3 2.3 0 1 1 0-4.6z"),
            (Part::Line, "M13.4 31.7c6-1.6 12.2-1.6 18.2 0"),
        ],
        Piece::King => &[
            (Part::Body, FOOT),
            (Part::Body, "M21.1 4h2.8v2.8h2.9v2.7h-2.9v5h-2.8v-5h-2.9v-2.7h2.9z"),
            (
                Part::Body,
                "M13.6 35c0-2-.3-3.7-.9-5.4c-3.9-2.2-6.1-5.2-6.1-8.8c0-4.2 3.2-7 7.4-7c3.6 0 6.6 1.9 8.5 5.2c1.9-3.3 4.9-5.2 8.5-5.2c4.2 0 7.4 2.8 7.4 7c0 3.6-2.2 6.6-6.1 8.8c-.6 1.7-.9 3.4-.9 5.4z",
            ),
            (
                Part::Body,
                "M22.5 12.6c2.2 1.7 3.3 3.5 3.3 5.6c0 2.4-1.5 4.4-3.3 6.6c-1.8-2.2-3.3-4.2-3.3-6.6c0-2.1 1.1-3.9 3.3-5.6z",
            ),
            (Part::Line, "M13.2 31.4c6-1.6 12.6-1.6 18.6 0"),
        ],
    }
}

/// The symbols of pawn, knight, bishop, rook, queen and king.
pub(crate) fn symbols() -> Vec<Symbol> {
    let symbol = |piece: Piece| {
        let draw = |symbol: Symbol, (part, path): &(Part, &str)| symbol.path(*part, path).unwrap_or(symbol);
        paths(piece).iter().fold(Symbol::new(45).named(name(piece)), draw)
    };
    Piece::ALL.into_iter().map(symbol).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_one() {
        for (piece, symbol) in Piece::ALL.into_iter().zip(symbols()) {
            assert_eq!(symbol.paths().len(), paths(piece).len(), "{piece}");
        }
    }
}
