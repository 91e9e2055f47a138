//! Command `go`: the limits of a search, and what it is for.

use std::time::Duration;

use crate::clock::Clock;

/// Search that `go` asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    /// Moves to choose from; all if there are none.
    pub(super) moves: Vec<String>,
    pub(super) ponder: bool,
    pub(super) infinite: bool,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// Moves within which a mate is searched for.
    pub(super) mate: Option<u32>,
    pub(super) movetime: Option<Duration>,
    /// Clocks of the first seat and the second: the time that is left, and what each move adds.
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
}

impl Go {
    /// Reads the words after `go`. A word that is not known, and a number that is none, are passed over.
    pub(super) fn read(words: &[&str]) -> Go {
        let mut go = Go::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(word) = words.next_if(|word| !is_keyword(word)) {
                        go.moves.push(word.to_owned());
                    }
                }
                word if is_keyword(word) => {
                    let number = words.next_if(|word| !is_keyword(word)).and_then(|word| word.parse::<i64>().ok());
                    if let Some(number) = number {
                        // A clock that has run out is at zero.
                        go.set(word, number.max(0).cast_unsigned());
                    }
                }
                _ => {}
            }
        }
        go
    }

    fn set(&mut self, word: &str, number: u64) {
        let time = Duration::from_millis(number);
        // More than there can be means as much as there can be.
        let few = Some(u32::try_from(number).unwrap_or(u32::MAX));
        match word {
            "wtime" => self.left[0] = Some(time),
            "btime" => self.left[1] = Some(time),
            "winc" => self.increment[0] = time,
            "binc" => self.increment[1] = time,
            "movestogo" => self.moves_to_go = few,
            "depth" => self.depth = few,
            "nodes" => self.nodes = Some(number),
            "mate" => self.mate = few.filter(|&moves| moves > 0),
            _ => self.movetime = Some(time),
        }
    }

    /// Whether the search goes on until it is told to stop.
    pub(super) const fn is_endless(&self) -> bool {
        self.ponder || self.infinite
    }

    /// Depth that the search may look, in plies.
    pub(super) fn plies(&self) -> Option<u32> {
        // A selective search sees the end later than after its two plies for each move.
        let mate = self.mate.map(|moves| moves.saturating_mul(4));
        self.depth.into_iter().chain(mate).min()
    }

    /// Clock of a seat, the first or the second, if there is one.
    pub(super) fn clock(&self, seat: usize) -> Option<Clock> {
        let left = self.left[seat % 2]?;
        let mut clock = Clock::new(left, None).with_increment(self.increment[seat % 2]);
        clock.set(left, self.moves_to_go.unwrap_or(0));
        Some(clock)
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "searchmoves"
            | "ponder"
            | "wtime"
            | "btime"
            | "winc"
            | "binc"
            | "movestogo"
            | "depth"
            | "nodes"
            | "mate"
            | "movetime"
            | "infinite"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Go {
        Go::read(&text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn every_word_is_read_in_any_order() {
        let go = read("nodes 20 searchmoves e2e4 d2d4 depth 7 infinite mate 3 movetime 100 ponder");
        assert_eq!(go.moves, ["e2e4", "d2d4"]);
        assert_eq!((go.nodes, go.depth, go.mate, go.plies()), (Some(20), Some(7), Some(3), Some(7)));
        assert_eq!(read("mate 1").plies(), Some(4));
        assert!(go.infinite && go.ponder && go.is_endless() && go.movetime == Some(Duration::from_millis(100)));
        assert!(go.clock(0).is_none());
    }

    #[test]
    fn each_seat_has_its_clock() {
        let go = read("wtime 60000 btime 1000 winc 0 binc 500");
        let share = |seat| go.clock(seat).unwrap().limits()[0];
        assert!(share(0) > Duration::from_secs(2) && share(0) < Duration::from_secs(4), "{:?}", share(0));
        assert!(share(1) > Duration::from_millis(300) && share(1) < Duration::from_millis(600), "{:?}", share(1));
        let last = read("wtime 1000 movestogo 1");
        assert!(last.clock(0).unwrap().limits()[0] > Duration::from_millis(500) && last.clock(1).is_none());
        // A flag that has fallen already leaves a little time.
        assert!(!read("wtime -50").clock(0).unwrap().limits()[0].is_zero());
    }

    #[test]
    fn rubbish_is_passed_over() {
        assert_eq!(read("depth x nodes movetime wtime infinite 3 foo"), read("infinite"));
        assert_eq!(read("depth depth depth 3"), read("depth 3"));
        assert_eq!(read("nodes 99999999999999999999999"), Go::default());
        assert_eq!(read("depth 99999999999").depth, Some(u32::MAX));
        assert_eq!(read("searchmoves"), Go::default());
    }
}
