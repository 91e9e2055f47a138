//! Killers, history and counter-moves: what the search remembers of actions, apart from states.

use super::selective::Corrections;

/// Histories that outlive a search: how well actions have done, and where the evaluation erred.
#[derive(Debug, Default)]
pub(super) struct Histories {
    /// History: for each code and side how well the action has done, between minus and plus [`MoveHistory::MOST`].
    by_code: [Vec<i32>; 2],
    /// Continuation history: for the placement of an action before and of one now, how well the latter has done.
    follow_ups: Vec<i16>,
    /// Correction history.
    pub(super) corrections: Corrections,
}

impl Histories {
    /// The histories at the beginning of another search, in which the history counts for half. The continuation history
    /// is too large for that: to go through it would take as long as to search a hundred nodes.
    pub(super) fn aged(mut self) -> Histories {
        self.by_code.iter_mut().flatten().for_each(|value| *value /= 2);
        self
    }
}

/// Killers, history and counter-moves: which actions were good elsewhere.
#[derive(Debug)]
pub(super) struct MoveHistory<A> {
    /// Killers: for each ply the two actions that last cut there.
    killers: Vec<[Option<A>; 2]>,
    /// Counter-moves: for each code of an action the one that last refuted it.
    counters: Vec<Option<A>>,
    pub histories: Histories,
}

impl<A: Copy + Eq> MoveHistory<A> {
    pub(super) const MOST: i32 = 1 << 14;

    pub(super) fn new() -> Self {
        MoveHistory { killers: Vec::new(), counters: Vec::new(), histories: Histories::default() }
    }

    /// The actions that last cut at a ply, the last one first.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<A>; 2] {
        self.killers.get(ply).copied().unwrap_or([None; 2])
    }

    pub(super) fn add_killer(&mut self, ply: usize, action: A) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
    }

    /// The history score of an action for a side.
    #[inline]
    pub(super) fn score(&self, side: usize, code: u16) -> i32 {
        self.histories.by_code[side].get(usize::from(code)).copied().unwrap_or(0)
    }

    /// Updates the history of an action that cut, or failed to where another one did. The further a number is from
    /// zero, the less it grows, so that what was long ago is forgotten.
    pub(super) fn learn(&mut self, side: usize, code: u16, gain: i32) {
        let history = &mut self.histories.by_code[side];
        if history.len() <= usize::from(code) {
            history.resize(usize::from(code) + 1, 0);
        }
        let value = &mut history[usize::from(code)];
        *value += gain - *value * gain.abs() / Self::MOST;
    }

    /// How well a placement has done after another one.
    #[inline]
    pub(super) fn follow_up(&self, before: u16, now: u16) -> i32 {
        self.histories.follow_ups.get(follow_up_index(before, now)).copied().unwrap_or(0).into()
    }

    /// Updates the continuation history, as [`MoveHistory::learn`] does the history.
    pub(super) fn learn_follow_up(&mut self, before: u16, now: u16, gain: i32) {
        if self.histories.follow_ups.is_empty() {
            self.histories.follow_ups.resize(1 << 20, 0);
        }
        let value = &mut self.histories.follow_ups[follow_up_index(before, now)];
        *value += (gain - i32::from(*value) * gain.abs() / Self::MOST) as i16;
    }

    /// The counter-move: the action that last refuted another one.
    #[inline]
    pub(super) fn counter(&self, code: u16) -> Option<A> {
        self.counters.get(usize::from(code)).copied().flatten()
    }

    pub(super) fn add_counter(&mut self, code: u16, answer: A) {
        if self.counters.len() <= usize::from(code) {
            self.counters.resize(usize::from(code) + 1, None);
        }
        self.counters[usize::from(code)] = Some(answer);
    }
}

/// The place of two placements in the continuation history.
#[inline]
fn follow_up_index(before: u16, now: u16) -> usize {
    usize::from(before & 1023) << 10 | usize::from(now & 1023)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_killers_are_kept_and_history_is_bounded() {
        let mut history: MoveHistory<u8> = MoveHistory::new();
        for action in [1, 2, 2, 3] {
            history.add_killer(5, action);
        }
        assert_eq!((history.killers(5), history.killers(4)), ([Some(3), Some(2)], [None; 2]));
        for _ in 0..1000 {
            history.learn(0, 9, 1000);
            history.learn(1, 9, -1000);
        }
        assert!(history.score(0, 9) <= MoveHistory::<u8>::MOST && history.score(0, 9) > MoveHistory::<u8>::MOST / 2);
        assert!(history.score(1, 9) >= -MoveHistory::<u8>::MOST && history.score(1, 8) == 0);
        history.add_counter(7, 4);
        assert_eq!((history.counter(7), history.counter(6)), (Some(4), None));
    }
}
