//! What a game brings to the engine, and the engine for it, compiled for its types.

use std::sync::Arc;

use counterplay_core::engine::{Analysis, Engine, Iteration, Keys, Progress, Proofs, Table, Task, Techniques, Verdict};
use counterplay_core::oracle;
use counterplay_core::search::Decision;
use counterplay_core::trace::Recorder;
use counterplay_core::{
    Bounds, Deterministic, Evaluate, Game, Halt, Knowledge, Limits, Line, Oracle, PerfectInformation, Score,
};

use crate::tree::Words;

/// The parts of an engine: keys for the states of its game, knowledge of its positions, an evaluation, an oracle.
pub struct EngineParts<G: Game, K, U, E> {
    pub(crate) keys: K,
    pub(crate) knowledge: U,
    pub(crate) evaluation: E,
    pub(crate) oracle: Option<Arc<dyn Oracle<G>>>,
}

impl<G: Game, K: Clone, U: Clone, E: Clone> Clone for EngineParts<G, K, U, E> {
    fn clone(&self) -> Self {
        EngineParts {
            keys: self.keys.clone(),
            knowledge: self.knowledge.clone(),
            evaluation: self.evaluation.clone(),
            oracle: self.oracle.clone(),
        }
    }
}

impl<G: Game, K, U, E> EngineParts<G, K, U, E> {
    /// The parts with other keys.
    pub(crate) fn with_keys<L>(self, keys: L) -> EngineParts<G, L, U, E> {
        let EngineParts { knowledge, evaluation, oracle, .. } = self;
        EngineParts { keys, knowledge, evaluation, oracle }
    }

    /// The parts with other knowledge.
    pub(crate) fn with_knowledge<V>(self, knowledge: V) -> EngineParts<G, K, V, E> {
        let EngineParts { keys, evaluation, oracle, .. } = self;
        EngineParts { keys, knowledge, evaluation, oracle }
    }

    /// The parts with another evaluation, made of this one.
    pub(crate) fn with_evaluation<F>(self, change: impl FnOnce(E) -> F) -> EngineParts<G, K, U, F> {
        let EngineParts { keys, knowledge, evaluation, oracle } = self;
        EngineParts { keys, knowledge, evaluation: change(evaluation), oracle }
    }
}

/// The evaluation of a game that has none: what a draw is worth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Constant;

impl<G: Game> Evaluate<G> for Constant {
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        Score::rounded(self.expectation(game, state))
    }
    fn expectation(&self, game: &G, _: &G::State) -> f64 {
        game.sum().half()
    }
}

/// What the engine is told besides the task.
#[derive(Clone, Copy)]
pub struct EngineConfig<'a> {
    pub(crate) table: &'a Table,
    pub(crate) techniques: Techniques,
    pub(crate) threads: u32,
}

type Answer<V> = Result<V, Box<Halt>>;

/// The engine of one game. The types of its parts are known where it is made and forgotten here, once for each search.
pub trait AnyEngine<G: Game>: Send + Sync {
    /// See [`Engine::search`].
    ///
    /// # Errors
    /// As there.
    fn search(
        &self,
        game: &G,
        line: &Line<G>,
        config: EngineConfig<'_>,
        task: &Task,
        on_progress: &mut dyn FnMut(&Iteration<G::Action>),
    ) -> Answer<Analysis<G::Action>>;

    /// See [`Engine::search_traced`]: with somebody who writes it down.
    ///
    /// # Errors
    /// As there.
    fn search_recorded(
        &self,
        game: &G,
        line: &Line<G>,
        config: EngineConfig<'_>,
        task: &Task,
        recorder: &mut Recorder<G, Words<G>>,
    ) -> Answer<Decision<G::Action>>;

    /// See [`Engine::solve`].
    ///
    /// # Errors
    /// As there.
    fn solve(
        &self,
        game: &G,
        line: &Line<G>,
        config: EngineConfig<'_>,
        task: &Task,
        progress: &mut dyn FnMut(&Progress),
    ) -> Answer<Verdict<G::Action>>;

    /// See [`Engine::solve_by_numbers`].
    ///
    /// # Errors
    /// As there.
    fn prove(
        &self,
        game: &G,
        line: &Line<G>,
        config: EngineConfig<'_>,
        task: &Task,
        proofs: &Proofs,
        progress: &mut dyn FnMut(&Progress),
    ) -> Answer<Verdict<G::Action>>;

    /// See [`MoveOrdering::STAGED_DEPTH`](counterplay_core::MoveOrdering::STAGED_DEPTH).
    fn is_staged(&self) -> bool;

    /// Whether the game allows the selective search.
    fn is_selective(&self) -> bool;

    /// Whether the value of a state whose game goes on is known on sight.
    fn knows(&self, game: &G, state: &G::State) -> bool;

    /// The distance in plies to the end of a game that is won with this value, if that is known.
    fn distance(&self, game: &G, state: &G::State, value: Score) -> Option<u32>;

    /// See [`Oracle::advice`].
    fn advice(&self, game: &G, state: &G::State) -> Option<G::Action>;
}

