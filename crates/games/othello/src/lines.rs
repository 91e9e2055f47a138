//! The lines of the board: what a move brackets, what can be played, what can never be turned over again.
//!
//! Bits as drawn at [`Board`](super::Board). A direction is a step of so many bits, up or down:
//!
//! ```text
//!   -9 -8 -7
//!   -1  .  1
//!    7  8  9
//! ```

use wide::u64x4;

/// Something for each of the four lines through a square: along a row, a rising diagonal, a column, a falling diagonal.
/// Machines with wide registers do all four at once.
type Lines = u64x4;

/// So many steps of each line, in the direction in which bits grow.
const fn steps(times: u64) -> Lines {
    u64x4::new([times, 7 * times, 8 * times, 9 * times])
}

const ONE: Lines = steps(1);
const TWO: Lines = steps(2);
const FOUR: Lines = steps(4);

/// These squares so many steps on, in the direction in which bits grow.
#[inline(always)]
fn up(these: Lines, steps: Lines) -> Lines {
    these.unbounded_shl(steps)
}

/// These squares so many steps back, in the other direction.
#[inline(always)]
fn down(these: Lines, steps: Lines) -> Lines {
    these.unbounded_shr(steps)
}

/// What is on any of the lines.
#[inline(always)]
fn any(these: Lines) -> u64 {
    let [a, b, c, d] = these.to_array();
    a | b | (c | d)
}

/// What is on all of them.
#[inline(always)]
fn all(these: Lines) -> u64 {
    let [a, b, c, d] = these.to_array();
    a & b & (c & d)
}

/// The four quarters of the board.
pub(super) const QUARTERS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32];

/// What a line of each step can go on through: not the outer columns, where a step aside would lead into another row.
const THROUGH: Lines = u64x4::new([INNER, INNER, u64::MAX, INNER]);
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// For each square the squares of each line after it, and before it: a line of the cache.
#[repr(align(64))]
struct Rays {
    after: [u64; 4],
    before: [u64; 4],
}

static RAYS: [Rays; 64] = {
    const NONE: Rays = Rays { after: [0; 4], before: [0; 4] };
    let mut rays = [NONE; 64];
    let mut at = 0;
    while at < 64 {
        let mut line = 0;
        while line < 4 {
            rays[at].after[line] = ray(at as i32, aside(line), if line == 0 { 0 } else { 1 });
            rays[at].before[line] = ray(at as i32, -aside(line), if line == 0 { 0 } else { -1 });
            line += 1;
        }
        at += 1;
    }
    rays
};

/// How many columns to the right a step of a line leads.
const fn aside(line: usize) -> i32 {
    [1, -1, 0, 1][line]
}

/// The squares from one to the edge, without itself.
const fn ray(at: i32, right: i32, down: i32) -> u64 {
    let (mut column, mut row, mut squares) = (at % 8 + right, at / 8 + down, 0);
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        squares |= 1 << (8 * row + column);
        column += right;
        row += down;
    }
    squares
}

/// The discs of the opponent's that a disc on a square brackets.
///
/// On each ray the first square is looked for that has none of the opponent's discs; if it has an own disc, all between
/// are bracketed. Upward that is the lowest bit. Downward it is the one that has no other above it: from each, all
/// below are marked, one step on, then two and four at once.
///
/// PERF: no branch, nor a count of zeros, which not every machine has for several numbers at once.
#[inline]
pub(super) fn flips(at: u32, own: u64, other: u64) -> u64 {
    const NONE: Lines = u64x4::new([0; 4]);
    let Rays { after, before } = &RAYS[(at % 64) as usize];
    let (after, before) = (u64x4::new(*after), u64x4::new(*before));
    let (own, other) = (u64x4::splat(own), u64x4::splat(other));
    let free = after & !other;
    let end = free & (NONE - free) & own;
    // All below the end, or nothing if there is none.
    let above = after & (end - u64x4::splat(1)) & !end.simd_eq(NONE);
    let free = before & !other;
    let below = free | down(free, ONE);
    let below = below | down(below, TWO);
    let below = below | down(below, FOUR);
    let end = free & !down(below, ONE) & own;
    // All above the end, or nothing.
    let below = before & (NONE - (end + end));
    any(above | below)
}

/// Whether the opponent has a disc next to a square: if not, nothing is bracketed from there.
#[inline]
pub(super) fn touches(at: u32, other: u64) -> bool {
    const AROUND: [u64; 64] = {
        let (mut squares, mut at) = ([0; 64], 0);
        while at < 64 {
            squares[at] = around(1 << at);
            at += 1;
        }
        squares
    };
    AROUND[(at % 64) as usize] & other != 0
}

