//! Values and reports in JSON.

use counterplay_catalog::{Outcome, Report, Variation};
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

pub(crate) fn value(score: f64, proof: Proof, outcome: Option<Outcome>, plies: Option<u32>) -> Value {
    json!({
        "score": number(score),
        "proof": proof.as_str(),
        "outcome": outcome.map(Outcome::as_str),
        "plies": plies,
    })
}

pub(crate) fn lines(lines: &[Variation]) -> Value {
    let one = |line: &Variation| json!({"line": line.line, "value": value(line.score, line.proof, line.outcome, line.plies)});
    lines.iter().map(one).collect()
}

/// What a finished search adds to what it said on the way.
pub(crate) fn add_report(answer: &mut Value, report: &Report) {
    answer["action"] = json!(report.action);
    answer["best"] = json!(report.best);
    answer["value"] = value(report.score, report.proof, report.outcome, report.plies);
    answer["line"] = json!(report.line);
    answer["threads"] = json!(report.threads);
    answer["method"] = json!(report.method);
    if let Some(limit) = report.stopped {
        answer["stopped"] = json!(match limit {
            Limit::Nodes => "nodes",
            Limit::Time => "time",
            Limit::Stop => "stop",
        });
    }
    if !report.averages.is_empty() {
        let averages = report.averages.iter();
        answer["averages"] =
            averages.map(|entry| json!({"action": entry.action, "score": number(entry.score)})).collect();
    }
    if let Some(note) = &report.note {
        answer["note"] = json!(note);
    }
}
