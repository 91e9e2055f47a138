//! Checker of certificates: that a strategy wins, whatever the opponent does.
//!
//! This crate depends on nothing and shares nothing with the programs that search, not even the rules: what is wrong
//! there cannot be wrong here in the same way. It is meant to be read in one sitting, and believed for that.
//!
//! # The argument
//!
//! A certificate for qubic lists positions in which X is to move, with a move for each. If
//!
//! 1. the empty board is listed,
//! 2. after each listed move, whatever O replies, O has no line, and X either wins by force or stands in a position
//!    that is listed, or is the image of one,
//!
//! then X wins: marks are only added, so that play cannot go on for ever, and it never leaves the list but by a forced
//! win. A win by force is a row of moves each of which threatens a line, so that O has one reply; that is searched for
//! here, to the end.

use std::collections::{HashMap, HashSet};
use std::fmt;

/// Result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Number of positions listed.
    pub entries: usize,
    /// Number of the opponent's replies.
    pub replies: usize,
    /// Number of those replies that lose by force.
    pub forced: usize,
}

/// Fault in a certificate, so that it proves nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Line of the file, from 1.
    pub line: usize,
    /// Description of what is wrong there.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for Fault {}

/// Letters of the cells, in the order of the cells.
pub const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Position with X to move: the cells of X and of O, a bit each.
type Position = (u64, u64);

/// Checks a certificate for the cube of `size` cells each way, 3 or 4. `on_progress` is called with the entries done
/// and all entries, and returns whether to go on.
///
/// A line that begins with `#` is a remark. Any other is an entry: the cells of X and O in turns, then the move of X; a
/// letter each.
///
/// # Errors
/// The first line of the certificate in which something is wrong.
pub fn qubic(size: u8, text: &str, mut on_progress: impl FnMut(usize, usize) -> bool) -> Result<Checked, Fault> {
    let cube = Cube::new(size);
    let mut failed = HashSet::new();
    let mut entries: Vec<(usize, Position, u64)> = Vec::new();
    let mut listed: HashMap<Position, usize> = HashMap::new();
    for (line, entry) in (1..).zip(text.lines()).filter(|(_, entry)| !entry.starts_with('#') && !entry.is_empty()) {
        let ((x, o), action) = cube.read(entry).map_err(|what| Fault { line, what })?;
        listed.entry(cube.least_image((x, o))).or_insert(line);
        entries.push((line, (x, o), action));
    }
    if !listed.contains_key(&(0, 0)) {
        return Err(Fault { line: 1, what: "there is no move for the empty board".to_owned() });
    }
    let mut checked = Checked { entries: entries.len(), ..Checked::default() };
    for (number, &(line, (x, o), action)) in entries.iter().enumerate() {
        if !on_progress(number, entries.len()) {
            return Err(Fault { line, what: "stopped before this line was checked".to_owned() });
        }
        let x = x | action;
        if cube.has_line(x) {
            continue;
        }
        let empty = cube.all & !(x | o);
        if empty == 0 {
            return Err(Fault { line, what: "the board is full, and X has no line".to_owned() });
        }
        for reply in bits(empty) {
            let after = (x, o | reply);
            let fault = |why: &str| {
                let what = format!("after X {} and O {}, {why}", cube.name(action), cube.name(reply));
                Fault { line, what }
            };
            if cube.has_line(after.1) {
                return Err(fault("O has a line"));
            }
            checked.replies += 1;
            if cube.wins_by_force(after, &mut failed) {
                checked.forced += 1;
            } else if !listed.contains_key(&cube.least_image(after)) {
                return Err(fault("there is neither a forced win nor an entry"));
            }
        }
    }
    Ok(checked)
}

/// Cells of a set, one bit each.
fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Cube of cells: cell number = size² · layer + size · row + column.
struct Cube {
    size: u8,
    all: u64,
    lines: Vec<u64>,
    /// Symmetries: where each takes each cell.
    symmetries: Vec<Vec<u8>>,
}

impl Cube {
    fn new(size: u8) -> Cube {
        let lines = lines(size);
        let symmetries = symmetries(size, &lines);
        let all = u64::MAX >> (64 - u32::from(size).pow(3));
        Cube { size, all, lines, symmetries }
    }

    /// Reads an entry: the position, and the cell that X plays.
    fn read(&self, entry: &str) -> Result<(Position, u64), String> {
        let (mut marks, mut turn) = ([0u64, 0], 0);
        let mut last = 0;
        for letter in entry.bytes() {
            let cell = LETTERS.iter().position(|&own| own == letter).map_or(0, |cell| self.all & 1 << cell);
            if cell == 0 {
                return Err(format!("{:?} is no cell", char::from(letter)));
            }
            if (marks[0] | marks[1]) & cell != 0 {
                return Err(format!("the cell {:?} is taken twice", char::from(letter)));
            }
            marks[turn] |= cell;
            (last, turn) = (cell, 1 - turn);
        }
        if turn != 1 {
            return Err("the entry does not end with a move of X".to_owned());
        }
        let position = (marks[0] & !last, marks[1]);
        if self.has_line(position.0) || self.has_line(position.1) {
            return Err("the game was over before".to_owned());
        }
        Ok((position, last))
    }

    fn has_line(&self, marks: u64) -> bool {
        self.lines.iter().any(|line| line & !marks == 0)
    }

    /// Canonical position: the least of all images.
    fn least_image(&self, (x, o): Position) -> Position {
        let image =
            |marks: u64, to: &[u8]| bits(marks).fold(0, |image, cell| image | 1 << to[cell.trailing_zeros() as usize]);
        self.symmetries.iter().map(|to| (image(x, to), image(o, to))).min().unwrap_or((x, o))
    }

