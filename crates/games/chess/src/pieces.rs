//! The shapes of the pieces: six symbols, drawn in a square of 45 units.

use counterplay_core::picture::{Part, Symbol};
use cozy_chess::Piece;

/// The foot that all pieces but the knight's horse and the king's cross stand on.
const FOOT: &str = "M11 39c0-3 2-4.5 4-5h15c2 .5 4 2 4 5z";

/// The paths of a piece, from the lowest.
fn paths(piece: Piece) -> &'static [(Part, &'static str)] {
    match piece {
        Piece::Pawn => &[
            (Part::Body, "M13 39c0-3 1.500-4.500 3.500-5h12c2 .5 3.500 2 3.500 5z"),
            (Part::Body, "M17.500 34c2-3.500 3-7 3-11h4c0 4 1 7.500 3 11z"),
            (Part::Body, "M17 23.500c0-1.500 1-2.500 2.500-2.500h6c1.500 0 2.500 1 2.500 2.500z"),
            (Part::Body, "M22.500 10.500a5.500 5.500 0 1 1 0 11a5.500 5.500 0 1 1 0-11z"),
        ],
        Piece::Knight => &[
            (Part::Body, FOOT),
            (
                Part::Body,
                "M15 34c0-6 5-8.500 6-13c-2 1.500-4.500 1.500-6 3.500c-.8 1.100-2.600 1.600-3.600.6c-1.300-1.300-1.100-3 .1-4.600c2.200-3 2.800-6.300 5.300-8.700c.2-1.600.2-3.100.7-4.800c1.500.7 2.400 1.700 3.200 2.900c7.300.6 11.800 6 11.800 14.600c0 4-.7 7-1.500 9.500z",
            ),
            (Part::Detail, "M17.800 15.300a1.100 1.100 0 1 1 2.200 0a1.100 1.100 0 1 1-2.200 0z"),
            (Part::Detail, "M12.600 21.700a.8.8 0 1 1 1.600 0a.8.8 0 1 1-1.600 0z"),
            (Part::Line, "M24.500 12c3.500 2.500 4.500 7 4 13"),
        ],
        Piece::Bishop => &[
            (Part::Body, FOOT),
            (Part::Body, "M17.500 34c1.500-2 2-4 2-6h6c0 2 .5 4 2 6z"),
            (Part::Body, "M16.500 28.500c0-1.500 1-2.300 2.200-2.300h7.600c1.200 0 2.200.8 2.200 2.300z"),
            (
                Part::Body,
                "M22.500 10c4.500 3.500 7 7.500 7 11c0 2.500-1.200 4.200-3 5.200h-8c-1.800-1-3-2.700-3-5.200c0-3.500 2.500-7.500 7-11z",
            ),
            (Part::Body, "M22.500 6a2.300 2.300 0 1 1 0 4.600a2.300 2.300 0 1 1 0-4.600z"),
            (Part::Line, "M22.500 15.500v7M19.500 18.500h6"),
        ],
        Piece::Rook => &[
            (Part::Body, "M10 39v-3.500h2.500v-2.500h20v2.500h2.500v3.500z"),
            (Part::Body, "M14.500 33l1.500-15h13l1.500 15z"),
            (Part::Body, "M12 9h4.500v2.800h3.500v-2.800h5v2.800h3.500v-2.800h4.500v6l-3.500 3.500h-14l-3.500-3.500z"),
            (Part::Line, "M15.500 18.500h14M14.800 29.500h15.400"),
        ],
        Piece::Queen => &[
            (Part::Body, FOOT),
            (Part::Body, "M14 34c0-2.500-.6-5-1.500-7.500c6-2 14-2 20 0c-.9 2.500-1.500 5-1.500 7.500z"),
            (
                Part::Body,
                "M12.500 26.500l-4-13l6.300 8.500l1.200-11.500l4.500 10.500l2-12l2 12l4.500-10.500l1.200 11.500l6.300-8.500l-4 13c-6-2-14-2-20 0z",
            ),
            (Part::Body, "M8 9.800a2 2 0 1 1 0 4a2 2 0 1 1 0-4z"),
            (Part::Body, "M15.700 7.300a2 2 0 1 1 0 4a2 2 0 1 1 0-4z"),
            (Part::Body, "M22.500 5.500a2.200 2.200 0 1 1 0 4.400a2.200 2.200 0 1 1 0-4.400z"),
            (Part::Body, "M29.300 7.300a2 2 0 1 1 0 4a2 2 0 1 1 0-4z"),
            (Part::Body, "M37 9.800a2 2 0 1 1 0 4a2 2 0 1 1 0-4z"),
            (Part::Line, "M14 30.500c5.500-1.500 11.500-1.500 17 0"),
        ],
        Piece::King => &[
            (Part::Body, FOOT),
            (Part::Line, "M22.500 4.500v8M19 7.500h7"),
            (
                Part::Body,
                "M14 34c0-1.800-.2-3.400-.8-5c-3.500-2-5.700-4.700-5.700-8c0-3.800 3-6.500 7-6.500c3.300 0 6.200 1.800 8 5c1.800-3.200 4.700-5 8-5c4 0 7 2.700 7 6.500c0 3.300-2.200 6-5.700 8c-.6 1.600-.8 3.200-.8 5z",
            ),
            (
                Part::Body,
                "M22.500 11c2 1.600 3 3.300 3 5.200c0 1.900-1.300 3.600-3 5.300c-1.700-1.700-3-3.400-3-5.300c0-1.900 1-3.600 3-5.200z",
            ),
            (Part::Line, "M13.500 29.500c5.800-1.600 12.200-1.600 18 0"),
        ],
    }
}

/// The symbols of pawn, knight, bishop, rook, queen and king.
pub(crate) fn symbols() -> Vec<Symbol> {
    let symbol = |piece: Piece| {
        let draw = |symbol: Symbol, (part, path): &(Part, &str)| symbol.path(*part, path).unwrap_or(symbol);
        paths(piece).iter().fold(Symbol::new(45), draw)
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
