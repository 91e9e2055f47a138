//! Move ordering: which action is visited first.
//!
//! 1. The table's action.
//! 2. The *killers*: what was best after the same roll of the dice at other states of the same ply. What refutes one
//!    play of ours with a roll of six and one mostly refutes the next one with the same roll; that is what makes a
//!    probe good.
//! 3. Far from the horizon, what the evaluation likes best: it is asked once for each action, which costs little where
//!    each of them has a whole tree below.
//! 4. Actions that have cut often, where the game has numbers for them.
//! 5. The game's order.

use super::worker::{Location, Move, Moves, SearchResult, Worker, below};
use crate::engine::keys::Keys;
use crate::trace::Window;
use crate::{ChanceNodes, Evaluate};

/// Killers of one roll at one ply.
#[derive(Clone, Debug)]
struct Recalled<A> {
    /// The last actions, the newest first.
    killers: [Option<A>; MoveHistory::<()>::KILLERS],
    /// What the roll was worth the last time, for MAX.
    value: Option<f64>,
}

/// Killers and history: what a search learns about the order of actions.
#[derive(Clone, Debug)]
pub(super) struct MoveHistory<A> {
    /// Killers by ply, then by roll.
    recalled: Vec<Vec<Recalled<A>>>,
    /// How often an action has cut, by its code.
    cuts: Vec<f64>,
}

impl<A> MoveHistory<A> {
    /// How many killers there are for a roll.
    const KILLERS: usize = 6;
    /// How many of the next best actions are remembered beside the best.
    const NEXT_BEST: usize = 3;
    /// Plies and rolls beyond these learn nothing.
    const PLIES: usize = 64;
    const ROLLS: usize = 4096;
}

impl<A: Copy + Eq> MoveHistory<A> {
    pub(super) fn new() -> Self {
        MoveHistory { recalled: Vec::new(), cuts: Vec::new() }
    }

    fn at(&self, at: Location) -> Option<&Recalled<A>> {
        self.recalled.get(at.ply)?.get(at.roll)
    }

    fn at_mut(&mut self, at: Location) -> Option<&mut Recalled<A>> {
        if at.ply >= Self::PLIES || at.roll >= Self::ROLLS {
            return None;
        }
        if self.recalled.len() <= at.ply {
            self.recalled.resize_with(at.ply + 1, Vec::new);
        }
        let rolls = &mut self.recalled[at.ply];
        if rolls.len() <= at.roll {
            rolls.resize(at.roll + 1, Recalled { killers: [None; MoveHistory::<()>::KILLERS], value: None });
        }
        rolls.get_mut(at.roll)
    }

    /// Adds a killer: an action that was the best of a state, or cut. Where it did not cut, the others have values as
    /// well, and the next best are worth a try too.
    pub(super) fn were_best(&mut self, at: Location, action: A, others: &mut [Move<A>]) {
        let Some(Recalled { killers, .. }) = self.at_mut(at) else { return };
        let mut remember = |action: A| {
            let place = killers.iter().position(|&killer| killer == Some(action)).unwrap_or(killers.len() - 1);
            killers[..=place].rotate_right(1);
            killers[0] = Some(action);
        };
        if others.len() > Self::NEXT_BEST {
            others.select_nth_unstable_by(Self::NEXT_BEST, |a, b| {
                b.rank.total_cmp(&a.rank).then(a.number.cmp(&b.number))
            });
        }
        let most = others.len().min(Self::NEXT_BEST);
        let next = &mut others[..most];
        next.sort_unstable_by(|a, b| a.rank.total_cmp(&b.rank).then(b.number.cmp(&a.number)));
        next.iter().for_each(|it| remember(it.action));
        remember(action);
    }

    /// Notes what a roll was worth.
    pub(super) fn was_worth(&mut self, at: Location, value: f64) {
        if let Some(recalled) = self.at_mut(at) {
            recalled.value = Some(value);
        }
    }

    /// What a roll was worth elsewhere.
    pub(super) fn worth(&self, at: Location) -> Option<f64> {
        self.at(at)?.value
    }

