//! Games of chance and perfect information: expectiminimax, and value iteration where states can be listed.

use std::iter;
use std::time::Instant;

use counterplay_core::check::Battery;
use counterplay_core::search::{Decision, Settings, Value, deepening, expectiminimax};
use counterplay_core::trace::{Event, Silent, Trace, Witness};
use counterplay_core::{Cause, Chance, Depth, Evaluate, Game, Halt, Limits, Ply, Proof, Random, Role, With, Without};

use super::Quadrant;
use super::words::best_first;
use crate::rules::{Iterate, Rules};
use crate::{Comparison, Iteration, Lap, Progress, Report, Request, Row, SearchError, Variation};

/// How close the two bounds of a value must come to call it solved.
const TOLERANCE: f64 = 1e-10;

/// As many states as value iteration lists unless it is told otherwise: they take a gigabyte and a half.
const MOST_STATES: u64 = 10_000_000;

impl<G: Chance + Game<Luck = With, Secrets = Without>> Quadrant<G> for (With, Without) {
    /// Deepens until the limits are used up.
    fn best(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        let (mut kept, mut nodes, mut before) = (None, 0, None);
        let search = |depth: Depth, limits: Limits| {
            let settings = Settings::new().limits(limits).to_depth(depth, rules.evaluation());
            let (decision, lines) = with_lines(rules, state, &settings, request.lines)?;
            let entered = decision.statistics.nodes;
            nodes += entered;
            if decision.stopped.is_none() {
                let iteration = finished_depth(lines.clone(), entered, before.replace(entered));
                // Where nobody has a choice there is a depth, and nothing to show of it.
                let iteration = Some(iteration).filter(|iteration| !iteration.lines.is_empty());
                progress(&Progress { nodes, depth: depth.0, iteration, ..Progress::default() });
            }
            // A search that was cut short has looked at fewer actions than the one before.
            if decision.stopped.is_none() || kept.is_none() {
                kept = Some(lines);
            }
            Ok(decision)
        };
        let (decision, _) = deepening(&request.limits, request.depth.map(Depth), search, |_, _| {})
            .map_err(|halt| rules.halted(state, &halt))?;
        let mut report = Report { lines: kept.unwrap_or_default(), ..rules.report(state, &decision, "expectiminimax") };
        if rules.abilities.iterate.is_some() && report.proof == Proof::Estimate {
            report.note = Some("`solve` gives the exact value, if the states are few enough to be listed".to_owned());
        }
        Ok(report)
    }

    /// By value iteration where the states can be listed, else by expectiminimax to the end of every game.
    fn solve(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        _: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        if let Some(iterate) = rules.abilities.iterate {
            return by_iteration(rules, state, request, iterate);
        }
        // The evaluation is asked only for what it knows.
        let settings = Settings::new().limits(request.limits.clone()).evaluation(rules.evaluation());
        let found = with_lines(rules, state, &settings, request.lines);
        let (decision, lines) = found.map_err(|halt| rules.halted(state, &halt))?;
        Ok(Report { lines, ..rules.report(state, &decision, "expectiminimax") })
    }

