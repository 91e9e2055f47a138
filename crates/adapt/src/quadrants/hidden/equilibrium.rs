//! A game with secrets solved: mixed strategies for both sides, and how far from an equilibrium they are.
//!
//! A position is not solved for itself: what a seat should do there depends on how both came to be there. So the whole
//! game is solved, and the answer is read off where the seat to move sees what it sees.

use counterplay_api::{
    Average, Curve, Declined, Equilibrium, Mixed, MixedAction, Progress, Report, Request, SearchError,
};
use counterplay_core::equilibrium::{Exact, InformationSet, Minimiser, Profile, Regret, SequenceForm, approach, exact};
use counterplay_core::{Cause, ChanceNodes, Halt, Hidden, Limit, Limits, Proof, Random, Seeded, Side, Turn};

use crate::root::Root;
use crate::rules::Rules;

/// The most states that the tree of a game may have, unless the limit of nodes says otherwise: some hundred megabytes.
const MOST_STATES: u64 = 1_000_000;
/// A value is called proven when the strategies leave this much open, in points.
const TOLERANCE: f64 = 1e-6;
/// An action that is taken less often is not called one of the best.
const RARE: f64 = 1e-3;
/// How often hands tremble, where something is to be said of what never comes up.
const TREMBLE: f64 = 1e-9;
/// An equilibrium that nobody can afford this many rounds for is not worth its tree.
const SOME_ROUNDS: u64 = 10;
/// How many rounds a curve shows.
const SHOWN_ROUNDS: u64 = 10_000;

pub(super) type Form<G> = SequenceForm<<G as Hidden>::View, <G as counterplay_core::Game>::Action>;
type Set<G> = InformationSet<<G as Hidden>::View, <G as counterplay_core::Game>::Action>;

/// The sequence form of the whole game.
pub(super) fn form_of<G: Hidden + ChanceNodes>(rules: &Rules<G>, request: &Request) -> Result<Form<G>, SearchError> {
    let limits = Limits { nodes: Some(request.limits.nodes.unwrap_or(MOST_STATES)), ..request.limits.clone() };
    SequenceForm::of(&rules.game, &rules.game.initial(), &limits).map_err(|halt: Box<Halt>| match halt.cause {
        Cause::Limit(Limit::Nodes) => Declined::TooManyStates { most: limits.nodes.unwrap_or(MOST_STATES) }.into(),
        Cause::Forgets => Declined::Forgets.into(),
        _ => rules.halted(&rules.game.initial(), halt),
    })
}

/// What is left of the limits for rounds, each of which goes through the whole tree.
fn rounds(request: &Request, nodes: u64) -> Limits {
    Limits { nodes: request.limits.nodes.map(|most| (most / nodes.max(1)).max(1)), ..request.limits.clone() }
}

