//! A chance node of Star1 and Star2.
//!
//! 1. List the outcomes, and check that they are what chance can do.
//! 2. Star2: probe each outcome, by its first action alone, as long as that can lead to a cut.
//! 3. Visit each outcome in the window that the others leave it. As soon as the node is known to be at most alpha or at
//!    least beta, whatever the rest is worth, leave the rest out.
//! 4. Otherwise the value is the mean.

use super::Star;
use super::chances::Chances;
use crate::limits::Cause;
use crate::search::walk::{Entered, Walked};
use crate::trace::{CutBy, Edge, Trace, Window};
use crate::{ChanceNodes, Evaluate, Oracle, Outcomes, Role};

/// The outcomes of a chance node in the order of visits, and what is known of them.
struct Node<A> {
    edges: Vec<Edge<A>>,
    chances: Chances,
    /// What a probe found: the value of the first action of an outcome, or of the outcome itself where it is a leaf.
    probed: Vec<Option<f64>>,
    window: Window,
}

impl<G, E, T, O> Star<'_, G, E, T, O>
where
    G: ChanceNodes,
    E: Evaluate<G>,
    T: Trace<G>,
    O: Oracle<G> + ?Sized,
{
    /// The value of a chance node: the mean over its outcomes, as far as the window needs it.
    pub(super) fn chance_value(&mut self, state: &G::State, window: Window) -> Walked<f64> {
        // 1. List the outcomes.
        let edges = self.outcomes(state)?;
        self.walk.descend()?;
        let mut chances = Chances::default();
        let certain = |edge: &Edge<G::Action>| edge.probability.unwrap_or(1.0);
        chances.begin(edges.iter().map(certain), self.walk.game.bounds_of(state));
        let probed = vec![None; edges.len()];
        let mut node = Node { edges, chances, probed, window };
        // 2. Probe. 3. Visit. 4. The mean.
        let mut cut = self.cut_at_once(&node);
        if cut.is_none() && self.probes {
            cut = self.probe_outcomes(state, &mut node)?;
        }
        if cut.is_none() {
            cut = self.visit_outcomes(state, &mut node)?;
        }
        self.walk.ascend();
        Ok(cut.unwrap_or_else(|| node.chances.low()))
    }

    /// Lists the outcomes (step 1).
    fn outcomes(&mut self, state: &G::State) -> Walked<Vec<Edge<G::Action>>> {
        let mut outcomes = Outcomes::new();
        self.walk.game.chance_outcomes(state, &mut outcomes);
        if outcomes.are_too_many() {
            return Err(self.walk.halt(Cause::TooManyOutcomes));
        }
        outcomes.check().map_err(|sum| self.walk.halt(Cause::Probabilities(sum)))?;
        let (order, count) = (self.walk.settings.order, outcomes.as_slice().len());
        let edge = |index| {
            let number = order.number(index, count);
            let (action, probability) = outcomes.as_slice()[number as usize - 1];
            Edge { action, number, probability: Some(probability) }
        };
        Ok((0..count).map(edge).collect())
    }

    /// Step 2: probes the outcomes that can tell something, and says what the node is worth if that cuts it.
    ///
    /// One action of MIN gives an upper bound, which can lead to a cut by alpha, and one of MAX a lower bound. The
    /// other end of the window is wide open, so that what a probe finds is exact, unless it cuts.
    fn probe_outcomes(&mut self, state: &G::State, node: &mut Node<G::Action>) -> Walked<Option<f64>> {
        let Window { alpha, beta } = node.window;
        let (low, high) = (node.chances.low(), node.chances.high());
        for index in 0..node.edges.len() {
            let edge = node.edges[index];
            let below = self.walk.game.result(state, edge.action);
            let leaf = self.walk.is_leaf(&below, edge.action);
            let role = if leaf { None } else { Some(self.walk.game.role(&below)) };
            let tells = match role {
                None => true,
                Some(Role::Min) => alpha > low,
                Some(Role::Max) => beta < high,
                Some(Role::Chance) => false,
            };
            if !tells {
                continue;
            }
            let limits = node.chances.limits(index, node.window);
            let wide = match role {
                Some(Role::Min) => Window { beta: f64::INFINITY, ..limits },
                Some(Role::Max) => Window { alpha: f64::NEG_INFINITY, ..limits },
                _ => limits,
            };
            let window = node.chances.window(index, wide);
            let found = self.probe(&below, edge, window);
            let value = self.walk.behind(index, node.edges.len(), found)?;
            match role {
                Some(Role::Min) => node.chances.at_most(index, value),
                Some(Role::Max) => node.chances.at_least(index, value),
                _ => node.chances.settle(index, value),
            }
            node.probed[index] = Some(value);
            // Whatever was not probed is left out, be it before or after.
            if let Some(cut) = self.cut_by(node, 0, limits, value, role) {
                return Ok(Some(cut));
            }
        }
        Ok(None)
    }

    /// The value of a leaf, or of the first action of a state.
    fn probe(&mut self, state: &G::State, via: Edge<G::Action>, window: Window) -> Walked<f64> {
        let v = match self.walk.enter(state, Some(via), window)? {
            Entered::Terminal => self.utility(state)?,
            Entered::Horizon => self.walk.expectation(state)?,
            Entered::Node(_) => {
                let actions = self.walk.expand(state)?;
                let v = self.value_behind(state, &actions, 0, window)?;
                self.walk.update(v, window);
                self.walk.wait(v, window, &actions);
                self.walk.pop_actions(&actions);
                v
            }
        };
        self.walk.exit(v);
        Ok(v)
    }

    /// Step 3: visits the outcomes that are not settled, and says what the node is worth if it is cut.
    fn visit_outcomes(&mut self, state: &G::State, node: &mut Node<G::Action>) -> Walked<Option<f64>> {
        for index in 0..node.edges.len() {
            if node.probed[index].is_some() && node.chances.is_settled(index) {
                continue;
            }
            let edge = node.edges[index];
            let limits = node.chances.limits(index, node.window);
            let window = node.chances.window(index, limits);
            let below = self.walk.game.result(state, edge.action);
            let found = self.value_from(&below, Some(edge), window, node.probed[index]);
            let value = self.walk.behind(index, node.edges.len(), found)?;
            node.chances.settle(index, value);
            if let Some(cut) = self.cut_by(node, index + 1, limits, value, None) {
                return Ok(Some(cut));
            }
        }
        Ok(None)
    }

    /// The bound of the node if the value of the outcome visited last meets its limits; then the outcomes from `rest`
    /// on that were not visited are left out. Whether it does is asked of the outcome rather than of the node, for the
    /// search below it went by the same limits: rounding must not make a value of what is only a bound.
    fn cut_by(
        &mut self,
        node: &Node<G::Action>,
        rest: usize,
        limits: Window,
        value: f64,
        probed: Option<Role>,
    ) -> Option<f64> {
        let rule = self.walk.settings.cutoff;
        let (by, bound) = if probed != Some(Role::Max) && rule.cuts(-value, -limits.alpha) {
            (CutBy::Alpha, node.chances.high().min(node.window.alpha))
        } else if probed != Some(Role::Min) && rule.cuts(value, limits.beta) {
            (CutBy::Beta, node.chances.low().max(node.window.beta))
        } else {
            return None;
        };
        self.walk.leave_out(by, bound, node.window, rest, node.edges.len());
        Some(bound)
    }

    /// The bound of the node before anything is visited, if the game allows no more than alpha, or no less than beta.
    fn cut_at_once(&mut self, node: &Node<G::Action>) -> Option<f64> {
        let (rule, low, high) = (self.walk.settings.cutoff, node.chances.low(), node.chances.high());
        let (by, bound) = if rule.cuts(-high, -node.window.alpha) {
            (CutBy::Alpha, high)
        } else if rule.cuts(low, node.window.beta) {
            (CutBy::Beta, low)
        } else {
            return None;
        };
        self.walk.leave_out(by, bound, node.window, 0, node.edges.len());
        Some(bound)
    }
}