impl<G, K, U, E> AnyEngine<G> for EngineParts<G, K, U, E>
where
    G: Deterministic + PerfectInformation + Sync,
    G::State: Sync,
    G::Action: Send,
    K: Keys<G> + Clone + Send + Sync,
    U: Knowledge<G> + Clone + Send + Sync,
    E: Evaluate<G> + Clone + Send + Sync,
{
    fn search(
        &self,
        game: &G,
        line: &Line<G>,
        config: EngineConfig<'_>,
        task: &Task,
        on_progress: &mut dyn FnMut(&Iteration<G::Action>),
    ) -> Answer<Analysis<G::Action>> {
        let found = self.engine(game, line, config).search_on(config.threads, line.state(), task, on_progress)?;
        let needs_way = task.lines <= 1 && !line.before_root().can_end(game);
        let oracle = self.oracle.as_ref().filter(|_| needs_way);
        match oracle.and_then(|oracle| oracle.for_progress(game, line.state())) {
            None => Ok(found),
            Some(oracle) => self.on_the_way(game, line, config, task, found, oracle),
        }
    }

    fn search_recorded(
        &self,
        game: &G,
        line: &Line<G>,
        config: EngineConfig<'_>,
        task: &Task,
        recorder: &mut Recorder<G, Words<G>>,
    ) -> Answer<Decision<G::Action>> {
        Ok(self.engine(game, line, config).search_traced(line.state(), task, &mut |_| {}, recorder)?.decision)
    }

    fn solve(
        &self,
        game: &G,
        line: &Line<G>,
        config: EngineConfig<'_>,
        task: &Task,
        progress: &mut dyn FnMut(&Progress),
    ) -> Answer<Verdict<G::Action>> {
        self.engine(game, line, config).solve_on(config.threads, line.state(), task, progress)
    }

    fn prove(
        &self,
        game: &G,
        line: &Line<G>,
        config: EngineConfig<'_>,
        task: &Task,
        proofs: &Proofs,
        progress: &mut dyn FnMut(&Progress),
    ) -> Answer<Verdict<G::Action>> {
        let solved = self.engine(game, line, config).solve_by_numbers_on(
            config.threads,
            line.state(),
            task,
            false,
            proofs,
            progress,
        );
        solved.map(|(verdict, _)| verdict)
    }

    fn is_staged(&self) -> bool {
        U::STAGED_DEPTH > 0
    }

    fn is_selective(&self) -> bool {
        U::PRUNES
    }

    fn knows(&self, game: &G, state: &G::State) -> bool {
        let facts = self.knowledge.facts(game, state);
        let Bounds { low, high } = oracle::bounds(game, state, &facts, None, &self.knowledge, self.oracle.as_deref());
        low == high
    }

    fn distance(&self, game: &G, state: &G::State, value: Score) -> Option<u32> {
        oracle::distance(game, state, value, &self.knowledge, self.oracle.as_deref())
    }

    fn advice(&self, game: &G, state: &G::State) -> Option<G::Action> {
        self.oracle.as_ref()?.advice(game, state)
    }
}

impl<G: Deterministic + PerfectInformation, K: Keys<G> + Clone, U: Clone, E: Clone> EngineParts<G, K, U, E> {
    /// The engine for a line of play.
    pub(crate) fn engine<'a>(
        &'a self,
        game: &'a G,
        line: &Line<G>,
        config: EngineConfig<'a>,
    ) -> Engine<'a, G, E, K, U> {
        Engine::new(game, config.table)
            .keys(self.keys.clone())
            .knowledge(self.knowledge.clone())
            .evaluation(self.evaluation.clone())
            .oracle(self.oracle.as_deref())
            .techniques(config.techniques)
            .before_root(&line.before_root())
    }

    /// The way from a state whose value is known: the soonest win or the latest loss if half of the limits are
    /// enough to find it, and otherwise what a search likes best by an oracle that does not know the value, if that
    /// gives nothing away.
    fn on_the_way(
        &self,
        game: &G,
        line: &Line<G>,
        config: EngineConfig<'_>,
        task: &Task,
        known: Analysis<G::Action>,
        for_progress: Arc<dyn Oracle<G>>,
    ) -> Answer<Analysis<G::Action>>
    where
        G: Sync,
        G::State: Sync,
        G::Action: Send,
        K: Sync,
        U: Knowledge<G> + Sync,
        E: Evaluate<G> + Sync,
    {
        let Limits { nodes, time, .. } = task.limits;
        let half =
            Limits { nodes: nodes.map(|nodes| nodes / 2), time: time.map(|time| time / 2), ..task.limits.clone() };
        let solved = self.engine(game, line, EngineConfig { techniques: Techniques::EXACT, ..config }).solve_on(
            config.threads,
            line.state(),
            &Task { limits: half.clone(), ..Task::default() },
            &mut |_| {},
        )?;
        let (mut way, mut spent) = (solved.line, solved.statistics.nodes);
        if solved.plies.is_none() {
            // What is in the table is what is to be forgotten.
            let table = Table::new(config.table.bytes());
            let parts = EngineParts { oracle: Some(for_progress), ..self.clone() };
            let engine = parts.engine(game, line, EngineConfig { table: &table, ..config });
            let found =
                engine.search_on(config.threads, line.state(), &Task { limits: half, ..task.clone() }, &mut |_| {})?;
            way = found.decision.line;
            spent += found.decision.statistics.nodes;
        }
        let Analysis { mut decision, depth, mut lines } = known;
        decision.statistics.nodes += spent;
        if way.first().is_some_and(|action| decision.best.contains(action)) {
            decision.action = way.first().copied();
            if let Some(first) = lines.first_mut() {
                first.line.clone_from(&way);
            }
            decision.line = way;
        }
        Ok(Analysis { decision, depth, lines })
    }
}
