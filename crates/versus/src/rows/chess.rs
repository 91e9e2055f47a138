//! Chess: counts, mates, tactics and threads, by the program as everybody runs it, on the positions of the suite of tests.

use std::process::Command;

use serde_json::Value as Json;
use toml::{Table, Value};

use crate::Setup;
use crate::cost::{self, Cost, median};
use crate::ours;
use crate::row::{Measured, Outcome, Quantity};

/// Positions and what is known of them.
const POSITIONS: &str = include_str!("../../../../testdata/chess.toml");

/// Peer that counts lines, where Debian has it.
const STOCKFISH: &str = "/usr/games/stockfish";
/// Depth of the count beside the peer, and the lines that there are.
const DEPTH: u32 = 6;
const LINES: u64 = 119_060_324;

/// Seconds that a mate may take.
const MATE_MAY_TAKE: f64 = 5.0;

/// Least men of a middle game, and the depth to which it is searched on one thread and on two.
const MEN: usize = 11;
const THREADS_DEPTH: u32 = 20;
const THREADS_TABLE: &str = "64M";

/// Position of the suite.
struct Position(Table);

impl Position {
    /// Positions of which this is known.
    fn with(key: &str) -> Result<Vec<Position>, String> {
        let suite: Table = POSITIONS.parse().map_err(|error| format!("testdata/chess.toml: {error}"))?;
        let cases = suite.get("case").and_then(Value::as_array).into_iter().flatten();
        Ok(cases.filter_map(Value::as_table).filter(|case| case.contains_key(key)).cloned().map(Position).collect())
    }

    /// Position in its notation; nothing for the start.
    fn text(&self) -> &str {
        self.0.get("position").and_then(Value::as_str).unwrap_or_default()
    }

    /// Name of the position, or else the position itself.
    fn name(&self) -> &str {
        self.0.get("name").and_then(Value::as_str).unwrap_or(self.text())
    }

    /// Men on the board.
    fn men(&self) -> usize {
        self.text().split(' ').next().unwrap_or_default().chars().filter(char::is_ascii_alphabetic).count()
    }

    /// Asks our program about the position.
    fn ask(&self, setup: &Setup, verb: &str, more: &[&str]) -> Result<(Json, Cost), String> {
        let mut command = ours::program(setup)?;
        command.args([verb, "chess", "--json"]);
        if !self.text().is_empty() {
            command.args(["--position", self.text()]);
        }
        if let Some(start) = self.0.get("options").and_then(|options| options.get("start")) {
            command.args(["--start", &start.to_string()]);
        }
        let (printed, cost) = cost::run(command.args(more), "", &[0])?;
        let answer = serde_json::from_str(&printed).map_err(|error| format!("{}: {error}", self.name()))?;
        Ok((answer, cost))
    }
}

/// Measures perft: all counts of the suite, and the start beside the peer.
pub(crate) fn perft(setup: &Setup) -> Outcome {
    let (mut all, mut seconds) = (0, 0.0);
    for position in Position::with("perft")? {
        // Each row counts what those before it do.
        let last = position.0["perft"].as_array().and_then(|rows| rows.last()?.as_array());
        let numbers = last.and_then(|row| row[0].as_integer().zip(row[1].as_integer()));
        let (depth, lines) = numbers.ok_or_else(|| format!("{}: no count", position.name()))?;
        let (answer, cost) = position.ask(setup, "perft", &[&depth.to_string()])?;
        if answer["leaves"].as_i64() != Some(lines) {
            return Err(format!(
                "{}, depth {depth}: {lines} lines, but {} were counted",
                position.name(),
                answer["leaves"]
            ));
        }
        (all, seconds) = (all + lines, seconds + cost.cpu);
    }
    let start = Position(Table::new());
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..setup.repeat {
        let (answer, cost) = start.ask(setup, "perft", &[&DEPTH.to_string()])?;
        let (printed, their_cost) = cost::run(&Command::new(STOCKFISH), &format!("go perft {DEPTH}\nquit\n"), &[0])?;
        let counted = printed.lines().find_map(|line| line.strip_prefix("Nodes searched: ")?.trim().parse().ok());
        if answer["leaves"].as_u64() != Some(LINES) || counted != Some(LINES) {
            return Err(format!("{LINES} lines, but we counted {}, and stockfish {counted:?}", answer["leaves"]));
        }
        (ours, theirs) = (ours.min(cost.cpu), theirs.min(their_cost.cpu));
    }
    let notes = vec![
        format!("all counts of the suite are right: {:.1} million lines in {seconds:.2} s", all as f64 / 1e6),
        format!("the start to depth {DEPTH}: {:.0} million lines a second", LINES as f64 / ours / 1e6),
        "both without a table, on one thread, the starting of the process included".to_owned(),
    ];
    Ok(Measured { ours: Quantity(ours, "s"), theirs: Quantity(theirs, "s"), figure: ours / theirs, notes })
}

