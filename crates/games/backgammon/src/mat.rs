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
//! or `Cannot Move`. `Drops` ends a game, and `Wins 2 points` says that it is over.

mod entries;

use counterplay_core::{Game, Notation, Seat, TextError};

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
}

impl Mat {
    /// Whether a text is meant to be one: it has a line such as `7 point match` or `Game 1`.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.lines().any(|line| entries::length(line).is_some() || entries::is_game(line))
    }

    /// Reads the lines of a file. Whether what is played is legal, [`actions`](Mat::actions) finds out.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
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

    /// Where it begins, and what is played from there: all games where the rules are those of a match, else the first
    /// one.
    ///
    /// # Errors
    /// What is not legal and where, or what these rules do not have. Of a match in which somebody gives up a game
    /// before its end, only that game can be read: to give up is no action.
    pub fn actions(&self, game: &Backgammon) -> Result<(State, Vec<Action>), TextError> {
        let first = self.games.first().ok_or_else(|| TextError::new(0, "there is no game in it"))?;
        let is_match = matches!(game.stakes, Stakes::Match(_));
        if let Stakes::Match(Match { length }) = game.stakes
            && self.length != u32::from(length)
        {
            let what = if self.length == 0 { "no match".to_owned() } else { format!("a match to {}", self.length) };
            let message = format!("this is {what}, but the option --match {length} was given");
            return Err(TextError::new(0, message));
        }
        let mut play = Replay { game, state: first.start(game)?, actions: Vec::new() };
        let start = play.state;
        for (number, played) in self.games.iter().take(if is_match { usize::MAX } else { 1 }).enumerate() {
            if number > 0 {
                play.expect_next(played)?;
            }
            played.entries.iter().try_for_each(|entry| play.entry(entry))?;
        }
        Ok((start, play.actions))
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
    /// The state that it begins with.
    fn start(&self, game: &Backgammon) -> Result<State, TextError> {
        let mut state = game.blank();
        if let Stakes::Match(Match { length }) = game.stakes {
            if self.score.iter().any(|&points| points >= length.into()) {
                let message = format!("the score is {} : {}, and {length} win the match", self.score[0], self.score[1]);
                return Err(TextError::new(self.at, message));
            }
            state.score = self.score.map(|points| points as u8);
            // If somebody doubles in it, it cannot be the Crawford game.
            let doubles = self.entries.iter().any(|entry| entry.what == What::Double);
            state.crawford = match game.stakes.crawford(state.score, Crawford::Before) {
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
}

/// A game that is played again.
struct Replay<'g> {
    game: &'g Backgammon,
    state: State,
    actions: Vec<Action>,
}

impl Replay<'_> {
    fn apply(&mut self, action: Action) {
        self.actions.push(action);
        self.game.apply(&mut self.state, action);
    }

    /// The game before is over, and the score is what the next one says.
    fn expect_next(&self, next: &MatGame) -> Result<(), TextError> {
        let score = self.state.score.map(u32::from);
        let message = match self.state.stage {
            Stage::Opening if score == next.score => return Ok(()),
            Stage::Opening => format!("the score before this game is {} : {}", score[0], score[1]),
            Stage::Over => "the match was over before this game".to_owned(),
            _ => "the game before was given up, which is no action here: leave out what comes before this game"
                .to_owned(),
        };
        Err(TextError::new(next.at, message))
    }

    fn entry(&mut self, entry: &Entry) -> Result<(), TextError> {
        let wrong = |message: String| Err(TextError::new(entry.at, message));
        let seat = match self.state.stage {
            Stage::Opening => entry.seat,
            Stage::Answer => self.state.seat.other(),
            Stage::Over => return wrong("the game is over".to_owned()),
            _ => self.state.seat,
        };
        if seat != entry.seat {
            return wrong(format!("it is the turn of the {seat} player"));
        }
        match &entry.what {
            What::Throw(dice, steps) => return self.throw(entry, *dice, steps),
            What::Double if self.state.stage == Stage::Cube => self.apply(Action::Double),
            What::Take if self.state.stage == Stage::Answer => self.apply(Action::Take),
            What::Drop if self.state.stage == Stage::Answer => self.apply(Action::Drop),
            _ if !self.game.stakes.has_cube() => {
                return wrong("the cube is in play here: give the option --cube 1".to_owned());
            }
            What::Double => return wrong("nobody may double here, or it would be of no use".to_owned()),
            What::Take | What::Drop => return wrong("nobody has doubled".to_owned()),
        }
        Ok(())
    }

    fn throw(&mut self, entry: &Entry, [first, second]: [u8; 2], steps: &str) -> Result<(), TextError> {
        let wrong = |message: &str| Err(TextError::new(entry.at, message));
        let (most, least) = (first.max(second), first.min(second));
        match self.state.stage {
            Stage::Answer => return wrong("a double is taken or dropped before the next throw"),
            Stage::Opening if most == least => return wrong("a game begins with two different dice"),
            Stage::Opening if entry.seat == Seat::SECOND => self.apply(Action::Throw(least, most)),
            Stage::Cube => {
                self.apply(Action::Roll);
                self.apply(Action::Throw(most, least));
            }
            _ => self.apply(Action::Throw(most, least)),
        }
        let legal = self.game.action_list(&self.state);
        let (at, steps) = if steps.is_empty() { (entry.at, "pass") } else { (entry.steps_at, steps) };
        let read = self.game.parse_action(&self.state, steps, &legal);
        self.apply(read.map_err(|error| TextError::new(at + error.offset, error.message))?);
        Ok(())
    }
}

/// A play as these files have it.
fn numbered(state: &State, play: Play) -> String {
    if play == Play::NOTHING { "Cannot Move".to_owned() } else { play_text(state, play, &["0", "25"]) }
}

#[cfg(test)]
mod tests;
