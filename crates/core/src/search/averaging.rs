//! Averaging over deals: the textbook's answer to hidden cards.
//!
//! For each state that a seat's view allows, compute the minimax value of each action *as if everybody could see all
//! cards*, and take the action with the best average:
//!
//! ```text
//! argmax over a of  sum over deals s of P(s) * MINIMAX(RESULT(s, a))
//! ```
//!
//! It is strong in many games and wrong in some, for it believes that what is hidden now will be seen before the next
//! choice. So its average is a value of that belief, never a proven value of the game.

use super::walk::Answer;
use super::{Settings, expectiminimax};
use crate::limits::{Cause, Halt};
use crate::quadrant::OutcomesOf;
use crate::trace::Silent;
use crate::{Evaluate, Hidden, Proof, Random, Revealed, Side, Turn};

/// What an action is worth on average.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionAverage<A> {
    /// The action.
    pub action: A,
    /// Its value in each state of [`Averages::states`], for MAX.
    pub values: Vec<f64>,
    /// The mean of these by the probabilities of the states.
    pub average: f64,
}

/// The value of each action in each state that a view allows.
#[derive(Clone, PartialEq, Debug)]
pub struct Averages<S, A> {
    /// The states, with their probabilities.
    pub states: Vec<(S, f64)>,
    /// The actions in the game's order, each with its values.
    pub actions: Vec<ActionAverage<A>>,
    /// The action with the best average for the side to move; of several the first.
    pub choice: A,
    /// Its average, for MAX.
    pub average: f64,
    /// Exact if `states` are all that the view allows and each was searched to its end; else an estimate. Exact is the
    /// average, not the game's value.
    pub proof: Proof,
    /// States entered in all searches together.
    pub nodes: u64,
}

/// Averages over all deals where the game can list them, else over `deals` of them, drawn by `random`.
///
/// # Errors
/// If no state has this view, nobody is to move in it, or a search could not go on.
pub fn averaging<'g, G, E>(
    game: &'g G,
    view: &G::View,
    deals: usize,
    settings: &Settings<E>,
    random: &mut dyn Random,
) -> Answer<Averages<G::State, G::Action>>
where
    G: Hidden,
    E: Evaluate<Revealed<&'g G>>,
    G::Luck: OutcomesOf<Revealed<&'g G>>,
{
    let halt = |cause| Box::new(Halt { cause, path: Vec::new() });
    // 1. The states that the view allows.
    let listed = game.consistent(view);
    let all = listed.is_some();
    let states = listed.unwrap_or_else(|| {
        let share = 1.0 / deals.max(1) as f64;
        (0..deals.max(1)).filter_map(|_| game.sample(view, random)).map(|state| (state, share)).collect()
    });
    let (first, _) = states.first().ok_or_else(|| halt(Cause::NoState))?;
    // 2. The actions: they depend on the view alone, so any of the states will tell.
    if game.is_terminal(first) || game.turn(first) != Turn::Seat(game.viewer(view)) {
        return Err(halt(Cause::NotToMove));
    }
    let mut actions: Vec<_> = (game.action_list(first).into_iter())
        .map(|action| ActionAverage { action, values: Vec::with_capacity(states.len()), average: 0.0 })
        .collect();
    // 3. The value of each action in each state, with all cards face up.
    let revealed = Revealed(game);
    let (mut nodes, mut estimates) = (0, !all);
    for (state, probability) in &states {
        for entry in &mut actions {
            let decision = expectiminimax(&revealed, &game.result(state, entry.action), settings, &mut Silent)?;
            let score = decision.value.score;
            nodes += decision.statistics.nodes;
            estimates |= decision.value.proof != Proof::Exact;
            entry.values.push(score);
            entry.average += probability * score;
        }
    }
    // 4. The best average for the side to move.
    let sign = if game.side(game.viewer(view)) == Side::Max { 1.0 } else { -1.0 };
    let best =
        (actions.iter()).reduce(|best, entry| if sign * entry.average > sign * best.average { entry } else { best });
    let (choice, average) = best.map(|entry| (entry.action, entry.average)).ok_or_else(|| halt(Cause::NoActions))?;
    let proof = if estimates { Proof::Estimate } else { Proof::Exact };
    Ok(Averages { states, actions, choice, average, proof, nodes })
}
