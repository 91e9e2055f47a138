//! The laws that every game keeps, tried on seeded random play.

use std::fmt::Debug;

use counterplay_core::{ChanceNodes, Keyed, Outcomes, Random, Seeded, Turn};
use counterplay_games::hog::Hog;
use counterplay_games::kuhn::Kuhn;
use counterplay_games::pig::Pig;
use counterplay_games::tictactoe::TicTacToe;

/// Plays random games to their ends and checks the laws in each state. `reads_itself` says whether a position and an
/// action of it, if there is one, are read back from their text as what they were.
fn keeps_the_laws<G>(game: &G, reads_itself: impl Fn(&G::State, Option<G::Action>) -> bool)
where
    G: Keyed + ChanceNodes<State: PartialEq + Debug>,
{
    let mut random = Seeded::new(2024);
    for _ in 0..200 {
        let mut state = game.initial();
        let mut plies = 0;
        while let Some(action) = choose(game, &state, &mut random) {
            assert!(reads_itself(&state, Some(action)), "{state:?} {action:?}");
            let before = state.clone();
            let next = game.result(&state, action);
            assert_eq!(state, before, "RESULT left its state alone");
            assert_eq!(game.result(&state, action), next, "RESULT is a function");
            game.apply(&mut state, action);
            assert_eq!(state, next, "apply is RESULT");
            assert_eq!(game.key(&state), game.key(&next), "equal states have equal keys");
            assert_ne!(game.key(&state), game.key(&before), "{before:?} {action:?}");
            plies += 1;
            assert!(plies < 10_000, "the game comes to an end");
        }
        assert!(reads_itself(&state, None), "{state:?}");
        assert!(game.is_terminal(&state) && game.bounds().contain(game.utility(&state)), "{state:?}");
    }
}

/// A legal action or an outcome of chance, each equally often: nothing when the game is over, and only then.
fn choose<G: ChanceNodes<State: Debug>>(game: &G, state: &G::State, random: &mut Seeded) -> Option<G::Action> {
    let actions = if game.is_terminal(state) {
        assert!(game.action_list(state).is_empty(), "{state:?} is terminal");
        return None;
    } else if game.turn(state) == Turn::Chance {
        let mut outcomes = Outcomes::new();
        game.chance_outcomes(state, &mut outcomes);
        assert_eq!(outcomes.check(), Ok(()), "{state:?}");
        outcomes.as_slice().iter().map(|&(action, _)| action).collect()
    } else {
        game.action_list(state)
    };
    assert!(!actions.is_empty(), "{state:?} is not terminal");
    assert!(actions.iter().enumerate().all(|(at, action)| !actions[..at].contains(action)), "{actions:?}");
    Some(actions[random.below(actions.len() as u64) as usize])
}

/// `keeps_the_laws` with a game's own notation, whose methods have the same names in every game.
macro_rules! check {
    ($game:expr) => {
        let game = $game;
        keeps_the_laws(&game, |state, action| {
            game.parse_position(&game.position_text(state)).as_ref() == Ok(state)
                && action.is_none_or(|action| game.parse_action(state, &game.action_text(state, action)) == Ok(action))
        });
    };
}

#[test]
fn tictactoe_keeps_the_laws() {
    for (size, align) in (1..=TicTacToe::LARGEST).flat_map(|size| (1..=size).map(move |align| (size, align))) {
        check!(TicTacToe::new(size, align).unwrap());
    }
}

#[test]
fn pig_keeps_the_laws() {
    check!(Pig::new(2).unwrap());
    check!(Pig::default());
}

#[test]
fn hog_keeps_the_laws() {
    check!(Hog::default());
    check!(Hog::new(100, 10).unwrap());
}

#[test]
fn kuhn_keeps_the_laws() {
    check!(Kuhn);
}
