//! Reports of the figures, for people and for programs.

use serde_json::{Value, json};

use crate::row::{Goal, Measured, Outcome, Quantity, Row};

/// Writes a line for each row, then for each row what it measured and what else there is to know.
pub(crate) fn table(finished: &[(&Row, Outcome)]) -> String {
    let line = |cells: [&str; 7]| {
        let [row, ours, theirs, figure, bar, aim, verdict] = cells;
        format!("{row:<17}{ours:>14}{theirs:>14}{figure:>18}{bar:>9}{aim:>9}  {verdict}").trim_end().to_owned() + "\n"
    };
    let mut text = line(["row", "ours", "theirs", "ratio", "bar", "aim", "verdict"]);
    for (row, outcome) in finished {
        let (bar, aim) = goal_words(row.goal);
        text += &match outcome {
            Ok(measured) => {
                let (ours, theirs) = (quantity(measured.ours), quantity(measured.theirs));
                line([row.name, &ours, &theirs, &figure(row.goal, measured), &bar, &aim, verdict(row, measured)])
            }
            Err(_) => line([row.name, "", "", "", &bar, &aim, "FAILED"]),
        };
    }
    for (row, outcome) in finished {
        text += &format!("\n{}: {}\n", row.name, row.what);
        match outcome {
            Ok(measured) => text.extend(measured.notes.iter().map(|note| format!("  {note}\n"))),
            Err(problem) => text += &format!("  FAILED: {problem}\n"),
        }
    }
    text
}

/// Row as a JSON object.
pub(crate) fn json(row: &Row, outcome: &Outcome) -> Value {
    let mut object = json!({"row": row.name, "what": row.what});
    if let Some(Goal::AtMost { bar, aim } | Goal::NoMore { bar, aim, .. } | Goal::AtLeast { bar, aim }) = row.goal {
        let which = if matches!(row.goal, Some(Goal::AtLeast { .. })) { "at least" } else { "at most" };
        object["goal"] = json!({"figure": which, "bar": bar, "aim": aim});
    }
    match outcome {
        Ok(measured) => {
            let side = |Quantity(value, unit): Quantity| json!({"value": value, "unit": unit});
            object["ours"] = side(measured.ours);
            object["theirs"] = side(measured.theirs);
            object["figure"] = json!(measured.figure);
            object["verdict"] = row.goal.map_or(Value::Null, |goal| json!(goal.verdict(measured.figure)));
            object["notes"] = json!(measured.notes);
        }
        Err(problem) => object["error"] = json!(problem),
    }
    object
}

fn verdict(row: &Row, measured: &Measured) -> &'static str {
    row.goal.map_or("no goal", |goal| goal.verdict(measured.figure))
}

/// Bar and aim of a goal, in words.
fn goal_words(goal: Option<Goal>) -> (String, String) {
    match goal {
        Some(Goal::AtMost { bar, aim }) => (share(bar), share(aim)),
        Some(Goal::NoMore { bar, aim, unit }) => (format!("{bar} {unit}"), format!("{aim} {unit}")),
        Some(Goal::AtLeast { bar, aim }) => (format!("{bar} x"), format!("{aim} x")),
        None => (String::new(), String::new()),
    }
}

/// Figure in the words of its goal.
fn figure(goal: Option<Goal>, measured: &Measured) -> String {
    match goal {
        Some(Goal::AtLeast { .. }) => format!("{:.2} x", measured.figure),
        Some(Goal::NoMore { unit, .. }) => format!("{:.2} {unit}", measured.figure),
        _ => format!("{:.3} = {}", measured.figure, share(measured.figure)),
    }
}

/// Share as people say it: 1/8.
fn share(part: f64) -> String {
    match 1.0 / part {
        times if times >= 100.0 => format!("1/{times:.0}"),
        times => format!("1/{}", (times * 10.0).round() / 10.0),
    }
}

fn quantity(Quantity(value, unit): Quantity) -> String {
    let digits = match value {
        100.0.. => 0,
        1.0.. => 2,
        _ => 4,
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::ROWS;

    #[test]
    fn the_table_has_a_line_and_a_sentence_for_each_row() {
        let measured = Measured::times(0.5, 2.0, vec!["a note".to_owned()]);
        let text = table(&[(&ROWS[0], Ok(measured)), (&ROWS[1], Err("no such program".to_owned()))]);
        assert!(text.contains("0.250 = 1/4") && text.contains("bar met"), "{text}");
        assert!(text.contains("  a note\n") && text.contains("FAILED: no such program"), "{text}");
        assert!([0, 1].iter().all(|&row: &usize| text.contains(ROWS[row].what)), "{text}");
    }

    #[test]
    fn json_has_the_figures_or_the_error() {
        let good = json(&ROWS[0], &Ok(Measured::times(0.5, 2.0, Vec::new())));
        assert_eq!((&good["figure"], &good["verdict"]), (&json!(0.25), &json!("bar met")));
        assert_eq!(json(&ROWS[0], &Err("why".to_owned()))["error"], "why");
    }

    #[test]
    fn a_limit_is_told_in_its_unit() {
        let goal = Some(Goal::NoMore { bar: 64.0, aim: 16.0, unit: "MiB" });
        assert_eq!(goal_words(goal), ("64 MiB".to_owned(), "16 MiB".to_owned()));
        assert_eq!(figure(goal, &Measured::times(1.0, 4.0, Vec::new())), "0.25 MiB");
    }

    #[test]
    fn shares_are_said_as_fractions() {
        assert_eq!([0.5, 0.1, 0.02, 0.3, 0.001, 1.25].map(share), ["1/2", "1/10", "1/50", "1/3.3", "1/1000", "1/0.8"]);
    }
}
