//! What can be played with a throw.
//!
//! Both dice are played if they can be, doublets as often as they can be, and of two dice of which only one can be played the larger. Two ways to the
//! same position are one play.

use counterplay_core::Actions;

use super::Action;
use super::board::{BAR, HOME, Men, OFF};

/// A man goes from one of his points to another, with one die or with several on end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The point that he leaves, or [`BAR`].
    pub from: u8,
    /// The point that he comes to, or [`OFF`].
    pub to: u8,
}

impl Step {
    /// No step: a play of fewer than four steps ends with these.
    const NONE: Step = Step { from: 0, to: 0 };
}

/// All that is played with a throw: at most four steps, from the point that is furthest from home on.
///
/// A man who goes on from where he came to is one step, unless he has hit there. So two plays that lead to the same position are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play([Step; 4]);

impl Play {
    /// Nothing can be played.
    pub const NOTHING: Play = Play([Step::NONE; 4]);

    /// The steps.
    pub fn steps(&self) -> impl Iterator<Item = Step> + use<'_> {
        self.0.iter().copied().take_while(|&step| step != Step::NONE)
    }

    /// A man moves on, or another one moves. The last man to move before was not behind him.
    #[inline]
    fn and(mut self, step: Step, blots: u32) -> Play {
        let goes_on = |before: &&mut Step| before.to == step.from && blots >> before.to & 1 == 0;
        match self.0.iter_mut().take_while(|before| **before != Step::NONE).find(goes_on) {
            Some(before) => before.to = step.to,
            None => {
                let end =
                    self.0.iter().position(|&before| before == Step::NONE).expect("a throw has at most four steps");
                self.0[end] = step;
            }
        }
        self
    }

    /// The play of two steps.
    #[inline]
    fn of_two(first: Step, second: Step, blots: u32) -> Play {
        let (ahead, behind) = if first.from >= second.from { (first, second) } else { (second, first) };
        if ahead.to == behind.from && blots >> ahead.to & 1 == 0 {
            return Play([Step { from: ahead.from, to: behind.to }, Step::NONE, Step::NONE, Step::NONE]);
        }
        // Of two men from the same point, the one who goes further is named first.
        let (ahead, behind) =
            if ahead.from == behind.from && ahead.to > behind.to { (behind, ahead) } else { (ahead, behind) };
        Play([ahead, behind, Step::NONE, Step::NONE])
    }
}

/// Lists the plays of a throw.
pub(super) fn list(own: &Men, other: &Men, dice: [u8; 2], out: &mut Actions<Action>) {
    let mirrored = |points: u32| points.reverse_bits() >> (31 - u32::from(BAR));
    let (taken, closed) = (mirrored(other.with_at_least(1)), mirrored(other.with_at_least(2)));
    // The bar and what is off are nobody's points.
    let points = (1 << BAR) - 2;
    let hall = Hall { closed: closed & points, blots: taken & !closed & points };
    let start = out.as_slice().len();
    if dice[0] == dice[1] {
        let mut four = Doublets { hall, die: dice[0], longest: 0, start, out: &mut *out };
        four.play(&mut own.clone(), own.with_at_least(1), Play::NOTHING, BAR, 0);
    } else {
        hall.play_two(own, dice, start, out);
    }
    if out.as_slice().len() == start {
        out.push(Action::Play(Play::NOTHING));
    }
}

/// What the other side has on the points, as bits, as the mover counts them.
#[derive(Clone, Copy)]
struct Hall {
    closed: u32,
    blots: u32,
}

impl Hall {
    /// The points from which a man can move with a die, as bits, where men are on `own`.
    #[inline]
    fn sources(self, own: u32, die: u8) -> u32 {
        let bar = own & 1 << BAR;
        if bar != 0 {
            return if self.closed >> (BAR - die) & 1 == 0 { bar } else { 0 };
        }
        // Those that come to an open point.
        let on_board = own & !(self.closed << die) & !((2 << die) - 1);
        if own >> (HOME + 1) != 0 {
            return on_board;
        }
        // All are home: a man can be borne off from the point of the die, or the last one from nearer.
        let exact = own & 1 << die;
        let last = 1 << (31 - (own | 1).leading_zeros());
        let nearer = if last < 1 << die { last & own } else { 0 };
        on_board | exact | nearer
    }

    /// The plays of two unequal dice, the larger first.
    fn play_two(self, own: &Men, dice: [u8; 2], start: usize, out: &mut Actions<Action>) {
        let occupied = own.with_at_least(1);
        for [first, second] in [dice, [dice[1], dice[0]]] {
            for from in bits(self.sources(occupied, first)) {
                let one = step(from, first);
                let left = if own.on(from) == 1 { occupied & !(1 << from) } else { occupied };
                let after = if one.to == OFF { left } else { left | 1 << one.to };
                for from in bits(self.sources(after, second)) {
                    let play = Action::Play(Play::of_two(one, step(from, second), self.blots));
                    if !out.as_slice()[start..].contains(&play) {
                        out.push(play);
                    }
                }
            }
        }
        if out.as_slice().len() > start {
            return;
        }
        // Only one die can be played: the larger one if it can.
        for die in dice {
            for from in bits(self.sources(occupied, die)) {
                out.push(Action::Play(Play::NOTHING.and(step(from, die), self.blots)));
            }
            if out.as_slice().len() > start {
                return;
            }
        }
    }
}

/// Doublets: the same die up to four times. The men move in the order of their points, the last one first, so that no play comes twice.
struct Doublets<'a> {
    hall: Hall,
    die: u8,
    /// How many dice the longest plays use that were found so far: others are not allowed.
    longest: u32,
    start: usize,
    out: &'a mut Actions<Action>,
}

impl Doublets<'_> {
    /// Goes on with a play that has used so many dice.
    fn play(&mut self, men: &mut Men, own: u32, play: Play, last: u8, used: u32) {
        let sources = if used == 4 { 0 } else { self.hall.sources(own, self.die) & ((2 << last) - 1) };
        for from in bits(sources) {
            let step = step(from, self.die);
            let mut after = *men;
            after.step(step);
            let own = if after.on(from) == 0 { own & !(1 << from) } else { own };
            let own = if step.to == OFF { own } else { own | 1 << step.to };
            self.play(&mut after, own, play.and(step, self.hall.blots), from, used + 1);
        }
        if sources != 0 || used == 0 || used < self.longest {
            return;
        }
        if used > self.longest {
            self.longest = used;
            self.out.truncate(self.start);
        }
        self.out.push(Action::Play(play));
    }
}

#[inline]
fn step(from: u8, die: u8) -> Step {
    Step { from, to: from.saturating_sub(die) }
}

/// The numbers of the bits that are set, the highest first.
#[inline]
fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let highest = 31u32.checked_sub(set.leading_zeros())?;
        set &= !(1 << highest);
        Some(highest as u8)
    })
}