/// How many discs are bracketed on a line of eight by a disc on one of its squares, by the own discs on it. All others
/// are the opponent's.
static BRACKETED: [[u8; 256]; 8] = {
    let mut bracketed = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 {
        let mut own = 0;
        while own < 256 {
            let (after, before) = (own >> (at + 1), own & ((1 << at) - 1));
            let up = if after == 0 { 0 } else { (after as u32).trailing_zeros() };
            let down = if before == 0 { 0 } else { at as u32 - 1 - (before as u32).ilog2() };
            bracketed[at][own] = (up + down) as u8;
            own += 1;
        }
        at += 1;
    }
    bracketed
};

/// How many discs of the opponent's a disc brackets on the last empty square.
///
/// The four lines through it are gathered into bytes, a square for each column, or for each row.
#[inline]
pub(super) fn last_flips(at: u32, own: u64) -> u32 {
    const DIAGONAL: u64 = 0x0102_0408_1020_4080;
    let Rays { after, before } = &RAYS[(at % 64) as usize];
    let (row, column) = ((at / 8 % 8) as usize, (at % 8) as usize);
    let along = own >> (8 * row) & 0xff;
    let across = (own >> column & FIRST_COLUMN).wrapping_mul(DIAGONAL) >> 56;
    let [rising, falling] = [1, 3].map(|line| (own & (after[line] | before[line])).wrapping_mul(FIRST_COLUMN) >> 56);
    let by_column = &BRACKETED[column];
    [along, rising, falling].into_iter().map(|line| u32::from(by_column[line as usize])).sum::<u32>()
        + u32::from(BRACKETED[row][across as usize])
}

/// The empty squares on which a disc brackets something. Squares around a smaller board are among them.
///
/// Runs of the opponent's discs are followed from the own ones, one step, one more, and then twice two at once.
#[inline]
pub(super) fn moves(own: u64, other: u64) -> u64 {
    let discs = u64x4::splat(own);
    let through = u64x4::splat(other) & THROUGH;
    let twice_up = through & up(through, ONE);
    // The same pairs seen from their other ends.
    let twice_down = down(twice_up, ONE);
    let mut above = through & up(discs, ONE);
    let mut below = through & down(discs, ONE);
    above |= through & up(above, ONE);
    below |= through & down(below, ONE);
    for _ in 0..2 {
        above |= twice_up & up(above, TWO);
        below |= twice_down & down(below, TWO);
    }
    any(up(above, ONE) | down(below, ONE)) & !(own | other)
}

/// These squares and all that touch them.
#[inline]
pub(super) const fn around(cells: u64) -> u64 {
    const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = cells | cells << 1 & NOT_FIRST | cells >> 1 & NOT_LAST;
    row | row << 8 | row >> 8
}

/// For each line and for one, two and four steps: the squares from which so many steps lead off the board.
const fn off(line: usize, steps: i32, sign: i32) -> u64 {
    let (mut at, mut cells) = (0, 0);
    while at < 64 {
        let column = at % 8 + sign * steps * aside(line);
        let row = at / 8 + sign * steps * (if line == 0 { 0 } else { 1 });
        if column < 0 || column > 7 || row < 0 || row > 7 {
            cells |= 1 << at;
        }
        at += 1;
    }
    cells
}

/// For one, two and four steps: those steps, and the squares of each line from which they lead off the board, up and
/// down.
const OFF: [[Lines; 3]; 3] = [leading_off(1), leading_off(2), leading_off(4)];

const fn leading_off(times: i32) -> [Lines; 3] {
    let (mut above, mut below, mut line) = ([0; 4], [0; 4], 0);
    while line < 4 {
        above[line] = off(line, times, 1);
        below[line] = off(line, times, -1);
        line += 1;
    }
    [steps(times as u64), u64x4::new(above), u64x4::new(below)]
}

/// For each line the squares whose whole line is taken: all up to the edge, one more, then two, then four.
#[inline]
fn full(taken: u64) -> Lines {
    let (mut above, mut below) = (u64x4::splat(taken), u64x4::splat(taken));
    for [steps, off_above, off_below] in OFF {
        above &= down(above, steps) | off_above;
        below &= up(below, steps) | off_below;
    }
    above & below
}

/// For each line the squares of a board from which one step leads off it: nothing can be bracketed there.
pub(super) fn edges(cells: u64) -> [u64; 4] {
    let [_, off_above, off_below] = OFF[0];
    let inside = down(u64x4::splat(cells), ONE) & up(u64x4::splat(cells), ONE);
    (off_above | off_below | !inside).to_array()
}

/// Stable discs: those of a side that can be seen never to be turned over: on each of the four lines through one the
/// line is full, or next to it is the edge or another such disc.
///
/// `taken` are the squares of both sides, and all that are not on the board, which has these [`edges`].
pub(super) fn stable(discs: u64, taken: u64, edges: &[u64; 4]) -> u64 {
    let safe = full(taken) | u64x4::new(*edges);
    let mut stable = discs & all(safe);
    while stable != 0 {
        let known = u64x4::splat(stable);
        // What a step aside carries into another row is at the edge there, and safe on that line anyhow.
        let more = discs & all(safe | up(known, ONE) | down(known, ONE));
        if more == stable {
            break;
        }
        stable = more;
    }
    stable
}

