//! Deterministic games of perfect information: the engine plays and proves, and the textbook's searches are compared with it.

use std::sync::Arc;
use std::time::Instant;

use counterplay_core::engine::{self, Keys, Table, Task, Techniques, Verdict};
use counterplay_core::search::{
    CutoffRule, Decision, Order, Settings, Statistics, Value, alphabeta, minimal_tree, minimax,
};
use counterplay_core::trace::{SearchTree, Silent};
use counterplay_core::{Depth, Evaluate, Game, Halt, Knowledge, Proof, Role, Score, Without};

use super::{NO_CERTIFICATES, Quadrant};
use crate::mind::{Means, Mind, Thinker};
use crate::notary::Commission;
use crate::rules::Rules;
use crate::tree;
use counterplay_api::{
    Comparison, Iteration, Method, Progress, Report, Request, Row, RowEvent, SearchError, Variation,
};

impl<G: Game<Luck = Without, Secrets = Without>> Quadrant<G> for (Without, Without) {
    fn thinker<K, U, E>(mind: Mind<K, U, E>) -> Option<Arc<dyn Thinker<G>>>
    where
        G: Send + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        K: Keys<G> + Clone + Send + Sync + 'static,
        U: Knowledge<G> + Clone + Send + Sync + 'static,
        E: Evaluate<G> + Clone + Send + Sync + 'static,
    {
        Some(mind.thinker())
    }

    /// Deepens until the value is exact or the limits are used up.
    fn best(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        let thinker = thinker(rules)?;
        let table = request.table();
        let means = Means { table: &table, techniques: Techniques::ALL, threads: request.threads };
        let mut before = None;
        let mut told = |iteration: &engine::Iteration<G::Action>| {
            let found =
                rules.iteration(state, iteration, before.replace((iteration.depth, iteration.statistics.nodes)));
            let (nodes, depth, load) = (iteration.nodes, iteration.depth.0, Some(table.load()));
            progress(&Progress { nodes, depth, load, iteration: Some(found), bounds: None });
        };
        // Where a proof is as long as that of a whole game, one action that has the value must do.
        let task = Task { all_best: rules.abilities.notary.is_none(), ..request.task() };
        let analysis = thinker.search(&rules.game, state, means, &task, &mut told);
        let analysis = analysis.map_err(|halt| rules.halted(state, &halt))?;
        let mut report = rules.report(state, &analysis.decision, "engine");
        let lines = analysis.lines.iter().map(|line| rules.variation(state, line)).collect();
        let first = rules.variation(state, &engine::Variation { line: Vec::new(), value: analysis.decision.value });
        if !rules.game.is_terminal(state) {
            (report.outcome, report.plies) = (first.outcome, first.plies);
        }
        Ok(rules.advised(state, Report { depth: analysis.depth.0, threads: request.threads, lines, ..report }))
    }

    fn solve(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        if rules.abilities.notary.is_some() {
            return Self::certify(rules, state, request, false, progress).map(|(report, _)| report);
        }
        let thinker = thinker(rules)?;
        let table = request.table();
        let means = Means { table: &table, techniques: Techniques::EXACT, threads: request.threads };
        let mut told = |now: &engine::Progress| rules.tell_bounds(state, now, progress);
        // What is in the tables needs no proof, only the distance. Towards them the nearest way is wanted, and play may go round on all
        // others: seven pieces of checkers take hundreds of nodes, and by null windows more than a million.
        if rules.abilities.by_numbers && !rules.game.is_terminal(state) && !thinker.knows(&rules.game, state) {
            let verdict = thinker.prove(&rules.game, state, means, &request.task(), &request.proofs(), &mut told);
            let verdict = verdict.map_err(|halt| rules.halted(state, &halt))?;
            let method = "proof numbers with endgame tables";
            return Ok(rules.advised(state, rules.solved(state, &verdict, method, request.threads)));
        }
        let verdict = thinker.solve(&rules.game, state, means, &request.task(), &mut told);
        let verdict = verdict.map_err(|halt| rules.halted(state, &halt))?;
        Ok(rules.advised(state, rules.solved(state, &verdict, "engine, null windows", request.threads)))
    }

