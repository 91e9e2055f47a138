//! Forced wins of qubic, in random positions where a search that knows nothing but the rules has found that there is
//! one.

use std::collections::HashMap;

use counterplay_core::{ForcedWins, Game, Random, Seeded, Side, Turn};
use counterplay_qubic::{Board, Qubic};

use crate::Setup;
use crate::cost::timed;
use crate::row::{Measured, Outcome, Quantity};

/// Number of positions, and the least and the most marks in them.
const POSITIONS: usize = 200;
const MARKS: std::ops::RangeInclusive<u64> = 12..=28;
/// Most moves of the attacker: twenty plies with the replies.
const MOVES: u32 = 10;
/// Most states that the plain search may enter for a position.
const PATIENCE: u32 = 2_000;
/// Budget of a threat search: more than any of these takes.
const BUDGET: u32 = 1_000_000;

/// Measures how long it takes to find the wins.
pub(crate) fn measure(setup: &Setup) -> Outcome {
    let (game, mut random) = (Qubic::default(), Seeded::new(setup.seed));
    let (mut times, mut lengths, mut plainly) = (Vec::new(), [0; MOVES as usize + 1], 0.0);
    while times.len() < POSITIONS {
        let Some(board) = midgame(&game, &mut random) else { continue };
        let mut plain = Plain { game: &game, failed: HashMap::new(), left: PATIENCE };
        let (found, seconds) = timed(|| (1..=MOVES).find(|&moves| plain.wins(&board, moves)));
        // A win on the spot needs no search.
        let Some(moves) = found.filter(|&moves| moves > 1) else { continue };
        plainly += seconds;
        lengths[moves as usize] += 1;
        let (line, seconds) = timed(|| ForcedWins::within(BUDGET).find(&game, &board, mover(&game, &board)));
        line.ok_or_else(|| format!("a win in {moves} moves was not found: {board:?}"))?;
        times.push(seconds);
    }
    let (longest, sum) = times.iter().fold((0.0, 0.0), |(longest, sum), &time| (f64::max(longest, time), sum + time));
    let notes = vec![
        format!("mean {:.3} ms, longest {:.3} ms; all were found", 1e3 * sum / times.len() as f64, 1e3 * longest),
        format!("the plain search took {:.1} ms on average", 1e3 * plainly / times.len() as f64),
        format!("wins in 2 to {MOVES} moves of the attacker: {:?}", &lengths[2..]),
    ];
    Ok(Measured { ours: Quantity(longest, "s"), theirs: Quantity(1.0, "s"), figure: longest, notes })
}

/// Position after random moves, unless the game is over.
fn midgame(game: &Qubic, random: &mut Seeded) -> Option<Board> {
    let mut board = game.initial();
    for _ in 0..MARKS.start() + random.below(MARKS.end() - MARKS.start() + 1) {
        let cells = game.action_list(&board);
        game.apply(&mut board, cells[random.index(cells.len())?]);
    }
    (!game.is_terminal(&board)).then_some(board)
}

fn mover(game: &Qubic, board: &Board) -> Side {
    match game.turn(board) {
        Turn::Seat(seat) => game.side(seat),
        Turn::Chance => unreachable!("there are no dice"),
    }
}

/// Plain search, which knows the rules alone.
struct Plain<'a> {
    game: &'a Qubic,
    /// Move counts within which there is no win.
    failed: HashMap<Board, u32>,
    left: u32,
}

impl Plain<'_> {
    /// Whether the side to move wins within so many moves, each of which leaves one reply that does not lose at once,
    /// or none.
    fn wins(&mut self, board: &Board, moves: u32) -> bool {
        if self.wins_at_once(board) {
            return true;
        }
        if moves <= 1 || self.left == 0 || self.failed.get(board).is_some_and(|&failed| failed >= moves) {
            return false;
        }
        self.left -= 1;
        let won = self.game.action_list(board).into_iter().any(|action| {
            let next = self.game.result(board, action);
            !self.game.is_terminal(&next)
                && match self.only_reply(&next) {
                    Replies::None => true,
                    Replies::One(after) => self.wins(&after, moves - 1),
                    Replies::Several => false,
                }
        });
        if !won && self.left > 0 {
            self.failed.insert(*board, moves);
        }
        won
    }

    fn wins_at_once(&self, board: &Board) -> bool {
        self.game.action_list(board).into_iter().any(|action| {
            let next = self.game.result(board, action);
            self.game.is_terminal(&next) && self.game.utility(&next) != counterplay_core::Score::DRAW
        })
    }

    /// Replies after which the attacker does not win at once.
    fn only_reply(&self, board: &Board) -> Replies {
        let mut only = Replies::None;
        for reply in self.game.action_list(board) {
            let after = self.game.result(board, reply);
            if self.game.is_terminal(&after) {
                return Replies::Several;
            }
            if !self.wins_at_once(&after) {
                match only {
                    Replies::None => only = Replies::One(after),
                    _ => return Replies::Several,
                }
            }
        }
        only
    }
}

/// Replies that are left to the defender.
enum Replies {
    None,
    One(Board),
    /// Several replies, or one that wins.
    Several,
}
