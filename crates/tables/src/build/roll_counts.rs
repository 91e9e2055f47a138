//! Roll counts of a one-player game. For each roll the choice with the fewest rolls on average is taken; their
//! distributions are mixed.

use counterplay_core::{Actions, Outcomes, Progressive, Role, Slice};

use super::BuildError;
use super::forward::{Packed, Solver};
use super::group::Work;
use crate::Counts;
use crate::format::Content;
use crate::roll_counts::ALWAYS;

/// Distribution of the number of rolls, from one on, in steps; and its mean, in the same steps.
#[derive(Clone, Default)]
struct RollDistribution {
    steps: Box<[u32]>,
    mean: u64,
}

/// Roll counts of all positions that are solved, by slices.
#[derive(Default)]
pub(super) struct RollCounts(Vec<Vec<RollDistribution>>);

impl RollDistribution {
    fn new(steps: Box<[u32]>) -> RollDistribution {
        let mean = steps.iter().zip(1u64..).map(|(&steps, throws)| u64::from(steps) * throws).sum();
        RollDistribution { steps, mean }
    }

    /// Rounds cumulative probabilities from the first roll on, so that they still add up to 1.
    fn rounded(mixed: &[f64]) -> RollDistribution {
        let (mut sum, mut cumulated, mut steps) = (0.0, 0, Vec::new());
        for chance in mixed {
            sum += chance;
            let until = (sum.round() as u64).min(ALWAYS.into()) as u32;
            steps.push(until - cumulated);
            cumulated = until;
        }
        let length = steps.iter().rposition(|&steps| steps > 0).map_or(0, |last| last + 1);
        steps.truncate(length);
        RollDistribution::new(steps.into())
    }
}

impl RollCounts {
    fn row(&self, slice: Slice, index: u64) -> Option<&RollDistribution> {
        self.0.get(slice.0 as usize)?.get(index as usize)
    }

    /// Best successor of a decision: the least mean, and of equal means the least number. `None` is the end of the
    /// game.
    fn best<G: Progressive>(
        &self,
        game: &G,
        state: &G::State,
        actions: &mut Actions<G::Action>,
    ) -> Option<(u64, Option<(Slice, u64)>)> {
        if game.is_terminal(state) {
            return Some((0, None));
        }
        if let Some(slice) = game.slice(state) {
            let index = game.rank(state);
            return Some((self.row(slice, index)?.mean, Some((slice, index))));
        }
        if game.role(state) == Role::Chance {
            return None;
        }
        let start = actions.as_slice().len();
        game.actions(state, actions);
        let mut best = None;
        for at in start..actions.as_slice().len() {
            let child = game.result(state, actions.as_slice()[at]);
            let found = self.best(game, &child, actions);
            if found.is_none() || best.is_none_or(|best| found < Some(best)) {
                best = found;
            }
            if best.is_none() {
                break;
            }
        }
        actions.truncate(start);
        best
    }

    fn solved<G: Progressive>(
        &self,
        game: &G,
        state: &G::State,
        actions: &mut Actions<G::Action>,
    ) -> Option<RollDistribution> {
        let mut outcomes = Outcomes::new();
        game.chance_outcomes(state, &mut outcomes);
        let mut mixed: Vec<f64> = Vec::new();
        for &(action, probability) in outcomes.as_slice() {
            let (_, place) = self.best(game, &game.result(state, action), actions)?;
            let after: &[u32] = match place {
                Some((slice, index)) => &self.row(slice, index)?.steps,
                None => &[],
            };
            if mixed.len() <= after.len() {
                mixed.resize(after.len() + 1, 0.0);
            }
            if place.is_none() {
                mixed[0] += probability * f64::from(ALWAYS);
            }
            for (sum, &steps) in mixed[1..].iter_mut().zip(after) {
                *sum += probability * f64::from(steps);
            }
        }
        Some(RollDistribution::rounded(&mixed))
    }

    fn put(&mut self, slice: Slice, rows: Vec<RollDistribution>) {
        let at = slice.0 as usize;
        if self.0.len() <= at {
            self.0.resize_with(at + 1, Vec::new);
        }
        self.0[at] = rows;
    }
}

impl<G: Progressive> Solver<G> for RollCounts {
    const CONTENT: Content = Content::Throws(0);

    /// Solves one position after the other. At hundreds of thousands a second that needs no threads.
    fn solve(&mut self, game: &G, group: &[Slice], _: usize, work: &mut Work<'_>) -> Result<(), BuildError> {
        let mut actions = Actions::new();
        for &slice in group {
            self.put(slice, vec![RollDistribution::default(); game.size(slice) as usize]);
        }
        for layer in 0..game.layers(group) {
            if work.stop.is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed)) {
                return Err(BuildError::Stopped);
            }
            for &slice in group {
                for index in game.layer(slice, layer) {
                    let Some(state) = game.unrank(slice, index) else { continue };
                    let row = self.solved(game, &state, &mut actions);
                    let row = row.ok_or_else(|| BuildError::Gap(format!("something that {state:?} leads to")))?;
                    self.0[slice.0 as usize][index as usize] = row;
                    work.visited.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                }
            }
            (work.on_progress)();
        }
        Ok(())
    }

    fn packed(&self, slice: Slice) -> Packed {
        let rows = &self.0[slice.0 as usize];
        let longest = rows.iter().map(|row| row.steps.len()).max().unwrap_or(0).max(1);
        let mut bytes = Vec::with_capacity(4 * longest * rows.len());
        for row in rows {
            bytes.extend(row.steps.iter().flat_map(|steps| steps.to_le_bytes()));
            bytes.resize(bytes.len() + 4 * (longest - row.steps.len()), 0);
        }
        // Nobody wins or loses a one-player game.
        let counts = Counts { draw: rows.len() as u64, ..Counts::default() };
        Packed { content: Content::Throws(longest as u8), counts, bytes }
    }

    fn reload(&mut self, slice: Slice, content: Content, bytes: &[u8]) {
        let row = |row: &[u8]| {
            let steps = row.chunks_exact(4).map(|four| u32::from_le_bytes(four.try_into().expect("four bytes")));
            let mut steps: Vec<u32> = steps.collect();
            while steps.last() == Some(&0) {
                steps.pop();
            }
            RollDistribution::new(steps.into())
        };
        self.put(slice, bytes.chunks_exact(content.width().unwrap_or(4)).map(row).collect());
    }
}
