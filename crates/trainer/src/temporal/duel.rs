//! Match between two evaluations of a game of chance, each looking one ply ahead.

use counterplay_core::network::NetworkInputs;
use counterplay_core::search::{Settings, expectiminimax};
use counterplay_core::trace::Silent;
use counterplay_core::{ChanceNodes, Depth, Evaluate, Halt, Key, PerfectInformation, Role, Seeded, Side};

use super::NetworkTrainer;
use crate::parallel::in_parallel;
use crate::{Plan, Tally};

/// Games per opening of a [`Duel`](crate::Duel): with dice, one game says little.
const GAMES: u64 = 8;

impl<G, S, E> NetworkTrainer<G, S, E>
where
    G: ChanceNodes + PerfectInformation + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    S: NetworkInputs<G> + Clone + Sync,
    E: Evaluate<G> + Clone + Sync,
{
    /// Plays a match of one evaluation against another, scored for the first one. Both play each sequence of dice once.
    ///
    /// # Errors
    /// If the game breaks its contract.
    pub fn duel<A, B>(&self, game: &G, one: &A, other: &B, plan: &Plan) -> Result<Tally, Box<Halt>>
    where
        A: Evaluate<G> + Clone + Sync,
        B: Evaluate<G> + Clone + Sync,
    {
        let games: Vec<(u64, Side)> =
            (0..plan.duel.openings * GAMES).flat_map(|luck| [(luck, Side::Max), (luck, Side::Min)]).collect();
        let one = Settings::new().to_depth(Depth(1), one.clone());
        let other = Settings::new().to_depth(Depth(1), other.clone());
        let results = in_parallel(plan.threads, &games, |&(luck, side)| {
            self.play_game(game, &one, &other, side, &mut Seeded::new(Key::mix(!plan.seed ^ Key::mix(luck).0).0), plan)
        });
        Tally::of(game.sum(), results)
    }

    /// Plays a game. Returns its value to the first evaluation, unless it was given up.
    fn play_game<A: Evaluate<G>, B: Evaluate<G>>(
        &self,
        game: &G,
        one: &Settings<A>,
        other: &Settings<B>,
        side: Side,
        random: &mut Seeded,
        plan: &Plan,
    ) -> Result<Option<f64>, Box<Halt>> {
        let mut state = game.initial();
        for _ in 0..plan.style.longest {
            if game.is_terminal(&state) {
                let value = f64::from(game.utility(&state));
                return Ok(Some(if side == Side::Max { value } else { game.sum().flip(value) }));
            }
            let role = game.role(&state);
            let action = if role == Role::Chance {
                game.chance_draw(&state, random)
            } else if role == Role::from(side) {
                expectiminimax(game, &state, one, &mut Silent)?.action
            } else {
                expectiminimax(game, &state, other, &mut Silent)?.action
            };
            let Some(action) = action else { break };
            game.apply(&mut state, action);
        }
        Ok(None)
    }
}
