use counterplay_adapt::Entry;
use counterplay_api::{Catalog, SearchError};
use counterplay_core::{Actions, Game, Score as Utility, Seat, Turn, Without};

use super::*;
use crate::OpeningError;

fn contest(players: [Kind; 2]) -> Match {
    let game = counterplay_standard::catalog().game("tictactoe", &[]).unwrap();
    let setting = Setting { name: "tictactoe".into(), options: Vec::new(), game, seed: 1, longest: 1000 };
    Match { setting, players, player_settings: PlayerSettings::default(), openings: Openings::Plies(1) }
}

/// Remembers what it is told, and goes on until so many games have been played.
struct Memory {
    played: Vec<GameRecord>,
    counted: Vec<u64>,
    most: usize,
}

impl Memory {
    fn new(most: usize) -> Memory {
        Memory { played: Vec::new(), counted: Vec::new(), most }
    }
}

impl Witness for Memory {
    type Error = String;
    fn played(&mut self, game: &GameRecord) -> Result<(), String> {
        self.played.push(game.clone());
        if self.played.len() > self.most { Err("enough".into()) } else { Ok(()) }
    }
    fn counted(&mut self, pair: &[GameRecord; 2], _: &Tally) -> Result<(), String> {
        self.counted.extend(pair.iter().map(|game| game.number));
        Ok(())
    }
}

fn plan(games: u64, jobs: usize) -> MatchPlan {
    MatchPlan { games, jobs, sprt: None }
}

/// A score but for the times.
fn untimed(tally: Tally) -> Tally {
    Tally { time: [Duration::ZERO; 2], ..tally }
}

#[test]
fn games_are_counted_in_their_order_however_they_come() {
    let contest = contest([Kind::Random, Kind::Depth(2)]);
    let go = AtomicBool::new(false);
    let mut whole = Memory::new(100);
    let tally = contest.run(&plan(20, 3), Vec::new(), &go, &mut whole).unwrap();
    assert_eq!(whole.counted, (1..=20).collect::<Vec<_>>());
    // Any part of them, in any order and told twice, leads to the same score.
    let done: Vec<GameRecord> = whole
        .played
        .iter()
        .rev()
        .filter(|game| game.number % 3 > 0)
        .flat_map(|game| [game.clone(), game.clone()])
        .collect();
    let mut rest = Memory::new(100);
    let again = contest.run(&plan(20, 1), done, &go, &mut rest).unwrap();
    assert_eq!((untimed(again), &rest.counted), (untimed(tally), &whole.counted));
    let numbers: Vec<u64> = rest.played.iter().map(|game| game.number).collect();
    assert_eq!(numbers, [3, 6, 9, 12, 15, 18]);
    // Fewer games are a part of the same match.
    let few = contest.run(&plan(4, 1), whole.played.clone(), &go, &mut Memory::new(0)).unwrap();
    assert_eq!(few.games, 4);
}

#[test]
fn a_match_ends_when_it_is_decided_and_counts_no_further() {
    let contest = contest([Kind::Depth(9), Kind::Random]);
    let sprt = Some(Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 });
    let mut once = Memory::new(1000);
    let go = AtomicBool::new(false);
    let tally = contest.run(&MatchPlan { games: 1000, jobs: 3, sprt }, Vec::new(), &go, &mut once).unwrap();
    assert!(tally.games < 100 && tally.wins[0] > tally.wins[1], "{tally:?}");
    // Games that were under way may have ended since, and change nothing.
    let again = contest.run(&MatchPlan { games: 1000, jobs: 1, sprt }, once.played, &go, &mut Memory::new(0)).unwrap();
    assert_eq!(again, tally);
}

#[test]
fn a_match_can_be_stopped_by_a_signal_and_by_its_witness() {
    let contest = contest([Kind::Random, Kind::Random]);
    let tally = contest.run(&plan(1000, 2), Vec::new(), &AtomicBool::new(true), &mut Memory::new(1000)).unwrap();
    assert!(tally.games < 1000);
    let refused = contest.run(&plan(1000, 2), Vec::new(), &AtomicBool::new(false), &mut Memory::new(5));
    assert!(matches!(refused, Err(MatchError::Witness(why)) if why == "enough"));
}

#[test]
fn an_opening_that_does_not_suit_the_game_ends_the_match_with_its_reason() {
    let mut contest = contest([Kind::Random, Kind::Random]);
    let opening = crate::Opening { position: None, moves: vec!["z9".into()] };
    contest.openings = Openings::Listed(vec![opening]);
    let refused = contest.run(&plan(2, 1), Vec::new(), &AtomicBool::new(false), &mut Memory::new(5));
    assert!(
        matches!(refused, Err(MatchError::Game(GameError::Opening(OpeningError::Move(error)))) if error.word == "z9")
    );
}

/// Whoever says 2 finds a fault in the rules.
struct Faulty;

impl Game for Faulty {
    type State = u32;
    type Action = u32;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> u32 {
        0
    }
    fn turn(&self, _: &u32) -> Turn {
        Turn::Seat(Seat::FIRST)
    }
    fn actions(&self, said: &u32, out: &mut Actions<u32>) {
        out.extend([1, 2].into_iter().filter(|_| *said < 1));
    }
    fn apply(&self, said: &mut u32, action: u32) {
        assert!(action != 2, "two is too much");
        *said += action;
    }
    fn is_terminal(&self, said: &u32) -> bool {
        *said > 0
    }
    fn utility(&self, _: &u32) -> Utility {
        Utility::DRAW
    }
}

#[test]
fn rules_that_panic_end_the_match_and_nothing_else() {
    let mut contest = contest([Kind::Random, Kind::Random]);
    let catalog = Catalog::new().with(Entry::new("faulty", "Faulty", || Faulty));
    contest.setting.game = catalog.game("faulty", &[]).unwrap();
    contest.openings = Openings::Plies(0);
    let broken = contest.run(&plan(100, 2), Vec::new(), &AtomicBool::new(false), &mut Memory::new(100));
    let Err(MatchError::Game(GameError::Search(error))) = broken else { panic!("the rules panic") };
    assert_eq!(error, SearchError::Panicked("two is too much".to_owned()));
}
