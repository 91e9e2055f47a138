//! What the edges see of a game: positions and actions as text.

use std::fmt;

use counterplay_core::check::{Passed, Violation};
use counterplay_core::picture::{Path, Piece};
use counterplay_core::set_up::Placed;
use counterplay_core::trace::SearchTree;
use counterplay_core::{Drawing, Heading, Key, Limits, Note, Random, Seat, TextError};

use counterplay_tables::{Probed, Tables};
use counterplay_trainer::{Plan, TrainingRun};

use crate::review::ReviewScale;
use crate::{
    AnyTables, Checked, Comparison, Curve, Drawn, Expected, Fault, Method, Progress, Report, Request, RolloutPlan,
    RolloutReport, RowEvent, SearchError,
};

/// A game with its options set.
pub trait AnyGame: Send + Sync {
    /// Whether chance decides anything.
    fn has_luck(&self) -> bool;
    /// Whether a seat may not see all of the state.
    fn has_secrets(&self) -> bool;
    /// Whether positions can be written and read.
    fn reads_positions(&self) -> bool;
    /// What the two sides are called, as one sees them on the board: `Black` and `White`.
    fn sides(&self) -> [&'static str; 2];
    /// The start of the game.
    fn start(&self) -> Box<dyn AnyPosition>;
    /// A position from its text; of a game with secrets, what a seat sees will do. A whole game will do too: see
    /// [`AnyGame::read_game`].
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn read(&self, text: &str) -> Result<Box<dyn AnyPosition>, TextError>;
    /// The end of a game, with the line that led to it, from the format that the field writes such games in: GGF for
    /// Othello. Nothing if the text is not meant to be one.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn read_game(&self, text: &str) -> Option<Result<Box<dyn AnyPosition>, TextError>>;
    /// Every game of a file in the format that the field writes such games in, each as far as it can be read. Nothing
    /// if the text is not meant to be one.
    fn read_games(&self, text: &str) -> Option<Vec<FileGame>>;
    /// Arranges the pieces of a draft on the board; nothing if positions of the game are not set up piece by piece. See [`counterplay_core::SetUp`].
    fn arrange(&self, from: &Draft) -> Option<Arranged> {
        let _ = from;
        None
    }
    /// The pieces of a position, for a draft that begins with them; nothing if positions are not set up piece by piece.
    fn taken_apart(&self, position: &dyn AnyPosition) -> Option<Vec<Placed>> {
        let _ = position;
        None
    }
    /// Cuts a line of play into the words of its actions.
    fn split_moves<'t>(&self, moves: &'t str) -> Vec<&'t str>;
    /// Holds the rules to the laws of a game: see [`counterplay_core::check`].
    ///
    /// # Errors
    /// The law that is broken, and how to get there.
    fn check(&self, limits: &Limits, seed: u64) -> Result<Passed, Box<Violation>>;
    /// Checks a certificate that [`AnyPosition::certify`] wrote, with nothing of what made it: see
    /// [`counterplay_verify`]. `on_progress` hears how many entries of how many are done, and says whether to go on.
    ///
    /// # Errors
    /// If proofs of the game cannot be verified.
    fn verify(
        &self,
        text: &str,
        on_progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Result<Checked, Fault>, SearchError>;
    /// The beginning of a training; nothing if the game does not say what can be counted in its states.
    fn begin_training(&self, seed: u64) -> Option<TrainingRun>;
    /// Goes on with a training: see [`counterplay_trainer`].
    ///
    /// # Errors
    /// If the game cannot learn, or breaks its contract.
    fn train(
        &self,
        run: &mut TrainingRun,
        plan: &Plan,
        on_progress: &mut dyn FnMut(&TrainingRun),
    ) -> Result<(), SearchError>;
    /// How much a loss is in the game: see [`ReviewScale`].
    fn review_scale(&self) -> ReviewScale;
    /// The tables of the game; nothing if its positions are not numbered.
    fn tables(&self) -> Option<Box<dyn AnyTables + '_>>;
}

/// A draft of a position: pieces on cells, which need not make a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The pieces; nothing for those of the start of the game.
    pub pieces: Option<Vec<Placed>>,
    /// Who is to move, where that can be chosen.
    pub turn: Seat,
}

