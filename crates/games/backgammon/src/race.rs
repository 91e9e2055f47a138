//! Bearing off alone: how many throws does it take?
//!
//! Once the sides have passed each other, each bears off for itself, and what the other does changes only who is done
//! first. So the men of one side are a game for one, with 54,264 positions for fifteen men at home where the game for
//! two has billions.

use std::ops::Range;

use counterplay_core::{
    Actions, Bounds, Chance, Draws, Game, Indexed, Lane, Lanes, Outcomes, Progressive, Race, Score, Seat, Side, Slice,
    Turn, With, Without,
};

use super::bearoff_index::{at_home, rank, unrank, ways};
use super::{Action, Backgammon, MEN, Men, OFF, POINTS, Stage, Stakes, State, Step};

/// The game for one: the men of a side, who is in nobody's way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Alone;

/// What is to be reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// All men are off: the game is won.
    All,
    /// A man is off: it is no gammon any more.
    First,
}

/// How far somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Way {
    men: Men,
    goal: Goal,
    /// What has been thrown and not yet been played.
    dice: Option<[u8; 2]>,
    /// How often the dice were thrown.
    throws: u8,
}

impl Alone {
    /// No game lasts longer: with the worst of dice, 2 and 1 every time, fifteen men need thirty throws from the last
    /// point of home.
    const MOST_THROWS: u8 = 31;

    /// The numbers of slices begin here, so that they are not those of the game for two.
    const FIRST_SLICE: u32 = 1 << 10;

    /// The race with somebody else at the board, who is in nobody's way: the rules of play are those of the game for
    /// two.
    fn board(way: &Way) -> State {
        let mut other = [0; POINTS + 1];
        other[0] = 1;
        let other = Men::new(&other).expect("one man is not too many");
        let state = Backgammon::default().before_roll([way.men, other], Seat::FIRST);
        match way.dice {
            Some(dice) => State { stage: Stage::Play, dice, ..state },
            None => state,
        }
    }
}

impl Way {
    /// The beginning, before the dice are thrown; nothing if not all men are at home.
    #[must_use]
    pub fn new(men: Men, goal: Goal) -> Option<Way> {
        at_home(&men).map(|_| Way { men, goal, dice: None, throws: 0 })
    }

    /// The men.
    #[must_use]
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// What is to be reached.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }
}

impl Game for Alone {
    type State = Way;
    type Action = Action;
    type Luck = With;
    type Secrets = Without;

    /// Fifteen men, three on each point but the ace point.
    fn initial(&self) -> Way {
        let mut points = [0; POINTS + 1];
        points[1..6].fill(3);
        let men = Men::new(&points).expect("fifteen men");
        Way { men, goal: Goal::All, dice: None, throws: 0 }
    }

    fn turn(&self, way: &Way) -> Turn {
        if way.dice.is_none() { Turn::Chance } else { Turn::Seat(Seat::FIRST) }
    }

    fn actions(&self, way: &Way, out: &mut Actions<Action>) {
        if way.dice.is_some() {
            Backgammon::default().actions(&Alone::board(way), out);
        }
    }

    fn apply(&self, way: &mut Way, action: Action) {
        match action {
            Action::Throw(first, second) => {
                (way.dice, way.throws) = (Some([first.max(second), first.min(second)]), way.throws + 1);
            }
            Action::Play(play) => {
                let mut points = [0; POINTS + 1];
                points.copy_from_slice(&way.men.points());
                for Step { from, to } in play.steps() {
                    points[usize::from(from) - 1] -= 1;
                    if to != OFF {
                        points[usize::from(to) - 1] += 1;
                    }
                }
                (way.men, way.dice) = (Men::new(&points).expect("nobody has come in"), None);
            }
            Action::Roll | Action::Double | Action::Take | Action::Drop => {}
        }
    }

    fn is_terminal(&self, way: &Way) -> bool {
        match way.goal {
            Goal::All => way.men.on(OFF) == MEN,
            Goal::First => way.men.on(OFF) > 0,
        }
    }

    /// The fewer throws the better.
    fn utility(&self, way: &Way) -> Score {
        Score::new(-i32::from(way.throws))
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-i32::from(Alone::MOST_THROWS), 0)
    }

    fn draws(&self) -> Draws {
        Draws::Never
    }
}

impl Chance for Alone {
    fn outcomes(&self, way: &Way, out: &mut Outcomes<Action>) {
        Backgammon::default().outcomes(&Alone::board(way), out);
    }
}

/// A slice is all ways to have so many men at home, and one more is all ways to have fifteen of whom one is to be borne
/// off. How often the dice were thrown is not in the number.
impl Indexed for Alone {
    fn pieces(&self) -> (Range<u32>, u32) {
        (1..u32::from(MEN) + 1, MEN.into())
    }

