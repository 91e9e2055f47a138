//! What is played for: points, points with the doubling cube, or a match.

use counterplay_core::{Bounds, Seat};

use super::{Stage, State};

/// How the score is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stakes {
    /// One, two or three points a game, and no cube.
    #[default]
    Points,
    /// Points, times the cube.
    Money,
    /// A match, which is won or lost.
    Match(Match),
}

/// A match: games with the cube, until a side has so many points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    /// The points that win.
    pub length: u8,
}

/// The doubling cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cube {
    /// How often it has been turned: the game counts 2 to this power.
    pub exponent: u8,
    /// Who may turn it next; both, as long as nobody has.
    pub owner: Option<Seat>,
}

/// The Crawford rule: in the first game after a side has come within a point of winning the match, nobody may double.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Crawford {
    /// Nobody has come within a point yet, or it is no match.
    Before,
    /// This is the game.
    Now,
    /// It has been played.
    After,
}

impl Cube {
    /// The cube is turned to 64 at the most.
    pub const MOST: u8 = 6;

    /// The number that it shows.
    #[must_use]
    pub fn value(self) -> u32 {
        1 << self.exponent
    }
}

impl Match {
    /// The longest match.
    pub const LONGEST: u8 = 64;
}

impl Stakes {
    /// Whether there is a cube at all.
    #[must_use]
    pub fn has_cube(self) -> bool {
        self != Stakes::Points
    }

    /// Whether a seat whose turn begins may double. It is not asked where the cube is dead: where the game as it stands
    /// would win it the match, to double could only help the other side.
    #[inline]
    pub(super) fn may_double(self, state: &State, seat: Seat) -> bool {
        let is_its_own = state.cube.owner.is_none_or(|owner| owner == seat);
        let is_dead = match self {
            Stakes::Points => true,
            Stakes::Money => false,
            Stakes::Match(Match { length }) => {
                u32::from(state.score(seat)) + state.cube.value() >= length.into() || state.crawford == Crawford::Now
            }
        };
        !is_dead && is_its_own && state.cube.exponent < Cube::MOST
    }

    /// Whether the next game is the Crawford game, after one that was before it, that game itself, or after it.
    pub(super) fn crawford(self, score: [u8; 2], last: Crawford) -> Crawford {
        match (self, last) {
            (Stakes::Match(Match { length }), Crawford::Before) if score.contains(&(length - 1)) => Crawford::Now,
            (_, Crawford::Before) => Crawford::Before,
            (_, Crawford::Now | Crawford::After) => Crawford::After,
        }
    }

    pub(super) fn bounds(self) -> Bounds {
        match self {
            Stakes::Points => Bounds::new(-3, 3),
            Stakes::Money => Bounds::new(-(3 << Cube::MOST), 3 << Cube::MOST),
            Stakes::Match(_) => Bounds::WIN_DRAW_LOSS,
        }
    }
}

impl State {
    /// Whether the cube is offered and not yet taken.
    #[must_use]
    pub fn is_doubled(&self) -> bool {
        self.stage == Stage::Answer
    }
}
