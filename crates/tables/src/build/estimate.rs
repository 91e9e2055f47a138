//! What building needs, before it begins.

use std::time::{Duration, Instant};

use counterplay_core::indexed::{Indexed, Slice};
use counterplay_core::{Actions, Progressive, Random, Seeded};

use super::Plan;
use crate::expect::{self, Steps, TURNS};

/// What building is going to need.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// How many positions there are, by their numbers.
    pub positions: u64,
    /// How long it takes, from how long a sample of the positions takes to be looked at here and now.
    pub time: Duration,
    /// Memory, in bytes.
    pub memory: u64,
    /// Disk, in bytes.
    pub disk: u64,
}

impl Estimate {
    /// The positions of a sample.
    const SAMPLE: u64 = 20_000;
    /// How many looks at a position the whole building costs for each position, all told: measured on checkers.
    const LOOKS: f64 = 2.5;
    /// How many positions go into a byte of a file: so few only before anything is known of the game.
    const POSITIONS_A_BYTE: u64 = 40;
    /// The same for distances.
    const DISTANCES_A_BYTE: u64 = 4;

    pub(super) fn of<G: Indexed>(game: &G, plan: &Plan<'_>) -> Estimate {
        let groups = game.groups(plan.pieces);
        let size = |group: &Vec<Slice>| group.iter().map(|&slice| game.size(slice)).sum::<u64>();
        let positions: u64 = groups.iter().map(size).sum();
        let largest = groups.iter().map(size).max().unwrap_or(0);
        // In the making a byte for each position, or three with its distance; a quarter of a byte when finished, or two and a quarter.
        let (making, finished) = if plan.distances { (3, positions * 2 + positions / 4) } else { (1, positions / 4) };
        // While a group is packed, its values are there twice.
        let memory = finished + largest * making + largest / 2 + if plan.distances { largest * 4 } else { 0 };
        let distances = if plan.distances { positions / Self::DISTANCES_A_BYTE } else { 0 };
        let disk = positions / Self::POSITIONS_A_BYTE + distances;
        let looks = positions as f64 * Self::LOOKS / plan.threads.max(1) as f64;
        Estimate { positions, time: look(game, &groups).mul_f64(looks), memory, disk }
    }
}

impl Estimate {
    /// The bytes of an expectation, in memory and on disk.
    const EXPECTATION: u64 = 4;
    /// The same for the chances of throws.
    const THROWS: u64 = 100;

    /// The positions of a sample that are solved to see how long it takes.
    const SOLVED: u64 = 500;

    /// What one pass over the positions needs, if each takes so many bytes and a sample of them so long.
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

/// What building expectations needs, before it begins.
#[must_use]
pub fn estimate_expectations<G>(game: &G, plan: &Plan<'_>) -> Estimate
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    let mut actions = Actions::new();
    let solve = |slice, index| Nowhere.solve(game, slice, index, &mut actions);
    Estimate::of_one_pass(game, plan, Estimate::EXPECTATION, solve)
}

/// What building chances of throws needs, before it begins.
#[must_use]
pub fn estimate_throws<G: Progressive>(game: &G, plan: &Plan<'_>) -> Estimate {
    let mut actions = Actions::new();
    let solve = |slice, index| Nowhere.solve(game, slice, index, &mut actions);
    Estimate::of_one_pass(game, plan, Estimate::THROWS, solve)
}

/// All positions are worth the same here: it is only to be seen how long they take.
struct Nowhere;

impl Steps for Nowhere {
    fn steps(&self, _: Slice, _: u64) -> Option<u32> {
        Some(0)
    }
}

impl Nowhere {
    fn solve<G: Progressive>(&self, game: &G, slice: Slice, index: u64, actions: &mut Actions<G::Action>) {
        if let Some(state) = game.unrank(slice, index) {
            let quick = game.shortcut(&state, &mut |_, _| Some(0.0));
            std::hint::black_box(quick.or_else(|| expect::look(self, game, &state, TURNS, actions)));
        }
    }
}

/// How long it takes to look at a position.
fn look<G: Indexed>(game: &G, groups: &[Vec<Slice>]) -> Duration {
    let largest = groups.iter().flatten().max_by_key(|&&slice| game.size(slice));
    let Some(&slice) = largest.filter(|&&slice| game.size(slice) > 0) else { return Duration::ZERO };
    let (mut random, mut actions) = (Seeded::new(1), Actions::new());
    let begun = Instant::now();
    for _ in 0..Estimate::SAMPLE {
        let Some(state) = game.unrank(slice, random.below(game.size(slice))) else { continue };
        actions.clear();
        game.actions(&state, &mut actions);
        let ranks = actions.as_slice().iter().map(|&action| game.result(&state, action));
        let sum = ranks.filter(|child| game.slice(child).is_some()).map(|child| game.rank(&child)).fold(0, u64::max);
        std::hint::black_box(sum);
    }
    begun.elapsed() / Estimate::SAMPLE as u32
}
