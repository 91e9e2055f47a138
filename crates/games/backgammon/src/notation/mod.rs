//! Backgammon as text.
//!
//! A play is its steps, from the point furthest from home on: `8/5 6/5`, `bar/22*`, `13/7(2)`, `6/off`, `24/18*/14`;
//! `pass` where nothing can be played. The dice are `31`, and the rest are words: `roll`, `double`, `take`, `drop`. A
//! position is written as an XGID, and read as that or as GNU Backgammon's Position ID, with a Match ID behind it or
//! without. A whole game or match may be in the format of `.mat` files: see [`Mat`].

mod ids;
mod reading;
#[cfg(test)]
mod tests;
mod xgid;

use counterplay_core::notation::{ParsedGame, find_action};
use counterplay_core::{Game, Heading, Notation, Note, TextError};

use super::parsed::Told;
use super::{Action, BAR, Backgammon, MEN, Mat, OFF, Play, Stage, State};
use reading::Written;

/// How one says that nothing can be played.
const PASSES: [&str; 6] = ["pass", "cannot move", "no move", "no play", "dance", "dances"];
/// How one rolls without doubling.
const ROLLS: [&str; 3] = ["roll", "no double", "nodouble"];
const DOUBLES: [&str; 3] = ["double", "redouble", "doubles"];
const TAKES: [&str; 3] = ["take", "accept", "takes"];
const DROPS: [&str; 5] = ["drop", "pass", "decline", "reject", "drops"];

impl Notation for Backgammon {
    fn sides(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    /// `8/5 6/5`, `bar/22*`, `13/7(2)`, `6/off`; `31` for the dice; `roll`, `double`, `take`, `drop`; `pass` where
    /// nothing can be played.
    fn action_text(&self, state: &State, action: Action) -> String {
        match action {
            Action::Play(play) => play_text(state, play, &["off", "bar"]),
            Action::Roll => ROLLS[0].to_owned(),
            Action::Double => DOUBLES[0].to_owned(),
            Action::Take => TAKES[0].to_owned(),
            Action::Drop => DROPS[0].to_owned(),
            Action::Throw(first, second) => format!("{first}{second}"),
        }
    }

    /// Reads what is written in any of the usual ways: the steps of a play in any order, on end or one by one, with `*`
    /// for a hit or without, `b` and 25 for the bar and 0 for off; the dice in either order, unless both sides throw to
    /// begin.
    fn parse_action(&self, state: &State, text: &str, legal: &[Action]) -> Result<Action, TextError> {
        let word = text.trim().to_lowercase();
        let is = |words: &[&str]| words.contains(&word.split_whitespace().collect::<Vec<_>>().join(" ").as_str());
        let meant = |action: &&Action| match action {
            Action::Play(Play::NOTHING) => is(&PASSES),
            Action::Play(_) => false,
            Action::Roll => is(&ROLLS),
            Action::Double => is(&DOUBLES),
            Action::Take => is(&TAKES),
            Action::Drop => is(&DROPS),
            &&Action::Throw(first, second) => {
                let in_order = state.stage == Stage::Opening;
                dice(&word).is_some_and(|dice| dice == [first, second] || !in_order && dice == [second, first])
            }
        };
        if let Some(&action) = legal.iter().find(meant) {
            return Ok(action);
        }
        let is_play = |action: &Action| matches!(action, Action::Play(_));
        if word.contains('/') && legal.iter().any(is_play) {
            let written = Written::parse(text)?;
            let candidates = written.candidates(state, legal);
            match candidates[..] {
                [action] => return Ok(action),
                [] => {}
                _ => {
                    let words: Vec<String> = candidates.iter().map(|&action| self.action_text(state, action)).collect();
                    return Err(TextError::new(0, format!("{} could be {}", text.trim(), words.join(" or "))));
                }
            }
        }
        find_action(text, legal, |action| self.action_text(state, action))
    }

    /// The position as an XGID, with a word behind it for what no XGID can say: `opening`, `rolling`, `over`.
    fn position_text(&self, state: &State) -> String {
        xgid::write(&state.told(self))
    }

    /// Reads an XGID, or a Position ID with a Match ID or without; nothing at all is the beginning. Of a game in a
    /// `.mat` file it is the position after the last action.
    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        if is_blank(text) {
            return Ok(self.initial());
        }
        if Mat::is_meant(text) {
            let (start, actions) = Mat::parse(text)?.actions(self)?;
            return Ok(actions.into_iter().fold(start, |state, action| self.result(&state, action)));
        }
        told(text)?.state(self)
    }

    /// Reads a `.mat` file: the first game of it, or all games of a match if a match is played here.
    fn parse_game(&self, text: &str) -> Option<Result<(State, Vec<Action>), TextError>> {
        Mat::is_meant(text).then(|| Mat::parse(text)?.actions(self))
    }

