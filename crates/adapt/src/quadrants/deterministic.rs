//! Deterministic games of perfect information: the engine plays and proves, and the textbook's searches are compared
//! with it.

use std::sync::Arc;

use counterplay_api::{Comparison, Declined, Method, Progress, Report, Request, RowEvent, SearchError, TreeSearch};
use counterplay_core::engine::{self, Analysis, Keys, Proofs, Table, Task, Techniques, Verdict};
use counterplay_core::search::{CutoffRule, Decision, MinimalTree, Order, Settings, alphabeta, minimal_tree, minimax};
use counterplay_core::trace::{SearchTree, Silent};
use counterplay_core::{Depth, Evaluate, Game, Knowledge, Proof, Score, Without};

use super::{Quadrant, Searches, row};
use crate::certifier::ProofOrder;
use crate::engine::{AnyEngine, EngineConfig, EngineParts};
use crate::point_of_view::PointOfView;
use crate::root::Root;
use crate::rules::BoxedEvaluation;
use crate::to_report::{choose, joined};
use crate::to_words::{NamedAction, Remarked, words};
use crate::tree;

impl<G: Game<Luck = Without, Secrets = Without>> Quadrant<G> for (Without, Without) {
    fn searches<'a>(root: Root<'a, G>) -> Searches<'a>
    where
        G: Send + Sync,
        G::State: Send + Sync,
        G::Action: Send + Sync,
    {
        Searches::Engine(Box::new(root))
    }

    fn engine<K, U, E>(parts: EngineParts<G, K, U, E>) -> Option<Arc<dyn AnyEngine<G>>>
    where
        G: Send + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        K: Keys<G> + Clone + Send + Sync + 'static,
        U: Knowledge<G> + Clone + Send + Sync + 'static,
        E: Evaluate<G> + Clone + Send + Sync + 'static,
    {
        Some(Arc::new(parts))
    }
}

/// A search of the textbook, as `compare` asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookSearch {
    /// Every state.
    Minimax,
    /// Only what can matter.
    Alphabeta {
        /// In which order the actions are visited.
        order: Order,
        /// When a value cuts.
        cutoff: CutoffRule,
    },
}

/// The engine and the textbook's searches on one position, answering in words.
#[doc(hidden)]
pub trait EnginePosition {
    /// The point of view of the side to move.
    fn point_of_view(&self) -> PointOfView;
    /// Whether the states have keys.
    fn is_keyed(&self) -> bool;
    /// Whether the game wants the table's action searched before the other children are made.
    fn is_staged(&self) -> bool;

    /// Whether the game allows the selective search.
    fn is_selective(&self) -> bool;
    /// Whether it is proven by proof numbers, and the proof can be written down.
    fn is_certified(&self) -> bool;
    /// Whether to prove it by proof numbers: there are tables, and winning, drawing and losing is all there is.
    fn is_proven_by_numbers(&self) -> bool;
    /// See [`engine::Engine::search`].
    fn search(
        &self,
        config: EngineConfig<'_>,
        task: &Task,
        on_iteration: &mut dyn FnMut(&engine::Iteration<NamedAction>),
    ) -> Result<Remarked, SearchError>;
    /// See [`engine::Engine::solve`].
    fn solve(
        &self,
        config: EngineConfig<'_>,
        task: &Task,
        progress: &mut dyn FnMut(&engine::Progress),
    ) -> Result<Verdict<NamedAction>, SearchError>;
    /// See [`engine::Engine::solve_by_numbers`].
    fn prove(
        &self,
        config: EngineConfig<'_>,
        task: &Task,
        proofs: &Proofs,
        progress: &mut dyn FnMut(&engine::Progress),
    ) -> Result<Verdict<NamedAction>, SearchError>;
    /// A proof by proof numbers, and its certificate if somebody wins and it is wanted.
    fn certify(
        &self,
        order: &ProofOrder<'_>,
        task: &Task,
        progress: &mut dyn FnMut(&engine::Progress),
    ) -> Result<(Verdict<NamedAction>, Option<String>), SearchError>;
    /// After how many plies the game ends, where its value tells that.
    fn distance(&self, value: f64) -> Option<u32>;
    /// The line that the game itself knows to win soonest, or to last longest.
    fn advised_line(&self) -> Vec<NamedAction>;
    /// A search of the textbook.
    fn by_the_book(&self, search: BookSearch, request: &Request) -> Result<Decision<NamedAction>, SearchError>;
    /// The fewest nodes that establish the value.
    fn minimal_tree(&self, request: &Request) -> Option<MinimalTree>;
    /// See [`AnyPosition::tree`](counterplay_api::AnyPosition::tree).
    fn tree(&self, method: &Method, request: &Request) -> Result<SearchTree, SearchError>;
}

