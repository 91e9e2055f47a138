use std::collections::HashSet;

use counterplay_core::{Actions, Chance, Game, Keyed, Outcomes, Random, Seeded, Turn};

use super::{Action, Backgammon, Stakes, State};

fn throws(game: &Backgammon, state: &State) -> Vec<Action> {
    let mut outcomes = Outcomes::new();
    game.outcomes(state, &mut outcomes);
    outcomes.as_slice().iter().map(|&(action, _)| action).collect()
}

/// The positions after a throw and a play, each once.
fn after_a_turn(game: &Backgammon, states: &[State]) -> HashSet<State> {
    let mut found = HashSet::new();
    let mut plays = Actions::new();
    for state in states {
        for throw in throws(game, state) {
            let thrown = game.result(state, throw);
            plays.clear();
            game.actions(&thrown, &mut plays);
            found.extend(plays.as_slice().iter().map(|&play| game.result(&thrown, play)));
        }
    }
    found
}

#[test]
fn the_known_number_of_plays_and_positions_from_the_start() {
    let game = Backgammon::default();
    let start = game.initial();
    let known = [
        (21, 15),
        (31, 16),
        (41, 14),
        (51, 8),
        (61, 10),
        (32, 17),
        (42, 18),
        (52, 8),
        (62, 14),
        (43, 17),
        (53, 9),
        (63, 14),
        (54, 9),
        (64, 14),
        (65, 7),
        (11, 42),
        (22, 75),
        (33, 73),
        (44, 52),
        (55, 4),
        (66, 11),
    ];
    for (dice, count) in known {
        let thrown = game.result(&start, Action::Throw(dice / 10, dice % 10));
        assert_eq!(game.action_list(&thrown).len(), count, "{dice}");
    }
    let one = after_a_turn(&game, &[start]);
    assert_eq!(one.len(), 406);
    let two = after_a_turn(&game, &one.into_iter().collect::<Vec<_>>());
    assert_eq!(two.len(), 163_706);
    assert_eq!(two.iter().map(|state| game.key(state)).collect::<HashSet<_>>().len(), two.len());
}

/// Whatever random play ends with lies within the bounds of every state on the way, and these only grow narrower.
#[test]
fn the_bounds_of_a_state_hold_to_the_end() {
    let mut narrower = 0;
    for seed in 0..60 {
        let game = Backgammon::new(if seed % 2 == 0 { Stakes::Points } else { Stakes::Money }, false);
        let mut random = Seeded::new(seed);
        let (mut state, mut bounds) = (game.initial(), Vec::new());
        while !game.is_terminal(&state) {
            bounds.push(game.bounds_of(&state));
            let action = if game.turn(&state) == Turn::Chance {
                game.draw(&state, &mut random).unwrap()
            } else {
                let actions = game.action_list(&state);
                actions[random.below(actions.len() as u64) as usize]
            };
            game.apply(&mut state, action);
        }
        bounds.push(game.bounds_of(&state));
        assert!(bounds.iter().all(|bounds| bounds.contain(game.utility(&state))), "{state:?}");
        assert!(bounds.windows(2).all(|pair| pair[0].low <= pair[1].low && pair[1].high <= pair[0].high), "{state:?}");
        narrower += usize::from(bounds.last() != bounds.first());
    }
    assert!(narrower > 20, "{narrower}");
}
