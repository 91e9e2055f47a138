//! The laws of chance.

use super::every_game::no_twins;
use super::frequency::{DRAWS, PLACES, plausible};
use super::law::{Law, Options, Place, Verdict, When, differ, same};
use crate::{Chance, Outcomes, Random, Seeded};

/// How many outcomes are drawn in each place.
const TRIES: u64 = 8;

pub(super) fn laws<'g, G: Chance + 'g>() -> Vec<Law<'g, G>> {
    let mut places = 0;
    vec![
        Law::new("at chance's turn there is an outcome", When::ChancesTurn, |game: &G, place| {
            let outcomes = listed(game, place.state);
            let any = outcomes.are_too_many() || !outcomes.as_slice().is_empty();
            if any { Ok(()) } else { Err("no outcome is listed".to_owned()) }
        }),
        Law::new("no outcome is listed twice", When::ChancesTurn, |game: &G, place| {
            let list: Vec<G::Action> = listed(game, place.state).as_slice().iter().map(|&(action, _)| action).collect();
            no_twins("outcome", &list)
        }),
        Law::new("outcomes are listed the same each time", When::ChancesTurn, |game: &G, place| {
            let [first, second] = [listed(game, place.state), listed(game, place.state)];
            let equal = first.as_slice() == second.as_slice() && first.are_too_many() == second.are_too_many();
            if equal { Ok(()) } else { Err(differ("the outcomes", &format!("{first:?}"), &format!("{second:?}"))) }
        }),
        Law::new("probabilities are between 0 and 1 and sum to 1", When::ChancesTurn, |game: &G, place| {
            let outcomes = listed(game, place.state);
            if outcomes.are_too_many() { Ok(()) } else { sound(outcomes.as_slice(), Outcomes::<G::Action>::TOLERANCE) }
        }),
        Law::new("what is drawn is an outcome", When::ChancesTurn, drawn_is_listed),
        Law::new("a draw depends on the state and the random numbers alone", When::ChancesTurn, |game: &G, place| {
            let draw = |seed| format!("{:?}", game.draw(place.state, &mut Seeded::new(seed)));
            (place.seed..place.seed.saturating_add(TRIES))
                .try_for_each(|seed| same("what the same random numbers draw", &draw(seed), &draw(seed)))
        }),
        Law::new(
            "outcomes are drawn as often as their probabilities say",
            When::ChancesTurn,
            move |game: &G, place| {
                let outcomes = listed(game, place.state);
                if places == PLACES || outcomes.are_too_many() {
                    return Ok(());
                }
                places += 1;
                drawn_as_said(game, place, outcomes.as_slice())
            },
        ),
    ]
}

fn listed<G: Chance>(game: &G, state: &G::State) -> Outcomes<G::Action> {
    let mut outcomes = Outcomes::new();
    game.outcomes(state, &mut outcomes);
    outcomes
}

/// What chance can do: the outcomes that are not impossible; some that are drawn where they are too many.
pub(super) fn possible<G: Chance>(game: &G, state: &G::State, random: &mut dyn Random) -> Options<G::Action> {
    let outcomes = listed(game, state);
    if !outcomes.are_too_many() {
        return Options::all(
            outcomes.as_slice().iter().filter(|&&(_, p)| p > 0.0).map(|&(action, _)| action).collect(),
        );
    }
    let mut list = Vec::new();
    for _ in 0..TRIES {
        list.extend(game.draw(state, random).filter(|action| !list.contains(action)));
    }
    Options { list, all: false, overflow: false }
}

/// Probabilities are what they should be.
pub(super) fn sound<T: std::fmt::Debug>(list: &[(T, f64)], tolerance: f64) -> Verdict {
    if let Some((what, p)) = list.iter().find(|(_, p)| !(0.0..=1.0 + tolerance).contains(p)) {
        return Err(format!("the probability of {what:?} is {p}"));
    }
    let sum: f64 = list.iter().map(|&(_, p)| p).sum();
    if (sum - 1.0).abs() <= tolerance { Ok(()) } else { Err(format!("the probabilities sum to {sum}")) }
}

fn drawn_is_listed<G: Chance>(game: &G, place: &Place<'_, G>) -> Verdict {
    let outcomes = listed(game, place.state);
    let mut random = Seeded::new(place.seed);
    (0..TRIES).try_for_each(|_| match game.draw(place.state, &mut random) {
        None => Err("nothing is drawn".to_owned()),
        Some(_) if outcomes.are_too_many() => Ok(()),
        Some(drawn) => match outcomes.as_slice().iter().find(|&&(action, _)| action == drawn) {
            None => Err(format!("{drawn:?} is drawn, which is not listed")),
            Some(&(_, p)) if p <= 0.0 => Err(format!("{drawn:?} is drawn, although its probability is {p}")),
            Some(_) => Ok(()),
        },
    })
}

fn drawn_as_said<G: Chance>(game: &G, place: &Place<'_, G>, outcomes: &[(G::Action, f64)]) -> Verdict {
    let mut random = Seeded::new(place.seed);
    let mut counts = vec![0u32; outcomes.len()];
    for _ in 0..DRAWS {
        let drawn = game.draw(place.state, &mut random);
        match outcomes.iter().position(|&(action, _)| Some(action) == drawn) {
            Some(at) => counts[at] += 1,
            None => return Err(format!("{drawn:?} is drawn, which is not listed")),
        }
    }
    outcomes.iter().zip(counts).try_for_each(|(&(action, p), count)| {
        if plausible(p).contains(&f64::from(count)) {
            return Ok(());
        }
        Err(format!("{action:?} has the probability {p}, but came {count} times in {DRAWS} draws"))
    })
}
