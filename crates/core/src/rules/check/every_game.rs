//! The laws of every game.

use std::collections::HashMap;
use std::rc::Rc;

use super::law::{Law, Place, Verdict, When, differ, same};
use super::object::{Action, Rules};
use crate::{Actions, Draws, Repetition, Role, Score, Turn};

/// The law that nobody states, but that every line of code can break.
pub(super) const NO_PANIC: &str = "the rules do not panic";

pub(super) fn laws<'g>(game: &Rc<dyn Rules + 'g>) -> Vec<Law<'g>> {
    vec![
        Law::new(game, "the game begins in the same state each time", When::AtTheStart, |game, place| {
            same("the initial state", place.text, &game.text(game.initial()))
        }),
        Law::new(game, "the bounds of the utility are finite and in order", When::AtTheStart, |game, _| {
            let bounds = game.bounds();
            let sound = bounds.low.is_finite() && bounds.high.is_finite() && bounds.low <= bounds.high;
            if sound { Ok(()) } else { Err(format!("the bounds are {} and {}", bounds.low, bounds.high)) }
        }),
        Law::new(game, "what a draw is worth is said, or clear from the bounds", When::AtTheStart, draws_are_clear),
        Law::new(game, "a point is at least one unit of utility", When::AtTheStart, |game, _| {
            if game.scale() > 0 { Ok(()) } else { Err("the scale is 0".to_owned()) }
        }),
        Law::new(
            game,
            "whose turn it is and whether the game is over are told the same each time",
            When::Anywhere,
            steady,
        ),
        Law::new(game, "it is chance's turn only in a game with luck", When::Unfinished, |game, place| {
            if game.has_luck() || place.turn != Some(Turn::Chance) {
                Ok(())
            } else {
                Err("it is chance's turn, and the game declares `type Luck = Without`".to_owned())
            }
        }),
        Law::new(game, "a state has no more actions than there is room for", When::SeatsTurn, |_, place| {
            let most = Actions::<Action>::MOST;
            if place.options.overflow { Err(format!("more than {most} actions are listed")) } else { Ok(()) }
        }),
        Law::new(game, "actions are empty exactly when the game is over", When::Anywhere, empty_when_over),
        Law::new(game, "no action is listed twice", When::SeatsTurn, |game, place| {
            no_twins(game, "action", &place.options.list)
        }),
        Law::new(game, "actions are listed the same each time", When::SeatsTurn, |game, place| {
            let again = game.action_list(place.state);
            let (first, second) = (&place.options.list, &again);
            if !game.equal_lists(first, second) {
                return Err(differ("the actions", &game.list_text(first), &game.list_text(second)));
            }
            let [listed, counted] = [Some(first.len() as u64), game.action_count(place.state)];
            same(
                "the number of actions, listed and counted",
                &format!("{listed:?}"),
                &format!("{:?}", counted.or(listed)),
            )
        }),
        Law::new(game, "a result depends on the state and the action alone", When::Unfinished, |game, place| {
            place.try_each(|action| pure_result(game, place, action))
        }),
        Law::new(game, "a result leaves the state that it comes from as it was", When::Unfinished, |game, place| {
            place.try_each(|action| {
                place.result(place.state, action);
                let what = format!("the state before and after {} is made in a copy of it", game.action_text(action));
                same(&what, place.text, &game.text(place.state))
            })
        }),
        Law::new(game, "a finished game has a utility within the bounds", When::Finished, |game, place| {
            let (utility, bounds) = (game.utility(place.state), game.bounds());
            let sound = utility.is_finite() && bounds.contain(utility);
            if sound {
                Ok(())
            } else {
                Err(format!("the utility is {utility}, the bounds are {} and {}", bounds.low, bounds.high))
            }
        }),
    ]
}

/// Bounds that are not alike on both sides of zero do not tell who wins: 0 of 0 to 1 may be a draw or a loss.
fn draws_are_clear(game: &(dyn Rules + '_), _: &Place<'_>) -> Verdict {
    let bounds = game.bounds();
    let by_line = matches!(game.repetition(), Repetition::Draw(_)) || game.idle_limit().is_some();
    let told = match game.draws() {
        Draws::Unsaid if bounds.are_symmetric() || by_line => return Ok(()),
        Draws::Unsaid => "and `draws` must say what a draw is worth, or that there is none".to_owned(),
        Draws::Worth(draw) if by_line && draw != Score::DRAW => {
            format!("and a draw by the line of play counts 0, another one {draw}")
        }
        Draws::Worth(draw) if !bounds.contain(draw) => format!("and a draw is worth {draw}"),
        Draws::Never if by_line => "and no game is drawn, but by the line of play".to_owned(),
        Draws::Worth(_) | Draws::Never => return Ok(()),
    };
    Err(format!("the bounds are {} and {}, {told}", bounds.low, bounds.high))
}

/// What a search asks more than once is answered the same.
fn steady(game: &(dyn Rules + '_), place: &Place<'_>) -> Verdict {
    let over = game.is_terminal(place.state);
    same("whether the game is over", &place.turn.is_none().to_string(), &over.to_string())?;
    match place.turn {
        None => {
            let [first, second] = [game.utility(place.state), game.utility(place.state)];
            same("the utility", &first.to_string(), &second.to_string())
        }
        Some(turn) => {
            same("the turn", &format!("{turn:?}"), &format!("{:?}", game.turn(place.state)))?;
            let role = match turn {
                Turn::Chance => Role::Chance,
                Turn::Seat(seat) => game.side(seat).into(),
            };
            same(
                "the side to move, by `turn` and by `role`",
                &format!("{role:?}"),
                &format!("{:?}", game.role(place.state)),
            )
        }
    }
}

fn empty_when_over(game: &(dyn Rules + '_), place: &Place<'_>) -> Verdict {
    match place.turn {
        // `turn` is not asked of a finished game, so that this holds whosever turn it would be.
        None => match game.action_list(place.state).first() {
            Some(&action) => Err(format!("the game is over, and yet {} is legal", game.action_text(action))),
            None => Ok(()),
        },
        Some(Turn::Seat(seat)) if place.options.list.is_empty() => {
            Err(format!("the game is not over, and yet there is no action for the seat to move, {seat}"))
        }
        Some(_) => Ok(()),
    }
}

fn pure_result(game: &dyn Rules, place: &Place<'_>, action: Action) -> Verdict {
    let first = game.text(place.result(place.state, action));
    let second = game.text(place.result(place.state, action));
    let told = game.action_text(action);
    same(&format!("the result of {told}, made twice"), &first, &second)?;
    let applied = game.text(game.applied(place.state, action));
    same(&format!("the result of {told}, by `result` and by `apply`"), &first, &applied)
}

/// Nothing is there twice. Actions can be compared but not hashed, so only those that are written alike are.
pub(super) fn no_twins(game: &dyn Rules, kind: &str, list: &[Action]) -> Verdict {
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, &action) in list.iter().enumerate() {
        let text = game.action_text(action);
        let earlier = alike.entry(text).or_default();
        if let Some(twin) = earlier.iter().find(|&&twin| game.equal(list[twin], action)) {
            let text = game.action_text(action);
            return Err(format!("the {kind} {text} is both number {} and number {}", twin + 1, at + 1));
        }
        earlier.push(at);
    }
    Ok(())
}