/// Measures how long the proofs of the mates take.
pub(crate) fn mates(setup: &Setup) -> Outcome {
    let mut times = Vec::new();
    for position in Position::with("solve")? {
        let known = &position.0["solve"];
        let (answer, cost) = position.ask(setup, "solve", &["--time", "2m"])?;
        let (found, plies) = (answer["value"]["plies"].as_i64(), known["plies"].as_integer());
        if found != plies || answer["value"]["outcome"].as_str() != known["outcome"].as_str() {
            return Err(format!("{}: mate in {plies:?} plies, but this was found: {answer}", position.name()));
        }
        let best = known.get("best").and_then(|best| best[0].as_str());
        if best.is_some_and(|best| answer["best"] != serde_json::json!([best])) {
            return Err(format!("{}: only {best:?} mates so soon, but {} were found", position.name(), answer["best"]));
        }
        times.push((cost.cpu, position.name().to_owned(), plies.unwrap_or_default()));
    }
    times.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
    let all: f64 = times.iter().map(|(time, ..)| time).sum();
    let mut notes = vec![format!("all {} are proven, in {all:.2} s together; the slowest:", times.len())];
    notes.extend(times.iter().take(5).map(|(time, name, plies)| format!("{time:.2} s, {plies} plies: {name}")));
    let slowest = times.first().map_or(f64::NAN, |(time, ..)| *time);
    Ok(Measured { ours: Quantity(slowest, "s"), theirs: Quantity(MATE_MAY_TAKE, "s"), figure: slowest, notes })
}

/// Measures how many tactics are solved with so many nodes, beside the share of them that is asked for.
pub(crate) fn tactics<const NODES: u64, const PERCENT: u32>(setup: &Setup) -> Outcome {
    let (positions, mut missed) = (Position::with("find")?, Vec::new());
    for position in &positions {
        let (answer, _) = position.ask(setup, "move", &["--nodes", &NODES.to_string()])?;
        let found = answer["action"].as_str().unwrap_or_default();
        if !position.0["find"].as_array().is_some_and(|best| best.iter().any(|best| best.as_str() == Some(found))) {
            missed.push(format!("{} ({found})", position.name()));
        }
    }
    let (all, solved) = (positions.len(), positions.len() - missed.len());
    let asked = all as f64 * f64::from(PERCENT) / 100.0;
    let notes = vec![
        format!("{solved} of {all}, {:.1} %", 100.0 * solved as f64 / all as f64),
        format!("missed: {}", if missed.is_empty() { "none".to_owned() } else { missed.join(", ") }),
    ];
    let (ours, theirs) = (Quantity(solved as f64, "solved"), Quantity(asked, "asked"));
    Ok(Measured { ours, theirs, figure: solved as f64 / asked, notes })
}

/// Measures two threads beside one on middle games: the time on the clock until a depth is finished.
pub(crate) fn threads(setup: &Setup) -> Outcome {
    let (mut notes, mut sums) = (Vec::new(), [0.0; 2]);
    for position in Position::with("find")?.iter().filter(|position| position.men() >= MEN) {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..setup.repeat {
            for (threads, times) in ["1", "2"].into_iter().zip(&mut times) {
                let depth = THREADS_DEPTH.to_string();
                let how = ["--depth", &depth, "--threads", threads, "--memory", THREADS_TABLE];
                times.push(position.ask(setup, "move", &how)?.1.wall);
            }
        }
        let [one, two] = times.map(median);
        notes.push(format!("{}: {one:.2} s with one thread, {two:.2} s with two", position.name()));
        sums = [sums[0] + one, sums[1] + two];
    }
    notes.push("the starting of the process included".to_owned());
    let [one, two] = sums;
    Ok(Measured { ours: Quantity(two, "s"), theirs: Quantity(one, "s"), figure: one / two, notes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_those_that_the_rows_name() {
        let count = |key| Position::with(key).unwrap().len();
        assert_eq!((count("perft"), count("solve"), count("find")), (15, 26, 24));
        let tactics = Position::with("find").unwrap();
        assert_eq!(tactics.iter().filter(|position| position.men() >= MEN).count(), 20);
        assert_eq!((tactics[0].name(), tactics[0].men()), ("BK02", 20));
    }
}
