//! Conversion of a solved slice to its files, and of files to a slice in memory.

use std::sync::{Mutex, PoisonError};

use counterplay_core::indexed::{Indexed, Slice};
use counterplay_core::{Actions, Side};

use super::finished::{Finished, Known};
use super::group::{Work, share};
use super::positions::Positions;
use super::{BuildError, Plan, writer};
use crate::folder::WholeFile;
use crate::format::{BLOCK, Content, compressed_numbers, compressed_outcomes};
use crate::outcome::set;
use crate::tables::{end, side};
use crate::{Counts, Outcome, Packed};

/// Block of a solved slice.
struct Block {
    /// Outcomes of all positions, in two bits each.
    outcomes: Vec<u8>,
    plies: Vec<u16>,
    counts: Counts,
    /// Stored outcomes: what goes into the files.
    stored: Vec<u8>,
    stored_plies: Vec<u16>,
}

/// Solved slice, in memory and as its files.
pub(super) type Done = (Known, Vec<(Content, Vec<u8>)>, Counts);

/// Packs the values of a slice, and makes its files.
pub(super) fn finish<G: Indexed + Sync>(
    game: &G,
    slice: Slice,
    positions: &Positions,
    plan: &Plan<'_>,
    work: &mut Work<'_>,
) -> Result<Done, BuildError> {
    let size = game.size(slice);
    let blocks = in_blocks(size, plan.threads, work, |block| {
        let weight = |index| game.weight(slice, index);
        Ok(gather(positions, size, block, plan.distances, weight))
    })?;
    let mut counts = Counts::default();
    blocks.iter().for_each(|block| counts += block.counts);
    let stored: Vec<_> = in_blocks(size, plan.threads, work, |at| {
        Ok(compressed_outcomes(&blocks[at as usize].stored, BLOCK.min(size - at * BLOCK)))
    })?;
    let mut files = vec![(Content::Outcomes, writer(game, slice, plan, Content::Outcomes, counts).finish(&stored))];
    if plan.distances {
        let longest = blocks.iter().flat_map(|block| &block.stored_plies).max();
        let width = if longest.is_none_or(|&longest| longest <= u8::MAX.into()) { 1 } else { 2 };
        let content = Content::Distances(width);
        let stored = in_blocks(size, plan.threads, work, |at| {
            let plies = blocks[at as usize].stored_plies.iter();
            let bytes: Vec<u8> = plies.flat_map(|plies| plies.to_le_bytes()[..width.into()].to_vec()).collect();
            Ok(compressed_numbers(&bytes))
        })?;
        files.push((content, writer(game, slice, plan, content, counts).finish(&stored)));
    }
    let plies = plan.distances.then(|| blocks.iter().flat_map(|block| block.plies.iter().copied()).collect());
    let outcomes = Packed::from_bytes(blocks.into_iter().flat_map(|block| block.outcomes).collect());
    Ok((Known { outcomes, plies }, files, counts))
}

/// Gathers the values of a block. A value that need not be stored is stored as the one before it, so that runs are
/// longer.
fn gather(positions: &Positions, size: u64, block: u64, distances: bool, weight: impl Fn(u64) -> u64) -> Block {
    let count = BLOCK.min(size - block * BLOCK);
    let packed = vec![0; count.div_ceil(4) as usize];
    let mut gathered = Block {
        outcomes: packed.clone(),
        plies: Vec::new(),
        counts: Counts::default(),
        stored: packed,
        stored_plies: Vec::new(),
    };
    let value = |index| positions.value(block * BLOCK + index);
    let first = (0..count).filter_map(value).find(|&(_, derived)| !derived);
    let (mut last, mut last_plies) = (first.map_or(Outcome::Draw, |(outcome, _)| outcome), 0);
    for index in 0..count {
        let known = value(index);
        let plies = positions.plies(block * BLOCK + index);
        if let Some((outcome, derived)) = known {
            gathered.counts.add_many(outcome, weight(block * BLOCK + index));
            set(&mut gathered.outcomes, index, outcome);
            if !derived {
                last = outcome;
                last_plies = if outcome == Outcome::Draw { last_plies } else { plies };
            }
        }
        set(&mut gathered.stored, index, last);
        if distances {
            gathered.plies.push(plies);
            gathered.stored_plies.push(last_plies);
        }
    }
    gathered
}

