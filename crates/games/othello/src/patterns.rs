//! What a learned evaluation of Othello counts: the patterns of discs on lines and around corners, and the room to
//! move.
//!
//! ```text
//!   edge and two X     rows 2 to 4      diagonals of 4 to 8     corner 3x3     corner 2x5
//!   # # # # # # # #    . . . . . . . .    # . . . # . . .       # # # . .      # # # # #
//!   . # . . . . # .    # # # # # # # #    . # . . . # . .       # # # . .      # # # # #
//!   . . . . . . . .    . . . . . . . .    . . # . . . # .       # # # . .      . . . . .
//! ```
//!
//! Each pattern is looked up in all its images, 46 in all, which share their weights. A square is a digit to the base
//! of three: empty, own, the opponent's. So the number of a pattern is a sum over its squares, and therefore over the
//! eight rows: what the discs of a row add to all 46 numbers at once is in a table.
//!
//! The game is cut into stages by the discs on the board.

use counterplay_core::Features;

use super::{Board, Othello, lines};

/// Counts patterns, the room to move, and where the last moves will be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patterns;

/// The weights that were learned for the usual board. `cargo xtask weights othello` makes them.
pub const WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// How many discs are put on the board in a stage.
const STAGE: usize = 5;
const STAGES: usize = 60usize.div_ceil(STAGE);

/// A pattern by its squares, numbered as the bits of the board.
struct Shape {
    squares: [u8; MOST],
    length: usize,
    /// Where its weights begin.
    from: u32,
}

/// The most squares of a pattern.
const MOST: usize = 10;

/// The patterns, each in one place.
const SHAPES: [Shape; 11] = {
    let mut shapes = [
        shape([0, 1, 2, 3, 4, 5, 6, 7, 9, 14], 10),
        shape([8, 9, 10, 11, 12, 13, 14, 15, 0, 0], 8),
        shape([16, 17, 18, 19, 20, 21, 22, 23, 0, 0], 8),
        shape([24, 25, 26, 27, 28, 29, 30, 31, 0, 0], 8),
        shape([0, 9, 18, 27, 36, 45, 54, 63, 0, 0], 8),
        shape([1, 10, 19, 28, 37, 46, 55, 0, 0, 0], 7),
        shape([2, 11, 20, 29, 38, 47, 0, 0, 0, 0], 6),
        shape([3, 12, 21, 30, 39, 0, 0, 0, 0, 0], 5),
        shape([4, 13, 22, 31, 0, 0, 0, 0, 0, 0], 4),
        shape([0, 1, 2, 8, 9, 10, 16, 17, 18, 0], 9),
        shape([0, 1, 2, 3, 4, 8, 9, 10, 11, 12], 10),
    ];
    let mut at = 1;
    while at < shapes.len() {
        shapes[at].from = shapes[at - 1].end();
        at += 1;
    }
    shapes
};

const fn shape(squares: [u8; MOST], length: usize) -> Shape {
    Shape { squares, length, from: 0 }
}

/// The image of a square: mirrored at the diagonal (1), left and right (2), above and below (4), in this order.
const fn image(square: u8, symmetry: u32) -> u8 {
    let (mut row, mut column) = (square / 8, square % 8);
    if symmetry & 1 != 0 {
        (row, column) = (column, row);
    }
    if symmetry & 2 != 0 {
        column = 7 - column;
    }
    if symmetry & 4 != 0 {
        row = 7 - row;
    }
    8 * row + column
}

impl Shape {
    /// Where the weights of the next one begin.
    const fn end(&self) -> u32 {
        self.from + 3u32.pow(self.length as u32)
    }

    /// The squares of one of its eight images.
    const fn image(&self, symmetry: u32) -> [u8; MOST] {
        let (mut squares, mut at) = (self.squares, 0);
        while at < self.length {
            squares[at] = image(squares[at], symmetry);
            at += 1;
        }
        squares
    }

    /// The bits of the squares.
    const fn cells(&self, squares: &[u8; MOST]) -> u64 {
        let (mut cells, mut at) = (0, 0);
        while at < self.length {
            cells |= 1 << squares[at];
            at += 1;
        }
        cells
    }
}

