//! Plays as people write them.

use counterplay_core::TextError;

use super::super::{Action, BAR, OFF, POINTS, Play, State, Step};

/// Words of which two are one action.
const PAIRS: [[&str; 2]; 4] = [["cannot", "move"], ["no", "move"], ["no", "play"], ["no", "double"]];

/// Cuts a line of play at white space and commas, but not between the steps of a play.
pub(super) fn split(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for word in pieces(text) {
        let end = offset(text, word) + word.len();
        match found.last_mut() {
            Some(last) if goes_with(last, word) => *last = &text[offset(text, last)..end],
            _ => found.push(word),
        }
    }
    found
}

/// Whether a word belongs to the action before it.
fn goes_with(before: &str, word: &str) -> bool {
    let is_pair = |[first, second]: &[&str; 2]| before.eq_ignore_ascii_case(first) && word.eq_ignore_ascii_case(second);
    before.contains('/') && word.contains('/') || PAIRS.iter().any(is_pair)
}

fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| sign.is_whitespace() || sign == ',').filter(|word| !word.is_empty())
}

/// Where a part of a text stands in it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// A play that somebody has written: where men leave and where they arrive, in whatever order.
pub(super) struct Written {
    steps: Vec<Step>,
    /// The points on which men are said to land, on the way or at its end, as bits.
    landings: u32,
}

impl Written {
    /// Reads the steps of a play.
    pub(super) fn parse(text: &str) -> Result<Written, TextError> {
        let mut written = Written { steps: Vec::new(), landings: 0 };
        for word in pieces(text) {
            let at = offset(text, word);
            let (way, men) = times(word).map_err(|message| TextError::new(at, message))?;
            let mut last = None;
            for part in way.split('/') {
                let point = point(part).ok_or_else(|| {
                    let message =
                        format!("expected a point, 1 to 24, bar or off, found {part:?}; a play looks like 8/5 6/5");
                    TextError::new(offset(text, part), message)
                })?;
                if let Some(from) = last.replace(point) {
                    if point >= from {
                        return Err(TextError::new(
                            offset(text, part),
                            "men move toward lower points: 8/5, bar/22, 6/off",
                        ));
                    }
                    written.landings |= 1 << point;
                    written.steps.extend(std::iter::repeat_n(Step { from, to: point }, men));
                }
            }
            if !way.contains('/') {
                return Err(TextError::new(at, "expected where the man comes to, as in 8/5"));
            }
        }
        Ok(written)
    }

    /// The legal plays that it can mean: those by which the same men come to the same points. If some of them hit where
    /// it says that men land, and nowhere else, it is these.
    pub(super) fn candidates(&self, state: &State, legal: &[Action]) -> Vec<Action> {
        let other = state.men(state.seat().other());
        let blots = (1..BAR).filter(|&point| other.on(BAR - point) == 1).fold(0, |bits: u32, point| bits | 1 << point);
        let change = change(self.steps.iter().copied());
        let play = |action: &Action| if let Action::Play(play) = action { Some(*play) } else { None };
        let same = |action: &&Action| play(action).is_some_and(|play| self::change(play.steps()) == change);
        let all: Vec<Action> = legal.iter().filter(same).copied().collect();
        let hits = |play: &Play| play.steps().fold(0, |bits, step| bits | 1 << step.to) & blots;
        let exact = |action: &&Action| play(action).is_some_and(|play| hits(&play) == self.landings & blots);
        let exact: Vec<Action> = all.iter().filter(exact).copied().collect();
        if exact.is_empty() { all } else { exact }
    }
}

/// How many men more or fewer there are on each point, off and on the bar.
fn change(steps: impl Iterator<Item = Step>) -> [i16; POINTS + 2] {
    let mut change = [0; POINTS + 2];
    for Step { from, to } in steps {
        change[usize::from(from)] -= 1;
        change[usize::from(to)] += 1;
    }
    change
}

/// The way of a step, and how many men go it: `13/7(2)`.
fn times(word: &str) -> Result<(&str, usize), &'static str> {
    let Some((way, rest)) = word.split_once('(') else { return Ok((word, 1)) };
    let men = rest.strip_suffix(')').and_then(|men| men.parse().ok()).filter(|men| (1..=4).contains(men));
    men.map(|men| (way, men)).ok_or("expected how many men go, as in 13/7(2)")
}

fn point(part: &str) -> Option<u8> {
    match part.trim_end_matches('*').to_ascii_lowercase().as_str() {
        "bar" | "b" => Some(BAR),
        "off" | "o" => Some(OFF),
        number if number.bytes().all(|sign| sign.is_ascii_digit()) => number.parse().ok().filter(|&point| point <= BAR),
        _ => None,
    }
}
