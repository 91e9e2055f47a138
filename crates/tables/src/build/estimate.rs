//! Estimates of what a build needs.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use counterplay_core::indexed::{Indexed, Slice, Successor};
use counterplay_core::{Actions, Progressive, Random, Seeded};

use super::Plan;
use crate::expectations::{self, StepSource, TURNS};

/// Estimate of a build: time, memory and disk.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Number of indexed positions.
    pub positions: u64,
    /// Time, extrapolated from a sample of positions on this machine.
    pub time: Duration,
    /// Memory in bytes.
    pub memory: u64,
    /// Disk space in bytes.
    pub disk: u64,
}

impl Estimate {
    /// Positions of a timing sample.
    const SAMPLE: u64 = 20_000;
    /// Visits per position of a whole build, on average: measured on checkers.
    const VISITS: f64 = 2.5;
    /// Positions per byte of an outcome file: a cautious figure before anything is known of the game.
    const POSITIONS_A_BYTE: u64 = 40;
    /// Distances per byte of a distance file.
    const DISTANCES_A_BYTE: u64 = 4;

    pub(super) fn of<G: Indexed>(game: &G, plan: &Plan<'_>) -> Estimate {
        let groups = game.groups(plan.pieces);
        let size = |group: &Vec<Slice>| group.iter().map(|&slice| game.size(slice)).sum::<u64>();
        let positions: u64 = groups.iter().map(size).sum();
        let largest = groups.iter().map(size).max().unwrap_or(0);
        // While a group is solved, a byte for each position, or three with its distance; when finished a quarter of a
        // byte, or two and a quarter.
        let (making, finished) = if plan.distances { (3, positions * 2 + positions / 4) } else { (1, positions / 4) };
        // While a group is packed, its values are held twice.
        let memory = finished + largest * making + largest / 2 + if plan.distances { largest * 4 } else { 0 };
        let distances = if plan.distances { positions / Self::DISTANCES_A_BYTE } else { 0 };
        let disk = positions / Self::POSITIONS_A_BYTE + distances;
        let visits = positions as f64 * Self::VISITS / plan.threads.max(1) as f64;
        Estimate { positions, time: time_to_expand(game, &groups).mul_f64(visits), memory, disk }
    }
}

impl Estimate {
    /// Bytes of an expectation, in memory and on disk.
    const EXPECTATION: u64 = 4;
    /// Bytes of a roll count, in memory and on disk.
    const THROWS: u64 = 100;

    /// Positions of a sample that are solved for timing.
    const SOLVED: u64 = 500;

    /// Estimate of one pass over the positions, from the bytes of each and the time of a sample.
    pub(super) fn of_one_pass<G: Progressive>(
        game: &G,
        plan: &Plan<'_>,
        bytes: u64,
        mut solve: impl FnMut(Slice, u64),
    ) -> Estimate {
        let groups = game.groups(plan.pieces);
        let largest = groups.iter().flatten().copied().max_by_key(|&slice| game.size(slice));
        let positions = groups.iter().flatten().map(|&slice| game.size(slice)).sum::<u64>();
        let (mut random, begun) = (Seeded::new(1), Instant::now());
        if let Some(slice) = largest.filter(|&slice| game.size(slice) > 0) {
            (0..Self::SOLVED).for_each(|_| solve(slice, random.below(game.size(slice))));
        }
        let each = begun.elapsed() / Self::SOLVED as u32;
        // A slice is packed before it is written.
        let memory = bytes * (positions + 2 * largest.map_or(0, |slice| game.size(slice)));
        Estimate { positions, time: each.mul_f64(positions as f64), memory, disk: bytes * positions }
    }
}

/// Estimates what building expectations needs.
#[must_use]
pub fn estimate_expectations<G>(game: &G, plan: &Plan<'_>) -> Estimate
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    let mut actions = Actions::new();
    let solve = |slice, index| ConstantSource.solve(game, slice, index, &mut actions);
    Estimate::of_one_pass(game, plan, Estimate::EXPECTATION, solve)
}

/// Estimates what building throw tables needs.
#[must_use]
pub fn estimate_throws<G: Progressive>(game: &G, plan: &Plan<'_>) -> Estimate {
    let mut actions = Actions::new();
    let solve = |slice, index| ConstantSource.solve(game, slice, index, &mut actions);
    Estimate::of_one_pass(game, plan, Estimate::THROWS, solve)
}

/// Source of steps in which all positions have the same value: for timing only.
struct ConstantSource;

impl StepSource for ConstantSource {
    fn steps(&self, _: Slice, _: u64) -> Option<u32> {
        Some(0)
    }
}

impl ConstantSource {
    fn solve<G: Progressive>(&self, game: &G, slice: Slice, index: u64, actions: &mut Actions<G::Action>) {
        if let Some(state) = game.unrank(slice, index) {
            let quick = game.shortcut(&state, &mut |_, _| Some(0.0));
            std::hint::black_box(quick.or_else(|| expectations::expectiminimax(self, game, &state, TURNS, actions)));
        }
    }
}

/// Time to expand a position once.
fn time_to_expand<G: Indexed>(game: &G, groups: &[Vec<Slice>]) -> Duration {
    let largest = groups.iter().flatten().max_by_key(|&&slice| game.size(slice));
    let Some(&slice) = largest.filter(|&&slice| game.size(slice) > 0) else { return Duration::ZERO };
    let (mut random, mut actions) = (Seeded::new(1), Actions::new());
    let begun = Instant::now();
    for _ in 0..Estimate::SAMPLE {
        let index = random.below(game.size(slice));
        if G::BY_NUMBER {
            let mut sum = 0;
            if game.has_position(slice, index) {
                let _ = game.successors_of(slice, index, &mut actions, |successor| {
                    sum += if let Successor::Place { index, .. } = successor { index } else { 0 };
                    ControlFlow::Continue(())
                });
            }
            std::hint::black_box(sum);
            continue;
        }
        let Some(state) = game.unrank(slice, index) else { continue };
        actions.clear();
        game.actions(&state, &mut actions);
        let ranks = actions.as_slice().iter().map(|&action| game.result(&state, action));
        let sum = ranks.filter(|child| game.slice(child).is_some()).map(|child| game.rank(&child)).fold(0, u64::max);
        std::hint::black_box(sum);
    }
    begun.elapsed() / Estimate::SAMPLE as u32
}
