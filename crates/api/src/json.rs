//! Reports as JSON: one shape for the command line, the server and whoever reads either.

use std::time::Duration;

use counterplay_core::{Limit, Seat};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::review::{Grade, Judged, Judgement, Measure, Review, ReviewScale};
use crate::serialize::{Asked, ReportFields};
use crate::{
    AnyPosition, Comparison, Report, Request, RolledAction, RolloutPlan, RolloutReport, Row, TurnWord, Variation,
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
pub fn value(found: crate::Value) -> Value {
    to_value(&found)
}

/// A line of play from a position and its value. A game with short forms of its actions has `short_line` as well.
#[must_use]
pub fn variation(position: &dyn AnyPosition, found: &Variation) -> Value {
    let mut answer = to_value(found);
    if let Some(short) = position.short_line(&found.line) {
        answer["short_line"] = short.into();
    }
    answer
}

/// The answer of a search that took so long: what `move`, `solve` and each line of a batch say. A game with short forms
/// of its actions has `short`, `short_best` and `short_line` as well.
#[must_use]
pub fn report(game: &str, position: &dyn AnyPosition, report: &Report, time: Duration) -> Value {
    let turn = Some(position.turn()).filter(|&turn| turn != TurnWord::Over);
    let asked = Asked { game, position: position.text(), turn: turn.map(|turn| turn.to_string()) };
    let mut answer = to_value(&ReportFields::new(report, Some(asked), Some(time)));
    if let Some(short_line) = position.short_line(&report.line) {
        let Report { action, best, .. } = report.for_people(position);
        answer["short"] = action.into();
        answer["short_best"] = best.into();
        answer["short_line"] = short_line.into();
    }
    answer
}

/// A report or a part of one as a value. None has a map with keys that are no text, so that this cannot fail.
fn to_value(part: &impl Serialize) -> Value {
    serde_json::to_value(part).unwrap_or_default()
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

/// How good an action was in a position: what `review` says of each ply. A game with short forms of its actions has
/// `short`, `short_best` and `short_sentence` as well.
#[must_use]
pub fn judged(before: &dyn AnyPosition, found: &Judged) -> Value {
    let Judged { ply, by, unclaimed, judgement } = found;
    let Judgement { action, value: worth, best, loss, lost, exact, grade, forced, scale, .. } = judgement;
    let mut answer = json!({
        "ply": ply,
        "by": by.to_string(),
        "action": action,
        "value": value(worth.value),
        "best": best,
        "loss": number(*loss),
        "exact": exact,
        "grade": grade.as_str(),
        "sign": grade.sign(),
        "lost": lost.map(number),
        "unit": scale.unit_of(lost.unwrap_or(0.0)),
        "forced": forced,
        "played": value(judgement.played.value),
        "sentence": judgement.sentence(),
    });
    if let Some(drawn) = unclaimed {
        answer["unclaimed"] = drawn.to_string().into();
    }
    if before.short(action).is_some() {
        let short = judgement.for_people(before);
        answer["short_sentence"] = short.sentence().into();
        answer["short"] = short.action.into();
        answer["short_best"] = short.best.into();
    }
    answer
}

/// What a review says of each seat: how many actions of each grade, what they lost, and the luck.
#[must_use]
pub fn summaries(review: &Review) -> Value {
    let of = |seat| {
        let summary = review.summary(seat);
        let grades: serde_json::Map<String, Value> =
            (Grade::ALL.iter().zip(summary.grades)).map(|(grade, count)| (grade.to_string(), count.into())).collect();
        json!({
            "seat": seat.to_string(),
            "grades": grades,
            "choices": summary.choices,
            "lost": number(summary.lost),
            "error_rate": summary.error_rate().map(number),
            "luck": summary.luck.map(number),
            "exact": summary.exact,
            "words": review.summary_words(seat),
        })
    };
    json!({"unit": review.scale.units, "source": review.scale.source, "seats": Seat::PAIR.map(of)})
}

/// The review scale of a game, with the score of an even one.
#[must_use]
pub fn scale(scale: &ReviewScale, even: f64) -> Value {
    let [inaccuracy, mistake, blunder] = scale.steps;
    let (per_point, margin) = match scale.measure {
        Measure::Points { units, .. } => (Some(units), scale.margin_counts()),
        Measure::Chance => (None, false),
    };
    json!({
        "unit": scale.unit,
        "units": scale.units,
        "per_point": per_point,
        "margin": margin,
        "inaccuracy": inaccuracy,
        "mistake": mistake,
        "blunder": blunder,
        "decisive": number(scale.decisive),
        "even": number(even),
        "source": scale.source,
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
