//! The weights of a learned evaluation, as a file.
//!
//! The [content](crate::learn::checked_file) of the file:
//!
//! ```text
//!   1 byte    the length of the game's name, and the name
//!   8         the fingerprint of the game and its features
//!   4         how many parts make one unit of utility
//!   4         how many weights there are
//!   …         the weights, each in one byte if it is small; zeros in a row are a zero and how many more there are
//! ```

use std::fmt;

use crate::learn::checked_file::{Damage, Kind, Reader, push_number, push_signed};

const KIND: Kind = Kind { mark: *b"weights\n", version: 1, name: "weights" };

/// The weights of a learned evaluation, and what they were learned for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The name of the game.
    pub game: String,
    /// The [fingerprint](crate::features::fingerprint) of the game, its options and its features.
    pub fingerprint: u64,
    /// How many parts make one unit of utility.
    pub parts: u32,
    /// The weights that are [free](crate::features::Ties), stage by stage.
    pub values: Vec<i16>,
}

/// The error why weights cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// The file is not whole, or not such a file.
    Damage(Damage),
    /// They were learned for another game.
    OtherGame {
        /// The game that they are for.
        found: String,
        /// The game that they should be for.
        expected: String,
    },
    /// They were learned for other options of the game, or for features that have changed since.
    OtherFeatures,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::Damage(damage) => damage.fmt(f),
            WeightsError::OtherGame { found, expected } => {
                write!(f, "the weights are those of {found}, not of {expected}")
            }
            WeightsError::OtherFeatures => {
                f.write_str("the weights were learned for other options of the game, or for features that have changed")
            }
        }
    }
}

impl std::error::Error for WeightsError {}

impl Weights {
    /// Writes the file. Of a longer name only the first 255 bytes are kept.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let name = &self.game.as_bytes()[..self.game.len().min(255)];
        let mut content = vec![name.len() as u8];
        content.extend(name);
        content.extend(self.fingerprint.to_le_bytes());
        content.extend(self.parts.to_le_bytes());
        content.extend((self.values.len() as u32).to_le_bytes());
        let mut left = &self.values[..];
        while let [first, rest @ ..] = left {
            push_signed((*first).into(), &mut content);
            left = rest;
            if *first == 0 {
                let more = rest.iter().take_while(|&&weight| weight == 0).count();
                push_number(more as u64, &mut content);
                left = &rest[more..];
            }
        }
        KIND.seal(&content)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is not a weights file, or not all of it.
    pub fn read(file: &[u8]) -> Result<Weights, WeightsError> {
        let content = KIND.open(file).map_err(WeightsError::Damage)?;
        Weights::parse(Reader(content)).ok_or(WeightsError::Damage(Damage::Content))
    }

    fn parse(mut reader: Reader<'_>) -> Option<Weights> {
        let length = reader.take(1)?[0];
        let game = String::from_utf8(reader.take(length.into())?.to_vec()).ok()?;
        let (fingerprint, parts) = (reader.u64()?, reader.u32().filter(|&parts| parts > 0)?);
        let count = reader.u32()? as usize;
        // A weight takes a byte, or far less if it is zero: memory is only taken for those that come.
        let mut values = Vec::new();
        while values.len() < count {
            let weight = i16::try_from(reader.signed()?).ok()?;
            let more = if weight == 0 { reader.number()? } else { 0 };
            let length = usize::try_from(more).ok()?.checked_add(values.len() + 1).filter(|&length| length <= count)?;
            values.resize(length, weight);
        }
        reader.0.is_empty().then_some(Weights { game, fingerprint, parts, values })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Weights {
        let values = [0, 0, 0, 5, -5, 64, -65, 0, i16::MAX, i16::MIN, 0, 0].to_vec();
        Weights { game: "nim".to_owned(), fingerprint: 77, parts: 32, values }
    }

    #[test]
    fn what_is_written_is_read() {
        for values in [vec![], vec![0; 1000], sample().values] {
            let weights = Weights { values, ..sample() };
            assert_eq!(Weights::read(&weights.write()), Ok(weights));
        }
        assert!(Weights { values: vec![0; 100_000], ..sample() }.write().len() < 60);
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_refused() {
        let file = sample().write();
        for bit in 0..8 * file.len() {
            let mut other = file.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(Weights::read(&other).is_err(), "bit {bit}");
        }
        assert!((0..file.len()).all(|length| Weights::read(&file[..length]).is_err()));
    }

    #[test]
    fn a_content_that_makes_no_sense_is_refused_although_it_is_sealed() {
        let content = |count: u32, body: &[u8]| {
            let mut content = b"\x03nim".to_vec();
            content.extend(77u64.to_le_bytes());
            content.extend(32u32.to_le_bytes());
            content.extend(count.to_le_bytes());
            content.extend(body);
            Weights::read(&KIND.seal(&content))
        };
        assert_eq!(content(1, &[2]).map(|weights| weights.values), Ok(vec![1]));
        let nonsense = Err(WeightsError::Damage(Damage::Content));
        assert_eq!(content(2, &[2]), nonsense); // too few
        assert_eq!(content(1, &[2, 2]), nonsense); // too many
        assert_eq!(content(u32::MAX, &[0, 0xff, 0xff, 0xff, 0xff, 0x7f]), nonsense); // more zeros than weights
        assert_eq!(content(1, &[0xff, 0xff, 0xff, 0x7f]), nonsense); // too large
        assert_eq!(Weights::read(&KIND.seal(b"\xffnim")), nonsense);
    }
}
