//! Quiz tree to practise on, made as requested. The right answer is not sent: that is asked by a grade.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use counterplay_core::Side;
use counterplay_lessons::quiz::{self, Player, QuizError, Wishes};
use counterplay_lessons::{Algorithm, Choices, Direction, Question, Rule};
use serde::Deserialize;
use serde_json::json;

use crate::api_error::{ApiError, ApiResult, Kind};
use crate::random;

/// Longest time that a tree is looked for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Quiz request: what a tree is to be like. Ranges are pairs, of the least and the most.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    depth: Option<u32>,
    branching: Option<(u32, u32)>,
    leaves: Option<(i32, i32)>,
    cuts: Option<(u32, u32)>,
    #[serde(default)]
    deep_cut: bool,
    #[serde(default)]
    no_ties: bool,
    #[serde(default)]
    same_under_both_rules: bool,
    algorithm: Option<Algorithm>,
    order: Option<Direction>,
    cutoff: Option<Rule>,
    root: Option<Player>,
    seed: Option<u32>,
}

fn range<T>((least, most): (T, T)) -> RangeInclusive<T> {
    least..=most
}

/// `POST /api/trees/quiz`: a tree, and the seed that makes it again.
pub(crate) fn make(wanted: &Wanted, stack: usize) -> ApiResult {
    let seed = wanted.seed.unwrap_or_else(|| random::bits() as u32);
    let wishes = Wishes {
        depth: wanted.depth.unwrap_or(3),
        branching: range(wanted.branching.unwrap_or((2, 3))),
        leaves: wanted.leaves.map(range),
        cuts: wanted.cuts.map(range),
        deep_cut: wanted.deep_cut,
        no_ties: wanted.no_ties,
        same_under_both_rules: wanted.same_under_both_rules,
        questions: vec![Question::Values],
        choices: Choices {
            algorithm: wanted.algorithm.unwrap_or(Algorithm::Alphabeta),
            direction: wanted.order.unwrap_or(Direction::Ltr),
            cutoff: wanted.cutoff.unwrap_or(Rule::Ge),
        },
        root: wanted.root.map_or(Side::Max, Side::from),
        seed: seed.into(),
        count: 1,
    };
    let start = Instant::now();
    let quiz = quiz::make(&wishes, stack, &|| start.elapsed() > PATIENCE).map_err(|reason| {
        let message = match reason {
            // The command line's dashes mean nothing here.
            QuizError::Impossible(message) | QuizError::GivenUp(message) => message.replace("--", ""),
            QuizError::Stopped => format!("no such tree was found in {} s; wish for less", PATIENCE.as_secs()),
        };
        ApiError::new(Kind::BadOption, message)
    })?;
    let tree = quiz.key.tasks.first().map(|task| task.tree.as_str());
    Ok(json!({ "tree": tree, "seed": seed }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn made(wanted: Value) -> ApiResult {
        make(&serde_json::from_value(wanted).unwrap(), 1 << 20)
    }

    #[test]
    fn a_seed_makes_the_same_tree_again() {
        let first = made(json!({"depth": 3, "branching": [2, 2], "cuts": [1, 9]})).unwrap();
        let again = made(json!({"depth": 3, "branching": [2, 2], "cuts": [1, 9], "seed": first["seed"]})).unwrap();
        assert_eq!(first, again);
        assert_eq!(first["tree"].as_str().unwrap().matches(',').count(), 7, "{first}");
    }

    #[test]
    fn what_cannot_be_is_said_and_not_looked_for() {
        let refused = |wanted| made(wanted).unwrap_err().to_json()["code"].clone();
        assert_eq!(refused(json!({"depth": 2, "branching": [2, 2], "cuts": [9, 9]})), "bad-option");
        assert_eq!(refused(json!({"depth": 60, "branching": [9, 9]})), "bad-option");
        assert_eq!(refused(json!({"algorithm": "minimax", "deep_cut": true})), "bad-option");
        assert_eq!(refused(json!({"branching": [3, 2]})), "bad-option");
    }
}
