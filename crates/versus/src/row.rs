//! Table of what is measured, with the goals, and what a measurement gives.

use crate::{Setup, rows};

/// Row: one comparison.
pub(crate) struct Row {
    /// Name by which it runs alone.
    pub(crate) name: &'static str,
    /// Description of what is measured.
    pub(crate) what: &'static str,
    /// Time that it takes.
    pub(crate) takes: &'static str,
    /// Whether it runs only when asked for.
    pub(crate) long: bool,
    /// Goal of the figure, if one was set.
    pub(crate) goal: Option<Goal>,
    /// Function that measures it.
    pub(crate) measure: fn(&Setup) -> Outcome,
}

/// Outcome of a row: the figures, or why there are none.
pub(crate) type Outcome = Result<Measured, String>;

/// Goal of a figure: the bar that it has to reach, and the aim beyond it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Goal {
    /// Upper limit: a share of the peer's time.
    AtMost {
        /// Bar to be reached.
        bar: f64,
        /// Aim to be hoped for.
        aim: f64,
    },
    /// Upper limit in a unit: seconds, MiB, or times the peer's time.
    NoMore {
        /// Bar to be reached.
        bar: f64,
        /// Aim to be hoped for.
        aim: f64,
        /// Unit of both, and of the figure.
        unit: &'static str,
    },
    /// Lower limit: how many times the peer's speed.
    AtLeast {
        /// Bar to be reached.
        bar: f64,
        /// Aim to be hoped for.
        aim: f64,
    },
}

impl Goal {
    /// Verdict on a figure.
    pub(crate) fn verdict(self, figure: f64) -> &'static str {
        let (bar, aim) = match self {
            Goal::AtMost { bar, aim } | Goal::NoMore { bar, aim, .. } => (figure <= bar, figure <= aim),
            Goal::AtLeast { bar, aim } => (figure >= bar, figure >= aim),
        };
        match (bar, aim) {
            (_, true) => "aim met",
            (true, false) => "bar met",
            (false, false) => "missed",
        }
    }
}

/// Figures of a row.
pub(crate) struct Measured {
    /// Quantity of our side.
    pub(crate) ours: Quantity,
    /// Quantity of the other side: the peer, or ourselves in another setting.
    pub(crate) theirs: Quantity,
    /// Figure that the goal is about.
    pub(crate) figure: f64,
    /// Notes on what else there is to know.
    pub(crate) notes: Vec<String>,
}

/// Quantity: a number and its unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Quantity(pub(crate) f64, pub(crate) &'static str);

impl Measured {
    /// Two times in seconds; the figure is our share of theirs.
    pub(crate) fn times(ours: f64, theirs: f64, notes: Vec<String>) -> Measured {
        Measured { ours: Quantity(ours, "s"), theirs: Quantity(theirs, "s"), figure: ours / theirs, notes }
    }
}

