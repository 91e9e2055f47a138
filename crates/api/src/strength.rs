//! Strength of play, that of a level or between two levels, and the ratings of levels.
//!
//! A rating says how strong somebody is among all that have one, and a level says how a move is chosen. Where the
//! ratings of the levels of a game were measured, any rating between the lowest and the highest is a [`Strength`].

use counterplay_core::{Key, Limits, Random, Seeded};

use crate::level::{GLANCE, Habits};
use crate::{ActionWord, AnyPosition, HiddenSearch, Level, Progress, Request, SearchError};

/// Ratings of the ten levels in Elo, and their source.
///
/// ```
/// use counterplay_api::{Level, Ratings, Strength};
///
/// let elo = [500, 700, 900, 1100, 1300, 1500, 1700, 1900, 2100, 2300];
/// let ratings = Ratings::new(elo, "twenty games against the club champion");
/// assert_eq!(ratings.strength(1300), Strength::from(Level::new(5).unwrap()));
/// // Halfway between levels of 3,000 and 10,000 positions a move.
/// assert_eq!(ratings.strength(1400).nodes(), 5_477);
/// assert_eq!((ratings.least(), ratings.most()), (500, 2300));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratings {
    elo: [u32; 10],
    source: &'static str,
}

impl Ratings {
    /// Ratings of the levels, the weakest first, and how they were measured.
    ///
    /// # Panics
    /// If they do not rise from each level to the next.
    #[must_use]
    pub const fn new(elo: [u32; 10], source: &'static str) -> Ratings {
        let mut at = 1;
        while at < elo.len() {
            assert!(elo[at - 1] < elo[at], "ratings rise from each level to the next");
            at += 1;
        }
        Ratings { elo, source }
    }

    /// Rating of the weakest level.
    #[must_use]
    pub const fn least(&self) -> u32 {
        self.elo[0]
    }

    /// Rating of the strongest level.
    #[must_use]
    pub const fn most(&self) -> u32 {
        self.elo[self.elo.len() - 1]
    }

    /// Rating of a level.
    #[must_use]
    pub fn of(&self, level: Level) -> u32 {
        self.elo[level.number() as usize - 1]
    }

    /// Source of the ratings: how and against whom they were measured.
    #[must_use]
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// Strength that has this rating: a level, or as far between two levels as the rating is between theirs. A rating
    /// below all is that of the weakest level, and one above all that of the strongest.
    #[must_use]
    pub fn strength(&self, elo: u32) -> Strength {
        let elo = elo.clamp(self.least(), self.most());
        let level = Level::all().filter(|level| self.of(*level) <= elo).last().unwrap_or(Level::LOWEST);
        let above = level.next().map_or(0, |next| {
            let (from, to) = (self.of(level), self.of(next));
            u64::from(elo - from) * WHOLE / u64::from(to - from)
        });
        Strength { level, above }
    }
}

/// The whole way from a level to the next.
const WHOLE: u64 = 1_000;

/// Strength of play: that of a level, or somewhere on the way to the next.
///
/// On the way the nodes grow geometrically, and the chances of errors change linearly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Strength {
    level: Level,
    /// How far it is on the way to the next level, less than [`WHOLE`].
    above: u64,
}

impl From<Level> for Strength {
    fn from(level: Level) -> Strength {
        Strength { level, above: 0 }
    }
}

impl Strength {
    /// Nodes that it enters for one move at the most.
    #[must_use]
    pub fn nodes(self) -> u64 {
        let [here, next] = self.neighbours();
        let (from, to) = (here.nodes as f64, next.nodes as f64);
        (from * (to / from).powf(self.above as f64 / WHOLE as f64)).round() as u64
    }

