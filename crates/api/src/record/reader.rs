//! Reading of a record's text: its tags, its moves, and the notes on them.

use counterplay_core::{Note, NoteKind, TextError};

use super::{GAME_TAG, RESULTS};

/// A game may have this many moves.
pub(super) const MOST_MOVES: usize = 100_000;

/// A longer word is written in quotes, and what is in brackets is not looked at further than this to see whether it is
/// a word.
pub(super) const LONGEST_WORD: usize = 128;

/// A tag and where it stands.
pub(super) struct Tag {
    pub(super) offset: usize,
    pub(super) name: String,
    pub(super) value: String,
}

/// The moves of a text.
#[derive(Default)]
pub(super) struct Moves {
    pub(super) words: Vec<String>,
    /// Where each of them stands.
    pub(super) places: Vec<usize>,
    pub(super) notes: Vec<Note>,
    pub(super) result: Option<String>,
}

/// A text and how far it has been read.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// The comments that were passed over and nobody has taken yet.
    pub(super) comments: Vec<String>,
}

impl<'t> Reader<'t> {
    /// A reader of a text from an offset on.
    pub(super) fn new(text: &'t str, at: usize) -> Reader<'t> {
        Reader { text, at, comments: Vec::new() }
    }
}

impl Reader<'_> {
    pub(super) fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn error(&self, message: impl Into<String>) -> TextError {
        TextError::new(self.at, message)
    }

