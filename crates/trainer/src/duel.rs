//! Match between two evaluations, as a measure of strength.

use counterplay_core::engine::{Engine, Keys, Table, Task, Techniques};
use counterplay_core::{
    ChanceNodes, ConstantSum, Deterministic, Evaluate, Features, Halt, Key, Knowledge, Learned, LearnedOr, Limit,
    Limits, Line, PerfectInformation, Random, Score, Seeded, Side, Turn,
};

use crate::parallel::in_parallel;
use crate::{LinearTrainer, Plan};

/// Match settings: each opening is played twice, with sides changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duel {
    /// Number of openings.
    pub openings: u64,
    /// Random plies of each opening.
    pub plies: u32,
    /// Most nodes of a search for an action.
    pub nodes: u64,
}

impl Default for Duel {
    fn default() -> Duel {
        Duel { openings: 16, plies: 8, nodes: 1_000 }
    }
}

/// Tally of a match.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn, or given up as too long.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Mean value of a game above a draw, in units of utility.
    pub mean: f64,
}

impl Tally {
    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Tally of game values. `None` is a game that was given up.
    pub(crate) fn of(sum: ConstantSum, results: Vec<Result<Option<f64>, Box<Halt>>>) -> Result<Tally, Box<Halt>> {
        let draw = sum.half();
        let (mut tally, games) = (Tally::default(), results.len() as f64);
        for result in results {
            let above = result?.unwrap_or(draw) - draw;
            match above.total_cmp(&0.0) {
                std::cmp::Ordering::Greater => tally.wins += 1,
                std::cmp::Ordering::Less => tally.losses += 1,
                std::cmp::Ordering::Equal => tally.draws += 1,
            }
            tally.mean += above / games;
        }
        Ok(tally)
    }

    /// Share of the points, a draw being a half.
    #[must_use]
    pub fn share(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }
}

/// Memory of a player's table.
const TABLE: usize = 1 << 20;

impl<F, K, U, E> LinearTrainer<F, K, U, E> {
    /// Plays a match of one evaluation against another, scored for the first one.
    ///
    /// # Errors
    /// If the game breaks its contract.
    pub fn duel<G>(
        &self,
        game: &G,
        one: &LearnedOr<E, Learned<F>>,
        other: &LearnedOr<E, Learned<F>>,
        plan: &Plan,
    ) -> Result<Tally, Box<Halt>>
    where
        G: Deterministic + PerfectInformation + ChanceNodes + Sync,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        F: Features<G> + Clone + Sync,
        K: Keys<G> + Clone + Sync,
        U: Knowledge<G> + Clone + Sync,
        E: Evaluate<G> + Clone + Sync,
    {
        Players { game, keys: &self.keys, knowledge: &self.knowledge, one, other }.tally(plan)
    }
}

/// Players of a match: two evaluations, searched with the same keys and knowledge.
pub(crate) struct Players<'a, G, K, U, V> {
    pub(crate) game: &'a G,
    pub(crate) keys: &'a K,
    pub(crate) knowledge: &'a U,
    pub(crate) one: &'a V,
    pub(crate) other: &'a V,
}

impl<G, K, U, V> Players<'_, G, K, U, V>
where
    G: Deterministic + PerfectInformation + Sync,
    K: Keys<G> + Clone + Sync,
    U: Knowledge<G> + Clone + Sync,
    V: Evaluate<G> + Clone + Sync,
{
    /// Plays a match. Returns its tally for the first player.
    pub(crate) fn tally(&self, plan: &Plan) -> Result<Tally, Box<Halt>> {
        let games: Vec<(u64, Side)> =
            (0..plan.duel.openings).flat_map(|opening| [(opening, Side::Max), (opening, Side::Min)]).collect();
        let results = in_parallel(plan.threads, &games, |&(opening, side)| {
            self.play_game(side, &mut Seeded::new(Key::mix(!plan.seed ^ Key::mix(opening).0).0), plan)
        });
        Tally::of(self.game.sum(), results)
    }

    /// Plays a game. Returns its value to the first player, unless it was given up.
    fn play_game(&self, side: Side, random: &mut Seeded, plan: &Plan) -> Result<Option<f64>, Box<Halt>> {
        let game = self.game;
        let tables = [Table::new(TABLE), Table::new(TABLE)];
        let [first, second] = tables.each_ref().map(|table| {
            let engine = Engine::new(game, table).keys(self.keys.clone()).knowledge(self.knowledge.clone());
            engine.techniques(Techniques::ALL)
        });
        let (mut first, mut second) = (first.evaluation(self.one.clone()), second.evaluation(self.other.clone()));
        let limits = Limits { nodes: Some(plan.duel.nodes), stop: plan.stop.clone(), ..Limits::default() };
        let task = Task { limits, all_best: false, ..Task::default() };
        let mut line = Line::new(game, game.initial());
        for ply in 0..plan.style.longest {
            let state = line.state();
            if line.is_over(game) {
                let value = if game.is_terminal(state) { game.utility(state) } else { Score::DRAW };
                let value = f64::from(value);
                return Ok(Some(if side == Side::Max { value } else { game.sum().flip(value) }));
            }
            let legal: Vec<G::Action> =
                game.action_list(state).into_iter().filter(|&action| !line.is_forbidden(game, action)).collect();
            let is_first = matches!(game.turn(state), Turn::Seat(seat) if game.side(seat) == side);
            let action = if (ply as u64) < u64::from(plan.duel.plies) {
                random.index(legal.len()).map(|place| legal[place])
            } else {
                let before = line.before_root();
                let analysis = if is_first {
                    first = first.before_root(&before);
                    first.search(state, &task, &mut |_| {})?
                } else {
                    second = second.before_root(&before);
                    second.search(state, &task, &mut |_| {})?
                };
                analysis.decision.action.filter(|_| analysis.decision.stopped != Some(Limit::Stop))
            };
            let Some(action) = action else { break };
            line.play(game, action);
        }
        Ok(None)
    }
}
