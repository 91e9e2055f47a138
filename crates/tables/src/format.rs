//! A slice as a file.
//!
//! ```text
//!   the head, sealed        what it is, how long the blocks are, and the checksum of each of them
//!   the blocks, compressed  2^17 positions each: runs of equal outcomes, distances in one or two bytes, expectations in four,
//!                           or the chances of so many throws in four bytes each
//! ```
//!
//! A run of n outcomes is the number 3 (n - 1) + outcome. Told so, the positions are made small in a tenth of the time, and hardly larger,
//! than two bits each.
//!
//! The head is a [sealed](counterplay_core::sealed) file of its own, so that a reader takes its length from byte 12 on. As every block has its
//! checksum in the head, no byte of the file can change unnoticed; and a block can be read without the others.

use std::fmt;

use counterplay_core::Key;
use counterplay_core::sealed::{Damage, Kind, Reader, push_number};

use crate::Counts;

const KIND: Kind = Kind { mark: *b"cp-table", version: 1, name: "table" };

/// The positions of a block.
pub(crate) const BLOCK: u64 = 1 << 17;

/// How hard to try to make a block of outcomes small, and one of distances, which takes far longer.
const EFFORT: i32 = 19;
const DISTANCE_EFFORT: i32 = 9;

/// The most bytes that tell of one run: the number of a position and its outcome.
const LONGEST_RUN: usize = 3;

/// The bytes of a file from which the length of the head can be told.
pub(crate) const BEGINNING: usize = 20;
/// No head is longer: a head that says so is not read.
const LONGEST_HEAD: u64 = 1 << 26;

/// This and the most throws of a row of chances make a byte.
const THROWS: u8 = 1 << 7;

/// What a file holds of each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Win, loss or draw.
    Outcomes,
    /// The plies to the end of the game, in so many bytes.
    Distances(u8),
    /// What it is worth on average: steps from the lowest value to the highest.
    Expectations,
    /// How likely each number of throws is, up to so many: steps from never to always.
    Throws(u8),
}

impl Content {
    /// How the name of such a file ends.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Content::Outcomes => "wld",
            Content::Distances(_) => "plies",
            Content::Expectations => "mean",
            Content::Throws(_) => "throws",
        }
    }

    /// The byte for it.
    const fn code(self) -> u8 {
        match self {
            Content::Outcomes => 0,
            Content::Distances(width) => width,
            Content::Expectations => 4,
            Content::Throws(most) => THROWS | most,
        }
    }

    /// What a byte means.
    const fn decoded(code: u8) -> Option<Content> {
        match code {
            0 => Some(Content::Outcomes),
            1 | 2 => Some(Content::Distances(code)),
            4 => Some(Content::Expectations),
            THROWS.. if code > THROWS => Some(Content::Throws(code & !THROWS)),
            _ => None,
        }
    }

    /// How many bytes a position takes before they are made small; nothing where several share a byte.
    pub(crate) const fn width(self) -> Option<usize> {
        match self {
            Content::Outcomes => None,
            Content::Distances(width) => Some(width as usize),
            Content::Expectations => Some(4),
            Content::Throws(most) => Some(4 * most as usize),
        }
    }
}

/// Where a block is, and its checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Block {
    start: u64,
    length: usize,
    checksum: u64,
}

/// What a file says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The name of the game.
    pub game: String,
    /// The name of the slice.
    pub slice: String,
    /// The [fingerprint](counterplay_core::indexed::fingerprint) of rules and numbering.
    pub fingerprint: u64,
    /// How many numbers the slice has.
    pub size: u64,
    /// What is held of each.
    pub content: Content,
    /// How the positions come out, those included whose value is derived. Of expectations: those that are better than even, worse, or neither.
    pub counts: Counts,
    blocks: Vec<Block>,
    /// The length of the whole file.
    pub length: u64,
}

/// Why a file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormatError {
    /// It is damaged, or not such a file.
    Damage(Damage),
    /// It is of another game.
    OtherGame {
        /// The game that it is of.
        found: String,
        /// The game that it should be of.
        expected: String,
    },
    /// It is of another slice.
    OtherSlice {
        /// The slice that it is of.
        found: String,
        /// The slice that it should be of.
        expected: String,
    },
    /// It was made for other rules, or for positions numbered in another way.
    OtherRules,
    /// A block has changed.
    Block(u64),
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::Damage(damage) => damage.fmt(f),
            FormatError::OtherGame { found, expected } => write!(f, "it is a table of {found}, not of {expected}"),
            FormatError::OtherSlice { found, expected } => write!(f, "it holds {found}, and should hold {expected}"),
            FormatError::OtherRules => {
                f.write_str("it was made for other rules of the game, or numbers the positions in another way")
            }
            FormatError::Block(block) => write!(f, "block {block} is damaged: its checksum does not fit"),
        }
    }
}

impl std::error::Error for FormatError {}

/// A file in the making.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    pub(crate) game: String,
    pub(crate) slice: String,
    pub(crate) fingerprint: u64,
    pub(crate) size: u64,
    pub(crate) content: Content,
    pub(crate) counts: Counts,
}

