//! Plain alpha-beta to a fixed depth, beside crate `minimax`'s `Negamax`.

use counterplay_connect4::{Board, Connect4};
use counterplay_core::search::{Settings, alphabeta};
use counterplay_core::trace::Silent;
use counterplay_core::{Depth, Score};
use minimax::{Negamax, Strategy};

use crate::Setup;
use crate::board::{Counted, FromTheLeft, Rules, Stones, Zero};
use crate::cost::{median, timed};
use crate::positions::{self, Position};
use crate::row::{Measured, Outcome, Quantity};

const DEPTH: u8 = 10;

type Theirs = Rules<FromTheLeft>;

/// Measures nodes a second. The peer visits the root's moves in a random order, and its trees differ by a factor of two
/// from run to run. So its nodes are counted in the very run that is timed, and ours are too.
pub(crate) fn measure(setup: &Setup) -> Outcome {
    let positions = positions::random(setup.seed);
    let (mut our_speeds, mut their_speeds) = (Vec::new(), Vec::new());
    let (mut our_nodes, mut their_nodes) = (0, 0);
    for _ in 0..setup.repeat {
        let (found, our_seconds) = timed(|| positions.iter().map(search_ours).collect::<Result<Vec<_>, _>>());
        let found = found?;
        let (values, their_seconds) = timed(|| positions.iter().map(search_theirs).collect::<Vec<_>>());
        compare(&positions, &found, &values)?;
        our_nodes = found.iter().map(|(_, nodes)| nodes).sum();
        their_nodes = values.iter().map(|(_, nodes)| nodes).sum();
        our_speeds.push(our_nodes as f64 / our_seconds / 1e6);
        their_speeds.push(their_nodes as f64 / their_seconds / 1e6);
    }
    let (ours, theirs) = (median(our_speeds), median(their_speeds));
    Ok(Measured {
        ours: Quantity(ours, "M/s"),
        theirs: Quantity(theirs, "M/s"),
        figure: ours / theirs,
        notes: vec![
            format!("ours: {our_nodes} nodes, by the textbook's alpha-beta on the game that is shipped"),
            format!("theirs: {their_nodes} nodes in the last run, on a board whose size the compiler knows"),
            "a node is a state that the search enters, root and leaves included".to_owned(),
        ],
    })
}

/// Our search: who wins within the depth, for the side to move, and the nodes that it took.
fn search_ours(position: &Position) -> Result<(i32, u64), String> {
    let settings = Settings::new().to_depth(Depth(DEPTH.into()), |_: &Connect4, _: &Board| Score::DRAW);
    let decision = alphabeta(&Connect4::default(), &position.board, &settings, &mut Silent);
    let decision = decision.map_err(|error| format!("{}: {error}", position.text()))?;
    let for_first = if decision.value.score == 0.0 { 0 } else { decision.value.score.signum() as i32 };
    let for_mover = if position.moves.len().is_multiple_of(2) { for_first } else { -for_first };
    Ok((for_mover, decision.statistics.nodes))
}

/// Peer's search: who wins within the depth, for the side to move, and the nodes that it took.
fn search_theirs(position: &Position) -> (i32, u64) {
    let mut search = Negamax::new(Zero::<Counted<Theirs>>::new(), DEPTH);
    let nodes = Counted::<Theirs>::count(|| {
        search.choose_move(&Stones::after(&position.moves));
    });
    (i32::from(search.root_value().signum()), nodes)
}

fn compare(positions: &[Position], ours: &[(i32, u64)], theirs: &[(i32, u64)]) -> Result<(), String> {
    for ((position, (ours, _)), (theirs, _)) in positions.iter().zip(ours).zip(theirs) {
        if ours != theirs {
            let text = position.text();
            return Err(format!("the values differ at {text} and depth {DEPTH}: ours {ours}, theirs {theirs}"));
        }
    }
    Ok(())
}
