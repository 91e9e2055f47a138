//! Forced wins: what threats alone can win, by threat-space search (Allis, van den Herik and Huntjens 1993).
//!
//! In a game of lines, an action may threaten to win at once, and leave the opponent a single answer. A win by such
//! actions alone is found deep and cheap, for nothing branches but the choice of the threat. A game says which of its
//! actions force, and which answer each of them leaves: that is [`Forcing`]. Everything else is here, and serves every
//! game of lines alike:
//!
//! 1. [`Hunter`] looks for a forced win, within a budget of nodes. What it finds is a proof; that it finds nothing is
//!    none.
//! 2. [`ForcedWins`] teaches it to the engine ([`Knowledge`](crate::Knowledge)): a state in which the side to move has
//!    a forced win is won. And where passing would lose by force, only the actions that refute the threat are searched,
//!    since every other one loses.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Actions, Bounds, Game, Inspect, Key, MoveOrdering, Proving, Role, Score, Selectivity, Side, Truth};

/// A forcing action, and what it leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat<A> {
    /// What the attacker does.
    pub action: A,
    /// The only answer that does not lose at once; nothing if there is none, so that the attacker has won.
    pub answer: Option<A>,
}

/// A game in which actions can be forcing.
pub trait Forcing: Game {
    /// The board as an attacker sees it who is about to move: whatever makes it quick to find threats.
    type Field: Clone;

    /// The board of a state whose game is not over, for an attacker. If it is the other side's turn, that one passes.
    fn field(&self, state: &Self::State, attacker: Side) -> Self::Field;

    /// Pushes the threats of the attacker, the most promising first. An action that does not keep the opponent from
    /// winning at once is none. Where one has no answer, the others may be left out.
    fn threats(&self, field: &Self::Field, out: &mut Vec<Threat<Self::Action>>);

    /// Plays a threat and its answer.
    fn exchange(&self, field: &mut Self::Field, action: Self::Action, answer: Self::Action);

    /// A hash of the field.
    fn field_key(&self, field: &Self::Field) -> Key;

    /// What a forced win is worth to the attacker.
    fn worth(&self) -> Bounds;

    /// How near the attacker seems to be to a forced win, compared with the opponent: the more the nearer, in whatever
    /// unit.
    fn prospects(&self, field: &Self::Field) -> i32;

    /// Pushes every action by which the opponent, who has passed, could have spoilt this threat, if the game can tell:
    /// then says so. Some that could not have may be among them, and some that are not legal.
    ///
    /// A game that can tell says more: threats that win after an action of the opponent win after a pass as well.
    fn spoilers(&self, _field: &Self::Field, _threat: &Threat<Self::Action>, _out: &mut Vec<Self::Action>) -> bool {
        false
    }
}

/// The result of a threat-space search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hunt {
    /// The attacker wins by force.
    Won,
    /// Threats alone do not win.
    Failed,
    /// The budget was used up before it was known.
    Unknown,
}

/// A threat-space search: looks for forced wins.
pub struct Hunter<'a, G: Forcing> {
    game: &'a G,
    failures: &'a Failures,
    budget: u32,
    /// The threats of all fields on the path: one stack.
    threats: Vec<Threat<G::Action>>,
    /// The threats on the path; after a win, those that win it, the last without an answer.
    line: Vec<Threat<G::Action>>,
    /// Where the hunt before found something: tried first at each step.
    hint: Vec<Threat<G::Action>>,
    nodes: u64,
}

impl<'a, G: Forcing> Hunter<'a, G> {
    /// A hunter with a table of failures to share.
    pub fn new(game: &'a G, failures: &'a Failures) -> Self {
        let (threats, line, hint) = (Vec::new(), Vec::new(), Vec::new());
        Hunter { game, failures, budget: 0, threats, line, hint, nodes: 0 }
    }

    /// Looks for a forced win of the side that is about to move in a field, for at most so many nodes.
    pub fn hunt(&mut self, field: &G::Field, budget: u32) -> Hunt {
        self.budget = budget;
        self.threats.clear();
        self.line.clear();
        self.search(field)
    }

    /// The threats of the win that was found last, each with its answer; the last has none.
    #[must_use]
    pub fn line(&self) -> &[Threat<G::Action>] {
        &self.line
    }

    /// Tries the line that was found last first from now on.
    pub fn keep_line(&mut self) {
        self.hint.clone_from(&self.line);
    }

