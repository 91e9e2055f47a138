//! The Position ID and the Match ID of GNU Backgammon: bits in base64.
//!
//! A Position ID is the men of both sides, the one that is not on roll first: for each point from 1 to 24 and the bar a
//! one for every man, and a zero. That are 80 bits at the most, and 14 letters. A Match ID is 12 letters:
//!
//! ```text
//! bit  0     4      6        7         8      11    12       13       15   18   21      36       51       66
//!      cube  owner  on roll  Crawford  state  turn  doubled  resigns  die  die  length  score 0  score 1  no Jacoby
//! ```
//!
//! Player 1 of GNU Backgammon, who sits at the bottom, is the first seat, as in an XGID.

use counterplay_core::{Seat, TextError};

use super::super::parsed::{Next, Said, Told, men_of};
use super::super::{Cube, Men};

/// The letters of base64.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// How many letters each of them has.
const POSITION: usize = 14;
const MATCH: usize = 12;
/// Who owns a cube in the middle.
const NOBODY: u64 = 3;

/// What a game's state is in a Match ID.
const NO_GAME: u64 = 0;
const PLAYING: u64 = 1;
const OVER: u64 = 2;
const DROPPED: u64 = 4;

/// Bits that are read or written from the lowest on.
struct Bits {
    bits: u128,
    at: u32,
}

impl Bits {
    fn put(&mut self, width: u32, value: u64) {
        self.bits |= (u128::from(value) & ((1 << width) - 1)) << self.at;
        self.at += width;
    }

    fn take(&mut self, width: u32) -> u64 {
        let value = (self.bits >> self.at) & ((1 << width) - 1);
        self.at += width;
        value as u64
    }

    /// The letters: six bits each, the bytes from the lowest on, and of a byte the highest bits first.
    fn letters(&self, count: usize) -> String {
        let bytes = self.bits.to_le_bytes();
        let letter = |number: usize| {
            let (byte, shift) = (number * 6 / 8, number * 6 % 8);
            let pair = u16::from(bytes[byte]) << 8 | u16::from(bytes[byte + 1]);
            char::from(LETTERS[usize::from(pair >> (10 - shift) & 63)])
        };
        (0..count).map(letter).collect()
    }

    /// The bits of so many letters.
    fn of(text: &str, at: usize, count: usize, name: &str) -> Result<Bits, TextError> {
        let mut bytes = [0u8; 16];
        for (number, sign) in text.chars().enumerate() {
            let value = LETTERS.iter().position(|&letter| char::from(letter) == sign);
            let Some(value) = value.filter(|_| number < count) else {
                let message = if number < count {
                    format!("expected the {count} letters of a {name}, A to Z, a to z, 0 to 9, + and /, found {sign:?}")
                } else {
                    format!("a {name} has {count} letters, and this one has more")
                };
                return Err(TextError::new(
                    at + text.char_indices().nth(number).map_or(0, |(place, _)| place),
                    message,
                ));
            };
            let (byte, shift) = (number * 6 / 8, number * 6 % 8);
            let pair = (value as u16) << (10 - shift);
            bytes[byte] |= (pair >> 8) as u8;
            bytes[byte + 1] |= pair as u8;
        }
        let found = text.chars().count();
        if found < count {
            let message = format!("expected the {count} letters of a {name}, found {found}");
            return Err(TextError::new(at + text.len(), message));
        }
        Ok(Bits { bits: u128::from_le_bytes(bytes), at: 0 })
    }
}

/// The Position ID.
pub(super) fn position_id(told: &Told) -> String {
    let mut bits = Bits { bits: 0, at: 0 };
    let [first, second] = &told.men;
    let (on_roll, other) = if told.seat == Seat::FIRST { (first, second) } else { (second, first) };
    for men in [other, on_roll] {
        for count in men.points() {
            bits.put(u32::from(count) + 1, (1 << count) - 1);
        }
    }
    bits.letters(POSITION)
}

/// The Match ID.
pub(super) fn match_id(told: &Told, is_dropped: bool) -> String {
    let player = |seat: Seat| u64::from(seat == Seat::FIRST);
    let doubled = told.next == Next::Answer;
    let dice = if let Next::Play(dice) = told.next { dice } else { [0, 0] };
    let state = match told.next {
        Next::Opening => NO_GAME,
        Next::Over if is_dropped => DROPPED,
        Next::Over => OVER,
        _ => PLAYING,
    };
    let said =
        told.stakes.unwrap_or(Said { length: 0, has_cube: true, jacoby: false, crawford: false, score: [0; 2], at: 0 });
    let mut bits = Bits { bits: 0, at: 0 };
    bits.put(4, told.cube.exponent.into());
    bits.put(2, told.cube.owner.map_or(NOBODY, player));
    bits.put(1, player(told.seat));
    bits.put(1, said.crawford.into());
    bits.put(3, state);
    bits.put(1, player(told.seat) ^ u64::from(doubled));
    bits.put(1, doubled.into());
    bits.put(2, 0);
    dice.into_iter().for_each(|die| bits.put(3, die.into()));
    bits.put(15, said.length.into());
    // Player 0 is the second seat.
    said.score.into_iter().rev().for_each(|points| bits.put(15, points.into()));
    bits.put(1, (!said.jacoby).into());
    bits.letters(MATCH)
}