/// A draft that was arranged on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Arranged {
    /// The pieces on the board.
    pub pieces: Vec<Placed>,
    /// The kinds of pieces, by their numbers.
    pub kinds: Vec<Piece>,
    /// Who is to move, if that can be chosen.
    pub turn: Option<Seat>,
    /// How many pieces may lie on one cell.
    pub tallest: u16,
    /// The board with the pieces.
    pub board: Drawing,
    /// The position as text.
    pub text: String,
    /// Why the rules do not allow it; nothing if they do.
    pub fault: Option<TextError>,
}

/// A game of a file, as far as it could be read.
#[non_exhaustive]
pub struct FileGame {
    /// The offset in bytes at which it begins.
    pub offset: usize,
    /// The position after the last action that was read, with the line that led to it; nothing if it is not known which
    /// game it is.
    pub position: Option<Box<dyn AnyPosition>>,
    /// Who played, the result as the file writes it, and the other tags.
    pub heading: Heading,
    /// Notes on the actions: comments, variations, marks and clocks.
    pub notes: Vec<Note>,
    /// Remarks: what a reader should be told of and is no fault.
    pub remarks: Vec<TextError>,
    /// Why what comes after the line could not be read; nothing if the game was read whole.
    pub fault: Option<TextError>,
}

impl FileGame {
    /// A game that was read whole, up to this position.
    #[must_use]
    pub fn new(offset: usize, position: Option<Box<dyn AnyPosition>>) -> FileGame {
        FileGame { offset, position, heading: Heading::default(), notes: Vec::new(), remarks: Vec::new(), fault: None }
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnWord {
    /// A seat's.
    Seat(Seat),
    /// Chance's.
    Chance,
    /// Nobody's: the game is over.
    Over,
}

impl fmt::Display for TurnWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnWord::Seat(seat) => fmt::Display::fmt(seat, f),
            TurnWord::Chance => f.write_str("chance"),
            TurnWord::Over => f.write_str("nobody"),
        }
    }
}

/// Handle of an action in one position, by which it is played without its word.
///
/// It is the place of the action in the list that the game makes for the state, with the key of the position. The list
/// is the same each time, and in all states that look the same to the seat to move. Another position refuses the
/// handle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ActionId {
    place: u32,
    position: Key,
}

impl ActionId {
    /// Handle of the action at a place, from 0, of the list of a position with this key.
    #[must_use]
    pub const fn new(place: u32, position: Key) -> ActionId {
        ActionId { place, position }
    }

    /// Place of the action in the list of its position, from 0.
    #[must_use]
    pub const fn place(self) -> u32 {
        self.place
    }

    /// Place of the action in the list of a position with this key; nothing if the handle is of another position.
    #[must_use]
    pub fn place_in(self, position: Key) -> Option<usize> {
        (self.position == position).then_some(self.place as usize)
    }
}

/// An action, or an outcome of chance.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionWord {
    /// The handle that plays it.
    pub id: ActionId,
    /// What one types.
    pub word: String,
    /// Its short form, which people are shown instead, if the game has that: see
    /// [`Notation::short_text`](counterplay_core::Notation::short_text).
    pub short: Option<String>,
    /// How often chance does it.
    pub probability: Option<f64>,
}

impl ActionWord {
    /// The text that people are shown: the short form if there is one, or else the word.
    #[must_use]
    pub fn text(&self) -> &str {
        self.short.as_deref().unwrap_or(&self.word)
    }
}

/// Refusal of a handle: the action is one of another position, or the line of play forbids it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaleAction;

impl fmt::Display for StaleAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the action is one of another position")
    }
}

impl std::error::Error for StaleAction {}

/// Why an action could not be played.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PlayError {
    /// The action as it was given.
    pub word: String,
    /// What is wrong with it.
    pub error: TextError,
}

