//! A game with secrets walked from end to end, and what there is in it, counted.

use std::collections::{BTreeMap, HashSet};

use counterplay_core::{Chance, Hidden, Outcomes, Turn};

/// What was counted: a node for each line of play.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Census {
    /// Where a seat chooses.
    pub choices: u64,
    /// Where chance decides.
    pub chances: u64,
    /// How often each utility comes at the end of a line.
    pub ends: BTreeMap<i32, u64>,
    /// The different views of whoever is to choose.
    pub information_sets: usize,
    /// What the first player wins if everybody takes any action as likely as any other.
    pub drift: f64,
}

/// Counts a game.
#[must_use]
pub fn census<G: Hidden + Chance>(game: &G) -> Census {
    let (mut census, mut views) = (Census::default(), HashSet::new());
    census.drift = walk(game, &game.initial(), &mut census, &mut views);
    census.information_sets = views.len();
    census
}

/// The value of a state to the first player under chance alone.
fn walk<G: Hidden + Chance>(game: &G, state: &G::State, census: &mut Census, views: &mut HashSet<G::View>) -> f64 {
    if game.is_terminal(state) {
        let utility = game.utility(state);
        *census.ends.entry(utility.get()).or_default() += 1;
        return f64::from(utility);
    }
    let options: Vec<(G::Action, f64)> = match game.turn(state) {
        Turn::Seat(seat) => {
            census.choices += 1;
            views.insert(game.view(state, seat));
            let actions = game.action_list(state);
            let share = 1.0 / actions.len() as f64;
            actions.into_iter().map(|action| (action, share)).collect()
        }
        Turn::Chance => {
            census.chances += 1;
            let mut outcomes = Outcomes::new();
            game.outcomes(state, &mut outcomes);
            outcomes.as_slice().to_vec()
        }
    };
    options.into_iter().map(|(action, p)| p * walk(game, &game.result(state, action), census, views)).sum()
}
