//! Openings of a match: positions that give neither side much, each played twice with the seats exchanged.

use std::collections::HashMap;
use std::fmt;

use counterplay_api::{AnyGame, AnyPosition, Outcome, PlayError, Request, TurnWord};
use counterplay_core::{Key, Limits, Random, Seat, Seeded, TextError};

/// Opening of a game: a position, or the start of the game, and the actions that are played from there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// Position in the game's notation. `None` for the start of the game.
    pub position: Option<String>,
    /// Moves from there before the players choose.
    pub moves: Vec<String>,
}

impl Opening {
    /// Reads an opening: a line of actions from the start of the game, or else a position.
    ///
    /// # Errors
    /// What is wrong with it as a position.
    pub fn read(game: &dyn AnyGame, text: &str) -> Result<Opening, TextError> {
        let moves: Vec<String> = game.split_moves(text).into_iter().map(str::to_owned).collect();
        let mut position = game.start();
        if !moves.is_empty() && moves.iter().all(|word| position.play(word).is_ok()) {
            return Ok(Opening { position: None, moves: position.line() });
        }
        game.read(text).map(|_| Opening { position: Some(text.to_owned()), moves: Vec::new() })
    }

    /// Sets up the position after the opening.
    ///
    /// # Errors
    /// If the game does not allow it: it is from another game, or from a damaged file.
    pub fn set_up(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPosition>, OpeningError> {
        let mut position = match &self.position {
            Some(text) => game.read(text).map_err(|error| OpeningError::Position { text: text.clone(), error })?,
            None => game.start(),
        };
        for word in &self.moves {
            position.play(word).map_err(OpeningError::Move)?;
        }
        Ok(position)
    }
}

/// Error of an opening that does not suit the game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OpeningError {
    /// Position that cannot be read.
    Position {
        /// Text of the position.
        text: String,
        /// What is wrong with it.
        error: TextError,
    },
    /// Move that is not legal.
    Move(PlayError),
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Position { text, error } => write!(f, "the opening {text:?} cannot be read: {error}"),
            OpeningError::Move(error) => write!(f, "the opening cannot be played: {error}"),
        }
    }
}

impl std::error::Error for OpeningError {}

/// Openings of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// Random plies, so many, as even as they can be found.
    Plies(u32),
    /// Listed openings in turn.
    Listed(Vec<Opening>),
}

impl Openings {
    /// Usual openings of a game: a sixth of the plies that it usually takes, but at most eight. Where chance decides,
    /// its luck is what varies, and none are needed.
    #[must_use]
    pub fn usual(game: &dyn AnyGame) -> Openings {
        const GAMES: u64 = 5;
        const LONGEST: usize = 200;
        if game.has_luck() || game.has_secrets() {
            return Openings::Plies(0);
        }
        let mut lengths: Vec<usize> = (0..GAMES)
            .map(|seed| {
                let (mut position, mut random) = (game.start(), Seeded::new(seed));
                while position.plies() < LONGEST && step(position.as_mut(), &mut random) {}
                position.plies()
            })
            .collect();
        lengths.sort_unstable();
        Openings::Plies((lengths[lengths.len() / 2] / 6).min(8) as u32)
    }
}

/// Plays a random action; `false` if the game is over.
fn step(position: &mut dyn AnyPosition, random: &mut Seeded) -> bool {
    match position.turn() {
        TurnWord::Over => false,
        TurnWord::Chance => position.roll(random, None).is_some(),
        TurnWord::Seat(_) => {
            let actions = position.actions();
            random.index(actions.len()).is_some_and(|place| position.play_action(actions[place].id, None).is_ok())
        }
    }
}

/// Opening book of a match: the openings depend on the seed and on the ones before.
pub(crate) struct OpeningBook<'a> {
    game: &'a dyn AnyGame,
    openings: &'a Openings,
    seed: u64,
    found: Vec<Opening>,
    /// Unevenness of each position that has been searched.
    known: HashMap<String, f64>,
    /// Number of times that each position has been chosen.
    used: HashMap<String, u32>,
}

/// Openings that are tried for a pair.
const TRIES: u32 = 50;
/// Nodes of the search that tells whether an opening is even.
const NODES: u64 = 2000;
/// Largest share of what can be won at which an opening is even.
const EVEN: f64 = 1.0 / 16.0;

