//! Shooters: the program that is measured, in a process of its own, and three simple ones to compare it with.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::waters::{Answer, CELLS, Dice, LENGTHS, SIZE, Told, cell_named, placements};

/// Shooter, which chooses a cell by the results so far.
pub(super) trait Shooter {
    /// Chooses the cell to shoot at.
    ///
    /// # Errors
    /// If there is no answer.
    fn shot(&mut self, told: &Told) -> Result<usize, String>;
}

/// Cells that were not shot at.
fn open(told: &Told) -> Vec<usize> {
    (0..CELLS).filter(|&cell| told.at(cell).is_none()).collect()
}

/// Random shooter: any cell.
pub(super) struct AnyCell(pub(super) Dice);

impl Shooter for AnyCell {
    fn shot(&mut self, told: &Told) -> Result<usize, String> {
        let open = open(told);
        Ok(open[self.0.below(open.len())])
    }
}

/// Hunt and target: beside a hit while a ship that was hit is afloat, else any dark square of the chessboard.
pub(super) struct HuntAndTarget(pub(super) Dice);

impl Shooter for HuntAndTarget {
    fn shot(&mut self, told: &Told) -> Result<usize, String> {
        let open = open(told);
        let is_hit = |cell: usize| matches!(told.at(cell), Some(Answer::Hit | Answer::Sunk(_)));
        let hits = (0..CELLS).filter(|&cell| is_hit(cell)).count();
        let afloat = hits > told.sunk().map(|ship| LENGTHS[ship]).sum();
        let beside = |cell: usize| {
            let (row, column) = (cell / SIZE, cell % SIZE);
            (row > 0 && is_hit(cell - SIZE))
                || (row + 1 < SIZE && is_hit(cell + SIZE))
                || (column > 0 && is_hit(cell - 1))
                || (column + 1 < SIZE && is_hit(cell + 1))
        };
        let dark = |cell: usize| (cell / SIZE + cell % SIZE).is_multiple_of(2);
        let wanted: Vec<usize> = open.iter().copied().filter(|&c| if afloat { beside(c) } else { dark(c) }).collect();
        let cells = if wanted.is_empty() { open } else { wanted };
        Ok(cells[self.0.below(cells.len())])
    }
}

/// Density: the cell that is in the most placements of ships afloat, each ship for itself; a placement counts more by
/// each hit in it.
pub(super) struct Density {
    placements: [Vec<Vec<usize>>; 5],
}

impl Density {
    /// Factor of a placement for each hit within it.
    const HIT: f64 = 20.0;

    pub(super) fn new() -> Density {
        Density { placements: LENGTHS.map(placements) }
    }
}

impl Shooter for Density {
    fn shot(&mut self, told: &Told) -> Result<usize, String> {
        let sunk: Vec<usize> = told.sunk().collect();
        let answers: Vec<Option<Answer>> = (0..CELLS).map(|cell| told.at(cell)).collect();
        let mut worth = [0.0; CELLS];
        for ship in (0..LENGTHS.len()).filter(|ship| !sunk.contains(ship)) {
            for cells in &self.placements[ship] {
                // Cells that sank a ship are that ship's.
                if cells.iter().any(|&cell| matches!(answers[cell], Some(Answer::Miss | Answer::Sunk(_)))) {
                    continue;
                }
                let hits = cells.iter().filter(|&&cell| answers[cell].is_some()).count();
                let weight = Density::HIT.powi(hits as i32);
                cells.iter().filter(|&&cell| answers[cell].is_none()).for_each(|&cell| worth[cell] += weight);
            }
        }
        let best = open(told).into_iter().max_by(|&a, &b| worth[a].total_cmp(&worth[b]));
        best.ok_or_else(|| "no cell is left".to_owned())
    }
}

/// Measured program: `counterplay move battleships --solo 1 --batch -`, kept open. It is sent a line with the results
/// so far, and no more.
pub(super) struct Program {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Program {
    pub(super) fn start(program: &Path, more: &[String]) -> Result<Program, String> {
        let mut command = Command::new(program);
        command.args(["move", "battleships", "--solo", "1", "--batch", "-"]).args(more);
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = spawned.map_err(|error| format!("{}: {error}", program.display()))?;
        let (to, from) = (process.stdin.take(), process.stdout.take());
        let (to, from) = to.zip(from).ok_or("the program has no stdin or stdout")?;
        Ok(Program { process, to, from: BufReader::new(from) })
    }

    /// Processor time taken so far, in seconds, where the system tells.
    pub(super) fn cpu(&self) -> Option<f64> {
        /// Clock ticks a second: Linux counts hundredths, whatever its own clock does.
        const TICKS: f64 = 100.0;
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        // The name of the program is in brackets and may hold anything; the numbers come after it.
        let numbers: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |at: usize| numbers.get(at)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) / TICKS)
    }

    /// Sends the end of its input and waits for it.
    pub(super) fn end(self) -> Result<(), String> {
        let Program { mut process, to, from } = self;
        drop((to, from));
        let status = process.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("the program ended with {status}")) }
    }
}

impl Shooter for Program {
    fn shot(&mut self, told: &Told) -> Result<usize, String> {
        let view = told.view();
        writeln!(self.to, "{view}").map_err(|error| error.to_string())?;
        let mut answer = String::new();
        self.from.read_line(&mut answer).map_err(|error| error.to_string())?;
        let action = answer.split_once("\"action\":\"").and_then(|(_, rest)| rest.split_once('"'));
        let cell = action.and_then(|(name, _)| cell_named(name)).filter(|&cell| told.at(cell).is_none());
        cell.ok_or_else(|| format!("no legal shot for `{view}`: {}", answer.trim_end()))
    }
}