    fn certify(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        wants_certificate: bool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(Report, Option<String>), SearchError> {
        let none = || SearchError::Declined(NO_CERTIFICATES.to_owned());
        let notary = rules.abilities.notary.as_deref().ok_or_else(none)?;
        let proofs = request.proofs();
        // One action that has the value must do: to know of another is a proof as long.
        let task = Task { all_best: false, ..request.task() };
        let commission = Commission { threads: request.threads, proofs: &proofs, wants_certificate };
        let mut told = |now: &engine::Progress| rules.tell_bounds(state, now, progress);
        let solved = notary.solve(&rules.game, state, &commission, &task, &mut told);
        let (verdict, certificate) = solved.map_err(|halt| rules.halted(state, &halt))?;
        Ok((rules.solved(state, &verdict, "proof numbers", request.threads), certificate))
    }

    fn compare(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(RowEvent<'_>),
    ) -> Result<Comparison, SearchError> {
        let settings = Settings::new().limits(request.limits.clone());
        let found = match request.depth {
            None => side_by_side(rules, state, request, &settings, progress),
            Some(depth) => {
                let settings = settings.to_depth(Depth(depth), rules.evaluation());
                side_by_side(rules, state, request, &settings, progress)
            }
        };
        found.map_err(|halt| rules.halted(state, &halt))
    }

    fn tree(rules: &Rules<G>, state: &G::State, method: &Method, request: &Request) -> Result<SearchTree, SearchError> {
        tree::record(rules, state, method, request)
    }
}

/// The engine of a game. Every entry of this quadrant has one.
pub(crate) fn thinker<G: Game>(rules: &Rules<G>) -> Result<&dyn Thinker<G>, SearchError> {
    let none = || SearchError::Declined("the engine is not there for this game".to_owned());
    rules.abilities.thinker.as_deref().ok_or_else(none)
}

impl<G: Game<Luck = Without, Secrets = Without>> Rules<G> {
    /// Where the game itself knows which action wins soonest, or lasts longest, and the value is proven, that one is taken, and the line is the one that
    /// follows from it.
    fn advised(&self, state: &G::State, report: Report) -> Report {
        /// A line is never longer.
        const LONGEST: usize = 1000;
        let Some(thinker) = self.abilities.thinker.as_deref().filter(|_| report.proof == Proof::Exact) else {
            return report;
        };
        let (mut at, mut line) = (state.clone(), Vec::new());
        while line.len() < LONGEST && !self.game.is_terminal(&at) {
            let Some(action) = thinker.advice(&self.game, &at) else { break };
            line.push(action);
            self.game.apply(&mut at, action);
        }
        match line.first() {
            None => report,
            Some(&action) => {
                Report { action: Some(self.word(state, action)), line: self.line_words(state, &line), ..report }
            }
        }
    }

    /// Between what the value lies for the side to move.
    fn own(&self, state: &G::State, low: Score, high: Score) -> (f64, f64) {
        let mover_is_min = !self.game.is_terminal(state) && self.game.role(state) == Role::Min;
        let (low, high) = if mover_is_min { (high, low) } else { (low, high) };
        (self.score(state, low.into()), self.score(state, high.into()))
    }

    /// Tells how far a solver has got.
    fn tell_bounds(&self, state: &G::State, now: &engine::Progress, progress: &mut dyn FnMut(&Progress)) {
        let (bounds, load) = (Some(self.own(state, now.low, now.high)), Some(now.load));
        progress(&Progress { nodes: now.nodes, bounds, load, ..Progress::default() });
    }

    /// What a solver found out, in words.
    fn solved(&self, state: &G::State, verdict: &Verdict<G::Action>, method: &'static str, threads: u32) -> Report {
        let over = self.game.is_terminal(state);
        // While the value is not proven, what the mover has for certain is.
        let (certain, possible) = self.own(state, verdict.low, verdict.high);
        let note = match verdict.value() {
            Some(_) => over.then(|| "the game is over".to_owned()),
            None => Some(format!("proven so far: at least {certain}, at most {possible}")),
        };
        Report {
            action: verdict.action.map(|action| self.word(state, action)),
            best: verdict.best.iter().map(|&action| self.word(state, action)).collect(),
            score: certain,
            proof: if verdict.value().is_some() { Proof::Exact } else { Proof::Lower },
            outcome: verdict.value().map(|value| self.outcome(state, value.into())),
            plies: if over { Some(0) } else { verdict.plies },
            line: self.line_words(state, &verdict.line),
            depth: verdict.statistics.deepest,
            nodes: verdict.statistics.nodes,
            method,
            threads,
            lines: Vec::new(),
            stopped: verdict.stopped,
            note,
            ..Report::default()
        }
    }

    /// A line in words, with its worth for the side to move.
    fn variation(&self, state: &G::State, found: &engine::Variation<G::Action>) -> Variation {
        let Value { score, proof } = found.value;
        let exact = proof == Proof::Exact;
        let thinker = self.abilities.thinker.as_deref().filter(|_| exact);
        Variation {
            line: self.line_words(state, &found.line),
            score: self.score(state, score),
            proof: self.seen_from(state, proof),
            outcome: exact.then(|| self.outcome(state, score)),
            plies: thinker.and_then(|thinker| thinker.distance(&self.game, state, Score::rounded(score))),
        }
    }

    /// What an iteration found and took; `before` are the depth and the nodes of the one before it.
    fn iteration(
        &self,
        state: &G::State,
        found: &engine::Iteration<G::Action>,
        before: Option<(Depth, u64)>,
    ) -> Iteration {
        let Statistics { nodes, table_hits, cutoffs, first_action_cutoffs, .. } = found.statistics;
        Iteration {
            lines: found.lines.iter().map(|line| self.variation(state, line)).collect(),
            nodes,
            table_hits,
            branching: before.filter(|&(_, nodes)| nodes > 0).map(|(depth, before)| {
                let plies = found.depth.0.saturating_sub(depth.0).max(1);
                (nodes as f64 / before as f64).powf(1.0 / f64::from(plies))
            }),
            first_action_cutoffs: (cutoffs > 0).then(|| first_action_cutoffs as f64 / cutoffs as f64),
        }
    }
}

/// The textbook's searches, then the engine with one technique more in each row.
fn side_by_side<G, E>(
    rules: &Rules<G>,
    state: &G::State,
    request: &Request,
    settings: &Settings<E>,
    progress: &mut dyn FnMut(RowEvent<'_>),
) -> Result<Comparison, Box<Halt>>
where
    G: Game<Luck = Without, Secrets = Without>,
    E: Evaluate<G> + Clone,
{
    type Found<G> = Result<Decision<<G as Game>::Action>, Box<Halt>>;
    let game = &rules.game;
    let mut rows = Vec::new();
    let mut row = |name, search: &mut dyn FnMut() -> Found<G>| -> Result<(), Box<Halt>> {
        progress(RowEvent::Begins(name));
        let start = Instant::now();
        let decision = search()?;
        let row = Row::new(name, request.depth, &decision, game.scale(), start.elapsed());
        progress(RowEvent::Ends(&row));
        rows.push(row);
        Ok(())
    };
    row("minimax", &mut || minimax(game, state, settings, &mut Silent))?;
    row("alphabeta", &mut || alphabeta(game, state, settings, &mut Silent))?;
    let from_right = settings.clone().order(Order::RightToLeft);
    row("alphabeta rtl", &mut || alphabeta(game, state, &from_right, &mut Silent))?;
    let better_only = settings.clone().cutoff(CutoffRule::Gt);
    row("alphabeta gt", &mut || alphabeta(game, state, &better_only, &mut Silent))?;
    let thinker = rules.abilities.thinker.as_deref().filter(|_| rules.abilities.keyed);
    for (name, techniques) in Techniques::LADDER.into_iter().filter(|_| thinker.is_some()) {
        let table = Table::new(request.memory);
        let means = Means { table: &table, techniques, threads: 1 };
        let task = Task { all_best: false, ..request.task() };
        if let Some(thinker) = thinker {
            row(name, &mut || Ok(thinker.search(game, state, means, &task, &mut |_| {})?.decision))?;
        }
    }
    // Finding the minimal tree takes minimax and as much again.
    let minimal = if rows[0].stopped.is_none() { minimal_tree(game, state, settings).ok() } else { None };
    Ok(Comparison { rows, minimal })
}
