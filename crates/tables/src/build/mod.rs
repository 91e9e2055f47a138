//! Table builder of a game: group by group, each slice a file that is whole or absent.

mod estimate;
mod expectations;
mod finished;
mod forward;
#[cfg(test)]
mod forward_tests;
mod group;
mod positions;
mod retromoves;
mod roll_counts;
mod slice;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use counterplay_core::indexed::{Indexed, Retrograde, Slice, fingerprint};

use crate::disk::{Disk, RealDisk};
use crate::folder::{Folder, Lock, LockError, WholeFile};
use crate::format::Content;
use crate::{Counts, FormatError};

pub use estimate::{Estimate, estimate_expectations, estimate_throws};
pub use forward::{build_expectations, build_throws};
pub(crate) use forward::{expectations_in_memory, throws_in_memory};

use finished::Finished;
use group::{Group, Work};
use retromoves::{GameRetromoves, RecordedMoves, Retromoves};

/// Build plan: what to build, and with what.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// Name of the game, which begins the names of the files.
    pub name: &'a str,
    /// Most pieces of a position.
    pub pieces: u32,
    /// Folder of the files.
    pub folder: &'a Path,
    /// Whether to build distances too: the plies to the end.
    pub distances: bool,
    /// Number of threads.
    pub threads: usize,
    /// Stop flag: somebody else raises it to end the work.
    pub stop: Option<&'a AtomicBool>,
}

/// Progress of a build.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// Slices that are being built.
    pub slices: &'a str,
    /// Positions visited, those of finished slices included.
    pub done: u64,
    /// Positions in all.
    pub all: u64,
    /// Slices that were found finished, and are not built again.
    pub resumed: usize,
}

/// Result of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Built {
    /// Number of slices, those included that were there before.
    pub slices: usize,
    /// Number of slices that were there before.
    pub resumed: usize,
    /// Outcome counts of the positions.
    pub counts: Counts,
    /// Bytes of the files.
    pub bytes: u64,
}

