//! Our side: the program as everybody runs it, in a process of its own; or the engine, where only the score counts.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use counterplay_core::engine::{Engine, SharedKeys, Table, Task};
use counterplay_core::{Game, Notation, Role};
use counterplay_games::connect4::{Connect4, Threats};
use serde_json::Value;

use crate::Setup;
use crate::cost::{self, Cost};

/// What the program answered, a score for each position, and what it took.
pub(crate) struct Answers {
    pub(crate) scores: Vec<f64>,
    pub(crate) nodes: u64,
    pub(crate) cost: Cost,
}

/// The exact scores of the positions of a batch, by the engine, in this process: the score alone, as the peer gives it. The
/// program's `solve` finds all best moves and the line besides.
pub(crate) fn scores(setup: &Setup, batch: &str, threads: u32) -> Result<Answers, String> {
    let game = Connect4::default();
    let megabytes: usize = setup.memory.trim_end_matches(['M', 'm']).parse().map_err(|_| "--memory takes 16M, say")?;
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
    Ok(Answers { scores, nodes, cost })
}

/// Searches the empty board to a depth.
pub(crate) fn search_to_depth(setup: &Setup, depth: u32, memory: &str) -> Result<Answers, String> {
    let mut command = program(setup, "move", memory)?;
    command.args(["--json", "--depth", &depth.to_string()]);
    let (printed, cost) = cost::run(&command, "", &[0])?;
    let answers = read(&printed)?;
    for answer in &answers {
        went_to_depth(answer, depth)?;
    }
    summed_up(&answers, cost)
}

/// A search with evaluation 0 that went to its depth: it has proven the value, or has found nothing but draws as far as it
/// could see. The empty board is won, but not within the depths that are asked for here.
fn went_to_depth(answer: &Value, depth: u32) -> Result<(), String> {
    let (value, reached) = (&answer["value"], answer["depth"].as_u64());
    let is_draw_so_far = value["score"].as_f64() == Some(0.0) && reached == Some(depth.into());
    if value["proof"] == "exact" || is_draw_so_far && !answer["stopped"].is_string() {
        Ok(())
    } else {
        Err(format!("the search did not see draws alone to depth {depth}: value {value}, depth {reached:?}"))
    }
}

/// Searches from the empty board for so many nodes, whether or not it is solved by then.
pub(crate) fn search_nodes(setup: &Setup, nodes: u64, memory: &str) -> Result<Answers, String> {
    let mut command = program(setup, "solve", memory)?;
    command.args(["--json", "--nodes", &nodes.to_string()]);
    let (printed, cost) = cost::run(&command, "", &[0, 1])?;
    summed_up(&read(&printed)?, cost)
}

/// The program with a verb on connect four.
fn program(setup: &Setup, verb: &str, memory: &str) -> Result<Command, String> {
    let beside = || -> Option<PathBuf> {
        let folder = std::env::current_exe().ok()?.parent()?.to_owned();
        Some(folder.join(format!("counterplay{}", std::env::consts::EXE_SUFFIX)))
    };
    let path = setup.program.clone().or_else(beside).ok_or("there is no program beside this one")?;
    let mut command = Command::new(path);
    command.args([verb, "connect4", "--memory", memory]);
    Ok(command)
}

/// The answers, a JSON object per line.
fn read(printed: &str) -> Result<Vec<Value>, String> {
    let lines = printed.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).map_err(|error| format!("an answer is not JSON: {error}"))).collect()
}

fn summed_up(answers: &[Value], cost: Cost) -> Result<Answers, String> {
    let score = |answer: &Value| answer["value"]["score"].as_f64().ok_or_else(|| format!("no score: {answer}"));
    let scores = answers.iter().map(score).collect::<Result<_, _>>()?;
    let nodes = answers.iter().filter_map(|answer| answer["nodes"].as_u64()).sum();
    Ok(Answers { scores, nodes, cost })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_stopped_short_or_used_another_evaluation_is_not_compared() {
        let answer = |score: i32, proof: &str, depth: u32| {
            went_to_depth(&serde_json::json!({"value": {"score": score, "proof": proof}, "depth": depth}), 24)
        };
        assert!(answer(0, "estimate", 24).is_ok() && answer(1, "exact", 9).is_ok());
        assert!(answer(0, "estimate", 23).is_err() && answer(3, "estimate", 24).is_err());
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
