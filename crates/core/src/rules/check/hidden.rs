//! The laws that keep secrets secret: what a seat sees, and what it may do.
//!
//! What is drawn from a view has laws of its own, in [`sampling`](super::sampling), and what a seat is told in
//! [`observation`](super::observation).

use std::rc::Rc;

use super::law::{Law, Place, Verdict, When, differ, same};
use super::object::{HiddenRules, Rules, ViewMap};
use super::sampling::{MEMORY, kin};
use crate::hidden::NO_VIEWS;
use crate::{Seat, Turn};

pub(super) fn laws<'g>(game: &Rc<dyn HiddenRules + 'g>) -> Vec<Law<'g>> {
    let mut texts: ViewMap<String> = ViewMap::new();
    vec![
        for_each_seat(game, "a view knows whose it is", |game, place, seat| {
            let viewer = game.viewer(game.view(place.state, seat));
            if viewer == seat { Ok(()) } else { Err(format!("the view of {seat} is said to be that of {viewer}")) }
        }),
        for_each_seat(game, "a view is the same each time", |game, place, seat| {
            let [first, second] = [game.view(place.state, seat), game.view(place.state, seat)];
            if !game.equal(first, second) {
                let [first, second] = [game.plain_text(first), game.plain_text(second)];
                return Err(differ(&format!("the view of {seat}"), &first, &second));
            }
            let [first, second] = [game.hash(first), game.hash(second)];
            same(&format!("the hashes of the view of {seat}"), &first.to_string(), &second.to_string())
        }),
        // A view may carry more than its `Eq` compares, and its text would then show it.
        for_each_seat(game, "equal views are written alike", move |game, place, seat| {
            let view = game.view(place.state, seat);
            let text = game.view_text(view);
            if let Some(known) = texts.get(game, view) {
                return same(&format!("the view of {seat}, which is equal in two states"), known, &text);
            }
            if texts.len() < MEMORY {
                texts.insert(game, game.keep(view), text);
            }
            Ok(())
        }),
        for_each_seat(game, "a view is read as it was written", view_reads_back),
        for_views(game, "whoever is to move sees so", When::SeatsTurn, |game, place| {
            let Some(Turn::Seat(mover)) = place.turn else { return Ok(()) };
            let rules = place.rules;
            kin(game, place, game.view(place.state, mover)).into_iter().try_for_each(|other| {
                let over = rules.is_terminal(other);
                let told = || {
                    let other = rules.text(other);
                    format!("{mover} is to move, but for all it sees the state could be {other}, where")
                };
                match () {
                    () if over => Err(format!("{} the game is over", told())),
                    () if rules.turn(other) != Turn::Seat(mover) => Err(format!("{} it is not", told())),
                    () => Ok(()),
                }
            })
        }),
        for_views(game, "legal actions depend on the view alone", When::SeatsTurn, |game, place| {
            let Some(Turn::Seat(mover)) = place.turn else { return Ok(()) };
            let rules = place.rules;
            kin(game, place, game.view(place.state, mover)).into_iter().try_for_each(|other| {
                let (here, there) = (&place.options.list, rules.action_list(other));
                if rules.equal_lists(here, &there) {
                    return Ok(());
                }
                let other = rules.text(other);
                let question = format!("the actions of {mover}, here and in {other}, which looks the same to it");
                Err(differ(&question, &rules.list_text(here), &rules.list_text(&there)))
            })
        }),
    ]
}

/// A law about views. Those of the check before are dropped first.
pub(super) fn for_views<'g>(
    game: &Rc<dyn HiddenRules + 'g>,
    name: &'static str,
    when: When,
    mut check: impl FnMut(&dyn HiddenRules, &Place<'_>) -> Verdict + 'g,
) -> Law<'g> {
    Law::new(game, name, when, move |game, place| {
        game.clear();
        check(game, place)
    })
}

/// A law that holds for the view of each seat.
pub(super) fn for_each_seat<'g>(
    game: &Rc<dyn HiddenRules + 'g>,
    name: &'static str,
    mut check: impl FnMut(&dyn HiddenRules, &Place<'_>, Seat) -> Verdict + 'g,
) -> Law<'g> {
    for_views(game, name, When::Anywhere, move |game, place| {
        place.seats.iter().try_for_each(|&seat| check(game, place, seat))
    })
}

fn view_reads_back(game: &dyn HiddenRules, place: &Place<'_>, seat: Seat) -> Verdict {
    let view = game.view(place.state, seat);
    let text = game.view_text(view);
    if text.contains(['\n', '\r']) {
        return Err(format!("the view of {seat} is written in more than one line: {text:?}"));
    }
    let read = match game.parse_view(&text) {
        Ok(read) => read,
        Err(error) if error.message == NO_VIEWS => return Ok(()),
        Err(error) => return Err(format!("the view of {seat} is written {text:?}, which cannot be read: {error}")),
    };
    same(&format!("the view of {seat}, written and read and written again"), &text, &game.view_text(read))?;
    // Where a seat has nothing to decide, as before the deal, the views of two seats may be written alike.
    if game.equal(read, view) || place.turn != Some(Turn::Seat(seat)) {
        return Ok(());
    }
    Err(differ(
        &format!("the view of {seat}, and what is read from {text:?}"),
        &game.plain_text(view),
        &game.plain_text(read),
    ))
}

/// Says that views cannot be read.
pub(super) fn unread_views(rules: &dyn Rules, game: &dyn HiddenRules) -> Option<String> {
    let read = game.parse_view(&game.view_text(game.view(rules.initial(), Seat::FIRST)));
    let unread = read.is_err_and(|error| error.message == NO_VIEWS);
    unread.then(|| {
        "`-p` cannot take what a seat sees, for views are written but cannot be read: \
         write `Hidden::parse_view` to allow it"
            .to_owned()
    })
}