impl PlayError {
    /// The error of an action that was given as this word.
    #[must_use]
    pub fn new(word: &str, error: TextError) -> PlayError {
        PlayError { word: word.to_owned(), error }
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for PlayError {}

/// The numbers of lines from a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Lines of exactly the depth asked for.
    pub leaves: u64,
    /// Games that ended earlier.
    pub ended: u64,
    /// The leaves behind each first action.
    pub divide: Vec<(String, u64)>,
}

/// A position of a game, with the line of play that led to it.
pub trait AnyPosition: Send {
    /// A copy of the position.
    fn copy(&self) -> Box<dyn AnyPosition>;
    /// The position as text. Of a game with secrets, what the seat to move sees.
    fn text(&self) -> String {
        self.text_for(None)
    }
    /// The position as text, as a seat sees it, or else the one to move.
    fn text_for(&self, seat: Option<Seat>) -> String;
    /// The position that the line began from, as a seat sees it; nothing if that is the start of the game.
    fn start_text(&self, seat: Option<Seat>) -> Option<String>;
    /// Whether a seat may not see all of the state.
    fn has_secrets(&self) -> bool;
    /// The key of the state, which all lines of play share that lead to it. Nothing if the game has no keys, or has
    /// secrets.
    fn state_key(&self) -> Option<Key>;
    /// Whether the text can be read again.
    fn text_is_notation(&self) -> bool;
    /// What the two sides are called, as one sees them on the board: `Black` and `White`.
    fn sides(&self) -> [&'static str; 2];
    /// Whose turn it is.
    fn turn(&self) -> TurnWord;
    /// Why the game is drawn, if not its state but the line of play has ended it.
    fn drawn(&self) -> Option<Drawn>;
    /// How the game came to its end, if it has and there is a word for that: see
    /// [`Notation::ending_text`](counterplay_core::Notation::ending_text).
    fn ending(&self) -> Option<&'static str> {
        None
    }
    /// Lets the game go on although the line of play has made it a draw, for nobody has claimed it; says which draw that
    /// is. It is for records of games that went on: in play a draw by the line ends the game.
    fn leave_draw_unclaimed(&mut self) -> Option<Drawn>;
    /// The draw that the line of play has made here and nobody has claimed.
    fn unclaimed(&self) -> Option<Drawn>;
    /// The actions of the seat to move, or the outcomes of chance; nothing when the game is over.
    fn actions(&self) -> Vec<ActionWord>;
    /// The clicks for each of the [actions](AnyPosition::actions), in their order, in one or more ways: see
    /// [`Picture::clicks`](counterplay_core::Picture::clicks).
    fn paths(&self) -> Vec<Vec<Path>>;
    /// The action that a word means, with the word that the game itself writes for it.
    ///
    /// # Errors
    /// If it is not legal.
    fn find(&self, word: &str) -> Result<ActionWord, PlayError>;
    /// The short forms of the actions of a line of play from here, which people are shown instead of its words; nothing
    /// if the game has none: see [`Notation::short_text`](counterplay_core::Notation::short_text).
    fn short_line(&self, line: &[String]) -> Option<Vec<String>> {
        let _ = line;
        None
    }
    /// The short form of one action here, which is given by its word; nothing if the game has none.
    fn short(&self, word: &str) -> Option<String> {
        self.short_line(&[word.to_owned()])?.pop()
    }
    /// Plays the action that a word means.
    ///
    /// # Errors
    /// If it is not legal; the position stays as it was.
    fn play(&mut self, word: &str) -> Result<(), PlayError>;
    /// Plays an action that was listed or found here; says what it is, as `seat` is told of it, or else the seat to
    /// move.
    ///
    /// # Errors
    /// If the handle is of another position; this one stays as it was.
    fn play_action(&mut self, id: ActionId, seat: Option<Seat>) -> Result<String, StaleAction>;
    /// Lets chance play, by its probabilities; says what it did, as `seat` is told of it. Nothing if it is not chance's
    /// turn.
    fn roll(&mut self, random: &mut dyn Random, seat: Option<Seat>) -> Option<String>;
    /// Takes the last action back, if there is one.
    fn take_back(&mut self) -> bool;
    /// The words of the actions played, as `seat` is told of them; all of them in a game without secrets.
    fn history(&self, seat: Option<Seat>) -> Vec<String> {
        self.history_since(0, seat).into_iter().map(|(_, word)| word).collect()
    }
    /// The words of the actions played after so many plies, as `seat` is told of them, each with whose turn it was.
    fn history_since(&self, plies: usize, seat: Option<Seat>) -> Vec<(TurnWord, String)>;
    /// How many actions have been played.
    fn plies(&self) -> usize;
    /// The words of the actions played, with nothing hidden: by these the line can be played again.
    fn line(&self) -> Vec<String>;
    /// The game that was played, in the format that the field writes such games in, with as much of what is told about
    /// it as the format has a place for; nothing if there is no such format, or the game does not fit into it.
    fn field_text(&self, heading: &Heading, notes: &[Note]) -> Option<String> {
        let _ = (heading, notes);
        None
    }
    /// The position after so many actions of the line; this one if there are fewer.
    fn at(&self, ply: usize) -> Box<dyn AnyPosition>;
    /// The least and the greatest utility that the game can end with for a seat, in points.
    fn bounds(&self, seat: Seat) -> (f64, f64);
    /// The worth of a drawn game, in points: who has more wins, and the other has as much less.
    fn even(&self) -> f64;
    /// How much a loss is in the game: see [`ReviewScale`].
    fn review_scale(&self) -> ReviewScale;
    /// Whether [`solve`](AnyPosition::solve) solves the whole game at once, so that one solution answers for every
    /// position: see [`Request::solution`].
    fn solves_whole_game(&self) -> bool;
    /// The board as a seat sees it, with a button for what it can do and the board has no place for. In a game without
    /// secrets everybody sees the same.
    fn board(&self, seat: Option<Seat>) -> Drawing;
    /// The utility of a finished game for a seat, in points.
    fn result(&self, seat: Seat) -> Option<f64>;
    /// What tables of the game say of the position.
    fn probe(&self, tables: &Tables) -> Option<Probed>;
    /// What tables of a game of chance say of the position, as a seat sees it and in points.
    fn expected(&self, tables: &Tables, seat: Seat) -> Expected;
    /// The next best action within the limits.
    ///
    /// # Errors
    /// If the search could not go on.
    fn best(&self, request: &Request, progress: &mut dyn FnMut(&Progress)) -> Result<Report, SearchError>;
    /// The exact value and all best actions, if the limits allow.
    ///
    /// # Errors
    /// If no solver suits the game, or the search could not go on.
    fn solve(&self, request: &Request, progress: &mut dyn FnMut(&Progress)) -> Result<Report, SearchError>;
    /// Plays the position out many times after each of several actions, or as it is where chance is to move. `progress`
    /// hears now and then what has been found so far.
    ///
    /// # Errors
    /// If the game has no chance, or has secrets, an action is not legal, or the games could not go on.
    fn rollout(
        &self,
        plan: &RolloutPlan,
        request: &Request,
        progress: &mut dyn FnMut(&RolloutReport),
    ) -> Result<RolloutReport, SearchError>;
    /// How exploitability falls, round by round, with each kind of regret: of the whole game, wherever it stands.
    ///
    /// # Errors
    /// If the game has no secrets, is too large, or breaks its contract.
    fn curves(&self, request: &Request) -> Result<Vec<Curve>, SearchError>;
    /// Solves as [`AnyPosition::solve`] does, with the strategy that proves it, as text, if somebody wins.
    ///
    /// # Errors
    /// If proofs of the game cannot be written down, or the search could not go on.
    fn certify(
        &self,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(Report, Option<String>), SearchError>;
    /// Counts lines of play.
    ///
    /// # Errors
    /// If a limit is reached before the count is done.
    fn perft(&self, depth: u32, limits: &Limits) -> Result<Perft, SearchError>;
    /// The textbook's searches side by side, one after the other, so that each has the machine to itself.
    ///
    /// # Errors
    /// If they do not suit the game, or could not go on.
    fn compare(&self, request: &Request, progress: &mut dyn FnMut(RowEvent<'_>)) -> Result<Comparison, SearchError>;
    /// A search of the position to the depth of the request, written down: every state that it entered, and each branch
    /// that it cut. It has at most as many states as the request allows nodes.
    ///
    /// # Errors
    /// If the game has chance or secrets, or the search could not be finished.
    fn tree(&self, method: &Method, request: &Request) -> Result<SearchTree, SearchError>;
    /// The board after some actions from here, each by its number among those of its state, from 1; nothing if there is
    /// no such action, or if the game has secrets.
    fn board_after(&self, path: &[u32]) -> Option<Drawing>;
}
