//! The line of play that leads to a violation: shortened, and written down.

use super::explore::{Explorer, Step};
use super::law::caught;
use super::notation::is_word;
use super::object::Filled;
use super::report::Violation;
use super::visit::{Broken, End};
use crate::Ply;

/// How many lines are tried to shorten one.
const TRIES: u32 = 1_000;

impl Explorer<'_> {
    /// A shorter line to where the same law is broken, if one is found.
    pub(super) fn shorten(&mut self, mut line: Vec<Step>, mut broken: Broken) -> (Vec<Step>, Broken) {
        // 1. Without a part of the line, the longest parts first.
        let mut tries = TRIES;
        let mut part = line.len() / 2;
        while part > 0 {
            let mut at = 0;
            let before = line.len();
            while at + part <= line.len() && tries > 0 {
                tries -= 1;
                let without: Vec<_> = line[..at].iter().chain(&line[at + part..]).copied().collect();
                match self.replay(&without, broken.law) {
                    Some(shorter) => (line, broken) = shorter,
                    None => at += part,
                }
            }
            if line.len() == before {
                part /= 2;
            }
        }
        // 2. By luck: random games that must be shorter.
        for number in 0..TRIES {
            let mut random = self.random(u64::from(u32::MAX) + u64::from(number));
            let shorter = Ply(line.len().saturating_sub(1) as u32);
            let filled = self.setup.rules.filled();
            match self.random_game(shorter, Some(broken.law), &mut random) {
                Err((found, End::Broken(again))) if again.law == broken.law => (line, broken) = (found, again),
                Err((_, End::Limit(_))) => break,
                _ => self.setup.rules.truncate(filled),
            }
        }
        (line, broken)
    }

    /// Plays a line, leaving out what is not legal, until the law is broken.
    fn replay(&mut self, line: &[Step], law: &'static str) -> Option<(Vec<Step>, Broken)> {
        let filled = self.setup.rules.filled();
        let found = self.replay_from(filled, line, law);
        self.setup.rules.truncate(filled);
        found
    }

    /// As [`replay`](Self::replay); what is beyond `filled` is dropped after every ply.
    fn replay_from(&mut self, filled: Filled, line: &[Step], law: &'static str) -> Option<(Vec<Step>, Broken)> {
        let mut random = self.random(0);
        let mut state = self.begin().ok()?;
        let mut visit = self.visit(state, Some(law), &mut random).ok()?;
        let mut played = Vec::new();
        for &Step { from, action } in line {
            // Outcomes that are too many to list are known to be possible only where they were drawn.
            let listed = self.setup.rules.find(action, &visit.options.list).is_some();
            let possible = listed || (!visit.options.all && visit.mark == from);
            if !possible {
                continue;
            }
            let mut next = match self.step(state, action) {
                Ok(next) => [next],
                Err(end) => return again(played, end, law),
            };
            self.setup.rules.keep_only(filled, &mut next, &mut []);
            [state] = next;
            played.push(Step { from: visit.mark, action });
            visit = match self.visit(state, Some(law), &mut random) {
                Ok(visit) => visit,
                Err(end) => return again(played, end, law),
            };
        }
        None
    }

    /// The violation at the end of a line, in the game's words.
    pub(super) fn violation(&self, line: &[Step], broken: Broken) -> Violation {
        let (rules, words) = (&self.setup.rules, self.setup.words.as_deref());
        let plain = |action| rules.action_text(action).split_whitespace().collect::<String>();
        let mut written = Vec::new();
        let reached = caught(|| {
            let mut state = rules.initial();
            for &Step { action, .. } in line {
                // A notation that is broken itself gives way to `Debug`.
                let word = words.and_then(|words| caught(|| words.action_text(state, action)).ok());
                written.push(word.filter(|word| is_word(word)).unwrap_or_else(|| plain(action)));
                state = rules.applied(state, action);
            }
            let position = words.and_then(|words| caught(|| words.position_text(state)).ok());
            position.unwrap_or_else(|| rules.text(state))
        });
        let position = reached.unwrap_or_else(|panic| format!("it cannot be reached again: {panic}"));
        Violation { law: broken.law, what: broken.what, line: written, position }
    }
}

/// Whether a line ends in the violation that is being shortened.
fn again(played: Vec<Step>, end: End, law: &'static str) -> Option<(Vec<Step>, Broken)> {
    match end {
        End::Broken(broken) if broken.law == law => Some((played, broken)),
        _ => None,
    }
}
