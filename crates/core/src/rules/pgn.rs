//! Game files in the syntax of PGN: tags, then the moves with whatever is said about them.
//!
//! ```text
//! [Event "Match"]
//! [White "anna"]
//! [Result "1/2-1/2"]
//!
//! 1. e4 e5 {the usual answer} (1... c5 2. Nf3) 2. Nf3 $1 1/2-1/2
//! ```
//!
//! Chess has it, and checkers as PDN. A game says what its files have of their own by [`PgnDialect`]: the words of its
//! moves, the results, the tags that tell where a game begins. A file may have several games: [`Pgn::parse`] reads the
//! first one, [`Pgn::parse_all`] all of them. [`parse_game`], [`parse_games`], [`game_text`] and [`last_state`] are what
//! [`Notation`] asks for.

mod collection;
mod tokens;
mod writing;

use crate::notation::{ParsedGame, ReadGame};
use crate::{Heading, Notation, Note, Seat, TextError, Turn};

pub use collection::PgnGame;
pub use tokens::digits;
pub use writing::WIDTH;

/// Variations may be so deep inside one another.
pub const DEEPEST: usize = 64;

/// Words of a dialect: what its files have of their own, and needs no rules.
#[derive(Clone, Copy)]
pub struct PgnWords {
    /// Tags of the players, the first seat's first.
    pub players: [&'static str; 2],
    /// Tags that every game is written with, in this order; what is not known is a question mark.
    pub roster: &'static [&'static str],
    /// Tags that tell where a game begins. They are not kept, for [`PgnDialect::start_tags`] writes them.
    pub start_tags: &'static [&'static str],
    /// Results. They are looked for before moves, for `1-0` looks like one.
    pub results: &'static [&'static str],
    /// Example of a move, for messages.
    pub example: &'static str,
    /// Whether a star at the end of a move is its mark, the only move, and not the result.
    pub star_is_mark: bool,
    /// Whether a number alone is that of a move: `1 e4 e5`.
    pub bare_numbers: bool,
    /// Length of the word of a move that a text begins with.
    pub move_length: fn(&str) -> Option<usize>,
    /// Whether a text without tags is meant to be a game, by its beginning.
    pub begins_game: fn(&str) -> bool,
}

/// Other ways to write a draw.
const DRAWS: [&str; 2] = ["1/2", "½-½"];

impl PgnWords {
    /// The result that a text begins with, and how long it is there.
    fn result(&self, text: &str) -> Option<(&'static str, usize)> {
        let begins = |result: &&str| tokens::begins_with_word(text, result);
        let found = self.results.iter().copied().find(begins).map(|result| (result, result.len()));
        let drawn = || {
            let draw = self.results.iter().copied().find(|result| *result == "1/2-1/2")?;
            Some((draw, DRAWS.into_iter().find(begins)?.len()))
        };
        found.or_else(drawn)
    }

    /// Whether a text is meant to be a game: it begins with a tag, with a comment, or as the dialect says. A file that
    /// names its `Game` is one of our own.
    #[must_use]
    pub fn is_meant(&self, text: &str) -> bool {
        let body = text.trim_start_matches('\u{feff}').trim_start();
        (body.starts_with(['[', '{', ';', '%']) || (self.begins_game)(body)) && !body.contains("[Game \"")
    }
}

/// Dialect of PGN: a game whose files have this syntax.
pub trait PgnDialect: Notation {
    /// The words of the dialect.
    const WORDS: PgnWords;

    /// Reads a tag that tells the rules or where the game begins; all others are passed over.
    ///
    /// # Errors
    /// A value that cannot be used, with the place in it: rules that are not these, a position that is not possible.
    fn read_tag(&self, name: &str, value: &str, start: &mut Self::State) -> Result<(), TextError>;

    /// The tags that tell where a game begins; none if that goes without saying.
    fn start_tags(&self, start: &Self::State) -> Vec<(&'static str, String)>;

    /// How a move is written in a file: short, if the game has that.
    fn move_word(&self, state: &Self::State, action: Self::Action) -> String {
        self.short_text(state, action).unwrap_or_else(|| self.action_text(state, action))
    }

    /// How many plies were played before a game that begins in this state, by the numbers of its moves.
    fn plies_before(&self, start: &Self::State) -> usize {
        usize::from(self.turn(start) == Turn::Seat(Seat::SECOND))
    }
}

/// A game in PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pgn<S, A> {
    /// The names and values of the tags, but for the result and [`PgnWords::start_tags`].
    pub tags: Vec<(String, String)>,
    /// The state that the game begins with.
    pub start: S,
    /// The moves that were played.
    pub line: PgnLine<A>,
    /// How the game ended, as it is written, `1-0` or `1/2-1/2` or another; `*` if it did not.
    pub result: String,
}