/// Runs a task for each block on all threads, and collects the results in order.
fn in_blocks<T: Send>(
    size: u64,
    threads: usize,
    work: &mut Work<'_>,
    each: impl Fn(u64) -> Result<T, BuildError> + Sync,
) -> Result<Vec<T>, BuildError> {
    let blocks = size.div_ceil(BLOCK);
    let done: Vec<Mutex<Option<T>>> = (0..blocks).map(|_| Mutex::new(None)).collect();
    share(blocks, threads, work, |block| {
        let result = each(block)?;
        *done[block as usize].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        Ok(())
    })?;
    Ok(done.into_iter().filter_map(|one| one.into_inner().unwrap_or_else(PoisonError::into_inner)).collect())
}

/// Reloads a slice from its files. The values that are not stored are derived from the slices before it.
pub(super) fn reload<G>(
    game: &G,
    slice: Slice,
    files: &[(Slice, WholeFile)],
    finished: &Finished,
    plan: &Plan<'_>,
    work: &mut Work<'_>,
) -> Result<Known, BuildError>
where
    G: Indexed + Sync,
    G::State: Send + Sync,
{
    let size = game.size(slice);
    let (stored, stored_plies) = (&files[0].1, files.get(1).map(|(_, file)| file));
    let blocks = in_blocks(size, plan.threads, work, |block| {
        let mut outcomes = stored.blocks[block as usize].clone();
        let mut plies: Vec<u16> = Vec::new();
        if let Some(file) = stored_plies {
            let positions = BLOCK.min(size - block * BLOCK);
            let bytes = &file.blocks[block as usize];
            plies.extend((0..positions).map(|at| file.head.distance(bytes, at).unwrap_or(0) as u16));
        }
        let mut actions = Actions::new();
        let mut failed = Ok(());
        if G::BY_NUMBER {
            return Ok((outcomes, plies));
        }
        game.each(slice, block * BLOCK..((block + 1) * BLOCK).min(size), |index, state| {
            if !game.is_derived(state) {
                return;
            }
            match derive(game, state, finished, &mut actions) {
                Some((outcome, distance)) => {
                    set(&mut outcomes, index - block * BLOCK, outcome);
                    if let Some(plies) = plies.get_mut((index - block * BLOCK) as usize) {
                        *plies = distance;
                    }
                }
                None => failed = Err(BuildError::Gap(format!("{state:?}"))),
            }
        });
        failed.map(|()| (outcomes, plies))
    })?;
    let plies = stored_plies.map(|_| blocks.iter().flat_map(|(_, plies)| plies.iter().copied()).collect());
    let outcomes = Packed::from_bytes(blocks.into_iter().flat_map(|(outcomes, _)| outcomes).collect());
    Ok(Known { outcomes, plies })
}

/// Derived value of a position, all of whose actions lead to finished slices or to the end.
fn derive<G: Indexed>(
    game: &G,
    state: &G::State,
    finished: &Finished,
    actions: &mut Actions<G::Action>,
) -> Option<(Outcome, u16)> {
    let mover: Side = side(game, state);
    actions.clear();
    game.actions(state, actions);
    let (mut best, mut quickest, mut longest) = (Outcome::Loss, u16::MAX, 0);
    for &action in actions.as_slice() {
        let child = game.result(state, action);
        let (outcome, plies) = match game.slice(&child) {
            Some(slice) => {
                let (outcome, plies) = finished.get(slice, game.rank(&child))?;
                (if side(game, &child) == mover { outcome } else { outcome.flipped() }, plies)
            }
            None => (end(game, &child, mover), 0),
        };
        best = best.max(outcome);
        match outcome {
            Outcome::Win => quickest = quickest.min(plies + 1),
            Outcome::Loss => longest = longest.max(plies + 1),
            Outcome::Draw => {}
        }
    }
    Some(match best {
        Outcome::Win => (best, quickest),
        Outcome::Loss => (best, longest),
        Outcome::Draw => (best, 0),
    })
}
