//! Reports as data for any serializer. The order of the fields is part of what is printed.

use std::fmt::Display;
use std::time::Duration;

use counterplay_core::Outcome;
use serde::ser::{SerializeMap, SerializeTuple};
use serde::{Serialize, Serializer};

use crate::json::limit_word;
use crate::{Average, Equilibrium, Report, Value, Variation};

/// A number: a whole one without a point, and nothing for what is none.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
pub(crate) fn number<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Number(*value).serialize(serializer)
}

/// Two numbers.
pub(crate) fn numbers<S: Serializer>(values: &(f64, f64), serializer: S) -> Result<S::Ok, S::Error> {
    let mut pair = serializer.serialize_tuple(2)?;
    pair.serialize_element(&Number(values.0))?;
    pair.serialize_element(&Number(values.1))?;
    pair.end()
}

/// A value that is written as its text.
pub(crate) fn text<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// A number in the JSON of reports: see [`number`](crate::json::number).
pub(crate) struct Number(pub(crate) f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = self.0;
        if !value.is_finite() {
            serializer.serialize_none()
        } else if value.fract() == 0.0 && value.abs() < 9e15 {
            serializer.serialize_i64(value as i64)
        } else {
            serializer.serialize_f64(value)
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("score", &Number(self.score))?;
        map.serialize_entry("proof", self.proof.as_str())?;
        map.serialize_entry("outcome", &self.outcome.map(Outcome::as_str))?;
        map.serialize_entry("plies", &self.plies)?;
        map.end()
    }
}

impl Serialize for Variation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("line", &self.line)?;
        map.serialize_entry("value", &self.value)?;
        map.end()
    }
}

/// An average has visits where these are what counts, and an error where not.
impl Serialize for Average {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("action", &self.action)?;
        map.serialize_entry("score", &Number(self.score))?;
        match self.visits {
            Some(visits) => map.serialize_entry("visits", &visits)?,
            None => map.serialize_entry("error", &self.error.map(Number))?,
        }
        map.end()
    }
}

/// What a report is about: the game, the position as text, and whose turn it is.
#[derive(Serialize)]
pub(crate) struct Asked<'a> {
    pub(crate) game: &'a str,
    pub(crate) position: String,
    pub(crate) turn: Option<String>,
}

/// The fields of a report in their order; those that say nothing are left out.
#[derive(Serialize)]
pub(crate) struct ReportFields<'a> {
    #[serde(flatten)]
    asked: Option<Asked<'a>>,
    action: Option<&'a str>,
    best: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    best_complete: Option<bool>,
    value: Value,
    line: &'a [String],
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<u64>,
    threads: u32,
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
    #[serde(skip_serializing_if = "<[Average]>::is_empty")]
    averages: &'a [Average],
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    #[serde(flatten)]
    equilibrium: Option<&'a Equilibrium>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

impl<'a> ReportFields<'a> {
    /// The fields of a report, with what it is about and how long it took, where that is known.
    pub(crate) fn new(report: &'a Report, asked: Option<Asked<'a>>, time: Option<Duration>) -> ReportFields<'a> {
        let &Report { value, depth, statistics, threads, method, confidence, .. } = report;
        ReportFields {
            asked,
            action: report.action.as_deref(),
            best: &report.best,
            best_complete: (!report.best_complete).then_some(false),
            value,
            line: &report.line,
            depth,
            nodes: statistics.nodes,
            ms: time.map(|time| time.as_millis() as u64),
            threads,
            method,
            stopped: report.stopped.map(limit_word),
            averages: &report.averages,
            confidence,
            equilibrium: report.equilibrium.as_deref(),
            note: report.note.as_deref(),
        }
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ReportFields::new(self, None, None).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use counterplay_core::{Limit, Seat};

    use super::*;
    use crate::{Mixed, MixedAction};

    fn text(part: &impl Serialize) -> String {
        serde_json::to_string(part).unwrap()
    }

    #[test]
    fn a_report_that_says_little_has_no_more_fields() {
        let expected = r#"{"action":null,"best":[],"value":{"score":0,"proof":"estimate","outcome":null,"plies":null},"#
            .to_owned() + r#""line":[],"depth":0,"nodes":1,"threads":1,"method":"rules"}"#;
        assert_eq!(text(&Report::default()), expected);
    }

    #[test]
    fn a_report_that_says_much_has_its_fields_in_their_order() {
        let action = |action: &str, probability| MixedAction {
            action: action.to_owned(),
            id: None,
            probability,
            fraction: Some("1/3".to_owned()),
            worth: f64::NAN,
        };
        let average = |visits| Average { action: "a".to_owned(), score: 0.5, error: Some(0.0), visits };
        let actions = vec![action("bet", 1.0)];
        let mixed = Mixed { seat: Seat::FIRST, view: "J?".to_owned(), reach: 0.25, met: true, actions };
        let equilibrium =
            Equilibrium { exploitability: 0.0, bounds: (-0.5, 2.0), fraction: None, rounds: 7, strategy: vec![mixed] };
        let report = Report {
            action: Some("a".to_owned()),
            value: Value { score: -2.0, outcome: Some(Outcome::Win), plies: Some(3), ..Value::default() },
            stopped: Some(Limit::Time),
            best_complete: false,
            averages: vec![average(None), average(Some(9))],
            confidence: Some(1.0),
            equilibrium: Some(Box::new(equilibrium)),
            note: Some("so".to_owned()),
            ..Report::default()
        };
        let expected = [
            r#"{"action":"a","best":[],"best_complete":false,"value":{"score":-2,"proof":"estimate","outcome":"win","plies":3},"line":[],"#,
            r#""depth":0,"nodes":1,"threads":1,"method":"rules","stopped":"time","#,
            r#""averages":[{"action":"a","score":0.5,"error":0},{"action":"a","score":0.5,"visits":9}],"#,
            r#""confidence":1.0,"exploitability":0,"bounds":[-0.5,2],"fraction":null,"rounds":7,"#,
            r#""strategy":[{"seat":"first","view":"J?","reach":0.25,"met":true,"#,
            r#""actions":[{"action":"bet","probability":1,"fraction":"1/3","worth":null}]}],"note":"so"}"#,
        ];
        assert_eq!(text(&report), expected.concat());
        let value = serde_json::to_value(&report).unwrap();
        assert_eq!(value.to_string(), expected.concat());
    }
}