/// All rows, in the order in which they run.
pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "deepening",
        what: "connect four, iterative deepening to depth 24 from the empty board, evaluation 0, 64 MiB table: \
               processor time, ours / crate minimax's IterativeSearch with MTD(f), its columns listed from the centre",
        takes: "about 10 s",
        long: false,
        goal: Some(Goal::AtMost { bar: 1.0 / 2.0, aim: 1.0 / 10.0 }),
        measure: rows::deepening::from_the_centre,
    },
    Row {
        name: "deepening-listed",
        what: "the same, its columns listed from the left, as our rules list them",
        takes: "about 2 minutes",
        long: true,
        goal: Some(Goal::AtMost { bar: 1.0 / 2.0, aim: 1.0 / 10.0 }),
        measure: rows::deepening::from_the_left,
    },
    Row {
        name: "nodes",
        what: "connect four, alpha-beta to depth 10 without a table from 50 random positions of 12 stones: \
               nodes a second, ours / crate minimax's Negamax",
        takes: "about 10 s",
        long: false,
        goal: Some(Goal::AtLeast { bar: 1.2, aim: 2.0 }),
        measure: rows::nodes::measure,
    },
    Row {
        name: "positions",
        what: "connect four, exact scores of 50 random positions of 12 stones: processor time, ours / bitbully",
        takes: "about 10 s",
        long: false,
        goal: Some(Goal::AtMost { bar: 1.0 / 2.0, aim: 1.0 / 5.0 }),
        measure: rows::scores::of_random_positions,
    },
    Row {
        name: "empty",
        what: "connect four, the exact score of the empty board, without a book: processor time, ours / bitbully",
        takes: "about 4 minutes for bitbully",
        long: true,
        goal: Some(Goal::AtMost { bar: 1.0 / 8.0, aim: 1.0 / 50.0 }),
        measure: rows::scores::of_the_empty_board,
    },
    Row {
        name: "threads",
        what: "connect four, the empty board and the 50 random positions solved: time on the clock, one thread / two",
        takes: "about a minute",
        long: false,
        goal: Some(Goal::AtLeast { bar: 1.6, aim: 1.9 }),
        measure: rows::threads::measure,
    },
    Row {
        name: "memory",
        what: "connect four, 20 million nodes from the empty board with tables of 64 and 256 MiB: \
               peak memory of the process above the table's budget, the larger of the two",
        takes: "about 10 s",
        long: false,
        goal: Some(Goal::NoMore { bar: 64.0, aim: 16.0, unit: "MiB" }),
        measure: rows::memory::measure,
    },
    Row {
        name: "ffo",
        what: "othello, FFO 40 to 44 solved exactly on one thread, the value and one best move, 64 MiB table: \
               nodes a second, ours / 20 million; together they may take 110 million nodes",
        takes: "about a minute",
        long: true,
        goal: Some(Goal::AtLeast { bar: 1.0, aim: 1.5 }),
        measure: rows::ffo::speed,
    },
    Row {
        name: "ffo-threads",
        what: "othello, FFO 41 to 44 solved exactly: time on the clock, one thread / two",
        takes: "about a minute",
        long: true,
        goal: Some(Goal::AtLeast { bar: 1.6, aim: 1.9 }),
        measure: rows::ffo::threads,
    },
    Row {
        name: "forced",
        what: "qubic, 200 random positions with a forced win of 2 to 10 moves, as a search finds that knows the rules \
               alone: the longest time that it takes to find one, as a share of a second",
        takes: "about a minute",
        long: true,
        goal: Some(Goal::AtMost { bar: 1.0 / 5.0, aim: 1.0 / 100.0 }),
        measure: rows::forced::measure,
    },
    Row {
        name: "tables-build",
        what: "checkers, all tables up to five pieces built on two threads: seconds on the clock, beside a naive \
               builder's",
        takes: "about 25 s",
        long: true,
        goal: Some(Goal::NoMore { bar: 20.0, aim: 8.0, unit: "s" }),
        measure: rows::tables::build,
    },
    Row {
        name: "tables-verify",
        what: "checkers, every value up to five pieces re-derived on two threads: seconds on the clock, beside a naive \
               check's; six pieces have 17.6 times as many positions, and are to take 4 minutes, or 90 s",
        takes: "about 45 s",
        long: true,
        goal: Some(Goal::NoMore { bar: 13.6, aim: 5.1, unit: "s" }),
        measure: rows::tables::verify,
    },
    Row {
        name: "probes",
        what: "checkers, a million random positions of the tables up to five pieces, warm, one thread: probes a second",
        takes: "about 30 s",
        long: true,
        goal: Some(Goal::AtLeast { bar: 1.0, aim: 5.0 }),
        measure: rows::tables::probes,
    },
    Row {
        name: "chess-tables",
        what: "chess, all 35 tables up to four pieces built with distances and every value re-derived on two threads, \
               counts as known: seconds on the clock, beside the three minutes that they may take",
        takes: "about 30 s",
        long: true,
        goal: Some(Goal::NoMore { bar: 180.0, aim: 60.0, unit: "s" }),
        measure: rows::tables::chess,
    },
    Row {
        name: "chess-perft",
        what: "chess, all counts of perft that testdata/chess.toml has, Chess960 included; then the start counted to \
               depth 6: processor time, ours / stockfish, the best of several runs by turns",
        takes: "about 15 s",
        long: true,
        goal: Some(Goal::NoMore { bar: 2.0, aim: 1.0, unit: "x" }),
        measure: rows::chess::perft,
    },
    Row {
        name: "chess-mates",
        what: "chess, every mate in 2 to 5 of testdata/chess.toml proven with its exact distance by `solve`, one \
               thread: processor time of the slowest",
        takes: "about 20 s",
        long: true,
        goal: Some(Goal::NoMore { bar: 5.0, aim: 1.0, unit: "s" }),
        measure: rows::chess::mates,
    },
    Row {
        name: "chess-tactics",
        what: "chess, the tactics of testdata/chess.toml at 20,000 nodes each: solved / 75 % of them",
        takes: "about 5 s",
        long: true,
        goal: Some(Goal::AtLeast { bar: 1.0, aim: 1.2 }),
        measure: rows::chess::tactics::<20_000, 75>,
    },
    Row {
        name: "chess-tactics-2",
        what: "the same at 100,000 nodes: solved / 87 % of them",
        takes: "about 5 s",
        long: true,
        goal: Some(Goal::AtLeast { bar: 1.0, aim: 1.1 }),
        measure: rows::chess::tactics::<100_000, 87>,
    },
    Row {
        name: "chess-tactics-3",
        what: "the same at 1,000,000 nodes: solved / 95 % of them",
        takes: "about 30 s",
        long: true,
        goal: Some(Goal::AtLeast { bar: 1.0, aim: 1.05 }),
        measure: rows::chess::tactics::<1_000_000, 95>,
    },
    Row {
        name: "chess-threads",
        what: "chess, the 20 tactics with more than ten men searched to depth 20, 64 MiB table: time on the clock, one \
               thread / two",
        takes: "about 2 minutes",
        long: true,
        goal: Some(Goal::AtLeast { bar: 1.6, aim: 1.8 }),
        measure: rows::chess::threads,
    },
    Row {
        name: "open_spiel",
        what: "plain alpha-beta, tic-tac-toe to the end and connect four to depth 10, the same nodes: \
               processor time, ours / open_spiel's from Python",
        takes: "about 5 s",
        long: false,
        goal: None,
        measure: rows::open_spiel::measure,
    },
    Row {
        name: "regrets",
        what: "leduc poker, CFR+ on one thread, the same strategies after as many rounds: rounds a second, ours / \
               open_spiel's in C++",
        takes: "about 15 s",
        long: false,
        goal: Some(Goal::AtLeast { bar: 10.0, aim: 100.0 }),
        measure: rows::regrets::measure,
    },
    Row {
        name: "backgammon-leaves",
        what: "backgammon, plain expectiminimax over our play, every throw and every reply, evaluation 0, from \
               positions of random play: leaves a second, ours / open_spiel's, whose search is Python and whose states \
               are C++",
        takes: "about 10 s",
        long: false,
        goal: Some(Goal::AtLeast { bar: 20.0, aim: 100.0 }),
        measure: rows::backgammon::leaves,
    },
    Row {
        name: "backgammon-plays",
        what: "backgammon, the plays of all 21 throws in positions of random play listed on one thread: millions a \
               second, beside open_spiel's legal_actions",
        takes: "about 10 s",
        long: false,
        goal: Some(Goal::AtLeast { bar: 1.0, aim: 5.0 }),
        measure: rows::backgammon::plays,
    },
    Row {
        name: "star",
        what: "backgammon, our play, every throw and every reply by the engine with Star2, with the network that the \
               game comes with: leaves, as a share of plain expectiminimax's, which has the same value",
        takes: "about 10 s",
        long: false,
        goal: Some(Goal::AtMost { bar: 1.0 / 5.0, aim: 1.0 / 20.0 }),
        measure: rows::backgammon::star,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct() {
        for (index, row) in ROWS.iter().enumerate() {
            assert!(ROWS[..index].iter().all(|earlier| earlier.name != row.name), "{}", row.name);
        }
    }

    #[test]
    fn a_goal_has_a_bar_and_an_aim() {
        let less = Goal::AtMost { bar: 0.5, aim: 0.1 };
        assert_eq!([0.6, 0.5, 0.1].map(|figure| less.verdict(figure)), ["missed", "bar met", "aim met"]);
        let seconds = Goal::NoMore { bar: 5.0, aim: 1.0, unit: "s" };
        assert_eq!([6.0, 5.0, 0.5].map(|figure| seconds.verdict(figure)), ["missed", "bar met", "aim met"]);
        let more = Goal::AtLeast { bar: 1.2, aim: 2.0 };
        assert_eq!([1.1, 1.2, 2.5].map(|figure| more.verdict(figure)), ["missed", "bar met", "aim met"]);
    }

    #[test]
    fn what_could_not_be_divided_meets_no_goal() {
        assert_eq!(Goal::AtMost { bar: 0.5, aim: 0.1 }.verdict(f64::NAN), "missed");
        assert_eq!(Goal::AtLeast { bar: 1.2, aim: 2.0 }.verdict(f64::NAN), "missed");
    }
}
