//! The last plies of a game: the same search without ceremony.
//!
//! Most states of a search to the end are near the end, where what a node costs matters more than the order of its children.
//! Where a game says that little is left ([`Knowledge::plies_left`]), nothing is asked of the table or told to it, and the
//! children are made one by one, in the order in which the game pushes them ([`Knowledge::candidates`]). What is known on sight
//! decides here as it does elsewhere, and every state counts.

use super::Engine;
use super::found::{Found, for_side};
use super::keys::Keys;
use super::worker::{Answer, Seen, Worker};
use crate::limits::Cause;
use crate::trace::Trace;
use crate::{Bounds, Evaluate, Game, Knowledge, Repetition, Score, Side};

impl<G, E, K, U, T> Worker<'_, G, E, K, U, T>
where
    G: Game,
    E: Evaluate<G>,
    K: Keys<G>,
    U: Knowledge<G>,
    T: Trace<G>,
{
    /// Whether the rest of the game is brief, and only a yes or no is asked about it.
    #[inline]
    pub(super) fn is_brief(
        &self,
        state: &G::State,
        seen: &Seen<U::Insight>,
        left: u32,
        alpha: Score,
        beta: Score,
    ) -> bool {
        let Engine { game, knowledge, repetition, .. } = self.engine;
        // Those who listen want to be told of everything, and rules of repetition look at the path.
        !T::LISTENS
            && *repetition == Repetition::Ignored
            && alpha.above() >= beta
            && seen
                .insight
                .as_ref()
                .is_some_and(|insight| knowledge.plies_left(game, state, insight).is_some_and(|plies| plies <= left))
    }

    /// Step 3 where little is left: whether the state is worth as much as beta.
    pub(super) fn last_plies(
        &mut self,
        state: &G::State,
        seen: &Seen<U::Insight>,
        alpha: Score,
        beta: Score,
    ) -> Answer<Found> {
        let Some(insight) = &seen.insight else { return Ok(Found { score: seen.low, low: true, high: false }) };
        let score = self.brief(state, insight, seen.side, alpha, beta)?;
        Ok(Found { score, low: score >= beta, high: score <= alpha })
    }

    fn brief(
        &mut self,
        state: &G::State,
        insight: &U::Insight,
        side: Side,
        alpha: Score,
        beta: Score,
    ) -> Answer<Score> {
        let Engine { game, knowledge, .. } = self.engine;
        let open = self.actions.open();
        let rest = knowledge.candidates(game, state, insight, &mut self.actions);
        if self.actions.overflowed() {
            return Err(self.halt(Cause::TooManyActions));
        }
        let end = self.actions.as_slice().len();
        if end == open && rest.is_none() {
            return Err(self.halt(Cause::NoActions));
        }
        let mut best = rest.map_or(Score::NEG_INFINITY, |rest| for_side(rest, side));
        let mut at = open;
        while at < end && best < beta {
            let action = self.actions.as_slice()[at];
            self.path.push(action);
            best = best.max(self.brief_child(state, insight, side, action, alpha, beta)?);
            self.path.pop();
            at += 1;
        }
        if at < end {
            self.statistics.cutoffs += 1;
            self.statistics.first_action_cutoffs += u64::from(at == open + 1);
        }
        self.deepest = self.deepest.max(self.ply() + 1);
        self.actions.close(open);
        Ok(best)
    }

    /// The value of a child for the side that chooses it.
    #[inline]
    fn brief_child(
        &mut self,
        state: &G::State,
        insight: &U::Insight,
        side: Side,
        action: G::Action,
        alpha: Score,
        beta: Score,
    ) -> Answer<Score> {
        let Engine { game, knowledge, .. } = self.engine;
        self.count()?;
        let child = game.result(state, action);
        if game.is_terminal(&child) {
            let utility = game.utility(&child);
            self.check_utility(utility)?;
            self.statistics.leaves += 1;
            return Ok(for_side(utility, side));
        }
        let next = self.side_to_move(&child)?;
        let insight = knowledge.next_insight(game, state, insight, action, &child);
        let asked = if side == Side::Max { beta } else { -alpha };
        let Bounds { low, high } = knowledge.bounds(game, &child, &insight, Some(asked));
        let (low, high) = if side == Side::Max { (low, high) } else { (-high, -low) };
        if low >= beta || high <= alpha {
            self.statistics.leaves += 1;
            return Ok(if low >= beta { low } else { high });
        }
        if next == side {
            self.brief(&child, &insight, next, alpha, beta)
        } else {
            self.brief(&child, &insight, next, -beta, -alpha).map(|value| -value)
        }
    }
}
