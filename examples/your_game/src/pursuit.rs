//! A cat chases a mouse over twelve squares: a game that can go round for ever.
//!
//! ```text
//!   1  0  1  2  3
//!   2  4  5  6  7     the cat starts at d3, the mouse at b2; each in turn must go to a square beside its own
//!   3  8  9 10 11     a1 is the mouse's hole
//!      a  b  c  d
//! ```
//!
//! No search to the end of such a game comes to an end by itself. Its positions are few and can be numbered, so
//! `tables` solves it.

use std::ops::Range;

use counterplay::picture::{Cell, Drawing, Path, Picture};
use counterplay::{Actions, Game, Indexed, Key, Keyed, Notation, Repetition, Score, Seat, Side, Slice, Turn, Without};

/// The rules.
pub(crate) struct Pursuit;

/// Where the cat and the mouse are, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Chase {
    cat: u8,
    mouse: u8,
    mover: Seat,
}

const HOLE: u8 = 0;
const SQUARES: u8 = 12;

/// The squares beside one.
fn beside(at: u8) -> impl Iterator<Item = u8> {
    (0..SQUARES).filter(move |&to| (to % 4).abs_diff(at % 4) + (to / 4).abs_diff(at / 4) == 1)
}

impl Game for Pursuit {
    type State = Chase;
    /// Where to go.
    type Action = u8;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Chase {
        Chase { cat: 11, mouse: 5, mover: Seat::FIRST }
    }
    fn turn(&self, chase: &Chase) -> Turn {
        Turn::Seat(chase.mover)
    }
    fn actions(&self, chase: &Chase, out: &mut Actions<u8>) {
        if !self.is_terminal(chase) {
            out.extend(beside(if chase.mover == Seat::FIRST { chase.cat } else { chase.mouse }));
        }
    }
    fn apply(&self, chase: &mut Chase, to: u8) {
        *(if chase.mover == Seat::FIRST { &mut chase.cat } else { &mut chase.mouse }) = to;
        chase.mover = chase.mover.other();
    }
    fn is_terminal(&self, chase: &Chase) -> bool {
        chase.cat == chase.mouse || chase.mouse == HOLE
    }
    fn utility(&self, chase: &Chase) -> Score {
        if chase.cat == chase.mouse { Score::WIN } else { Score::LOSS }
    }
    fn repetition(&self) -> Repetition {
        Repetition::Draw(3)
    }
    fn repetition_key(&self, state: &Self::State) -> Option<Key> {
        Some(self.key(state))
    }
}

/// A position that comes for the third time is a draw.
impl Keyed for Pursuit {
    fn key(&self, chase: &Chase) -> Key {
        Key::of(chase)
    }
}

/// Two slices that lead to one another: the cat is to move, and the mouse is.
impl Indexed for Pursuit {
    fn pieces(&self) -> (Range<u32>, u32) {
        (2..3, 2)
    }
    fn groups(&self, _: u32) -> Vec<Vec<Slice>> {
        vec![vec![Slice(0), Slice(1)]]
    }
    fn slice_name(&self, slice: Slice) -> String {
        ["cat", "mouse"][slice.0 as usize].to_owned()
    }
    fn size(&self, _: Slice) -> u64 {
        u64::from(SQUARES) * u64::from(SQUARES)
    }
    fn slice(&self, chase: &Chase) -> Option<Slice> {
        (!self.is_terminal(chase)).then(|| Slice(chase.mover.0.into()))
    }
    fn rank(&self, chase: &Chase) -> u64 {
        u64::from(chase.cat) * u64::from(SQUARES) + u64::from(chase.mouse)
    }
    fn unrank(&self, slice: Slice, index: u64) -> Option<Chase> {
        let squares = u64::from(SQUARES);
        let chase = Chase { cat: (index / squares) as u8, mouse: (index % squares) as u8, mover: Seat(slice.0 as u8) };
        (!self.is_terminal(&chase)).then_some(chase)
    }
}

fn square(at: u8) -> String {
    format!("{}{}", char::from(b'a' + at % 4), at / 4 + 1)
}

impl Notation for Pursuit {
    fn action_text(&self, _: &Chase, to: u8) -> String {
        square(to)
    }
}

impl Picture for Pursuit {
    fn picture(&self, chase: &Chase, _: Option<u8>) -> Drawing {
        let cell = |at: u8| match Cell::new(square(at), u16::from(at % 4), u16::from(at / 4)) {
            cell if at == chase.cat => cell.piece("C", Side::Max),
            cell if at == chase.mouse => cell.piece("M", Side::Min),
            cell => cell,
        };
        Drawing { cells: (0..SQUARES).map(cell).collect(), ..Drawing::default() }
    }
    fn clicks(&self, _: &Chase, to: u8) -> Vec<Path> {
        vec![vec![square(to)]]
    }
}
