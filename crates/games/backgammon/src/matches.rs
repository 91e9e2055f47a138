//! How likely a side is to win a match from each score.
//!
//! The table is computed when it is first asked for, in about a millisecond, from a model of one game and from what the
//! scores after it are worth:
//!
//! - each side wins half of the games, a part of them as gammons and backgammons ([`TYPICAL`]);
//! - the cube is used as [`cube`](super::cube) has it, with an efficiency of [`WHOLE_GAME`];
//! - in the Crawford game there is no cube;
//! - after it, the side that is behind doubles at its first turn, for it has nothing to lose. By then the first throws
//!   have moved its chances by [`FIRST_THROWS`] up or down, so that the leader sometimes may drop for nothing.
//!
//! The score that comes nearest to the end is computed first, and each other one from those that a game can lead to.
//!
//! docs/cube.md has some of its values beside published ones.

use std::sync::OnceLock;

use super::chances::Chances;
use super::cube::{Outlook, Worth};
use super::stakes::{Crawford, Cube, Match};

/// A game between equals: 29 of 100 wins are gammons, and 1 is a backgammon. This figure and the next one were chosen
/// so that the table comes nearest to the one that Rockwell and Kazaross found by rollouts: it is 0.2 in a hundred off
/// in the root mean square.
const TYPICAL: Chances =
    Chances { win: 0.5, gammon: 0.145, backgammon: 0.006, lose_gammon: 0.145, lose_backgammon: 0.006 };

/// How near the cube comes to a live one over a whole game.
const WHOLE_GAME: f64 = 0.75;

/// How much the chances have moved when the side behind doubles for the first time: so much that an option to drop is
/// worth 1.2 in a hundred to the leader.
const FIRST_THROWS: f64 = 0.024;

/// How many points can be missing.
const MOST: usize = Match::LONGEST as usize;

/// The chances to win a match.
#[derive(Clone, Debug)]
pub struct MatchTable {
    /// By what the two sides need, before the Crawford game; where one of them needs a point, in the Crawford game.
    before: Vec<[f64; MOST + 1]>,
    /// Chances of a side that needs so much after the Crawford game, when the other one needs a point.
    after: [f64; MOST + 1],
}

impl MatchTable {
    /// The table.
    pub fn get() -> &'static MatchTable {
        static TABLE: OnceLock<MatchTable> = OnceLock::new();
        TABLE.get_or_init(MatchTable::compute)
    }

    /// How likely a side is to win the match that needs `own` points when the other one needs `other`, at the start of
    /// a game. `crawford` is what that game is; it matters only where somebody needs a single point.
    #[must_use]
    pub fn chance(&self, own: u8, other: u8, crawford: Crawford) -> f64 {
        let (own, other) = (usize::from(own).min(MOST), usize::from(other).min(MOST));
        match (own, other) {
            (0, _) => 1.0,
            (_, 0) => 0.0,
            (_, 1) if crawford == Crawford::After => self.after[own],
            (1, _) if crawford == Crawford::After => 1.0 - self.after[other],
            _ => self.before[own][other],
        }
    }

    fn compute() -> MatchTable {
        let mut table = MatchTable { before: vec![[0.5; MOST + 1]; MOST + 1], after: [0.5; MOST + 1] };
        let centred = Cube::default();
        // After the Crawford game.
        for own in 2..=MOST as u8 {
            let standing = Standing { table: &table, own, other: 1, crawford: Crawford::After };
            let doubled = |moved: f64| {
                let chances = Chances { win: 0.5 + moved, ..TYPICAL };
                let outlook = Outlook::new(standing, chances, WHOLE_GAME, centred.exponent, None);
                outlook.take().min(outlook.drop())
            };
            let mean = f64::midpoint(doubled(-FIRST_THROWS), doubled(FIRST_THROWS));
            table.after[usize::from(own)] = chance_of(mean);
        }
        // The Crawford game.
        for own in 2..=MOST as u8 {
            let standing = Standing { table: &table, own, other: 1, crawford: Crawford::Now };
            let chance = chance_of(Outlook::new(standing, TYPICAL, WHOLE_GAME, 0, None).roll());
            (table.before[usize::from(own)][1], table.before[1][usize::from(own)]) = (chance, 1.0 - chance);
        }
        // Before it.
        for sum in 4..=2 * MOST as u8 {
            for own in 2.max(sum.saturating_sub(MOST as u8))..=sum / 2 {
                let other = sum - own;
                let standing = Standing { table: &table, own, other, crawford: Crawford::Before };
                let chance = chance_of(Outlook::new(standing, TYPICAL, WHOLE_GAME, 0, None).roll());
                let (own, other) = (usize::from(own), usize::from(other));
                (table.before[own][other], table.before[other][own]) = (chance, 1.0 - chance);
            }
        }
        table
    }
}

