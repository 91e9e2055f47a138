//! The searches over what could be, compiled for the types of a game and of its keys.

use counterplay_api::Request;
use counterplay_core::engine::Keys;
use counterplay_core::search::{Averages, Dealing, FaceUp, Settings, Simulated, Simulation, averaging, ismcts};
use counterplay_core::{ChanceNodes, Depth, Game, Halt, Hidden, Seat};

use crate::rules::{BoxedEvaluation, Rules};

/// The searches of one game with secrets, with the type of its keys forgotten.
pub trait AnyHiddenSearch<G: Game>: Send + Sync {
    /// See [`averaging`]. What the seat sees of the state is all that the search is given of it.
    ///
    /// # Errors
    /// As there.
    fn average(
        &self,
        rules: &Rules<G>,
        state: &G::State,
        seat: Seat,
        request: &Request,
    ) -> Result<Averages<G::State, G::Action>, Box<Halt>>;

    /// See [`ismcts`]. What the seat sees of the state is all that the search is given of it.
    ///
    /// # Errors
    /// As there.
    fn simulate(
        &self,
        rules: &Rules<G>,
        state: &G::State,
        seat: Seat,
        request: &Request,
    ) -> Result<Simulated<G::Action>, Box<Halt>>;
}

/// The searches with the keys of the game.
pub(super) struct HiddenSearch<K>(pub(super) K);

impl<G, K> AnyHiddenSearch<G> for HiddenSearch<K>
where
    G: Hidden + ChanceNodes + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    G::View: Send + Sync,
    G::Luck: FaceUp<G>,
    K: Keys<G> + Clone + Send + Sync,
{
    fn average(
        &self,
        rules: &Rules<G>,
        state: &G::State,
        seat: Seat,
        request: &Request,
    ) -> Result<Averages<G::State, G::Action>, Box<Halt>> {
        let dealing = Dealing::new().seed(request.seed).threads(request.threads).keys(self.0.clone());
        let dealing = match request.deals {
            Some(deals) => dealing.deals(deals),
            None => dealing,
        };
        averaging(&rules.game, &rules.game.view(state, seat), &dealing, &settings(rules, request))
    }

    fn simulate(
        &self,
        rules: &Rules<G>,
        state: &G::State,
        seat: Seat,
        request: &Request,
    ) -> Result<Simulated<G::Action>, Box<Halt>> {
        /// What a node takes besides its view, with some actions.
        const BYTES_A_NODE: usize = 512;
        let views = request.memory / (BYTES_A_NODE + 2 * size_of::<G::View>());
        let simulation = Simulation::new().seed(request.seed).threads(request.threads).views(views);
        let simulation = match request.deals {
            Some(deals) => simulation.deals(deals as u64),
            None => simulation,
        };
        ismcts(&rules.game, &rules.game.view(state, seat), &simulation, &settings(rules, request))
    }
}

fn settings<G: ChanceNodes>(rules: &Rules<G>, request: &Request) -> Settings<BoxedEvaluation<G>> {
    let settings = Settings::new().limits(request.limits.clone());
    match request.depth {
        Some(depth) => settings.to_depth(Depth(depth), rules.evaluation()),
        None => settings.evaluation(rules.evaluation()),
    }
}
