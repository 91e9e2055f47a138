//! Uniform trees: what the order of branches is worth to alpha-beta, counted and drawn.

use std::time::Duration;

use counterplay_core::Limits;
use counterplay_lessons::uniform::{MOST_LEAVES, chart, json, levels};
use serde::Deserialize;

use crate::api_error::{ApiError, ApiResult, Kind};

/// Time limit: the deepest trees that fit into it are the last.
const PATIENCE: Duration = Duration::from_secs(5);

/// Request: which trees.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    branching: u32,
    depth: u32,
    #[serde(default = "one")]
    seed: u32,
}

const fn one() -> u32 {
    1
}

/// `POST /api/trees/uniform`: the counts for every depth up to this one, and their plot.
pub(crate) fn count(wanted: &Wanted, stack: usize) -> ApiResult {
    let Wanted { branching, depth, seed } = *wanted;
    let leaves = u64::from(branching).checked_pow(depth).filter(|leaves| (1..=MOST_LEAVES).contains(leaves));
    if leaves.is_none() || !(1..=1000).contains(&depth) {
        let message = format!(
            "{branching}^{depth} leaves: a tree has at least one branch and one ply, and at most {MOST_LEAVES} leaves"
        );
        return Err(ApiError::new(Kind::BadLimit, message));
    }
    let limits = Limits { time: Some(PATIENCE), stack, ..Limits::default() };
    let levels = levels(branching, depth, seed.into(), &limits);
    let levels = levels.map_err(|halt| ApiError::new(Kind::Failed, halt.to_string()))?;
    let mut answer = json(branching, seed.into(), &levels);
    answer["plot"] = chart(branching, &levels).svg().into();
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_come_with_a_picture_and_too_much_is_refused() {
        let ask = |branching, depth| count(&Wanted { branching, depth, seed: 1 }, 1 << 20);
        let answer = ask(3, 4).unwrap();
        assert_eq!(
            (&answer["levels"][3]["best"]["leaves"], &answer["levels"][3]["worst"]["leaves"]),
            (&17.into(), &81.into())
        );
        assert!(answer["plot"].as_str().unwrap().starts_with("<svg"));
        for (branching, depth) in [(0, 3), (3, 0), (10, 7), (1, 1001), (u32::MAX, u32::MAX)] {
            assert_eq!(ask(branching, depth).unwrap_err().to_json()["code"], "bad-limit", "{branching}, {depth}");
        }
    }
}
