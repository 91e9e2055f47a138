//! The laws of what could be true for all that a seat sees.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use super::chance::sound;
use super::frequency::{DRAWS, PLACES, plausible};
use super::hidden::{for_each_seat, for_views};
use super::law::{Law, Place, Verdict, When, differ, same, spread};
use super::object::{HiddenRules, Rules, State, Verbatim, View, ViewMap};
use super::visit::mark;
use crate::{Random, Seat, Seeded, Turn};

/// How many states are sampled from each view.
const SAMPLES: u64 = 6;
/// How many are sampled to look them up among all states.
const LOOKED_UP: u32 = 16;
/// How many of the states that a view lists are tried.
const LISTED: usize = 8;
/// How many views are remembered, to be compared with equal ones in other states.
pub(super) const MEMORY: usize = 50_000;

pub(super) fn laws<'g>(game: &Rc<dyn HiddenRules + 'g>) -> Vec<Law<'g>> {
    let mut samples: ViewMap<String> = ViewMap::new();
    let mut places = 0;
    vec![
        for_each_seat(game, "every view of a real state has a sample", |game, place, seat| {
            let view = game.view(place.state, seat);
            let none = seeds(place.seed).find(|&seed| game.sample(view, &mut Seeded::new(seed)).is_none());
            let told = |_| format!("no state is sampled from what {seat} sees, {}", game.plain_text(view));
            none.map(told).map_or(Ok(()), Err)
        }),
        for_each_seat(game, "a sampled state has the view it was sampled from", |game, place, seat| {
            let view = game.view(place.state, seat);
            let mut sampled = sampled(game, view, place.seed);
            sampled.try_for_each(|state| has_view(game, place, state, (seat, view), "sampled from"))
        }),
        // Equal views in different states: a view that carries the truth where its `Eq` does not look is found out.
        for_each_seat(game, "a sample depends on the view and the random numbers alone", move |game, place, seat| {
            let view = game.view(place.state, seat);
            let sample = |seed| place.rules.option_text(game.sample(view, &mut Seeded::new(seed)));
            let mut all = String::new();
            for seed in seeds(place.seed) {
                let first = sample(seed);
                same(&format!("what the same random numbers sample for {seat}"), &first, &sample(seed))?;
                all += &format!("{first} ");
            }
            if let Some(known) = samples.get(game, view) {
                let what = format!("what the same random numbers sample for {seat} in two states that look the same");
                return same(&what, known, &all);
            }
            if samples.len() < MEMORY {
                samples.insert(game, game.keep(view), all);
            }
            Ok(())
        }),
        for_each_seat(game, "a listed state has the view it is listed for", |game, place, seat| {
            let view = game.view(place.state, seat);
            let listed = game.consistent(view).unwrap_or_default();
            listed.iter().try_for_each(|&(state, _)| has_view(game, place, state, (seat, view), "listed for"))
        }),
        for_each_seat(game, "the listed states have probabilities that sum to 1", |game, place, seat| {
            match game.consistent(game.view(place.state, seat)) {
                Some(listed) => sound(&listed, |state| place.rules.text(state)),
                None => Ok(()),
            }
        }),
        for_each_seat(game, "the true state is among those listed", |game, place, seat| {
            let view = game.view(place.state, seat);
            let Some(listed) = game.consistent(view) else { return Ok(()) };
            if listed.iter().any(|&(state, p)| p > 0.0 && place.rules.text(state) == place.text) {
                return Ok(());
            }
            let some = listed.iter().take(LISTED).map(|&(state, _)| Verbatim(place.rules.text(state)));
            let (some, seen) = (some.collect::<Vec<_>>(), game.plain_text(view));
            Err(format!("for what {seat} sees, {seen}, {} other states are listed: {some:?}", listed.len()))
        }),
        for_views(game, "states are sampled as often as the list says", When::SeatsTurn, move |game, place| {
            let Some(Turn::Seat(mover)) = place.turn else { return Ok(()) };
            let view = game.view(place.state, mover);
            match game.consistent(view) {
                Some(listed) if places < PLACES => {
                    places += 1;
                    sampled_as_said(game, place, view, &listed)
                }
                _ => Ok(()),
            }
        }),
    ]
}

