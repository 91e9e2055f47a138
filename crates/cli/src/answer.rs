//! The answer of a search, in JSON and for people.

use std::time::Duration;

use counterplay_catalog::{AnyPosition, Report, TurnWord};
use counterplay_core::{Limit, Proof};
use serde_json::{Value, json};

/// A number as JSON: a whole one without a point.
pub(crate) fn number(value: f64) -> Value {
    if !value.is_finite() {
        Value::Null
    } else if value.fract() == 0.0 && value.abs() < 9e15 {
        json!(value as i64)
    } else {
        json!(value)
    }
}

/// The JSON of `move`, `solve` and each line of a batch.
pub(crate) fn json_of(game: &str, position: &dyn AnyPosition, report: &Report, time: Duration) -> Value {
    let turn = position.turn();
    let mut answer = json!({
        "game": game,
        "position": position.text(),
        "turn": if turn == TurnWord::Over { Value::Null } else { json!(turn.to_string()) },
        "action": report.action,
        "best": report.best,
        "value": {
            "score": number(report.score),
            "proof": report.proof.as_str(),
            "outcome": report.outcome.map(counterplay_catalog::Outcome::as_str),
            "plies": report.plies,
        },
        "line": report.line,
        "depth": report.depth,
        "nodes": report.nodes,
        "ms": time.as_millis() as u64,
        "threads": report.threads,
        "method": report.method,
    });
    if let Some(limit) = report.stopped {
        answer["stopped"] = json!(limit_word(limit));
    }
    if !report.averages.is_empty() {
        let averages = report.averages.iter();
        answer["averages"] =
            averages.map(|entry| json!({"action": entry.action, "score": number(entry.score)})).collect();
    }
    if let Some(note) = &report.note {
        answer["note"] = json!(note);
    }
    answer
}

pub(crate) fn limit_word(limit: Limit) -> &'static str {
    match limit {
        Limit::Nodes => "nodes",
        Limit::Time => "time",
        Limit::Stop => "stop",
    }
}

/// The answer for people, a line for each thing to know.
pub(crate) fn text_of(report: &Report, position: &dyn AnyPosition, time: Duration) -> Vec<String> {
    let mut lines = Vec::new();
    match &report.action {
        Some(action) => lines.push(format!("action   {action}")),
        None => lines.push("action   none".to_owned()),
    }
    if report.best.len() > 1 {
        lines.push(format!("best     {}", report.best.join(" ")));
    }
    let score = decimal(report.score);
    let value = match (report.outcome, report.plies, report.proof) {
        (Some(outcome), Some(plies), _) if plies > 0 => {
            format!("{score}, {} in {plies} plies, proven", outcome.as_str())
        }
        (Some(outcome), ..) => format!("{score}, {}, proven", outcome.as_str()),
        (None, _, Proof::Exact) => format!("{score}, exact"),
        (None, _, Proof::Estimate) => format!("{score}, an estimate"),
        (None, _, Proof::Lower) => format!("at least {score}"),
        (None, _, Proof::Upper) => format!("at most {score}"),
    };
    // Of a game that is over, and where chance is to move, the value is that of the side of the first seat.
    let whose =
        if matches!(position.turn(), TurnWord::Seat(_)) { position.turn().to_string() } else { "first".to_owned() };
    lines.push(format!("value    {value}, for {whose}"));
    for entry in &report.averages {
        lines.push(format!("         {} averages {}", entry.action, decimal(entry.score)));
    }
    if report.line.len() > 1 {
        lines.push(format!("line     {}", shortened(&report.line)));
    }
    let depth = if report.depth > 0 { format!(", depth {}", report.depth) } else { String::new() };
    let nodes = if report.nodes == 1 { "1 node".to_owned() } else { format!("{} nodes", report.nodes) };
    lines.push(format!("search   {}, {nodes}{depth}, {:.3} s", report.method, time.as_secs_f64()));
    match report.stopped {
        Some(Limit::Stop) => lines.push("stopped  by a signal".to_owned()),
        Some(limit) => lines.push(format!("stopped  the limit of {} was reached", limit_word(limit))),
        None => {}
    }
    lines.extend(report.note.iter().map(|note| format!("note     {note}")));
    lines
}

/// A number for people.
pub(crate) fn decimal(value: f64) -> String {
    counterplay_render::number::decimal(value)
}

fn shortened(line: &[String]) -> String {
    const MOST: usize = 60;
    let more = if line.len() > MOST { " …" } else { "" };
    format!("{}{more}", line[..line.len().min(MOST)].join(" "))
}
