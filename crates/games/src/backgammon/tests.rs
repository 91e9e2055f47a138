use std::collections::HashSet;

use counterplay_core::{Actions, Chance, Game, Keyed, Outcomes};

use super::{Action, Backgammon, State};

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
