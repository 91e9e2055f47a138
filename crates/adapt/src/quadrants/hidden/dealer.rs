//! The searches over what could be, compiled for the types of a game and of what it brings.

use crate::mind::Mind;
use counterplay_api::Request;
use counterplay_core::engine::Keys;
use counterplay_core::search::{Averages, Dealing, FaceUp, Settings, Simulated, Simulation, averaging, ismcts};
use counterplay_core::{ChanceNodes, Depth, Evaluate, Game, Halt, Hidden, Knowledge, Seat};

type Answer<V> = Result<V, Box<Halt>>;

/// The searches of one game. The types of its mind are known where it is made and forgotten here, once for each search.
pub trait Dealer<G: Game>: Send + Sync {
    /// See [`averaging`]. What the seat sees of the state is all that the search is given of it.
    ///
    /// # Errors
    /// As there.
    fn average(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        request: &Request,
    ) -> Answer<Averages<G::State, G::Action>>;

    /// See [`ismcts`]. What the seat sees of the state is all that the search is given of it.
    ///
    /// # Errors
    /// As there.
    fn simulate(&self, game: &G, state: &G::State, seat: Seat, request: &Request) -> Answer<Simulated<G::Action>>;
}

impl<G, K, U, E> Dealer<G> for Mind<K, U, E>
where
    G: Hidden + ChanceNodes + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    G::View: Send + Sync,
    G::Luck: FaceUp<G>,
    K: Keys<G> + Clone + Send + Sync,
    U: Knowledge<G> + Send + Sync,
    E: Evaluate<G> + Clone + Send + Sync,
{
    fn average(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        request: &Request,
    ) -> Answer<Averages<G::State, G::Action>> {
        let dealing = Dealing::new().seed(request.seed).threads(request.threads).keys(self.keys.clone());
        let dealing = match request.deals {
            Some(deals) => dealing.deals(deals),
            None => dealing,
        };
        averaging(game, &game.view(state, seat), &dealing, &self.settings(request))
    }

    fn simulate(&self, game: &G, state: &G::State, seat: Seat, request: &Request) -> Answer<Simulated<G::Action>> {
        /// What a node takes besides its view, with some actions.
        const BYTES_A_NODE: usize = 512;
        let views = request.memory / (BYTES_A_NODE + 2 * size_of::<G::View>());
        let simulation = Simulation::new().seed(request.seed).threads(request.threads).views(views);
        let simulation = match request.deals {
            Some(deals) => simulation.deals(deals as u64),
            None => simulation,
        };
        ismcts(game, &game.view(state, seat), &simulation, &self.settings(request))
    }
}

impl<K, U, E: Clone> Mind<K, U, E> {
    fn settings(&self, request: &Request) -> Settings<E> {
        let settings = Settings::new().limits(request.limits.clone());
        match request.depth {
            Some(depth) => settings.to_depth(Depth(depth), self.evaluation.clone()),
            None => settings.evaluation(self.evaluation.clone()),
        }
    }
}
