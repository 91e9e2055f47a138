//! FFO endgames 40 to 44, which othello programs are measured by, solved exactly for the value and one best move.

use std::time::Instant;

use counterplay_core::engine::{Engine, OwnKeys, Table, Task};
use counterplay_core::weights::Weights;
use counterplay_core::{Learned, Notation, Score};
use counterplay_othello::{Mobility, Othello, Patterns, WEIGHTS};

use crate::Setup;
use crate::cost::{cpu_now, median};
use crate::row::{Measured, Outcome, Quantity};

/// Table size, in MiB.
const TABLE: usize = 64;
/// Most nodes of all five, and the speed that is asked for in a second, both in millions.
const NODES: f64 = 110.0;
const SPEED: f64 = 20.0;

/// Endgame with its number in the suite, and its value for Black.
struct Endgame {
    number: u32,
    position: &'static str,
    value: Score,
}

const ENDGAMES: [Endgame; 5] = [
    endgame(40, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
    endgame(41, "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0),
    endgame(42, "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6),
    endgame(43, "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", 12),
    endgame(44, "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", 14),
];

const fn endgame(number: u32, position: &'static str, value: i32) -> Endgame {
    Endgame { number, position, value: Score::new(value) }
}

/// Cost of one solution.
struct Solved {
    nodes: u64,
    cpu: f64,
    wall: f64,
}

/// Measures nodes a second on one thread, beside the speed that is asked for.
pub(crate) fn speed(setup: &Setup) -> Outcome {
    let (mut notes, mut nodes, mut seconds) = (Vec::new(), 0.0, 0.0);
    for endgame in &ENDGAMES {
        let (mut millions, mut times) = (0.0, Vec::new());
        for _ in 0..setup.repeat {
            let solved = endgame.solve(1)?;
            millions = solved.nodes as f64 / 1e6;
            times.push(solved.cpu);
        }
        let time = median(times);
        notes.push(format!("FFO {}: {millions:.1} million nodes in {time:.2} s", endgame.number));
        nodes += millions;
        seconds += time;
    }
    notes.push(format!("all: {nodes:.1} million nodes, of {NODES} that they may take, in {seconds:.2} s"));
    let speed = nodes / seconds;
    Ok(Measured { ours: Quantity(speed, "M/s"), theirs: Quantity(SPEED, "M/s"), figure: speed / SPEED, notes })
}

/// Measures two threads beside one, on all but the first, which is soon solved: time on the clock.
pub(crate) fn threads(setup: &Setup) -> Outcome {
    let (mut notes, mut sums) = (Vec::new(), [0.0; 2]);
    for endgame in &ENDGAMES[1..] {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..setup.repeat {
            for (threads, times) in (1..).zip(&mut times) {
                times.push(endgame.solve(threads)?.wall);
            }
        }
        let [one, two] = times.map(median);
        notes.push(format!("FFO {}: {one:.2} s with one thread, {two:.2} s with two", endgame.number));
        sums = [sums[0] + one, sums[1] + two];
    }
    let [one, two] = sums;
    Ok(Measured { ours: Quantity(two, "s"), theirs: Quantity(one, "s"), figure: one / two, notes })
}

impl Endgame {
    /// Solves the endgame with a table of its own.
    fn solve(&self, threads: u32) -> Result<Solved, String> {
        let failed = |why: &str| format!("FFO {}: {why}", self.number);
        let game = Othello::default();
        let board = game.parse_position(self.position).map_err(|error| failed(&error.to_string()))?;
        let weights = Weights::read(WEIGHTS).map_err(|error| failed(&error.to_string()))?;
        let learned = Learned::new(&game, "othello", Patterns, &weights).map_err(|error| failed(&error.to_string()))?;
        let table = Table::new(TABLE << 20);
        let engine = Engine::new(&game, &table).keys(OwnKeys).knowledge(Mobility).evaluation(learned);
        let task = Task { all_best: false, lines: 0, ..Task::default() };
        let (start, cpu) = (Instant::now(), cpu_now());
        let verdict = engine.solve_on(threads, &board, &task, &mut |_| {}).map_err(|halt| failed(&halt.to_string()))?;
        let (cpu, wall) = (cpu_now() - cpu, start.elapsed().as_secs_f64());
        match verdict.value() {
            Some(value) if value == self.value => Ok(Solved { nodes: verdict.statistics.nodes, cpu, wall }),
            value => Err(failed(&format!("the value is {}, but was found to be {value:?}", self.value))),
        }
    }
}