    /// Passes blanks and comments over; says whether there is anything left.
    pub(super) fn skip_to_token(&mut self) -> Result<bool, TextError> {
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            let length = match self.rest().chars().next() {
                None => return Ok(false),
                Some('{') => {
                    let end = self.rest().find('}').filter(|&end| {
                        // One that has another game in it would swallow that game.
                        !self.rest()[..end].lines().any(|line| line.trim_start().starts_with(GAME_TAG))
                    });
                    let end = end.ok_or_else(|| self.error("the comment has no end"))?;
                    self.comments.push(self.rest()[1..end].trim().to_owned());
                    end + 1
                }
                Some(';') => {
                    let end = self.rest().find('\n').unwrap_or(self.rest().len());
                    self.comments.push(self.rest()[1..end].trim().to_owned());
                    end
                }
                Some(_) => return Ok(true),
            };
            self.at += length;
        }
    }

    /// `[Name "value"]`.
    pub(super) fn tag(&mut self) -> Result<Tag, TextError> {
        let offset = self.at;
        self.at += '['.len_utf8();
        self.skip_blanks();
        let length = self.rest().find(|c| !is_of_name(c)).unwrap_or(self.rest().len());
        if length == 0 {
            return Err(self.error("expected the name of a tag, as in [Game \"tictactoe\"]"));
        }
        let name = self.rest()[..length].to_owned();
        self.at += length;
        self.skip_blanks();
        if !self.rest().starts_with('"') {
            return Err(self.error("expected the value of the tag in quotes, as in [Game \"tictactoe\"]"));
        }
        let value = self.string()?;
        self.skip_blanks();
        if !self.rest().starts_with(']') {
            return Err(self.error("expected ] at the end of the tag"));
        }
        self.at += ']'.len_utf8();
        Ok(Tag { offset, name, value })
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// A text in quotes: `\"` is a quote in it, and `\\` a backslash.
    fn string(&mut self) -> Result<String, TextError> {
        let mut value = String::new();
        let mut letters = self.rest().char_indices().skip(1).peekable();
        while let Some((place, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at += place + letter.len_utf8();
                    return Ok(value);
                }
                '\\' => match letters.next_if(|&(_, next)| matches!(next, '"' | '\\')) {
                    Some((_, escaped)) => value.push(escaped),
                    None => value.push(letter),
                },
                letter => value.push(letter),
            }
        }
        Err(self.error("the quotes are not closed"))
    }

    /// The moves to the end of the text or to the tags of the next game, and the result if it is there. On an error
    /// there is what was read before.
    pub(super) fn moves(&mut self, found: &mut Moves) -> Result<(), TextError> {
        // Where the variations began that are open.
        let mut open: Vec<usize> = Vec::new();
        // The last word, if it can be the result: then it may not be followed by anything.
        let mut result: Option<(usize, String)> = None;
        loop {
            let has_more = self.skip_to_token()?;
            let comments = std::mem::take(&mut self.comments);
            if open.is_empty() {
                let ply = found.words.len();
                found.notes.extend(comments.iter().flat_map(|text| Note::of_comment(ply, text)));
            }
            if !has_more {
                break;
            }
            let offset = self.at;
            let first = self.rest().chars().next().unwrap_or_default();
            let mut mark = None;
            let mut word = match first {
                '(' => {
                    open.push(offset);
                    self.at += first.len_utf8();
                    continue;
                }
                ')' => {
                    let begin = open.pop().ok_or_else(|| self.error("there is no variation to close"))?;
                    if open.is_empty() {
                        let words = self.text[begin + 1..offset].split_whitespace().collect::<Vec<_>>().join(" ");
                        found.notes.push(Note::new(found.words.len(), NoteKind::Variation, words));
                    }
                    self.at += first.len_utf8();
                    continue;
                }
                '"' => Some(self.string()?),
                '[' if self.rest().starts_with(GAME_TAG) => break,
                '[' if open.is_empty() => return Err(self.error("expected a move, found a tag")),
                _ => {
                    let (word, sign) = self.word();
                    mark = sign.map(str::to_owned);
                    word.map(str::to_owned)
                }
            };
            if !open.is_empty() {
                continue;
            }
            if let Some((place, word)) = result.take() {
                // Something follows, so it was a move that looks like a result, or else the end in the middle.
                return Err(TextError::new(place, format!("{word} ends the game, and there is more of it")));
            }
            if first != '"' && word.as_deref().is_some_and(|word| RESULTS.contains(&word)) {
                result = word.take().map(|word| (offset, word));
            }
            if let Some(word) = word {
                if found.words.len() == MOST_MOVES {
                    return Err(TextError::new(offset, format!("the game has more than {MOST_MOVES} moves")));
                }
                found.words.push(word);
                found.places.push(offset);
            }
            found.notes.extend(mark.map(|mark| Note::new(found.words.len(), NoteKind::Mark, mark)));
        }
        found.result = result.map(|(_, word)| word);
        open.last().map_or(Ok(()), |&offset| Err(TextError::new(offset, "the variation has no end")))
    }

    /// A word, and the mark behind it; no word if it is the number of a move or a mark alone.
    fn word(&mut self) -> (Option<&str>, Option<&str>) {
        let rest = &self.text[self.at..];
        let mut length = 0;
        while let Some(letter) = rest[length..].chars().next() {
            length += match letter {
                letter if letter.is_whitespace() || letter == ')' => break,
                '(' | '{' | '[' => match group(&rest[length..]) {
                    Some(group) => group,
                    // It is a variation or a comment that follows without a blank.
                    None if length > 0 => break,
                    None => letter.len_utf8(),
                },
                letter => letter.len_utf8(),
            };
        }
        self.at += length;
        let word = &rest[..length];
        // A number with its dots may stand alone, or before a word that begins with a letter.
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let move_of = digits.trim_start_matches('.');
        let numbered = digits.len() < word.len() && move_of.len() < digits.len();
        let is_number = numbered && move_of.chars().next().is_none_or(char::is_alphabetic);
        let word = if is_number { move_of } else { word };
        // Nor is a mark a part of the word before it.
        let sign = &word[word.trim_end_matches(['!', '?']).len()..];
        let word = &word[..word.len() - sign.len()];
        if is_mark(word) || word == "$" {
            return (None, Some(word).filter(|word| is_mark(word)));
        }
        (Some(word).filter(|word| !word.is_empty()), Some(sign).filter(|sign| !sign.is_empty()))
    }
}

/// The length of what is in brackets at the beginning of a text, if they are closed before the next blank.
pub(super) fn group(text: &str) -> Option<usize> {
    let mut open = 0u32;
    for (place, letter) in text.char_indices().take(LONGEST_WORD) {
        match letter {
            '(' | '{' | '[' => open += 1,
            ')' | '}' | ']' => open -= 1,
            letter if letter.is_whitespace() => return None,
            _ => {}
        }
        if open == 0 {
            return Some(place + letter.len_utf8());
        }
    }
    None
}

/// Whether a word is a mark: `!?`, `$14`.
pub(super) fn is_mark(word: &str) -> bool {
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|sign| sign.is_ascii_digit());
    word.strip_prefix('$').is_some_and(is_number)
        || !word.is_empty() && word.bytes().all(|sign| matches!(sign, b'!' | b'?'))
}

/// Whether a sign may stand in the name of a tag.
pub(super) fn is_of_name(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-')
}
