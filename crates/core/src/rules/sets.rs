//! Sets of squares, numbered: for games that number their positions.
//!
//! A set of k squares is the number of such sets that come before it when they are ordered by their highest squares.

use std::sync::LazyLock;

/// The most squares of a set.
const MOST: usize = 16;

/// How many sets of `k` among `n` there are, for all that are needed.
static CHOOSE: [[u64; MOST + 1]; 33] = {
    let mut table = [[0; MOST + 1]; 33];
    let mut n = 0;
    while n < 33 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

#[inline]
/// How many sets of `k` among `n` there are.
pub fn choose(n: u32, k: u32) -> u64 {
    CHOOSE[n as usize][k as usize]
}

/// The number of a set among the sets of as many squares, when only the squares of `free` count.
#[inline]
pub fn number(mut set: u32, free: u32) -> u64 {
    let (mut number, mut k) = (0, 1);
    while set != 0 {
        let below = (set & set.wrapping_neg()) - 1;
        number += choose((free & below).count_ones(), k);
        set &= set - 1;
        k += 1;
    }
    number
}

/// The sets of few squares, each in the place of its number.
static SETS: LazyLock<[Vec<u32>; 5]> = LazyLock::new(|| {
    std::array::from_fn(|k| (0..choose(32, k as u32)).map(|number| found_set(number, k as u32)).collect())
});

/// The set of `k` with this number.
#[inline]
pub fn set_of(number: u64, k: u32) -> u32 {
    match SETS.get(k as usize) {
        Some(sets) => sets[number as usize],
        None => found_set(number, k),
    }
}

/// The set of `k` with this number, found square by square.
fn found_set(mut number: u64, k: u32) -> u32 {
    let mut set = 0;
    for k in (1..=k).rev() {
        // The highest square for which there are not more sets below it.
        let mut at = k - 1;
        while choose(at + 1, k) <= number {
            at += 1;
        }
        number -= choose(at, k);
        set |= 1 << at;
    }
    set
}

/// The set with the next number when only the squares of `free` count. After the last one there is none, and it is any.
#[inline]
pub fn next_set(set: u32, free: u32) -> u32 {
    let lowest = set & set.wrapping_neg();
    // The squares that do not count pass on what is carried.
    let carried = (set | !free).wrapping_add(lowest) & free;
    let mut fallen = (set & !carried).count_ones();
    let (mut next, mut below) = (carried, free);
    while fallen > 1 {
        next |= below & below.wrapping_neg();
        below &= below - 1;
        fallen -= 1;
    }
    next
}

/// A set of the first squares as one of the same squares when those that are taken do not count.
#[inline]
pub fn spread(mut set: u32, taken: u32) -> u32 {
    let mut spread = 0;
    while set != 0 {
        let mut at = set.trailing_zeros();
        set &= set - 1;
        let mut others = taken;
        while others != 0 {
            at += u32::from(others.trailing_zeros() <= at);
            others &= others - 1;
        }
        spread |= 1 << at;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_follow_one_another_in_the_order_of_their_numbers() {
        for k in 0..7 {
            let mut set = set_of(0, k);
            for at in 0..choose(12, k) {
                assert_eq!((set_of(at, k), found_set(at, k), number(set, !0)), (set, set, at), "{k} squares");
                set = next_set(set, !0);
            }
        }
    }

    #[test]
    fn squares_that_are_taken_do_not_count() {
        let taken = 0b1001_0110;
        let mut next = spread(set_of(0, 3), taken);
        for at in 0..choose(20, 3) {
            let set = spread(set_of(at, 3), taken);
            assert_eq!((set & taken, set.count_ones(), number(set, !taken)), (0, 3, at));
            assert_eq!(set, next);
            next = next_set(set, !taken);
        }
    }
}
