//! The lines of a `.mat` file.

use std::fmt::Write;

use counterplay_core::{Game, Seat, TextError};

use super::super::notation::dice;
use super::super::{Action, Backgammon, Match, Stakes, State};
use super::{Mat, MatGame, numbered};

/// What a player did.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) seat: Seat,
    pub(super) what: What,
    /// Where it stands.
    pub(super) at: usize,
    /// Where the steps of a play stand.
    pub(super) steps_at: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// The dice, and what was played with them: empty where there is nothing, and [unknown](is_unknown) as `????`.
    Throw([u8; 2], String),
    Double,
    Take,
    Drop,
}

/// A play that is not known is written as `????`, more or fewer of them.
pub(super) fn is_unknown(steps: &str) -> bool {
    !steps.is_empty() && steps.bytes().all(|sign| sign == b'?')
}

/// What is written more than so far to the right of the number of a line is the second player's.
const GAP: usize = 12;
/// How wide the first player's part of a line is.
const LEFT: usize = 34;
/// As many lines as a long match has, many times.
const MOST_LINES: usize = 100_000;

/// The points of the match, if the line says so.
pub(super) fn length(line: &str) -> Option<u32> {
    let (number, rest) = line.trim_start_matches('\u{feff}').trim().split_once(' ')?;
    rest.trim().to_ascii_lowercase().starts_with("point match").then(|| number.parse().ok())?
}

/// Whether a game begins with the line.
pub(super) fn is_game(line: &str) -> bool {
    let mut words = line.trim_start_matches('\u{feff}').split_whitespace();
    words.next() == Some("Game")
        && words.next().is_some_and(|number| number.parse::<u32>().is_ok())
        && words.next().is_none()
}

/// Reads a file.
pub(super) fn parse(text: &str) -> Result<Mat, TextError> {
    let mut mat = Mat { length: 0, players: [String::new(), String::new()], tags: Vec::new(), games: Vec::new() };
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let start = at;
        at += line.len();
        let line = line.trim_end();
        let body = line.trim_start_matches('\u{feff}').trim_start();
        if number == MOST_LINES {
            return Err(TextError::new(start, format!("a file may have {MOST_LINES} lines")));
        }
        if body.is_empty() || body.starts_with([';', '[']) {
            mat.tags.extend(tag(body));
            continue;
        }
        if let Some(points) = length(line) {
            mat.length = points;
        } else if is_game(line) {
            mat.games.push(MatGame::new(start));
        } else if let Some(game) = mat.games.last_mut() {
            let place = start + line.len() - body.len();
            match score(body) {
                Some((players, score)) if game.entries.is_empty() => (mat.players, game.score) = (players, score),
                // What comes after a fault stands for nothing that could be played.
                _ if game.fault.is_some() => {}
                _ => game.fault = turn(body, place, game).err(),
            }
        } else {
            return Err(TextError::new(start, "expected the length of the match, as in 7 point match, or Game 1"));
        }
    }
    match mat.games.is_empty() {
        true => Err(TextError::new(text.len(), "expected a game, which begins with Game 1")),
        false => Ok(mat),
    }
}

/// The tag of a line, as in `; [Event "Open"]`.
fn tag(body: &str) -> Option<(String, String)> {
    let inside = body.trim_start_matches(';').trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.split_once('"')?;
    let value = value.trim().strip_suffix('"')?;
    (!name.trim().is_empty() && !value.is_empty()).then(|| (name.trim().to_owned(), value.to_owned()))
}

/// The names and the points of both players: `anna : 0    bert : 2`.
fn score(line: &str) -> Option<([String; 2], [u32; 2])> {
    let (rest, last) = line.rsplit_once(" : ").or_else(|| line.rsplit_once(": "))?;
    let (name, rest) = rest.split_once(" : ").or_else(|| rest.split_once(": "))?;
    let rest = rest.trim_start();
    let digits = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
    let points = [rest[..digits].parse().ok()?, last.trim().parse().ok()?];
    Some(([name.trim().to_owned(), rest[digits..].trim().to_owned()], points))
}

/// The points behind `Wins`, if there is a number.
fn points(rest: &str) -> Option<u32> {
    rest.split_whitespace().next()?.parse().ok()
}

