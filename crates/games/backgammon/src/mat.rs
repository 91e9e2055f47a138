//! Games and matches of backgammon in the format of `.mat` files, which nearly all programs and sites write.
//!
//! ```text
//!  7 point match
//!
//!  Game 1
//!  anna : 0                           bert : 0
//!   1) 31: 8/5 6/5                     52: 13/11 13/8
//!   2)  Doubles => 2                   Takes
//!   3) 66: 24/18(2) 13/7(2)            41: 25/24* 6/2
//! ```
//!
//! The player on the left is the first seat. The bar is 25 and off is 0; who cannot move has nothing behind the dice,
//! or `Cannot Move`. `Drops` ends a game, and `Wins 2 points` says that it is over: where nothing has ended it, somebody
//! has given it up. A play that is not known is `????`, or nothing where something could be played.
//!
//! To give up is no action. So each game is a line of play of its own, which begins with the score that the file says.

mod entries;
mod replay;

use counterplay_core::notation::ParsedGame;
use counterplay_core::{Game, Heading, TextError};

use super::notation::play_text;
use super::{Action, Backgammon, Crawford, Cube, Match, Men, Play, Stage, Stakes, State};
use entries::{Entry, What};

/// A match, or games for money, as they are written down.
///
/// ```
/// use counterplay_backgammon::{Backgammon, Mat};
///
/// let text = " 0 point match\n\n Game 1\n anna : 0          bert : 0\n  1) 31: 8/5 6/5      52: 13/11 13/8\n";
/// let mat = Mat::parse(text)?;
/// assert_eq!((mat.length, mat.players[1].as_str(), mat.games.len()), (0, "bert", 1));
/// let (_, actions) = mat.actions(&Backgammon::default())?;
/// assert_eq!(actions.len(), 4);
/// # Ok::<(), counterplay_core::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mat {
    /// The points that win the match; 0 for money.
    pub length: u32,
    /// Who plays, the first seat first.
    pub players: [String; 2],
    /// What the lines before the games say, as in `; [Event "Open"]`.
    pub tags: Vec<(String, String)>,
    /// The games.
    pub games: Vec<MatGame>,
}

/// A game of a `.mat` file.
#[derive(Clone, Debug)]
pub struct MatGame {
    /// How the match stands before it.
    pub score: [u32; 2],
    /// Where it begins in the text.
    at: usize,
    entries: Vec<Entry>,
    /// That somebody wins, the points if they are there, and where that stands.
    wins: Option<(Option<u32>, usize)>,
    /// Why a line of it could not be read: its entries end before that line.
    fault: Option<TextError>,
}

impl Mat {
    /// Whether a text is meant to be one: it has a line such as `7 point match` or `Game 1`.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.lines().any(|line| entries::length(line).is_some() || entries::is_game(line))
    }

    /// Reads the lines of a file. Whether what is played is legal, [`replay`](Mat::replay) finds out.
    ///
    /// # Errors
    /// What is wrong with the text before its first game, and where. What is wrong with a game is told when it is
    /// played again.
    pub fn parse(text: &str) -> Result<Mat, TextError> {
        entries::parse(text)
    }

    /// The rules of the match: money with the cube if it has no length. Nothing for a match that is too long.
    #[must_use]
    pub fn rules(&self) -> Option<Backgammon> {
        let stakes = match u8::try_from(self.length).ok().filter(|&length| length <= Match::LONGEST)? {
            0 => Stakes::Money,
            length => Stakes::Match(Match { length }),
        };
        Some(Backgammon::new(stakes, true))
    }

    /// Plays each game again as far as it can be, from the score that the file says before it.
    ///
    /// # Errors
    /// If these are the rules of another match.
    pub fn replay(&self, game: &Backgammon) -> Result<Vec<ParsedGame<State, Action>>, TextError> {
        if let Stakes::Match(Match { length }) = game.stakes
            && self.length != u32::from(length)
        {
            let what = if self.length == 0 { "no match".to_owned() } else { format!("a match to {}", self.length) };
            let message = format!("this is {what}, but the option --match {length} was given");
            return Err(TextError::new(0, message));
        }
        // Where the game before ended; and whether the Crawford game has been.
        let (mut last, mut crawford): (Option<(State, &MatGame)>, _) = (None, Crawford::Before);
        let mut games: Vec<ParsedGame<State, Action>> = Vec::new();
        for (number, played) in self.games.iter().enumerate() {
            let (parsed, end) = match played.start(game, crawford) {
                Ok(start) => {
                    crawford = start.crawford;
                    replay::replay(game, played, start)
                }
                Err(fault) => {
                    let start = game.blank();
                    (ParsedGame { fault: Some(fault), ..ParsedGame::new(played.at, start) }, start)
                }
            };
            games.push(parsed);
            let heading = Heading {
                players: self.players.clone().map(|name| Some(name).filter(|name| !name.is_empty())),
                result: played.result_text(&self.players, &end, self.games.get(number + 1)),
                tags: self.tags.iter().cloned().chain([("Score".to_owned(), played.score_text())]).collect(),
            };
            let remark = last.and_then(|(end, before)| before.disagreement(game, &end, played));
            if let Some(parsed) = games.last_mut() {
                parsed.heading = heading;
                parsed.remarks.splice(0..0, remark);
            }
            last = Some((end, played));
        }
        Ok(games)
    }

    /// Where it begins, and what is played from there: all games where the rules are those of a match, else the first
    /// one. Of a match in which somebody gives a game up, what comes after that game, for to give up is no action.
    ///
    /// # Errors
    /// What is not legal and where, or what these rules do not have.
    pub fn actions(&self, game: &Backgammon) -> Result<(State, Vec<Action>), TextError> {
        let is_match = matches!(game.stakes, Stakes::Match(_));
        let mut games = self.replay(game)?.into_iter().take(if is_match { usize::MAX } else { 1 });
        let end = |start: State, actions: &[Action]| actions.iter().fold(start, |state, &at| game.result(&state, at));
        let first = games.next().ok_or_else(|| TextError::new(0, "there is no game in it"))?;
        let parts = |ParsedGame { start, actions, fault, .. }: ParsedGame<State, Action>| {
            let actions: Vec<Action> = actions.into_iter().map(|(action, _)| action).collect();
            fault.map_or(Ok((start, actions)), Err)
        };
        let (mut start, mut actions) = parts(first)?;
        for next in games {
            let (next_start, next_actions) = parts(next)?;
            if end(start, &actions) == next_start {
                actions.extend(next_actions);
            } else {
                (start, actions) = (next_start, next_actions);
            }
        }
        Ok((start, actions))
    }

    /// The text of a game or a match that begins as all do; a throw that nobody has played yet is left out. Nothing if
    /// it begins otherwise.
    #[must_use]
    pub fn write(game: &Backgammon, players: [&str; 2], start: &State, actions: &[Action]) -> Option<String> {
        if start.men != [Men::START; 2] || start.cube != Cube::default() || start.stage == Stage::Over {
            return None;
        }
        Some(entries::write(game, players, start, actions))
    }
}