    /// Whether X, who is to move, wins by threats alone. Positions where that is known to fail are kept.
    fn wins_by_force(&self, (x, o): Position, failed: &mut HashSet<Position>) -> bool {
        let size = u32::from(self.size);
        let (mut pairs, mut count, mut danger) = ([0u64; 76], 0, 0u64);
        let (mut once, mut twice) = (0u64, 0u64);
        for &line in &self.lines {
            match ((x & line).count_ones(), (o & line).count_ones()) {
                // X completes the line.
                (marks, 0) if marks == size - 1 => return true,
                (marks, 0) if marks == size - 2 => {
                    pairs[count] = line & !x;
                    (once, twice) = (once | pairs[count], twice | once & pairs[count]);
                    count += 1;
                }
                (0, marks) if marks == size - 1 => danger |= line & !o,
                _ => {}
            }
        }
        // X must keep O from completing a line; from two nobody can.
        if count == 0 || danger.count_ones() > 1 {
            return false;
        }
        let allowed = if danger == 0 { once } else { danger };
        // One move threatens two lines, and O can stop one of them.
        if twice & allowed != 0 {
            return true;
        }
        if failed.contains(&(x, o)) {
            return false;
        }
        for &pair in &pairs[..count] {
            for action in bits(pair & allowed) {
                // X threatens to complete the line, and O has to take its last cell.
                if self.wins_by_force((x | action, o | (pair ^ action)), failed) {
                    return true;
                }
            }
        }
        failed.insert((x, o));
        false
    }

    /// Name of a cell: layer, row, column.
    fn name(&self, cell: u64) -> String {
        let (cell, size) = (cell.trailing_zeros() as u8, self.size);
        format!("{}{}{}", cell / size / size + 1, char::from(b'a' + cell / size % size), cell % size + 1)
    }
}

/// Lines of the cube: each coordinate has one value, or counts up, or counts down, and not all three have one.
fn lines(size: u8) -> Vec<u64> {
    let (up, down) = (size, size + 1);
    let mut lines: Vec<u64> = Vec::new();
    for ways in 0..u32::from(size + 2).pow(3) {
        let base = u32::from(size + 2);
        let ways = [ways / base / base, ways / base % base, ways % base].map(|way| way as u8);
        if ways.iter().all(|&way| way < size) {
            continue;
        }
        let cell = |step: u8| {
            let place = |way: u8| {
                if way == up {
                    step
                } else if way == down {
                    size - 1 - step
                } else {
                    way
                }
            };
            ways.iter().fold(0, |cell, &way| cell * size + place(way))
        };
        lines.push((0..size).fold(0, |line, step| line | 1 << cell(step)));
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Symmetry group: all products of a few maps of the cube that take lines to lines.
fn symmetries(size: u8, lines: &[u64]) -> Vec<Vec<u8>> {
    let count = size.pow(3);
    let moved = |to: &dyn Fn([u8; 3]) -> [u8; 3]| -> Vec<u8> {
        let cell = |cell: u8| to([cell / size / size, cell / size % size, cell % size]);
        (0..count).map(|at| cell(at).iter().fold(0, |cell, place| cell * size + place)).collect()
    };
    let last = size - 1;
    let inner = |place: u8| if size == 4 { [1, 0, 3, 2][usize::from(place)] } else { place };
    let outer = |place: u8| {
        if place == 0 {
            last
        } else if place == last {
            0
        } else {
            place
        }
    };
    let mut moves = vec![
        moved(&|[a, b, c]| [b, a, c]),
        moved(&|[a, b, c]| [b, c, a]),
        moved(&|[a, b, c]| [last - a, b, c]),
        moved(&|cell| cell.map(inner)),
        moved(&|cell| cell.map(outer)),
    ];
    let keeps = |to: &Vec<u8>| {
        let image = |line: u64| bits(line).fold(0u64, |image, cell| image | 1 << to[cell.trailing_zeros() as usize]);
        lines.iter().all(|&line| lines.contains(&image(line)))
    };
    moves.retain(keeps);
    let mut all = vec![(0..count).collect::<Vec<u8>>()];
    let mut known: HashSet<Vec<u8>> = all.iter().cloned().collect();
    let mut at = 0;
    while at < all.len() {
        for step in &moves {
            let next: Vec<u8> = all[at].iter().map(|&cell| step[usize::from(cell)]).collect();
            if known.insert(next.clone()) {
                all.push(next);
            }
        }
        at += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cube_is_the_known_one() {
        for (size, lines, symmetries) in [(3, 49, 48), (4, 76, 192)] {
            let cube = Cube::new(size);
            assert_eq!((cube.lines.len(), cube.symmetries.len()), (lines, symmetries));
        }
    }

    /// In the cube of three the centre wins by force: the strategy has one entry.
    #[test]
    fn the_centre_of_the_cube_of_three_is_enough_and_nothing_less() {
        let checked = qubic(3, "# the centre\nN\n", |_, _| true).unwrap();
        assert_eq!((checked.entries, checked.replies, checked.forced), (1, 26, 26));
        let fault = |text: &str| qubic(3, text, |_, _| true).unwrap_err();
        let altered = fault("# a corner\nA\n");
        assert!(altered.line == 2 && altered.what.contains("neither a forced win nor an entry"), "{altered}");
        assert!(fault("").what.contains("empty board"));
        assert!(fault("NN").what.contains("twice") && fault("NA").what.contains("move of X"));
        assert!(fault("N\nN!").to_string().starts_with("line 2: '!' is no cell"));
        assert!(fault("9").what.contains("no cell"));
        assert!(fault("AJBKCLM").what.contains("over before"));
    }
}
