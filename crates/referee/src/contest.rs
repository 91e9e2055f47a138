//! Match: many games, several at a time, and an end as soon as it is decided.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use counterplay_api::guarded;
use counterplay_core::{Key, Limits};
use serde_json::{Value, json};

use crate::game::{GameError, GameRecord, Setting, pair_of};
use crate::gnubg::Board;
use crate::openings::{OpeningBook, Openings};
use crate::player::{Kind, PlayerSettings};
use crate::record::milliseconds;
use crate::sprt::{Sprt, Verdict};
use crate::tally::Tally;

/// Match between two players.
#[derive(Clone)]
pub struct Match {
    /// Setting that all games have in common.
    pub setting: Setting,
    /// Players A and B.
    pub players: [Kind; 2],
    /// Resources of the players.
    pub player_settings: PlayerSettings,
    /// Openings of the games.
    pub openings: Openings,
}

/// Match plan: how much of a match is to be played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchPlan {
    /// Most games, an even number.
    pub games: u64,
    /// Number of games that are played at the same time.
    pub jobs: usize,
    /// Test that ends the match once it is decided.
    pub sprt: Option<Sprt>,
}

/// Observer of a match.
pub trait Witness {
    /// Error of the observer, which ends the match.
    type Error;

    /// Called for each game that has been played, in whatever order they end.
    ///
    /// # Errors
    /// If the match cannot go on.
    fn played(&mut self, game: &GameRecord) -> Result<(), Self::Error>;

    /// Called for each whole pair, in order, with the tally that includes it.
    ///
    /// # Errors
    /// If the match cannot go on.
    fn counted(&mut self, pair: &[GameRecord; 2], tally: &Tally) -> Result<(), Self::Error>;
}

/// Match error: why a match ended early.
#[derive(Debug)]
#[non_exhaustive]
pub enum MatchError<E> {
    /// Error of a game: it cannot be played.
    Game(GameError),
    /// Error of the observer.
    Witness(E),
    /// Error of the system: it refuses threads.
    Threads,
}

/// Format name in the first line of a log.
pub const FORMAT: &str = "counterplay-match/1";

/// Interval at which the end of the match is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

impl Match {
    /// Header of the log, its first line: with another header it is another match.
    #[must_use]
    pub fn header(&self) -> Value {
        let Setting { name, options, seed, longest, .. } = &self.setting;
        let options: serde_json::Map<String, Value> =
            options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let openings = match &self.openings {
            Openings::Plies(plies) => json!({ "plies": plies }),
            Openings::Listed(list) => {
                let texts: Vec<_> = list.iter().map(|opening| (&opening.position, &opening.moves)).collect();
                json!({"listed": list.len(), "key": format!("{:016x}", Key::of(&texts).0)})
            }
        };
        let mut header = json!({
            "format": FORMAT,
            "game": name,
            "options": options,
            "a": self.players[0].to_string(),
            "b": self.players[1].to_string(),
            "seed": seed,
            "openings": openings,
            "ms": milliseconds(self.player_settings.time),
            "memory": self.player_settings.memory,
            "longest": longest,
        });
        if let Some(book) = &self.player_settings.book {
            header["book"] = json!(format!("{:016x}", book.fingerprint().0));
        }
        header
    }

