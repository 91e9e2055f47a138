//! Games with hidden information: searches over what could be to play, an equilibrium to solve.

mod advice;
mod averaging;
mod compare;
mod dealer;
mod equilibrium;
mod ismcts;

use std::sync::Arc;

use counterplay_core::check::Battery;
use counterplay_core::engine::Keys;
use counterplay_core::search::FaceUp;
use counterplay_core::{
    Chance, ChanceNodes, Evaluate, Game, Hidden, Knowledge, Proof, Random, Seat, Seeded, TextError, Turn, With, Without,
};

pub(crate) use self::dealer::Dealer;
use super::Quadrant;
use crate::mind::Mind;
use crate::rules::Rules;
use counterplay_api::{Comparison, Curve, HiddenSearch, Progress, Report, Request, RowEvent, SearchError};

/// Whether cards are dealt or something is merely concealed makes no difference to the searches.
impl<L, G> Quadrant<G> for (L, With)
where
    L: LuckOf<G> + FaceUp<G>,
    G: Hidden + ChanceNodes + Game<Luck = L, Secrets = With>,
    G::View: Send + Sync,
{
    fn dealer<K, U, E>(mind: Mind<K, U, E>) -> Option<Arc<dyn Dealer<G>>>
    where
        G: Send + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        K: Keys<G> + Clone + Send + Sync + 'static,
        U: Knowledge<G> + Clone + Send + Sync + 'static,
        E: Evaluate<G> + Clone + Send + Sync + 'static,
    {
        Some(Arc::new(mind))
    }
    fn best(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        _: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        let seat = match rules.game.turn(state) {
            _ if rules.game.is_terminal(state) => return Ok(over(rules, state)),
            Turn::Chance => {
                return Err(SearchError::Declined("it is chance's turn: there is nothing to decide".to_owned()));
            }
            Turn::Seat(seat) => seat,
        };
        let strongest = request.search == Some(HiddenSearch::Strongest);
        if (strongest || request.search.is_none())
            && let Some(report) = advice::advised(rules, state, seat, request)
        {
            return Ok(report);
        }
        if strongest && let Some(report) = equilibrium::affordable(rules, state, request)? {
            return Ok(report);
        }
        let dealer = dealer(rules)?;
        match request.search {
            Some(HiddenSearch::Ismcts) => ismcts::report(rules, dealer, state, seat, request),
            Some(HiddenSearch::Equilibrium) => equilibrium::play(rules, state, request),
            None | Some(HiddenSearch::Averaging | HiddenSearch::Strongest) => {
                averaging::report(rules, dealer, state, seat, request)
            }
        }
    }
    fn solve(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        equilibrium::solve(rules, state, request, progress)
    }
    fn curves(rules: &Rules<G>, request: &Request) -> Result<Vec<Curve>, SearchError> {
        equilibrium::curves(rules, request)
    }
    fn compare(
        rules: &Rules<G>,
        _: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(RowEvent<'_>),
    ) -> Result<Comparison, SearchError> {
        compare::compare(rules, dealer(rules)?, request, progress)
    }
    fn laws(battery: Battery<'_, G>) -> Battery<'_, G> {
        L::laws(battery.hidden())
    }
    fn draw(rules: &Rules<G>, state: &G::State, random: &mut dyn Random) -> Option<G::Action> {
        L::draw(&rules.game, state, random)
    }
    fn seen(rules: &Rules<G>, state: &G::State, seat: Seat) -> Option<String> {
        Some(view_text(rules, state, seat))
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

/// The searches over what could be.
fn dealer<G: Game>(rules: &Rules<G>) -> Result<&dyn Dealer<G>, SearchError> {
    let none = || SearchError::Declined("there is no search for this game".to_owned());
    rules.abilities.dealer.as_deref().ok_or_else(none)
}

fn view_text<G: Hidden>(rules: &Rules<G>, state: &G::State, seat: Seat) -> String {
    rules.game.view_text(&rules.game.view(state, seat))
}

/// A state that a seat with this view may be in. Which one does not matter: whatever is asked of it is asked by the view.
fn state_of_view<G: Hidden>(rules: &Rules<G>, text: &str) -> Result<G::State, TextError> {
    let view = rules.game.parse_view(text)?;
    let state = rules.game.sample(&view, &mut Seeded::new(0));
    // All of the text could be read: whatever else is wrong with it is found earlier.
    state.ok_or_else(|| TextError::new(text.trim_end().len(), "no state of the game has this view"))
}

/// The report of a finished game.
fn over<G: Hidden + ChanceNodes>(rules: &Rules<G>, state: &G::State) -> Report {
    let value = f64::from(rules.game.utility(state));
    Report {
        score: rules.score(state, value),
        proof: Proof::Exact,
        outcome: Some(rules.outcome(state, value)),
        plies: Some(0),
        note: Some("the game is over".to_owned()),
        ..Report::default()
    }
}