/// The image of squares: mirrored at the diagonal (1), left and right (2), above and below (4), in this order.
pub(super) fn image(cells: u64, symmetry: u32) -> u64 {
    let mut cells = cells;
    if symmetry & 1 != 0 {
        // Blocks of one, two and four squares change places across the diagonal.
        for (step, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
            let swapped = (cells ^ cells >> step) & mask;
            cells ^= swapped ^ swapped << step;
        }
    }
    if symmetry & 2 != 0 {
        cells = cells.swap_bytes().reverse_bits();
    }
    if symmetry & 4 != 0 {
        cells = cells.swap_bytes();
    }
    cells
}

#[cfg(test)]
mod tests {
    use counterplay_core::{Random, Seeded};

    use super::*;

    /// All eight directions, as steps of columns and rows.
    const DIRECTIONS: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

    /// The squares in a direction, one after the other.
    fn walk(at: u32, (right, down): (i32, i32)) -> impl Iterator<Item = u64> {
        (1..8).map_while(move |steps| {
            let (column, row) = (at as i32 % 8 + steps * right, at as i32 / 8 + steps * down);
            ((0..8).contains(&column) && (0..8).contains(&row)).then(|| 1 << (8 * row + column))
        })
    }

    fn flips_by_hand(at: u32, own: u64, other: u64) -> u64 {
        let bracketed = |direction| {
            let between = walk(at, direction).take_while(|bit| other & bit != 0).fold(0, |all, bit| all | bit);
            let end = walk(at, direction).nth(between.count_ones() as usize);
            if end.is_some_and(|bit| own & bit != 0) { between } else { 0 }
        };
        DIRECTIONS.into_iter().fold(0, |all, direction| all | bracketed(direction))
    }

    /// Boards of random discs, from few to many.
    fn boards() -> impl Iterator<Item = (u64, u64)> {
        let mut random = Seeded::new(6);
        (0..4000).map(move |round| {
            let [a, b, c] = [random.bits(), random.bits(), random.bits()];
            match round % 4 {
                0 => (a & b, c & !(a & b)),
                1 => (a, !a & (b | c)),
                2 => (a & b, !a & b & c),
                _ => (a & b & c, !(a & b & c)),
            }
        })
    }

    #[test]
    fn flips_and_moves_are_those_found_square_by_square() {
        for (own, other) in boards() {
            let empty = (0..64).filter(|at| (own | other) >> at & 1 == 0);
            let mut expected = 0;
            for at in empty {
                let by_hand = flips_by_hand(at, own, other);
                assert_eq!(flips(at, own, other), by_hand, "{at} {own:x} {other:x}");
                expected |= u64::from(by_hand != 0) << at;
            }
            assert_eq!(moves(own, other), expected, "{own:x} {other:x}");
        }
    }

    #[test]
    fn the_last_disc_brackets_what_any_does() {
        for (own, _) in boards() {
            for at in 0..64 {
                let (own, other) = (own & !(1 << at), !own & !(1 << at));
                assert_eq!(last_flips(at, own), flips_by_hand(at, own, other).count_ones(), "{at} {own:x}");
            }
        }
    }

    #[test]
    fn what_is_around_touches() {
        for (cells, _) in boards() {
            let touched =
                |at: u32| DIRECTIONS.iter().any(|&way| walk(at, way).next().is_some_and(|bit| cells & bit != 0));
            let expected = (0..64).filter(|&at| touched(at)).fold(cells, |all, at| all | 1 << at);
            assert_eq!(around(cells), expected);
        }
    }

    #[test]
    fn full_lines_are_full() {
        for (own, other) in boards() {
            let taken = own | other;
            for (line, (right, down)) in [(1, 0), (-1, 1), (0, 1), (1, 1)].into_iter().enumerate() {
                let is_full = |at: u32| {
                    let mut both = walk(at, (right, down)).chain(walk(at, (-right, -down)));
                    taken >> at & 1 != 0 && both.all(|bit| taken & bit != 0)
                };
                let expected = (0..64).filter(|&at| is_full(at)).fold(0, |all, at| all | 1 << at);
                assert_eq!(full(taken).to_array()[line], expected, "{line} {taken:x}");
            }
        }
    }

    #[test]
    fn images_are_eight_and_keep_the_middle() {
        let images: std::collections::HashSet<u64> = (0..8).map(|symmetry| image(0b10, symmetry)).collect();
        assert_eq!(images.len(), 8);
        let middle = 0x0000_3c3c_3c3c_0000;
        assert!((0..8).all(|symmetry| image(middle, symmetry) == middle));
    }
}