impl<G: Game<Luck = Without, Secrets = Without>> Root<'_, G> {
    /// The engine. Every entry of this quadrant has one.
    fn engine(&self) -> Result<&dyn AnyEngine<G>, SearchError> {
        Ok(self.rules.capabilities.engine.as_deref().ok_or(Declined::NoEngine)?)
    }

    /// Whether the line of play can end the game at once: what tables know leaves it out.
    fn line_matters(&self) -> bool {
        self.line.before_root().can_end(&self.rules.game)
    }

    fn settings(&self, request: &Request) -> Settings<BoxedEvaluation<G>> {
        let settings = Settings::new().limits(request.limits.clone()).before_root(self.line.before_root());
        match request.depth {
            None => settings.evaluation(BoxedEvaluation::NONE),
            Some(depth) => settings.to_depth(Depth(depth), self.rules.evaluation()),
        }
    }
}

impl<G: Game<Luck = Without, Secrets = Without>> EnginePosition for Root<'_, G> {
    fn point_of_view(&self) -> PointOfView {
        Root::point_of_view(self)
    }
    fn is_keyed(&self) -> bool {
        self.rules.capabilities.key.is_some()
    }
    fn is_staged(&self) -> bool {
        self.engine().is_ok_and(|engine| engine.is_staged())
    }

    fn is_selective(&self) -> bool {
        self.engine().is_ok_and(|engine| engine.is_selective())
    }
    fn is_certified(&self) -> bool {
        self.rules.capabilities.certifier.is_some()
    }
    fn is_proven_by_numbers(&self) -> bool {
        let knows = || self.engine().is_ok_and(|engine| engine.knows(&self.rules.game, self.line.state()));
        let capable = self.rules.capabilities.by_numbers && !self.line_matters();
        capable && !self.rules.game.is_terminal(self.line.state()) && !knows()
    }
    fn search(
        &self,
        config: EngineConfig<'_>,
        task: &Task,
        on_iteration: &mut dyn FnMut(&engine::Iteration<NamedAction>),
    ) -> Result<Remarked, SearchError> {
        let mut in_words = |found: &engine::Iteration<G::Action>| on_iteration(&self.iteration(found));
        let found = self.engine()?.search(&self.rules.game, self.line, config, task, &mut in_words);
        found.map(|found| self.analysis(&found)).map_err(|halt| self.halted(halt))
    }
    fn solve(
        &self,
        config: EngineConfig<'_>,
        task: &Task,
        progress: &mut dyn FnMut(&engine::Progress),
    ) -> Result<Verdict<NamedAction>, SearchError> {
        let found = self.engine()?.solve(&self.rules.game, self.line, config, task, progress);
        found.map(|found| self.verdict(&found)).map_err(|halt| self.halted(halt))
    }
    fn prove(
        &self,
        config: EngineConfig<'_>,
        task: &Task,
        proofs: &Proofs,
        progress: &mut dyn FnMut(&engine::Progress),
    ) -> Result<Verdict<NamedAction>, SearchError> {
        let found = self.engine()?.prove(&self.rules.game, self.line, config, task, proofs, progress);
        found.map(|found| self.verdict(&found)).map_err(|halt| self.halted(halt))
    }
    fn certify(
        &self,
        order: &ProofOrder<'_>,
        task: &Task,
        progress: &mut dyn FnMut(&engine::Progress),
    ) -> Result<(Verdict<NamedAction>, Option<String>), SearchError> {
        let certifier = self.rules.capabilities.certifier.as_deref().ok_or(Declined::NoCertificates)?;
        let solved = certifier.solve(&self.rules.game, self.line, order, task, progress);
        let (verdict, certificate) = solved.map_err(|halt| self.halted(halt))?;
        Ok((self.verdict(&verdict), certificate))
    }
    fn distance(&self, value: f64) -> Option<u32> {
        let engine = self.engine().ok().filter(|_| !self.line_matters())?;
        engine.distance(&self.rules.game, self.line.state(), Score::rounded(value))
    }
    fn advised_line(&self) -> Vec<NamedAction> {
        /// A line is never longer.
        const LONGEST: usize = 1000;
        let (game, mut at, mut line) = (&self.rules.game, self.line.state().clone(), Vec::new());
        let Some(engine) = self.engine().ok().filter(|_| !self.line_matters()) else { return Vec::new() };
        while line.len() < LONGEST && !game.is_terminal(&at) {
            let Some(action) = engine.advice(game, &at) else { break };
            line.push(if line.is_empty() { self.chosen(action) } else { self.rules.word(&at, action).into() });
            game.apply(&mut at, action);
        }
        line
    }
    fn by_the_book(&self, search: BookSearch, request: &Request) -> Result<Decision<NamedAction>, SearchError> {
        let (game, settings) = (&self.rules.game, self.settings(request));
        let found = match search {
            BookSearch::Minimax => minimax(game, self.line.state(), &settings, &mut Silent),
            BookSearch::Alphabeta { order, cutoff } => {
                alphabeta(game, self.line.state(), &settings.order(order).cutoff(cutoff), &mut Silent)
            }
        };
        found.map(|found| self.decision(&found)).map_err(|halt| self.halted(halt))
    }
    fn minimal_tree(&self, request: &Request) -> Option<MinimalTree> {
        minimal_tree(&self.rules.game, self.line.state(), &self.settings(request)).ok()
    }
    fn tree(&self, method: &Method, request: &Request) -> Result<SearchTree, SearchError> {
        match method.search {
            TreeSearch::Engine => tree::of_engine(self.rules, self.engine()?, self.line, request),
            TreeSearch::Minimax | TreeSearch::Alphabeta => tree::of_book(self.rules, self.line, method, request),
        }
    }
}

