//! Opening books: how often each action was played in a position, and how those games ended.
//!
//! A book is made from games that were played ([`BookBuilder`]), for any game whose states have keys and no secrets. A
//! position is known by its key, so that lines of play that meet share their counts. What a book says is checked against
//! the rules where it is asked: an action that is not legal there is left out.

mod builder;
mod file;

use std::fmt;

use counterplay_core::checked_file::Damage;
use counterplay_core::{Key, Random, Seeded};

use crate::{ActionWord, AnyGame, AnyPosition};
pub use builder::{BookBuilder, BuildRefusal};

/// An opening book of a game with its options.
///
/// ```
/// use counterplay_api::BookBuilder;
///
/// let catalog = counterplay_standard::catalog();
/// let game = catalog.game("tictactoe", &[])?;
/// let mut builder = BookBuilder::new("tictactoe", &[], game.as_ref(), 9, 1000)?;
/// for found in catalog.read_as("tictactoe", &[], "b2 a1 c3\nb2 a2 c3\n")?.games {
///     builder.add(&found.file)?;
/// }
/// let book = builder.finish(1);
/// let moves = book.moves(game.start().as_ref());
/// assert_eq!((moves[0].action.word.as_str(), moves[0].games), ("b2", 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    game: String,
    options: Vec<(String, i64)>,
    /// Key of the start of the game, by which rules or keys that have changed are found out.
    start: Key,
    plies: u64,
    least: u64,
    games: u64,
    /// Words of actions, in their order.
    words: Vec<String>,
    /// Keys of positions in their order, each with where its moves end; they begin where those before it end.
    positions: Vec<(Key, usize)>,
    moves: Vec<(u32, Counts)>,
}

/// Counts of an action in a position. The outcomes are those of the seat that played it; games whose outcome is not
/// known are counted as games alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
}

/// A move of a book: an action with its counts.
#[derive(Clone, PartialEq, Debug)]
pub struct BookMove {
    /// The action.
    pub action: ActionWord,
    /// The games in which it was played here.
    pub games: u64,
    /// Those that the seat that played it won.
    pub wins: u64,
    /// Those that were drawn.
    pub draws: u64,
    /// Those that the seat that played it lost.
    pub losses: u64,
}

impl BookMove {
    /// The score of the seat that played it, from 0 to 1, a draw being one half; nothing if no outcome is known.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let known = self.wins + self.draws + self.losses;
        (known > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / known as f64)
    }
}

/// The error of a book that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BookError {
    /// The file is damaged, or something else.
    Damage(Damage),
    /// It is a book of another game: of which, and what was asked for.
    Game {
        /// The game of the book.
        book: String,
        /// The game that was asked for.
        asked: String,
    },
    /// It is a book of the game with other options.
    Options {
        /// The options of the book.
        book: String,
        /// The options that were asked for.
        asked: String,
    },
    /// The game, or its keys, have changed since it was made.
    Rules,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Damage(damage) => damage.fmt(f),
            BookError::Game { book, asked } => write!(f, "it is a book of {book}, not of {asked}"),
            BookError::Options { book, asked } => write!(f, "it is a book for {book}, and this game has {asked}"),
            BookError::Rules => f.write_str("the game was another one when it was made: make it anew"),
        }
    }
}

impl std::error::Error for BookError {}

impl From<Damage> for BookError {
    fn from(damage: Damage) -> BookError {
        BookError::Damage(damage)
    }
}

impl Book {
    /// Opens a book for a game with all of its options.
    ///
    /// # Errors
    /// If the file is damaged, or is no book of this game.
    pub fn open(bytes: &[u8], name: &str, options: &[(String, i64)], game: &dyn AnyGame) -> Result<Book, BookError> {
        let book = file::read(bytes)?;
        if book.game != name {
            return Err(BookError::Game { book: book.game, asked: name.to_owned() });
        }
        if book.options != options {
            let (book, asked) = (options_text(&book.options), options_text(options));
            return Err(BookError::Options { book, asked });
        }
        if game.start().state_key() != Some(book.start) {
            return Err(BookError::Rules);
        }
        Ok(book)
    }

    /// The book as a file, which [`Book::open`] reads. The same games give the same bytes, in whatever order they were
    /// counted.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        file::write(self)
    }

    /// A number by which one book is told from another.
    #[must_use]
    pub fn fingerprint(&self) -> Key {
        Key::of(&self.to_bytes()[..])
    }

    /// How many games were counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many plies of each game were counted, at most.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// In how many games a move is, at least.
    #[must_use]
    pub fn least(&self) -> u64 {
        self.least
    }

    /// How many positions and how many moves it has.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.positions.len(), self.moves.len())
    }

    /// The moves of a position that are legal there, the most played first.
    #[must_use]
    pub fn moves(&self, position: &dyn AnyPosition) -> Vec<BookMove> {
        let counted = position.state_key().map_or(&[][..], |key| self.counted(key));
        if counted.is_empty() {
            return Vec::new();
        }
        let actions = position.actions();
        let found = counted.iter().filter_map(|&(word, Counts { games, wins, draws, losses })| {
            let action = actions.iter().find(|action| action.word == self.words[word as usize])?.clone();
            Some(BookMove { action, games, wins, draws, losses })
        });
        found.collect()
    }

    /// A move of a position, each as often as it was played. It depends on the seed, the position and the number of
    /// plies played, and on nothing else.
    #[must_use]
    pub fn choose(&self, position: &dyn AnyPosition, seed: u64) -> Option<BookMove> {
        let moves = self.moves(position);
        let all = moves.iter().map(|found| found.games).sum();
        let key = position.state_key()?;
        let mut place = Seeded::new(Key::of(&("book", seed, position.plies(), key.0)).0).below(all);
        moves.into_iter().find(|found| match place.checked_sub(found.games) {
            None => true,
            Some(left) => {
                place = left;
                false
            }
        })
    }

    /// The moves that were counted in the position of a key.
    fn counted(&self, key: Key) -> &[(u32, Counts)] {
        let Ok(at) = self.positions.binary_search_by_key(&key.0, |&(known, _)| known.0) else { return &[] };
        let begin = at.checked_sub(1).map_or(0, |before| self.positions[before].1);
        &self.moves[begin..self.positions[at].1]
    }
}

/// Options as text.
fn options_text(options: &[(String, i64)]) -> String {
    let all: Vec<String> = options.iter().map(|(name, value)| format!("--{name} {value}")).collect();
    if all.is_empty() { "no options".to_owned() } else { all.join(" ") }
}

#[cfg(test)]
mod tests;
