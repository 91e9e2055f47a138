//! Games with hidden information: searches over what could be to play, an equilibrium to solve.

mod advice;
mod averaging;
mod compare;
mod equilibrium;
mod ismcts;
mod search;

use std::sync::Arc;

use counterplay_api::{Comparison, Curve, HiddenSearch, Progress, Report, Request, RowEvent, SearchError};
use counterplay_core::advice::Advice;
use counterplay_core::check::Battery;
use counterplay_core::engine::Keys;
use counterplay_core::search::{ActionAverage, ActionVisits, Averages, FaceUp, Simulated};
use counterplay_core::{
    Chance, ChanceNodes, Game, Halt, Hidden, Line, Proof, Random, Seat, Seeded, TextError, Turn, With, Without,
};

pub(crate) use self::search::AnyHiddenSearch;
use super::{Quadrant, Searches, declined};
use crate::point_of_view::PointOfView;
use crate::rules::Rules;
use crate::to_report::OVER;

/// Whether cards are dealt or something is merely concealed makes no difference to the searches.
impl<L, G> Quadrant<G> for (L, With)
where
    L: LuckOf<G> + FaceUp<G>,
    G: Hidden + ChanceNodes + Game<Luck = L, Secrets = With>,
    G::View: Send + Sync,
{
    fn searches<'a>(rules: &'a Rules<G>, line: &'a Line<G>) -> Searches<'a>
    where
        G: Send + Sync,
        G::State: Send + Sync,
        G::Action: Send + Sync,
    {
        Searches::Hidden(Box::new(Position { rules, state: line.state() }))
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
    fn advice(&self, seat: Seat, request: &Request) -> Option<Advice<String>>;
    /// See [`averaging`](counterplay_core::search::averaging).
    fn average(&self, seat: Seat, request: &Request) -> Result<Averages<(), String>, SearchError>;
    /// See [`ismcts`](counterplay_core::search::ismcts).
    fn simulate(&self, seat: Seat, request: &Request) -> Result<Simulated<String>, SearchError>;
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

/// A position with the types of its game.
struct Position<'a, G: Game> {
    rules: &'a Rules<G>,
    state: &'a G::State,
}

impl<G: Hidden + ChanceNodes> Position<'_, G> {
    fn search(&self) -> Result<&dyn AnyHiddenSearch<G>, SearchError> {
        let none = || declined("there is no search for this game");
        self.rules.capabilities.hidden_search.as_deref().ok_or_else(none)
    }

    fn word(&self, action: G::Action) -> String {
        self.rules.word(self.state, action)
    }
}

/// Where a search halted is not said: the position would tell what the seat may not know.
#[expect(clippy::needless_pass_by_value, reason = "what `map_err` gives")]
fn halted(halt: Box<Halt>) -> SearchError {
    SearchError::Halted(halt.to_string())
}

impl<G: Hidden + ChanceNodes> HiddenPosition for Position<'_, G> {
    fn point_of_view(&self) -> PointOfView {
        self.rules.point_of_view(self.state)
    }
    fn seat(&self) -> Option<Seat> {
        match self.rules.game.turn(self.state) {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => None,
        }
    }
    fn utility(&self) -> f64 {
        self.rules.game.utility(self.state).into()
    }
    fn advice(&self, seat: Seat, request: &Request) -> Option<Advice<String>> {
        let advise = self.rules.capabilities.advise?;
        let random = &mut Seeded::new(request.seed);
        let Advice { action, shares, nodes, note } =
            advise(&self.rules.game, self.state, seat, &request.limits, random)?;
        let shares = shares.into_iter().map(|(action, share)| (self.word(action), share)).collect();
        Some(Advice { action: self.word(action), shares, nodes, note })
    }
    fn average(&self, seat: Seat, request: &Request) -> Result<Averages<(), String>, SearchError> {
        let found = self.search()?.average(self.rules, self.state, seat, request).map_err(halted)?;
        let action = |entry: ActionAverage<G::Action>| {
            let ActionAverage { action, values, average, error } = entry;
            ActionAverage { action: self.word(action), values, average, error }
        };
        Ok(Averages {
            states: found.states.iter().map(|&(_, probability)| ((), probability)).collect(),
            all: found.all,
            actions: found.actions.into_iter().map(action).collect(),
            choice: self.word(found.choice),
            average: found.average,
            confidence: found.confidence,
            proof: found.proof,
            depth: found.depth,
            nodes: found.nodes,
            stopped: found.stopped,
        })
    }
    fn simulate(&self, seat: Seat, request: &Request) -> Result<Simulated<String>, SearchError> {
        let found = self.search()?.simulate(self.rules, self.state, seat, request).map_err(halted)?;
        let action = |entry: &ActionVisits<G::Action>| ActionVisits {
            action: self.word(entry.action),
            visits: entry.visits,
            mean: entry.mean,
        };
        let &Simulated { mean, deals, nodes, views, full, stopped, .. } = &found;
        let actions = found.actions.iter().map(action).collect();
        Ok(Simulated { actions, choice: self.word(found.choice), mean, deals, nodes, views, full, stopped })
    }
    fn equilibrium(&self, request: &Request, progress: &mut dyn FnMut(&Progress)) -> Result<Report, SearchError> {
        equilibrium::solve(self.rules, self.state, request, progress)
    }
    fn affordable_equilibrium(&self, request: &Request) -> Result<Option<Report>, SearchError> {
        equilibrium::affordable(self.rules, self.state, request)
    }
    fn curves(&self, request: &Request) -> Result<Vec<Curve>, SearchError> {
        equilibrium::curves(self.rules, request)
    }
    fn compare(&self, request: &Request, progress: &mut dyn FnMut(RowEvent<'_>)) -> Result<Comparison, SearchError> {
        compare::compare(self.rules, self.search()?, request, progress)
    }
}

/// What the seat to move should do, by the search that was asked for.
pub(super) fn best(position: &dyn HiddenPosition, request: &Request) -> Result<Report, SearchError> {
    let mover = position.point_of_view();
    if mover.is_over {
        return Ok(over(position));
    }
    let seat = position.seat().ok_or_else(|| declined("it is chance's turn: there is nothing to decide"))?;
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
    Report {
        score: mover.score(value),
        proof: Proof::Exact,
        outcome: Some(mover.outcome(value)),
        plies: Some(0),
        note: Some(OVER.to_owned()),
        ..Report::default()
    }
}
