//! Answers in cells, as a teacher types them: `A=3 B<=2`, `B=-inf..3`, `C.2 C.3`.

use serde_json::{Map, Value};

use crate::grade::{Answer, Question};

/// Signs that begin the answer at a node.
const SIGNS: [char; 6] = ['=', ':', '<', '>', '≤', '≥'];

/// Reads the answer that the cells hold.
///
/// # Errors
/// The number of the cell, from 0, and what is wrong with it.
pub(super) fn answer(question: Question, cells: &[String]) -> Result<Answer, (usize, String)> {
    Ok(match question {
        Question::Values => Answer::Values(named(cells, "A=3")?),
        Question::Windows => Answer::Windows(named(cells, "A=-inf..inf")?),
        Question::Visits => Answer::Visits(listed(cells)),
        Question::Cuts => Answer::Cuts(listed(cells)),
    })
}

/// Lists paths, names or values, however they are divided.
fn listed(cells: &[String]) -> Vec<Value> {
    let entries = cells.iter().flat_map(|cell| cell.split([' ', ',', ';', '\t', '\n', '\r']));
    let entries = entries.filter(|entry| !entry.is_empty() && !entry.eq_ignore_ascii_case("none"));
    entries.map(|entry| Value::String(entry.to_owned())).collect()
}

fn named(cells: &[String], example: &str) -> Result<Map<String, Value>, (usize, String)> {
    let mut answer = Map::new();
    for (at, cell) in cells.iter().enumerate() {
        for entry in entries(cell).into_iter().filter(|entry| !entry.eq_ignore_ascii_case("none")) {
            let expected = || (at, format!("{entry:?} is no entry; it should be like {example}"));
            let sign = entry.find(SIGNS).ok_or_else(expected)?;
            let (name, value) = entry.split_at(sign);
            let value = value.trim_start_matches([':', '=']).to_owned();
            if name.is_empty() {
                return Err(expected());
            }
            if answer.insert(name.to_owned(), Value::String(value)).is_some() {
                return Err((at, format!("{name} is answered twice")));
            }
        }
    }
    Ok(answer)
}

/// Splits a cell into entries: divided by blanks, commas and semicolons, but not inside of brackets nor at a sign.
fn entries(cell: &str) -> Vec<String> {
    let (mut entries, mut depth) = (vec![String::new()], 0u32);
    for c in cell.chars() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let divides = depth == 0 && (c.is_whitespace() || matches!(c, ',' | ';'));
        match entries.last_mut() {
            Some(entry) if !divides => entry.push(c),
            _ => entries.push(String::new()),
        }
    }
    // `A = 3` is one entry.
    let mut joined: Vec<String> = Vec::new();
    for entry in entries.into_iter().filter(|entry| !entry.is_empty()) {
        match joined.last_mut() {
            Some(last) if last.ends_with(SIGNS) || entry.starts_with(SIGNS) => last.push_str(&entry),
            _ => joined.push(entry),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(question: Question, cells: &[&str]) -> Value {
        let cells: Vec<String> = cells.iter().map(|&cell| cell.to_owned()).collect();
        serde_json::to_value(answer(question, &cells).unwrap()).unwrap()["answer"].clone()
    }

    #[test]
    fn entries_in_one_cell_or_in_many() {
        let right = json!({"A": "3", "B": "<=2", "C.1": "-4"});
        assert_eq!(read(Question::Values, &["A=3 B<=2, C.1: -4"]), right);
        assert_eq!(read(Question::Values, &["A = 3", "B <= 2", "", "C.1=-4"]), right);
        assert_eq!(
            read(Question::Windows, &["A=[-inf, inf] B = (3,5); C:3..inf"]),
            json!({"A": "[-inf, inf]", "B": "(3,5)", "C": "3..inf"})
        );
        assert_eq!(read(Question::Cuts, &["C.2 C.3", "2.1;2.2"]), json!(["C.2", "C.3", "2.1", "2.2"]));
        assert_eq!(read(Question::Cuts, &["none"]), json!([]));
        assert_eq!(read(Question::Values, &["None"]), json!({}));
    }

    #[test]
    fn what_is_no_entry_is_told_with_its_cell() {
        let cells = ["A=3".to_owned(), "seven".to_owned()];
        let (at, problem) = answer(Question::Values, &cells).unwrap_err();
        assert_eq!((at, problem.as_str()), (1, "\"seven\" is no entry; it should be like A=3"));
        let twice = ["A=3 A=4".to_owned()];
        assert_eq!(answer(Question::Values, &twice).unwrap_err().1, "A is answered twice");
    }
}
