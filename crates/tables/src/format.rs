//! File format of a slice.
//!
//! ```text
//!   the head, sealed        what it is, how long the blocks are, and the checksum of each of them
//!   the blocks, compressed  2^17 positions each: runs of equal outcomes, distances in one or two bytes,
//!                           expectations in four, or the chances of so many throws in four bytes each
//! ```
//!
//! A run of n outcomes is stored as the number 3 (n - 1) + outcome. Runs compress in a tenth of the time that two bits
//! a position take, and come out hardly larger.
//!
//! The head is a [sealed](counterplay_core::checked_file) file of its own, so a reader takes its length from byte 12 on.
//! Every block has its checksum in the head. So no byte of the file can change unnoticed, and a block can be read
//! without the others.

use std::fmt;

use counterplay_core::Key;
use counterplay_core::checked_file::{Damage, Kind, Reader, push_number};

use crate::Counts;

const KIND: Kind = Kind { mark: *b"cp-table", version: 1, name: "table" };

/// Positions in a block.
pub(crate) const BLOCK: u64 = 1 << 17;

/// Compression level for a block of outcomes, and for one of distances, which takes far longer.
const EFFORT: i32 = 19;
const DISTANCE_EFFORT: i32 = 9;

/// Most bytes that one run takes: the number of a position and its outcome.
const LONGEST_RUN: usize = 3;

/// Bytes at the beginning of a file that contain the length of the head.
pub(crate) const PREFIX: usize = 20;
/// Longest head that is read. A head that claims to be longer is refused.
const LONGEST_HEAD: u64 = 1 << 26;

/// Flag bit of a content code for roll counts. The low bits are the most rolls of a row.
const THROWS: u8 = 1 << 7;

/// Content of a file: what it holds for each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Outcome: win, loss or draw.
    Outcomes,
    /// Distance to the end of the game in plies, in so many bytes.
    Distances(u8),
    /// Expected value, in steps from the lowest value to the highest.
    Expectations,
    /// Probability of each number of throws, up to so many, in steps from never to always.
    Throws(u8),
}

impl Content {
    /// File name extension for this content.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Content::Outcomes => "wld",
            Content::Distances(_) => "plies",
            Content::Expectations => "mean",
            Content::Throws(_) => "throws",
        }
    }

    /// Content code: the byte in the head.
    const fn code(self) -> u8 {
        match self {
            Content::Outcomes => 0,
            Content::Distances(width) => width,
            Content::Expectations => 4,
            Content::Throws(most) => THROWS | most,
        }
    }

    /// Decodes a content code.
    const fn decoded(code: u8) -> Option<Content> {
        match code {
            0 => Some(Content::Outcomes),
            1 | 2 => Some(Content::Distances(code)),
            4 => Some(Content::Expectations),
            THROWS.. if code > THROWS => Some(Content::Throws(code & !THROWS)),
            _ => None,
        }
    }

    /// Uncompressed bytes per position. `None` where several positions share a byte.
    pub(crate) const fn width(self) -> Option<usize> {
        match self {
            Content::Outcomes => None,
            Content::Distances(width) => Some(width as usize),
            Content::Expectations => Some(4),
            Content::Throws(most) => Some(4 * most as usize),
        }
    }
}

/// Position of a block in the file, and its checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Block {
    start: u64,
    length: usize,
    checksum: u64,
}

/// Head of a file: its description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The name of the game.
    pub game: String,
    /// The name of the slice.
    pub slice: String,
    /// The [fingerprint](counterplay_core::indexed::fingerprint) of rules and numbering.
    pub fingerprint: u64,
    /// Number of indices in the slice.
    pub size: u64,
    /// Content held for each position.
    pub content: Content,
    /// Outcome counts of the positions, those included whose value is derived. For expectations: how many are better
    /// than even, worse, or neither.
    pub counts: Counts,
    blocks: Vec<Block>,
    /// Length of the whole file.
    pub length: u64,
}

/// Format error: why a file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormatError {
    /// Damaged file, or a file of another kind.
    Damage(Damage),
    /// File of another game.
    OtherGame {
        /// Game of the file.
        found: String,
        /// Game that was expected.
        expected: String,
    },
    /// File of another slice.
    OtherSlice {
        /// Slice of the file.
        found: String,
        /// Slice that was expected.
        expected: String,
    },
    /// File made for other rules, or for another numbering of the positions.
    OtherRules,
    /// Block that has changed.
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

/// Writer of a file: its description before the blocks are known.
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
    /// Bytes of the file, from its blocks in order, each compressed already.
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

/// Compresses a block of outcomes.
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

/// Compresses a block of distances or other numbers.
pub(crate) fn compressed_numbers(bytes: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(bytes, DISTANCE_EFFORT).unwrap_or_default()
}

/// Expands the runs of a block to outcomes of two bits each.
fn decode_runs(runs: &[u8], positions: u64) -> Option<Vec<u8>> {
    /// Byte of four equal outcomes.
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

/// Length of the head, from the first bytes of a file.
///
/// # Errors
/// If it is not a table, or one of another version.
pub(crate) fn head_length(beginning: &[u8]) -> Result<usize, FormatError> {
    let damage = match KIND.open(beginning) {
        Err(Damage::Truncated { expected, .. }) if beginning.len() >= PREFIX => {
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
    /// Reads the head of a file that has so many bytes.
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

    /// Head of a table that is in memory only, and in no file.
    pub(crate) fn of_memory(writer: Writer) -> Head {
        let Writer { game, slice, fingerprint, size, content, counts } = writer;
        let none = Block { start: 0, length: 0, checksum: 0 };
        let blocks = vec![none; size.div_ceil(BLOCK) as usize];
        Head { game, slice, fingerprint, size, content, counts, blocks, length: 0 }
    }

    /// Number of blocks.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.blocks.len() as u64
    }

    /// Offset of a block in the file, and its length.
    pub(crate) fn place(&self, block: u64) -> Option<(u64, usize)> {
        self.blocks.get(block as usize).map(|block| (block.start, block.length))
    }

    /// Decompresses the positions of a block.
    ///
    /// # Errors
    /// If the block is damaged.
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
                runs.and_then(|runs| decode_runs(&runs, positions))
            }
            Some(width) => {
                let expected = positions as usize * width;
                zstd::bulk::decompress(bytes, expected).ok().filter(|bytes| bytes.len() == expected)
            }
        };
        decoded.ok_or(damaged)
    }

    /// Distance of a position, read from the bytes of its block.
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
                let length = head_length(&file[..PREFIX]).unwrap();
                let head = Head::read(&file[..length], file.len() as u64).unwrap();
                assert_eq!(head.decode(0, &file[length..]), Ok(packed.bytes().to_vec()));
            }
        }
    }

    #[test]
    fn runs_that_make_no_sense_are_refused() {
        assert_eq!(decode_runs(&[3], 2), Some(vec![0]));
        assert_eq!(decode_runs(&[3], 1), None); // too long
        assert_eq!(decode_runs(&[3], 3), None); // too short
        assert_eq!(decode_runs(&[3, 0], 2), None); // something after the end
        assert_eq!(decode_runs(&[0xff; 10], 2), None);
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_seen() {
        let packed = sample(300, |index| if index % 7 < 3 { Outcome::Win } else { Outcome::Loss });
        let file = writer(300, Content::Outcomes).finish(&[compressed_outcomes(packed.bytes(), 300)]);
        let read = |file: &[u8]| {
            let length = head_length(file.get(..PREFIX).unwrap_or(file))?;
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