    /// Reads every game of a `.mat` file, each from the score before it.
    fn parse_games(&self, text: &str) -> Option<Vec<ParsedGame<State, Action>>> {
        let games = || Mat::parse(text)?.replay(self);
        let failed = |fault| vec![ParsedGame { fault: Some(fault), ..ParsedGame::new(0, self.initial()) }];
        Mat::is_meant(text).then(|| games().unwrap_or_else(failed))
    }

    /// Writes a game as the text of a match.
    fn game_text(&self, start: &State, actions: &[Action], (heading, _): (&Heading, &[Note])) -> Option<String> {
        let [first, second] = &heading.players;
        let name = |player: &Option<String>, usual: &str| player.clone().unwrap_or_else(|| usual.to_owned());
        let players = [name(first, "First"), name(second, "Second")];
        Mat::write(self, [&players[0], &players[1]], start, actions)
    }

    /// Cuts at white space and commas, but not between the steps of a play.
    fn split_moves<'t>(&self, moves: &'t str) -> Vec<&'t str> {
        reading::split(moves)
    }
}

impl Backgammon {
    /// The rules that a position or a `.mat` file is written for: with the cube or without, with the Jacoby rule, or a
    /// match of so many points. Nothing if the text does not say.
    ///
    /// ```
    /// use counterplay_backgammon::{Backgammon, Match, Stakes};
    ///
    /// let rules = Backgammon::told_by("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:7:10").unwrap();
    /// assert_eq!(rules.stakes(), Stakes::Match(Match { length: 7 }));
    /// assert_eq!(Backgammon::told_by("4HPwATDgc/ABMA"), None);
    /// ```
    #[must_use]
    pub fn told_by(text: &str) -> Option<Backgammon> {
        if is_blank(text) {
            return None;
        }
        if Mat::is_meant(text) {
            return Mat::parse(text).ok()?.rules();
        }
        told(text).ok()?.stakes?.rules()
    }

    /// GNU Backgammon's Position ID: the men of both sides, from the side of who is on roll.
    ///
    /// ```
    /// # use counterplay_core::Game;
    /// # use counterplay_backgammon::Backgammon;
    /// let game = Backgammon::default();
    /// assert_eq!(game.position_id(&game.initial()), "4HPwATDgc/ABMA");
    /// ```
    #[must_use]
    pub fn position_id(&self, state: &State) -> String {
        ids::position_id(&state.told(self))
    }

    /// GNU Backgammon's Match ID: the dice, the cube and the score.
    #[must_use]
    pub fn match_id(&self, state: &State) -> String {
        let dropped = state.men.iter().all(|men| men.on(OFF) < MEN);
        ids::match_id(&state.told(self), dropped)
    }
}

fn is_blank(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim().is_empty()
}

/// What a text says about a position.
fn told(text: &str) -> Result<Told, TextError> {
    match xgid::begins(text) {
        Some(at) => xgid::parse(text, at),
        None => ids::parse(text),
    }
}

/// Two dice: `31`, `3-1`, `31:`.
pub(super) fn dice(word: &str) -> Option<[u8; 2]> {
    let (first, second) = match word.trim_end_matches(':').as_bytes() {
        &[first, second] | &[first, b'-', second] => (first, second),
        _ => return None,
    };
    let pips = |sign: u8| (b'1'..=b'6').contains(&sign).then(|| sign - b'0');
    Some([pips(first)?, pips(second)?])
}

/// A play, with the words for off and for the bar.
pub(super) fn play_text(state: &State, play: Play, &[off, bar]: &[&str; 2]) -> String {
    let point = |point: u8| match point {
        BAR => bar.to_owned(),
        OFF => off.to_owned(),
        point => point.to_string(),
    };
    let other = state.men(state.seat.other());
    // Where men have been hit, as bits: nobody is hit twice.
    let mut hits = 0u32;
    // Each step with how many men make it; a man who hits and goes on is one way.
    let mut written: Vec<(String, u8, u8)> = Vec::new();
    for step in play.steps() {
        let is_hit = step.to != OFF && other.on(BAR - step.to) == 1 && hits >> step.to & 1 == 0;
        hits |= u32::from(is_hit) << step.to;
        let hit = if is_hit { "*" } else { "" };
        let way = format!("{}/{}{hit}", point(step.from), point(step.to));
        match written.last_mut() {
            Some((last, to, men)) if *to == step.from && *men == 1 && last.ends_with('*') => {
                last.push_str(&format!("/{}{hit}", point(step.to)));
                *to = step.to;
            }
            Some((last, _, men)) if last.trim_end_matches('*') == way => *men += 1,
            _ => written.push((way, step.to, 1)),
        }
    }
    if written.is_empty() {
        return PASSES[0].to_owned();
    }
    let several = |(way, _, men): (String, u8, u8)| if men > 1 { format!("{way}({men})") } else { way };
    written.into_iter().map(several).collect::<Vec<_>>().join(" ")
}
