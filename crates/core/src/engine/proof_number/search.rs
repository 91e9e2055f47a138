//! The search itself: the child with the least number, until a threshold is reached.

use super::Proven;
use super::numbers::{Claim, DISPROVEN, MOST, NEVER, NOTHING, Numbers, Outcome, PROVEN, add, is_settled};
use super::table::ProofTable;
use crate::engine::Engine;
use crate::engine::keys::{Keys, TableSlot};
use crate::engine::node::Node;
use crate::engine::worker::{NodeInfo, SearchResult, TO_THE_END, Worker};
use crate::limits::Limits;
use crate::trace::Silent;
use crate::{Evaluate, Game, Key, Knowledge, Repetition, Score};

/// The key of the path that has no action yet: no number that a game is likely to mix its own keys from.
pub(in crate::engine) const WAY: Key = Key(0x6a09_e667_f3bc_c908);

/// A child of a state on the path.
pub(super) struct Branch<G: Game, I> {
    pub action: G::Action,
    pub state: G::State,
    pub info: NodeInfo<I>,
    /// The key of the path that leads to it.
    pub way: Key,
    /// Nothing if it has not been worked out yet.
    pub outcome: Option<Outcome>,
}

/// The proof numbers of a node by its children, and the child to search.
struct Outlook {
    outcome: Outcome,
    /// Where the child to search is: that with the least number, unless another thread is at it.
    best: usize,
    /// The least number of the others.
    second: u32,
}

pub(in crate::engine) struct Prover<'a, G: Game, E, K, U: Knowledge<G>> {
    pub worker: Worker<'a, G, E, K, U, Silent>,
    pub claim: Claim,
    pub table: &'a ProofTable,
    /// The children of all states on the path: one stack, so that a node costs no allocation.
    pub(super) branches: Vec<Branch<G, U::Facts>>,
    /// The keys of the states on the path, where the game says nothing of positions that come again.
    entered: Vec<Key>,
    /// The keys of the states on the path, if there are several threads.
    pub(super) watched: Vec<Key>,
    /// The action that settled the last state that was settled for its side to move.
    pub settling: Option<G::Action>,
}

impl<'a, G: Game, E: Evaluate<G>, K: Keys<G>, U: Knowledge<G>> Prover<'a, G, E, K, U> {
    pub(in crate::engine) fn new(
        engine: &'a Engine<'a, G, E, K, U>,
        state: &'a G::State,
        claim: Claim,
        table: &'a ProofTable,
        limits: &Limits,
    ) -> Self {
        let worker = Worker::new(engine, state, limits, Silent);
        Prover { worker, claim, table, branches: Vec::new(), entered: Vec::new(), watched: Vec::new(), settling: None }
    }

    /// Answers the question about the root, as far as it gets.
    pub(super) fn run(&mut self, proven: &mut Proven<G::Action>) -> SearchResult<()> {
        let (root, engine, claim) = (self.worker.root, self.worker.engine, self.claim);
        let mut info = self.worker.inspect_with_bounds(root)?;
        if info.over {
            self.worker.enter(&Node {
                state: root,
                info: &info,
                depth: TO_THE_END,
                alpha: Score::DRAW,
                beta: Score::WIN,
            })?;
            self.worker.utility(&info)?;
        }
        let helps = |holds: bool| holds == (info.side == claim.attacker);
        if let Some(holds) = claim.settled(info.side, info.low, info.high) {
            proven.answer = Some(claim.answer(holds));
            // The side that it helps wants to know how.
            if info.over || !helps(holds) {
                return Ok(());
            }
        }
        info.slot = self.worker.table_slot(root).filter(|_| engine.techniques.table);
        let announced = self.begin(info.slot);
        let Outcome { numbers, .. } = self.search(root, &info, WAY, [NEVER, NEVER])?;
        self.end(info.slot, announced);
        let holds = numbers == PROVEN;
        proven.answer = Some(claim.answer(holds));
        proven.action = self.settling.filter(|_| holds == (info.side == claim.attacker));
        Ok(())
    }