/// A line of moves, and what is said before them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnLine<A> {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PgnMove<A>>,
}

impl<A> Default for PgnLine<A> {
    fn default() -> PgnLine<A> {
        PgnLine { comments: Vec::new(), moves: Vec::new() }
    }
}

/// A move, and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove<A> {
    /// The move.
    pub action: A,
    /// Marks by their numbers in PGN: 1 for `!`, 2 for `?`, and so on.
    pub marks: Vec<u8>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// What might have been played instead.
    pub variations: Vec<PgnLine<A>>,
}

impl<A> PgnMove<A> {
    /// A move of which nothing is said.
    #[must_use]
    pub fn new(action: A) -> PgnMove<A> {
        PgnMove { action, marks: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

impl<S: Clone, A: Copy> Pgn<S, A> {
    /// Reads the first game of a text. What [`Pgn::parse_all`] remarks on is passed over.
    ///
    /// # Errors
    /// A text that cannot be read, with the place in it: an illegal move, an impossible position, other rules.
    pub fn parse<G: PgnDialect<State = S, Action = A>>(game: &G, text: &str) -> Result<Pgn<S, A>, TextError> {
        let PgnGame { pgn, fault, .. } = collection::read(game, text, 0).0;
        fault.map_or(Ok(pgn), Err)
    }

    /// Reads every game of a text, each as far as it can be read: what is wrong with one does not keep the next ones
    /// from being read.
    pub fn parse_all<G: PgnDialect<State = S, Action = A>>(game: &G, text: &str) -> Vec<PgnGame<S, A>> {
        collection::read_all(game, text)
    }

    /// The moves that were played.
    pub fn moves(&self) -> impl Iterator<Item = A> {
        self.line.moves.iter().map(|played| played.action)
    }

    /// Who played, the first seat first, the result, and the other tags.
    #[must_use]
    pub fn heading(&self, words: &PgnWords) -> Heading {
        let player = |name: &str| {
            let found = self.tags.iter().find(|(tag, _)| tag == name);
            found.map(|(_, value)| value.clone()).filter(|value| !matches!(value.as_str(), "" | "?"))
        };
        let is_other = |(tag, value): &&(String, String)| !words.players.contains(&&tag[..]) && !value.is_empty();
        Heading {
            players: words.players.map(player),
            result: Some(self.result.clone()).filter(|result| result != "*"),
            tags: self.tags.iter().filter(is_other).cloned().collect(),
        }
    }
}

/// Reads a game for [`Notation::parse_game`], the first one if there are several.
pub fn parse_game<G: PgnDialect>(game: &G, text: &str) -> Option<ReadGame<G::State, G::Action>> {
    let read = || Pgn::parse(game, text).map(|read| (read.start.clone(), read.moves().collect()));
    G::WORDS.is_meant(text).then(read)
}

/// Reads every game of a file for [`Notation::parse_games`].
pub fn parse_games<G: PgnDialect>(game: &G, text: &str) -> Option<Vec<ParsedGame<G::State, G::Action>>> {
    let parsed = |PgnGame { offset, pgn, places, remarks, fault }: PgnGame<G::State, G::Action>| {
        let actions = pgn.moves().zip(places).collect();
        let (heading, notes) = (pgn.heading(&G::WORDS), pgn.notes(game));
        ParsedGame { offset, start: pgn.start, actions, heading, notes, remarks, fault }
    };
    G::WORDS.is_meant(text).then(|| Pgn::parse_all(game, text).into_iter().map(parsed).collect())
}

/// Writes a game for [`Notation::game_text`].
pub fn game_text<G: PgnDialect>(
    game: &G,
    start: &G::State,
    actions: &[G::Action],
    (heading, notes): (&Heading, &[Note]),
) -> String {
    Pgn::of_game(game, start, actions, (heading, notes)).to_text(game)
}

/// The state after the last move of the first game; nothing if the text is not meant to be a game.
pub fn last_state<G: PgnDialect>(game: &G, text: &str) -> Option<Result<G::State, TextError>> {
    let (start, actions) = match parse_game(game, text)? {
        Ok(read) => read,
        Err(error) => return Some(Err(error)),
    };
    Some(Ok(actions.into_iter().fold(start, |state, action| game.result(&state, action))))
}
