//! Ten levels of play, for every game.
//!
//! A level is a budget of nodes and not of time, so that it means the same on every machine, and it errs by a seed, so
//! that a game can be played again. The lower levels err as people do: they look less far, now and then they hardly
//! look at all, and sometimes they play whatever comes to mind.

use counterplay_core::Limits;

use crate::{ActionWord, AnyPosition, Request, SearchError, Strength};

/// How strong a player is, from 1 to 10.
///
/// ```
/// use counterplay_api::{Catalog, Level, Request};
///
/// let game = counterplay_standard::catalog().game("tictactoe", &[])?;
/// let (level, seed) = (Level::new(4).unwrap(), 7);
/// let choice = level.choose(game.start().as_ref(), seed, &Request::default())?;
/// assert_eq!(choice, level.choose(game.start().as_ref(), seed, &Request::default())?);
/// assert!(level.describe().starts_with("looks at up to 1,000 positions"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What makes a level.
pub(crate) struct Habits {
    /// The states that it may enter for one move.
    pub(crate) nodes: u64,
    /// Of a hundred moves, those that are any legal one.
    pub(crate) random: u64,
    /// Of a hundred moves, those that are made after a glance.
    pub(crate) careless: u64,
}

const fn habits(nodes: u64, random: u64, careless: u64) -> Habits {
    Habits { nodes, random, careless }
}

/// The states that one enters at a glance: enough for each move of most games, and for hardly any reply.
pub(crate) const GLANCE: u64 = 40;

/// Each level sees about three times as much as the one below it, and errs less.
const LEVELS: [Habits; 10] = [
    habits(GLANCE, 50, 0),
    habits(100, 40, 0),
    habits(300, 25, 15),
    habits(1_000, 15, 20),
    habits(3_000, 8, 20),
    habits(10_000, 4, 15),
    habits(30_000, 0, 12),
    habits(100_000, 0, 6),
    habits(300_000, 0, 2),
    habits(1_000_000, 0, 0),
];

/// By how many Elo each level beat the one below it, from the second on, as far as it was measured: docs/strength.md.
const MEASURED: [(&str, &[i32]); 2] = [
    ("othello", &[141, 249, 164, 160, 196, 230, 156, 179, 215]),
    ("connect4", &[78, 135, 131, 98, 149, 129, 156, 108, 108]),
];

impl Level {
    /// The weakest.
    pub const LOWEST: Level = Level(1);
    /// The strongest: it never errs on purpose.
    pub const HIGHEST: Level = Level(10);

    /// The level with this number, if there is one.
    #[must_use]
    pub fn new(number: u32) -> Option<Level> {
        u8::try_from(number).ok().map(Level).filter(|level| (Level::LOWEST..=Level::HIGHEST).contains(level))
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (Level::LOWEST.0..=Level::HIGHEST.0).map(Level)
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0.into()
    }

    /// The most states that it enters for one move.
    #[must_use]
    pub fn nodes(self) -> u64 {
        self.habits().nodes
    }

    /// By how many Elo it beats the level below it, in each game in which that was measured.
    pub fn measured(self) -> impl Iterator<Item = (&'static str, i32)> {
        let step = usize::from(self.0).checked_sub(2);
        MEASURED.into_iter().filter_map(move |(game, steps)| Some((game, *steps.get(step?)?)))
    }

    /// What it sees and how it errs, as the rest of a sentence.
    #[must_use]
    pub fn describe(self) -> String {
        let Habits { nodes, random, careless } = *self.habits();
        let sees = format!("looks at up to {} positions a move", grouped(nodes));
        let any = format!("{random} are any legal one");
        let glance = format!("{careless} are made after a glance at {GLANCE} positions");
        match (random, careless) {
            (0, 0) => format!("{sees}, and never errs on purpose"),
            (_, 0) => format!("{sees}; of 100 moves {any}"),
            (0, _) => format!("{sees}; of 100 moves {glance}"),
            _ => format!("{sees}; of 100 moves {any}, and {glance}"),
        }
    }

    /// What a player of this level does in a position; nothing where nobody has a choice.
    ///
    /// It depends on the level, the seed, the position as the seat to move sees it, and the number of plies played, and
    /// on nothing else. Of the request the limits of time and the stop flag hold as well, the stack and the memory; a
    /// limit of nodes, a depth, threads and a table are the level's own business.
    ///
    /// # Errors
    /// If the search could not go on.
    pub fn choose(
        self,
        position: &dyn AnyPosition,
        seed: u64,
        request: &Request,
    ) -> Result<Option<ActionWord>, SearchError> {
        let limits = Limits { nodes: None, ..request.limits.clone() };
        let request = Request { limits, depth: None, ..request.clone() };
        Strength::from(self).choose(position, seed, &request, &mut |_| {})
    }

    /// The next stronger one, but for the strongest.
    pub(crate) fn next(self) -> Option<Level> {
        Level::new(self.number() + 1)
    }

    pub(crate) fn habits(self) -> &'static Habits {
        &LEVELS[usize::from(self.0 - 1)]
    }
}

impl Default for Level {
    fn default() -> Level {
        Level(5)
    }
}

/// A number with a comma between the thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_says_what_it_sees_and_how_it_errs() {
        let all: Vec<Level> = Level::all().collect();
        assert_eq!(all.len(), 10);
        assert!(all.windows(2).all(|pair| pair[0].nodes() < pair[1].nodes()));
        let errors = |level: &Level| level.habits().random * 2 + level.habits().careless;
        assert!(all.windows(2).all(|pair| errors(&pair[0]) > errors(&pair[1])));
        assert_eq!(Level::LOWEST.describe(), "looks at up to 40 positions a move; of 100 moves 50 are any legal one");
        assert_eq!(Level::HIGHEST.describe(), "looks at up to 1,000,000 positions a move, and never errs on purpose");
        assert_eq!(Level::new(5).unwrap().measured().collect::<Vec<_>>(), [("othello", 160), ("connect4", 98)]);
        assert!(Level::LOWEST.measured().next().is_none());
        assert!(all.iter().flat_map(|level| level.measured()).all(|(_, elo)| elo > 0));
        assert_eq!((Level::new(0), Level::new(11), Level::new(u32::MAX)), (None, None, None));
    }
}