    /// Choice of a player of this strength in a position; nothing where nobody has a choice.
    ///
    /// It depends on the strength, the seed, the position as the seat to move sees it, and the number of plies played,
    /// and on nothing else, as long as no limit of the request comes first. The limits of the request hold as well, and
    /// its depth, the stack and the memory; threads, lines and a table are the business of the strength. What its search
    /// finds is told as it is of any search; nothing of a move that is made without one.
    ///
    /// # Errors
    /// If the search could not go on.
    pub fn choose(
        self,
        position: &dyn AnyPosition,
        seed: u64,
        request: &Request,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Option<ActionWord>, SearchError> {
        let mut actions = position.actions();
        if !request.only.is_empty() {
            actions.retain(|action| request.only.contains(&action.id));
        }
        if actions.len() < 2 || actions.iter().any(|action| action.probability.is_some()) {
            return Ok(actions.pop().filter(|action| action.probability.is_none()));
        }
        let level = self.level.number() as u8;
        let mut random = Seeded::new(Key::of(&(level, seed, position.plies(), position.text())).0);
        let mood = random.below(100 * WHOLE);
        let [wild, careless] = self.errors();
        if mood < wild {
            return Ok(random.index(actions.len()).map(|at| actions.swap_remove(at)));
        }
        let nodes = if mood < wild + careless { GLANCE } else { self.nodes() };
        let nodes = request.limits.nodes.into_iter().chain([nodes]).min();
        let limits = Limits { nodes, ..request.limits.clone() };
        let request = Request {
            limits,
            table: None,
            solution: None,
            proofs: None,
            threads: 1,
            lines: 1,
            seed: random.bits(),
            search: request.search.or(Some(HiddenSearch::Strongest)),
            only: request.only.clone(),
            ..*request
        };
        let report = position.best(&request, on_progress)?;
        Ok(report.chosen().or_else(|| Some(actions.swap_remove(0))))
    }

    /// Moves that are any legal one, and those that are made after a glance, of so many: 100 times [`WHOLE`].
    fn errors(self) -> [u64; 2] {
        let [here, next] = self.neighbours();
        let between = |from, to| (WHOLE - self.above) * from + self.above * to;
        [between(here.random, next.random), between(here.careless, next.careless)]
    }

    /// Habits of the level, and of the next one; the strongest is next to itself.
    fn neighbours(self) -> [&'static Habits; 2] {
        [self.level, self.level.next().unwrap_or(self.level)].map(Level::habits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATINGS: Ratings =
        Ratings::new([500, 700, 900, 1100, 1300, 1500, 1700, 1900, 2100, 2300], "nobody has measured them");

    #[test]
    fn the_rating_of_a_level_is_that_level() {
        for level in Level::all() {
            let strength = RATINGS.strength(RATINGS.of(level));
            assert_eq!((strength, strength.nodes()), (Strength::from(level), level.nodes()));
        }
        assert_eq!(RATINGS.strength(0), Level::LOWEST.into());
        assert_eq!(RATINGS.strength(u32::MAX), Level::HIGHEST.into());
    }

    #[test]
    fn between_two_levels_nodes_grow_geometrically_and_errors_change_linearly() {
        // Level 2 has 100 nodes and errors of 40 and 0 in a hundred, level 3 has 300 and 25 and 15.
        let quarter = RATINGS.strength(750);
        assert_eq!((quarter.nodes(), quarter.errors()), (132, [36_250, 3_750]));
        let last = RATINGS.strength(2299);
        assert_eq!((last.level.number(), last.errors()), (9, [0, 10]));
        let all: Vec<Strength> = (500..=2300).map(|elo| RATINGS.strength(elo)).collect();
        // A random move is a worse error than a glance.
        let errors = |strength: &Strength| 2 * strength.errors()[0] + strength.errors()[1];
        for pair in all.windows(2) {
            assert!(pair[0].nodes() <= pair[1].nodes() && errors(&pair[0]) >= errors(&pair[1]), "{pair:?}");
        }
    }

    #[test]
    #[should_panic(expected = "ratings rise")]
    fn ratings_that_do_not_rise_are_refused() {
        let _ = Ratings::new([5, 7, 9, 9, 13, 15, 17, 19, 21, 23], "a mistake");
    }
}
