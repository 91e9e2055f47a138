//! Log of a match: a header line of JSON, and a line for each game that is over.
//!
//! A match that was interrupted, even by a power failure, goes on from its log. The games in it are kept, and those
//! that are missing are played. Games are written as they end, so they need not be in order. A line that was being
//! written when the match was killed is dropped. Any other damage is refused: `replay` holds each game to the rules, and
//! the sum that ends each line holds the rest.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use counterplay_core::Key;
use serde_json::Value;

use crate::contest::Match;
use crate::game::GameRecord;

/// Log that is open for more games.
pub struct Log {
    file: File,
}

/// Log error: why a log cannot be used.
#[derive(Debug)]
pub enum LogError {
    /// Error of the system.
    System(io::Error),
    /// Busy log: another match is writing to it.
    Busy,
    /// Damaged line: its number and what is wrong.
    Damaged(usize, String),
    /// Log of another match: how that differs.
    Other(String),
    /// Stop before all games were checked.
    Stopped,
}

/// Content of a log.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LogContent {
    /// Header: what is played.
    pub header: Option<Value>,
    /// Games of the log.
    pub games: Vec<GameRecord>,
    /// Number of bytes that are whole lines.
    whole: usize,
    /// Lines whose sum is wrong. A line without a sum, of an older log, is not among them.
    wrong_sums: Vec<usize>,
    /// Whether an incomplete last line was dropped.
    pub torn: bool,
}

impl LogContent {
    /// Reads a log.
    ///
    /// # Errors
    /// If a line other than the last one is damaged.
    pub fn read(bytes: &[u8]) -> Result<LogContent, LogError> {
        let mut content = LogContent::default();
        for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            if !line.ends_with(b"\n") {
                content.torn = true;
                break;
            }
            let value: Value = serde_json::from_slice(line)
                .map_err(|error| LogError::Damaged(number, format!("it is no line of JSON: {error}")))?;
            if content.header.is_none() {
                content.header = Some(value);
            } else {
                let game = GameRecord::from_json(&value).map_err(|what| LogError::Damaged(number, what))?;
                content.games.push(game);
                if !has_right_sum(line) {
                    content.wrong_sums.push(number);
                }
            }
            content.whole += line.len();
        }
        Ok(content)
    }

    /// Games with the numbers of their lines.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (usize, &GameRecord)> {
        (FIRST_GAME..).zip(&self.games)
    }

    /// Checks the sum of a line.
    pub(crate) fn check_sum(&self, line: usize) -> Result<(), LogError> {
        if self.wrong_sums.contains(&line) {
            let what = "the field \"sum\" is not the sum of the line: something in it was changed";
            return Err(LogError::Damaged(line, what.to_owned()));
        }
        Ok(())
    }
}

/// Number of the line of the first game.
const FIRST_GAME: usize = 2;

/// Name of the last field of a line, the sum of all that is before it.
const SUM: &str = ",\"sum\":\"";

/// Line of a game, with its sum.
fn with_sum(value: &Value) -> String {
    let mut text = value.to_string();
    text.pop();
    let sum = Key::of(&text).0;
    format!("{text}{SUM}{sum:016x}\"}}\n")
}

/// Whether a line has the right sum, or none.
fn has_right_sum(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let Some((before, sum)) = text.trim_end().rsplit_once(SUM) else { return true };
    sum.strip_suffix("\"}") == Some(&format!("{:016x}", Key::of(before).0))
}

impl Log {
    /// Opens a log, or begins one, for a match. Returns the games that have been played already, and whether the last
    /// line was dropped. Every game is checked first (`Match::check`).
    ///
    /// # Errors
    /// If it cannot be read or written, is damaged, or belongs to another match. Then it is left as it is.
    pub fn open(path: &Path, contest: &Match, stop: &AtomicBool) -> Result<(Log, LogContent), LogError> {
        Log::open_checked(path, &contest.header(), |content| contest.check(content, stop))
    }

