//! Best response: the best strategy against an opponent who is known to err.
//!
//! Minimax is the best strategy against an opponent who never errs, and sure of its value against any. Against one who
//! chooses by known probabilities π there is a better one:
//!
//! ```text
//! RESPONSE(s) = UTILITY(s)                                       if TERMINAL-TEST(s)
//!               max over a of RESPONSE(RESULT(s, a))             if PLAYER(s) = MAX
//!               sum over a of π(a | s) * RESPONSE(RESULT(s, a))  if PLAYER(s) = MIN
//!               sum over r of P(r) * RESPONSE(RESULT(s, r))      if PLAYER(s) = CHANCE
//! ```
//!
//! Here MIN errs; where MAX does, min takes the place of max. How the opponent errs is an [`OpponentModel`], which may
//! look at the minimax values of its actions. At each state both strategies are held to both opponents: see
//! [`Responses`]. The steps are numbered as in [`search`](crate::search).

use super::decision::tolerance;
use super::walk::{Entered, Expansion, SearchResult, Walk, Walked};
use super::{Order, Settings};
use crate::limits::Cause;
use crate::trace::{Edge, Silent, Window};
use crate::{ChanceNodes, Evaluate, Game, Oracle, Outcomes, PerfectInformation, Role, Side};

/// A model of a fallible opponent: how often it chooses what.
pub trait OpponentModel<G: Game> {
    /// Writes the probability of each action of a state, in the game's order. `values` are the minimax values of the
    /// actions, for MAX; the opponent is `side`.
    fn probabilities(&self, game: &G, state: &G::State, side: Side, values: &[f64], out: &mut Vec<f64>);
}

/// An opponent who plays at random with a probability, and otherwise the first of the minimax actions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Blundering(pub f64);

impl<G: Game> OpponentModel<G> for Blundering {
    fn probabilities(&self, _: &G, _: &G::State, side: Side, values: &[f64], out: &mut Vec<f64>) {
        let Blundering(random) = *self;
        out.resize(values.len(), random / values.len() as f64);
        if let Some(&best) = by_rank(side, values).first() {
            out[best] += 1.0 - random;
        }
    }
}

/// An opponent who plays its best action so often, the second best so often, and so on. Where there are fewer actions
/// than ranks, the ranks that there are keep their proportions.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked(pub Vec<f64>);

impl<G: Game> OpponentModel<G> for Ranked {
    fn probabilities(&self, _: &G, _: &G::State, side: Side, values: &[f64], out: &mut Vec<f64>) {
        let count = values.len();
        let weights: Vec<f64> = (0..count).map(|rank| self.0.get(rank).copied().unwrap_or(0.0)).collect();
        let sum: f64 = weights.iter().sum();
        out.resize(count, 0.0);
        for (rank, at) in by_rank(side, values).into_iter().enumerate() {
            out[at] = if sum > 0.0 { weights[rank] / sum } else { 1.0 / count as f64 };
        }
    }
}

/// Places of the actions, the best for the side first; of equal ones the first.
fn by_rank(side: Side, values: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|&a, &b| match side {
        Side::Max => values[b].total_cmp(&values[a]),
        Side::Min => values[a].total_cmp(&values[b]),
    });
    places
}

/// Four values of a state: two strategies, each against two opponents. They are for MAX.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Responses {
    /// Minimax against an opponent who never errs: the minimax value.
    pub minimax: f64,
    /// Minimax against the opponent who errs, on average.
    pub minimax_against_model: f64,
    /// The best response against the opponent who errs, on average.
    pub response: f64,
    /// The best response against an opponent who never errs, and knows the strategy: what it is sure of.
    pub response_guarantee: f64,
}

/// What both strategies do in a state, and what the opponent does.
#[derive(Clone, PartialEq, Debug)]
pub struct Responded {
    /// The values.
    pub values: Responses,
    /// The number of minimax's action, from 1, where it is our turn: of equal ones the first.
    pub minimax_action: Option<u32>,
    /// The number of the best response's action, where it is our turn: minimax's if no other is better.
    pub response_action: Option<u32>,
    /// How often the opponent chooses each action, where it is its turn.
    pub probabilities: Vec<f64>,
}

/// Best response at the root, for the side that plays against the model. `on_state` hears of every state on the way
/// back from it, with the numbers of the actions that lead there.
///
/// # Errors
/// If the game breaks its contract, the model's probabilities do not sum to 1, a value that is needed is unknown, the
/// recursion is too deep, or a limit was reached.
pub fn best_response<G, E, O, M>(
    game: &G,
    state: &G::State,
    settings: &Settings<E, O>,
    side: Side,
    model: &M,
    on_state: &mut dyn FnMut(&[u32], &Responded),
) -> SearchResult<Responded>
where
    G: ChanceNodes + PerfectInformation,
    E: Evaluate<G>,
    O: Oracle<G> + ?Sized,
    M: OpponentModel<G> + ?Sized,
{
    let mut silent = Silent;
    let walk = Walk::new(game, settings, &mut silent);
    let mut search = BestResponse { walk, side, model, on_state, path: Vec::new() };
    let found = search.responded(state, None);
    search.walk.answer(found)
}

struct BestResponse<'a, 'f, G: ChanceNodes, E, O: ?Sized, M: ?Sized> {
    walk: Walk<'a, G, E, &'a mut Silent, O>,
    side: Side,
    model: &'a M,
    on_state: &'f mut dyn FnMut(&[u32], &Responded),
    /// The numbers of the actions from the root to the state.
    path: Vec<u32>,
}

