//! Tables of games whose play never comes back: group by group, each position once.

use std::sync::atomic::{AtomicU64, Ordering};

use counterplay_core::{Progressive, Slice};

use super::group::Work;
use super::means::Means;
use super::throws::Rows;
use super::{BuildError, Builder, Built, Plan, Progress, writer};
use crate::disk::RealDisk;
use crate::folder::{Folder, Lock};
use crate::format::{BLOCK, Content, Head, compressed_numbers};
use crate::{Counts, Tables};

/// What is found out about each position, for all groups that are finished.
pub(super) trait Solver<G: Progressive> {
    /// What the files hold: the kind of it.
    const CONTENT: Content;

    /// Solves a group.
    fn solve(&mut self, game: &G, group: &[Slice], threads: usize, work: &mut Work<'_>) -> Result<(), BuildError>;

    /// A slice that is solved.
    fn packed(&self, slice: Slice) -> Packed;

    /// Takes a slice from what its file holds.
    fn reload(&mut self, slice: Slice, content: Content, bytes: &[u8]);
}

/// A slice as it goes into a file.
pub(super) struct Packed {
    pub(super) content: Content,
    pub(super) counts: Counts,
    pub(super) bytes: Vec<u8>,
}

/// Builds the tables of what positions are worth on average, for a game whose play never comes back.
///
/// # Errors
/// As [`build`](super::build()).
pub fn build_expectations<G>(
    game: &G,
    plan: &Plan<'_>,
    told: &mut dyn FnMut(&Progress<'_>),
) -> Result<Built, BuildError>
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    Builder { game, plan, disk: &RealDisk }.run_forward(&mut Means::default(), told)
}

/// Builds the tables of how many throws a game for one takes.
///
/// # Errors
/// As [`build`](super::build()).
pub fn build_throws<G>(game: &G, plan: &Plan<'_>, told: &mut dyn FnMut(&Progress<'_>)) -> Result<Built, BuildError>
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    Builder { game, plan, disk: &RealDisk }.run_forward(&mut Rows::default(), told)
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
    in_memory(game, pieces, threads, &mut Means::default(), tables)
}

pub(crate) fn throws_in_memory<G>(game: &G, pieces: u32, threads: usize, tables: &mut Tables) -> Result<(), BuildError>
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    in_memory(game, pieces, threads, &mut Rows::default(), tables)
}

/// Solves all groups, and hands the slices to tables.
fn in_memory<G: Progressive>(
    game: &G,
    pieces: u32,
    threads: usize,
    solver: &mut impl Solver<G>,
    tables: &mut Tables,
) -> Result<(), BuildError> {
    let looked = AtomicU64::new(0);
    let plan = Plan { name: "", pieces, folder: "".as_ref(), distances: false, threads, stop: None };
    for group in game.groups(pieces) {
        solver.solve(game, &group, threads, &mut Work { stop: None, looked: &looked, told: &mut || () })?;
        for slice in group {
            let Packed { content, counts, bytes } = solver.packed(slice);
            let head = Head::of_memory(writer(game, slice, &plan, content, counts));
            tables.take(slice, head, blocks(content, &bytes).map(<[u8]>::to_vec).collect());
        }
    }
    Ok(())
}

/// The bytes of a slice, block by block.
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
        told: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Built, BuildError> {
        let folder = Folder::new(self.plan.folder, self.plan.name);
        let _lock = Lock::take(self.plan.folder).map_err(BuildError::Locked)?;
        let groups = self.game.groups(self.plan.pieces);
        let size = |group: &Vec<Slice>| group.iter().map(|&slice| self.game.size(slice)).sum::<u64>();
        let all = groups.iter().map(size).sum();
        let (mut built, looked) = (Built::default(), AtomicU64::new(0));
        for group in &groups {
            let names: Vec<String> = group.iter().map(|&slice| self.game.slice_name(slice)).collect();
            let (slices, resumed) = (names.join(", "), built.resumed);
            let mut told = || {
                told(&Progress { slices: &slices, done: looked.load(Ordering::Relaxed), all, resumed });
            };
            if let Some(files) = self.files(group, &folder, &[S::CONTENT])? {
                for (slice, file) in files {
                    solver.reload(slice, file.head.content, &file.blocks.concat());
                    built.slices += 1;
                    built.resumed += 1;
                    built.counts += file.head.counts;
                    built.bytes += file.head.length;
                }
                looked.fetch_add(size(group), Ordering::Relaxed);
                continue;
            }
            let mut work = Work { stop: self.plan.stop, looked: &looked, told: &mut told };
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
            (work.told)();
        }
        Ok(built)
    }
}
