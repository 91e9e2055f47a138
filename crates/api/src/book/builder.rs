//! Builder of opening books: counts the moves of games.

use std::collections::{HashMap, HashSet};
use std::fmt;

use counterplay_core::{Key, Seat};

use super::{Book, Counts};
use crate::record::RESULTS;
use crate::{AnyGame, FileGame, Outcome, TurnWord};

/// A builder of an opening book.
pub struct BookBuilder {
    game: String,
    options: Vec<(String, i64)>,
    start: Key,
    plies: usize,
    most: usize,
    games: u64,
    /// The numbers of the words, in the order in which they came.
    words: HashMap<String, u32>,
    counts: HashMap<(Key, u32), Counts>,
}

/// The refusal to count a game, or to make a book at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BuildRefusal {
    /// The states of the game have no keys.
    NoKeys,
    /// The game has secrets: what was done says little without what was known.
    Secrets,
    /// There are as many moves of positions as the builder may hold.
    Full {
        /// The most that it may hold.
        most: usize,
    },
}

impl fmt::Display for BuildRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildRefusal::NoKeys => f.write_str(
                "its states have no keys by which positions are known; implement `Keyed` for it, and say `keyed` in its \
                 entry",
            ),
            BuildRefusal::Secrets => f.write_str("it has secrets, and a position is not known by what one seat sees"),
            BuildRefusal::Full { most } => write!(f, "there are more than {most} different moves of positions"),
        }
    }
}

impl std::error::Error for BuildRefusal {}

impl BookBuilder {
    /// The bytes that a move of a position takes while games are counted and sorted, at most.
    pub const BYTES_A_MOVE: usize = 256;

    /// A builder for a game with all of its options. It counts the first plies of each game, and holds at most so many
    /// moves of positions.
    ///
    /// # Errors
    /// If there can be no book of the game.
    pub fn new(
        name: &str,
        options: &[(String, i64)],
        game: &dyn AnyGame,
        plies: usize,
        most: usize,
    ) -> Result<BookBuilder, BuildRefusal> {
        if game.has_secrets() {
            return Err(BuildRefusal::Secrets);
        }
        let start = game.start().state_key().ok_or(BuildRefusal::NoKeys)?;
        let (words, counts) = (HashMap::new(), HashMap::new());
        Ok(BookBuilder {
            game: name.to_owned(),
            options: options.to_vec(),
            start,
            plies,
            most,
            games: 0,
            words,
            counts,
        })
    }

    /// Counts a game as far as it was read; whether to count one that has a fault is the caller's choice. A move that a
    /// game makes twice in the same position counts once.
    ///
    /// # Errors
    /// If there are too many moves; then the builder is of no use any more.
    pub fn add(&mut self, game: &FileGame) -> Result<(), BuildRefusal> {
        let Some(position) = &game.position else { return Ok(()) };
        self.games += 1;
        let first = outcome(game);
        let mut seen = HashSet::new();
        let opening = position.at(self.plies);
        for (ply, (turn, word)) in opening.history_since(0, None).into_iter().enumerate() {
            // What chance does is not chosen.
            let TurnWord::Seat(seat) = turn else { continue };
            let key = opening.at(ply).state_key().ok_or(BuildRefusal::NoKeys)?;
            let next = self.words.len() as u32;
            let entry = (key, *self.words.entry(word).or_insert(next));
            if seen.insert(entry) {
                self.counts.entry(entry).or_default().add(first, seat);
            }
        }
        if self.counts.len() > self.most { Err(BuildRefusal::Full { most: self.most }) } else { Ok(()) }
    }

    /// The book of the games that were counted, with the moves that are in so many of them at least.
    #[must_use]
    pub fn finish(self, least: u64) -> Book {
        let BookBuilder { game, options, start, plies, games, words, counts, .. } = self;
        let kept = counts.into_iter().filter(|(_, counts)| counts.games >= least);
        let mut kept: Vec<(Key, u32, Counts)> = kept.map(|((key, word), counts)| (key, word, counts)).collect();
        // The words by their order, not by which came first, so that the order of the games does not matter.
        let used: HashSet<u32> = kept.iter().map(|&(_, word, _)| word).collect();
        let mut named: Vec<(String, u32)> = words.into_iter().filter(|(_, number)| used.contains(number)).collect();
        named.sort_unstable();
        let places: HashMap<u32, u32> = named.iter().map(|&(_, number)| number).zip(0..).collect();
        kept.iter_mut().for_each(|(_, word, _)| *word = places[word]);
        kept.sort_unstable_by_key(|&(key, word, counts)| (key.0, std::cmp::Reverse(counts.games), word));
        let (mut positions, mut moves) = (Vec::<(Key, usize)>::new(), Vec::with_capacity(kept.len()));
        for (key, word, counts) in kept {
            moves.push((word, counts));
            match positions.last_mut() {
                Some((last, end)) if *last == key => *end = moves.len(),
                _ => positions.push((key, moves.len())),
            }
        }
        let words = named.into_iter().map(|(word, _)| word).collect();
        Book { game, options, start, plies: plies as u64, least, games, words, positions, moves }
    }
}

impl Counts {
    /// Counts a game with its outcome for the first seat.
    fn add(&mut self, first: Option<Outcome>, seat: Seat) {
        self.games += 1;
        match first.map(|first| if seat.0.is_multiple_of(2) { first } else { first.flipped() }) {
            None => {}
            Some(Outcome::Win) => self.wins += 1,
            Some(Outcome::Draw) => self.draws += 1,
            Some(Outcome::Loss) => self.losses += 1,
        }
    }
}

/// The outcome of a game for the first seat: that of its last position, or else the one that the file tells.
fn outcome(game: &FileGame) -> Option<Outcome> {
    let position = game.position.as_deref()?;
    if let Some(first) = position.result(Seat::FIRST) {
        return Some(match first.total_cmp(&position.even()) {
            std::cmp::Ordering::Greater => Outcome::Win,
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Less => Outcome::Loss,
        });
    }
    let said = game.heading.result.as_deref()?;
    let [won, lost, drawn, _] = RESULTS;
    [(won, Outcome::Win), (lost, Outcome::Loss), (drawn, Outcome::Draw)]
        .into_iter()
        .find_map(|(word, outcome)| (word == said).then_some(outcome))
}
