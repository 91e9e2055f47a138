//! Games with hidden information: searches over what could be to play, an equilibrium to solve.

mod advice;
mod averaging;
mod compare;
mod equilibrium;
mod ismcts;
mod search;

use std::sync::Arc;

use counterplay_api::{Comparison, Curve, Declined, HiddenSearch, Progress, Report, Request, RowEvent, SearchError};
use counterplay_core::advice::Advice;
use counterplay_core::check::Battery;
use counterplay_core::engine::Keys;
use counterplay_core::search::{ActionAverage, ActionVisits, Averages, FaceUp, Simulated};
use counterplay_core::{
    Chance, ChanceNodes, Game, Hidden, Proof, Random, Seat, Seeded, TextError, Turn, With, Without,
};

pub(crate) use self::search::AnyHiddenSearch;
use super::{Quadrant, Searches};
use crate::point_of_view::PointOfView;
use crate::root::Root;
use crate::rules::Rules;
use crate::to_report::OVER;
use crate::to_words::NamedAction;

/// Whether cards are dealt or something is merely concealed makes no difference to the searches.
impl<L, G> Quadrant<G> for (L, With)
where
    L: LuckOf<G> + FaceUp<G>,
    G: Hidden + ChanceNodes + Game<Luck = L, Secrets = With>,
    G::View: Send + Sync,
{
    fn searches<'a>(root: Root<'a, G>) -> Searches<'a>
    where
        G: Send + Sync,
        G::State: Send + Sync,
        G::Action: Send + Sync,
    {
        Searches::Hidden(Box::new(root))
    }
    fn hidden_search<K>(keys: K) -> Option<Arc<dyn AnyHiddenSearch<G>>>
    where
        G: Send + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        K: Keys<G> + Clone + Send + Sync + 'static,
    {
        Some(Arc::new(search::HiddenSearch(keys)))
    }
    fn laws(battery: Battery<'_, G>) -> Battery<'_, G> {
        L::laws(battery.hidden())
    }
    fn draw(rules: &Rules<G>, state: &G::State, random: &mut dyn Random) -> Option<G::Action> {
        L::draw(&rules.game, state, random)
    }
    fn seen(rules: &Rules<G>, state: &G::State, seat: Seat) -> Option<String> {
        Some(rules.game.view_text(&rules.game.view(state, seat)))
    }
    fn told(rules: &Rules<G>, state: &G::State, action: G::Action, seat: Seat) -> Option<String> {
        Some(rules.game.observation(state, action, seat))
    }
    fn read_view(rules: &Rules<G>, text: &str) -> Option<Result<G::State, TextError>> {
        Some(state_of_view(rules, text))
    }
}

/// What luck, or its absence, adds.
pub trait LuckOf<G: Game>: Send + Sync + 'static {
    /// Its laws.
    fn laws(battery: Battery<'_, G>) -> Battery<'_, G>;
    /// An outcome.
    fn draw(game: &G, state: &G::State, random: &mut dyn Random) -> Option<G::Action>;
}