    /// Searches a state (df-pn) and returns its numbers, of which at least one has reached its threshold, or which is
    /// settled.
    pub(in crate::engine) fn search(
        &mut self,
        state: &G::State,
        info: &NodeInfo<U::Facts>,
        way: Key,
        most: Numbers,
    ) -> SearchResult<Outcome> {
        // 1. Enter the state.
        self.worker.enter(&Node { state, info, depth: TO_THE_END, alpha: Score::DRAW, beta: Score::WIN })?;
        let (ply, nodes) = (self.worker.ply(), self.worker.statistics.nodes);
        let most = if self.may_be_left(info) { most } else { [NEVER, NEVER] };
        // 2. List the children.
        let (start, own) = (self.branches.len(), usize::from(info.side != self.claim.attacker));
        let settled = self.expand(state, info, way, own)?;
        let mut outlook = self.outlook(start, own, ply);
        if settled {
            outlook.outcome = Outcome::settled(own == 0);
        }
        // 3. Search the child with the least number, until a threshold is reached.
        let reached = |numbers: Numbers| is_settled(numbers) || numbers[0] >= most[0] || numbers[1] >= most[1];
        while !reached(outlook.outcome.numbers) && !self.is_overtaken() {
            let within = self.thresholds(&outlook, own, most);
            let branch = &self.branches[outlook.best];
            let (action, child, child_info, way) =
                (branch.action, branch.state.clone(), branch.info.clone(), branch.way);
            let announced = self.begin(child_info.slot);
            self.worker.push(state, action);
            let below = self.search(&child, &child_info, way, within)?;
            self.worker.pop();
            self.end(child_info.slot, announced);
            self.branches[outlook.best].outcome = Some(below);
            self.hear(start);
            outlook = self.outlook(start, own, ply);
        }
        // 4. Tell the table.
        let outcome = self.known(info.slot, outlook.outcome)?;
        if outcome.numbers[own] == 0 {
            self.settling = self.branches.get(outlook.best).map(|branch| branch.action);
        }
        if let Some(TableSlot { key, .. }) = info.slot {
            let work = self.worker.statistics.nodes - nodes + 1;
            if outcome.depends_on == NOTHING {
                self.table.store(key, outcome.numbers, work);
            } else {
                self.table.store(way, [outcome.depends_on.min(MOST), 0], work);
            }
            if self.worker.engine.line.repetition == Repetition::Ignored {
                self.entered.pop();
            }
        }
        self.branches.truncate(start);
        Ok(outcome)
    }

    /// Step 1: whether there is a point in leaving a state before it is settled.
    fn may_be_left(&mut self, info: &NodeInfo<U::Facts>) -> bool {
        // Without a table nothing would be left of the work.
        let Some(TableSlot { key, .. }) = info.slot else { return false };
        if self.worker.engine.line.repetition != Repetition::Ignored {
            return true;
        }
        let again = self.entered.contains(&key);
        self.entered.push(key);
        !again
    }

    /// Step 3: what the children from `start` on say of their parent, whose side to move has the `own`-th number.
    #[inline]
    fn outlook(&self, start: usize, own: usize, ply: u32) -> Outlook {
        let (mut best, mut least, mut second) = (start, NEVER, NEVER);
        let (mut sum, mut depends_on, mut depends_best) = (0, NOTHING, NOTHING);
        for (branch, at) in self.branches[start..].iter().zip(start..) {
            // A child that settles its parent leaves the others without an outcome.
            let Some(Outcome { numbers, depends_on: depends }) = branch.outcome else { continue };
            if numbers[own] < least {
                (best, least, second, depends_best) = (at, numbers[own], least, depends);
            } else {
                second = second.min(numbers[own]);
            }
            sum = add(sum, numbers[1 - own]);
            depends_on = depends_on.min(depends);
        }
        let numbers = match (own, if least == 0 { NEVER } else { sum }) {
            (0, sum) => [least, sum],
            (_, sum) => [sum, least],
        };
        // The attacker must have been refuted everywhere, and the defender needs one way out.
        let depends_on = match numbers {
            DISPROVEN if own == 0 => depends_on,
            DISPROVEN => depends_best,
            _ => NOTHING,
        };
        let depends_on = if depends_on < ply { depends_on } else { NOTHING };
        let apart = if least == 0 { None } else { self.apart(start, own) };
        let (best, second) = apart.unwrap_or((best, second));
        Outlook { outcome: Outcome { numbers, depends_on }, best, second }
    }

    /// Step 3: the thresholds for the child with the least number: up to where another child becomes the best one, and
    /// a quarter more, or the parent reaches its own.
    #[inline]
    fn thresholds(&self, outlook: &Outlook, own: usize, most: Numbers) -> Numbers {
        let Outlook { outcome, best, second } = outlook;
        let child = self.branches[*best].outcome.map_or([1, 1], |outcome| outcome.numbers);
        let mut within = most;
        within[own] = most[own].min(slackened(*second));
        // It need not be the least if another thread is at that one.
        if child[own] >= within[own] {
            within[own] = slackened(child[own]);
        }
        if most[1 - own] != NEVER {
            within[1 - own] = most[1 - own] - (outcome.numbers[1 - own] - child[1 - own]);
        }
        within
    }
}

/// A quarter more than a number.
#[inline]
fn slackened(number: u32) -> u32 {
    let slack = number.saturating_add(number / 4).saturating_add(1);
    // A number that can no longer grow would not tell that anything was done.
    if slack < MOST { slack } else { NEVER }
}
