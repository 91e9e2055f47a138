//! Forced wins are wins: every one that is claimed is replayed against all defences by a plain search that knows the
//! rules alone.

use counterplay_connect4::Connect4;
use counterplay_core::threat_space::{Failures, Hunt, Hunter};
use counterplay_core::{ForcedWins, Forcing, Game, Notation, Random, Seeded, Side, Threat, Truth, Turn};
use counterplay_qubic::Qubic;
use counterplay_tictactoe::TicTacToe;

/// A state after so many random moves, if the game is not over before.
fn midgame<G: Game>(game: &G, plies: u64, random: &mut Seeded) -> Option<G::State> {
    let mut state = game.initial();
    for _ in 0..plies {
        let actions = game.action_list(&state);
        game.apply(&mut state, actions[random.index(actions.len())?]);
    }
    (!game.is_terminal(&state)).then_some(state)
}

fn mover<G: Game>(game: &G, state: &G::State) -> Side {
    match game.turn(state) {
        Turn::Seat(seat) => game.side(seat),
        Turn::Chance => unreachable!("these games have no dice"),
    }
}

fn has_won<G: Game>(game: &G, state: &G::State, side: Side) -> bool {
    let utility = game.utility(state).get();
    utility != 0 && (utility > 0) == (side == Side::Max)
}

/// Whether the attacker wins by these threats, whatever the defender replies: after any reply but the answer it must
/// win on the spot.
fn wins_by<G: Game>(game: &G, state: &G::State, side: Side, line: &[Threat<G::Action>]) -> bool {
    let wins_at_once = |state: &G::State| {
        let wins = |&action: &G::Action| {
            let next = game.result(state, action);
            game.is_terminal(&next) && has_won(game, &next, side)
        };
        game.action_list(state).iter().any(wins)
    };
    let [threat, rest @ ..] = line else { return false };
    let next = game.result(state, threat.action);
    if game.is_terminal(&next) {
        return has_won(game, &next, side);
    }
    game.action_list(&next).into_iter().all(|reply| {
        let after = game.result(&next, reply);
        if game.is_terminal(&after) {
            return false;
        }
        if Some(reply) == threat.answer { wins_by(game, &after, side, rest) } else { wins_at_once(&after) }
    })
}

/// Claims of so many random states are all true. Says how many there were, and the longest, in moves of the attacker.
fn replay<G: Forcing + Notation>(game: &G, plies: std::ops::Range<u64>, rounds: u64) -> (usize, usize) {
    let (failures, mut random) = (Failures::new(), Seeded::new(17));
    let mut hunter = Hunter::new(game, &failures);
    let (mut claims, mut longest) = (0, 0);
    for round in 0..rounds {
        let length = plies.start + round % (plies.end - plies.start);
        let Some(state) = midgame(game, length, &mut random) else { continue };
        let side = mover(game, &state);
        if hunter.hunt(&game.field(&state, side), 2000) == Hunt::Won {
            assert!(wins_by(game, &state, side, hunter.line()), "{}", game.position_text(&state));
            claims += 1;
            longest = longest.max(hunter.line().len());
        }
    }
    (claims, longest)
}

#[test]
fn of_qubic() {
    let (claims, longest) = replay(&Qubic::default(), 8..28, 6000);
    assert!(claims > 1000 && longest >= 8, "{claims} {longest}");
    assert!(replay(&Qubic::new(3).unwrap(), 1..8, 500).0 > 200);
}

#[test]
fn of_boards_in_the_plane() {
    let (claims, longest) = replay(&TicTacToe::new(8, 5).unwrap(), 16..40, 1500);
    assert!(claims > 300 && longest >= 3, "{claims} {longest}");
    assert!(replay(&TicTacToe::new(5, 4).unwrap(), 6..14, 1500).0 > 200);
}

#[test]
fn of_connect4() {
    let (claims, longest) = replay(&Connect4::default(), 10..26, 3000);
    assert!(claims > 500 && longest >= 3, "{claims} {longest}");
}

/// Where passing would lose by force, the actions that are left out lose by force indeed.
#[test]
fn what_is_left_out_loses() {
    let (all, enough) = (left_out(&ForcedWins::default()), left_out(&ForcedWins::default().for_proving()));
    assert!(all > enough && enough > 1000, "{all} {enough}");
}

/// How many actions of random states are left out, each of which loses.
fn left_out(knowledge: &ForcedWins) -> u64 {
    let game = Qubic::default();
    let (failures, mut random) = (Failures::new(), Seeded::new(5));
    let mut left_out = 0;
    for round in 0..400 {
        let Some(state) = midgame(&game, 8 + round % 16, &mut random) else { continue };
        let mut kept = counterplay_core::Actions::new();
        if knowledge.candidates(&game, &state, &(), &mut kept).is_none() {
            continue;
        }
        let attacker = mover(&game, &state).other();
        for action in game.action_list(&state).into_iter().filter(|action| !kept.as_slice().contains(action)) {
            let next = game.result(&state, action);
            let mut hunter = Hunter::new(&game, &failures);
            assert_eq!(
                hunter.hunt(&game.field(&next, attacker), 1_000_000),
                Hunt::Won,
                "{}",
                game.position_text(&next)
            );
            left_out += 1;
        }
    }
    left_out
}
