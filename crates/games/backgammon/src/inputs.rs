//! What a network sees of backgammon, from the viewpoint of the side on roll.
//!
//! For each side:
//!
//! | inputs | what |
//! |---|---|
//! | 100 | on each point and on the bar: exactly one man, at least two, at least three, half of those beyond three |
//! | 4 | whether a man is off, and how many, in thirds |
//! | 1 | pips |
//! | 6 | how many points of its home are closed: at least one, two, … |
//! | 4 | the longest prime: at least three points, four, … |
//! | 1 | of 36 throws, those that hit a man who is alone |
//! | 1 | of 36 throws, those by which its last man gets away |
//! | 2 | where its last man is, and how many men are in the other's home |
//! | 3 | how far its last man is from having passed the other's; what keeps its men in; what it would cost to be hit |
//!
//! The first are Tesauro's; the others could be learned, but at the price of many hidden units. Positions in which the
//! sides have passed each other have a network of their own, and so have those in which a side has little left to play
//! with: what is good elsewhere is not good there. All others go to one of four, by whether either side still has men
//! in the other's home: to hold men and to bring them home are different arts.

use std::sync::LazyLock;

use counterplay_core::network::{Network, NetworkInputs};
use counterplay_core::{Features, Game, Seat, Side};

use super::board::{BAR, HOME, MEN, Men, OFF, POINTS};
use super::{Backgammon, Chances, Evaluator, Stage, State};

/// What the network sees.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inputs;

/// How many inputs a side has.
const SIDE: u32 = 122;
/// Counts are in parts of this: it has halves, thirds and thirty-sixths.
const UNIT: i32 = 360;

/// The networks, in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// Each side has men in the other's home.
    BothBehind,
    /// The sides have passed each other.
    Race,
    /// With contact, where a side has little left to play with.
    Spent,
    /// Only the side on roll has men in the other's home.
    OwnBehind,
    /// Only the other side has.
    OtherBehind,
    /// Neither has, and the sides have not passed each other yet.
    Between,
}

impl Part {
    const COUNT: usize = Part::Between as usize + 1;

    fn of(state: &State) -> Part {
        let (own, other) = (state.men(state.seat()), state.men(state.seat().other()));
        if !state.is_contact() {
            return Part::Race;
        }
        if is_spent(own) || is_spent(other) {
            return Part::Spent;
        }
        match (is_behind(own), is_behind(other)) {
            (true, true) => Part::BothBehind,
            (true, false) => Part::OwnBehind,
            (false, true) => Part::OtherBehind,
            (false, false) => Part::Between,
        }
    }
}

impl Features<Backgammon> for Inputs {
    fn stages(&self, _: &Backgammon) -> usize {
        Part::COUNT
    }

    fn stage(&self, _: &Backgammon, state: &State) -> usize {
        Part::of(state) as usize
    }

    fn count(&self, _: &Backgammon) -> usize {
        2 * SIDE as usize
    }

    #[inline]
    fn each(&self, _: &Backgammon, state: &State, mut see: impl FnMut(u32, i32)) {
        let seat = state.seat();
        let (own, other) = (state.men(seat), state.men(seat.other()));
        one_side(own, other, 0, &mut see);
        one_side(other, own, SIDE, &mut see);
    }
}

impl NetworkInputs<Backgammon> for Inputs {
    fn hidden(&self) -> usize {
        256
    }

    fn unit(&self) -> u32 {
        UNIT as u32
    }

    fn ends(&self, _: &Backgammon) -> Vec<i32> {
        vec![-3, -2, -1, 1, 2, 3]
    }

    fn viewpoint(&self, game: &Backgammon, state: &State) -> Side {
        game.side(state.seat())
    }

    /// Before the dice are thrown, and not before it is known who begins.
    fn applies_to(&self, _: &Backgammon, state: &State) -> bool {
        matches!(state.stage(), Stage::Roll | Stage::Cube | Stage::Answer)
    }

    /// Who has borne off a man loses no more than a point.
    fn possible(&self, _: &Backgammon, state: &State) -> (i32, i32) {
        let most = |men: &Men, last: u8| match (men.on(OFF) > 0, last) {
            (true, _) => 1,
            (false, last) if last > POINTS as u8 - HOME => 3,
            (false, _) => {
                if state.is_contact() {
                    3
                } else {
                    2
                }
            }
        };
        let (own, other) = (state.men(state.seat()), state.men(state.seat().other()));
        (-most(own, own.last()), most(other, other.last()))
    }
}

