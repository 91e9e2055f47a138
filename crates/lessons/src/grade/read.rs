//! Number parser, for numbers as students write them.

use counterplay_core::Proof;
use counterplay_render::name;
use serde_json::Value;

/// Number, and the sign before it if it is written as a bound.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Number {
    pub(super) value: f64,
    pub(super) bound: Option<Proof>,
}

/// Whether an entry is blank: empty, or one of the marks for a node that has no answer.
pub(super) fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => is_silent(value) || matches!(text.trim(), "x" | "X" | "cut" | "pruned"),
        _ => false,
    }
}

/// Whether an entry of a list is blank. A letter may be a name there.
pub(super) fn is_silent(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => matches!(text.trim(), "" | "-" | "–" | "—"),
        _ => false,
    }
}

/// Reads a number: a JSON number, or a text such as `3`, `-0.5`, `7/4`, `<=2`, `≥5`, `-inf`, `∞`.
pub(super) fn number(value: &Value) -> Result<Number, String> {
    match value {
        Value::Number(number) => {
            let value = number.as_f64().filter(|value| value.is_finite());
            value.map(|value| Number { value, bound: None }).ok_or_else(|| "this is no number".to_owned())
        }
        Value::String(text) => from_text(text).ok_or_else(|| format!("{} is no number", clipped(text))),
        _ => Err("a number is expected".to_owned()),
    }
}

fn from_text(text: &str) -> Option<Number> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let signs = [("<=", Proof::Upper), ("≤", Proof::Upper), (">=", Proof::Lower), ("≥", Proof::Lower)];
    let sign = signs.into_iter().find_map(|(sign, proof)| Some((text.strip_prefix(sign)?, proof)));
    let (digits, bound) = sign.map_or((text.as_str(), None), |(rest, proof)| (rest, Some(proof)));
    // A minus may come from a word processor, a comma from a spreadsheet.
    let digits = digits.trim_start_matches('=').replace(['−', '–'], "-").replace(',', ".").to_lowercase();
    Some(Number { value: plain(&digits)?, bound })
}

fn plain(digits: &str) -> Option<f64> {
    let unsigned = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    if matches!(unsigned, "inf" | "infinity" | "∞" | "oo") {
        return Some(if digits.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY });
    }
    let decimal = |text: &str| {
        let looks = text.bytes().all(|c| c.is_ascii_digit() || matches!(c, b'.' | b'-' | b'+'));
        text.parse::<f64>().ok().filter(|value| looks && value.is_finite())
    };
    match digits.split_once('/') {
        Some((above, below)) => Some(decimal(above)? / decimal(below)?).filter(|value| value.is_finite()),
        None => decimal(digits),
    }
}

/// Reads a window, alpha and beta: `[3, "inf"]`, `{"alpha": 3, "beta": "inf"}`, or a text such as `3 inf`, `[3, inf]`,
/// `3..inf`. A limit that is not given is `None`.
pub(super) fn window(value: &Value) -> Result<[Option<f64>; 2], String> {
    let limit = |value: &Value| match value {
        value if is_blank(value) => Ok(None),
        value => number(value).map(|number| Some(number.value)),
    };
    let both = match value {
        Value::Array(limits) => limits.clone(),
        Value::Object(limits) => ["alpha", "beta"].map(|name| limits.get(name).cloned().unwrap_or_default()).to_vec(),
        Value::String(text) => {
            let text = text.trim().trim_matches(['[', ']', '(', ')']).replace("..", " ");
            let words = text.split([' ', ',', ';', '/', '|', '\t']).filter(|word| !word.is_empty());
            words.map(|word| Value::String(word.to_owned())).collect()
        }
        _ => Vec::new(),
    };
    match both.as_slice() {
        [alpha, beta] => Ok([limit(alpha)?, limit(beta)?]),
        _ => Err("alpha and beta are expected, such as 3 inf".to_owned()),
    }
}

/// Value as a whole number, so that equal values are equal whatever was computed.
pub(super) fn rounded(value: f64) -> i64 {
    (value * 1e6).round() as i64
}

/// Value as a person writes it.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => clipped(text),
        Value::Array(entries) => {
            let entries: Vec<String> = entries.iter().take(8).map(shown).collect();
            format!("[{}]", entries.join(", "))
        }
        other => clipped(&other.to_string()),
    }
}

/// Clips what a student wrote for a message.
pub(super) fn clipped(text: &str) -> String {
    name::clipped(text, 40)
}
