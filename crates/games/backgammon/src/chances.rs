//! How a game can end, and how likely each way is.

use super::board::{BAR, Men, OFF, POINTS};

/// The chances of the side on roll, without the cube.
///
/// Each includes what is rarer: a gammon may be a backgammon, and a win may be either.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Chances {
    /// It wins.
    pub win: f64,
    /// It wins at least a gammon.
    pub gammon: f64,
    /// It wins a backgammon.
    pub backgammon: f64,
    /// It loses at least a gammon.
    pub lose_gammon: f64,
    /// It loses a backgammon.
    pub lose_backgammon: f64,
}

impl Chances {
    /// The points that it wins on average, if the cube is not used.
    #[must_use]
    pub fn points(&self) -> f64 {
        let Chances { win, gammon, backgammon, lose_gammon, lose_backgammon } = *self;
        2.0 * win - 1.0 + gammon - lose_gammon + backgammon - lose_backgammon
    }

    /// The chances of the other side.
    #[must_use]
    pub fn flipped(&self) -> Chances {
        let Chances { win, gammon, backgammon, lose_gammon, lose_backgammon } = *self;
        Chances {
            win: 1.0 - win,
            gammon: lose_gammon,
            backgammon: lose_backgammon,
            lose_gammon: gammon,
            lose_backgammon: backgammon,
        }
    }

    /// The nearest chances that can be: each from 0 to 1, and none above one that includes it. What is no number counts
    /// as nothing, and as an even game.
    #[must_use]
    pub fn consistent(self) -> Chances {
        let within = |chance: f64, most: f64| if chance.is_nan() { 0.0 } else { chance.clamp(0.0, most) };
        let win = if self.win.is_nan() { 0.5 } else { within(self.win, 1.0) };
        let (gammon, lose_gammon) = (within(self.gammon, win), within(self.lose_gammon, 1.0 - win));
        Chances {
            win,
            gammon,
            backgammon: within(self.backgammon, gammon),
            lose_gammon,
            lose_backgammon: within(self.lose_backgammon, lose_gammon),
        }
    }

    /// The chances as the position allows them: those of a finished game are known, and what the rules exclude has
    /// none. `own` are the men of the side whose chances they are.
    #[must_use]
    pub fn in_position(self, own: &Men, other: &Men) -> Chances {
        if let Some(known) = Chances::of_finished(own, other) {
            return known;
        }
        let mut chances = self.consistent();
        let is_contact = u32::from(own.last()) + u32::from(other.last()) > POINTS as u32;
        // A side that has borne off a man loses no gammon; one whose men have left the other's home, and cannot be hit
        // any more, no backgammon.
        let is_safe = |men: &Men| !is_contact && men.last() < FURTHEST_HOME;
        if other.on(OFF) > 0 {
            (chances.gammon, chances.backgammon) = (0.0, 0.0);
        } else if is_safe(other) {
            chances.backgammon = 0.0;
        }
        if own.on(OFF) > 0 {
            (chances.lose_gammon, chances.lose_backgammon) = (0.0, 0.0);
        } else if is_safe(own) {
            chances.lose_backgammon = 0.0;
        }
        chances
    }

    /// What a finished game has brought; nothing if it goes on.
    #[must_use]
    pub fn of_finished(own: &Men, other: &Men) -> Option<Chances> {
        let won = |points: u8| Chances {
            win: 1.0,
            gammon: f64::from(u8::from(points > 1)),
            backgammon: f64::from(u8::from(points > 2)),
            ..Chances::default()
        };
        own.points_won(other).map(won).or_else(|| other.points_won(own).map(|points| won(points).flipped()))
    }
}

/// The first point of the other side's home, as one counts one's own points: from 19 to 24, and the bar behind them.
const FURTHEST_HOME: u8 = BAR - super::board::HOME;

#[cfg(test)]
mod tests {
    use super::*;

    fn men(on: &[(u8, u8)]) -> Men {
        let mut points = [0; 25];
        on.iter().for_each(|&(point, men)| points[usize::from(point) - 1] = men);
        Men::new(&points).unwrap()
    }

    const SOME: Chances = Chances { win: 0.6, gammon: 0.2, backgammon: 0.01, lose_gammon: 0.1, lose_backgammon: 0.005 };

    #[test]
    fn points_and_the_other_side() {
        assert!((SOME.points() - 0.305).abs() < 1e-12);
        assert!((SOME.flipped().points() + 0.305).abs() < 1e-12);
        let back = SOME.flipped().flipped();
        assert!((back.win - 0.6).abs() < 1e-12 && back.gammon == 0.2 && back.lose_backgammon == 0.005);
    }

    #[test]
    fn chances_are_made_to_agree_with_each_other() {
        let wild = Chances { win: 0.3, gammon: 0.5, backgammon: 0.4, lose_gammon: 2.0, lose_backgammon: f64::NAN }
            .consistent();
        let agreed = Chances { win: 0.3, gammon: 0.3, backgammon: 0.3, lose_gammon: 0.7, lose_backgammon: 0.0 };
        assert_eq!(wild, agreed);
        assert_eq!(Chances { win: f64::NAN, ..SOME }.consistent().win, 0.5);
    }

    #[test]
    fn what_the_rules_exclude_has_no_chance() {
        let home = men(&[(1, 5), (2, 5), (6, 4)]);
        let midway = men(&[(7, 15)]);
        let behind = men(&[(3, 14), (22, 1)]);
        // The side that has borne off a man.
        let chances = SOME.in_position(&home, &midway);
        assert_eq!((chances.gammon, chances.backgammon), (0.2, 0.0));
        assert_eq!((chances.lose_gammon, chances.lose_backgammon), (0.0, 0.0));
        // A man who must still pass can be caught in the end.
        assert_eq!(SOME.in_position(&midway, &behind), SOME);
        assert_eq!(SOME.in_position(&Men::START, &Men::START), SOME);
    }

    #[test]
    fn a_finished_game_is_known() {
        let off = men(&[]);
        let end = |other: &Men| SOME.in_position(&off, other).points();
        assert_eq!([end(&men(&[(1, 14)])), end(&men(&[(7, 15)])), end(&men(&[(1, 14), (25, 1)]))], [1.0, 2.0, 3.0]);
        assert_eq!(SOME.in_position(&men(&[(1, 14), (19, 1)]), &off).points(), -3.0);
    }
}
