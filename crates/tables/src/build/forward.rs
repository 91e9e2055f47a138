//! Forward building, for games whose play never returns to a position: group by group, each position once.

use std::sync::atomic::{AtomicU64, Ordering};

use counterplay_core::{Progressive, Slice};

use super::expectations::Expectations;
use super::group::Work;
use super::roll_counts::RollCounts;
use super::{BuildError, Builder, Built, Plan, Progress, writer};
use crate::disk::RealDisk;
use crate::folder::{Folder, Lock};
use crate::format::{BLOCK, Content, Head, compressed_numbers};
use crate::{Counts, Tables};

/// Solver of all groups, which holds the results of the groups that are finished.
pub(super) trait Solver<G: Progressive> {
    /// Content of the files.
    const CONTENT: Content;

    /// Solves a group.
    fn solve(&mut self, game: &G, group: &[Slice], threads: usize, work: &mut Work<'_>) -> Result<(), BuildError>;

    /// Packs a solved slice for its file.
    fn packed(&self, slice: Slice) -> Packed;

    /// Loads a slice from the content of its file.
    fn reload(&mut self, slice: Slice, content: Content, bytes: &[u8]);
}

/// Packed slice: the bytes of a file before compression.
pub(super) struct Packed {
    pub(super) content: Content,
    pub(super) counts: Counts,
    pub(super) bytes: Vec<u8>,
}

/// Builds the expectation tables of a game whose play never returns to a position.
///
/// # Errors
/// As [`build`](super::build()).
pub fn build_expectations<G>(
    game: &G,
    plan: &Plan<'_>,
    on_progress: &mut dyn FnMut(&Progress<'_>),
) -> Result<Built, BuildError>
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    Builder { game, plan, disk: &RealDisk }.run_forward(&mut Expectations::default(), on_progress)
}

/// Builds the throw tables of a one-player game.
///
/// # Errors
/// As [`build`](super::build()).
pub fn build_throws<G>(
    game: &G,
    plan: &Plan<'_>,
    on_progress: &mut dyn FnMut(&Progress<'_>),
) -> Result<Built, BuildError>
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    Builder { game, plan, disk: &RealDisk }.run_forward(&mut RollCounts::default(), on_progress)
}

pub(crate) fn expectations_in_memory<G>(
    game: &G,
    pieces: u32,
    threads: usize,
    tables: &mut Tables,
) -> Result<(), BuildError>
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    in_memory(game, pieces, threads, &mut Expectations::default(), tables)
}

pub(crate) fn throws_in_memory<G>(game: &G, pieces: u32, threads: usize, tables: &mut Tables) -> Result<(), BuildError>
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    in_memory(game, pieces, threads, &mut RollCounts::default(), tables)
}

/// Solves all groups, and adds the slices to tables in memory.
fn in_memory<G: Progressive>(
    game: &G,
    pieces: u32,
    threads: usize,
    solver: &mut impl Solver<G>,
    tables: &mut Tables,
) -> Result<(), BuildError> {
    let visited = AtomicU64::new(0);
    let plan = Plan { name: "", pieces, folder: "".as_ref(), distances: false, threads, stop: None };
    for group in game.groups(pieces) {
        solver.solve(game, &group, threads, &mut Work { stop: None, visited: &visited, on_progress: &mut || () })?;
        for slice in group {
            let Packed { content, counts, bytes } = solver.packed(slice);
            let head = Head::of_memory(writer(game, slice, &plan, content, counts));
            tables.take(slice, head, blocks(content, &bytes).map(<[u8]>::to_vec).collect());
        }
    }
    Ok(())
}

/// Blocks of a slice's bytes, in order.
fn blocks(content: Content, bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let width = content.width().unwrap_or(1);
    bytes.chunks(BLOCK as usize * width)
}

impl<G> Builder<'_, G>
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    pub(super) fn run_forward<S: Solver<G>>(
        &self,
        solver: &mut S,
        on_progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Built, BuildError> {
        let folder = Folder::new(self.plan.folder, self.plan.name);
        let _lock = Lock::take(self.plan.folder).map_err(BuildError::Locked)?;
        let groups = self.game.groups(self.plan.pieces);
        let size = |group: &Vec<Slice>| group.iter().map(|&slice| self.game.size(slice)).sum::<u64>();
        let all = groups.iter().map(size).sum();
        let (mut built, visited) = (Built::default(), AtomicU64::new(0));
        for group in &groups {
            let names: Vec<String> = group.iter().map(|&slice| self.game.slice_name(slice)).collect();
            let (slices, resumed) = (names.join(", "), built.resumed);
            let mut on_progress = || {
                on_progress(&Progress { slices: &slices, done: visited.load(Ordering::Relaxed), all, resumed });
            };
            if let Some(files) = self.files(group, &folder, &[S::CONTENT])? {
                for (slice, file) in files {
                    solver.reload(slice, file.head.content, &file.blocks.concat());
                    built.slices += 1;
                    built.resumed += 1;
                    built.counts += file.head.counts;
                    built.bytes += file.head.length;
                }
                visited.fetch_add(size(group), Ordering::Relaxed);
                continue;
            }
            let mut work = Work { stop: self.plan.stop, visited: &visited, on_progress: &mut on_progress };
            solver.solve(self.game, group, self.plan.threads, &mut work)?;
            for &slice in group {
                let Packed { content, counts, bytes } = solver.packed(slice);
                let blocks: Vec<Vec<u8>> = blocks(content, &bytes).map(compressed_numbers).collect();
                let file = writer(self.game, slice, self.plan, content, counts).finish(&blocks);
                self.write(&folder, slice, content, &file)?;
                built.bytes += file.len() as u64;
                built.counts += counts;
                built.slices += 1;
            }
            (work.on_progress)();
        }
        Ok(built)
    }
}
