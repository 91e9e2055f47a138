//! Lines `info`: what a search has found so far, in whole numbers and for the side to move.

use std::cmp::Ordering;
use std::fmt::Write;
use std::time::Duration;

use counterplay_api::review::{Measure, ReviewScale};
use counterplay_api::{AnyPosition, Outcome, Value};

/// Hundredths of the unit in which a game tells its values, a pawn in chess.
const CENTS: f64 = 100.0;

/// Scores as a game tells them.
#[derive(Clone, Copy)]
pub(super) struct ScoreWords {
    scale: ReviewScale,
    even: f64,
    /// Whether to tell the chances to win, to draw and to lose, in thousandths.
    pub(super) shows_chances: bool,
}

impl ScoreWords {
    pub(super) fn new(position: &dyn AnyPosition) -> ScoreWords {
        ScoreWords { scale: position.review_scale(), even: position.even(), shows_chances: false }
    }

    /// Whether the game says what chance to win a score stands for.
    pub(super) const fn has_chances(&self) -> bool {
        matches!(self.scale.measure, Measure::Chance)
    }

    /// Score of a value: `cp 35`, `mate 3`, or `mate -2` for the side that is mated.
    pub(super) fn text(&self, value: &Value) -> String {
        let plies = value.plies.or(value.within).filter(|_| !self.scale.margin_counts());
        let moves = plies.map(|plies| i64::from(plies.div_ceil(2)));
        let ahead = value.outcome.unwrap_or_else(|| match value.score.total_cmp(&self.even) {
            Ordering::Less => Outcome::Loss,
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Win,
        });
        let mut text = match (ahead, moves) {
            (Outcome::Win, Some(moves)) => format!("mate {moves}"),
            (Outcome::Loss, Some(moves)) => format!("mate {}", -moves),
            _ => format!("cp {}", self.hundredths(value.score)),
        };
        if self.shows_chances && self.has_chances() {
            let [win, draw, loss] = self.chances(value);
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        text
    }

    fn hundredths(&self, score: f64) -> i64 {
        let units = if let Measure::Points { units, .. } = self.scale.measure { units } else { 1.0 };
        (CENTS * units * (score - self.even)).round() as i64
    }

    /// Chances to win, to draw and to lose, in thousandths. The scale of a game knows no draws: they count half to each
    /// side, unless a draw is proven.
    fn chances(&self, value: &Value) -> [i64; 3] {
        if value.outcome == Some(Outcome::Draw) {
            return [0, 1000, 0];
        }
        let win = (1000.0 * self.scale.win_chance(value.score, value.outcome, self.even)).round() as i64;
        [win, 0, 1000 - win]
    }
}

/// Effort of a search so far.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// Load of the table, from 0 to 1.
    pub(super) load: Option<f64>,
}

impl Effort {
    /// Line about a variation, which is the best but for so many.
    pub(super) fn info(&self, rank: usize, score: &str, moves: &[String]) -> String {
        let Effort { depth, nodes, time, load } = *self;
        let farthest = (moves.len() as u32).max(depth);
        let speed = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
        let mut line = format!(
            "info depth {depth} seldepth {farthest} multipv {} score {score} nodes {nodes} nps {speed}",
            rank + 1
        );
        if let Some(load) = load {
            let _ = write!(line, " hashfull {}", (1000.0 * load).clamp(0.0, 1000.0) as u64);
        }
        let _ = write!(line, " time {} pv {}", time.as_millis(), moves.join(" "));
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(game: &str) -> ScoreWords {
        ScoreWords::new(counterplay_standard::catalog().game(game, &[]).unwrap().start().as_ref())
    }

    fn value(score: f64, outcome: Option<Outcome>, plies: Option<u32>) -> Value {
        Value { score, outcome, plies, ..Value::default() }
    }

    #[test]
    fn a_score_is_whole_and_a_mate_is_counted_in_moves() {
        let chess = words("chess");
        assert_eq!(chess.text(&value(0.354, None, None)), "cp 35");
        assert_eq!(chess.text(&value(-0.001, None, None)), "cp 0");
        for (plies, moves) in [(1, 1), (3, 2), (5, 3)] {
            assert_eq!(chess.text(&value(300.0, Some(Outcome::Win), Some(plies))), format!("mate {moves}"));
        }
        for (plies, moves) in [(2, -1), (4, -2), (0, 0)] {
            assert_eq!(chess.text(&value(-300.0, Some(Outcome::Loss), Some(plies))), format!("mate {moves}"));
        }
        // Seen in a search, but perhaps there is a shorter way.
        let seen = |score, within| Value { within: Some(within), ..value(score, None, None) };
        assert_eq!([seen(300.0, 9), seen(-300.0, 4)].map(|value| chess.text(&value)), ["mate 5", "mate -2"]);
        // Won, but nobody knows how soon.
        assert_eq!(chess.text(&value(300.0, Some(Outcome::Win), None)), "cp 30000");
        assert_eq!(chess.text(&value(0.0, Some(Outcome::Draw), Some(4))), "cp 0");
    }

    #[test]
    fn chances_are_told_where_the_game_has_them() {
        let mut connect4 = words("connect4");
        assert!(connect4.has_chances());
        assert_eq!(connect4.text(&value(0.0, None, None)), "cp 0");
        connect4.shows_chances = true;
        assert_eq!(connect4.text(&value(0.0, None, None)), "cp 0 wdl 500 0 500");
        assert_eq!(connect4.text(&value(0.0, Some(Outcome::Draw), None)), "cp 0 wdl 0 1000 0");
        assert!(connect4.text(&value(3.0, Some(Outcome::Win), None)).ends_with(" wdl 1000 0 0"));
    }

    #[test]
    fn a_line_has_all_that_is_known() {
        let effort = Effort { depth: 3, nodes: 2000, time: Duration::from_millis(10), load: Some(0.5) };
        let moves = ["e2e4".to_owned(), "e7e5".to_owned()];
        let expected =
            "info depth 3 seldepth 3 multipv 2 score cp 1 nodes 2000 nps 200000 hashfull 500 time 10 pv e2e4 e7e5";
        assert_eq!(effort.info(1, "cp 1", &moves), expected);
    }
}