/// Reads a Position ID, and the Match ID that may follow it behind a colon or blanks. As GNU Backgammon prints them
/// above a board they are known by their names, and what else stands there is passed over.
pub(super) fn parse(text: &str) -> Result<Told, TextError> {
    if let Some(place) = named(text, "position id") {
        let id = word(text, place);
        let position = parse_position(id, place)?;
        return match named(text, "match id") {
            Some(place) => parse_match(word(text, place), place, position),
            None => Ok(alone(position, place)),
        };
    }
    let body = text.trim_start_matches('\u{feff}').trim_start();
    let start = text.len() - body.len();
    let end = body.find(|sign: char| sign == ':' || sign.is_whitespace()).unwrap_or(body.len());
    let position = parse_position(&body[..end], start)?;
    let rest = body[end..].trim_start_matches([':', ' ', '\t']).trim_end();
    if rest.is_empty() && !body[end..].starts_with(':') {
        return Ok(alone(position, start));
    }
    parse_match(rest, text.trim_end().len() - rest.len(), position)
}

/// Where what has this name in a text begins.
fn named(text: &str, name: &str) -> Option<usize> {
    let after = text.to_ascii_lowercase().find(name)? + name.len();
    let rest = text[after..].trim_start().strip_prefix(':')?.trim_start();
    Some(text.len() - rest.len())
}

/// The word that begins here.
fn word(text: &str, at: usize) -> &str {
    text[at..].split_whitespace().next().unwrap_or_default()
}

/// The men of the side that is not on roll and of the one that is.
type Pair = [Men; 2];

fn parse_position(text: &str, at: usize) -> Result<Pair, TextError> {
    let mut bits = Bits::of(text, at, POSITION, "Position ID")?;
    let mut sides = [[0u8; 25]; 2];
    for count in sides.as_flattened_mut() {
        while bits.at < 80 && bits.take(1) == 1 {
            *count += 1;
        }
    }
    let wrong = |message| TextError::new(at, message);
    if bits.bits >> bits.at.min(127) != 0 {
        return Err(wrong("these are no Position ID's letters: they go on behind the men".to_owned()));
    }
    let [other, on_roll] = sides.map(|on| men_of(&on).map_err(wrong));
    Ok([other?, on_roll?])
}

/// A position of which nothing more is known: the first seat is on roll.
fn alone([second, first]: Pair, at: usize) -> Told {
    Told { men: [first, second], seat: Seat::FIRST, next: Next::Turn, cube: Cube::default(), stakes: None, at }
}

fn parse_match(text: &str, at: usize, [other, on_roll]: Pair) -> Result<Told, TextError> {
    let wrong = |message: &str| TextError::new(at, message);
    let mut bits = Bits::of(text, at, MATCH, "Match ID")?;
    let player = |number| if number == 1 { Seat::FIRST } else { Seat::SECOND };
    let exponent = bits.take(4) as u8;
    let owner = match bits.take(2) {
        NOBODY => None,
        number if number < 2 => Some(player(number)),
        _ => return Err(wrong("no player owns the cube in this Match ID")),
    };
    let (seat, crawford) = (player(bits.take(1)), bits.take(1) == 1);
    let (state, _, doubled, _) = (bits.take(3), bits.take(1), bits.take(1), bits.take(2));
    let dice = [bits.take(3) as u8, bits.take(3) as u8];
    let (length, [second, first]) = (bits.take(15) as u32, [bits.take(15) as u32, bits.take(15) as u32]);
    let jacoby = bits.take(1) == 0 && length == 0;
    let said = Said { length, has_cube: true, jacoby, crawford, score: [first, second], at };
    let men = if seat == Seat::FIRST { [on_roll, other] } else { [other, on_roll] };
    let is_off = men.iter().any(|men| men.points().iter().all(|&count| count == 0));
    let next = match (state, dice) {
        (NO_GAME, _) if men == [Men::START; 2] => Next::Opening,
        (OVER, _) if is_off => Next::Over,
        (NO_GAME | PLAYING, [0, 0]) if doubled == 1 => Next::Answer,
        (NO_GAME | PLAYING, [0, 0]) => Next::Turn,
        (NO_GAME | PLAYING, [1..=6, 1..=6]) => Next::Play(dice),
        (NO_GAME | PLAYING, _) => return Err(wrong("the dice of this Match ID show no numbers from 1 to 6")),
        _ => return Err(wrong("the game of this Match ID is over: it was given up")),
    };
    Ok(Told { men, seat, next, cube: Cube { exponent, owner }, stakes: Some(said), at })
}
