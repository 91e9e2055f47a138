//! Our side: the program as everybody runs it, in a process of its own; or the engine, where only the score counts.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use counterplay_connect4::{Board, Connect4, Threats};
use counterplay_core::engine::{Engine, SharedKeys, Table, Task};
use counterplay_core::{Depth, Game, Notation, Proof, Role, Score};
use serde_json::Value;

use crate::Setup;
use crate::cost::{self, Cost};

/// Scores of our program, one for each position, and what they cost.
pub(crate) struct OurScores {
    pub(crate) scores: Vec<f64>,
    pub(crate) nodes: u64,
    pub(crate) cost: Cost,
}

/// Exact scores of the positions of a batch, by the engine, in this process: the score alone, as the peer gives it. The
/// program's `solve` finds all best moves and the line besides.
pub(crate) fn scores(memory: &str, batch: &str, threads: u32) -> Result<OurScores, String> {
    let game = Connect4::default();
    let megabytes: usize = memory.trim_end_matches(['M', 'm']).parse().map_err(|_| "--memory takes 16M, say")?;
    let (start, cpu) = (Instant::now(), cost::cpu_now());
    // One table for all, as the peer has one.
    let table = Table::new(megabytes << 20);
    let (mut scores, mut nodes) = (Vec::new(), 0);
    for line in batch.lines() {
        let state = game.parse_position(line).map_err(|error| format!("{line}: {error}"))?;
        let engine = Engine::new(&game, &table).keys(SharedKeys).knowledge(Threats);
        let task = Task { all_best: false, lines: 0, ..Task::default() };
        let verdict = engine.solve_on(threads, &state, &task, &mut |_| {}).map_err(|halt| halt.to_string())?;
        let value = verdict.value().ok_or_else(|| format!("`{line}` was not solved"))?;
        scores.push(f64::from(if game.role(&state) == Role::Min { -value } else { value }));
        nodes += verdict.statistics.nodes;
    }
    let cost = Cost { cpu: cost::cpu_now() - cpu, wall: start.elapsed().as_secs_f64(), peak: 0.0 };
    Ok(OurScores { scores, nodes, cost })
}

/// Searches the empty board to a depth with evaluation 0, by the engine, in this process: for one best move, as the
/// peer does.
pub(crate) fn search_to_depth(depth: u32, megabytes: usize) -> Result<OurScores, String> {
    let game = Connect4::default();
    let (start, cpu) = (Instant::now(), cost::cpu_now());
    let table = Table::new(megabytes << 20);
    let engine = Engine::new(&game, &table).keys(SharedKeys).knowledge(Threats).evaluation(draw);
    let task = Task { depth: Some(Depth(depth)), all_best: false, ..Task::default() };
    let found = engine.search(&game.initial(), &task, &mut |_| {}).map_err(|halt| halt.to_string())?;
    let (value, nodes) = (found.decision.value, found.decision.statistics.nodes);
    // The empty board is won, but not within the depths that are asked for here.
    if value.proof != Proof::Exact && (value.score != 0.0 || found.depth != Depth(depth)) {
        return Err(format!("the search did not see draws alone to depth {depth}: {value:?}, {:?}", found.depth));
    }
    let cost = Cost { cpu: cost::cpu_now() - cpu, wall: start.elapsed().as_secs_f64(), peak: 0.0 };
    Ok(OurScores { scores: vec![value.score], nodes, cost })
}

fn draw(_: &Connect4, _: &Board) -> Score {
    Score::DRAW
}

/// Searches so many nodes from the empty board, whether or not it is solved by then.
pub(crate) fn search_nodes(setup: &Setup, nodes: u64, memory: &str) -> Result<OurScores, String> {
    let mut command = program(setup)?;
    command.args(["solve", "connect4", "--memory", memory, "--json", "--nodes", &nodes.to_string()]);
    let (printed, cost) = cost::run(&command, "", &[0, 1])?;
    summed_up(&read(&printed)?, cost)
}

/// Command that runs the program.
pub(crate) fn program(setup: &Setup) -> Result<Command, String> {
    let beside = || -> Option<PathBuf> {
        let folder = std::env::current_exe().ok()?.parent()?.to_owned();
        Some(folder.join(format!("counterplay{}", std::env::consts::EXE_SUFFIX)))
    };
    let path = setup.program.clone().or_else(beside).ok_or("there is no program beside this one")?;
    Ok(Command::new(path))
}

/// Reads the output, a JSON object per line.
fn read(printed: &str) -> Result<Vec<Value>, String> {
    let lines = printed.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).map_err(|error| format!("an answer is not JSON: {error}"))).collect()
}

fn summed_up(answers: &[Value], cost: Cost) -> Result<OurScores, String> {
    let score = |answer: &Value| answer["value"]["score"].as_f64().ok_or_else(|| format!("no score: {answer}"));
    let scores = answers.iter().map(score).collect::<Result<_, _>>()?;
    let nodes = answers.iter().filter_map(|answer| answer["nodes"].as_u64()).sum();
    Ok(OurScores { scores, nodes, cost })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_answers_in_this_process() {
        let found = search_to_depth(8, 1).unwrap();
        assert_eq!(found.scores, [0.0]);
        assert_eq!(scores("1M", "4455\n44455554221\n", 1).unwrap().scores, [18.0, -15.0]);
    }

    #[test]
    fn answers_are_read_line_by_line() {
        let lines = r#"{"value": {"score": 18, "proof": "exact"}, "nodes": 3}

{"value": {"score": -1.5}, "nodes": 4}
"#;
        let answers = summed_up(&read(lines).unwrap(), Cost { cpu: 0.0, wall: 0.0, peak: 0.0 }).unwrap();
        assert_eq!((answers.scores, answers.nodes), (vec![18.0, -1.5], 7));
        assert!(read("error").is_err());
        assert!(summed_up(&read(r#"{"error": "no"}"#).unwrap(), answers.cost).is_err());
    }
}