    /// Counts a cut by the action with this code.
    pub(super) fn has_cut(&mut self, code: u16) {
        let code = usize::from(code);
        if self.cuts.len() <= code {
            self.cuts.resize(code + 1, 0.0);
        }
        self.cuts[code] += 1.0;
    }
}

impl<G: ChanceNodes, E: Evaluate<G>, K: Keys<G>> Worker<'_, G, E, K> {
    /// Lists the actions of a state; below the root those that the filter leaves, if there is one.
    pub(super) fn expand(&mut self, state: &G::State, at: Location, sign: f64) -> SearchResult<Moves> {
        let mut moves = self.list(state)?;
        if let Some(filter) = self.engine.techniques.filter
            && at.ply > 0
            && self.is_far(at)
            && moves.count > 1
        {
            self.rank_by_evaluation(state, at, sign, moves, 0)?;
            let left = filter.leaves(self.moves[moves.start..].iter().map(|it| it.rank));
            self.guesses += u64::from(left < moves.count);
            moves.count = left;
            self.moves.truncate(moves.start + left);
        }
        Ok(moves)
    }

    /// Whether the states below have states below themselves, and there is an evaluation to ask.
    fn is_far(&self, at: Location) -> bool {
        at.depth > 1 && self.engine.evaluation.guesses()
    }

    /// Puts the action to begin with in front of those from the `from`-th on, and says whether there was a reason to.
    pub(super) fn pick(
        &mut self,
        state: &G::State,
        at: Location,
        moves: Moves,
        from: usize,
        named: Option<u16>,
    ) -> bool {
        let (game, keys) = (self.engine.game, &self.engine.keys);
        let list = &mut self.moves[moves.start + from..moves.start + moves.count];
        let place = |it: &Move<G::Action>| it.number as usize - 1;
        let mut first =
            named.and_then(|name| list.iter().position(|it| keys.name(game, state, it.action, place(it)) == name));
        if first.is_none()
            && self.engine.techniques.killers
            && let Some(recalled) = self.history.at(at)
        {
            let known = |&killer: &G::Action| list.iter().position(|it| it.action == killer);
            first = recalled.killers.iter().flatten().find_map(known);
        }
        let Some(first) = first else { return false };
        list[..=first].rotate_right(1);
        true
    }

    /// Puts the actions from the `from`-th on in order.
    pub(super) fn rank(
        &mut self,
        state: &G::State,
        at: Location,
        sign: f64,
        moves: Moves,
        from: usize,
    ) -> SearchResult<()> {
        if from + 1 >= moves.count {
            return Ok(());
        }
        if self.engine.techniques.deepening && self.is_far(at) {
            return self.rank_by_evaluation(state, at, sign, moves, from);
        }
        if self.engine.techniques.history && !self.history.cuts.is_empty() {
            let (game, keys) = (self.engine.game, &self.engine.keys);
            let list = &mut self.moves[moves.start + from..moves.start + moves.count];
            for it in list.iter_mut() {
                let code = keys.code(game, it.action).map(usize::from);
                it.rank = code.and_then(|code| self.history.cuts.get(code)).copied().unwrap_or(0.0);
            }
            list.sort_by(|a, b| b.rank.total_cmp(&a.rank));
        }
        Ok(())
    }

    /// Puts the actions in the order of what a search without depth finds of each.
    fn rank_by_evaluation(
        &mut self,
        state: &G::State,
        at: Location,
        sign: f64,
        moves: Moves,
        from: usize,
    ) -> SearchResult<()> {
        // Nothing of this enters into a value.
        let guesses = self.guesses;
        for index in from..moves.count {
            let Move { action, number, .. } = self.nth(moves, index);
            let child = self.engine.game.result(state, action);
            let shallow = Location { depth: 0, ..at.below(0) };
            let value = below(number, self.value(&child, shallow, Window::OPEN))?;
            self.moves[moves.start + index].rank = sign * value;
        }
        self.guesses = guesses;
        self.moves[moves.start + from..moves.start + moves.count].sort_by(|a, b| b.rank.total_cmp(&a.rank));
        Ok(())
    }
}