    /// How many fields it has entered in all.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn search(&mut self, field: &G::Field) -> Hunt {
        // 1. Enter the field.
        if self.budget == 0 {
            return Hunt::Unknown;
        }
        self.budget -= 1;
        self.nodes += 1;
        // 2. Ask whether it has failed before.
        let key = self.game.field_key(field);
        if self.failures.contain(key) {
            return Hunt::Failed;
        }
        // 3. List the threats; one without an answer wins.
        let start = self.threats.len();
        self.game.threats(field, &mut self.threats);
        let end = self.threats.len();
        if start == end {
            return Hunt::Failed;
        }
        if let Some(&last) = self.threats[start..].iter().find(|threat| threat.answer.is_none()) {
            self.line.push(last);
            return Hunt::Won;
        }
        if let Some(hint) = self.hint.get(self.line.len())
            && let Some(at) = self.threats[start..].iter().position(|threat| threat.action == hint.action)
        {
            self.threats[start..=start + at].rotate_right(1);
        }
        // 4. Try them one after the other.
        let mut result = Hunt::Failed;
        for at in start..end {
            let threat = self.threats[at];
            let Some(answer) = threat.answer else { continue };
            let mut next = field.clone();
            self.game.exchange(&mut next, threat.action, answer);
            self.line.push(threat);
            match self.search(&next) {
                Hunt::Won => return Hunt::Won,
                Hunt::Unknown => result = Hunt::Unknown,
                Hunt::Failed => {}
            }
            self.line.pop();
            if self.budget == 0 {
                result = Hunt::Unknown;
                break;
            }
        }
        self.threats.truncate(start);
        if result == Hunt::Failed {
            self.failures.add(key);
        }
        result
    }
}

/// A table of failures, fields in which threats alone do not win: a small table that stays in the nearest caches, and
/// may forget.
///
/// Two fields with one key would make a hunt fail that might have won: then a win is not seen, but nothing false is
/// proven.
#[derive(Debug)]
pub struct Failures {
    slots: Box<[AtomicU64]>,
}

impl Failures {
    /// Few enough to stay in the nearest caches.
    const SLOTS: usize = 1 << 15;

    /// An empty table.
    #[must_use]
    pub fn new() -> Failures {
        Failures { slots: (0..Failures::SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline]
    fn slot(&self, key: Key) -> &AtomicU64 {
        &self.slots[key.0 as usize % Failures::SLOTS]
    }

    #[inline]
    fn contain(&self, key: Key) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key.0
    }

    #[inline]
    fn add(&self, key: Key) {
        self.slot(key).store(key.0, Ordering::Relaxed);
    }
}

impl Default for Failures {
    fn default() -> Self {
        Self::new()
    }
}

/// How much work there seems to be in a state in which nothing is forced and the lines of both sides are worth the
/// same.
const QUIET: i32 = 60;

/// Knowledge of forced wins, for the engine. A copy begins with nothing remembered, so that a search does not depend on
/// the one before.
#[derive(Debug)]
pub struct ForcedWins {
    budget: u32,
    /// How much work there seems to be in a state in which the side to move has one answer.
    exchange: u32,
    /// After so many actions that refute a threat, the others are no longer tried.
    enough: usize,
    failures: Failures,
}

impl ForcedWins {
    /// PERF: qubic is proven in the least time with about so many nodes for a hunt.
    const BUDGET: u32 = 200;

    /// PERF: qubic is proven with 146,000 nodes, and with this three times over 193,000.
    const EXCHANGE: u32 = 10;

    /// PERF: hunts enter 137 million nodes instead of 206 to prove qubic, and 138,000 are expanded instead of 147,000.
    /// Of eleven settings from 4 to 12 ten took fewer nodes in hunts, 113 to 195 million, and one 215; five expanded
    /// more, up to 196,000.
    const ENOUGH: usize = 6;

    /// These settings for a proof: in a state with many ways out they are not all told apart from those that are none.
    /// It is unlikely to be come to, and then the search sees them soon enough.
    #[must_use]
    pub fn for_proving(self) -> ForcedWins {
        ForcedWins { enough: ForcedWins::ENOUGH, ..self }
    }

    /// These settings for a proof that is to be written down: exchanges that win nothing are put off longer, so that it
    /// takes longer to find and is shorter to tell.
    #[must_use]
    pub fn for_writing(self) -> ForcedWins {
        ForcedWins { exchange: 3 * ForcedWins::EXCHANGE, ..self }
    }

    /// Knowledge with a budget of nodes for each hunt.
    #[must_use]
    pub fn within(budget: u32) -> ForcedWins {
        ForcedWins { budget, exchange: ForcedWins::EXCHANGE, enough: usize::MAX, failures: Failures::new() }
    }

