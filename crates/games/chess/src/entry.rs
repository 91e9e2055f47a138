//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item, OptionSpec, ReviewScale};

use crate::{Chess, Material, PieceSets, PiecesOnSquares, Tactics, WEIGHTS};

/// Divisor of a lead in pawns: `tanh(pawns / LEAD)` is lichess' winning chance from -1 to 1. Its page on accuracy
/// (lichess.org/page/accuracy) has `2 / (1 + exp(-0.00368208 * centipawns)) - 1`, by real games, and
/// `2 / (1 + exp(-x)) - 1` is `tanh(x / 2)`.
const LEAD: f64 = 2.0 / 0.368_208;

/// Source of the review scale.
const LICHESS: &str = "lichess: the chance to win by its curve, 50 % + 50 % * tanh(pawns / 5.43), \
    and 0.1, 0.2 and 0.3 of the winning chances from -1 to 1";

/// Ratings of the levels, and how they were measured: `cargo xtask strength levels-chess`. Their standard errors are 60 to
/// 120, and 150 and 240 for the two highest, of which few games were played.
const RATINGS: ([u32; 10], &str) = (
    [390, 590, 870, 1160, 1380, 1620, 2010, 2280, 2490, 2800],
    "matches between levels, and against Stockfish 15.1 at 30,000 nodes (level 6 against UCI_Elo 1600, level 8 against \
     UCI_Elo 1800), on the scale of Stockfish 16; docs/strength.md",
);

/// The game for a catalog, with every search that suits it.
#[must_use]
pub fn entry() -> Box<dyn Item> {
    let options = vec![OptionSpec {
        name: "start",
        help: "the arrangement of Chess960 that the game begins with; 518 is the usual one",
        least: 0,
        most: i64::from(Chess::STARTS) - 1,
        default: Some(i64::from(Chess::USUAL)),
    }];
    let entry = Entry::with_options("chess", "Chess", options, |options| {
        Ok(Chess::new(options.or("start", u32::from(Chess::USUAL)) as u16))
    })
    .notation(
        "e2e4, e7e8q, e1g1, or as players write it: Nf3, exd5, O-O; a position is a FEN of four to six fields, or EPD",
    )
    .format("PGN", "pgn")
    .review_scale(|_| ReviewScale::chance(LEAD).steps([5.0, 10.0, 15.0], LICHESS))
    .rules_text(include_str!("../rules.md"))
    .drawn()
    .sample("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1")
    .level_ratings(RATINGS.0, RATINGS.1)
    .arranged()
    .keyed()
    .tabled()
    .knowledge(Tactics)
    .evaluation(Material)
    .learned_with_network(PiecesOnSquares, PieceSets, WEIGHTS);
    Box::new(entry)
}
