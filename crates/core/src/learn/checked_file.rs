//! Checked files: files that detect damage.
//!
//! ```text
//!   8 bytes   what kind of file it is
//!   4         its version
//!   8         the length of the whole file
//!   …         the content
//!   8         a checksum of everything before it
//! ```
//!
//! Numbers are little-endian. The checksum mixes one word after the other by steps that can be undone, so that no
//! single change goes unnoticed.

use std::fmt;

use crate::Key;

const HEADER: usize = 20;
const CHECKSUM: usize = 8;

/// A kind of file: how it begins, and which version we write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The first eight bytes.
    pub mark: [u8; 8],
    /// The version that we read and write.
    pub version: u32,
    /// What it is called.
    pub name: &'static str,
}

/// The damage for which a file was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Damage {
    /// It is something else.
    Foreign(&'static str),
    /// It was written by another version of the program.
    Version {
        /// The version of the file.
        found: u32,
        /// The version that is read.
        expected: u32,
    },
    /// It is shorter than it says.
    Truncated {
        /// How long it is.
        bytes: u64,
        /// How long it says it is.
        expected: u64,
    },
    /// It is longer than it says.
    Longer {
        /// How long it is.
        bytes: u64,
        /// How long it says it is.
        expected: u64,
    },
    /// Some of it has changed.
    Checksum,
    /// The content makes no sense, although nothing has changed.
    Content,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Foreign(name) => write!(f, "it is not a {name} file"),
            Damage::Version { found, expected } => {
                write!(f, "it is of version {found}, and this program reads version {expected}: make it anew")
            }
            Damage::Truncated { bytes, expected } => write!(f, "it is cut off at byte {bytes} of {expected}"),
            Damage::Longer { bytes, expected } => write!(f, "it has {bytes} bytes instead of {expected}"),
            Damage::Checksum => f.write_str("it is damaged: the checksum does not fit"),
            Damage::Content => f.write_str("its content makes no sense"),
        }
    }
}

impl std::error::Error for Damage {}

impl Kind {
    /// Seals a content: the file with it.
    #[must_use]
    pub fn seal(&self, content: &[u8]) -> Vec<u8> {
        let length = HEADER + content.len() + CHECKSUM;
        let mut file = Vec::with_capacity(length);
        file.extend(self.mark);
        file.extend(self.version.to_le_bytes());
        file.extend((length as u64).to_le_bytes());
        file.extend(content);
        file.extend(Key::of(&file[..]).0.to_le_bytes());
        file
    }

    /// Opens a file: its content.
    ///
    /// # Errors
    /// If it is something else, of another version, incomplete or damaged.
    pub fn open<'b>(&self, file: &'b [u8]) -> Result<&'b [u8], Damage> {
        let mut reader = Reader(file);
        if reader.take(8) != Some(&self.mark) {
            return Err(Damage::Foreign(self.name));
        }
        let bytes = file.len() as u64;
        let short = Damage::Truncated { bytes, expected: (HEADER + CHECKSUM) as u64 };
        let found = reader.u32().ok_or(short.clone())?;
        if found != self.version {
            return Err(Damage::Version { found, expected: self.version });
        }
        let expected = reader.u64().ok_or(short)?;
        match bytes.cmp(&expected) {
            std::cmp::Ordering::Less => return Err(Damage::Truncated { bytes, expected }),
            std::cmp::Ordering::Greater => return Err(Damage::Longer { bytes, expected }),
            std::cmp::Ordering::Equal => {}
        }
        let (sealed, checksum) = file.split_last_chunk::<CHECKSUM>().ok_or(Damage::Checksum)?;
        if Key::of(sealed).0 != u64::from_le_bytes(*checksum) {
            return Err(Damage::Checksum);
        }
        sealed.get(HEADER..).ok_or(Damage::Checksum)
    }
}

/// A reader of what is left of a content; nothing is read beyond its end.
#[derive(Clone, Debug)]
pub struct Reader<'b>(pub &'b [u8]);

impl<'b> Reader<'b> {
    /// The next bytes.
    pub fn take(&mut self, bytes: usize) -> Option<&'b [u8]> {
        let (taken, left) = self.0.split_at_checked(bytes)?;
        self.0 = left;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// Four bytes.
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// Eight bytes.
    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// A number in as few bytes as it needs, as [`push_number`] wrote it.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let [byte] = self.array()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A number that may be negative, as [`push_signed`] wrote it.
    pub fn signed(&mut self) -> Option<i64> {
        self.number().map(|number| (number >> 1) as i64 ^ -((number & 1) as i64))
    }
}

/// Writes a number in as few bytes as it needs: seven bits in each, the lowest first, and one that says whether more
/// come.
pub fn push_number(number: u64, out: &mut Vec<u8>) {
    let mut left = number;
    while left >= 0x80 {
        out.push(left as u8 | 0x80);
        left >>= 7;
    }
    out.push(left as u8);
}

/// Writes a number that may be negative: 0, -1, 1, -2 and so on are 0, 1, 2, 3.
pub fn push_signed(number: i64, out: &mut Vec<u8>) {
    push_number((number << 1 ^ number >> 63) as u64, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind { mark: *b"cp-test\n", version: 3, name: "test" };

    #[test]
    fn every_flipped_bit_and_every_cut_is_seen() {
        let content: Vec<u8> = (0..50).collect();
        let file = KIND.seal(&content);
        assert_eq!(KIND.open(&file), Ok(&content[..]));
        for bit in 0..8 * file.len() {
            let mut other = file.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(KIND.open(&other).is_err(), "bit {bit}");
        }
        for length in 0..file.len() {
            assert!(KIND.open(&file[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn a_refusal_says_what_is_wrong() {
        let file = KIND.seal(b"content");
        let told = |file: &[u8]| KIND.open(file).unwrap_err().to_string();
        assert_eq!(told(b""), "it is not a test file");
        assert_eq!(told(b"%PDF-1.7 and so on"), "it is not a test file");
        assert_eq!(told(&Kind { version: 2, ..KIND }.seal(b"")), Damage::Version { found: 2, expected: 3 }.to_string());
        assert_eq!(told(&file[..30]), "it is cut off at byte 30 of 35");
        assert_eq!(told(&[&file[..], b"\n"].concat()), "it has 36 bytes instead of 35");
        let mut flipped = file;
        flipped[22] ^= 1;
        assert_eq!(told(&flipped), "it is damaged: the checksum does not fit");
    }

    #[test]
    fn numbers_come_back_in_as_few_bytes_as_they_need() {
        for number in [0, 1, -1, 63, -64, 64, i64::MAX, i64::MIN] {
            let mut bytes = Vec::new();
            push_signed(number, &mut bytes);
            assert_eq!(bytes.len() == 1, (-64..64).contains(&number), "{number}");
            assert_eq!(Reader(&bytes).signed(), Some(number));
            assert_eq!(Reader(&bytes[1..]).signed().is_some(), bytes.len() > 1);
        }
        assert_eq!(Reader(&[0xff; 12]).number(), None);
    }
}