    /// The threats by which a side wins by force if it is about to move, with their answers; nothing if none were
    /// found.
    pub fn find<G: Forcing>(&self, game: &G, state: &G::State, attacker: Side) -> Option<Vec<Threat<G::Action>>> {
        let mut hunter = Hunter::new(game, &self.failures);
        (hunter.hunt(&game.field(state, attacker), self.budget) == Hunt::Won).then(|| hunter.line().to_vec())
    }
}

impl Clone for ForcedWins {
    fn clone(&self) -> ForcedWins {
        ForcedWins { failures: Failures::new(), ..*self }
    }
}

impl Default for ForcedWins {
    fn default() -> Self {
        ForcedWins::within(ForcedWins::BUDGET)
    }
}

fn mover<G: Game>(game: &G, state: &G::State) -> Side {
    if game.role(state) == Role::Min { Side::Min } else { Side::Max }
}

impl<G: Forcing> Inspect<G> for ForcedWins {
    type Facts = ();

    fn facts(&self, _: &G, _: &G::State) {}
}

impl<G: Forcing> Truth<G> for ForcedWins {
    /// Bounds by forced wins: the side to move has one, or nothing is known.
    fn bounds(&self, game: &G, state: &G::State, (): &(), _: Option<Score>) -> Bounds {
        let mut hunter = Hunter::new(game, &self.failures);
        let (bounds, side) = (game.bounds(), mover(game, state));
        let won = hunter.hunt(&game.field(state, side), self.budget) == Hunt::Won;
        match (won, side) {
            (false, _) => bounds,
            (true, Side::Max) => game.worth(),
            (true, Side::Min) => Bounds { low: -game.worth().high, high: -game.worth().low },
        }
    }

    /// The actions that refute the threat, where passing would lose by force.
    fn candidates(&self, game: &G, state: &G::State, (): &(), out: &mut Actions<G::Action>) -> Option<Score> {
        let (side, worth) = (mover(game, state), game.worth());
        let attacker = side.other();
        let mut hunter = Hunter::new(game, &self.failures);
        let field = game.field(state, attacker);
        if worth.low != worth.high || hunter.hunt(&field, self.budget) != Hunt::Won {
            game.actions(state, out);
            return None;
        }
        // What does not spoil the line found loses. What does may meet another line; and whatever spoils neither loses
        // too.
        let mut open = game.action_list(state);
        let count = open.len();
        retain_spoilers(game, field.clone(), hunter.line(), &mut open);
        hunter.keep_line();
        open.reverse();
        let start = out.as_slice().len();
        while let Some(action) = open.pop() {
            if out.as_slice().len() - start >= self.enough {
                out.push(action);
                continue;
            }
            let child = game.result(state, action);
            if game.is_terminal(&child) || hunter.hunt(&game.field(&child, attacker), self.budget) != Hunt::Won {
                out.push(action);
            } else {
                retain_spoilers(game, field.clone(), hunter.line(), &mut open);
            }
        }
        let left_out = out.as_slice().len() - start < count;
        let lost = if side == Side::Max { -worth.low } else { worth.low };
        left_out.then_some(lost)
    }
}

impl<G: Forcing> MoveOrdering<G> for ForcedWins {
    /// The ordering score: the better the lines, the more.
    fn ordering(&self, game: &G, state: &G::State, _: G::Action, child: &G::State, _: Option<&()>) -> i32 {
        game.prospects(&game.field(child, mover(game, state)))
    }
}

impl<G: Forcing> Proving<G> for ForcedWins {
    /// The initial proof number: the fewer the answers, and the better the lines, the less.
    ///
    /// PERF: with the number of actions alone, qubic was not proven in minutes.
    fn proof_effort(&self, game: &G, state: &G::State, (): &(), actions: usize, rest: Option<Score>) -> u32 {
        let field = game.field(state, mover(game, state).other());
        match rest {
            // A threat that leaves one answer and wins nothing yet is too easy to go on with.
            Some(_) if actions == 1 => self.exchange,
            // Of those that were not tried, half may refute it.
            Some(_) => (actions.min(self.enough) + actions.saturating_sub(self.enough) / 2) as u32,
            None => (QUIET - game.prospects(&field)).max(1) as u32,
        }
    }
}

impl<G: Forcing> Selectivity<G> for ForcedWins {}

/// Keeps the actions by which an opponent who has passed could have spoilt a line of threats, if the game can tell.
fn retain_spoilers<G: Forcing>(
    game: &G,
    mut field: G::Field,
    line: &[Threat<G::Action>],
    actions: &mut Vec<G::Action>,
) {
    let mut spoilers = Vec::new();
    for threat in line {
        if !game.spoilers(&field, threat, &mut spoilers) {
            return;
        }
        if let Some(answer) = threat.answer {
            game.exchange(&mut field, threat.action, answer);
        }
    }
    actions.retain(|action| spoilers.contains(action));
}
