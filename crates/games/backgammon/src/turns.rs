//! What a side at home can make of each throw, worked out once for every way its men can stand.
//!
//! When nobody is in anybody's way, that does not depend on where the other side's men are. A builder of tables comes
//! to the same men hundreds of times, each time against other ones, and with this it takes a tenth of the time.

use std::sync::OnceLock;

use counterplay_core::{Actions, Chance, Game, Outcomes};

use super::bearoff_index::{at_home, rank, ways};
use super::board::Men;
use super::race::{Alone, Goal, Way};

/// The most men for which it is kept.
pub(super) const MOST: u8 = 10;

/// In how many ways up to so many men can be at home, but for none.
const WAYS: usize = 8007;

/// A throw: how likely it is, and what can be made of it, as the men who are left and their numbers.
pub(super) struct Throw {
    pub(super) probability: f64,
    pub(super) after: Box<[(u8, u16)]>,
}

/// What can be made of each throw with men at home, of whom there are at most [`MOST`].
pub(super) fn turns(men: &Men) -> Option<&'static [Throw]> {
    static KNOWN: [OnceLock<Box<[Throw]>>; WAYS] = [const { OnceLock::new() }; WAYS];
    let count = at_home(men).filter(|&count| (1..=MOST).contains(&count))?;
    let fewer: u64 = (1..count).map(ways).sum();
    Some(KNOWN.get((fewer + rank(men)) as usize)?.get_or_init(|| worked_out(men)))
}

fn worked_out(men: &Men) -> Box<[Throw]> {
    let (mut throws, mut plays) = (Outcomes::new(), Actions::new());
    let Some(way) = Way::new(*men, Goal::All) else { return Box::default() };
    Alone.outcomes(&way, &mut throws);
    let throw = |&(throw, probability)| {
        let thrown = Alone.result(&way, throw);
        plays.clear();
        Alone.actions(&thrown, &mut plays);
        let after = plays.as_slice().iter().map(|&play| {
            let men = *Alone.result(&thrown, play).men();
            (at_home(&men).unwrap_or(0), rank(&men) as u16)
        });
        Throw { probability, after: after.collect() }
    };
    throws.as_slice().iter().map(throw).collect()
}

#[cfg(test)]
mod tests {
    use super::super::bearoff_index::unrank;
    use super::*;

    #[test]
    fn every_way_has_a_place_and_every_turn_goes_on() {
        assert_eq!((1..=MOST).map(ways).sum::<u64>(), WAYS as u64);
        for count in 1..=4 {
            for number in 0..ways(count) {
                let turns = turns(&unrank(count, number).unwrap()).unwrap();
                assert_eq!(turns.len(), 21);
                let gone_on = |&(men, after): &(u8, u16)| men < count || u64::from(after) < number;
                assert!(turns.iter().all(|throw| !throw.after.is_empty() && throw.after.iter().all(gone_on)));
            }
        }
        assert!(turns(&Men::START).is_none());
    }
}
