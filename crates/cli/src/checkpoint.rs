//! Checkpoint of a proof: where `solve` writes now and then how far it has got.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use counterplay_core::engine::Proofs;

use crate::failure::Failure;
use crate::input;
use crate::output::{replace_file, try_writing};

/// Least time from one checkpoint to the next.
const BETWEEN: Duration = Duration::from_secs(1);
/// Least time between checkpoints, in multiples of the time that it takes to write one.
const PATIENCE: u32 = 20;

/// Checkpoint file, and what goes into it.
pub(crate) struct Checkpoint {
    path: String,
    /// Subject: what is being proven.
    subject: String,
    pub(crate) proofs: Arc<Proofs>,
    /// Number of positions known at the beginning.
    pub(crate) known: usize,
    due: Instant,
    failed: Option<Failure>,
}

impl Checkpoint {
    /// Starts a checkpoint, or reads where an earlier proof has got to.
    pub(crate) fn begin(path: &str, resume: bool, subject: String, memory: usize) -> Result<Checkpoint, Failure> {
        let proofs = Arc::new(Proofs::new(memory / 2));
        if resume {
            let file = input::bytes(path)?;
            let read = proofs.read(&file, &subject);
            read.map_err(|error| Failure::input(format!("the proof cannot go on from {path}: {error}")))?;
        } else if Path::new(path).exists() {
            return Err(Failure::usage(format!(
                "there is a checkpoint {path} already: go on from it with --resume, or name another file"
            )));
        }
        try_writing(path)?;
        let known = proofs.states();
        Ok(Checkpoint { path: path.to_owned(), subject, proofs, known, due: Instant::now() + BETWEEN, failed: None })
    }

    /// Writes the checkpoint if it is time. Without a place for what is found out there is no sense in going on.
    pub(crate) fn write_if_due(&mut self, stop: &AtomicBool) {
        let start = Instant::now();
        if start < self.due {
            return;
        }
        self.failed = self.write().err();
        if self.failed.is_some() {
            stop.store(true, Ordering::Relaxed);
        }
        self.due = Instant::now() + BETWEEN.max(PATIENCE * start.elapsed());
    }

    /// Writes the checkpoint for the last time.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.failed.take().map_or_else(|| self.write(), Err)
    }

    fn write(&self) -> Result<(), Failure> {
        replace_file(&self.path, &self.proofs.write(&self.subject))
    }
}