impl MatGame {
    fn new(at: usize) -> MatGame {
        MatGame { score: [0; 2], at, entries: Vec::new(), wins: None, fault: None }
    }

    /// How the match stands, in a word: `2 : 0`.
    fn score_text(&self) -> String {
        format!("{} : {}", self.score[0], self.score[1])
    }

    /// Who wins how much, as in `anna wins 2 points`; without a name where neither the moves nor the score before the
    /// next game tell who.
    fn result_text(&self, players: &[String; 2], end: &State, next: Option<&MatGame>) -> Option<String> {
        let points = self.wins.and_then(|(points, _)| points)?;
        let points = if points == 1 { "1 point".to_owned() } else { format!("{points} points") };
        let later = |seat: usize| next.map_or(0, |next| next.score[seat]).max(end.score[seat].into());
        let ahead = |seat: usize| later(seat) > self.score[seat];
        let winner = match end.won.signum() {
            0 => (0..2).find(|&seat| ahead(seat)),
            sign => Some(usize::from(sign < 0)),
        };
        let name = winner.map(|seat| players[seat].as_str()).filter(|name| !name.is_empty());
        Some(name.map_or_else(|| points.clone(), |name| format!("{name} wins {points}")))
    }

    /// The state that it begins with, after games before, at or after the Crawford game.
    fn start(&self, game: &Backgammon, last: Crawford) -> Result<State, TextError> {
        let mut state = game.blank();
        if let Stakes::Match(Match { length }) = game.stakes {
            if self.score.iter().any(|&points| points >= length.into()) {
                let message = format!("the score is {} : {}, and {length} win the match", self.score[0], self.score[1]);
                return Err(TextError::new(self.at, message));
            }
            state.score = self.score.map(|points| points as u8);
            // If somebody doubles in it, it cannot be the Crawford game.
            let doubles = self.entries.iter().any(|entry| entry.what == What::Double);
            state.crawford = match game.stakes.crawford(state.score, last) {
                Crawford::Now if doubles => Crawford::After,
                crawford => crawford,
            };
        }
        // Not all are begun by the higher die: then who begins is known, and not how.
        match self.entries.first() {
            Some(&Entry { seat, what: What::Throw([first, second], _), .. }) if first == second => {
                game.begin_turn(&mut state, seat);
            }
            _ => {}
        }
        Ok(state)
    }

    /// What is odd about the end of this game, or about the score of the next one, if this one ended so.
    fn disagreement(&self, game: &Backgammon, end: &State, next: &MatGame) -> Option<TextError> {
        let score = |[first, second]: [u32; 2]| format!("{first} : {second}");
        let remark = |message: String| Some(TextError::new(next.at, message));
        match (end.stage, self.wins) {
            (Stage::Cube | Stage::Roll | Stage::Play | Stage::Answer, None) => {
                remark("the game before has no end: it is not said who has won it".to_owned())
            }
            _ if !matches!(game.stakes, Stakes::Match(_)) => None,
            (Stage::Over, _) => remark("the match was over before this game".to_owned()),
            (Stage::Opening, _) if end.score.map(u32::from) != next.score => {
                let [counted, said] = [end.score.map(u32::from), next.score].map(score);
                remark(format!("the score before this game is {counted} by the game before, and {said} by the file"))
            }
            // Of a game that was given up it is known who has won by the score alone.
            (Stage::Opening, _) => None,
            (_, Some((Some(points), _))) => {
                let won = [0, 1].map(|seat| next.score[seat].checked_sub(self.score[seat]));
                let is_told = won == [Some(points), Some(0)] || won == [Some(0), Some(points)];
                let message = || {
                    let [before, after] = [self.score, next.score].map(score);
                    format!("the game before was won with {points}, but the score went from {before} to {after}")
                };
                (!is_told).then(|| TextError::new(next.at, message()))
            }
            (_, _) => None,
        }
    }
}

/// A play as these files have it.
fn numbered(state: &State, play: Play) -> String {
    if play == Play::NOTHING { "Cannot Move".to_owned() } else { play_text(state, play, &["0", "25"]) }
}

#[cfg(test)]
mod tests;