impl<G: Chance> LuckOf<G> for With {
    fn laws(battery: Battery<'_, G>) -> Battery<'_, G> {
        battery.chance()
    }
    fn draw(game: &G, state: &G::State, random: &mut dyn Random) -> Option<G::Action> {
        game.draw(state, random)
    }
}

impl<G: Game> LuckOf<G> for Without {
    fn laws(battery: Battery<'_, G>) -> Battery<'_, G> {
        battery
    }
    fn draw(_: &G, _: &G::State, _: &mut dyn Random) -> Option<G::Action> {
        None
    }
}

/// A state that a seat with this view may be in. Which one does not matter: whatever is asked of it is asked by the
/// view.
fn state_of_view<G: Hidden>(rules: &Rules<G>, text: &str) -> Result<G::State, TextError> {
    let view = rules.game.parse_view(text)?;
    let state = rules.game.sample(&view, &mut Seeded::new(0));
    // All of the text could be read: whatever else is wrong with it is found earlier.
    state.ok_or_else(|| TextError::new(text.trim_end().len(), "no state of the game has this view"))
}

/// The searches for games with secrets on one position, answering in words.
#[doc(hidden)]
pub trait HiddenPosition {
    /// The point of view of the side to move.
    fn point_of_view(&self) -> PointOfView;
    /// The seat to move; nothing at chance's turn.
    fn seat(&self) -> Option<Seat>;
    /// The utility of a finished game, MAX's.
    fn utility(&self) -> f64;
    /// What the game advises the seat to move, if it has anything to say.
    fn advice(&self, seat: Seat, request: &Request) -> Option<Advice<NamedAction>>;
    /// See [`averaging`](counterplay_core::search::averaging).
    fn average(&self, seat: Seat, request: &Request) -> Result<Averages<(), NamedAction>, SearchError>;
    /// See [`ismcts`](counterplay_core::search::ismcts).
    fn simulate(&self, seat: Seat, request: &Request) -> Result<Simulated<NamedAction>, SearchError>;
    /// An equilibrium of the whole game, and what the seat to move should do.
    fn equilibrium(&self, request: &Request, progress: &mut dyn FnMut(&Progress)) -> Result<Report, SearchError>;
    /// The equilibrium, if the limit of nodes is enough for some rounds.
    fn affordable_equilibrium(&self, request: &Request) -> Result<Option<Report>, SearchError>;
    /// How exploitability falls with each kind of regret.
    fn curves(&self, request: &Request) -> Result<Vec<Curve>, SearchError>;
    /// The ways to play side by side, each as a strategy for the whole game.
    fn compare(&self, request: &Request, progress: &mut dyn FnMut(RowEvent<'_>)) -> Result<Comparison, SearchError>;
}

impl dyn HiddenPosition + '_ {
    /// The equilibrium, or the result of a finished game.
    pub(super) fn solve(&self, request: &Request, progress: &mut dyn FnMut(&Progress)) -> Result<Report, SearchError> {
        if self.point_of_view().is_over { Ok(over(self)) } else { self.equilibrium(request, progress) }
    }
}

impl<G: Hidden + ChanceNodes> Root<'_, G> {
    fn hidden_search(&self) -> Result<&dyn AnyHiddenSearch<G>, SearchError> {
        Ok(self.rules.capabilities.hidden_search.as_deref().ok_or(Declined::NoHiddenSearch)?)
    }
}

impl<G: Hidden + ChanceNodes> HiddenPosition for Root<'_, G> {
    fn point_of_view(&self) -> PointOfView {
        Root::point_of_view(self)
    }
    fn seat(&self) -> Option<Seat> {
        match self.rules.game.turn(self.state()) {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => None,
        }
    }
    fn utility(&self) -> f64 {
        self.rules.game.utility(self.state()).into()
    }
    fn advice(&self, seat: Seat, request: &Request) -> Option<Advice<NamedAction>> {
        let advise = self.rules.capabilities.advise?;
        let random = &mut Seeded::new(request.seed);
        let Advice { action, shares, nodes, note } =
            advise(&self.rules.game, self.state(), seat, &request.limits, random)?;
        let shares = shares.into_iter().map(|(action, share)| (self.named(action), share)).collect();
        Some(Advice { action: self.chosen(action), shares, nodes, note })
    }
    fn average(&self, seat: Seat, request: &Request) -> Result<Averages<(), NamedAction>, SearchError> {
        let found =
            self.hidden_search()?.average(self.rules, self.state(), seat, request).map_err(SearchError::of_halt)?;
        let action = |entry: ActionAverage<G::Action>| {
            let ActionAverage { action, values, average, error } = entry;
            ActionAverage { action: self.named(action), values, average, error }
        };
        Ok(Averages {
            states: found.states.iter().map(|&(_, probability)| ((), probability)).collect(),
            all: found.all,
            actions: found.actions.into_iter().map(action).collect(),
            choice: self.chosen(found.choice),
            average: found.average,
            confidence: found.confidence,
            proof: found.proof,
            depth: found.depth,
            nodes: found.nodes,
            stopped: found.stopped,
        })
    }
    fn simulate(&self, seat: Seat, request: &Request) -> Result<Simulated<NamedAction>, SearchError> {
        let found =
            self.hidden_search()?.simulate(self.rules, self.state(), seat, request).map_err(SearchError::of_halt)?;
        let action = |entry: &ActionVisits<G::Action>| ActionVisits {
            action: self.named(entry.action),
            visits: entry.visits,
            mean: entry.mean,
        };
        let &Simulated { mean, deals, nodes, views, full, stopped, .. } = &found;
        let actions = found.actions.iter().map(action).collect();
        Ok(Simulated { actions, choice: self.chosen(found.choice), mean, deals, nodes, views, full, stopped })
    }
    fn equilibrium(&self, request: &Request, progress: &mut dyn FnMut(&Progress)) -> Result<Report, SearchError> {
        equilibrium::solve(self, request, progress)
    }
    fn affordable_equilibrium(&self, request: &Request) -> Result<Option<Report>, SearchError> {
        equilibrium::affordable(self, request)
    }
    fn curves(&self, request: &Request) -> Result<Vec<Curve>, SearchError> {
        equilibrium::curves(self.rules, request)
    }
    fn compare(&self, request: &Request, progress: &mut dyn FnMut(RowEvent<'_>)) -> Result<Comparison, SearchError> {
        compare::compare(self.rules, self.hidden_search()?, request, progress)
    }
}

/// What the seat to move should do, by the search that was asked for.
pub(super) fn best(position: &dyn HiddenPosition, request: &Request) -> Result<Report, SearchError> {
    let mover = position.point_of_view();
    if mover.is_over {
        return Ok(over(position));
    }
    let seat = position.seat().ok_or(Declined::NothingToDecide)?;
    let strongest = request.search == Some(HiddenSearch::Strongest);
    if (strongest || request.search.is_none())
        && let Some(advice) = position.advice(seat, request)
    {
        return Ok(advice::report(&mover, advice, request));
    }
    if strongest && let Some(report) = position.affordable_equilibrium(request)? {
        return Ok(equilibrium::drawn(report, request));
    }
    match request.search {
        Some(HiddenSearch::Ismcts) => Ok(ismcts::report(&mover, &position.simulate(seat, request)?, seat, request)),
        Some(HiddenSearch::Equilibrium) => Ok(equilibrium::drawn(position.equilibrium(request, &mut |_| {})?, request)),
        None | Some(HiddenSearch::Averaging | HiddenSearch::Strongest) => {
            Ok(averaging::report(&mover, &position.average(seat, request)?, seat, request))
        }
    }
}

/// The report of a finished game.
fn over(position: &dyn HiddenPosition) -> Report {
    let (mover, value) = (position.point_of_view(), position.utility());
    let mut report = Report::default();
    (report.value.score, report.value.proof) = (mover.score(value), Proof::Exact);
    (report.value.outcome, report.value.plies) = (Some(mover.outcome(value)), Some(0));
    report.note = Some(OVER.to_owned());
    report
}
