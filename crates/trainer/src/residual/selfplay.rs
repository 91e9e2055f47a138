//! Self-play of one game by searches of some hundred nodes, and the labels of its quiet states.
//!
//! A label is the share of the points for the side to move, in ten-thousandths: what the search expects, by the
//! logistic curve, mixed with what came of the game. A state under threat, or whose best action is noisy, has none: no
//! evaluation is asked there.

use std::cmp::Ordering;

use counterplay_core::engine::{Engine, Keys, Table, Task, Techniques};
use counterplay_core::{
    Deterministic, Evaluate, Halt, Knowledge, Limit, Limits, Line, PerfectInformation, Random, Role, Seeded,
};

use crate::selfplay::Record;

/// Steps of a whole point in a label.
pub(super) const WHOLE: f64 = 10_000.0;

/// Label of a state that nothing is to be learned from.
pub(super) const NONE: i32 = -1;

/// Style of self-play and labels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LabelStyle {
    /// Nodes of a search.
    nodes: u64,
    /// Probability of a random action.
    noise: f64,
    /// Weight of the game's result in a label.
    result: f64,
}

impl LabelStyle {
    /// The style of a round, in which the linear part has so many rounds before the network.
    ///
    /// Few nodes and many games teach the linear part; the network needs labels that looked further, for it is to serve
    /// searches that look further still.
    pub(super) fn in_round(round: u32, linear: u32) -> LabelStyle {
        match round {
            // Nothing is known: only the results teach, and random actions bring games to an end.
            0 => LabelStyle { nodes: 60, noise: 0.5, result: 1.0 },
            round if round <= linear / 2 => LabelStyle { nodes: 150, noise: 0.02, result: 0.4 },
            round if round < linear => LabelStyle { nodes: 400, noise: 0.02, result: 0.25 },
            // Results of few games are noise, which a network would learn by heart.
            round if round < linear + 5 => LabelStyle { nodes: 700, noise: 0.01, result: 0.03 },
            round if round < linear + 12 => LabelStyle { nodes: 600, noise: 0.01, result: 0.03 },
            _ => LabelStyle { nodes: 600, noise: 0.01, result: 0.1 },
        }
    }
}

/// Player of the games of a round.
pub(super) struct SelfPlayer<'a, G, K, U, V> {
    pub(super) game: &'a G,
    pub(super) keys: &'a K,
    pub(super) knowledge: &'a U,
    pub(super) evaluation: &'a V,
    /// Scale of the logistic curve, in units of utility.
    pub(super) scale: f64,
    pub(super) style: LabelStyle,
    /// Most random plies at the beginning.
    pub(super) opening: u64,
    /// Longest game in plies.
    pub(super) longest: usize,
    pub(super) limits: Limits,
}

/// State of the game as the search saw it.
struct SearchedState {
    role: Role,
    /// Share of the points that MAX is expected to get.
    share: f64,
    is_quiet: bool,
}

/// Memory of the table of one game.
const TABLE: usize = 1 << 19;

/// A game is given up when the winner's share has been so much for so many plies.
const DECIDED: (f64, usize) = (0.993, 5);

impl<G, K, U, V> SelfPlayer<'_, G, K, U, V>
where
    G: Deterministic + PerfectInformation,
    K: Keys<G> + Clone,
    U: Knowledge<G> + Clone,
    V: Evaluate<G> + Clone,
{
    /// Plays a game and labels it. A game that was stopped is not whole, and of no use.
    pub(super) fn play(&self, random: &mut Seeded) -> Result<Record, Box<Halt>> {
        let SelfPlayer { game, keys, knowledge, .. } = *self;
        let table = Table::new(TABLE);
        let mut record = Record::default();
        let mut line = Line::new(game, game.initial());
        let opening = random.below(self.opening + 1);
        let limits = Limits { nodes: Some(self.style.nodes), ..self.limits.clone() };
        let task = Task { limits, all_best: false, ..Task::default() };
        let mut searched: Vec<SearchedState> = Vec::new();
        while !line.is_over(game) && record.actions.len() < self.longest && self.decided(&searched).is_none() {
            let state = line.state();
            let legal = game.action_list(state);
            let any = |random: &mut Seeded| random.index(legal.len());
            let place = if (record.actions.len() as u64) < opening {
                record.unlabelled += 1;
                any(random)
            } else {
                let engine = Engine::new(game, &table)
                    .keys(keys.clone())
                    .knowledge(knowledge.clone())
                    .evaluation(self.evaluation.clone())
                    .techniques(Techniques::ALL)
                    .before_root(&line.before_root());
                let decision = engine.search(state, &task, &mut |_| {})?.decision;
                if decision.stopped == Some(Limit::Stop) {
                    return Ok(Record::default());
                }
                let facts = knowledge.facts(game, state);
                let is_quiet = !knowledge.is_threatened(game, state, &facts)
                    && decision.action.is_some_and(|action| !knowledge.is_noisy(game, state, &facts, action));
                searched.push(SearchedState {
                    role: game.role(state),
                    share: self.share(decision.value.score),
                    is_quiet,
                });
                let found = decision.action.and_then(|action| legal.iter().position(|&other| other == action));
                if random.unit() < self.style.noise { any(random) } else { found }
            };
            let Some(place) = place.filter(|&place| !line.is_forbidden(game, legal[place])) else { break };
            record.actions.push(place as u16);
            line.play(game, legal[place]);
        }
        // What is not over is a draw by the rules about the line, or too long.
        let half = game.sum().half();
        let end = if game.is_terminal(line.state()) { f64::from(game.utility(line.state())) } else { half };
        let end = match end.total_cmp(&half) {
            Ordering::Less => 0.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 1.0,
        };
        let end = self.decided(&searched).unwrap_or(end);
        record.labels = searched.iter().map(|searched| self.label(searched, end)).collect();
        Ok(record)
    }

    /// Share of the points that a value for MAX stands for.
    fn share(&self, value: f64) -> f64 {
        1.0 / (1.0 + (-(value - self.game.sum().half()) / self.scale).exp())
    }

    /// Result for MAX of a game that is decided, though it is not over.
    fn decided(&self, searched: &[SearchedState]) -> Option<f64> {
        let (share, plies) = DECIDED;
        let last = &searched[searched.len().checked_sub(plies)?..];
        let all = |won: &dyn Fn(&SearchedState) -> bool| last.iter().all(won);
        if all(&|state| state.share >= share) {
            Some(1.0)
        } else {
            all(&|state| state.share <= 1.0 - share).then_some(0.0)
        }
    }

    /// Label of a state, when this came of the game for MAX.
    fn label(&self, searched: &SearchedState, end: f64) -> i32 {
        if !searched.is_quiet {
            return NONE;
        }
        let mixed = searched.share + self.style.result * (end - searched.share);
        let own = if searched.role == Role::Min { 1.0 - mixed } else { mixed };
        (own * WHOLE).round() as i32
    }
}