/// How many images the patterns have in all.
const IMAGES: usize = 46;
/// Images, with room for whole vectors.
const WIDTH: usize = 48;

/// The images of all patterns: which pattern, and its squares in order.
const PLACES: [(usize, [u8; MOST]); IMAGES] = {
    let mut places = [(0, [0; MOST]); IMAGES];
    let (mut count, mut which) = (0, 0);
    while which < SHAPES.len() {
        let (first, mut symmetry) = (count, 0);
        while symmetry < 8 {
            let squares = SHAPES[which].image(symmetry);
            // An image that covers the same squares as an earlier one is the same place.
            let (mut is_new, mut earlier) = (true, first);
            while earlier < count {
                is_new &= SHAPES[which].cells(&places[earlier].1) != SHAPES[which].cells(&squares);
                earlier += 1;
            }
            if is_new {
                places[count] = (which, squares);
                count += 1;
            }
            symmetry += 1;
        }
        which += 1;
    }
    assert!(count == IMAGES);
    places
};

/// Where the weights of each place begin.
const FROM: [u32; IMAGES] = {
    let (mut from, mut at) = ([0; IMAGES], 0);
    while at < IMAGES {
        from[at] = SHAPES[PLACES[at].0].from;
        at += 1;
    }
    from
};

/// What the discs of a row add to the number of each place, if they are one's own.
static ADDED: [[[u16; WIDTH]; 256]; 8] = {
    let mut added = [[[0; WIDTH]; 256]; 8];
    // A single disc.
    let mut place = 0;
    while place < IMAGES {
        let (which, squares) = PLACES[place];
        let (mut at, mut power) = (0, 1u16);
        while at < SHAPES[which].length {
            added[squares[at] as usize / 8][1 << (squares[at] % 8)][place] = power;
            power = power.wrapping_mul(3);
            at += 1;
        }
        place += 1;
    }
    // Several discs: one of them and the others.
    let mut row = 0;
    while row < 8 {
        let mut discs = 1usize;
        while discs < 256 {
            let (others, one) = (discs & (discs - 1), discs & discs.wrapping_neg());
            let mut place = 0;
            while others != 0 && place < IMAGES {
                added[row][discs][place] = added[row][others][place] + added[row][one][place];
                place += 1;
            }
            discs += 1;
        }
        row += 1;
    }
    added
};

/// What is counted beside the patterns: moves and open squares of both sides, parts of the board with an odd number of
/// empty squares, and discs. Each number has a weight of its own.
const NUMBERS: [u32; 6] = [32, 32, 32, 32, 5, 65];
const PATTERN_WEIGHTS: u32 = SHAPES[SHAPES.len() - 1].end();

/// The number of each place's pattern.
#[inline]
fn numbers(board: &Board) -> [u16; WIDTH] {
    let (own, other) = (board.own.to_le_bytes(), board.other.to_le_bytes());
    let mut sums = [0u16; WIDTH];
    for row in 0..8 {
        let own = &ADDED[row][usize::from(own[row])];
        let other = &ADDED[row][usize::from(other[row])];
        for ((sum, own), other) in sums.iter_mut().zip(own).zip(other) {
            *sum = sum.wrapping_add(own.wrapping_add(other.wrapping_add(*other)));
        }
    }
    sums
}

impl Features<Othello> for Patterns {
    fn stages(&self, _: &Othello) -> usize {
        STAGES
    }

    #[inline]
    fn stage(&self, _: &Othello, board: &Board) -> usize {
        let discs = (board.own | board.other).count_ones() as usize;
        (discs.saturating_sub(4) / STAGE).min(STAGES - 1)
    }

    fn count(&self, _: &Othello) -> usize {
        (PATTERN_WEIGHTS + NUMBERS.iter().sum::<u32>()) as usize
    }

