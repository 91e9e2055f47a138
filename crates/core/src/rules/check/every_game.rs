//! The laws of every game.

use std::collections::HashMap;

use super::law::{Law, Place, Verdict, When, differ, same};
use crate::{Actions, Answer, Game, Role, Turn};

/// The law that nobody states, but that every line of code can break.
pub(super) const NO_PANIC: &str = "the rules do not panic";

pub(super) fn laws<'g, G: Game + 'g>() -> Vec<Law<'g, G>> {
    vec![
        Law::new("the game begins in the same state each time", When::AtTheStart, |game: &G, place| {
            same("the initial state", place.text, &format!("{:?}", game.initial()))
        }),
        Law::new("the bounds of the utility are finite and in order", When::AtTheStart, |game: &G, _| {
            let bounds = game.bounds();
            let sound = bounds.low.is_finite() && bounds.high.is_finite() && bounds.low <= bounds.high;
            if sound { Ok(()) } else { Err(format!("the bounds are {} and {}", bounds.low, bounds.high)) }
        }),
        Law::new("a point is at least one unit of utility", When::AtTheStart, |game: &G, _| {
            if game.scale() > 0 { Ok(()) } else { Err("the scale is 0".to_owned()) }
        }),
        Law::new("whose turn it is and whether the game is over are told the same each time", When::Anywhere, steady),
        Law::new("it is chance's turn only in a game with luck", When::Unfinished, |_, place| {
            if G::Luck::YES || place.turn != Some(Turn::Chance) {
                Ok(())
            } else {
                Err("it is chance's turn, and the game declares `type Luck = Without`".to_owned())
            }
        }),
        Law::new("a state has no more actions than there is room for", When::SeatsTurn, |_, place| {
            let most = Actions::<G::Action>::MOST;
            if place.options.overflow { Err(format!("more than {most} actions are listed")) } else { Ok(()) }
        }),
        Law::new("actions are empty exactly when the game is over", When::Anywhere, empty_when_over),
        Law::new("no action is listed twice", When::SeatsTurn, |_, place| no_twins("action", &place.options.list)),
        Law::new("actions are listed the same each time", When::SeatsTurn, |game: &G, place| {
            let again = game.action_list(place.state);
            let (first, second) = (&place.options.list, &again);
            if first != second {
                return Err(differ("the actions", &format!("{first:?}"), &format!("{second:?}")));
            }
            let [listed, counted] = [Some(first.len() as u64), game.action_count(place.state)];
            same(
                "the number of actions, listed and counted",
                &format!("{listed:?}"),
                &format!("{:?}", counted.or(listed)),
            )
        }),
        Law::new("a result depends on the state and the action alone", When::Unfinished, pure_result),
        Law::new("a result leaves the state that it comes from as it was", When::Unfinished, |game: &G, place| {
            place.tried().try_for_each(|action| {
                place.result(game, place.state, action);
                let after = format!("{:?}", place.state);
                same(&format!("the state before and after {action:?} is made in a copy of it"), place.text, &after)
            })
        }),
        Law::new("a finished game has a utility within the bounds", When::Finished, |game: &G, place| {
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

/// What a search asks more than once is answered the same.
fn steady<G: Game>(game: &G, place: &Place<'_, G>) -> Verdict {
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

fn empty_when_over<G: Game>(game: &G, place: &Place<'_, G>) -> Verdict {
    match place.turn {
        // `turn` is not asked of a finished game, so that this holds whosever turn it would be.
        None => match game.action_list(place.state).first() {
            Some(action) => Err(format!("the game is over, and yet {action:?} is legal")),
            None => Ok(()),
        },
        Some(Turn::Seat(seat)) if place.options.list.is_empty() => {
            Err(format!("the game is not over, and yet there is no action for the seat to move, {seat}"))
        }
        Some(_) => Ok(()),
    }
}

fn pure_result<G: Game>(game: &G, place: &Place<'_, G>) -> Verdict {
    place.tried().try_for_each(|action| {
        let first = format!("{:?}", place.result(game, place.state, action));
        let second = format!("{:?}", place.result(game, place.state, action));
        same(&format!("the result of {action:?}, made twice"), &first, &second)?;
        let mut applied = place.state.clone();
        game.apply(&mut applied, action);
        same(&format!("the result of {action:?}, by `result` and by `apply`"), &first, &format!("{applied:?}"))
    })
}

/// Nothing is there twice. Actions can be compared but not hashed, so only those that are written alike are.
pub(super) fn no_twins<A: Copy + Eq + std::fmt::Debug>(kind: &str, list: &[A]) -> Verdict {
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, action) in list.iter().enumerate() {
        let earlier = alike.entry(format!("{action:?}")).or_default();
        if let Some(twin) = earlier.iter().find(|&&twin| list[twin] == *action) {
            return Err(format!("the {kind} {action:?} is both number {} and number {}", twin + 1, at + 1));
        }
        earlier.push(at);
    }
    Ok(())
}