    fn groups(&self, pieces: u32) -> Vec<Vec<Slice>> {
        let most = pieces.min(MEN.into()) + u32::from(pieces >= MEN.into());
        (1..=most).map(|number| vec![Slice(Alone::FIRST_SLICE + number)]).collect()
    }

    fn slice_name(&self, Slice(number): Slice) -> String {
        let (men, goal) = class(number);
        match goal {
            Goal::All => format!("{men} men"),
            Goal::First => format!("{men} men gammon"),
        }
    }

    fn size(&self, Slice(number): Slice) -> u64 {
        ways(class(number).0)
    }

    fn slice(&self, way: &Way) -> Option<Slice> {
        let men = at_home(&way.men).filter(|&men| men > 0 && way.dice.is_none())?;
        let number = match way.goal {
            Goal::All => men,
            Goal::First if men == MEN => MEN + 1,
            Goal::First => return None,
        };
        Some(Slice(Alone::FIRST_SLICE + u32::from(number)))
    }

    fn rank(&self, way: &Way) -> u64 {
        rank(&way.men)
    }

    fn unrank(&self, Slice(number): Slice, index: u64) -> Option<Way> {
        let (men, goal) = class(number);
        Some(Way { men: unrank(men, index)?, goal, dice: None, throws: 0 })
    }
}

/// How many men a slice has, and what they are to reach.
fn class(number: u32) -> (u8, Goal) {
    let men = (number - Alone::FIRST_SLICE) as u8;
    if men > MEN { (MEN, Goal::First) } else { (men, Goal::All) }
}

impl Progressive for Alone {
    fn viewpoint(&self, _: &Way) -> Side {
        Side::Max
    }
}

impl Race for Backgammon {
    type Alone = Alone;

    fn alone(&self) -> Alone {
        Alone
    }

    fn lanes(&self, state: &State) -> Option<Lanes<Way>> {
        // In a match everything depends on the score.
        if !matches!(state.stage, Stage::Roll | Stage::Cube) || matches!(self.stakes(), Stakes::Match(_)) {
            return None;
        }
        let lane = |seat| {
            let men = state.men(seat);
            let saved = if men.on(OFF) == 0 { Way::new(*men, Goal::First) } else { None };
            Way::new(*men, Goal::All).map(|home| Lane { home, saved })
        };
        Some(Lanes { own: lane(state.seat)?, other: lane(state.seat.other())? })
    }
}

#[cfg(test)]
mod tests {
    use counterplay_core::search::{Settings, expectiminimax};
    use counterplay_core::trace::Silent;

    use super::*;

    fn way(points: [u8; 6], goal: Goal) -> Way {
        let mut on = [0; POINTS + 1];
        on[..6].copy_from_slice(&points);
        Way::new(Men::new(&on).unwrap(), goal).unwrap()
    }

    fn throws(way: &Way) -> f64 {
        -expectiminimax(&Alone, way, &Settings::new(), &mut Silent).unwrap().value.score
    }

    #[test]
    fn one_man_is_off_as_soon_as_the_dice_reach() {
        let close = |points, goal, known: f64| {
            let found = throws(&way(points, goal));
            assert!((found - known).abs() < 1e-12, "{points:?}: {found}");
        };
        close([1, 0, 0, 0, 0, 0], Goal::All, 1.0);
        // Of 36 throws, nine do not take a man from the sixth point off; any second one does.
        close([0, 0, 0, 0, 0, 1], Goal::All, 1.0 + 9.0 / 36.0);
        // Of four men, only doublets take all off at once.
        close([4, 0, 0, 0, 0, 0], Goal::All, 2.0 - 6.0 / 36.0);
    }

    #[test]
    fn numbers_come_back_and_do_not_depend_on_the_throws() {
        for slice in Alone.groups(15).into_iter().flatten() {
            for index in (0..Alone.size(slice)).step_by(7) {
                let way = Alone.unrank(slice, index).unwrap();
                assert_eq!((Alone.slice(&way), Alone.rank(&way)), (Some(slice), index));
                assert_eq!(Alone.slice(&Way { throws: 9, ..way }), Some(slice));
                assert_eq!(Alone.slice(&Way { dice: Some([2, 1]), ..way }), None);
            }
        }
        let all: u64 = Alone.groups(15).into_iter().flatten().map(|slice| Alone.size(slice)).sum();
        assert_eq!(all, 54_263 + 15_504);
    }

    #[test]
    fn the_first_man_ends_the_game_if_only_a_gammon_is_to_be_saved() {
        let fifteen = way([0, 0, 0, 0, 0, 15], Goal::First);
        let thrown = Alone.result(&fifteen, Action::Throw(6, 1));
        let ends = |&play: &Action| Alone.is_terminal(&Alone.result(&thrown, play));
        assert!(Alone.action_list(&thrown).iter().all(ends));
        let thrown = Alone.result(&fifteen, Action::Throw(2, 1));
        assert!(!Alone.action_list(&thrown).iter().any(ends));
    }
}
