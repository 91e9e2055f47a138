//! A stable sort that is compiled once, for lists that are sorted seldom.
//!
//! std's stable sort is some thousand lines of machine code for every type and every comparison that it is used with. A
//! search is compiled for each game, and has a dozen such places, none of which is hot: together they were a fifth of
//! all code. Here only the keys are sorted, which have one type, and the list is put in their order.

/// Puts a list in the order of its keys; of equal ones the first comes first.
pub(crate) fn sort_by_key<T>(list: &mut [T], key: impl Fn(&T) -> i128) {
    let mut order: Vec<(i128, usize)> = list.iter().map(key).zip(0..).collect();
    sort_keys(&mut order);
    // Each cycle of the permutation once: what belongs in a place may have been moved on from where it was.
    for at in 0..list.len() {
        let mut from = order[at].1;
        while from < at {
            from = order[from].1;
        }
        list.swap(at, from);
    }
}

/// Sorts keys with their places, so that no two are equal.
#[inline(never)]
fn sort_keys(order: &mut [(i128, usize)]) {
    order.sort_unstable();
}

/// The key of two numbers, the first of which counts more.
pub(crate) fn pair(first: i64, second: i64) -> i128 {
    i128::from(first) << 64 | i128::from(second.cast_unsigned() ^ 1 << 63)
}

/// The key of a fraction, in the order of [`f64::total_cmp`].
pub(crate) fn fraction(value: f64) -> i128 {
    let bits = value.to_bits().cast_signed();
    i128::from(bits ^ ((bits >> 63).cast_unsigned() >> 1).cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, Seeded};

    #[test]
    fn it_sorts_as_std_does() {
        let mut random = Seeded::new(5);
        for length in 0..60 {
            let list: Vec<(i64, i64, usize)> =
                (0..length).map(|at| (random.below(4) as i64 - 2, random.below(3) as i64 - 1, at)).collect();
            let (mut ours, mut theirs) = (list.clone(), list);
            sort_by_key(&mut ours, |&(first, second, _)| pair(first, second));
            theirs.sort_by_key(|&(first, second, _)| (first, second));
            assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn fractions_are_in_their_total_order() {
        let mut ours = [0.5, -0.0, f64::NEG_INFINITY, 3.0, 0.0, -2.0, f64::INFINITY, 1e-300, -1e300];
        let mut theirs = ours;
        sort_by_key(&mut ours, |&value| fraction(value));
        theirs.sort_by(f64::total_cmp);
        assert_eq!(ours.map(f64::to_bits), theirs.map(f64::to_bits));
    }
}
