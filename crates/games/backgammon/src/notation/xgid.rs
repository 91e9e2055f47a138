//! XGID, the one-line positions of eXtreme Gammon that people paste into forums.
//!
//! ```text
//! XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10
//!      |                          | | | |  | | | | the most that the cube is turned, as a power of two: 0 for no cube
//!      |                          | | | |  | | | the points of the match, 0 for money
//!      |                          | | | |  | | in a match 1 in the Crawford game; for money 1 with the Jacoby rule, 2 with beavers, 3 with both
//!      |                          | | | |  the points of first and of second
//!      |                          | | | the dice; 00 before the roll, D if the cube is offered by whose turn it is
//!      |                          | | whose turn it is: 1 first, -1 second
//!      |                          | who owns the cube: 1 first, -1 second, 0 nobody
//!      |                          the cube, as a power of two
//!      second's bar, the points 1 to 24 of first, first's bar: A is one man of first, b are two of second
//! ```
//!
//! The first seat is the player at the bottom, who has the capital letters. Three things that a game can come to have
//! no XGID; a word behind it says them: `opening` if both sides throw to begin, `rolling` if the dice roll where one
//! might have doubled, `over` if the game is over.

use std::fmt::Write;

use counterplay_core::{Seat, TextError};

use super::super::parsed::{Next, Said, Told, men_of};
use super::super::{BAR, Cube, Men};

/// What it begins with.
pub(super) const MARK: &str = "XGID=";
/// How many letters the board has: the points and the two bars.
const BOARD: usize = 26;
/// The words behind it, and what they mean.
const WORDS: [(&str, Next); 3] = [("opening", Next::Opening), ("rolling", Next::Rolling), ("over", Next::Over)];

/// Writes a position.
pub(super) fn write(told: &Told) -> String {
    let mut text = MARK.to_owned();
    let [first, second] = &told.men;
    for point in 0..=BAR {
        let (own, other) =
            (if point > 0 { first.on(point) } else { 0 }, if point < BAR { second.on(BAR - point) } else { 0 });
        text.push(match (own, other) {
            (0, 0) => '-',
            (0, other) => char::from(b'a' + other - 1),
            (own, _) => char::from(b'A' + own - 1),
        });
    }
    let side = |seat| if seat == Seat::FIRST { "1" } else { "-1" };
    let dice = match told.next {
        Next::Play([first, second]) => format!("{first}{second}"),
        Next::Answer => "D".to_owned(),
        _ => "00".to_owned(),
    };
    let owner = told.cube.owner.map_or("0", side);
    let _ = write!(text, ":{}:{owner}:{}:{dice}", told.cube.exponent, side(told.seat));
    if let Some(Said { length, has_cube, jacoby, crawford, score: [first, second], .. }) = told.stakes {
        let rule = u8::from(if length > 0 { crawford } else { jacoby });
        let most = if has_cube { Cube::MOST } else { 0 };
        let _ = write!(text, ":{first}:{second}:{rule}:{length}:{most}");
    }
    if let Some((word, _)) = WORDS.iter().find(|(_, next)| *next == told.next) {
        let _ = write!(text, " {word}");
    }
    text
}

/// Whether a text is meant to be one, and where it begins: it has the mark somewhere, or looks like one without it.
pub(super) fn begins(text: &str) -> Option<usize> {
    if let Some(at) = text.to_ascii_uppercase().find(MARK) {
        return Some(at);
    }
    let body = text.trim_start_matches('\u{feff}').trim_start();
    let board = body.split(':').next().unwrap_or_default();
    let looks = board.len() == BOARD && body.starts_with(|sign: char| sign == '-' || sign.is_ascii_alphabetic());
    looks.then_some(text.len() - body.len())
}

/// Reads one that begins here. What stands in further lines, such as the board that comes with it in a forum, is passed
/// over.
pub(super) fn parse(text: &str, at: usize) -> Result<Told, TextError> {
    let line = text[at..].lines().next().unwrap_or_default();
    let mark = if line.get(..MARK.len()).is_some_and(|head| head.eq_ignore_ascii_case(MARK)) { MARK.len() } else { 0 };
    let mut fields = Fields { line: line.trim_end(), start: at, at: mark };
    let men = fields.board()?;
    let exponent = fields.number("the cube as a power of two, such as 0", 0..=63)? as u8;
    let side = |number: i64| match number {
        1 => Some(Seat::FIRST),
        -1 => Some(Seat::SECOND),
        _ => None,
    };
    let owner = side(fields.number("who owns the cube: 1, -1, or 0 for nobody", -1..=1)?);
    let place = fields.next_offset();
    let seat = side(fields.number("whose turn it is: 1 or -1", -1..=1)?)
        .ok_or_else(|| TextError::new(place, "expected whose turn it is: 1 or -1"))?;
    let dice = fields.dice()?;
    let points = 0..=i64::from(i16::MAX);
    let score = [
        fields.number("the points of the first player", points.clone())? as u32,
        fields.number("the points of the second player", points.clone())? as u32,
    ];
    let rule = fields.number("0 or 1 for the Crawford game; for money 0 to 3", 0..=3)?;
    let place = fields.next_offset();
    let length = fields.number("the points of the match, 0 for money", points)? as u32;
    let most =
        if fields.at_last() { None } else { Some(fields.number("the most of the cube as a power of two", 0..=63)?) };
    let said = Said {
        length,
        has_cube: most != Some(0),
        jacoby: length == 0 && rule & 1 == 1,
        crawford: length > 0 && rule & 1 == 1,
        score,
        at: place,
    };
    let next = fields.word()?.unwrap_or(dice);
    if next != dice && dice != Next::Turn {
        let message = "the dice have been thrown or the cube is offered: no word is expected here";
        return Err(TextError::new(fields.offset(), message));
    }
    Ok(Told { men, seat, next, cube: Cube { exponent, owner }, stakes: Some(said), at: at + mark })
}

