//! What a position is worth with the doubling cube.
//!
//! Janowski ("Take-Points in Money Games", 1993) puts a position between two extremes. A *dead* cube is never turned
//! again: the position is worth what its chances say. A *live* cube is turned at the very moment when the other side
//! does not care whether it takes or drops, as if chances moved without jumps; then
//!
//! ```text
//!  worth                                        win
//!    |                          cash ,.-------''        after its cash point a side plays on for the gammon
//!    |                        ,.-''
//!    |                  ,.-''                           between the two points the worth is a line
//!    |  drop      ,.-''
//!    |  ,.------''
//!  lose
//!    +------------+-------------+--------------+ chance to win
//!    0     take point       cash point         1
//! ```
//!
//! A real cube is between them: its worth is taken as `efficiency * live + (1 - efficiency) * dead`.
//!
//! The points where somebody cashes are found from the last level of the cube down. At 64, or where a side of a match
//! could not use more points, the cube is dead, and the point is where a line meets what dropping costs; a level lower
//! the line ends where the side that has taken would cash itself. With points that count what they are, this comes to
//! Janowski's formulas; with the chances of [`matches`](super::matches) for points it is the cube of a match, so that
//! the same few lines serve both.

use std::fmt;

use super::chances::Chances;
use super::stakes::Cube;

/// How near a cube comes to a live one in the middle of a game, as GNU Backgammon has found it to be best.
pub(super) const EFFICIENCY: f64 = 0.68;

/// What winning so many points is worth; less than none are lost.
pub(super) trait Worth {
    fn worth(&self, points: i32) -> f64;
    /// Whether there is a cube in this game.
    fn may_double(&self) -> bool {
        true
    }
}

/// Points for money.
#[derive(Clone, Copy, Debug)]
pub(super) struct Money;

impl Worth for Money {
    fn worth(&self, points: i32) -> f64 {
        points.into()
    }
}

/// A level of the cube, by how often it has been turned.
const LEVELS: usize = Cube::MOST as usize + 1;

/// Who may turn the cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// The side on roll.
    Own,
    /// The other side.
    Other,
}

/// What a side on roll can expect with the cube. All worths are its own.
pub(super) struct Outlook<W> {
    stakes: W,
    chances: Chances,
    efficiency: f64,
    exponent: u8,
    owner: Option<Owner>,
    /// The chances to win at which the other side does not care whether it drops, by the level that a double is made
    /// from; nothing where there is nothing to gain by one.
    own_cash: [Option<f64>; LEVELS],
    /// Those at which the side on roll does not care.
    other_cash: [Option<f64>; LEVELS],
}

impl<W: Worth + Copy> Outlook<W> {
    pub(super) fn new(stakes: W, chances: Chances, efficiency: f64, exponent: u8, owner: Option<Owner>) -> Outlook<W> {
        let none = [None; LEVELS];
        let mut outlook = Outlook { stakes, chances, efficiency, exponent, owner, own_cash: none, other_cash: none };
        if stakes.may_double() {
            (usize::from(exponent)..LEVELS - 1).rev().for_each(|level| outlook.find_cash_points(level));
        }
        outlook
    }

    /// The points at which each side would double out the other from this level, by those of the next.
    fn find_cash_points(&mut self, level: usize) {
        let (stake, doubled) = (1 << level, 2 << level);
        let (high, low) = (self.if_won(level + 1), self.if_lost(level + 1));
        let worth = |points| self.stakes.worth(points);
        // The other side takes and owns the cube: its worth falls from `high` to where it would cash itself.
        let (end, least) = self.other_cash[level + 1].map_or((0.0, low), |point| (point, worth(-doubled)));
        let own = (worth(doubled) > worth(stake) && high > least)
            .then(|| end + (1.0 - end) * ((worth(stake) - least) / (high - least)).clamp(0.0, 1.0));
        let (end, most) = self.own_cash[level + 1].map_or((1.0, high), |point| (point, worth(doubled)));
        let other = (worth(-doubled) < worth(-stake) && most > low)
            .then(|| end * ((worth(-stake) - low) / (most - low)).clamp(0.0, 1.0));
        // Where both would, neither waits for the other.
        let (own, other) = match (own, other) {
            (Some(own), Some(other)) if other > own => {
                (Some(f64::midpoint(own, other)), Some(f64::midpoint(own, other)))
            }
            both => both,
        };
        (self.own_cash[level], self.other_cash[level]) = (own, other);
    }

    /// What it is worth on average to have won at a level.
    fn if_won(&self, level: usize) -> f64 {
        let Chances { win, gammon, backgammon, .. } = self.chances;
        self.on_average(win, gammon, backgammon, 1 << level)
    }

    /// What it is worth on average to have lost at a level.
    fn if_lost(&self, level: usize) -> f64 {
        let Chances { win, lose_gammon, lose_backgammon, .. } = self.chances;
        self.on_average(1.0 - win, lose_gammon, lose_backgammon, -(1 << level))
    }

