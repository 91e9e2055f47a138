//! The search for games of chance, compiled for the types of a game and of what it brings.

use counterplay_core::engine::{Analysis, ChanceEngine, ChanceTechniques, Iteration, Keys, Table, Task};
use counterplay_core::search::{Decision, Settings, expectiminimax, star1, star2};
use counterplay_core::trace::Silent;
use counterplay_core::{ChanceNodes, Evaluate, Game, Halt, Knowledge, PerfectInformation, Sure, ToTheEnd};

use crate::mind::Mind;

type Answer<V> = Result<V, Box<Halt>>;

/// What the search looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gaze {
    /// As far as the task says, and then the evaluation.
    Evaluation,
    /// The end of every game.
    ToTheEnd,
}

/// What the search is told besides the task.
#[derive(Clone, Copy)]
pub struct Dice<'a> {
    pub(crate) table: &'a Table,
    pub(crate) techniques: ChanceTechniques,
    pub(crate) threads: u32,
    pub(crate) gaze: Gaze,
}

/// The textbook's searches for games of chance.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Book {
    /// Every state.
    Expectiminimax,
    /// Windows at chance nodes.
    Star1,
    /// Windows and probes.
    Star2,
}

/// The searches of one game of chance. The types of its mind are known where it is made and forgotten here, once for each search.
pub trait Roller<G: Game>: Send + Sync {
    /// See [`ChanceEngine::search_on`].
    ///
    /// # Errors
    /// As there.
    fn search(
        &self,
        game: &G,
        state: &G::State,
        dice: Dice<'_>,
        task: &Task,
        told: &mut dyn FnMut(&Iteration<G::Action>),
    ) -> Answer<Analysis<G::Action>>;

    /// A search of the textbook, to the depth of the task, or to the end of every game.
    ///
    /// # Errors
    /// As [`expectiminimax`].
    fn by_the_book(&self, game: &G, state: &G::State, book: Book, task: &Task) -> Answer<Decision<G::Action>>;
}

impl<G, K, U, E> Roller<G> for Mind<K, U, E>
where
    G: ChanceNodes + PerfectInformation + Sync,
    G::State: Sync,
    G::Action: Send,
    K: Keys<G> + Clone + Send + Sync,
    U: Knowledge<G> + Send + Sync,
    E: Evaluate<G> + Clone + Send + Sync,
{
    fn search(
        &self,
        game: &G,
        state: &G::State,
        dice: Dice<'_>,
        task: &Task,
        told: &mut dyn FnMut(&Iteration<G::Action>),
    ) -> Answer<Analysis<G::Action>> {
        let engine = ChanceEngine::new(game, dice.table).keys(self.keys.clone()).techniques(dice.techniques);
        match dice.gaze {
            Gaze::ToTheEnd => {
                engine.evaluation(Sure(self.evaluation.clone())).search_on(dice.threads, state, task, told)
            }
            Gaze::Evaluation => engine.evaluation(self.evaluation.clone()).search_on(dice.threads, state, task, told),
        }
    }

    fn by_the_book(&self, game: &G, state: &G::State, book: Book, task: &Task) -> Answer<Decision<G::Action>> {
        let settings = Settings::new().limits(task.limits.clone());
        match task.depth {
            Some(depth) => found(game, state, book, &settings.to_depth(depth, self.evaluation.clone())),
            None => found(game, state, book, &settings.evaluation(ToTheEnd)),
        }
    }
}

fn found<G, E>(game: &G, state: &G::State, book: Book, settings: &Settings<E>) -> Answer<Decision<G::Action>>
where
    G: ChanceNodes + PerfectInformation,
    E: Evaluate<G>,
{
    match book {
        Book::Expectiminimax => expectiminimax(game, state, settings, &mut Silent),
        Book::Star1 => star1(game, state, settings, &mut Silent),
        Book::Star2 => star2(game, state, settings, &mut Silent),
    }
}
