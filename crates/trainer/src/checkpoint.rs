//! Checkpoint of a training run, as a file: the weights, and the games that they are fitted to.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use counterplay_core::checked_file::{Damage, Kind, Reader, push_number, push_signed};

use crate::selfplay::Record;
use crate::{Strength, Tally, TrainingRun};

const KIND: Kind = Kind { mark: *b"learning", version: 2, name: "checkpoint" };

/// Checkpoint error: why a training cannot go on from a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckpointError {
    /// Damaged file, or a file of another kind.
    Damage(Damage),
    /// Checkpoint of another game.
    OtherGame {
        /// Game of the file.
        found: String,
        /// Game that was expected.
        expected: String,
    },
    /// Checkpoint of the game with other options, or with features that have changed since.
    OtherFeatures,
    /// Checkpoint of a run with another seed.
    OtherSeed {
        /// Seed of the file.
        found: u64,
        /// Seed that was asked for.
        expected: u64,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Damage(damage) => damage.fmt(f),
            CheckpointError::OtherGame { found, expected } => {
                write!(f, "it is of a training of {found}, not of {expected}")
            }
            CheckpointError::OtherFeatures => {
                f.write_str("it is of a training with other options of the game, or with features that have changed")
            }
            CheckpointError::OtherSeed { found, expected } => {
                write!(f, "it is of a training with seed {found}, not {expected}")
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

impl TrainingRun {
    /// Writes a checkpoint.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        push_number(self.name.len() as u64, &mut out);
        out.extend(self.name.as_bytes());
        out.extend(self.fingerprint.to_le_bytes());
        out.extend(self.seed.to_le_bytes());
        out.extend(self.parts.to_le_bytes());
        let time = self.time.as_millis() as u64;
        for number in [u64::from(self.finished), self.games, self.positions, self.pending, time] {
            push_number(number, &mut out);
        }
        out.extend(self.error.unwrap_or(f64::NAN).to_bits().to_le_bytes());
        for list in [&self.weights, &self.memory] {
            push_number(list.len() as u64, &mut out);
            list.iter().for_each(|number| out.extend(number.to_bits().to_le_bytes()));
        }
        push_number(self.strengths.len() as u64, &mut out);
        for Strength { time, games, tally } in &self.strengths {
            let counts = [tally.wins, tally.draws, tally.losses].map(u64::from);
            for number in [time.as_millis() as u64, *games].into_iter().chain(counts) {
                push_number(number, &mut out);
            }
            out.extend(tally.mean.to_bits().to_le_bytes());
        }
        push_number(self.rounds.len() as u64, &mut out);
        for round in &self.rounds {
            push_number(round.len() as u64, &mut out);
            for Record { actions, unlabelled, labels } in round {
                push_number(actions.len() as u64, &mut out);
                push_number(*unlabelled as u64, &mut out);
                actions.iter().for_each(|&action| push_number(action.into(), &mut out));
                labels.iter().for_each(|&label| push_signed(label.into(), &mut out));
            }
        }
        KIND.seal(&out)
    }

    /// Reads a checkpoint to go on from. `begun` is a fresh run of the training that it must be of.
    ///
    /// # Errors
    /// If it is of another training, or damaged.
    pub fn read(file: &[u8], begun: &TrainingRun) -> Result<TrainingRun, CheckpointError> {
        let content = KIND.open(file).map_err(CheckpointError::Damage)?;
        let course = TrainingRun::parse(Reader(content)).ok_or(CheckpointError::Damage(Damage::Content))?;
        if course.name != begun.name {
            return Err(CheckpointError::OtherGame { found: course.name, expected: begun.name.clone() });
        }
        if (course.fingerprint, course.parts, course.weights.len(), course.memory.len())
            != (begun.fingerprint, begun.parts, begun.weights.len(), begun.memory.len())
        {
            return Err(CheckpointError::OtherFeatures);
        }
        if course.seed != begun.seed {
            return Err(CheckpointError::OtherSeed { found: course.seed, expected: begun.seed });
        }
        Ok(TrainingRun { steps: begun.steps.clone(), ..course })
    }

    fn parse(mut reader: Reader<'_>) -> Option<TrainingRun> {
        let length = reader.number()? as usize;
        let name = String::from_utf8(reader.take(length)?.to_vec()).ok()?;
        let (fingerprint, seed, parts) = (reader.u64()?, reader.u64()?, reader.u32()?);
        let finished = u32::try_from(reader.number()?).ok()?;
        let (games, positions, pending) = (reader.number()?, reader.number()?, reader.number()?);
        let time = Duration::from_millis(reader.number()?);
        let error = Some(f64::from_bits(reader.u64()?)).filter(|error| !error.is_nan());
        let many = |reader: &mut Reader<'_>| reader.number().map(|count| 0..count);
        let [weights, memory] = [numbers(&mut reader)?, numbers(&mut reader)?];
        let strengths = many(&mut reader)?.map(|_| strength(&mut reader)).collect::<Option<_>>()?;
        let mut rounds = VecDeque::new();
        for _ in many(&mut reader)? {
            rounds.push_back(many(&mut reader)?.map(|_| record(&mut reader)).collect::<Option<_>>()?);
        }
        let course = TrainingRun {
            name,
            fingerprint,
            seed,
            weights,
            memory,
            parts,
            steps: Vec::new(),
            rounds,
            finished,
            games,
            positions,
            pending,
            time,
            error,
            strengths,
        };
        (reader.0.is_empty() && !course.rounds.is_empty() && pending <= games).then_some(course)
    }
}

fn numbers(reader: &mut Reader<'_>) -> Option<Vec<f32>> {
    let length = reader.number()?;
    (0..length).map(|_| reader.u32().map(f32::from_bits)).collect()
}

fn strength(reader: &mut Reader<'_>) -> Option<Strength> {
    let (time, games) = (Duration::from_millis(reader.number()?), reader.number()?);
    let mut count = || u32::try_from(reader.number()?).ok();
    let (wins, draws, losses) = (count()?, count()?, count()?);
    let mean = f64::from_bits(reader.u64()?);
    Some(Strength { time, games, tally: Tally { wins, draws, losses, mean } })
}

fn record(reader: &mut Reader<'_>) -> Option<Record> {
    let (length, unlabelled) = (reader.number()?, reader.number()?);
    let actions = (0..length).map(|_| u16::try_from(reader.number()?).ok()).collect::<Option<_>>()?;
    let labelled = length.checked_sub(unlabelled)?;
    let labels = (0..labelled).map(|_| i32::try_from(reader.signed()?).ok()).collect::<Option<_>>()?;
    Some(Record { actions, unlabelled: unlabelled as usize, labels })
}
