//! A checkpoint of a proof, as a file: a proof that was stopped goes on from there.

use std::fmt;

use super::table::ProofTable;
use crate::learn::checked_file::{Damage, Kind, Reader, push_number};

const KIND: Kind = Kind { mark: *b"proving\n", version: 1, name: "proof checkpoint" };

/// The proof tables of a solver: one for each of its two questions. Threads share it, and it can be written while they
/// work.
#[derive(Debug)]
pub struct Proofs {
    pub(in crate::engine) tables: [ProofTable; 2],
}

/// Why a proof cannot go on from a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofsError {
    /// The file is not whole, or not such a file.
    Damage(Damage),
    /// It is of the proof of something else.
    Other {
        /// What it is of.
        found: String,
        /// What it should be of.
        expected: String,
    },
}

impl fmt::Display for ProofsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofsError::Damage(damage) => damage.fmt(f),
            ProofsError::Other { found, expected } => write!(f, "it is of the proof of {found}, not of {expected}"),
        }
    }
}

impl std::error::Error for ProofsError {}

impl Proofs {
    /// Empty proof tables; each will fill `bytes`, once there is something to remember.
    #[must_use]
    pub fn new(bytes: usize) -> Proofs {
        Proofs { tables: [ProofTable::new(bytes), ProofTable::new(bytes)] }
    }

    /// How many states something is known of.
    #[must_use]
    pub fn states(&self) -> usize {
        self.tables.iter().map(|table| table.entries().count()).sum()
    }

    /// The checkpoint of the proof of something.
    #[must_use]
    pub fn write(&self, subject: &str) -> Vec<u8> {
        let mut out = Vec::new();
        push_number(subject.len() as u64, &mut out);
        out.extend(subject.as_bytes());
        for table in &self.tables {
            // Others go on writing: what is counted is what is written.
            let entries: Entries = table.entries().collect();
            push_number(entries.len() as u64, &mut out);
            for (key, data) in entries {
                out.extend(key.to_le_bytes());
                out.extend(data.to_le_bytes());
            }
        }
        KIND.seal(&out)
    }

    /// Takes over what is known by a checkpoint, which must be of the proof of the same thing.
    ///
    /// # Errors
    /// If it is of something else, or damaged.
    pub fn read(&self, file: &[u8], subject: &str) -> Result<(), ProofsError> {
        let content = KIND.open(file).map_err(ProofsError::Damage)?;
        let (found, tables) = parse(Reader(content)).ok_or(ProofsError::Damage(Damage::Content))?;
        if found != subject {
            return Err(ProofsError::Other { found, expected: subject.to_owned() });
        }
        for (table, entries) in self.tables.iter().zip(tables) {
            entries.into_iter().for_each(|(key, data)| table.restore(key, data));
        }
        Ok(())
    }
}

/// What a table remembers: keys and data.
type Entries = Vec<(u64, u64)>;

fn parse(mut reader: Reader<'_>) -> Option<(String, [Entries; 2])> {
    let length = usize::try_from(reader.number()?).ok()?;
    let subject = String::from_utf8(reader.take(length)?.to_vec()).ok()?;
    let mut table = || (0..reader.number()?).map(|_| Some((reader.u64()?, reader.u64()?))).collect::<Option<_>>();
    let tables = [table()?, table()?];
    reader.0.is_empty().then_some((subject, tables))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Key;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let proofs = Proofs::new(1 << 12);
        assert_eq!(proofs.states(), 0);
        proofs.tables[0].store(Key(7), [3, 4], 5);
        proofs.tables[1].store(Key(8), [0, crate::engine::proof_number::NEVER], 1);
        let file = proofs.write("nim");
        let other = Proofs::new(1 << 10);
        assert_eq!(other.read(&file, "nim"), Ok(()));
        assert_eq!((other.tables[0].probe(Key(7)), other.tables[0].probe(Key(8))), (Some([3, 4]), None));
        assert_eq!((other.states(), other.write("nim")), (2, file.clone()));
        let told = |file: &[u8], subject: &str| other.read(file, subject).unwrap_err().to_string();
        assert_eq!(told(&file, "chess"), "it is of the proof of nim, not of chess");
        assert_eq!(told(&file[..30], "nim"), format!("it is cut off at byte 30 of {}", file.len()));
        assert_eq!(told(b"something else", "nim"), "it is not a proof checkpoint file");
        assert_eq!(told(&KIND.seal(b"\x03nim\x01"), "nim"), Damage::Content.to_string());
        let newer = Kind { version: 2, ..KIND }.seal(b"");
        assert_eq!(told(&newer, "nim"), Damage::Version { found: 2, expected: 1 }.to_string());
    }
}