impl Writer {
    /// The file, from its blocks as [`compressed`] makes them, in their order.
    pub(crate) fn finish(&self, blocks: &[Vec<u8>]) -> Vec<u8> {
        let mut head = Vec::new();
        for name in [&self.game, &self.slice] {
            push_number(name.len() as u64, &mut head);
            head.extend(name.as_bytes());
        }
        head.extend(self.fingerprint.to_le_bytes());
        head.push(self.content.code());
        for number in [self.size, self.counts.win, self.counts.loss, self.counts.draw, blocks.len() as u64] {
            push_number(number, &mut head);
        }
        for block in blocks {
            push_number(block.len() as u64, &mut head);
            head.extend(Key::of(&block[..]).0.to_le_bytes());
        }
        let mut file = KIND.seal(&head);
        blocks.iter().for_each(|block| file.extend(block));
        file
    }
}

/// A block of outcomes, made small.
pub(crate) fn compressed_outcomes(packed: &[u8], positions: u64) -> Vec<u8> {
    let code = |index: u64| packed[(index / 4) as usize] >> (2 * (index % 4)) & 3;
    let (mut runs, mut start) = (Vec::new(), 0);
    for index in 1..=positions {
        if index == positions || code(index) != code(start) {
            push_number(3 * (index - start - 1) + u64::from(code(start)), &mut runs);
            start = index;
        }
    }
    zstd::bulk::compress(&runs, EFFORT).unwrap_or_default()
}

/// A block of distances or other numbers, made small.
pub(crate) fn compressed_numbers(bytes: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(bytes, DISTANCE_EFFORT).unwrap_or_default()
}

/// The outcomes of a block, in two bits each, from its runs.
fn unrolled(runs: &[u8], positions: u64) -> Option<Vec<u8>> {
    /// The same outcome in all four places of a byte.
    const FOUR: [u8; 3] = [0, 0b0101_0101, 0b1010_1010];
    let mut packed = vec![0; positions.div_ceil(4) as usize];
    let (mut reader, mut start) = (Reader(runs), 0u64);
    while start < positions {
        let run = reader.number()?;
        let four = FOUR[(run % 3) as usize];
        let end = start.checked_add(run / 3 + 1).filter(|&end| end <= positions)?;
        // Places of the first byte, whole bytes, places of the last one.
        let (first, last) = ((start / 4) as usize, (end / 4) as usize);
        let (above, below) = (0xff << (2 * (start % 4)), !(0xffu32 << (2 * (end % 4))) as u8);
        if first == last {
            packed[first] |= four & above & below;
        } else {
            packed[first] |= four & above;
            packed[first + 1..last].fill(four);
            if let Some(byte) = packed.get_mut(last) {
                *byte |= four & below;
            }
        }
        start = end;
    }
    reader.0.is_empty().then_some(packed)
}

/// The length of the head, from the beginning of a file.
///
/// # Errors
/// If it is not a table, or one of another version.
pub(crate) fn head_length(beginning: &[u8]) -> Result<usize, FormatError> {
    let damage = match KIND.open(beginning) {
        Err(Damage::Truncated { expected, .. }) if beginning.len() >= BEGINNING => {
            if expected <= LONGEST_HEAD {
                return Ok(expected as usize);
            }
            Damage::Content
        }
        Err(damage) => damage,
        Ok(_) => Damage::Content,
    };
    Err(FormatError::Damage(damage))
}

impl Head {
    /// Reads the head of a file of so many bytes.
    ///
    /// # Errors
    /// If it is damaged, or the file is shorter or longer than it says.
    pub(crate) fn read(head: &[u8], length: u64) -> Result<Head, FormatError> {
        let content = KIND.open(head).map_err(FormatError::Damage)?;
        let parsed = parse(Reader(content), head.len() as u64).ok_or(FormatError::Damage(Damage::Content))?;
        let expected = parsed.length;
        match length.cmp(&expected) {
            std::cmp::Ordering::Less => Err(FormatError::Damage(Damage::Truncated { bytes: length, expected })),
            std::cmp::Ordering::Greater => Err(FormatError::Damage(Damage::Longer { bytes: length, expected })),
            std::cmp::Ordering::Equal => Ok(parsed),
        }
    }

    /// That of a table which is in memory only, and in no file.
    pub(crate) fn of_memory(writer: Writer) -> Head {
        let Writer { game, slice, fingerprint, size, content, counts } = writer;
        let none = Block { start: 0, length: 0, checksum: 0 };
        let blocks = vec![none; size.div_ceil(BLOCK) as usize];
        Head { game, slice, fingerprint, size, content, counts, blocks, length: 0 }
    }

