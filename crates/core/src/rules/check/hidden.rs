//! The laws that keep secrets secret: what a seat sees, and what it may do.
//!
//! What is drawn from a view has laws of its own, in [`sampling`](super::sampling), and what a seat is told in
//! [`observation`](super::observation).

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::law::{Law, Place, Verdict, When, differ, same};
use super::sampling::{MEMORY, kin};
use crate::hidden::NO_VIEWS;
use crate::{Game, Hidden, Seat, Turn};

pub(super) fn laws<'g, G: Hidden + 'g>() -> Vec<Law<'g, G>> {
    let mut texts: HashMap<G::View, String> = HashMap::new();
    let hasher = RandomState::new();
    vec![
        for_each_seat("a view knows whose it is", |game: &G, place, seat| {
            let viewer = game.viewer(&game.view(place.state, seat));
            if viewer == seat { Ok(()) } else { Err(format!("the view of {seat} is said to be that of {viewer}")) }
        }),
        for_each_seat("a view is the same each time", move |game: &G, place, seat| {
            let [first, second] = [game.view(place.state, seat), game.view(place.state, seat)];
            if first != second {
                return Err(differ(&format!("the view of {seat}"), &format!("{first:?}"), &format!("{second:?}")));
            }
            let [first, second] = [hasher.hash_one(first), hasher.hash_one(second)];
            same(&format!("the hashes of the view of {seat}"), &first.to_string(), &second.to_string())
        }),
        // A view may carry more than its `Eq` compares, and its text would then show it.
        for_each_seat("equal views are written alike", move |game: &G, place, seat| {
            let view = game.view(place.state, seat);
            let text = game.view_text(&view);
            if texts.len() == MEMORY && !texts.contains_key(&view) {
                return Ok(());
            }
            let known = texts.entry(view).or_insert_with(|| text.clone());
            same(&format!("the view of {seat}, which is equal in two states"), known, &text)
        }),
        for_each_seat("a view is read as it was written", view_reads_back),
        Law::new("whoever is to move sees so", When::SeatsTurn, |game: &G, place| {
            let Some(Turn::Seat(mover)) = place.turn else { return Ok(()) };
            kin(game, &game.view(place.state, mover), place.seed).iter().try_for_each(|other| {
                let over = game.is_terminal(other);
                let told = format!("{mover} is to move, but for all it sees the state could be {other:?}, where");
                match () {
                    () if over => Err(format!("{told} the game is over")),
                    () if game.turn(other) != Turn::Seat(mover) => Err(format!("{told} it is not")),
                    () => Ok(()),
                }
            })
        }),
        Law::new("legal actions depend on the view alone", When::SeatsTurn, |game: &G, place| {
            let Some(Turn::Seat(mover)) = place.turn else { return Ok(()) };
            kin(game, &game.view(place.state, mover), place.seed).iter().try_for_each(|other| {
                let (here, there) = (&place.options.list, game.action_list(other));
                if *here == there {
                    return Ok(());
                }
                let question = format!("the actions of {mover}, here and in {other:?}, which looks the same to it");
                Err(differ(&question, &format!("{here:?}"), &format!("{there:?}")))
            })
        }),
    ]
}

/// A law that holds for the view of each seat.
pub(super) fn for_each_seat<'g, G: Game + 'g>(
    name: &'static str,
    mut check: impl FnMut(&G, &Place<'_, G>, Seat) -> Verdict + 'g,
) -> Law<'g, G> {
    Law::new(name, When::Anywhere, move |game: &G, place| {
        place.seats.iter().try_for_each(|&seat| check(game, place, seat))
    })
}

fn view_reads_back<G: Hidden>(game: &G, place: &Place<'_, G>, seat: Seat) -> Verdict {
    let view = game.view(place.state, seat);
    let text = game.view_text(&view);
    if text.contains(['\n', '\r']) {
        return Err(format!("the view of {seat} is written in more than one line: {text:?}"));
    }
    let read = match game.parse_view(&text) {
        Ok(read) => read,
        Err(error) if error.message == NO_VIEWS => return Ok(()),
        Err(error) => return Err(format!("the view of {seat} is written {text:?}, which cannot be read: {error}")),
    };
    same(&format!("the view of {seat}, written and read and written again"), &text, &game.view_text(&read))?;
    // Where a seat has nothing to decide, as before the deal, the views of two seats may be written alike.
    if read == view || place.turn != Some(Turn::Seat(seat)) {
        return Ok(());
    }
    Err(differ(
        &format!("the view of {seat}, and what is read from {text:?}"),
        &format!("{view:?}"),
        &format!("{read:?}"),
    ))
}

/// Says that views cannot be read.
pub(super) fn unread_views<G: Hidden>(game: &G) -> Option<String> {
    let read = game.parse_view(&game.view_text(&game.view(&game.initial(), Seat::FIRST)));
    let unread = read.is_err_and(|error| error.message == NO_VIEWS);
    unread.then(|| {
        "`-p` cannot take what a seat sees, for views are written but cannot be read: \
         write `Hidden::parse_view` to allow it"
            .to_owned()
    })
}
