//! The search for games of chance, compiled for the types of a game and of its keys.

use counterplay_core::engine::{Analysis, ChanceEngine, ChanceTechniques, Iteration, Keys, Table, Task};
use counterplay_core::{ChanceNodes, Game, Halt, PerfectInformation};

use crate::rules::{BoxedEvaluation, Rules};

/// What the search is told besides the task.
#[derive(Clone, Copy)]
pub struct ChanceConfig<'a> {
    pub(crate) table: &'a Table,
    pub(crate) techniques: ChanceTechniques,
    pub(crate) threads: u32,
    /// Whether the search goes on to the end of every game, and no evaluation is asked.
    pub(crate) to_the_end: bool,
}

/// The search of one game of chance, with the type of its keys forgotten.
pub trait AnyChanceSearch<G: Game>: Send + Sync {
    /// See [`ChanceEngine::search_on`].
    ///
    /// # Errors
    /// As there.
    fn search(
        &self,
        rules: &Rules<G>,
        state: &G::State,
        config: ChanceConfig<'_>,
        task: &Task,
        on_iteration: &mut dyn FnMut(&Iteration<G::Action>),
    ) -> Result<Analysis<G::Action>, Box<Halt>>;
}

/// The search with the keys of the game.
pub(super) struct ChanceSearch<K>(pub(super) K);

impl<G, K> AnyChanceSearch<G> for ChanceSearch<K>
where
    G: ChanceNodes + PerfectInformation + Sync,
    G::State: Sync,
    G::Action: Send,
    K: Keys<G> + Clone + Send + Sync,
{
    fn search(
        &self,
        rules: &Rules<G>,
        state: &G::State,
        config: ChanceConfig<'_>,
        task: &Task,
        on_iteration: &mut dyn FnMut(&Iteration<G::Action>),
    ) -> Result<Analysis<G::Action>, Box<Halt>> {
        let evaluation = if config.to_the_end { BoxedEvaluation::NONE } else { rules.evaluation() };
        ChanceEngine::new(&rules.game, config.table)
            .keys(self.0.clone())
            .techniques(config.techniques)
            .evaluation(evaluation)
            .oracle(rules.capabilities.oracle.as_deref())
            .search_on(config.threads, state, task, on_iteration)
    }
}
