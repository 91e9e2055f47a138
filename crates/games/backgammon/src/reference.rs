//! The plays of a throw once more, as slowly as the rules say it: every way to play the dice one by one is tried.

use std::collections::BTreeSet;

use counterplay_core::{Chance, Game, Random, Seat, Seeded};

use super::{Action, Backgammon, Men, Stage, State};

/// The men of the mover and of the other side, off, on the points as each counts them, and on the bar.
type Board = [[u8; 26]; 2];

/// The man on a point moves with a die, if he may.
fn moved(board: &Board, from: usize, die: usize) -> Option<Board> {
    let [own, other] = board;
    let is_last = own[from + 1..].iter().all(|&men| men == 0);
    let all_home = own[7..].iter().all(|&men| men == 0);
    let waits_for_bar = own[25] > 0 && from != 25;
    if own[from] == 0 || waits_for_bar {
        return None;
    }
    let mut after = *board;
    after[0][from] -= 1;
    if from > die {
        match other[25 - (from - die)] {
            0 => {}
            1 => {
                after[1][25 - (from - die)] = 0;
                after[1][25] += 1;
            }
            _ => return None,
        }
        after[0][from - die] += 1;
    } else {
        if !all_home || from < die && !is_last {
            return None;
        }
        after[0][0] += 1;
    }
    Some(after)
}

/// All ways to play these dice in this order, as far as it goes: which of them were played, and the board.
fn ways(board: &Board, dice: &[usize], played: &[usize], found: &mut BTreeSet<(Vec<usize>, Board)>) {
    let mut stuck = true;
    if let Some((&die, rest)) = dice.split_first() {
        for from in 1..=25 {
            if let Some(after) = moved(board, from, die) {
                stuck = false;
                ways(&after, rest, &[played, &[die]].concat(), found);
            }
        }
    }
    if stuck {
        found.insert((played.to_vec(), *board));
    }
}

/// The boards that a throw can lead to.
fn boards(board: &Board, [larger, smaller]: [usize; 2]) -> BTreeSet<Board> {
    let mut found = BTreeSet::new();
    if larger == smaller {
        ways(board, &[larger; 4], &[], &mut found);
    } else {
        ways(board, &[larger, smaller], &[], &mut found);
        ways(board, &[smaller, larger], &[], &mut found);
    }
    let most = found.iter().map(|(played, _)| played.len()).max().unwrap_or(0);
    let larger_alone = most == 1 && found.iter().any(|(played, _)| played == &[larger]);
    let is_allowed = |played: &[usize]| played.len() == most && (!larger_alone || played == [larger]);
    found.into_iter().filter(|(played, _)| is_allowed(played)).map(|(_, board)| board).collect()
}

fn board(state: &State, mover: Seat) -> Board {
    [mover, mover.other()].map(|seat| std::array::from_fn(|point| state.men(seat).on(point as u8)))
}

/// Compares all 21 throws, and says how many plays they had.
fn compare(state: &State) -> usize {
    let game = Backgammon::default();
    let mover = state.seat();
    let mut count = 0;
    for larger in 1..=6 {
        for smaller in 1..=larger {
            let thrown = game.result(state, Action::Throw(larger, smaller));
            let plays = game.action_list(&thrown);
            let reached: BTreeSet<Board> =
                plays.iter().map(|&play| board(&game.result(&thrown, play), mover)).collect();
            let expected = boards(&board(state, mover), [larger.into(), smaller.into()]);
            assert_eq!(reached, expected, "{larger}{smaller} {state:?}");
            assert_eq!(reached.len(), plays.len(), "a play is listed twice: {larger}{smaller} {state:?}");
            for &play in &plays {
                check_steps(&thrown, play, &board(&game.result(&thrown, play), mover));
            }
            count += plays.len();
        }
    }
    count
}

/// The steps of a play lead to the same board, if the men take them one after the other.
fn check_steps(thrown: &State, play: Action, expected: &Board) {
    let Action::Play(play) = play else { panic!("{play:?} is no play") };
    let mut reached = board(thrown, thrown.seat());
    for step in play.steps() {
        let [own, other] = &mut reached;
        own[usize::from(step.from)] -= 1;
        own[usize::from(step.to)] += 1;
        if step.to > 0 && other[25 - usize::from(step.to)] == 1 {
            other[25 - usize::from(step.to)] = 0;
            other[25] += 1;
        }
    }
    assert_eq!(&reached, expected, "{play:?} {thrown:?}");
}

#[test]
fn the_plays_in_random_games_are_those_of_the_rules() {
    let game = Backgammon::default();
    let (mut positions, mut plays) = (0, 0);
    for seed in 1..=12 {
        let mut random = Seeded::new(seed);
        let mut state = game.initial();
        while !game.is_terminal(&state) {
            let action = if state.stage() == Stage::Roll {
                plays += compare(&state);
                positions += 1;
                game.draw(&state, &mut random).unwrap()
            } else {
                let listed = game.action_list(&state);
                listed[random.index(listed.len()).unwrap()]
            };
            game.apply(&mut state, action);
        }
    }
    assert!(positions > 1000 && plays > 21 * positions, "{positions} positions with {plays} plays");
}

#[test]
fn the_plays_of_men_anywhere_are_those_of_the_rules() {
    let mut random = Seeded::new(1);
    for number in 0..3000 {
        // Men anywhere, men that have got around, and men that are being borne off; the bar is among all but the last.
        let places = [25, 25, 12, 8, 7, 6][number % 6];
        let mut men = [[0; 25]; 2];
        for _ in 0..=random.below(14) {
            let at = random.below(places) as usize;
            men[0][if at == places as usize - 1 && number % 6 != 5 { 24 } else { at }] += 1;
        }
        for _ in 0..=random.below(14) {
            let at = random.below(25) as usize;
            // Two sides cannot share a point, and two men on it close it sooner than two draws would.
            if at == 24 || men[0][23 - at] == 0 {
                men[1][at] += 1 + u8::from(number % 2 == 0 && men[1].iter().sum::<u8>() < 14);
            }
            if men[1].iter().sum::<u8>() == 15 {
                break;
            }
        }
        let [own, other] = men.map(|on| Men::new(&on).unwrap());
        let seat = Seat::PAIR[number % 2];
        let sides = if seat == Seat::FIRST { [own, other] } else { [other, own] };
        compare(&Backgammon::default().before_roll(sides, seat));
    }
}
