//! Texts that are nearly right, mutilated by a seed: no text breaks a reader.

use counterplay_core::{Notation, Random, Seeded, TextError};

const SOUP: &[&str] = &[
    "[",
    "]",
    "(",
    ")",
    ",",
    ":",
    "@",
    "#",
    "\"",
    "\\",
    "/",
    "%",
    "-",
    "+",
    ".",
    "e",
    "9",
    "0",
    " ",
    "\n",
    "\r",
    "\0",
    "\u{feff}",
    "ä",
    "−",
    "max",
    "chance",
    "NaN",
    "inf",
    "x",
    "X",
    "O",
    "?",
    "1e309",
    "99999999999999999999",
    "first",
    "rolling",
    "2d6",
    "J",
    "pb",
    "(;",
    ";)",
    "B[",
    "PA",
    "W",
    "K",
    ";",
    "{",
    "}",
    "1-0",
    "*",
    "a1",
    "h",
];

/// The text with a few pieces put in, taken out or doubled.
fn mutilated(text: &str, random: &mut Seeded) -> String {
    let mut pieces: Vec<String> = text.chars().map(String::from).collect();
    for _ in 0..=random.below(4) {
        let place = random.index(pieces.len() + 1).unwrap_or(0);
        match random.below(3) {
            0 => pieces.insert(place, SOUP[random.index(SOUP.len()).unwrap_or(0)].to_owned()),
            1 if place < pieces.len() => drop(pieces.remove(place)),
            _ if place < pieces.len() => pieces.insert(place, pieces[place].clone()),
            _ => {}
        }
    }
    pieces.concat()
}

/// Gives mutilated texts to a reader: whatever it reads is written, and is then read as the same; whatever it refuses
/// has a place in the text.
///
/// # Panics
/// If the reader fails in another way, or reads, or refuses, hardly any.
pub fn texts(samples: &[&str], seed: u64, read: impl Fn(&str) -> Result<String, TextError>) {
    let mut random = Seeded::new(seed);
    let (mut good, mut bad) = (0, 0);
    for round in 0..20_000 {
        let text = mutilated(samples[round % samples.len()], &mut random);
        match read(&text) {
            Ok(written) => {
                good += 1;
                assert_eq!(read(&written).as_ref(), Ok(&written), "{text:?}");
            }
            Err(error) => {
                bad += 1;
                assert!(error.offset <= text.len() && !error.message.is_empty(), "{text:?}: {error:?}");
                let _ = (error.position(&text), error.excerpt(&text));
            }
        }
    }
    assert!(good > 100 && bad > 100, "{good} texts were read, and {bad} were not");
}

/// Gives mutilated positions to a game: see [`texts`].
///
/// # Panics
/// As [`texts`].
#[expect(clippy::needless_pass_by_value, reason = "a game is small, and made for the call")]
pub fn positions<G: Notation>(samples: &[&str], seed: u64, game: G) {
    texts(samples, seed, |text| game.parse_position(text).map(|state| game.position_text(&state)));
}
