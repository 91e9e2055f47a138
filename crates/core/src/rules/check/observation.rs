//! The laws of what a seat is told: its view changes with nothing else, and holds all of it.
//!
//! A seat knows what it is told, and nothing else. Let `s` and `t` be two states that look the same to a seat, `a` an
//! action (or outcome) in `s`, and `b` one in `t`. Then
//!
//! ```text
//!    view(s) = view(t)  and  observation(s, a) = observation(t, b)
//!    imply  view(result(s, a)) = view(result(t, b))
//! ```
//!
//! With `s = t` this says that two deals which differ in another seat's cards look the same; with `a = b` that a card
//! which is hidden now is not given away by what somebody does later, unless the seat is told.
//!
//! The other way round, what a seat is told is in its view:
//!
//! ```text
//!    view(s) = view(t)  and  view(result(s, a)) = view(result(t, b))
//!    imply  observation(s, a) = observation(t, b)
//! ```
//!
//! If it were told different things and saw the same, then either its words give a secret away, or its view has
//! forgotten what they said. Which of them it is cannot be seen from outside, and both are wrong: a view is everything
//! that a seat knows. Its own actions are excepted. They are told in words of its own choosing, which are no news, and
//! two of them may well come to the same thing.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use super::hidden::for_each_seat;
use super::law::{Law, Place, Verdict, differ, spread};
use super::object::{Action, HiddenRules, State, View, ViewMap};
use super::sampling::kin;
use crate::{Seat, Turn};

/// How many options are tried in each of the states that look the same.
const TRIED: usize = 64;

pub(super) fn laws<'g>(game: &Rc<dyn HiddenRules + 'g>) -> [Law<'g>; 2] {
    [
        for_each_seat(game, "a view does not change with what only another seat saw", told_the_same_sees_the_same),
        for_each_seat(game, "what a seat is told is in its view", sees_the_same_is_told_the_same),
    ]
}

fn told_the_same_sees_the_same(game: &dyn HiddenRules, place: &Place<'_>, seat: Seat) -> Verdict {
    let mut after: HashMap<String, (View, String)> = HashMap::new();
    for_each_news(game, place, seat, |state, action| {
        let told = game.observation(state, action, seat);
        let view = game.view(place.result(state, action), seat);
        match after.entry(told) {
            Entry::Vacant(entry) => {
                entry.insert((view, made(place, state, action)));
                Ok(())
            }
            Entry::Occupied(entry) => {
                let (known, how) = entry.get();
                if game.equal(*known, view) {
                    return Ok(());
                }
                let now = made(place, state, action);
                let question = format!("{seat} is told {:?} of {how} and of {now}, and then sees", entry.key());
                Err(differ(&question, &game.plain_text(*known), &game.plain_text(view)))
            }
        }
    })
}

fn sees_the_same_is_told_the_same(game: &dyn HiddenRules, place: &Place<'_>, seat: Seat) -> Verdict {
    let mut told: ViewMap<(String, String)> = ViewMap::new();
    for_each_news(game, place, seat, |state, action| {
        if place.rules.turn(state) == Turn::Seat(seat) {
            return Ok(());
        }
        let words = game.observation(state, action, seat);
        let view = game.view(place.result(state, action), seat);
        match told.get(game, view) {
            None => {
                told.insert(game, view, (words, made(place, state, action)));
                Ok(())
            }
            Some((known, _)) if *known == words => Ok(()),
            Some((known, how)) => {
                let now = made(place, state, action);
                let question = format!("before and after {how} and {now}, {seat} sees the same, but is told");
                Err(differ(&question, &format!("{known:?}"), &format!("{words:?}")))
            }
        }
    })
}

/// Goes through what can happen next, here and in states that look the same to a seat.
fn for_each_news(
    game: &dyn HiddenRules,
    place: &Place<'_>,
    seat: Seat,
    mut compare: impl FnMut(State, Action) -> Verdict,
) -> Verdict {
    if place.turn.is_none() {
        return Ok(());
    }
    place.try_each(|action| compare(place.state, action))?;
    kin(game, place, game.view(place.state, seat)).into_iter().try_for_each(|other| {
        let mut compare = |action| place.rules.scoped(|| compare(other, action));
        spread(&place.options_of(other).list, TRIED).try_for_each(&mut compare)
    })
}

fn made(place: &Place<'_>, state: State, action: Action) -> String {
    format!("{} in {}", place.rules.action_text(action), place.rules.text(state))
}