fn seeds(seed: u64) -> impl Iterator<Item = u64> {
    (0..SAMPLES).map(move |n| seed.wrapping_add(n))
}

fn sampled(game: &dyn HiddenRules, view: View, seed: u64) -> impl Iterator<Item = State> {
    seeds(seed).filter_map(move |seed| game.sample(view, &mut Seeded::new(seed)))
}

/// A sampled state by its text alone.
pub(super) fn sample_text(
    game: &dyn HiddenRules,
    rules: &dyn Rules,
    view: View,
    random: &mut dyn Random,
) -> Option<String> {
    rules.scoped(|| game.sample(view, random).map(|state| rules.text(state)))
}

/// States that a seat cannot tell apart: some that are sampled from its view, and some that are listed.
pub(super) fn kin(game: &dyn HiddenRules, place: &Place<'_>, view: View) -> Vec<State> {
    let filled = place.rules.filled();
    let listed = game.consistent(view).unwrap_or_default();
    let possible: Vec<State> = listed.iter().filter(|(_, p)| *p > 0.0).map(|&(state, _)| state).collect();
    let mut listed: Vec<State> = spread(&possible, LISTED).collect();
    place.rules.keep_only(filled, &mut listed, &mut []);
    sampled(game, view, place.seed).chain(listed).collect()
}

/// Every state that is sampled from what a seat sees, or listed for it as possible, is among the known ones: all that
/// there are, by their marks.
pub(super) fn arises(
    rules: &dyn Rules,
    game: &dyn HiddenRules,
    state: State,
    seats: &[Seat],
    known: &HashSet<u64>,
    seed: u64,
) -> Verdict {
    game.clear();
    let mut random = Seeded::new(seed);
    seats.iter().try_for_each(|&seat| {
        let view = game.view(state, seat);
        let look_up = |state: State, how: &str| {
            let text = rules.text(state);
            if known.contains(&mark(&text)) {
                return Ok(());
            }
            let seen = game.plain_text(view);
            Err(format!("{text} is {how} what {seat} sees, {seen}, but no line of play leads to it"))
        };
        let listed = game.consistent(view).unwrap_or_default();
        listed.iter().filter(|(_, p)| *p > 0.0).try_for_each(|&(state, _)| look_up(state, "listed for"))?;
        (0..LOOKED_UP)
            .filter_map(|_| game.sample(view, &mut random))
            .try_for_each(|state| look_up(state, "sampled from"))
    })
}

/// The state has the view of a seat.
fn has_view(game: &dyn HiddenRules, place: &Place<'_>, state: State, (seat, view): (Seat, View), how: &str) -> Verdict {
    let seen = game.view(state, seat);
    if game.equal(seen, view) {
        return Ok(());
    }
    let state = place.rules.text(state);
    Err(differ(
        &format!("what {seat} sees, and what it would see in {state}, which is {how} that"),
        &game.plain_text(view),
        &game.plain_text(seen),
    ))
}

fn sampled_as_said(game: &dyn HiddenRules, place: &Place<'_>, view: View, listed: &[(State, f64)]) -> Verdict {
    // In order, so that the first one to be blamed is always the same.
    let mut expected: BTreeMap<String, (f64, u32)> = BTreeMap::new();
    for &(state, p) in listed {
        expected.entry(place.rules.text(state)).or_default().0 += p;
    }
    let seen = || game.plain_text(view);
    let mut random = Seeded::new(place.seed);
    for _ in 0..DRAWS {
        let Some(state) = sample_text(game, place.rules, view, &mut random) else {
            return Err(format!("nothing is sampled from {}", seen()));
        };
        match expected.get_mut(&state) {
            Some((p, count)) if *p > 0.0 => *count += 1,
            _ => return Err(format!("{state} is sampled from {}, which does not list it", seen())),
        }
    }
    expected.into_iter().try_for_each(|(state, (p, count))| {
        if plausible(p).contains(&f64::from(count)) {
            return Ok(());
        }
        let told = format!("{state} has the probability {p} for whoever sees {}", seen());
        Err(format!("{told}, but came {count} times in {DRAWS} samples"))
    })
}