impl<'a> OpeningBook<'a> {
    pub(crate) fn new(game: &'a dyn AnyGame, openings: &'a Openings, seed: u64) -> OpeningBook<'a> {
        OpeningBook { game, openings, seed, found: Vec::new(), known: HashMap::new(), used: HashMap::new() }
    }

    /// Opening of a pair, which are numbered from 0.
    pub(crate) fn opening(&mut self, pair: usize) -> Opening {
        match self.openings {
            Openings::Plies(0) => Opening::default(),
            Openings::Listed(list) if list.is_empty() => Opening::default(),
            Openings::Listed(list) => list[pair % list.len()].clone(),
            Openings::Plies(plies) => {
                while self.found.len() <= pair {
                    let next = self.search(self.found.len(), *plies);
                    self.found.push(next);
                }
                self.found[pair].clone()
            }
        }
    }

    /// Finds the first opening that is even and new; where there is none, an even one, then one that was used less,
    /// then the most even.
    fn search(&mut self, pair: usize, plies: u32) -> Opening {
        let mut random = Seeded::new(Key::of(&(self.seed, "opening", pair)).0);
        let mut best: Option<(bool, u32, f64, String, Opening)> = None;
        for _ in 0..TRIES {
            let mut position = self.game.start();
            while position.plies() < plies as usize && step(position.as_mut(), &mut random) {}
            if position.turn() == TurnWord::Over {
                continue;
            }
            let text = position.text();
            let distance = *self.known.entry(text.clone()).or_insert_with(|| unevenness(position.as_ref()));
            let used = self.used.get(&text).copied().unwrap_or(0);
            let uneven = distance > EVEN;
            let better = best.as_ref().is_none_or(|(u, n, d, ..)| (uneven, used, distance) < (*u, *n, *d));
            if better {
                best = Some((uneven, used, distance, text, Opening { position: None, moves: position.line() }));
            }
            if !uneven && used == 0 {
                break;
            }
        }
        best.map_or_else(Opening::default, |(.., text, opening)| {
            *self.used.entry(text).or_default() += 1;
            opening
        })
    }
}

/// Unevenness of a position, as a share of what can be won: 0 is even, 1 is won or lost.
fn unevenness(position: &dyn AnyPosition) -> f64 {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let Ok(report) = position.best(&Request { limits, ..Request::default() }, &mut |_| {}) else { return 1.0 };
    let share = (report.value.score - position.even()).abs() / full_lead(position).max(f64::MIN_POSITIVE);
    // However little is won, what is proven to be won is not even.
    if matches!(report.value.outcome, Some(Outcome::Win | Outcome::Loss)) { share.max(2.0 * EVEN) } else { share }
}

/// Lead that counts as all that can be won, in points. Usually it is half of the span of the values. In chess, where a
/// win is worth many times the lead that decides, even a queen would be little of that; so it is five such leads.
fn full_lead(position: &dyn AnyPosition) -> f64 {
    let (low, high) = position.bounds(Seat::FIRST);
    let (half, decisive) = ((high - low) / 2.0, position.review_scale().decisive);
    if half > 20.0 * decisive { 5.0 * decisive } else { half }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn book_of(name: &str, options: &[(&str, &str)], seed: u64, pairs: usize) -> Vec<Opening> {
        let game = counterplay_standard::catalog().game(name, options).unwrap();
        let openings = Openings::usual(game.as_ref());
        let mut book = OpeningBook::new(game.as_ref(), &openings, seed);
        // The last one first: the order in which they are asked for does not matter.
        book.opening(pairs - 1);
        (0..pairs).map(|pair| book.opening(pair)).collect()
    }

    #[test]
    fn openings_are_even_new_and_by_the_seed() {
        for (name, plies, lead) in [("othello", 8, 4.0), ("connect4", 3, 2.0), ("chess", 8, 2.0)] {
            let found = book_of(name, &[], 7, 30);
            assert_eq!(found, book_of(name, &[], 7, 30));
            assert_ne!(found, book_of(name, &[], 8, 30));
            assert!(found.iter().all(|opening| opening.moves.len() >= plies && opening.position.is_none()));
            let game = counterplay_standard::catalog().game(name, &[]).unwrap();
            let positions: Vec<_> = found.iter().map(|opening| opening.set_up(game.as_ref()).unwrap()).collect();
            assert!(positions.iter().all(|position| unevenness(position.as_ref()) <= EVEN), "{name}");
            assert!(positions.iter().all(|position| full_lead(position.as_ref()) * EVEN <= lead), "{name}");
            let distinct: HashSet<String> = positions.iter().map(|position| position.text()).collect();
            assert_eq!(distinct.len(), 30, "{name}");
        }
    }

    #[test]
    fn where_there_are_few_openings_each_comes_again_in_turn() {
        let found = book_of("tictactoe", &[], 1, 18);
        let mut counts = HashMap::new();
        for opening in &found {
            *counts.entry(opening.moves.join(" ")).or_insert(0) += 1;
        }
        assert!(counts.len() == 9 && counts.values().all(|&count| count == 2), "{counts:?}");
        // On this board the second always wins by a little, and the game is not given up for it.
        assert_eq!(book_of("othello", &[("size", "4")], 1, 4).len(), 4);
        assert_eq!(book_of("kuhn", &[], 1, 2), [Opening::default(), Opening::default()]);
    }

    #[test]
    fn an_opening_is_read_as_moves_or_as_a_position() {
        let catalog = counterplay_standard::catalog();
        let othello = catalog.game("othello", &[]).unwrap();
        let read = Opening::read(othello.as_ref(), "F5d6").unwrap();
        assert_eq!((read.position.as_deref(), read.moves.join(" ").as_str()), (None, "f5 d6"));
        let tictactoe = catalog.game("tictactoe", &[]).unwrap();
        let read = Opening::read(tictactoe.as_ref(), "XO-------").unwrap();
        assert_eq!(read.position.as_deref(), Some("XO-------"));
        assert_eq!(read.set_up(tictactoe.as_ref()).unwrap().text(), "XO-------");
        assert!(Opening::read(tictactoe.as_ref(), "nonsense").is_err());
        let refused = read.set_up(othello.as_ref()).map(drop);
        assert!(matches!(refused, Err(OpeningError::Position { text, .. }) if text == "XO-------"));
    }
}