    /// Reason why the match cannot be played at all, if there is one.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        let speaks_gtp = self.players.iter().any(|kind| matches!(kind, Kind::Gtp(_)));
        let game = &self.setting.game;
        if speaks_gtp && (game.has_luck() || game.has_secrets()) {
            let name = &self.setting.name;
            return Some(format!("GTP has no words for dice and secrets, so that gtp: cannot play {name}; cmd: can"));
        }
        if let Some(Kind::Uci(program)) = self.players.iter().find(|kind| matches!(kind, Kind::Uci(_))) {
            let name = &self.setting.name;
            if game.has_luck() || game.has_secrets() || !game.reads_positions() {
                return Some(format!("UCI has no words for {name}, so that uci: cannot play it; cmd: can"));
            }
            let allowed = self.player_settings.time;
            if program.movetime.is_some_and(|time| time >= allowed) {
                return Some(format!(
                    "{program} thinks for longer than the {allowed:?} of a move; give it more --time"
                ));
            }
        }
        let is_for_points = || Board::read(&game.start().text()).is_some_and(|board| board.is_for_points);
        if self.players.iter().any(|kind| matches!(kind, Kind::Gnubg(_))) && !is_for_points() {
            return Some("gnubg: plays backgammon for points, without the cube and not in matches".to_owned());
        }
        if let Some(kind) = self.players.iter().find(|kind| kind.needs_secrets() && !game.has_secrets()) {
            return Some(format!("{kind} is for games with secrets, and {} has none", self.setting.name));
        }
        let leaves_out = |kind: &&Kind| matches!(kind, Kind::Without(..)) && (game.has_luck() || game.has_secrets());
        if let Some(kind) = self.players.iter().find(leaves_out) {
            return Some(format!("{kind} is for games without chance and secrets, and {} is none", self.setting.name));
        }
        if self.player_settings.book.is_some() && !self.players.iter().any(Kind::is_builtin) {
            return Some("a book is for players that are built in, and both of these are programs".to_owned());
        }
        let starts_elsewhere = |list: &[crate::Opening]| list.iter().any(|opening| opening.position.is_some());
        match &self.openings {
            Openings::Listed(list) if speaks_gtp && starts_elsewhere(list) => {
                Some("GTP has no words for positions: with gtp: the openings must be lines of actions".to_owned())
            }
            _ => None,
        }
    }

    /// Plays the games that are not done yet. The score is counted pair by pair in their order, whatever is played at
    /// the same time. So it does not depend on the number of jobs, nor on when a match was interrupted.
    ///
    /// # Errors
    /// If the match cannot go on. A stop is no error: the score so far is returned.
    pub fn run<W: Witness>(
        &self,
        plan: &MatchPlan,
        done: Vec<GameRecord>,
        stop: &AtomicBool,
        witness: &mut W,
    ) -> Result<Tally, MatchError<W::Error>> {
        let mut score =
            PairCounter { sprt: plan.sprt, waiting: BTreeMap::new(), tally: Tally::default(), decided: false };
        for game in done.into_iter().filter(|game| game.number <= plan.games) {
            score.waiting.entry(game.number).or_insert(game);
        }
        let missing: VecDeque<u64> = (1..=plan.games).filter(|number| !score.waiting.contains_key(number)).collect();
        score.count(witness).map_err(MatchError::Witness)?;
        if score.decided || missing.is_empty() {
            return Ok(score.tally);
        }
        let jobs = plan.jobs.clamp(1, missing.len());
        let halt = Arc::new(AtomicBool::new(false));
        let book = OpeningBook::new(self.setting.game.as_ref(), &self.openings, self.setting.seed);
        let queue = Mutex::new(GameQueue { missing, book });
        thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..jobs {
                let (sender, queue, halt) = (sender.clone(), &queue, &halt);
                let stack = self.player_settings.stack.saturating_add(Limits::DEFAULT_STACK);
                let thread = thread::Builder::new().stack_size(stack);
                if thread.spawn_scoped(scope, move || self.work(queue, halt, &sender)).is_err() {
                    halt.store(true, Ordering::Relaxed);
                    return Err(MatchError::Threads);
                }
            }
            drop(sender);
            score.gather(&results, stop, &halt, witness)
        })?;
        Ok(score.tally)
    }

    /// Worker: plays one game after the other until there are none.
    fn work(
        &self,
        queue: &Mutex<GameQueue<'_>>,
        halt: &Arc<AtomicBool>,
        results: &Sender<Result<GameRecord, GameError>>,
    ) {
        let mut players = self.players.each_ref().map(|kind| kind.player(&self.player_settings, halt));
        while !halt.load(Ordering::Relaxed) {
            let played = guarded(|| {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                Ok(next.map(|(number, opening)| self.setting.play(number, opening, &mut players)))
            });
            let Some(played) = played.unwrap_or_else(|error| Some(Err(error.into()))) else { return };
            let ends = played.is_err();
            if results.send(played).is_err() || ends {
                return;
            }
        }
    }
}

/// Queue of the games that are still to be played.
struct GameQueue<'a> {
    missing: VecDeque<u64>,
    book: OpeningBook<'a>,
}

impl GameQueue<'_> {
    fn next(&mut self) -> Option<(u64, crate::Opening)> {
        let number = self.missing.pop_front()?;
        Some((number, self.book.opening(pair_of(number))))
    }
}

/// Pair counter, which counts pairs in their order.
struct PairCounter {
    sprt: Option<Sprt>,
    /// Games that have been played and are not counted yet.
    waiting: BTreeMap<u64, GameRecord>,
    tally: Tally,
    decided: bool,
}

impl PairCounter {
    /// Collects the games as they end, until nobody plays any more.
    fn gather<W: Witness>(
        &mut self,
        results: &Receiver<Result<GameRecord, GameError>>,
        stop: &AtomicBool,
        halt: &AtomicBool,
        witness: &mut W,
    ) -> Result<(), MatchError<W::Error>> {
        let mut ending = Ok(());
        loop {
            let heard = match results.recv_timeout(POLL_INTERVAL) {
                Ok(Ok(game)) if ending.is_ok() => self.read_line(game, witness).map_err(MatchError::Witness),
                Ok(Err(GameError::Stopped)) => Ok(()),
                Ok(Err(error)) if ending.is_ok() => Err(MatchError::Game(error)),
                Ok(_) | Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => return ending,
            };
            if heard.is_err() {
                ending = heard;
            }
            if self.decided || ending.is_err() || stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
        }
    }

    fn read_line<W: Witness>(&mut self, game: GameRecord, witness: &mut W) -> Result<(), W::Error> {
        witness.played(&game)?;
        self.waiting.insert(game.number, game);
        self.count(witness)
    }

    /// Counts the pairs that are whole, up to the first that is not, or to the decision.
    fn count<W: Witness>(&mut self, witness: &mut W) -> Result<(), W::Error> {
        while !self.decided {
            let next = self.tally.games + 1;
            if !(self.waiting.contains_key(&next) && self.waiting.contains_key(&(next + 1))) {
                return Ok(());
            }
            let games = [next, next + 1].map(|number| self.waiting.remove(&number));
            let [Some(one), Some(two)] = games else { return Ok(()) };
            let pair = [one, two];
            self.tally.add(&pair);
            self.decided = self.sprt.is_some_and(|sprt| sprt.verdict(&self.tally.pairs) != Verdict::Open);
            witness.counted(&pair, &self.tally)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
