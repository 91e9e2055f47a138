//! The laws of chance.

use std::rc::Rc;

use super::every_game::no_twins;
use super::frequency::{DRAWS, PLACES, plausible};
use super::law::{Law, Options, Place, Verdict, When, differ, same};
use super::object::{Action, ChanceRules, Rules, State, Verbatim};
use crate::{Outcomes, Random, Seeded};

/// How many outcomes are drawn in each place.
const TRIES: u64 = 8;

pub(super) fn laws<'g>(game: &Rc<dyn ChanceRules + 'g>) -> Vec<Law<'g>> {
    let mut places = 0;
    vec![
        Law::new(game, "at chance's turn there is an outcome", When::ChancesTurn, |game, place| {
            let outcomes = game.outcomes(place.state);
            let any = outcomes.are_too_many() || !outcomes.as_slice().is_empty();
            if any { Ok(()) } else { Err("no outcome is listed".to_owned()) }
        }),
        Law::new(game, "no outcome is listed twice", When::ChancesTurn, |game, place| {
            no_twins(place.rules, "outcome", &actions_of(game.outcomes(place.state).as_slice()))
        }),
        Law::new(game, "outcomes are listed the same each time", When::ChancesTurn, |game, place| {
            let [first, second] = [game.outcomes(place.state), game.outcomes(place.state)];
            let equal = equal_outcomes(place.rules, first.as_slice(), second.as_slice())
                && first.are_too_many() == second.are_too_many();
            let told = |outcomes| outcomes_text(place.rules, outcomes);
            if equal { Ok(()) } else { Err(differ("the outcomes", &told(&first), &told(&second))) }
        }),
        Law::new(game, "probabilities are between 0 and 1 and sum to 1", When::ChancesTurn, |game, place| {
            let outcomes = game.outcomes(place.state);
            if outcomes.are_too_many() {
                return Ok(());
            }
            sound(outcomes.as_slice(), |action| place.rules.action_text(action))
        }),
        Law::new(game, "what is drawn is an outcome", When::ChancesTurn, drawn_is_listed),
        Law::new(game, "a draw depends on the state and the random numbers alone", When::ChancesTurn, |game, place| {
            let draw = |seed| drawn_text(place.rules, game.draw(place.state, &mut Seeded::new(seed)));
            (place.seed..place.seed.saturating_add(TRIES))
                .try_for_each(|seed| same("what the same random numbers draw", &draw(seed), &draw(seed)))
        }),
        Law::new(
            game,
            "outcomes are drawn as often as their probabilities say",
            When::ChancesTurn,
            move |game, place| {
                let outcomes = game.outcomes(place.state);
                if places == PLACES || outcomes.are_too_many() {
                    return Ok(());
                }
                places += 1;
                drawn_as_said(game, place, outcomes.as_slice())
            },
        ),
    ]
}

/// What chance can do: the outcomes that are not impossible; some that are drawn where they are too many.
pub(super) fn possible(rules: &dyn Rules, game: &dyn ChanceRules, state: State, random: &mut dyn Random) -> Options {
    let outcomes = game.outcomes(state);
    if !outcomes.are_too_many() {
        return Options::all(
            outcomes.as_slice().iter().filter(|&&(_, p)| p > 0.0).map(|&(action, _)| action).collect(),
        );
    }
    let mut list = Vec::new();
    for _ in 0..TRIES {
        list.extend(game.draw(state, random).filter(|&action| rules.find(action, &list).is_none()));
    }
    Options { list, all: false, overflow: false }
}

/// Probabilities are what they should be; `text` tells what one of them belongs to.
pub(super) fn sound<T: Copy>(list: &[(T, f64)], text: impl Fn(T) -> String) -> Verdict {
    /// How far off they may be, for the sake of rounding.
    const TOLERANCE: f64 = Outcomes::<Action>::TOLERANCE;
    if let Some(&(what, p)) = list.iter().find(|(_, p)| !(0.0..=1.0 + TOLERANCE).contains(p)) {
        return Err(format!("the probability of {} is {p}", text(what)));
    }
    let sum: f64 = list.iter().map(|&(_, p)| p).sum();
    if (sum - 1.0).abs() <= TOLERANCE { Ok(()) } else { Err(format!("the probabilities sum to {sum}")) }
}

fn drawn_is_listed(game: &(dyn ChanceRules + '_), place: &Place<'_>) -> Verdict {
    let outcomes = game.outcomes(place.state);
    let listed = actions_of(outcomes.as_slice());
    let mut random = Seeded::new(place.seed);
    (0..TRIES).try_for_each(|_| match game.draw(place.state, &mut random) {
        None => Err("nothing is drawn".to_owned()),
        Some(_) if outcomes.are_too_many() => Ok(()),
        Some(drawn) => match place.rules.find(drawn, &listed).map(|at| outcomes.as_slice()[at].1) {
            None => Err(format!("{} is drawn, which is not listed", place.rules.action_text(drawn))),
            Some(p) if p <= 0.0 => {
                Err(format!("{} is drawn, although its probability is {p}", place.rules.action_text(drawn)))
            }
            Some(_) => Ok(()),
        },
    })
}

fn drawn_as_said(game: &dyn ChanceRules, place: &Place<'_>, outcomes: &[(Action, f64)]) -> Verdict {
    let rules = place.rules;
    let listed = actions_of(outcomes);
    let mut random = Seeded::new(place.seed);
    let mut counts = vec![0u32; outcomes.len()];
    for _ in 0..DRAWS {
        let drawn = game.draw(place.state, &mut random);
        match drawn.and_then(|drawn| rules.find(drawn, &listed)) {
            Some(at) => counts[at] += 1,
            None => return Err(format!("{} is drawn, which is not listed", drawn_text(rules, drawn))),
        }
    }
    outcomes.iter().zip(counts).try_for_each(|(&(action, p), count)| {
        if plausible(p).contains(&f64::from(count)) {
            return Ok(());
        }
        let action = rules.action_text(action);
        Err(format!("{action} has the probability {p}, but came {count} times in {DRAWS} draws"))
    })
}

fn actions_of(outcomes: &[(Action, f64)]) -> Vec<Action> {
    outcomes.iter().map(|&(action, _)| action).collect()
}

fn equal_outcomes(rules: &dyn Rules, one: &[(Action, f64)], other: &[(Action, f64)]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| rules.equal(one.0, other.0) && one.1 == other.1)
}

/// The outcome that is drawn, as `Debug` writes it.
fn drawn_text(rules: &dyn Rules, drawn: Option<Action>) -> String {
    format!("{:?}", drawn.map(|action| Verbatim(rules.action_text(action))))
}

/// Outcomes as `Debug` writes them.
fn outcomes_text(rules: &dyn Rules, outcomes: &Outcomes<Action>) -> String {
    let texts: Vec<Verbatim> =
        outcomes.as_slice().iter().map(|&(action, _)| Verbatim(rules.action_text(action))).collect();
    let mut written = Outcomes::new();
    if outcomes.are_too_many() {
        written.too_many();
    }
    texts.iter().zip(outcomes.as_slice()).for_each(|(text, &(_, p))| written.push(text, p));
    format!("{written:?}")
}