    fn open_checked(
        path: &Path,
        header: &Value,
        check: impl FnOnce(&LogContent) -> Result<(), LogError>,
    ) -> Result<(Log, LogContent), LogError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(system)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LogError::Busy),
            Err(TryLockError::Error(error)) => return Err(system(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(system)?;
        let content = LogContent::read(&bytes)?;
        if let Some(old) = &content.header {
            differences(old, header).map_or(Ok(()), |how| Err(LogError::Other(how)))?;
        }
        check(&content)?;
        file.set_len(content.whole as u64).map_err(system)?;
        file.seek(SeekFrom::End(0)).map_err(system)?;
        let mut log = Log { file };
        if content.header.is_none() {
            log.write(&format!("{header}\n")).map_err(system)?;
        }
        Ok((log, content))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn add(&mut self, game: &GameRecord) -> io::Result<()> {
        self.write(&with_sum(&game.to_json()))
    }

    /// Appends a line in one call, so that it is whole or the last.
    fn write(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(line.as_bytes())
    }
}

fn system(error: io::Error) -> LogError {
    LogError::System(error)
}

/// Differences of two headers, in a sentence. `None` if there are none.
fn differences(old: &Value, new: &Value) -> Option<String> {
    let (Some(old), Some(new)) = (old.as_object(), new.as_object()) else {
        return (old != new).then(|| "it does not begin as the log of a match does".to_owned());
    };
    let names = new.keys().chain(old.keys().filter(|name| !new.contains_key(*name)));
    let show = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), ToString::to_string);
    let different = names.filter(|name| old.get(*name) != new.get(*name));
    let sentences: Vec<String> =
        different.map(|name| format!("{name} was {}, and is {}", show(old.get(name)), show(new.get(name)))).collect();
    (!sentences.is_empty()).then(|| sentences.join("; "))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;
    use crate::game::{Reason, Who};
    use crate::openings::Opening;

    fn game(number: u64) -> GameRecord {
        let (opening, winner) = (Opening::default(), Some(Who::B));
        let effort = [(1, Duration::from_millis(number)); 2];
        let actions = vec!["a1".to_owned()];
        let (first, reason) = (Who::A, Reason::Rules);
        let (points, book) = (Some(1.0), [0; 2]);
        GameRecord { number, seed: 9, opening, first, actions, winner, points, reason, plies: 1, effort, book }
    }

    /// Opens a log that nobody uses. A program that another test starts has what is open here for the moment before it
    /// begins, and with it the lock.
    fn open_soon(path: &Path, header: &Value) -> (Log, LogContent) {
        let start = std::time::Instant::now();
        loop {
            match Log::open_checked(path, header, |_| Ok(())) {
                Err(LogError::Busy) if start.elapsed() < Duration::from_secs(60) => std::thread::yield_now(),
                opened => return opened.unwrap(),
            }
        }
    }

    #[test]
    fn wherever_a_log_is_cut_the_whole_games_are_kept() {
        let header = json!({"game": "tictactoe", "seed": 1});
        let path = std::env::temp_dir().join(format!("counterplay-log-{}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let (mut log, content) = Log::open_checked(&path, &header, |_| Ok(())).unwrap();
        assert_eq!((content.games.len(), content.torn), (0, false));
        log.add(&game(2)).unwrap();
        log.add(&game(1)).unwrap();
        assert!(matches!(Log::open_checked(&path, &header, |_| Ok(())), Err(LogError::Busy)));
        drop(log);
        let whole = std::fs::read(&path).unwrap();
        let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').map(|at| at + 1).collect();
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let (mut log, content) = open_soon(&path, &header);
            let lines = ends.iter().filter(|&&end| end <= cut).count();
            assert_eq!(content.games.len(), lines.saturating_sub(1), "cut at {cut}");
            assert_eq!(content.torn, cut > 0 && !ends.contains(&cut), "cut at {cut}");
            log.add(&game(3)).unwrap();
            drop(log);
            let again = LogContent::read(&std::fs::read(&path).unwrap()).unwrap();
            assert_eq!((again.games.last(), again.torn, again.header.as_ref()), (Some(&game(3)), false, Some(&header)));
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn the_log_of_another_match_is_refused_with_what_differs() {
        let old = json!({"game": "tictactoe", "seed": 1, "a": "random"});
        let how = differences(&old, &json!({"game": "tictactoe", "seed": 2})).unwrap();
        assert_eq!(how, "seed was 1, and is 2; a was \"random\", and is nothing");
        assert_eq!(differences(&old, &old), None);
        assert!(differences(&json!(7), &old).unwrap().contains("does not begin"));
        let damaged = LogContent::read(b"{}\nnonsense\n{}\n");
        assert!(matches!(damaged, Err(LogError::Damaged(2, _))), "{damaged:?}");
        assert!(matches!(LogContent::read(b"{}\n{}\n"), Err(LogError::Damaged(2, _))));
    }
}