    fn on_average(&self, ends: f64, gammons: f64, backgammons: f64, stake: i32) -> f64 {
        let worth = |points| self.stakes.worth(points);
        let share = |part: f64| if ends > 0.0 { (part / ends).clamp(0.0, 1.0) } else { 0.0 };
        let (gammons, backgammons) = (share(gammons), share(backgammons.min(gammons)));
        worth(stake) + gammons * (worth(2 * stake) - worth(stake)) + backgammons * (worth(3 * stake) - worth(2 * stake))
    }

    /// With the dice about to be thrown, and the cube as it is.
    pub(super) fn roll(&self) -> f64 {
        self.at(usize::from(self.exponent), self.owner)
    }

    /// After a double that is taken.
    pub(super) fn take(&self) -> f64 {
        self.at((usize::from(self.exponent) + 1).min(LEVELS - 1), Some(Owner::Other))
    }

    /// After a double that is dropped.
    pub(super) fn drop(&self) -> f64 {
        self.stakes.worth(1 << self.exponent)
    }

    /// What can be done with the cube, and what it is worth.
    pub(super) fn decision(&self) -> CubeDecision {
        CubeDecision { no_double: self.roll(), take: self.take(), drop: self.drop() }
    }

    fn at(&self, level: usize, owner: Option<Owner>) -> f64 {
        let win = self.chances.win;
        let own_cash = self.own_cash[level].filter(|_| owner != Some(Owner::Other));
        let other_cash = self.other_cash[level].filter(|_| owner != Some(Owner::Own));
        let stake = 1 << level;
        let live = self.live(level, own_cash, other_cash);
        // The other side doubles at once where it has nothing to lose by it, for the game decides the match anyway:
        // that is no matter of efficiency.
        let is_free = other_cash.is_some() && self.stakes.worth(2 * stake) <= self.stakes.worth(stake);
        let dead_level = if is_free { level + 1 } else { level };
        let dead = win * self.if_won(dead_level) + (1.0 - win) * self.if_lost(dead_level);
        self.efficiency * live + (1.0 - self.efficiency) * dead
    }

    /// The worth with a live cube: lines between the ends and the points where somebody cashes.
    fn live(&self, level: usize, own_cash: Option<f64>, other_cash: Option<f64>) -> f64 {
        let (win, stake) = (self.chances.win, 1 << level);
        let low = other_cash.map(|point| (point, self.stakes.worth(-stake)));
        let high = own_cash.map(|point| (point, self.stakes.worth(stake)));
        let corners = [Some((0.0, self.if_lost(level))), low, high, Some((1.0, self.if_won(level)))];
        let mut corners = corners.into_iter().flatten();
        let mut left = corners.next().unwrap_or_default();
        for right in corners {
            if win <= right.0 {
                let width = right.0 - left.0;
                let along = if width > 0.0 { (win - left.0) / width } else { 1.0 };
                return left.1 + along * (right.1 - left.1);
            }
            left = right;
        }
        left.1
    }
}

/// What a side can do with the cube at its turn, and what each is worth to it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CubeDecision {
    /// It rolls without doubling.
    pub no_double: f64,
    /// It doubles, and the other side takes.
    pub take: f64,
    /// It doubles, and the other side drops.
    pub drop: f64,
}

impl CubeDecision {
    /// What it is worth when both sides do the best they can.
    #[must_use]
    pub fn worth(&self) -> f64 {
        self.no_double.max(self.take.min(self.drop))
    }

    /// What is best, as players call it.
    #[must_use]
    pub fn verdict(&self) -> CubeVerdict {
        match (self.take >= self.drop, self.no_double >= self.take.min(self.drop)) {
            (false, true) if self.no_double > self.drop => CubeVerdict::TooGoodTake,
            (false, true) => CubeVerdict::NoDouble,
            (false, false) => CubeVerdict::DoubleTake,
            (true, true) => CubeVerdict::TooGoodDrop,
            (true, false) => CubeVerdict::DoubleDrop,
        }
    }
}

/// The best that both sides can do at a side's turn with the cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CubeVerdict {
    /// It is too early to double, and a double would be taken.
    NoDouble,
    /// A double, and a take.
    DoubleTake,
    /// A double, and a drop.
    DoubleDrop,
    /// Playing on for a gammon is better than to cash: a double would be dropped.
    TooGoodDrop,
    /// Playing on is better than to cash, although a double would be taken.
    TooGoodTake,
}