/// The fields of a line.
struct Fields<'t> {
    line: &'t str,
    /// Where the line begins in the text.
    start: usize,
    /// How far it has been read.
    at: usize,
}

impl<'t> Fields<'t> {
    fn offset(&self) -> usize {
        self.start + self.at
    }

    /// Where the next field begins.
    fn next_offset(&self) -> usize {
        self.offset() + usize::from(self.rest().starts_with(':'))
    }

    fn rest(&self) -> &'t str {
        &self.line[self.at..]
    }

    fn at_last(&self) -> bool {
        !self.rest().starts_with(':')
    }

    /// The men of both sides.
    fn board(&mut self) -> Result<[Men; 2], TextError> {
        let (mut first, mut second) = ([0; 25], [0; 25]);
        let start = self.offset();
        for (number, sign) in self.rest().chars().take(BOARD).enumerate() {
            match sign {
                '-' => {}
                'A'..='O' if number > 0 => first[number - 1] = sign as u8 - b'A' + 1,
                'a'..='o' if number < BOARD - 1 => second[BOARD - 2 - number] = sign as u8 - b'a' + 1,
                'A'..='O' => {
                    return Err(TextError::new(
                        self.offset(),
                        "the first letter is the bar of the second player: a to o, or -",
                    ));
                }
                'a'..='o' => {
                    return Err(TextError::new(
                        self.offset(),
                        "the last letter is the bar of the first player: A to O, or -",
                    ));
                }
                other => {
                    let message = format!(
                        "expected the men on a point, - for none, A to O for the first player's and a to o for the second's, found {other:?}"
                    );
                    return Err(TextError::new(self.offset(), message));
                }
            }
            self.at += sign.len_utf8();
        }
        if self.offset() - start < BOARD {
            return Err(TextError::new(self.offset(), format!("expected {BOARD} letters for the points and the bars")));
        }
        let men = [men_of(&first), men_of(&second)];
        let [first, second] = men.map(|men| men.map_err(|message| TextError::new(start, message)));
        Ok([first?, second?])
    }

    /// The next field, behind a colon.
    fn field(&mut self, expected: &str) -> Result<&'t str, TextError> {
        let Some(rest) = self.rest().strip_prefix(':') else {
            let message = format!("expected a colon and {expected}; a position looks like {SAMPLE}");
            return Err(TextError::new(self.offset(), message));
        };
        let length = rest.find(|sign: char| sign == ':' || sign.is_whitespace()).unwrap_or(rest.len());
        self.at += 1 + length;
        Ok(&rest[..length])
    }

    fn number(&mut self, expected: &str, range: std::ops::RangeInclusive<i64>) -> Result<i64, TextError> {
        let place = self.next_offset();
        let field = self.field(expected)?;
        let number = field.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| TextError::new(place, format!("expected {expected}, found {field:?}")))
    }

    fn dice(&mut self) -> Result<Next, TextError> {
        let expected = "the dice, such as 31, or 00 before the roll, or D for a double";
        let place = self.next_offset();
        let field = self.field(expected)?;
        match field.as_bytes() {
            b"00" | b"0" => Ok(Next::Turn),
            b"D" | b"d" => Ok(Next::Answer),
            [first @ b'1'..=b'6', second @ b'1'..=b'6'] => Ok(Next::Play([first - b'0', second - b'0'])),
            b"B" | b"R" => Err(TextError::new(place, "beavers and raccoons are not played here")),
            _ => Err(TextError::new(place, format!("expected {expected}, found {field:?}"))),
        }
    }

    /// The word behind all fields, if there is one.
    fn word(&mut self) -> Result<Option<Next>, TextError> {
        self.at = self.line.len() - self.rest().trim_start().len();
        if self.rest().is_empty() {
            return Ok(None);
        }
        let found = WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(self.rest()));
        let expected = "expected the end of the position, or one of opening, rolling, over";
        found.map(|&(_, next)| Some(next)).ok_or_else(|| TextError::new(self.offset(), expected))
    }
}

/// What one looks like.
const SAMPLE: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