    /// How many blocks there are.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.blocks.len() as u64
    }

    /// Where in the file a block is, and how long it is.
    pub(crate) fn place(&self, block: u64) -> Option<(u64, usize)> {
        self.blocks.get(block as usize).map(|block| (block.start, block.length))
    }

    /// The positions of a block, from its bytes.
    ///
    /// # Errors
    /// If it is damaged.
    pub(crate) fn decode(&self, number: u64, bytes: &[u8]) -> Result<Vec<u8>, FormatError> {
        let damaged = FormatError::Block(number);
        let block = self.blocks.get(number as usize).ok_or(damaged.clone())?;
        if bytes.len() != block.length || Key::of(bytes).0 != block.checksum {
            return Err(damaged);
        }
        // No more memory is taken than the positions need, whatever the block says.
        let positions = BLOCK.min(self.size - number * BLOCK);
        let decoded = match self.content.width() {
            None => {
                let runs = zstd::bulk::decompress(bytes, LONGEST_RUN * positions as usize).ok();
                runs.and_then(|runs| unrolled(&runs, positions))
            }
            Some(width) => {
                let expected = positions as usize * width;
                zstd::bulk::decompress(bytes, expected).ok().filter(|bytes| bytes.len() == expected)
            }
        };
        decoded.ok_or(damaged)
    }

    /// The distance of a position, from the bytes of its block.
    pub(crate) fn distance(&self, block: &[u8], index: u64) -> Option<u32> {
        let at = (index % BLOCK) as usize;
        match self.content {
            Content::Outcomes | Content::Expectations | Content::Throws(_) => None,
            Content::Distances(1) => block.get(at).map(|&byte| byte.into()),
            Content::Distances(_) => {
                block.get(2 * at..2 * at + 2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]).into())
            }
        }
    }
}

fn parse(mut reader: Reader<'_>, head: u64) -> Option<Head> {
    let mut name = || {
        let length = usize::try_from(reader.number()?).ok()?;
        String::from_utf8(reader.take(length)?.to_vec()).ok()
    };
    let (game, slice) = (name()?, name()?);
    let fingerprint = reader.u64()?;
    let content = Content::decoded(reader.take(1)?[0])?;
    let size = reader.number()?;
    let counts = Counts { win: reader.number()?, loss: reader.number()?, draw: reader.number()? };
    let count = reader.number().filter(|&count| count == size.div_ceil(BLOCK))?;
    let (mut blocks, mut start) = (Vec::new(), head);
    for _ in 0..count {
        let length = usize::try_from(reader.number()?).ok()?;
        blocks.push(Block { start, length, checksum: reader.u64()? });
        start = start.checked_add(length as u64)?;
    }
    let length = start;
    reader.0.is_empty().then_some(Head { game, slice, fingerprint, size, content, counts, blocks, length })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Packed};

    fn sample(positions: u64, outcome: impl Fn(u64) -> Outcome) -> Packed {
        let mut packed = Packed::new(positions);
        (0..positions).for_each(|index| packed.set(index, outcome(index)));
        packed
    }

    fn writer(size: u64, content: Content) -> Writer {
        let counts = Counts { win: 1, loss: 2, draw: 3 };
        Writer { game: "nim".to_owned(), slice: "1 v 2".to_owned(), fingerprint: 77, size, content, counts }
    }

    #[test]
    fn runs_of_any_length_come_back() {
        let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Loss];
        for positions in [1, 2, 3, 4, 5, 7, 8, 1000, BLOCK] {
            for length in [1, 2, 3, 4, 5, 11, 64, BLOCK] {
                let packed = sample(positions, |index| outcomes[(index / length % 3) as usize]);
                let file =
                    writer(positions, Content::Outcomes).finish(&[compressed_outcomes(packed.bytes(), positions)]);
                let length = head_length(&file[..BEGINNING]).unwrap();
                let head = Head::read(&file[..length], file.len() as u64).unwrap();
                assert_eq!(head.decode(0, &file[length..]), Ok(packed.bytes().to_vec()));
            }
        }
    }

    #[test]
    fn runs_that_make_no_sense_are_refused() {
        assert_eq!(unrolled(&[3], 2), Some(vec![0]));
        assert_eq!(unrolled(&[3], 1), None); // too long
        assert_eq!(unrolled(&[3], 3), None); // too short
        assert_eq!(unrolled(&[3, 0], 2), None); // something after the end
        assert_eq!(unrolled(&[0xff; 10], 2), None);
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_seen() {
        let packed = sample(300, |index| if index % 7 < 3 { Outcome::Win } else { Outcome::Loss });
        let file = writer(300, Content::Outcomes).finish(&[compressed_outcomes(packed.bytes(), 300)]);
        let read = |file: &[u8]| {
            let length = head_length(file.get(..BEGINNING).unwrap_or(file))?;
            let head = Head::read(&file[..length.min(file.len())], file.len() as u64)?;
            let (start, _) = head.place(0).expect("a block");
            head.decode(0, &file[start as usize..])
        };
        assert!(read(&file).is_ok());
        for bit in 0..8 * file.len() {
            let mut other = file.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&other).is_err(), "bit {bit}");
        }
        assert!((0..file.len()).all(|length| read(&file[..length]).is_err()));
        assert!(read(&[&file[..], b"x"].concat()).is_err_and(|error| error.to_string().contains("instead of")));
        assert!(read(b"%PDF-1.7 and so on and so on").is_err_and(|error| error.to_string().contains("not a table")));
    }
}
