//! Perft: counting lines of play, to check the rules of a game against known numbers.

use super::walk::SearchResult;
use crate::limits::{Cause, Halt, Limits, Meter};
use crate::{Actions, ChanceNodes, Outcomes, Role};

/// Perft: the numbers of lines from a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft<A> {
    /// Lines of exactly the depth asked for.
    pub leaves: u64,
    /// Games that ended earlier.
    pub ended: u64,
    /// The leaves behind each first action.
    pub divide: Vec<(A, u64)>,
}

/// Counts the lines of `depth` plies. Outcomes of chance are plies too.
///
/// # Errors
/// If the game breaks its contract, or a limit is reached; a *node* is a state whose actions are listed.
pub fn perft<G: ChanceNodes>(
    game: &G,
    state: &G::State,
    depth: u32,
    limits: &Limits,
) -> SearchResult<Perft<G::Action>> {
    let mut count = Count { game, meter: Meter::new(limits), actions: Actions::new(), path: Vec::new(), ended: 0 };
    let mut perft = Perft { leaves: u64::from(depth == 0), ended: 0, divide: Vec::new() };
    if depth > 0 {
        let start = count.expand(state)?;
        for at in start..count.actions.as_slice().len() {
            let action = count.actions.as_slice()[at];
            count.path.push((at - start) as u32 + 1);
            let leaves = count.leaves(&game.result(state, action), depth - 1)?;
            count.path.pop();
            perft.leaves = perft.leaves.saturating_add(leaves);
            perft.divide.push((action, leaves));
        }
        perft.ended = count.ended;
    }
    Ok(perft)
}

struct Count<'a, G: ChanceNodes> {
    game: &'a G,
    meter: Meter,
    actions: Actions<G::Action>,
    path: Vec<u32>,
    ended: u64,
}

impl<G: ChanceNodes> Count<'_, G> {
    fn leaves(&mut self, state: &G::State, depth: u32) -> SearchResult<u64> {
        if depth == 0 {
            return Ok(1);
        }
        let start = self.expand(state)?;
        let end = self.actions.as_slice().len();
        // The last ply need not be played to be counted.
        let mut leaves = if depth == 1 { (end - start) as u64 } else { 0 };
        for at in if depth == 1 { end..end } else { start..end } {
            let next = self.game.result(state, self.actions.as_slice()[at]);
            let below = if depth == 2 { self.counted(&next)? } else { None };
            let below = match below {
                Some(count) => count,
                None => {
                    self.path.push((at - start) as u32 + 1);
                    let below = self.leaves(&next, depth - 1)?;
                    self.path.pop();
                    below
                }
            };
            leaves = leaves.saturating_add(below);
        }
        self.actions.close(start);
        Ok(leaves)
    }

    /// How many actions a state has, if the game knows without listing them. A finished game is counted.
    #[inline]
    fn counted(&mut self, state: &G::State) -> SearchResult<Option<u64>> {
        let count = self.game.action_count(state);
        if let Some(count) = count {
            self.meter.count().map_err(|cause| self.halt(cause))?;
            self.ended += u64::from(count == 0);
        }
        Ok(count)
    }

    /// Puts the actions, or the outcomes of chance, on the stack and says where they begin. A finished game is counted.
    fn expand(&mut self, state: &G::State) -> SearchResult<usize> {
        self.meter.spend().map_err(|cause| self.halt(cause))?;
        let start = self.actions.open();
        if self.game.is_terminal(state) {
            self.ended += 1;
            return Ok(start);
        }
        if self.game.role(state) == Role::Chance {
            let mut outcomes = Outcomes::new();
            self.game.chance_outcomes(state, &mut outcomes);
            if outcomes.are_too_many() {
                return Err(self.halt(Cause::TooManyOutcomes));
            }
            self.actions.extend(outcomes.as_slice().iter().map(|&(action, _)| action));
        } else {
            self.game.actions(state, &mut self.actions);
        }
        if self.actions.overflowed() {
            return Err(self.halt(Cause::TooManyActions));
        }
        if self.actions.as_slice().len() == start {
            return Err(self.halt(Cause::NoActions));
        }
        Ok(start)
    }

    fn halt(&self, cause: Cause) -> Box<Halt> {
        Box::new(Halt { cause, path: self.path.clone() })
    }
}