impl fmt::Display for CubeVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            CubeVerdict::NoDouble => "no double, take",
            CubeVerdict::DoubleTake => "double, take",
            CubeVerdict::DoubleDrop => "double, drop",
            CubeVerdict::TooGoodDrop => "too good to double, drop",
            CubeVerdict::TooGoodTake => "too good to double, take",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outlook(chances: Chances, efficiency: f64, exponent: u8, owner: Option<Owner>) -> Outlook<Money> {
        Outlook::new(Money, chances, efficiency, exponent, owner)
    }

    /// Without gammons.
    fn wins(win: f64) -> Chances {
        Chances { win, ..Chances::default() }
    }

    fn verdict(chances: Chances) -> CubeVerdict {
        outlook(chances, EFFICIENCY, 0, None).decision().verdict()
    }

    #[test]
    fn a_dead_cube_is_worth_what_the_chances_say() {
        let chances = Chances { win: 0.6, gammon: 0.25, backgammon: 0.02, lose_gammon: 0.1, lose_backgammon: 0.01 };
        for owner in [None, Some(Owner::Own), Some(Owner::Other)] {
            assert!((outlook(chances, 0.0, 1, owner).roll() - 2.0 * chances.points()).abs() < 1e-12);
            // A cube that cannot be turned any more is dead however it is used.
            assert!((outlook(chances, 1.0, Cube::MOST, owner).roll() - 64.0 * chances.points()).abs() < 1e-12);
        }
    }

    /// With the cube at 1 there are so many turns left that the points are those of a cube without end: Janowski's
    /// formulas.
    #[test]
    fn a_live_cube_has_janowskis_points() {
        for (win, gammon, lose_gammon) in [(0.5, 0.0, 0.0), (0.55, 0.15, 0.1), (0.4, 0.05, 0.2)] {
            let chances = Chances { win, gammon, lose_gammon, ..Chances::default() };
            let (won, lost) = (1.0 + gammon / win, 1.0 + lose_gammon / (1.0 - win));
            let found = outlook(chances, 1.0, 0, None);
            let (cash, take) = ((lost + 1.0) / (won + lost + 0.5), (lost - 0.5) / (won + lost + 0.5));
            assert!((found.own_cash[0].unwrap() - cash).abs() < 1e-3, "{:?} {cash}", found.own_cash[0]);
            assert!((found.other_cash[0].unwrap() - take).abs() < 1e-3, "{:?} {take}", found.other_cash[0]);
        }
        // The famous 80 and 20 in a hundred, and 75 for the last double, which gives no cube away.
        let even = outlook(wins(0.5), 1.0, 0, None);
        assert!((even.own_cash[0].unwrap() - 0.8).abs() < 1e-3 && even.own_cash[5] == Some(0.75));
        // His worths of a live cube: owned, centred and on the other side.
        let worth = |owner| outlook(wins(0.6), 1.0, 0, owner).roll();
        assert!((worth(Some(Owner::Own)) - (0.6 * 2.5 - 1.0)).abs() < 1e-3);
        assert!((worth(None) - (0.6 - 0.5) / 0.3).abs() < 1e-3);
        assert!((worth(Some(Owner::Other)) - (0.6 * 2.5 - 1.5)).abs() < 1e-3);
    }

    #[test]
    fn a_cube_is_worth_most_to_its_owner() {
        for win in [0.25, 0.4, 0.5, 0.6, 0.75] {
            let worth = |owner| outlook(wins(win), EFFICIENCY, 1, owner).roll();
            assert!(worth(Some(Owner::Own)) > worth(None) && worth(None) > worth(Some(Owner::Other)), "{win}");
            let mirrored = outlook(wins(1.0 - win), EFFICIENCY, 1, Some(Owner::Other)).roll();
            assert!((worth(Some(Owner::Own)) + mirrored).abs() < 1e-12);
        }
    }

    #[test]
    fn verdicts_go_from_too_early_to_too_good() {
        let found: Vec<CubeVerdict> = [0.5, 0.6, 0.74, 0.85, 0.95].map(|win| verdict(wins(win))).to_vec();
        use CubeVerdict::{DoubleDrop, DoubleTake, NoDouble, TooGoodDrop};
        assert_eq!(found, [NoDouble, NoDouble, DoubleTake, DoubleDrop, DoubleDrop]);
        let gammonish = Chances { win: 0.9, gammon: 0.6, backgammon: 0.05, ..Chances::default() };
        assert_eq!(verdict(gammonish), TooGoodDrop);
        assert_eq!(verdict(gammonish).to_string(), "too good to double, drop");
        // Between real players the take point is between that of a dead cube and that of a live one.
        let takes = |win| matches!(verdict(wins(win)), DoubleTake | NoDouble);
        assert!(takes(0.76) && !takes(0.80));
    }

    /// However wild the chances are, a worth is never better than winning all that can be won.
    #[test]
    fn worths_stay_within_what_is_at_stake() {
        for percent in 0..=100 {
            let win = f64::from(percent) / 100.0;
            let chances = Chances { win, gammon: win, backgammon: win, ..Chances::default() };
            for owner in [None, Some(Owner::Own), Some(Owner::Other)] {
                let worth = outlook(chances, EFFICIENCY, 2, owner).roll();
                assert!((-12.0..=12.0 + 1e-9).contains(&worth), "{win} {worth}");
            }
        }
    }
}
