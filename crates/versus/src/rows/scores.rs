//! Exact scores of connect four, beside `bitbully`.

use crate::cost::median;
use crate::ours::OurScores;
use crate::row::{Measured, Outcome};
use crate::{Setup, ours, positions, python};

/// Measures exact scores of the random positions, several times in turn.
pub(crate) fn of_random_positions(setup: &Setup) -> Outcome {
    // Small problems are solved soonest in a table that the cache holds.
    measure(setup, "1M", &positions::batch(&positions::random(setup.seed)), setup.repeat)
}

/// Measures the exact score of the empty board, once.
pub(crate) fn of_the_empty_board(setup: &Setup) -> Outcome {
    measure(setup, &setup.memory, "\n", 1)
}

fn measure(setup: &Setup, memory: &str, batch: &str, repeat: u32) -> Outcome {
    let (mut our_times, mut their_times, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..repeat {
        let answers = ours::scores(memory, batch, 1)?;
        let theirs = python::ask(setup, "solve_bitbully.py", &[], batch)?;
        compare(batch, &answers, &theirs)?;
        our_times.push(answers.cost.cpu);
        their_times.push(python::number(&theirs, "seconds")?);
        notes = vec![
            format!("ours: {} nodes, table of {}, its making included", answers.nodes, memory),
            format!("theirs: {} nodes, MTD(f), no book, without the starting of Python", theirs["nodes"]),
            format!("the scores of all {} are equal, the first of them {}", answers.scores.len(), answers.scores[0]),
        ];
    }
    Ok(Measured::times(median(our_times), median(their_times), notes))
}

/// Compares the scores. Both count as the field does: from the side to move, 22 less the stones that the winner will
/// have played.
fn compare(batch: &str, ours: &OurScores, theirs: &serde_json::Value) -> Result<(), String> {
    let theirs = theirs["scores"].as_array().ok_or("bitbully gave no scores")?;
    if ours.scores.len() != theirs.len() || theirs.len() != batch.lines().count() {
        return Err(format!(
            "{} positions, {} scores of ours, {} of theirs",
            batch.lines().count(),
            ours.scores.len(),
            theirs.len()
        ));
    }
    for ((line, ours), theirs) in batch.lines().zip(&ours.scores).zip(theirs) {
        if theirs.as_f64() != Some(*ours) {
            return Err(format!("the scores differ at {line:?}: ours {ours}, bitbully's {theirs}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Cost;
    use serde_json::json;

    #[test]
    fn scores_that_differ_are_an_error_with_the_position() {
        let ours = OurScores { scores: vec![18.0, -15.0], nodes: 0, cost: Cost { cpu: 0.0, wall: 0.0, peak: 0.0 } };
        assert_eq!(compare("4455\n44455554221\n", &ours, &json!({"scores": [18, -15]})), Ok(()));
        assert!(
            compare("4455\n44455554221\n", &ours, &json!({"scores": [18, 15]})).unwrap_err().contains("44455554221")
        );
        assert!(compare("4455\n44455554221\n", &ours, &json!({"scores": [18]})).is_err());
    }
}
