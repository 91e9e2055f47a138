//! Games with hidden information: averaging over deals to play, an equilibrium to solve.

mod averaging;
mod equilibrium;

use counterplay_core::check::Battery;
use counterplay_core::quadrant::OutcomesOf;
use counterplay_core::{Chance, ChanceNodes, Game, Hidden, Random, Revealed, Seat, Seeded, TextError, With, Without};

use self::averaging::average;
use super::Quadrant;
use crate::rules::Rules;
use crate::{Comparison, Curve, Lap, Progress, Report, Request, SearchError};

const NO_COMPARISON: &str =
    "the searches that are compared are for games of perfect information, and this one has secrets; `move` averages";

/// Whether cards are dealt or something is merely concealed makes no difference to the searches.
impl<L, G> Quadrant<G> for (L, With)
where
    L: LuckOf<G> + for<'g> OutcomesOf<Revealed<&'g G>>,
    G: Hidden + ChanceNodes + Game<Luck = L, Secrets = With>,
{
    fn best(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        _: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        average(rules, state, request)
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
    fn compare(_: &Rules<G>, _: &G::State, _: &Request, _: &mut dyn FnMut(Lap<'_>)) -> Result<Comparison, SearchError> {
        Err(SearchError::Declined(NO_COMPARISON.to_owned()))
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

#[cfg(test)]
mod tests;