/// Deepens until the value is exact or the limits are used up.
pub(super) fn best(
    position: &dyn EnginePosition,
    request: &Request,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, SearchError> {
    let (table, mover) = (request.table(), position.point_of_view());
    let techniques = Techniques { selective: request.selective, ..Techniques::EXACT };
    let config = EngineConfig { table: &table, techniques, threads: request.threads };
    let distance = |value: f64| position.distance(value);
    let mut before = None;
    let mut on_iteration = |found: &engine::Iteration<NamedAction>| {
        let iteration = mover.iteration(found, before.replace((found.depth, found.statistics.nodes)), Some(&distance));
        let mut now = Progress::default();
        (now.nodes, now.depth, now.load) = (found.nodes, found.depth.0, Some(table.load()));
        now.iteration = Some(iteration);
        progress(&now);
    };
    // Where a proof is as long as that of a whole game, one action that has the value must do.
    let task = Task { all_best: !position.is_certified(), ..request.task() };
    let Remarked { analysis, remark } = position.search(config, &task, &mut on_iteration)?;
    let Analysis { decision, depth, lines } = analysis;
    let root = match lines.first() {
        Some(first) if first.value == decision.value => engine::Variation { line: Vec::new(), ..first.clone() },
        _ => engine::Variation { line: Vec::new(), value: decision.value, distance: None, is_shortest: false },
    };
    let mut report = mover.report(decision, "engine");
    report.best_complete &= report.value.proof != Proof::Exact || task.all_best || mover.is_over;
    if !mover.is_over {
        let root = mover.variation(&root, Some(&distance));
        (report.value.outcome, report.value.plies) = (root.value.outcome, root.value.plies);
    }
    report.lines = lines.iter().map(|line| mover.variation(line, Some(&distance))).collect();
    (report.depth, report.threads) = (depth.0, request.threads);
    report.note = joined(report.note, remark);
    Ok(advised(position, report))
}

/// Proves the value: by null windows, or by proof numbers where there are tables or certificates.
pub(super) fn solve(
    position: &dyn EnginePosition,
    request: &Request,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, SearchError> {
    if position.is_certified() {
        return certify(position, request, false, progress).map(|(report, _)| report);
    }
    let (table, mover) = (request.table(), position.point_of_view());
    let config = EngineConfig { table: &table, techniques: Techniques::EXACT, threads: request.threads };
    let mut on_progress = |now: &engine::Progress| tell_bounds(mover, now, progress);
    // What is in the tables needs no proof, only the distance. Towards them the nearest way is wanted, and play may go
    // round on all others: seven pieces of checkers take hundreds of nodes, and by null windows more than a million.
    let (verdict, method) = if position.is_proven_by_numbers() {
        let verdict = position.prove(config, &request.task(), &request.proofs(), &mut on_progress)?;
        (verdict, "proof numbers with endgame tables")
    } else {
        (position.solve(config, &request.task(), &mut on_progress)?, "engine, null windows")
    };
    Ok(advised(position, mover.solved(verdict, method, request.threads)))
}

/// Proves the value by proof numbers, with the certificate if somebody wins and it is wanted.
pub(super) fn certify(
    position: &dyn EnginePosition,
    request: &Request,
    wants_certificate: bool,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(Report, Option<String>), SearchError> {
    let (proofs, mover) = (request.proofs(), position.point_of_view());
    // One action that has the value must do: to know of another is a proof as long.
    let task = Task { all_best: false, ..request.task() };
    let order = ProofOrder { threads: request.threads, proofs: &proofs, wants_certificate };
    let mut on_progress = |now: &engine::Progress| tell_bounds(mover, now, progress);
    let (verdict, certificate) = position.certify(&order, &task, &mut on_progress)?;
    Ok((mover.solved(verdict, "proof numbers", request.threads), certificate))
}

/// Compares the textbook's searches, then the engine with one technique more in each row.
pub(super) fn compare(
    position: &dyn EnginePosition,
    request: &Request,
    progress: &mut dyn FnMut(RowEvent<'_>),
) -> Result<Comparison, SearchError> {
    let scale = position.point_of_view().scale;
    let alphabeta = |order, cutoff| BookSearch::Alphabeta { order, cutoff };
    let mut rows = Vec::new();
    for (name, search) in [
        ("minimax", BookSearch::Minimax),
        ("alphabeta", alphabeta(Order::LeftToRight, CutoffRule::Ge)),
        ("alphabeta rtl", alphabeta(Order::RightToLeft, CutoffRule::Ge)),
        ("alphabeta gt", alphabeta(Order::LeftToRight, CutoffRule::Gt)),
    ] {
        rows.push(row(name, request, scale, progress, &mut || position.by_the_book(search, request))?);
    }
    let is_used = |techniques: &Techniques| position.is_keyed() && (!techniques.staged || position.is_staged());
    let exact = Techniques::LADDER.into_iter().filter(|(_, techniques)| is_used(techniques));
    let selective = Techniques::SELECTIVE_LADDER.into_iter().filter(|_| position.is_keyed() && position.is_selective());
    for (name, techniques) in exact.chain(selective) {
        let table = Table::new(request.memory);
        let config = EngineConfig { table: &table, techniques, threads: 1 };
        let task = Task { all_best: false, ..request.task() };
        let mut search = || Ok(position.search(config, &task, &mut |_| {})?.analysis.decision);
        rows.push(row(name, request, scale, progress, &mut search)?);
    }
    // Finding the minimal tree takes minimax and as much again.
    let minimal = if rows[0].stopped.is_none() { position.minimal_tree(request) } else { None };
    Ok(Comparison { rows, minimal })
}

/// Tells how far a solver has got.
fn tell_bounds(mover: PointOfView, now: &engine::Progress, progress: &mut dyn FnMut(&Progress)) {
    let mut so_far = Progress::default();
    (so_far.nodes, so_far.load) = (now.nodes, Some(now.load));
    so_far.bounds = Some(mover.interval(now.low, now.high));
    progress(&so_far);
}

/// Where the game itself knows which action wins soonest, or lasts longest, and the value is proven, that one is taken,
/// and the line is the one that follows from it.
fn advised(position: &dyn EnginePosition, mut report: Report) -> Report {
    if report.value.proof != Proof::Exact {
        return report;
    }
    let line = position.advised_line();
    if let Some(action) = line.first() {
        choose(&mut report, Some(action.clone()));
        report.line = words(line);
    }
    report
}