/// What both players did in a turn: ` 1) 31: 8/5 6/5    52: 13/11 13/8`, or who has won.
fn turn(body: &str, place: usize, game: &mut MatGame) -> Result<(), TextError> {
    let wrong = |at: usize, message: &str| Err(TextError::new(at, message));
    let end = body.find(')').filter(|&end| end > 0 && body[..end].bytes().all(|sign| sign.is_ascii_digit()));
    let Some(number) = end else {
        let wins = body.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("wins"));
        if !wins {
            return wrong(place, "expected the number of a turn, as in 1) 31: 8/5 6/5, or who wins");
        }
        game.wins = Some((points(&body[4..]), place));
        return Ok(());
    };
    let after = &body[number + 1..];
    let start = place + number + 1;
    let mut found: Vec<(usize, What, usize)> = Vec::new();
    let words: Vec<&str> = after.split_whitespace().collect();
    let offset = |word: &str| start + (word.as_ptr().addr() - after.as_ptr().addr());
    let mut at = 0;
    while at < words.len() {
        let word = words[at];
        at += 1;
        let what = match word.to_ascii_lowercase().as_str() {
            "doubles" => {
                // `=> 4` says what the cube shows then.
                let shown = |word: &&str| *word == "=>" || word.parse::<u32>().is_ok();
                at += words[at..].iter().take(2).take_while(|word| shown(word)).count();
                What::Double
            }
            "takes" => What::Take,
            "drops" => What::Drop,
            "wins" => {
                game.wins = Some((points(&words[at..].join(" ")), offset(word)));
                break;
            }
            lower => match dice(lower).filter(|_| lower.ends_with(':')) {
                Some(dice) => {
                    let is_step = |word: &&str| {
                        word.contains('/')
                            || is_unknown(word)
                            || ["cannot", "move"].contains(&word.to_ascii_lowercase().as_str())
                    };
                    let steps = words[at..].iter().take_while(|word| is_step(word)).count();
                    let all = words[at..at + steps].join(" ");
                    let steps_at = words.get(at).map_or(start + after.len(), |word| offset(word));
                    at += steps;
                    found.push((offset(word), What::Throw(dice, all), steps_at));
                    continue;
                }
                None => {
                    let message = "expected the dice and a play, as in 31: 8/5 6/5, or Doubles, Takes, Drops, Wins";
                    return wrong(offset(word), message);
                }
            },
        };
        found.push((offset(word), what, offset(word)));
    }
    // Of one alone it is where he stands that tells who he is.
    let is_second = found.first().is_some_and(|(at, _, _)| found.len() == 1 && at - start > GAP);
    let seats = if is_second { [Seat::SECOND, Seat::FIRST] } else { Seat::PAIR };
    if let Some((at, _, _)) = found.get(2) {
        return wrong(*at, "a turn has two parts, one of each player");
    }
    let entries = found.into_iter().zip(seats);
    game.entries.extend(entries.map(|((at, what, steps_at), seat)| Entry { seat, what, at, steps_at }));
    Ok(())
}

/// Writes a game or a match.
pub(super) fn write(game: &Backgammon, players: [&str; 2], start: &State, actions: &[Action]) -> String {
    // A colon or a break of the line would end a name.
    let [first, second] = players.map(|name| name.replace([':', '\n', '\r'], " ").trim().to_owned());
    let length = if let Stakes::Match(Match { length }) = game.stakes { length } else { 0 };
    let mut sheet = Sheet { text: format!(" {length} point match\n"), players: [first, second], ..Sheet::default() };
    sheet.begin(start.score);
    let (mut state, mut thrown) = (*start, None);
    // What a game counts is told by the rules that count it.
    let money = Backgammon::new(Stakes::Money, false).with_jacoby(game.has_jacoby());
    for &action in actions {
        let (seat, value) = (state.seat, state.cube.value());
        let points = money.result(&state, action).won.unsigned_abs();
        match action {
            Action::Throw(first, second) => thrown = Some((first.max(second), first.min(second))),
            Action::Roll => {}
            Action::Play(play) => {
                let (first, second) = thrown.take().unwrap_or_default();
                sheet.put(seat, &format!("{first}{second}: {}", numbered(&state, play)));
            }
            Action::Double => sheet.put(seat, &format!(" Doubles => {}", 2 * value)),
            Action::Take => sheet.put(seat.other(), " Takes"),
            Action::Drop => sheet.put(seat.other(), " Drops"),
        }
        game.apply(&mut state, action);
        if points > 0 {
            sheet.wins(seat, points);
            if !game.is_terminal(&state) {
                sheet.begin(state.score);
            }
        }
    }
    sheet.end_line();
    sheet.text
}

/// What is written, and the turn that it has come to.
#[derive(Default)]
struct Sheet {
    text: String,
    players: [String; 2],
    games: u32,
    turns: u32,
    left: String,
    right: String,
}

impl Sheet {
    fn begin(&mut self, [first, second]: [u8; 2]) {
        self.games += 1;
        self.turns = 0;
        let [anna, bert] = &self.players;
        let left = format!(" {anna} : {first}");
        let _ = writeln!(self.text, "\n Game {}\n{left:<width$} {bert} : {second}", self.games, width = LEFT + 5);
    }

    fn put(&mut self, seat: Seat, what: &str) {
        if !self.right.is_empty() || seat == Seat::FIRST && !self.left.is_empty() {
            self.end_line();
        }
        if seat == Seat::FIRST { &mut self.left } else { &mut self.right }.push_str(what);
    }

    fn end_line(&mut self) {
        let (left, right) = (std::mem::take(&mut self.left), std::mem::take(&mut self.right));
        if !left.is_empty() || !right.is_empty() {
            self.turns += 1;
            let line = format!("{:>3}) {left:<LEFT$} {right}", self.turns);
            let _ = writeln!(self.text, "{}", line.trim_end());
        }
    }

    fn wins(&mut self, seat: Seat, points: u16) {
        self.end_line();
        let indent = if seat == Seat::FIRST { 6 } else { LEFT + 6 };
        let _ = writeln!(self.text, "{:indent$}Wins {points} point{}", "", if points == 1 { "" } else { "s" });
    }
}