/// Build error: why tables were not built.
#[derive(Debug)]
pub enum BuildError {
    /// Stopped on request.
    Stopped,
    /// Locked folder: another builder works there.
    Locked(LockError),
    /// Gap in the numbering: a position of the play has no index.
    Gap(String),
    /// Distance overflow: a win takes more plies than can be counted.
    TooLong,
    /// Existing file of other rules, or of another game, that would be overwritten.
    Occupied(PathBuf, FormatError),
    /// Write error of a file.
    Write {
        /// Path of the file.
        path: PathBuf,
        /// Bytes of the file.
        bytes: u64,
        /// Free bytes on the disk, if known.
        free: Option<u64>,
        /// Error of the system.
        error: io::Error,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Stopped => f.write_str("stopped"),
            BuildError::Locked(error) => error.fmt(f),
            BuildError::Gap(state) => write!(f, "the numbering of the positions leaves out {state}"),
            BuildError::TooLong => f.write_str("a win takes more than 65,000 plies"),
            BuildError::Occupied(path, error) => {
                write!(f, "{} is in the way: {error}. Name another folder, or remove it", path.display())
            }
            BuildError::Write { path, bytes, free, error } => {
                write!(f, "{} cannot be written: {error}; it needs {bytes} bytes", path.display())?;
                free.map_or(Ok(()), |free| write!(f, ", and {free} are free"))
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// Builds the tables of a game with retrograde moves.
///
/// # Errors
/// If it was stopped, another builder is at work, or a file cannot be written. What is finished stays, and the next
/// call goes on from there.
pub fn build<G>(game: &G, plan: &Plan<'_>, on_progress: &mut dyn FnMut(&Progress<'_>)) -> Result<Built, BuildError>
where
    G: Retrograde + Sync,
    G::State: Send + Sync,
{
    Builder { game, plan, disk: &RealDisk }.run(|| GameRetromoves, on_progress)
}

/// Builds the tables of any game whose positions are numbered. It remembers every action of a group, which takes far
/// more memory than [`build`].
///
/// # Errors
/// As [`build`].
pub fn build_forward<G>(
    game: &G,
    plan: &Plan<'_>,
    on_progress: &mut dyn FnMut(&Progress<'_>),
) -> Result<Built, BuildError>
where
    G: Indexed + Sync,
    G::State: Send + Sync,
{
    Builder { game, plan, disk: &RealDisk }.run(RecordedMoves::default, on_progress)
}

/// Estimates the memory and time of a build before it begins.
#[must_use]
pub fn estimate<G: Indexed>(game: &G, plan: &Plan<'_>) -> Estimate {
    Estimate::of(game, plan)
}

/// Builder: a game, the plan, and the disk.
struct Builder<'a, G> {
    game: &'a G,
    plan: &'a Plan<'a>,
    disk: &'a dyn Disk,
}

impl<G> Builder<'_, G>
where
    G: Indexed + Sync,
    G::State: Send + Sync,
{
    fn run<U: Retromoves<G>>(
        &self,
        retromoves: impl Fn() -> U,
        on_progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Built, BuildError> {
        let folder = Folder::new(self.plan.folder, self.plan.name);
        let _lock = Lock::take(self.plan.folder).map_err(BuildError::Locked)?;
        let groups = self.game.groups(self.plan.pieces);
        let size = |group: &Vec<Slice>| group.iter().map(|&slice| self.game.size(slice)).sum::<u64>();
        let all = groups.iter().map(size).sum();
        let (mut finished, mut built, visited) = (Finished::default(), Built::default(), AtomicU64::new(0));
        for group in &groups {
            let names: Vec<String> = group.iter().map(|&slice| self.game.slice_name(slice)).collect();
            let (slices, resumed) = (names.join(", "), built.resumed);
            let mut on_progress = || {
                on_progress(&Progress { slices: &slices, done: visited.load(Ordering::Relaxed), all, resumed });
            };
            let mut work = Work { stop: self.plan.stop, visited: &visited, on_progress: &mut on_progress };
            let there = self.reload(group, &folder, &mut finished, &mut built, &mut work)?;
            if there {
                visited.fetch_add(size(group), Ordering::Relaxed);
                continue;
            }
            let solved = Group::new(self.game, group, &finished, self.plan.threads, self.plan.distances);
            solved.solve(&mut retromoves(), &mut work)?;
            let known = group.iter().enumerate().map(|(at, &slice)| {
                let (known, files, counts) =
                    slice::finish(self.game, slice, &solved.positions[at], self.plan, &mut work)?;
                for (content, bytes) in files {
                    self.write(&folder, slice, content, &bytes)?;
                    built.bytes += bytes.len() as u64;
                }
                built.counts += counts;
                built.slices += 1;
                Ok((slice, known))
            });
            let known: Vec<_> = known.collect::<Result<_, BuildError>>()?;
            drop(solved);
            known.into_iter().for_each(|(slice, known)| finished.insert(slice, known));
            (work.on_progress)();
        }
        Ok(built)
    }

    /// Loads a group from its files, if they are all there. Returns whether they are.
    fn reload(
        &self,
        group: &[Slice],
        folder: &Folder<'_>,
        finished: &mut Finished,
        built: &mut Built,
        work: &mut Work<'_>,
    ) -> Result<bool, BuildError> {
        let mut contents = vec![Content::Outcomes];
        contents.extend(self.plan.distances.then_some(Content::Distances(1)));
        let Some(files) = self.files(group, folder, &contents)? else { return Ok(false) };
        for files in files.chunks(contents.len()) {
            let slice = files[0].0;
            let known = slice::reload(self.game, slice, files, finished, self.plan, work)?;
            built.slices += 1;
            built.resumed += 1;
            built.counts += files[0].1.head.counts;
            built.bytes += files.iter().map(|(_, file)| file.head.length).sum::<u64>();
            finished.insert(slice, known);
        }
        Ok(true)
    }

    /// Files of a group, if they are all there and whole.
    fn files(
        &self,
        group: &[Slice],
        folder: &Folder<'_>,
        contents: &[Content],
    ) -> Result<Option<Vec<(Slice, WholeFile)>>, BuildError> {
        let mut files = Vec::new();
        for &slice in group {
            for &content in contents {
                let (path, part) = folder.paths(&self.game.slice_name(slice), content);
                // A partial file is left from a builder that was killed.
                if part.exists() {
                    self.disk.remove(&part).map_err(|error| self.failed(&part, 0, error))?;
                }
                match folder.read_whole(self.game, slice, content) {
                    Ok(Some(file)) => files.push((slice, file)),
                    Ok(None) => {}
                    // A damaged file is built anew; one that is something else is not ours to replace.
                    Err(FormatError::Damage(_) | FormatError::Block(_)) => {}
                    Err(error) => return Err(BuildError::Occupied(path, error)),
                }
            }
        }
        Ok(if files.len() < group.len() * contents.len() { None } else { Some(files) })
    }

    /// Writes a file whole or not at all: under a temporary name first.
    fn write(&self, folder: &Folder<'_>, slice: Slice, content: Content, bytes: &[u8]) -> Result<(), BuildError> {
        let (path, part) = folder.paths(&self.game.slice_name(slice), content);
        let written = self.disk.write(&part, bytes).and_then(|()| self.disk.rename(&part, &path));
        written.map_err(|error| {
            let _ = self.disk.remove(&part);
            self.failed(&path, bytes.len() as u64, error)
        })
    }

    fn failed(&self, path: &Path, bytes: u64, error: io::Error) -> BuildError {
        let free = crate::folder::free_space(self.plan.folder);
        BuildError::Write { path: path.to_owned(), bytes, free, error }
    }
}

/// Writer of a slice's file.
fn writer<G: Indexed>(
    game: &G,
    slice: Slice,
    plan: &Plan<'_>,
    content: Content,
    counts: Counts,
) -> crate::format::Writer {
    crate::format::Writer {
        game: plan.name.to_owned(),
        slice: game.slice_name(slice),
        fingerprint: fingerprint(game, slice),
        size: game.size(slice),
        content,
        counts,
    }
}