/// The network as an evaluator.
impl Evaluator for Network<Inputs> {
    fn chances(&self, own: &Men, other: &Men) -> Chances {
        let game = Backgammon::default();
        let tails = self.tails(&game, &game.before_roll([*own, *other], Seat::FIRST));
        let at_least = |end: usize| f64::from(tails.at_least(end));
        Chances {
            win: at_least(3),
            gammon: at_least(4),
            backgammon: at_least(5),
            lose_gammon: 1.0 - at_least(2),
            lose_backgammon: 1.0 - at_least(1),
        }
    }
}

/// Whether most of a side's men are off, or deep in its home, where they hold nobody back.
fn is_spent(men: &Men) -> bool {
    const DEEP: u8 = 2;
    const FEW: u8 = 6;
    (0..=DEEP).map(|place| men.on(place)).sum::<u8>() >= MEN - FEW
}

/// Whether a side has a man in the other's home, or on the bar.
fn is_behind(men: &Men) -> bool {
    men.taken() >> (POINTS as u8 - HOME + 1) != 0
}

/// The inputs of one side.
#[inline]
fn one_side(own: &Men, other: &Men, from: u32, see: &mut impl FnMut(u32, i32)) {
    let mut places = own.taken();
    while places != 0 {
        let place = places.trailing_zeros();
        places &= places - 1;
        let (men, at) = (own.on(place as u8), from + 4 * (place - 1));
        if men == 1 {
            see(at, UNIT);
            continue;
        }
        see(at + 1, UNIT);
        if men > 2 {
            see(at + 2, UNIT);
            if men > 3 {
                see(at + 3, UNIT / 2 * i32::from(men - 3));
            }
        }
    }
    let mut at = from + 100;
    let off = i32::from(own.on(OFF));
    if off > 0 {
        see(at, UNIT);
        for third in 0..3 {
            let men = (off - 5 * third).clamp(0, 5);
            if men > 0 {
                see(at + 1 + third as u32, UNIT / 5 * men);
            }
        }
    }
    at += 4;
    see(at, own.pips() as i32 * (UNIT / 60));
    at += 1;
    let closed = own.with_two() & POINTS_MASK;
    let home = (closed & HOME_MASK).count_ones();
    (0..home).for_each(|points| see(at + points, UNIT));
    at += 6;
    let prime = longest_run(closed);
    (3..=prime.min(6)).for_each(|points| see(at + points - 3, UNIT));
    at += 4;
    let theirs = Theirs::new(other);
    let hits = theirs.hits(own);
    if hits > 0 {
        see(at, UNIT / 36 * hits);
    }
    let last = own.last();
    see(at + 1, UNIT / 36 * theirs.escapes(last));
    see(at + 2, UNIT / 24 * i32::from(last));
    let back: i32 = (POINTS as u8 - HOME + 1..=BAR).map(|point| i32::from(own.on(point))).sum();
    if back > 0 {
        see(at + 3, UNIT / 4 * back.min(MEN.into()));
    }
    let meet = i32::from(last) + i32::from(other.last()) - i32::from(BAR);
    if meet > 0 {
        see(at + 4, UNIT / 24 * meet);
        // What the other side keeps in: for each man far from home the throws by which he does not get away.
        let held: i32 = (13..=BAR)
            .map(|point| (point, i32::from(own.on(point))))
            .filter(|&(_, men)| men > 0)
            .map(|(point, men)| men * (36 - theirs.escapes(point)))
            .sum();
        if held > 0 {
            see(at + 5, (UNIT / 36 * held) / 4);
        }
        // What it would cost to be hit: the way that those men have come whom a single die hits.
        let shot = theirs.shot(own);
        let lost: i32 = (1..=24u8).filter(|&point| shot >> point & 1 == 1).map(|point| i32::from(BAR - point)).sum();
        if lost > 0 {
            see(at + 6, UNIT / 24 * lost);
        }
    }
}

/// The points of the board, and of a side's home, as bits.
const POINTS_MASK: u32 = (1 << BAR) - 2;
const HOME_MASK: u32 = (1 << (HOME + 1)) - 2;

/// The length of the longest run of bits.
fn longest_run(bits: u32) -> u32 {
    let (mut run, mut left) = (0, bits);
    while left != 0 {
        left &= left << 1;
        run += 1;
    }
    run
}

/// What the other side has on the points, as bits, as the mover counts them.
struct Theirs {
    closed: u32,
    blots: u32,
}

impl Theirs {
    fn new(other: &Men) -> Theirs {
        let mirrored = |points: u32| points.reverse_bits() >> (31 - u32::from(BAR));
        let (taken, closed) = (mirrored(other.taken()), mirrored(other.with_two()));
        Theirs { closed: closed & POINTS_MASK, blots: taken & !closed & POINTS_MASK }
    }

