//! Tally of a match.

use std::time::Duration;

use crate::elo::Pairs;
use crate::game::{GameRecord, Reason, Who};
use crate::player::Fault;
use crate::points::Points;

/// Tally of a match, counted in whole pairs. Each pair of numbers is player A's and player B's.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// Number of games counted.
    pub games: u64,
    /// Number of draws.
    pub draws: u64,
    /// Number of draws by too many plies.
    pub unfinished: u64,
    /// Games won, for whatever reason.
    pub wins: [u64; 2],
    /// Games lost because the program ended.
    pub crashes: [u64; 2],
    /// Games lost because a move took too long.
    pub time_losses: [u64; 2],
    /// Games lost because a move was not legal.
    pub illegal: [u64; 2],
    /// Games resigned.
    pub resignations: [u64; 2],
    /// Pairs, by what they brought player A.
    pub pairs: Pairs,
    /// Points that a game brought player A. A pair from a log without points does not count.
    pub points: Points,
    /// Number of choices made.
    pub choices: [u64; 2],
    /// Time that they took.
    pub time: [Duration; 2],
    /// Number of choices that were taken from the opening book.
    pub book: [u64; 2],
}

impl Tally {
    /// Counts the two games of a pair.
    pub fn add(&mut self, pair: &[GameRecord; 2]) {
        for game in pair {
            self.add_game(game);
        }
        let half_points = |game: &GameRecord| match game.winner {
            Some(Who::A) => 2,
            None => 1,
            Some(Who::B) => 0,
        };
        self.pairs.add(pair.iter().map(half_points).sum());
        if let [Some(one), Some(other)] = [pair[0].points, pair[1].points] {
            self.points.add([one, other]);
        }
    }

    fn add_game(&mut self, game: &GameRecord) {
        self.games += 1;
        for who in Who::BOTH {
            let (choices, time) = game.effort[who as usize];
            self.choices[who as usize] += choices;
            self.time[who as usize] += time;
            self.book[who as usize] += game.book[who as usize];
        }
        let Some(winner) = game.winner else {
            self.draws += 1;
            self.unfinished += u64::from(game.reason == Reason::Length);
            return;
        };
        self.wins[winner as usize] += 1;
        let loser = winner.other() as usize;
        match &game.reason {
            Reason::Rules | Reason::Length => {}
            Reason::Resignation => self.resignations[loser] += 1,
            Reason::Fault(Fault::Crash(_)) => self.crashes[loser] += 1,
            Reason::Fault(Fault::Time) => self.time_losses[loser] += 1,
            Reason::Fault(Fault::Illegal(_)) => self.illegal[loser] += 1,
        }
    }

    /// Mean time of a player's choices.
    #[must_use]
    pub fn time_per_choice(&self, who: Who) -> Duration {
        let choices = u32::try_from(self.choices[who as usize].max(1)).unwrap_or(u32::MAX);
        self.time[who as usize] / choices
    }
}
