//! Expected values of positions, each from its successors, layer by layer.

use std::sync::atomic::{AtomicU32, Ordering};

use counterplay_core::{Actions, Progressive, Side, Slice};

use super::BuildError;
use super::forward::{Packed, Solver};
use super::group::{Work, share};
use crate::Counts;
use crate::expectations::{Quantizer, StepSource, TURNS, expectiminimax};
use crate::format::Content;

/// Positions that a thread takes at once.
const PIECE: u64 = 64;

/// Expected values of all solved positions in steps, by slices.
#[derive(Default)]
pub(super) struct Expectations(Vec<Vec<AtomicU32>>);

impl StepSource for Expectations {
    #[inline]
    fn steps(&self, slice: Slice, index: u64) -> Option<u32> {
        Some(self.0.get(slice.0 as usize)?.get(index as usize)?.load(Ordering::Relaxed))
    }
}

impl Expectations {
    fn put(&mut self, slice: Slice, positions: Vec<AtomicU32>) {
        let at = slice.0 as usize;
        if self.0.len() <= at {
            self.0.resize_with(at + 1, Vec::new);
        }
        self.0[at] = positions;
    }

    /// Expected value of a position in steps, from its successors.
    fn solved<G: Progressive>(
        &self,
        game: &G,
        (slice, index): (Slice, u64),
        actions: &mut Actions<G::Action>,
    ) -> Result<Option<u32>, BuildError> {
        let Some(state) = game.unrank(slice, index) else { return Ok(None) };
        let span = game.span(slice);
        let solved = |slice: Slice, index: u64| Some(Quantizer::of(game.span(slice)).value(self.steps(slice, index)?));
        if let Some(value) = game.shortcut(&state, &mut { solved }) {
            return Ok(Some(Quantizer::of(span).steps(value)));
        }
        let value = expectiminimax(self, game, &state, TURNS, actions);
        let value = value.ok_or_else(|| BuildError::Gap(format!("something that {state:?} leads to")))?;
        let own = if game.viewpoint(&state) == Side::Max { value } else { game.sum().flip(value) };
        Ok(Some(Quantizer::of(span).steps(own / game.stake(&state))))
    }
}

impl<G> Solver<G> for Expectations
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    const CONTENT: Content = Content::Expectations;

    fn solve(&mut self, game: &G, group: &[Slice], threads: usize, work: &mut Work<'_>) -> Result<(), BuildError> {
        for &slice in group {
            self.put(slice, (0..game.size(slice)).map(|_| AtomicU32::new(0)).collect());
        }
        for layer in 0..game.layers(group) {
            for &slice in group {
                let range = game.layer(slice, layer);
                let pieces = (range.end - range.start).div_ceil(PIECE);
                let visited = work.visited;
                share(pieces, threads, work, |piece| {
                    let mut actions = Actions::new();
                    let start = range.start + piece * PIECE;
                    let end = (start + PIECE).min(range.end);
                    for index in start..end {
                        if let Some(steps) = self.solved(game, (slice, index), &mut actions)? {
                            self.0[slice.0 as usize][index as usize].store(steps, Ordering::Relaxed);
                        }
                    }
                    visited.fetch_add(end - start, Ordering::Relaxed);
                    Ok(())
                })?;
            }
        }
        Ok(())
    }

    fn packed(&self, slice: Slice) -> Packed {
        let steps = self.0[slice.0 as usize].iter().map(|steps| steps.load(Ordering::Relaxed));
        let mut counts = Counts::default();
        steps.clone().for_each(|steps| counts.add(crate::expectations::leaning(steps)));
        Packed { content: Content::Expectations, counts, bytes: steps.flat_map(u32::to_le_bytes).collect() }
    }

    fn reload(&mut self, slice: Slice, _: Content, bytes: &[u8]) {
        let byte = |four: &[u8]| AtomicU32::new(u32::from_le_bytes(four.try_into().expect("four bytes")));
        self.put(slice, bytes.chunks_exact(4).map(byte).collect());
    }
}
