//! The soft limit of nodes, after which no depth is begun.

use super::*;
use crate::engine::{Hashed, Table};
use crate::{Actions, Seat, Turn, Without};

/// Whoever takes the last of the matches wins.
struct Nim;

impl Game for Nim {
    type State = (u32, Seat);
    type Action = u32;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> (u32, Seat) {
        (40, Seat::FIRST)
    }
    fn turn(&self, &(_, seat): &(u32, Seat)) -> Turn {
        Turn::Seat(seat)
    }
    fn actions(&self, &(left, _): &(u32, Seat), out: &mut Actions<u32>) {
        out.extend(1..=left.min(3));
    }
    fn apply(&self, (left, seat): &mut (u32, Seat), taken: u32) {
        (*left, *seat) = (*left - taken, seat.other());
    }
    fn is_terminal(&self, &(left, _): &(u32, Seat)) -> bool {
        left == 0
    }
    fn utility(&self, &(_, seat): &(u32, Seat)) -> Score {
        if seat == Seat::FIRST { Score::LOSS } else { Score::WIN }
    }
}

#[test]
fn what_is_enough_ends_no_depth_but_begins_none() {
    let table = Table::new(1 << 16);
    let engine = Engine::new(&Nim, &table).keys(Hashed).evaluation(|_: &Nim, _: &(u32, Seat)| Score::DRAW);
    let root = Nim.initial();
    let depth_with = |enough: u64| {
        let mut worker = Worker::new(&engine, &root, &Limits::default(), Silent);
        worker.soft_limit = enough;
        let task = Task { depth: Some(Depth(6)), ..Task::default() };
        let mut nodes = Vec::new();
        let found = worker.analyse(&task, &mut |iteration| nodes.push(iteration.nodes)).unwrap();
        assert_eq!(found.decision.stopped, None);
        // Only the last depth may have reached it.
        assert!(nodes[..nodes.len() - 1].iter().all(|&nodes| nodes < enough), "{nodes:?}");
        found.depth
    };
    assert_eq!(depth_with(0), Depth(1));
    let deeper = depth_with(10);
    assert!(Depth(1) < deeper && deeper < Depth(6), "{deeper:?}");
    assert_eq!(depth_with(u64::MAX), Depth(6));
}
