//! Clock of one side: the time of the whole game, and then, if there is any, so much for every so many moves.

use std::time::Duration;

/// Moves that a game is assumed to go on for. As a share of what is left is spent, it never runs out.
const MOVES: u32 = 20;

/// Time that may be lost on the way to the other program.
const LAG: Duration = Duration::from_millis(30);

/// Least time of a move.
const LEAST: Duration = Duration::from_millis(1);

/// Period of *byo-yomi*: so much time for so many moves, again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Period {
    pub(crate) time: Duration,
    pub(crate) moves: u32,
}

/// Clock with the time that is left to one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    left: Duration,
    /// Moves that the time is for. `None` in the time of the whole game.
    moves: Option<u32>,
    period: Option<Period>,
    /// Time that each move adds.
    increment: Duration,
}

impl Clock {
    pub(crate) fn new(main: Duration, period: Option<Period>) -> Clock {
        let clock = Clock { left: main, moves: None, period, increment: Duration::ZERO };
        if main.is_zero() { clock.next_period() } else { clock }
    }

    /// Clock to which each move adds some time.
    pub(crate) fn with_increment(self, increment: Duration) -> Clock {
        Clock { increment, ..self }
    }

    /// Sets the time left: for so many moves, or for the whole game if that is 0.
    pub(crate) fn set(&mut self, left: Duration, moves: u32) {
        (self.left, self.moves) = (left, Some(moves).filter(|&moves| moves > 0));
    }

    /// Time that the next move may take.
    pub(crate) fn share(&self) -> Duration {
        let period = self.period.filter(|_| self.moves.is_none());
        let more = period.map_or(Duration::ZERO, |period| period.time / period.moves.max(1));
        let share = self.left / self.moves.unwrap_or(MOVES).max(1) + more + self.increment;
        // A tenth is kept for whatever may happen.
        (share * 9 / 10).saturating_sub(LAG).max(LEAST)
    }

    /// Time that the next move should take, and time that it must not exceed: a search that is nearly done may go on, but
    /// never for as long as is left.
    pub(crate) fn limits(&self) -> [Duration; 2] {
        let share = self.share();
        let most = (self.left * 9 / 10).saturating_sub(LAG);
        let hard = share.saturating_mul(4).min(most).max(LEAST);
        [share.min(hard), hard]
    }

    /// Deducts the time of a move.
    pub(crate) fn spend(&mut self, time: Duration) {
        let over = time.saturating_sub(self.left);
        self.left = self.left.saturating_sub(time);
        match self.moves {
            Some(moves) if moves > 1 => self.moves = Some(moves - 1),
            Some(_) => *self = self.next_period(),
            None if self.left.is_zero() && self.period.is_some() => {
                *self = self.next_period();
                self.spend(over);
            }
            None => {}
        }
    }

    /// Clock at the beginning of the next period, if it has any.
    fn next_period(self) -> Clock {
        match self.period {
            Some(Period { time, moves }) => Clock { left: time, moves: Some(moves.max(1)), ..self },
            None => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_game_is_never_lost_on_time() {
        let mut clock = Clock::new(60 * SECOND, None);
        for _ in 0..200 {
            let share = clock.share();
            assert!(share <= clock.left / 20 || share == LEAST, "{share:?} of {:?}", clock.left);
            clock.spend(share);
        }
        assert!(clock.left > Duration::ZERO);
        assert_eq!(Clock::new(Duration::ZERO, None).share(), LEAST);
    }

    #[test]
    fn a_move_takes_its_share_and_never_all_that_is_left() {
        let clock = |left: u64, increment: u64, moves: u32| {
            let [left, increment] = [left, increment].map(Duration::from_millis);
            let mut clock = Clock::new(left, None).with_increment(increment);
            clock.set(left, moves);
            clock
        };
        let [soft, hard] = clock(60_000, 1000, 0).limits();
        assert!(soft > 3 * SECOND && soft < 4 * SECOND && hard == 4 * soft, "{soft:?} {hard:?}");
        for (left, increment, moves) in
            [(100, 5000, 0), (5000, 0, 1), (200, 100, 2), (1000, 0, 40), (3, 10, 1), (0, 0, 0)]
        {
            let [soft, hard] = clock(left, increment, moves).limits();
            let left = Duration::from_millis(left).max(LEAST);
            assert!(LEAST <= soft && soft <= hard && hard <= left, "{left:?}: {soft:?} {hard:?}");
        }
    }

    #[test]
    fn a_period_comes_after_the_time_of_the_game_and_then_again() {
        let mut clock = Clock::new(SECOND, Some(Period { time: 10 * SECOND, moves: 2 }));
        assert!(clock.share() > 4 * SECOND, "the period counts from the beginning");
        clock.spend(3 * SECOND);
        assert_eq!((clock.left, clock.moves), (8 * SECOND, Some(1)));
        clock.spend(SECOND);
        assert_eq!((clock.left, clock.moves), (10 * SECOND, Some(2)));
        clock.set(3 * SECOND, 1);
        assert!(clock.share() < 3 * SECOND && clock.share() > 2 * SECOND);
        clock.set(20 * SECOND, 0);
        assert_eq!((clock.left, clock.moves), (20 * SECOND, None));
        let byo = Clock::new(Duration::ZERO, Some(Period { time: 10 * SECOND, moves: 5 }));
        assert_eq!((byo.left, byo.moves), (10 * SECOND, Some(5)));
    }
}
