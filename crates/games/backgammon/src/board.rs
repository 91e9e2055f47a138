//! The men of one side.

use std::fmt;

use super::Step;

/// The number of points, as each side counts them: from its ace point, 1, to the other's, 24.
pub const POINTS: usize = 24;
/// Where a man is that was borne off.
pub const OFF: u8 = 0;
/// Where a man is that was hit: one step behind the last point.
pub const BAR: u8 = 25;
/// The last point of a side's home.
pub const HOME: u8 = 6;
/// How many men a side has.
pub const MEN: u8 = 15;

/// How many men of a side are off, on each of its points, and on the bar: four bits a place, which fifteen men fit
/// into.
///
/// ```text
/// word 1   63 … 40   39 … 36   35 … 32   …    3 … 0         word 0   63 … 60   …    7 … 4    3 … 0
///          nothing     bar       24      …     16                      15      …      1       off
/// ```
///
/// No place straddles the two words, so that what a man's move changes is one sum in each of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Men([u64; 2]);

/// The lowest bit of each place.
const LOWEST: u64 = 0x1111_1111_1111_1111;
/// Every other place, as bytes.
const BYTES: u64 = 0x0F0F_0F0F_0F0F_0F0F;

impl Men {
    /// The men at the start of a game.
    pub const START: Men = Men([5 * Men::one(6)[0] + 3 * Men::one(8)[0] + 5 * Men::one(13)[0], 2 * Men::one(24)[1]]);

    /// So many men on the points from 1 to 24 and on the bar; the others are off. Nothing if they are more than
    /// fifteen.
    #[must_use]
    pub fn new(on: &[u8; 25]) -> Option<Men> {
        let count = on.iter().try_fold(0, |sum: u8, &men| sum.checked_add(men)).filter(|&sum| sum <= MEN)?;
        let mut men = Men([u64::from(MEN - count), 0]);
        for (&here, point) in on.iter().zip(1..) {
            men.0[usize::from(point >> 4)] |= u64::from(here) << shift(point);
        }
        Some(men)
    }

    /// One man on a place and none elsewhere, as words.
    pub(super) const fn one(point: u8) -> [u64; 2] {
        let mut words = [0; 2];
        words[(point >> 4) as usize] = 1 << shift(point);
        words
    }

    /// How many are on a point, or off, or on the bar.
    #[must_use]
    #[inline]
    pub fn on(&self, point: u8) -> u8 {
        (self.0[usize::from(point >> 4)] >> shift(point)) as u8 & 15
    }

    /// How many are on each point, from the ace point to the bar.
    #[must_use]
    #[inline]
    pub fn points(&self) -> [u8; 25] {
        std::array::from_fn(|index| self.on(index as u8 + 1))
    }

    /// The point that is furthest from home among those that men are on; 0 if all are off.
    #[must_use]
    #[inline]
    pub fn last(&self) -> u8 {
        let [low, high] = self.0;
        // A bit more, for those that are off, is never the highest.
        if high == 0 { (low | 1).ilog2() as u8 / 4 } else { 16 + high.ilog2() as u8 / 4 }
    }

    /// How many pips the men need to be borne off.
    #[must_use]
    #[inline]
    pub fn pips(&self) -> u32 {
        let [low, high] = self.0;
        weighted(low) + weighted(high) + 16 * sum((high & BYTES) + (high >> 4 & BYTES))
    }

    /// The points and the bar that have men, as bits.
    #[inline]
    pub(super) fn taken(&self) -> u32 {
        bits(self.0.map(|men| men | men >> 1 | men >> 2 | men >> 3)) & !1
    }

    /// Those that have two or more.
    #[inline]
    pub(super) fn with_two(&self) -> u32 {
        bits(self.0.map(|men| men >> 1 | men >> 2 | men >> 3)) & !1
    }

    /// Those that have three or more.
    #[inline]
    pub(super) fn with_three(&self) -> u32 {
        bits(self.0.map(|men| men & men >> 1 | men >> 2 | men >> 3)) & !1
    }

    /// Those that have four or more.
    #[inline]
    pub(super) fn with_four(&self) -> u32 {
        bits(self.0.map(|men| men >> 2 | men >> 3)) & !1
    }

    /// Men come and go, as the sums in both words tell.
    #[inline(always)]
    pub(super) fn change(&mut self, by: [u64; 2]) {
        self.0[0] = self.0[0].wrapping_add(by[0]);
        self.0[1] = self.0[1].wrapping_add(by[1]);
    }

