//! Sentence about an action: what it did, for those who learn.

use counterplay_core::Outcome;

use super::{Grade, Judgement};
use crate::Variation;

impl Judgement {
    /// One sentence that says what the action did, and what was better.
    #[must_use]
    pub fn sentence(&self) -> String {
        let action = &self.action;
        let better = || {
            let best = self.best.first().map_or("another", String::as_str);
            match (self.value.value.outcome.filter(|_| self.exact), self.value.value.plies) {
                (Some(outcome), Some(plies)) if self.best.len() == 1 => {
                    format!("{best} {} in {}", verb(outcome), plies_words(plies))
                }
                (Some(outcome), _) => format!("{best} {}", verb(outcome)),
                _ => format!("{best} was better"),
            }
        };
        let about = if self.exact { "" } else { "about " };
        match (self.grade, self.value.value.outcome, self.played.value.outcome) {
            _ if self.forced => format!("{action} is forced"),
            (Grade::Best, ..) if self.best.len() == 1 && self.exact => {
                format!("{action} is the only best move, proven")
            }
            (Grade::Best, ..) if self.exact => format!("{action} is as good as any, proven"),
            (Grade::Best, ..) => format!("{action} is best as far as the search has looked"),
            (_, Some(before), Some(after)) if before != after => {
                format!("{action} turns {} into {}, proven; {}", noun(before), noun(after), better())
            }
            (_, Some(before), Some(after)) if before == after && !self.scale.margin_counts() => {
                format!("{action} {}{}", verb(after), slower(&self.value, &self.played))
            }
            _ => {
                let lost = self.lost.map_or_else(|| "something".to_owned(), |lost| self.scale.words(lost));
                format!("{action} loses {about}{lost}; {}", better())
            }
        }
    }
}

/// How much later a game ends, or sooner, as far as that is known.
fn slower(best: &Variation, played: &Variation) -> String {
    match (best.value.plies, played.value.plies) {
        (Some(best), Some(played)) if best != played => format!(" in {} instead of {best}", plies_words(played)),
        _ => " too".to_owned(),
    }
}

fn plies_words(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

const fn verb(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "wins",
        Outcome::Draw => "draws",
        Outcome::Loss => "loses",
    }
}

const fn noun(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "a win",
        Outcome::Draw => "a draw",
        Outcome::Loss => "a loss",
    }
}