impl<G, E, O, M> BestResponse<'_, '_, G, E, O, M>
where
    G: ChanceNodes,
    E: Evaluate<G>,
    O: Oracle<G> + ?Sized,
    M: OpponentModel<G> + ?Sized,
{
    fn responded(&mut self, state: &G::State, via: Option<Edge<G::Action>>) -> Walked<Responded> {
        // 1. Enter the state.
        let found = match self.walk.enter(state, via, Window::OPEN)? {
            // 2. A leaf is worth the same to all.
            Entered::Terminal => Responded::leaf(self.walk.utility(state)?.into()),
            Entered::Horizon => Responded::leaf(self.walk.expectation(state)?),
            // 3. Otherwise we choose, the opponent does, or chance decides.
            Entered::Node(Role::Chance) => self.by_chance(state)?,
            Entered::Node(role) if role == Role::from(self.side) => self.by_us(state)?,
            Entered::Node(_) => self.by_opponent(state)?,
        };
        // 4. Leave the state.
        (self.on_state)(&self.path, &found);
        Ok(found)
    }

    /// The values of all children, in the game's order.
    fn children(&mut self, state: &G::State) -> Walked<Vec<Responses>> {
        let actions = self.walk.expand(state)?;
        let mut children = Vec::with_capacity(actions.count);
        for index in actions.indices() {
            children.push(self.child(state, &actions, index)?);
        }
        self.walk.pop_actions(&actions);
        if self.walk.settings.order == Order::RightToLeft {
            children.reverse();
        }
        Ok(children)
    }

    fn child(&mut self, state: &G::State, actions: &Expansion, index: usize) -> Walked<Responses> {
        let edge = self.walk.edge(actions, index);
        self.path.push(edge.number);
        let found = self.responded(&self.walk.game.result(state, edge.action), Some(edge));
        self.path.pop();
        Ok(self.walk.behind(index, actions.count, found)?.values)
    }

    fn by_us(&mut self, state: &G::State) -> Walked<Responded> {
        let children = self.children(state)?;
        let minimax = best(self.side, children.iter().map(|child| child.minimax));
        let response = best(self.side, children.iter().map(|child| child.response));
        // It departs from minimax only where that gains something.
        let gain = (children[response].response - children[minimax].response).abs();
        let response = if gain <= tolerance(children[response].response) { minimax } else { response };
        let values = Responses {
            minimax: children[minimax].minimax,
            minimax_against_model: children[minimax].minimax_against_model,
            response: children[response].response,
            response_guarantee: children[response].response_guarantee,
        };
        let number = |place: usize| Some(place as u32 + 1);
        let (minimax_action, response_action) = (number(minimax), number(response));
        Ok(Responded { values, minimax_action, response_action, probabilities: Vec::new() })
    }

    fn by_opponent(&mut self, state: &G::State) -> Walked<Responded> {
        let children = self.children(state)?;
        let opponent = self.side.other();
        let known: Vec<f64> = children.iter().map(|child| child.minimax).collect();
        let mut probabilities = Vec::new();
        self.model.probabilities(self.walk.game, state, opponent, &known, &mut probabilities);
        let sum: f64 = probabilities.iter().sum();
        if probabilities.len() != children.len() || (sum - 1.0).abs() > 1e-6 {
            return Err(self.walk.halt(Cause::Probabilities(sum)));
        }
        let mean = |of: fn(&Responses) -> f64| children.iter().zip(&probabilities).map(|(c, p)| p * of(c)).sum();
        let least = |of: fn(&Responses) -> f64| of(&children[best(opponent, children.iter().map(of))]);
        let values = Responses {
            minimax: least(|child| child.minimax),
            minimax_against_model: mean(|child| child.minimax_against_model),
            response: mean(|child| child.response),
            response_guarantee: least(|child| child.response_guarantee),
        };
        Ok(Responded { values, minimax_action: None, response_action: None, probabilities })
    }

    fn by_chance(&mut self, state: &G::State) -> Walked<Responded> {
        let mut outcomes = Outcomes::default();
        self.walk.game.chance_outcomes(state, &mut outcomes);
        if outcomes.are_too_many() {
            return Err(self.walk.halt(Cause::TooManyOutcomes));
        }
        outcomes.check().map_err(|sum| self.walk.halt(Cause::Probabilities(sum)))?;
        self.walk.descend()?;
        let count = outcomes.as_slice().len();
        let mut mean = Responses::of(0.0);
        for (index, &(action, probability)) in outcomes.as_slice().iter().enumerate() {
            let number = index as u32 + 1;
            let edge = Edge { action, number, probability: Some(probability) };
            self.path.push(number);
            let child = self.responded(&self.walk.game.result(state, action), Some(edge));
            self.path.pop();
            mean.add(probability, &self.walk.behind(index, count, child)?.values);
        }
        self.walk.ascend();
        Ok(Responded { values: mean, ..Responded::leaf(0.0) })
    }
}

/// Place of the best value for a side: of equal ones the first.
fn best(side: Side, values: impl Iterator<Item = f64>) -> usize {
    let better = |value: f64, than: f64| if side == Side::Max { value > than } else { value < than };
    let mut found: Option<(usize, f64)> = None;
    for (place, value) in values.enumerate() {
        if found.is_none_or(|(_, than)| better(value, than)) {
            found = Some((place, value));
        }
    }
    found.map_or(0, |(place, _)| place)
}

impl Responses {
    fn of(value: f64) -> Responses {
        Responses { minimax: value, minimax_against_model: value, response: value, response_guarantee: value }
    }

    fn add(&mut self, probability: f64, other: &Responses) {
        self.minimax += probability * other.minimax;
        self.minimax_against_model += probability * other.minimax_against_model;
        self.response += probability * other.response;
        self.response_guarantee += probability * other.response_guarantee;
    }
}

impl Responded {
    fn leaf(value: f64) -> Responded {
        let values = Responses::of(value);
        Responded { values, minimax_action: None, response_action: None, probabilities: Vec::new() }
    }
}
