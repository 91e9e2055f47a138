//! Benchmark, `counterplay bench`: what each search does, as a fingerprint, and how fast.

use std::time::{Duration, Instant};

use counterplay_api::json::number;
use counterplay_api::{AnyPosition, Request};
use counterplay_core::{Key, Limits};
use serde_json::json;

use crate::Context;
use crate::failure::Failure;
use crate::progress::ProgressLine;

/// Print the fingerprint of the searches (nodes and value per game and algorithm) and their speed
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Node limit: each game is searched as deep as its first search stays below it.
const ENOUGH: u64 = 1_000_000;
const DEEPEST: u32 = 12;

/// Memory of each table: the same on every machine, for what is forgotten changes the nodes.
const MEMORY: usize = 4 << 20;

/// Depth of the engine, as it plays: further than the searches that it is compared with.
const ENGINE_DEPTH: u32 = 14;

struct Bench {
    game: String,
    algorithm: &'static str,
    depth: u32,
    nodes: u64,
    value: f64,
    time: Duration,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let mut rows = Vec::new();
    let line = ProgressLine::begin();
    let all = context.catalog.items().count() as u64;
    for (done, item) in (0..).zip(context.catalog.items()) {
        line.share(done, all);
        line.say(item.name());
        let game = context.catalog.game(item.name(), &[]).map_err(|error| Failure::usage(error.to_string()))?;
        let limits = Limits { stack: context.stack, stop: Some(context.signals.stop.clone()), ..Limits::default() };
        let request = Request { limits, memory: MEMORY, ..Request::default() };
        // A game whose network comes with the program would change with every training, and takes long: its rules are
        // fingerprinted.
        let by_rules = game.has_secrets() || game.has_luck() && item.has_tables();
        rows.extend(bench(item.name(), game.start().as_ref(), by_rules, &request)?);
        if !game.has_luck() && !game.has_secrets() {
            rows.extend(bench_engine(item.name(), game.start().as_ref(), &request)?);
        }
    }
    drop(line);
    let fingerprint = fingerprint(&rows);
    if args.json {
        let rows: Vec<_> = rows.iter().map(of_row).collect();
        context.output.json(&json!({ "fingerprint": fingerprint, "rows": rows }))?;
        return Ok(0);
    }
    for Bench { game, algorithm, depth, nodes, value, time } in &rows {
        let speed = *nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6;
        context.output.line(format!(
            "{game:12} {algorithm:16} depth {depth:2} {nodes:>10} nodes  value {value:<12.9} {speed:>7.1} M/s"
        ))?;
    }
    context.output.line(format!("fingerprint {fingerprint}"))?;
    Ok(0)
}

fn bench(game: &str, position: &dyn AnyPosition, by_rules: bool, request: &Request) -> Result<Vec<Bench>, Failure> {
    let mut rows = Vec::new();
    for depth in 1..=DEEPEST {
        let start = Instant::now();
        let found: Vec<Bench> = if by_rules {
            // A game that cannot be searched with open cards has its rules fingerprinted.
            let counted = position.perft(depth, &request.limits)?;
            let (nodes, value) = (counted.leaves, counted.ended as f64);
            vec![Bench { game: game.to_owned(), algorithm: "perft", depth, nodes, value, time: start.elapsed() }]
        } else {
            let compared = position.compare(&Request { depth: Some(depth), ..request.clone() }, &mut |_| {})?;
            let rows = compared.rows.into_iter();
            rows.map(|row| Bench {
                game: game.to_owned(),
                algorithm: row.name,
                depth,
                nodes: row.nodes,
                value: row.value,
                time: row.time,
            })
            .collect()
        };
        let nodes = found.first().map_or(0, |row| row.nodes);
        if nodes > ENOUGH || nodes == 0 {
            break;
        }
        rows = found;
    }
    Ok(rows)
}

/// Benchmarks the engine as it plays, with all its techniques, for one line and for three.
fn bench_engine(game: &str, position: &dyn AnyPosition, request: &Request) -> Result<Vec<Bench>, Failure> {
    let rows = [("engine", 1), ("engine 3 lines", 3)].into_iter();
    rows.map(|(algorithm, lines)| {
        let start = Instant::now();
        let report = position.best(&Request { depth: Some(ENGINE_DEPTH), lines, ..request.clone() }, &mut |_| {})?;
        let (game, depth) = (game.to_owned(), report.depth);
        Ok(Bench {
            game,
            algorithm,
            depth,
            nodes: report.statistics.nodes,
            value: report.value.score,
            time: start.elapsed(),
        })
    })
    .collect()
}

/// Fingerprint: a number that changes whenever a search does something else.
fn fingerprint(rows: &[Bench]) -> String {
    let fold = |key: u64, bits: u64| Key::mix(key ^ bits).0;
    let key = rows.iter().fold(0, |key, row| {
        let words = row.game.bytes().chain(row.algorithm.bytes()).fold(key, |key, byte| fold(key, u64::from(byte)));
        [u64::from(row.depth), row.nodes, ((row.value * 1e9).round() as i64) as u64].into_iter().fold(words, fold)
    });
    format!("{key:016x}")
}

fn of_row(row: &Bench) -> serde_json::Value {
    json!({
        "game": row.game,
        "algorithm": row.algorithm,
        "depth": row.depth,
        "nodes": row.nodes,
        "value": number(row.value),
        "nodes_per_second": (row.nodes as f64 / row.time.as_secs_f64().max(1e-9)).round(),
    })
}