/// The chance to win of which this is the utility, from -1 to 1.
pub(super) fn chance_of(utility: f64) -> f64 {
    f64::midpoint(utility, 1.0)
}

/// How a match stands for a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing<'a> {
    pub(super) table: &'a MatchTable,
    /// What it needs.
    pub(super) own: u8,
    /// What the other side needs.
    pub(super) other: u8,
    /// What the game is that is played now.
    pub(super) crawford: Crawford,
}

impl Worth for Standing<'_> {
    /// From -1 to 1, as the game counts it.
    fn worth(&self, points: i32) -> f64 {
        let left =
            |needs: u8, won: i32| u8::try_from((i32::from(needs) - won).max(0)).expect("no more than was needed");
        let (own, other) = (left(self.own, points.max(0)), left(self.other, (-points).max(0)));
        let next = if self.crawford == Crawford::Before { Crawford::Now } else { Crawford::After };
        2.0 * self.table.chance(own, other, next) - 1.0
    }

    fn may_double(&self) -> bool {
        self.crawford != Crawford::Now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(own: u8, other: u8) -> f64 {
        MatchTable::get().chance(own, other, Crawford::Before)
    }

    /// The table of Rockwell and Kazaross, in percent, for the side that needs more.
    const PUBLISHED: [((u8, u8), f64); 16] = [
        ((2, 1), 32.31),
        ((3, 1), 24.88),
        ((4, 1), 18.62),
        ((5, 1), 15.81),
        ((7, 1), 9.28),
        ((3, 2), 40.10),
        ((4, 2), 33.14),
        ((5, 2), 25.66),
        ((7, 2), 15.79),
        ((4, 3), 42.86),
        ((5, 3), 35.23),
        ((11, 3), 10.56),
        ((5, 4), 42.26),
        ((7, 5), 37.33),
        ((9, 7), 39.14),
        ((11, 9), 40.21),
    ];

    #[test]
    fn the_table_is_like_the_published_one() {
        for ((own, other), known) in PUBLISHED {
            let found = 100.0 * chance(own, other);
            assert!((found - known).abs() < 0.7, "{own}-away against {other}-away: {found:.2}, published {known}");
        }
    }

    /// After the Crawford game a leader whose opponent needs an even number of points has an option to drop for
    /// nothing, so that the chances come in pairs.
    #[test]
    fn after_the_crawford_game_chances_come_in_pairs() {
        let after = |own| MatchTable::get().chance(own, 1, Crawford::After);
        assert_eq!(after(1), 0.5);
        assert!((after(2) - 0.488).abs() < 1e-12);
        for own in (3..20).step_by(2) {
            let (first, second, next) = (after(own), after(own + 1), after(own + 2));
            assert!(first > second && first - second < 0.3 * (second - next), "{own}: {first} {second} {next}");
            assert!((MatchTable::get().chance(1, own, Crawford::After) + first - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn the_table_has_no_steps_in_the_wrong_direction() {
        for own in 1..=Match::LONGEST {
            assert_eq!(chance(own, own), 0.5);
            for other in 1..=Match::LONGEST {
                assert!((chance(own, other) + chance(other, own) - 1.0).abs() < 1e-12);
                assert!((0.0..=1.0).contains(&chance(own, other)));
                let less = chance(own - 1, other);
                assert!(less > chance(own, other) - 1e-12, "{own} {other}: {less} {}", chance(own, other));
            }
        }
        let table = MatchTable::get();
        assert_eq!((table.chance(0, 3, Crawford::Now), table.chance(3, 0, Crawford::After)), (1.0, 0.0));
        assert_eq!(table.chance(1, 1, Crawford::Now), 0.5);
    }
}
