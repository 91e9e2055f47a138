//! The laws of what could be true for all that a seat sees.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::chance::sound;
use super::frequency::{DRAWS, PLACES, plausible};
use super::hidden::for_each_seat;
use super::law::{Law, Place, Verdict, When, differ, same, spread};
use super::visit::mark;
use crate::{Hidden, Outcomes, Seat, Seeded, Turn};

/// How many states are sampled from each view.
const SAMPLES: u64 = 6;
/// How many are sampled to look them up among all states.
const LOOKED_UP: u32 = 16;
/// How many of the states that a view lists are tried.
const LISTED: usize = 8;
/// How many views are remembered, to be compared with equal ones in other states.
pub(super) const MEMORY: usize = 50_000;

pub(super) fn laws<'g, G: Hidden + 'g>() -> Vec<Law<'g, G>> {
    let mut samples: HashMap<G::View, String> = HashMap::new();
    let mut places = 0;
    vec![
        for_each_seat("every view of a real state has a sample", |game: &G, place, seat| {
            let view = game.view(place.state, seat);
            let none = seeds(place.seed).find(|&seed| game.sample(&view, &mut Seeded::new(seed)).is_none());
            none.map_or(Ok(()), |_| Err(format!("no state is sampled from what {seat} sees, {view:?}")))
        }),
        for_each_seat("a sampled state has the view it was sampled from", |game: &G, place, seat| {
            let view = game.view(place.state, seat);
            sampled(game, &view, place.seed).try_for_each(|state| has_view(game, &state, seat, &view, "sampled from"))
        }),
        // Equal views in different states: a view that carries the truth where its `Eq` does not look is found out.
        for_each_seat("a sample depends on the view and the random numbers alone", move |game: &G, place, seat| {
            let view = game.view(place.state, seat);
            let sample = |seed| format!("{:?}", game.sample(&view, &mut Seeded::new(seed)));
            let mut all = String::new();
            for seed in seeds(place.seed) {
                let first = sample(seed);
                same(&format!("what the same random numbers sample for {seat}"), &first, &sample(seed))?;
                all += &format!("{first} ");
            }
            if samples.len() == MEMORY && !samples.contains_key(&view) {
                return Ok(());
            }
            let known = samples.entry(view).or_insert_with(|| all.clone());
            same(
                &format!("what the same random numbers sample for {seat} in two states that look the same"),
                known,
                &all,
            )
        }),
        for_each_seat("a listed state has the view it is listed for", |game: &G, place, seat| {
            let view = game.view(place.state, seat);
            let listed = game.consistent(&view).unwrap_or_default();
            listed.iter().try_for_each(|(state, _)| has_view(game, state, seat, &view, "listed for"))
        }),
        for_each_seat("the listed states have probabilities that sum to 1", |game: &G, place, seat| {
            match game.consistent(&game.view(place.state, seat)) {
                Some(listed) => sound(&listed[..], Outcomes::<G::Action>::TOLERANCE),
                None => Ok(()),
            }
        }),
        for_each_seat("the true state is among those listed", |game: &G, place, seat| {
            let view = game.view(place.state, seat);
            let Some(listed) = game.consistent(&view) else { return Ok(()) };
            if listed.iter().any(|(state, p)| *p > 0.0 && format!("{state:?}") == place.text) {
                return Ok(());
            }
            let some: Vec<&G::State> = listed.iter().map(|(state, _)| state).take(LISTED).collect();
            Err(format!("for what {seat} sees, {view:?}, {} other states are listed: {some:?}", listed.len()))
        }),
        Law::new("states are sampled as often as the list says", When::SeatsTurn, move |game: &G, place| {
            let Some(Turn::Seat(mover)) = place.turn else { return Ok(()) };
            let view = game.view(place.state, mover);
            match game.consistent(&view) {
                Some(listed) if places < PLACES => {
                    places += 1;
                    sampled_as_said(game, place, &view, &listed)
                }
                _ => Ok(()),
            }
        }),
    ]
}

fn seeds(seed: u64) -> impl Iterator<Item = u64> {
    (0..SAMPLES).map(move |n| seed.wrapping_add(n))
}

fn sampled<'v, G: Hidden>(game: &'v G, view: &'v G::View, seed: u64) -> impl Iterator<Item = G::State> + 'v {
    seeds(seed).filter_map(|seed| game.sample(view, &mut Seeded::new(seed)))
}

/// States that a seat cannot tell apart: some that are sampled from its view, and some that are listed.
pub(super) fn kin<G: Hidden>(game: &G, view: &G::View, seed: u64) -> Vec<G::State> {
    let listed = game.consistent(view).unwrap_or_default();
    let possible: Vec<&G::State> = listed.iter().filter(|(_, p)| *p > 0.0).map(|(state, _)| state).collect();
    sampled(game, view, seed).chain(spread(&possible, LISTED).cloned()).collect()
}

/// Every state that is sampled from what a seat sees, or listed for it as possible, is among the known ones: all that
/// there are, by their marks.
pub(super) fn arises<G: Hidden>(
    game: &G,
    state: &G::State,
    seats: &[Seat],
    known: &HashSet<u64>,
    seed: u64,
) -> Verdict {
    let mut random = Seeded::new(seed);
    seats.iter().try_for_each(|&seat| {
        let view = game.view(state, seat);
        let look_up = |state: &G::State, how: &str| {
            let text = format!("{state:?}");
            if known.contains(&mark(&text)) {
                return Ok(());
            }
            Err(format!("{text} is {how} what {seat} sees, {view:?}, but no line of play leads to it"))
        };
        let listed = game.consistent(&view).unwrap_or_default();
        listed.iter().filter(|(_, p)| *p > 0.0).try_for_each(|(state, _)| look_up(state, "listed for"))?;
        (0..LOOKED_UP)
            .filter_map(|_| game.sample(&view, &mut random))
            .try_for_each(|state| look_up(&state, "sampled from"))
    })
}

fn has_view<G: Hidden>(game: &G, state: &G::State, seat: Seat, view: &G::View, how: &str) -> Verdict {
    let seen = game.view(state, seat);
    if seen == *view {
        return Ok(());
    }
    Err(differ(
        &format!("what {seat} sees, and what it would see in {state:?}, which is {how} that"),
        &format!("{view:?}"),
        &format!("{seen:?}"),
    ))
}

fn sampled_as_said<G: Hidden>(game: &G, place: &Place<'_, G>, view: &G::View, listed: &[(G::State, f64)]) -> Verdict {
    // In order, so that the first one to be blamed is always the same.
    let mut expected: BTreeMap<String, (f64, u32)> = BTreeMap::new();
    for (state, p) in listed {
        expected.entry(format!("{state:?}")).or_default().0 += p;
    }
    let mut random = Seeded::new(place.seed);
    for _ in 0..DRAWS {
        let Some(state) = game.sample(view, &mut random) else {
            return Err(format!("nothing is sampled from {view:?}"));
        };
        match expected.get_mut(&format!("{state:?}")) {
            Some((p, count)) if *p > 0.0 => *count += 1,
            _ => return Err(format!("{state:?} is sampled from {view:?}, which does not list it")),
        }
    }
    expected.into_iter().try_for_each(|(state, (p, count))| {
        if plausible(p).contains(&f64::from(count)) {
            return Ok(());
        }
        let told = format!("{state} has the probability {p} for whoever sees {view:?}");
        Err(format!("{told}, but came {count} times in {DRAWS} samples"))
    })
}