    /// What a step changes.
    pub(super) const fn change_of(Step { from, to }: Step) -> [u64; 2] {
        let (from, to) = (Men::one(from), Men::one(to));
        [to[0].wrapping_sub(from[0]), to[1].wrapping_sub(from[1])]
    }

    /// What it changes that the other side, on one of its points, hits a man.
    pub(super) const fn change_of_hit(theirs: u8) -> [u64; 2] {
        Men::change_of(Step { from: BAR - theirs, to: BAR })
    }

    /// What it has won against the men of the other side; nothing if not all of its own are off.
    #[inline(always)]
    pub(super) fn points_won(&self, other: &Men) -> Option<u8> {
        if self.0[0] & 15 == u64::from(MEN) { Some(other.points_lost()) } else { None }
    }

    /// What is lost if the other side has just borne off its last man.
    #[cold]
    fn points_lost(&self) -> u8 {
        match (self.on(OFF), self.last()) {
            (0, 19..) => 3,
            (0, _) => 2,
            _ => 1,
        }
    }

    /// All of it.
    #[inline]
    pub(super) fn words(&self) -> [u64; 2] {
        self.0
    }
}

/// The numbers of men, from those that are off to those on the bar.
impl fmt::Debug for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Men")?;
        f.debug_list().entries((OFF..=BAR).map(|point| self.on(point))).finish()
    }
}

/// Where in its word a place begins.
const fn shift(point: u8) -> u32 {
    (point & 15) as u32 * 4
}

/// The lowest bits of the places, side by side.
#[inline(always)]
fn bits(words: [u64; 2]) -> u32 {
    let [low, high] = words.map(|word| {
        let two = (word & LOWEST) | (word & LOWEST) >> 3;
        let four = (two & 0x0303_0303_0303_0303) | (two & 0x0303_0303_0303_0303) >> 6;
        // Four groups of four, 16 bits apart: each has its own factor that brings it to the highest bits, and what the
        // other factors make of it lies below, or is lost.
        ((four & 0x000F_000F_000F_000F).wrapping_mul(0x0001_0010_0100_1000) >> 48) as u32
    });
    low | high << 16
}

/// The sum of eight bytes.
#[inline(always)]
fn sum(bytes: u64) -> u32 {
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// The men in a word, each counted as often as the number of his place in it.
#[inline(always)]
fn weighted(word: u64) -> u32 {
    let odd = word >> 4 & BYTES;
    // The highest byte of the product has each byte times its number. None of the sums exceeds a byte: 7 times 15.
    let pairs = ((word & BYTES) + odd).wrapping_mul(0x0001_0203_0405_0607) >> 56;
    2 * pairs as u32 + sum(odd)
}

#[cfg(test)]
mod tests {
    use counterplay_core::{Random, Seeded};

    use super::*;

    #[test]
    fn what_is_read_from_the_words_is_what_counting_gives() {
        let mut random = Seeded::new(1);
        for _ in 0..2000 {
            let mut on = [0; 25];
            for _ in 0..random.below(16) {
                // Few points, so that many men meet.
                let points = random.below(25) + 1;
                on[random.below(points) as usize] += 1;
            }
            let men = Men::new(&on).unwrap();
            assert_eq!(men.points(), on);
            assert_eq!(men.on(OFF), MEN - on.iter().sum::<u8>());
            assert_eq!(men.pips(), on.iter().zip(1..).map(|(&men, point)| u32::from(men) * point).sum::<u32>());
            assert_eq!(men.last(), (1..=BAR).rev().find(|&point| men.on(point) > 0).unwrap_or(OFF));
            let with =
                |least| (1..=BAR).filter(|&point| men.on(point) >= least).fold(0, |bits, point| bits | 1 << point);
            let read = [men.taken(), men.with_two(), men.with_three(), men.with_four()];
            assert_eq!(read, [1, 2, 3, 4].map(with), "{men:?}");
        }
    }

    #[test]
    fn sixteen_men_are_too_many() {
        let mut on = [0; 25];
        on[3] = 16;
        assert_eq!(Men::new(&on), None);
        on[3] = 15;
        assert_eq!(Men::new(&on).map(|men| [men.on(4), men.on(OFF)]), Some([15, 0]));
        assert_eq!(Men::START.on(OFF), 0);
        assert_eq!(Men::START.pips(), 167);
    }
}