    fn compare(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(Lap<'_>),
    ) -> Result<Comparison, SearchError> {
        const NAME: &str = "expectiminimax";
        progress(Lap::Begins(NAME));
        let start = Instant::now();
        let decision = to_depth(rules, state, request, Settings::new().limits(request.limits.clone()));
        let decision = decision.map_err(|halt| rules.halted(state, &halt))?;
        let row = Row::new(NAME, request.depth, &decision, rules.game.scale(), start.elapsed());
        progress(Lap::Ends(&row));
        Ok(Comparison { rows: vec![row], minimal: None })
    }

    fn laws(battery: Battery<'_, G>) -> Battery<'_, G> {
        battery.chance()
    }

    fn draw(rules: &Rules<G>, state: &G::State, random: &mut dyn Random) -> Option<G::Action> {
        rules.game.draw(state, random)
    }
}

/// What to do, and the lines asked for.
type Found<G> = (Decision<<G as Game>::Action>, Vec<Variation>);

/// Expectiminimax, with a line for each action if several are asked for: it visits every one of them to the same depth, so that
/// their values cost nothing but to hear of them.
fn with_lines<G, E>(
    rules: &Rules<G>,
    state: &G::State,
    settings: &Settings<E>,
    most: usize,
) -> Result<Found<G>, Box<Halt>>
where
    G: Chance + Game<Luck = With, Secrets = Without>,
    E: Evaluate<G>,
{
    if most < 2 {
        let decision = expectiminimax(&rules.game, state, settings, &mut Silent)?;
        let lines = rules.lines(state, &decision, &[], most);
        return Ok((decision, lines));
    }
    let mut children = Children::new();
    let decision = expectiminimax(&rules.game, state, settings, &mut children)?;
    let lines = rules.lines(state, &decision, &children.finished, most);
    Ok((decision, lines))
}

/// An action of the root that the search has finished with.
struct Child<A> {
    /// The action, and best play after it, up to the next turn of chance.
    line: Vec<A>,
    value: Value,
}

/// Hears what each action of the root is worth.
struct Children<A> {
    finished: Vec<Child<A>>,
    /// How far from the root the search is.
    ply: u32,
    action: Option<A>,
    /// Whether an evaluation has entered into the action's value.
    estimated: bool,
    /// Listens to what is below the action.
    below: Witness<A>,
}

impl<A: Copy> Children<A> {
    fn new() -> Self {
        Children { finished: Vec::new(), ply: 0, action: None, estimated: false, below: Witness::new() }
    }
}

impl<G: Game> Trace<G> for Children<G::Action> {
    fn event(&mut self, game: &G, event: &Event<'_, G>) {
        if let &Event::Enter { state, ply, via, role, window } = event {
            self.ply = ply.0;
            if self.ply == 1 {
                (self.action, self.estimated, self.below) = (via.map(|edge| edge.action), false, Witness::new());
            }
            if self.ply > 0 {
                let ply = Ply(self.ply - 1);
                self.below.event(game, &Event::Enter { state, ply, via, role, window });
            }
            return;
        }
        if self.ply > 0 {
            self.below.event(game, event);
        }
        match *event {
            Event::Leaf { estimate, .. } => self.estimated |= estimate,
            Event::Exit { value } => {
                if let (1, Some(action)) = (self.ply, self.action) {
                    let line = iter::once(action).chain(self.below.line()).collect();
                    let proof = if self.estimated { Proof::Estimate } else { Proof::Exact };
                    self.finished.push(Child { line, value: Value { score: value, proof } });
                }
                self.ply = self.ply.saturating_sub(1);
            }
            _ => {}
        }
    }
}

impl<G: Chance + Game<Luck = With, Secrets = Without>> Rules<G> {
    /// The lines of a search, the best first: those of the actions that it has finished with, or else that of its decision.
    fn lines(
        &self,
        state: &G::State,
        decision: &Decision<G::Action>,
        children: &[Child<G::Action>],
        most: usize,
    ) -> Vec<Variation> {
        // Where nobody has a choice there is nothing to compare.
        let Some(action) = decision.action else { return Vec::new() };
        let variation = |line: &[G::Action], value: Value| Variation {
            line: self.line_words(state, line),
            score: self.score(state, value.score),
            proof: self.seen_from(state, value.proof),
            outcome: None,
            plies: None,
        };
        let mut lines: Vec<Variation> = children.iter().map(|child| variation(&child.line, child.value)).collect();
        if lines.is_empty() {
            lines.push(variation(&decision.line, decision.value));
        }
        best_first(&mut lines, &self.word(state, action), most);
        lines
    }
}

/// What a depth that is finished has found and taken; `before` are the nodes of the one before it.
fn finished_depth(lines: Vec<Variation>, nodes: u64, before: Option<u64>) -> Iteration {
    let branching = before.filter(|&before| before > 0).map(|before| nodes as f64 / before as f64);
    Iteration { lines, nodes, table_hits: 0, branching, first_action_cutoffs: None }
}

fn to_depth<G: Chance + Game<Luck = With, Secrets = Without>>(
    rules: &Rules<G>,
    state: &G::State,
    request: &Request,
    settings: Settings,
) -> Result<Decision<G::Action>, Box<Halt>> {
    match request.depth {
        None => expectiminimax(&rules.game, state, &settings, &mut Silent),
        Some(depth) => {
            let settings = settings.to_depth(Depth(depth), rules.evaluation());
            expectiminimax(&rules.game, state, &settings, &mut Silent)
        }
    }
}

/// Solves the states that can be reached and reads the answer off their values.
fn by_iteration<G: Chance + Game<Luck = With, Secrets = Without>>(
    rules: &Rules<G>,
    state: &G::State,
    request: &Request,
    iterate: Iterate<G>,
) -> Result<Report, SearchError> {
    let game = &rules.game;
    let limits = Limits { nodes: Some(request.limits.nodes.unwrap_or(MOST_STATES)), ..request.limits.clone() };
    let found = match iterate(game, state, TOLERANCE, &limits) {
        Ok(found) => found,
        // What was listed so far says nothing about the value yet.
        Err(halt) => match halt.cause {
            Cause::Limit(limit) => {
                let bounds = game.bounds();
                let worst = if game.role(state) == Role::Min { bounds.high } else { bounds.low };
                let first = rules
                    .edges(state)
                    .first()
                    .filter(|(_, p)| p.is_none())
                    .map(|&(action, _)| rules.word(state, action));
                return Ok(Report {
                    best: first.clone().into_iter().collect(),
                    line: first.clone().into_iter().collect(),
                    action: first,
                    score: rules.score(state, worst.into()),
                    proof: Proof::Lower,
                    outcome: None,
                    plies: None,
                    depth: 0,
                    nodes: limits.nodes.unwrap_or(0),
                    method: "value iteration",
                    threads: 1,
                    lines: Vec::new(),
                    stopped: Some(limit),
                    note: None,
                    ..Report::default()
                });
            }
            _ => return Err(rules.halted(state, &halt)),
        },
    };
    let over = game.is_terminal(state);
    let proof = if found.proven { Proof::Exact } else { Proof::Estimate };
    let line = |&(action, worth): &(G::Action, f64)| Variation {
        line: vec![rules.word(state, action)],
        score: rules.score(state, worth),
        proof,
        outcome: None,
        plies: None,
    };
    let mut lines: Vec<Variation> = found.worths.iter().map(line).collect();
    let best: Vec<String> = found.best.iter().map(|&action| rules.word(state, action)).collect();
    if let Some(action) = best.first() {
        best_first(&mut lines, action, request.lines);
    }
    Ok(Report {
        action: best.first().cloned(),
        line: best.first().cloned().into_iter().collect(),
        best,
        score: rules.score(state, found.value),
        proof,
        outcome: over.then(|| rules.outcome(state, found.value)),
        plies: over.then_some(0),
        depth: 0,
        nodes: found.states as u64,
        method: "value iteration",
        threads: 1,
        lines,
        stopped: None,
        note: Some(format!("all {} states that can be reached, in at most {} sweeps", found.states, found.sweeps)),
        ..Report::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyPosition, Catalog, TurnWord};

    fn position(game: &str, options: &[(&str, &str)], text: &str) -> Box<dyn AnyPosition> {
        Catalog::standard().game(game, options).unwrap().read(text).unwrap()
    }

    fn three() -> Request {
        Request { lines: 3, ..Request::default() }
    }

    /// What a position is worth for the first seat, exactly; both games count from 0 to 1.
    fn first_has(position: &dyn AnyPosition) -> f64 {
        let report = position.solve(&three(), &mut |_| {}).unwrap();
        assert_eq!(report.proof, Proof::Exact);
        if position.turn().to_string() == "second" { 1.0 - report.score } else { report.score }
    }

    #[test]
    fn each_action_is_worth_what_the_position_after_it_is_solved_to_be() {
        for (game, goal, texts) in [
            ("pig", "10", &["0 0 first 0", "3 4 first 4", "3 4 second 4", "5 9 first 3"][..]),
            ("hog", "8", &["0 0 first", "5 6 second", "6 7 first"]),
        ] {
            for text in texts {
                let position = position(game, &[("goal", goal)], text);
                let report = position.solve(&three(), &mut |_| {}).unwrap();
                assert_eq!(report.lines.len(), position.actions().len(), "{game} {text}");
                assert_eq!(report.action.as_ref(), report.lines[0].line.first());
                assert!((report.lines[0].score - report.score).abs() < 1e-9);
                assert!(report.lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
                for line in &report.lines {
                    let mut after = position.copy();
                    after.play(&line.line[0]).unwrap();
                    let first = first_has(after.as_ref());
                    let own = if position.turn().to_string() == "second" { 1.0 - first } else { first };
                    assert!((line.score - own).abs() < 1e-9, "{game} {text} {line:?}: {own}");
                    assert_eq!(line.proof, Proof::Exact);
                }
            }
        }
    }

    /// Hog comes to an end, so that expectiminimax finds the same as value iteration, and says so.
    #[test]
    fn the_lines_of_two_searches_agree() {
        for text in ["5 6 second", "6 7 first", "4 4 first"] {
            let position = position("hog", &[], text);
            let (found, solved) = (position.best(&three(), &mut |_| {}), position.solve(&three(), &mut |_| {}));
            let (found, solved) = (found.unwrap().lines, solved.unwrap().lines);
            assert_eq!(found.len(), solved.len());
            for (a, b) in found.iter().zip(&solved) {
                assert_eq!((&a.line[0], a.proof), (&b.line[0], Proof::Exact), "{text}");
                assert!((a.score - b.score).abs() < 1e-9, "{text} {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn each_depth_tells_its_lines_and_the_last_one_is_the_answer() {
        let position = position("pig", &[], "10 20 second 5");
        let mut told = Vec::new();
        let request = Request { depth: Some(4), ..three() };
        let report = position.best(&request, &mut |progress| told.push(progress.clone())).unwrap();
        assert_eq!(told.iter().map(|progress| progress.depth).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(told[3].iteration.as_ref().unwrap().lines, report.lines);
        assert_eq!((told[3].nodes, report.lines.len()), (report.nodes, 2));
        assert_eq!((&report.lines[0].line, report.lines[0].score), (&report.line, report.score));
        // After a hold it is the other's turn, who rolls: the line goes on as far as somebody chooses.
        let hold = report.lines.iter().find(|line| line.line[0] == "hold").unwrap();
        assert_eq!(hold.line, ["hold", "roll"]);
        assert_eq!(hold.proof, Proof::Estimate);
        // The same search without the lines enters the same nodes.
        let alone = position.best(&Request { depth: Some(4), ..Request::default() }, &mut |_| {}).unwrap();
        assert_eq!((alone.nodes, alone.score, alone.lines.len()), (report.nodes, report.score, 1));
        assert_eq!(alone.lines[0], report.lines[0]);
    }

    #[test]
    fn a_limit_and_a_turn_of_chance_have_what_there_is() {
        let start = position("pig", &[], "0 0 first 3");
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let report = start.best(&Request { limits, ..three() }, &mut |_| {}).unwrap();
        assert_eq!(report.lines.len(), 1);
        assert_eq!(report.lines[0].line.first(), report.action.as_ref());
        let mut rolled = start.copy();
        rolled.play("roll").unwrap();
        assert_eq!(rolled.turn(), TurnWord::Chance);
        assert!(rolled.best(&Request { depth: Some(2), ..three() }, &mut |_| {}).unwrap().lines.is_empty());
    }
}
