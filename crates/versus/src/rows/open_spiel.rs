//! Plain alpha-beta on the same tree, beside `open_spiel`'s, which is called from Python.

use counterplay_connect4::{Board, Column, Connect4};
use counterplay_core::search::{Decision, Settings, alphabeta};
use counterplay_core::trace::Silent;
use counterplay_core::{Actions, Bounds, Depth, Deterministic, Game, PerfectInformation, Score, Turn, Without};
use counterplay_tictactoe::TicTacToe;

use crate::cost::{cpu_now, median};
use crate::row::{Measured, Outcome};
use crate::{Setup, python};

/// Seconds that our search is repeated for: one of tic-tac-toe is over before the clock has moved.
const LONG_ENOUGH: f64 = 0.2;

/// Measures the time of the search. The figure is of the sum of both games. They must agree on the values and on the
/// nodes, or it is not the same search.
pub(crate) fn measure(setup: &Setup) -> Outcome {
    let tictactoe = compare(setup, &TicTacToe::default(), "tic_tac_toe", 9)?;
    let connect4 = compare(setup, &WinsAlone(Connect4::default()), "connect_four", 10)?;
    let [ours, theirs] = [0, 1].map(|side| tictactoe.times[side] + connect4.times[side]);
    Ok(Measured::times(ours, theirs, vec![tictactoe.note, connect4.note]))
}

/// Times of ours and of theirs on one game.
struct Compared {
    times: [f64; 2],
    note: String,
}

fn compare<G: Deterministic + PerfectInformation>(
    setup: &Setup,
    game: &G,
    name: &str,
    depth: u32,
) -> Result<Compared, String> {
    let (mut our_times, mut their_times, mut nodes) = (Vec::new(), Vec::new(), 0);
    for _ in 0..setup.repeat {
        let (decision, seconds) = search(game, depth)?;
        let theirs = python::ask(setup, "search_open_spiel.py", &[name, &depth.to_string()], "")?;
        nodes = decision.statistics.nodes;
        let (our_answer, their_answer) = (
            (decision.value.score, nodes as f64),
            (python::number(&theirs, "value")?, python::number(&theirs, "nodes")?),
        );
        if our_answer != their_answer {
            return Err(format!(
                "{name}: value and nodes are {our_answer:?} by ours and {their_answer:?} by open_spiel's"
            ));
        }
        our_times.push(seconds);
        their_times.push(python::number(&theirs, "seconds")?);
    }
    let times = [our_times, their_times].map(median);
    let [ours, theirs] = times;
    Ok(Compared {
        times,
        note: format!("{name} to depth {depth}: {nodes} nodes, ours {ours:.6} s, theirs {theirs:.3} s"),
    })
}

/// Searches, and returns the processor time of one search.
fn search<G: Deterministic + PerfectInformation>(game: &G, depth: u32) -> Result<(Decision<G::Action>, f64), String> {
    let settings = Settings::new().to_depth(Depth(depth), |_: &G, _: &G::State| Score::DRAW);
    let once = || alphabeta(game, &game.initial(), &settings, &mut Silent).map_err(|error| error.to_string());
    let (start, mut searches) = (cpu_now(), 0);
    loop {
        let decision = once()?;
        searches += 1;
        let taken = cpu_now() - start;
        // Where nothing can be measured, one is enough.
        if taken >= LONG_ENOUGH || taken.is_nan() {
            return Ok((decision, taken / f64::from(searches)));
        }
    }
}

/// Connect four as `open_spiel` has it: a win is a win, however soon.
struct WinsAlone(Connect4);

impl Game for WinsAlone {
    type State = Board;
    type Action = Column;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Board {
        self.0.initial()
    }

    fn turn(&self, board: &Board) -> Turn {
        self.0.turn(board)
    }

    fn actions(&self, board: &Board, out: &mut Actions<Column>) {
        self.0.actions(board, out);
    }

    fn apply(&self, board: &mut Board, column: Column) {
        self.0.apply(board, column);
    }

    fn is_terminal(&self, board: &Board) -> bool {
        self.0.is_terminal(board)
    }

    fn utility(&self, board: &Board) -> Score {
        Score::new(self.0.utility(board).get().signum())
    }

    fn bounds(&self) -> Bounds {
        Bounds::WIN_DRAW_LOSS
    }
}
