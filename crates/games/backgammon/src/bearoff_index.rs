//! Men who are all at home, as numbers.
//!
//! So many men on six points are numbered in such a way that a man who goes on to a lower point makes the number
//! smaller. They stand in a row, those on the ace point first; the `k`-th of them, on a point with `p` points below it,
//! adds the binomial coefficient of `p + k - 1` over `k`. This is the combinatorial number system, for men of whom
//! several may be on a point. The men of a point are next to each other, and what they add sums up to a difference of
//! two coefficients.

use super::board::{HOME, MEN, Men, OFF, POINTS};

const PLACES: usize = HOME as usize;

/// `CHOOSE[p][k]`: in how many ways k men can be on the lowest p + 1 points, which is the binomial coefficient of p + k
/// over k.
const CHOOSE: [[u16; MEN as usize + 1]; PLACES] = {
    let mut table = [[1; MEN as usize + 1]; PLACES];
    let mut p = 1;
    while p < PLACES {
        let mut k = 1;
        while k <= MEN as usize {
            table[p][k] = table[p][k - 1] + table[p - 1][k];
            k += 1;
        }
        p += 1;
    }
    table
};

/// In how many ways so many men can be at home.
#[inline]
pub(super) fn ways(men: u8) -> u64 {
    CHOOSE[PLACES - 1][usize::from(men)].into()
}

/// How many men are not off, if all of those are at home.
#[inline]
pub(super) fn at_home(men: &Men) -> Option<u8> {
    (men.last() <= HOME).then(|| MEN - men.on(OFF))
}

/// The number of men who are at home.
#[inline]
pub(super) fn rank(men: &Men) -> u64 {
    let (mut number, mut before) = (0, usize::from(men.on(1)));
    for (point, ways) in (2..=HOME).zip(&CHOOSE[1..]) {
        let until = before + usize::from(men.on(point));
        number += u64::from(ways[until] - ways[before]);
        before = until;
    }
    number
}

/// The men with this number.
pub(super) fn unrank(men: u8, number: u64) -> Option<Men> {
    let (mut points, mut left) = ([0; POINTS + 1], number);
    for k in (1..=usize::from(men)).rev() {
        let added = |p: usize| if p == 0 { 0 } else { u64::from(CHOOSE[p - 1][k]) };
        let p = (0..PLACES).rev().find(|&p| added(p) <= left)?;
        left -= added(p);
        points[p] += 1;
    }
    if left == 0 { Men::new(&points) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_that_of_its_men_and_of_no_others() {
        let mut all = 0;
        for count in 1..=MEN {
            for number in 0..ways(count) {
                let men = unrank(count, number).expect("as many as there are ways");
                assert_eq!((at_home(&men), rank(&men)), (Some(count), number), "{men:?}");
                all += 1;
            }
            assert!(unrank(count, ways(count)).is_none());
        }
        assert_eq!(all + 1, 54_264);
    }

    #[test]
    fn whoever_goes_on_has_a_smaller_number() {
        for count in 1..=7 {
            for number in 0..ways(count) {
                let men = unrank(count, number).unwrap();
                for from in (2..=HOME).filter(|&from| men.on(from) > 0) {
                    for to in 1..from {
                        let mut points = [0; POINTS + 1];
                        points.copy_from_slice(&men.points());
                        points[usize::from(from) - 1] -= 1;
                        points[usize::from(to) - 1] += 1;
                        assert!(rank(&Men::new(&points).unwrap()) < number);
                    }
                }
            }
        }
    }
}
