//! What a selective search leaves out, and what it searches less deeply (steps 4 and 6).

use std::sync::LazyLock;

use super::super::children::Child;
use super::super::keys::Keys;
use super::super::node::{Node, NodeOf};
use super::super::node_value::NodeValue;
use super::super::worker::{SearchResult, Worker};
use super::super::{Engine, Selective};
use super::{Pick, Placed, Visit};
use crate::trace::Trace;
use crate::{Evaluate, Game, Knowledge, Score};

/// Logarithmic reductions: by how many plies a late action is searched less, before what else is known of it counts.
pub(in super::super) struct Reductions(Vec<i32>);

impl Reductions {
    /// A ply is so many bits.
    const BITS: u32 = 10;
    const SIZE: usize = 64;

    /// The reductions of every search, worked out once.
    pub(in super::super) fn of_all() -> &'static Reductions {
        static ALL: LazyLock<Reductions> = LazyLock::new(Reductions::new);
        &ALL
    }

    fn new() -> Reductions {
        let plies = |at: usize| {
            let (depth, index) = ((at / Reductions::SIZE) as f64, (at % Reductions::SIZE) as f64);
            0.75 + depth.max(1.0).ln() * (index + 1.0).ln() / 2.25
        };
        let in_bits = |at: usize| (plies(at) * f64::from(1 << Reductions::BITS)) as i32;
        Reductions((0..Reductions::SIZE * Reductions::SIZE).map(in_bits).collect())
    }

    #[inline]
    fn get(&self, depth: u32, index: usize) -> i32 {
        let most = Reductions::SIZE - 1;
        self.0[(depth as usize).min(most) * Reductions::SIZE + index.min(most)]
    }
}