    #[inline]
    fn each(&self, game: &Othello, board: &Board, mut see: impl FnMut(u32, i32)) {
        for (number, from) in numbers(board).into_iter().zip(FROM) {
            see(from + u32::from(number), 1);
        }
        let Board { own, other, moves, .. } = *board;
        let empty = game.empty(board);
        let open = |discs: u64| (lines::around(discs) & empty).count_ones();
        let counted = [
            moves.count_ones(),
            (lines::moves(other, own) & game.cells).count_ones(),
            open(other),
            open(own),
            lines::QUARTERS.iter().map(|quarter| (empty & quarter).count_ones() % 2).sum(),
            (own | other).count_ones(),
        ];
        let mut from = PATTERN_WEIGHTS;
        for (number, most) in counted.into_iter().zip(NUMBERS) {
            see(from + number.min(most - 1), 1);
            from += most;
        }
    }

    /// A pattern that is the mirror image of another in the same place is worth the same.
    fn ties(&self, game: &Othello) -> Vec<u32> {
        let mut ties: Vec<u32> = (0..self.count(game) as u32).collect();
        for shape in &SHAPES {
            let squares = &shape.squares[..shape.length];
            for symmetry in 1..8 {
                let image = shape.image(symmetry);
                // Where each square goes, if all stay in the place.
                let places =
                    squares.iter().map(|square| image[..shape.length].iter().position(|other| other == square));
                let Some(places) = places.collect::<Option<Vec<usize>>>() else { continue };
                let powers: Vec<u32> = places.into_iter().map(|place| 3u32.pow(place as u32)).collect();
                for number in 0..shape.end() - shape.from {
                    let (mut left, mut mirrored) = (number, 0);
                    for power in &powers {
                        mirrored += left % 3 * power;
                        left /= 3;
                    }
                    let tie = &mut ties[(shape.from + number) as usize];
                    *tie = (*tie).min(shape.from + mirrored);
                }
            }
        }
        ties
    }
}

#[cfg(test)]
mod tests {
    use counterplay_core::features::Ties;
    use counterplay_core::{Game, Random, Seeded, Symmetric};

    use super::*;

    /// Boards of games played at random.
    fn boards() -> Vec<Board> {
        let (game, mut random) = (Othello::default(), Seeded::new(3));
        let mut boards = Vec::new();
        for _ in 0..20 {
            let mut board = game.initial();
            while !board.over {
                boards.push(board);
                let legal = game.action_list(&board);
                game.apply(&mut board, legal[random.index(legal.len()).unwrap()]);
            }
        }
        boards
    }

    #[test]
    fn the_number_of_a_pattern_is_that_of_its_squares() {
        for board in boards() {
            let digit = |square: u8| (board.own >> square & 1) + 2 * (board.other >> square & 1);
            for ((which, squares), number) in PLACES.iter().zip(numbers(&board)) {
                let squares = &squares[..SHAPES[*which].length];
                let by_hand = squares.iter().rev().fold(0, |number, &square| 3 * number + digit(square));
                assert_eq!(u64::from(number), by_hand, "{board:?}");
            }
        }
    }

    #[test]
    fn mirror_images_count_the_same() {
        let game = Othello::default();
        let ties = Ties::new(&game, &Patterns);
        let seen = |board: &Board| {
            let mut seen = Vec::new();
            Patterns.each(&game, board, |weight, times| seen.push((ties.places[weight as usize], times)));
            seen.sort_unstable();
            seen
        };
        for board in boards().iter().step_by(7) {
            for symmetry in 1..8 {
                assert_eq!(seen(&game.image(board, symmetry)), seen(board), "{board:?} {symmetry}");
            }
        }
        assert_eq!(ties.free, 113_877 + NUMBERS.iter().sum::<u32>() as usize);
    }

    #[test]
    fn every_board_has_a_stage_and_stays_among_its_weights() {
        for size in Othello::SIZES {
            let game = Othello::new(size, super::super::Empties::Winner).unwrap();
            let mut random = Seeded::new(1);
            let mut board = game.initial();
            while !board.over {
                assert!(Patterns.stage(&game, &board) < Patterns.stages(&game));
                Patterns.each(&game, &board, |weight, _| assert!((weight as usize) < Patterns.count(&game)));
                let legal = game.action_list(&board);
                game.apply(&mut board, legal[random.index(legal.len()).unwrap()]);
            }
        }
    }
}