    /// Of 36 throws, how many hit a man who is alone. A man on the bar comes in first; of several, one hits only where
    /// he comes in.
    fn hits(&self, own: &Men) -> i32 {
        if self.blots == 0 {
            return 0;
        }
        let bar = own.on(BAR);
        let men = if bar > 0 { 1 << BAR } else { own.taken() & POINTS_MASK };
        let open = !self.closed;
        // Where the men come to with each die.
        let mut after = [0u32; 7];
        for (die, after) in after.iter_mut().enumerate().skip(1) {
            *after = men >> die & open & POINTS_MASK;
        }
        let mut hits = 0;
        for first in 1..=6usize {
            let direct = after[first] & self.blots != 0;
            // Doublets: on and on with the same die.
            let mut on = after[first];
            let mut doublets = direct;
            if bar < 2 {
                for _ in 0..3 {
                    on = on >> first & open & POINTS_MASK;
                    doublets |= on & self.blots != 0;
                }
            }
            hits += i32::from(doublets);
            for second in 1..first {
                let mut hit = direct || after[second] & self.blots != 0;
                if bar < 2 && !hit {
                    hit = (after[first] >> second | after[second] >> first) & self.blots != 0;
                }
                if bar == 1 && !hit {
                    // Whoever is in play already hits with the die that is left.
                    let others = own.taken() & POINTS_MASK;
                    let other_die =
                        |first: usize, second: usize| after[first] != 0 && others >> second & self.blots != 0;
                    hit = other_die(first, second) || other_die(second, first);
                }
                hits += 2 * i32::from(hit);
            }
        }
        hits
    }

    /// Blots: those of the side's own men who are alone and whom a single die hits, as bits.
    fn shot(&self, own: &Men) -> u32 {
        let blots = own.taken() & !own.with_two() & POINTS_MASK;
        let taken = self.closed | self.blots;
        // The other side comes from below.
        (1..=6).fold(0, |shot, die| shot | taken << die & blots)
    }

    /// Of 36 throws, how many bring a man from a point past what the other side has closed before him.
    fn escapes(&self, point: u8) -> i32 {
        // Bit 0 is the next point on the way home.
        let ahead = if point > 12 { self.closed >> (point - 12) } else { self.closed << (12 - point) };
        ESCAPES[(ahead.reverse_bits() >> 20) as usize & 0xfff].into()
    }
}

/// Of 36 throws, how many bring a man past the points that are closed among the next twelve; bit 0 is the next one.
static ESCAPES: LazyLock<[u8; 4096]> = LazyLock::new(|| {
    std::array::from_fn(|closed| {
        let is_open = |steps: usize| steps > 12 || closed >> (steps - 1) & 1 == 0;
        // He is past them where fewer than three of the next six points are closed.
        let is_past = |steps: usize| steps > 0 && (closed >> steps & 0x3f).count_ones() < 3;
        let mut count = 0;
        for first in 1..=6 {
            for second in 1..=6 {
                let reach = if first == second {
                    (1..=4).take_while(|&times| is_open(first * times)).last().unwrap_or(0) * first
                } else if is_open(first + second) && (is_open(first) || is_open(second)) {
                    first + second
                } else {
                    [first, second].into_iter().filter(|&die| is_open(die)).max().unwrap_or(0)
                };
                count += u8::from(is_past(reach));
            }
        }
        count
    })
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_position_has_its_network() {
        let game = Backgammon::default();
        let part = |own: &[(u8, u8)], other: &[(u8, u8)]| {
            let men = [own, other].map(|side| {
                // Who is on no point is off.
                let mut on = [0; 25];
                side.iter().for_each(|&(point, men)| on[usize::from(point) - 1] = men);
                Men::new(&on).unwrap()
            });
            Part::of(&game.before_roll(men, Seat::FIRST))
        };
        assert_eq!(Part::of(&game.initial()), Part::BothBehind);
        let (home, back) = ([(6, 5), (8, 10)], [(6, 5), (8, 8), (24, 2)]);
        assert_eq!(part(&[(6, 15)], &[(6, 15)]), Part::Race);
        assert_eq!(part(&back, &home), Part::OwnBehind);
        assert_eq!(part(&home, &back), Part::OtherBehind);
        assert_eq!(part(&[(6, 14), (18, 1)], &home), Part::Between);
        // From the nineteenth point on a man is in the other's home, and so he is on the bar.
        assert_eq!(part(&[(6, 14), (19, 1)], &home), Part::OwnBehind);
        assert_eq!(part(&[(6, 14), (BAR, 1)], &home), Part::OwnBehind);
        // Nine men off or deep are many, eight are not.
        assert_eq!(part(&[(2, 4), (5, 5), (24, 1)], &home), Part::Spent);
        assert_eq!(part(&home, &[(1, 5), (2, 4), (5, 5), (24, 1)]), Part::Spent);
        assert_eq!(part(&[(2, 4), (5, 6), (24, 1)], &home), Part::OwnBehind);
    }
}
