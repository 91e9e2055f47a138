//! Reports as JSON: one shape for the command line, the server and whoever reads either.

use std::time::Duration;

use counterplay_core::{Limit, Proof};
use serde_json::{Map, Value, json};

use crate::review::{Judged, Judgement};
use crate::{
    AnyPosition, Average, Comparison, Mixed, Outcome, Report, Request, RolledAction, RolloutPlan, RolloutReport, Row,
    Share, TurnWord, Variation,
};

/// A number: a whole one without a point, and null for what is none.
///
/// ```
/// use counterplay_api::json::number;
///
/// assert_eq!([number(2.0), number(0.5), number(f64::NAN)].map(|value| value.to_string()), ["2", "0.5", "null"]);
/// ```
#[must_use]
pub fn number(value: f64) -> Value {
    if !value.is_finite() {
        Value::Null
    } else if value.fract() == 0.0 && value.abs() < 9e15 {
        json!(value as i64)
    } else {
        json!(value)
    }
}

/// What a position or a line is worth.
#[must_use]
pub fn value(score: f64, proof: Proof, outcome: Option<Outcome>, plies: Option<u32>) -> Value {
    json!({
        "score": number(score),
        "proof": proof.as_str(),
        "outcome": outcome.map(Outcome::as_str),
        "plies": plies,
    })
}

/// A line of play and its value.
#[must_use]
pub fn variation(found: &Variation) -> Value {
    let Variation { line, score, proof, outcome, plies } = found;
    json!({"line": line, "value": value(*score, *proof, *outcome, *plies)})
}

/// The answer of a search that took so long: what `move`, `solve` and each line of a batch say.
#[must_use]
pub fn report(game: &str, position: &dyn AnyPosition, report: &Report, time: Duration) -> Value {
    let turn = position.turn();
    let mut answer = json!({
        "game": game,
        "position": position.text(),
        "turn": if turn == TurnWord::Over { Value::Null } else { json!(turn.to_string()) },
        "action": report.action,
        "best": report.best,
        "value": value(report.score, report.proof, report.outcome, report.plies),
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
        answer["averages"] = report.averages.iter().map(average).collect();
    }
    if let Some(confidence) = report.confidence {
        answer["confidence"] = json!(confidence);
    }
    if let Some(found) = &report.equilibrium {
        answer["exploitability"] = number(found.exploitability);
        answer["bounds"] = json!([number(found.bounds.0), number(found.bounds.1)]);
        answer["fraction"] = json!(found.fraction);
        answer["rounds"] = json!(found.rounds);
        answer["strategy"] = found.strategy.iter().map(mixed).collect();
    }
    if let Some(note) = &report.note {
        answer["note"] = json!(note);
    }
    answer
}

/// What a rollout has found: what `rollout` says.
#[must_use]
pub fn rollout(
    game: &str,
    position: &dyn AnyPosition,
    plan: &RolloutPlan,
    request: &Request,
    found: &RolloutReport,
    time: Duration,
) -> Value {
    let rolled = |rolled: &RolledAction| {
        let ends: Map<String, Value> =
            rolled.ends.iter().map(|&(end, often)| (number(end).to_string(), json!(often))).collect();
        json!({
            "action": rolled.action,
            "value": number(rolled.value),
            "error": number(rolled.error),
            "games": found.games,
            "ends": ends,
            "broken_off": rolled.broken_off,
            "raw": {"value": number(rolled.raw_value), "error": number(rolled.raw_error)},
            "first_sight": number(rolled.first_sight),
        })
    };
    let turn = position.turn();
    let mut answer = json!({
        "game": game,
        "position": position.text(),
        "turn": if turn == TurnWord::Over { Value::Null } else { json!(turn.to_string()) },
        "actions": found.actions.iter().map(rolled).collect::<Vec<_>>(),
        "best": found.actions.first().and_then(|rolled| rolled.action.as_ref()),
        "confidence": number(found.confidence),
        "luck_removed": found.luck_share,
        "plies": plan.plies,
        "depth": request.depth.unwrap_or(1),
        "seed": request.seed,
        "nodes": found.nodes,
        "ms": time.as_millis() as u64,
        "threads": request.threads,
    });
    if let Some(limit) = found.stopped {
        answer["stopped"] = json!(limit_word(limit));
    }
    answer
}

/// What to do in an information set.
fn mixed(Mixed { seat, view, reach, met, actions }: &Mixed) -> Value {
    let share = |share: &Share| {
        json!({
            "action": share.action,
            "probability": number(share.probability),
            "fraction": share.fraction,
            "worth": number(share.worth),
        })
    };
    let reach = number(*reach);
    json!({"seat": seat.to_string(), "view": view, "reach": reach, "met": met, "actions": actions.iter().map(share).collect::<Vec<_>>()})
}

/// What an action is worth on average.
fn average(entry: &Average) -> Value {
    let mut average = json!({"action": entry.action, "score": number(entry.score)});
    if let Some(visits) = entry.visits {
        average["visits"] = json!(visits);
    } else {
        average["error"] = entry.error.map_or(Value::Null, number);
    }
    average
}

/// How good an action was: what `review` says of each ply.
#[must_use]
pub fn judged(found: &Judged) -> Value {
    let Judged { ply, by, judgement } = found;
    let Judgement { action, value: before, best, loss, exact, grade, .. } = judgement;
    json!({
        "ply": ply,
        "by": by.to_string(),
        "action": action,
        "value": value(before.score, before.proof, before.outcome, before.plies),
        "best": best,
        "loss": number(*loss),
        "exact": exact,
        "grade": grade.as_str(),
    })
}

/// What one search of a comparison took.
#[must_use]
pub fn row(row: &Row) -> Value {
    let mut answer = json!({
        "name": row.name,
        "depth": row.depth,
        "nodes": row.nodes,
        "leaves": row.leaves,
        "effective_branching": row.branching(),
        // A search that was cut short has no value.
        "value": row.stopped.map_or(number(row.value), |_| Value::Null),
        "first_action_cutoffs": row.first_action_cutoffs,
        "ms": row.time.as_secs_f64() * 1e3,
        "stopped": row.stopped.map(limit_word),
    });
    if let Some(exploitability) = row.exploitability {
        answer["exploitability"] = number(exploitability);
    }
    answer
}

/// Comparisons of one position, at one depth or at several: what `compare` says.
#[must_use]
pub fn comparisons(game: &str, position: &dyn AnyPosition, compared: &[Comparison]) -> Value {
    let minimal =
        |comparison: &Comparison| comparison.minimal.map(|tree| json!({"nodes": tree.nodes, "leaves": tree.leaves}));
    let mut answer = json!({
        "game": game,
        "position": position.text(),
        "rows": compared.iter().flat_map(|comparison| &comparison.rows).map(row).collect::<Vec<_>>(),
        "minimal": compared.last().and_then(minimal),
    });
    if compared.len() > 1 {
        answer["minimal_by_depth"] = compared.iter().map(minimal).collect();
    }
    answer
}

/// The word for a limit that was reached.
#[must_use]
pub const fn limit_word(limit: Limit) -> &'static str {
    match limit {
        Limit::Nodes => "nodes",
        Limit::Time => "time",
        Limit::Stop => "stop",
    }
}