impl<G, E, K, U, T> Worker<'_, G, E, K, U, T>
where
    G: Game,
    E: Evaluate<G>,
    K: Keys<G>,
    U: Knowledge<G>,
    T: Trace<G>,
{
    /// Step 4: the value of a node in a null window, if what a quiet line can change does not reach the window, or if
    /// even a pass is enough.
    pub(super) fn enough(
        &mut self,
        node: &NodeOf<'_, G, U>,
        uses: Selective,
        guess: i32,
        improves: bool,
    ) -> SearchResult<Option<NodeValue>> {
        let Node { depth, alpha, beta, .. } = *node;
        let bounds = self.bounds;
        let margin = U::MARGIN;
        let (low, high) = (alpha.get(), beta.get());
        // A window at a win or a loss asks for a proof, not for a guess.
        let ordinary = low > bounds.low.get() / 2 && high < bounds.high.get() / 2;
        if uses.margins && ordinary {
            let rests = (depth as i32 - i32::from(improves)).max(0);
            if depth <= 8 && guess - margin * rests >= high {
                return Ok(Some(NodeValue::guess(Score::new((guess + high) / 2))));
            }
            // Three plies are enough for a queen to be given up and won back.
            if depth <= 3 && guess + margin * (2 + 2 * (depth * depth) as i32) <= low {
                let found = self.selective_quiescence(&Node { depth: 0, ..*node }, uses)?;
                if found.score <= alpha {
                    return Ok(Some(NodeValue::guess(found.score)));
                }
            }
        }
        if uses.null_move && depth >= 3 && guess >= high && high < bounds.high.get() / 2 && !self.passed() {
            return self.pass(node, guess);
        }
        Ok(None)
    }

    /// Whether the node was reached by a pass, or passes are being verified above it.
    fn passed(&self) -> bool {
        self.verifying || self.placements.last() == Some(&Placed::Pass)
    }

    /// The null move: a side that is still well off after a pass is so after its best action.
    fn pass(&mut self, node: &NodeOf<'_, G, U>, guess: i32) -> SearchResult<Option<NodeValue>> {
        const VERIFIED: u32 = 12;
        let Node { state, info, depth, beta, .. } = *node;
        let Engine { game, knowledge, .. } = self.engine;
        let Some(facts) = &info.facts else { return Ok(None) };
        let Some(passed) = knowledge.pass(game, state, facts) else { return Ok(None) };
        let after = self.inspect_with_bounds(&passed)?;
        if after.over || after.side == info.side {
            return Ok(None);
        }
        let above = ((guess - beta.get()) / (2 * U::MARGIN).max(1)).clamp(0, 3) as u32;
        let reduced = depth.saturating_sub(3 + depth / 3 + above);
        self.expect_cut(false);
        self.placements.push(Placed::Pass);
        let value =
            self.value(&Node { state: &passed, info: &after, depth: reduced, alpha: -beta, beta: -beta.below() });
        self.placements.pop();
        let value = -value?;
        if value.score < beta {
            return Ok(None);
        }
        if depth >= VERIFIED {
            self.verifying = true;
            let found = self.value(&Node { depth: reduced.max(1), alpha: beta.below(), beta, ..*node });
            self.verifying = false;
            if found?.score < beta {
                return Ok(None);
            }
        }
        Ok(Some(NodeValue::guess(beta)))
    }

    /// How many quiet actions are tried in a node, as a rule (late-move pruning).
    pub(super) fn late_from(node: &NodeOf<'_, G, U>, uses: Selective, visit: &Visit) -> u32 {
        let tried = (4 + node.depth * node.depth) / if visit.improves { 1 } else { 2 };
        if uses.late && U::PRUNES_LATE && node.depth <= 8 { tried } else { u32::MAX }
    }

    /// Whether an action is too unlikely to matter (late-move pruning, futility, losing exchanges).
    pub(super) fn is_hopeless(
        &mut self,
        node: &NodeOf<'_, G, U>,
        uses: Selective,
        visit: &Visit,
        at: usize,
        (alpha, is_late): (Score, bool),
    ) -> bool {
        /// By so much for each ply of depth the rank of a quiet action may be below zero.
        const BAD: i32 = 3000;
        let (depth, margin) = (node.depth, U::MARGIN);
        if self.picks[at].noisy {
            return uses.exchanges && depth <= 6 && self.exchange_gain(node, at) < -margin * depth as i32;
        }
        // An action that has done badly wherever it was tried will do so here.
        let bad = depth <= 4 && self.picks[at].rank < -BAD * depth as i32;
        if is_late || uses.late && U::PRUNES_LATE && bad {
            return true;
        }
        let far = visit.guess.is_some_and(|guess| guess + margin * (1 + depth as i32) <= alpha.get());
        if uses.margins && depth <= 6 && far {
            return true;
        }
        uses.exchanges && depth <= 6 && self.exchange_gain(node, at) < -margin * depth as i32 / 2
    }

    /// Whether an action threatens, by the child that it leads to.
    pub(in super::super) fn is_threat(&self, child: &Child<G, U::Facts>) -> bool {
        let Engine { game, knowledge, .. } = self.engine;
        let facts = child.info.facts.as_ref();
        facts.is_some_and(|facts| knowledge.is_threatened(game, &child.state, facts))
    }

    /// The reduced depth of a quiet action of the root that threatens nothing: a ply more than elsewhere.
    pub(in super::super) fn reduced_at_root(&self, depth: u32, index: usize) -> u32 {
        let plies = (self.reductions.get(depth + 1, index) >> Reductions::BITS) as u32;
        if depth < 2 || index < 2 { depth } else { depth.saturating_sub(plies.saturating_sub(1)).max(1) }
    }

    /// By how much less a child is searched at first: the more, the later it comes and the deeper the search.
    pub(super) fn reduction(
        &self,
        node: &NodeOf<'_, G, U>,
        uses: Selective,
        visit: &Visit,
        pick: &Pick<G::Action>,
        threat: bool,
    ) -> u32 {
        let index = usize::from(pick.turn);
        let wins = pick.noisy && pick.gain.is_none_or(|gain| gain >= 0);
        if !uses.reductions || node.depth < 3 || index < 1 + usize::from(visit.open) || wins {
            return 0;
        }
        let mut plies = self.reductions.get(node.depth, index);
        let spared = i32::from(visit.open) + i32::from(threat) + i32::from(visit.threatened);
        plies -= spared << Reductions::BITS;
        if !visit.improves && !visit.threatened {
            plies += 1 << (Reductions::BITS - 1);
        }
        // Where a cut is expected, the actions that come late are hardly the ones that cut.
        if visit.expects_cut {
            plies += 1 << Reductions::BITS;
        }
        if !pick.noisy {
            plies -= pick.rank.clamp(-(1 << 15), 1 << 15) >> (13 - Reductions::BITS);
        }
        (plies.max(0) >> Reductions::BITS) as u32
    }
}