/// Solves the game, and reads off what the seat to move should do.
pub(super) fn solve<G: Hidden + ChanceNodes>(
    root: &Root<'_, G>,
    request: &Request,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, SearchError> {
    solve_form(root, form_of(root.rules, request)?, request, progress)
}

/// Solves the game, once it has been walked.
fn solve_form<G: Hidden + ChanceNodes>(
    root: &Root<'_, G>,
    form: Form<G>,
    request: &Request,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, SearchError> {
    let truth = exact(&form);
    let (profile, rounds, stopped) = match &truth {
        Some(truth) => (truth.profile(), 0, None),
        None => {
            let mut minimiser = Minimiser::new(&form, Regret::Plus);
            let limits = rounds(request, form.nodes);
            let tolerance = TOLERANCE * f64::from(root.rules.game.scale());
            let stopped = approach(&mut minimiser, tolerance, &limits, &mut |rounds, found| {
                let mut now = Progress::default();
                now.nodes = form.nodes * rounds;
                now.exploitability = Some(found / f64::from(root.rules.game.scale()));
                progress(&now);
            });
            (minimiser.average(), minimiser.rounds(), stopped)
        }
    };
    let solved = Solved { root, form, profile, truth, rounds, stopped };
    solved.report()
}

/// The report with an action that is drawn by its probability: an equilibrium as a way to play.
pub(super) fn drawn(mut report: Report, request: &Request) -> Report {
    let shares = report.equilibrium.iter().flat_map(|found| &found.strategy).flat_map(|mixed| &mixed.actions);
    let mut left = Seeded::new(request.seed).unit();
    let taken = shares.filter(|share| share.probability > 0.0).find(|share| {
        left -= share.probability;
        left < 0.0
    });
    if let Some(MixedAction { action, id, .. }) = taken.cloned() {
        (report.action, report.action_id) = (Some(action), id);
    }
    report.line = report.action.clone().into_iter().collect();
    report.note = report.note.map(|note| format!("{note}; the action is drawn by its probability, by the seed"));
    report
}

/// The equilibrium, if the limit of nodes is enough for some rounds.
pub(super) fn affordable<G: Hidden + ChanceNodes>(
    root: &Root<'_, G>,
    request: &Request,
) -> Result<Option<Report>, SearchError> {
    let Some(nodes) = request.limits.nodes else { return Ok(None) };
    let limits = Limits { nodes: Some(nodes / SOME_ROUNDS), ..request.limits.clone() };
    // Where it does not fit, this ends soon; whatever else is wrong, the search that is asked then will say.
    let game = &root.rules.game;
    match SequenceForm::of(game, &game.initial(), &limits) {
        Ok(form) => solve_form(root, form, request, &mut |_| {}).map(Some),
        Err(_) => Ok(None),
    }
}

/// How exploitability falls with each kind of regret.
pub(super) fn curves<G: Hidden + ChanceNodes>(rules: &Rules<G>, request: &Request) -> Result<Vec<Curve>, SearchError> {
    let form = form_of(rules, request)?;
    let limits = rounds(request, form.nodes);
    let limits = Limits { nodes: Some(limits.nodes.unwrap_or(SHOWN_ROUNDS)), ..limits };
    let points = f64::from(rules.game.scale());
    let curve = |regret: Regret| {
        let mut curve = Curve { name: regret.name(), points: Vec::new() };
        approach(&mut Minimiser::new(&form, regret), 0.0, &limits, &mut |rounds, found| {
            curve.points.push((rounds, found / points));
        });
        curve
    };
    Ok(Regret::ALL.map(curve).into())
}

/// A game that has been solved, more or less.
struct Solved<'g, G: Hidden> {
    root: &'g Root<'g, G>,
    form: Form<G>,
    profile: Profile,
    truth: Option<Exact>,
    rounds: u64,
    stopped: Option<Limit>,
}

impl<G: Hidden + ChanceNodes> Solved<'_, G> {
    fn report(self) -> Result<Report, SearchError> {
        let (game, state) = (&self.root.rules.game, self.root.state());
        let points = f64::from(game.scale());
        let (low, high) = self.form.bounds(&self.profile);
        let exploitability = if self.truth.is_some() { 0.0 } else { self.form.exploitability(&self.profile) / points };
        let mut report = Report::default();
        report.value.score = self.value() / points + 0.0;
        // Regrets come close to the value, and never to it: the bounds are proven, what is between them is not.
        report.value.proof = if self.truth.is_some() { Proof::Exact } else { Proof::Estimate };
        report.method = if self.truth.is_some() { "linear programming" } else { Regret::Plus.name() };
        (report.statistics.nodes, report.stopped, report.note) = (self.form.nodes, self.stopped, Some(self.note()));
        let strategy = match game.turn(state) {
            Turn::Chance => [self.strategy(Side::Max, &|_| true)?, self.strategy(Side::Min, &|_| true)?].concat(),
            Turn::Seat(seat) => {
                let view = game.view(state, seat);
                self.strategy(game.side(seat), &|set| set.seat == seat && set.view == view)?
            }
        };
        if matches!(game.turn(state), Turn::Seat(_)) {
            strategy.iter().for_each(|mixed| read_off(mixed, &mut report));
        }
        let bounds = self.truth.as_ref().map_or((low, high), |truth| (truth.value.into(), truth.value.into()));
        let mut equilibrium = Equilibrium::default();
        equilibrium.exploitability = exploitability;
        equilibrium.bounds = (bounds.0 / points + 0.0, bounds.1 / points + 0.0);
        equilibrium.fraction = self.truth.as_ref().filter(|_| points == 1.0).map(|truth| truth.value.to_string());
        (equilibrium.rounds, equilibrium.strategy) = (self.rounds, strategy);
        report.equilibrium = Some(Box::new(equilibrium));
        Ok(report)
    }

    fn value(&self) -> f64 {
        self.truth.as_ref().map_or_else(|| self.form.value(&self.profile), |truth| truth.value.into())
    }

    fn note(&self) -> String {
        let (sets, games) = (self.form.information_sets(), self.form.games());
        format!("the whole game: {sets} information sets, {games} ways to play it")
    }

    /// What a side does in those of its sets that are wanted. The actions of the set that the root is in have handles.
    fn strategy(&self, side: Side, is_wanted: &dyn Fn(&Set<G>) -> bool) -> Result<Vec<Mixed>, SearchError> {
        let (game, choices) = (&self.root.rules.game, self.form.choices(side));
        let is_here = matches!(game.turn(self.root.state()), Turn::Seat(_));
        let worths = self.form.action_worths(side, &self.profile);
        let trembling = self.form.action_worths(side, &self.profile.trembling(&self.form, TREMBLE));
        let points = f64::from(game.scale());
        let mixed = |number: usize| {
            let set = &choices.sets[number];
            // The words of the actions are the same in all states that look so.
            let state = game.sample(&set.view, &mut Seeded::new(0));
            let state = state.ok_or_else(|| SearchError::of_halt(Cause::NoState.at_root()))?;
            let fractions = self.truth.as_ref().and_then(|truth| truth.behaviour(&self.form, side, number));
            let shares = self.profile.of(side).behaviour(choices, number);
            let (met, worth) = (worths[number].is_some(), worths[number].as_ref().or(trembling[number].as_ref()));
            let share = |(place, (&action, probability)): (usize, (&G::Action, f64))| MixedAction {
                action: self.root.rules.word(&state, action),
                id: if is_here { self.root.id(action) } else { None },
                probability,
                fraction: fractions.as_ref().map(|fractions| fractions[place].to_string()),
                worth: worth.map_or(0.0, |worths| worths[place] / points + 0.0),
            };
            let actions = set.actions.iter().zip(shares).enumerate().map(share).collect();
            let reach = self.profile.of(side).reach(choices, number);
            Ok(Mixed { seat: set.seat, view: game.view_text(&set.view), reach, met, actions })
        };
        (0..choices.sets.len()).filter(|&number| is_wanted(&choices.sets[number])).map(mixed).collect()
    }
}

/// The answer for one set: the action that is taken most often, all that are taken, and what they are worth.
fn read_off(mixed: &Mixed, report: &mut Report) {
    let most = mixed.actions.iter().reduce(|most, next| if next.probability > most.probability { next } else { most });
    report.action = most.map(|share| share.action.clone());
    report.action_id = most.and_then(|share| share.id);
    report.line = report.action.clone().into_iter().collect();
    report.best =
        mixed.actions.iter().filter(|share| share.probability > RARE).map(|share| share.action.clone()).collect();
    report.value.score = mixed.actions.iter().map(|share| share.probability * share.worth).sum();
    report.averages = (mixed.actions.iter())
        .map(|share| Average { action: share.action.clone(), score: share.worth, error: None, visits: None })
        .collect();
    if !mixed.met {
        let note = report.note.take().unwrap_or_default();
        report.note =
            Some(format!("{note}; who plays well never lets this come, and it is worth this if the other has erred"));
        report.value.proof = Proof::Estimate;
    }
    if !mixed.is_reached() {
        let note = report.note.take().unwrap_or_default();
        report.note =
            Some(format!("{note}; {} never lets this come, and so what it does here is left open", mixed.seat));
        report.value.proof = Proof::Estimate;
    }
}
