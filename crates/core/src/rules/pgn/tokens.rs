//! Tokens of PGN: a text, cut into its smallest parts.

use super::PgnWords;
use crate::TextError;

/// The marks that have signs of their own, by their numbers. The star says that a move is the only one.
pub(super) const MARKS: [(&str, u8); 7] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2), ("*", 7)];

/// A part of a game, without its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`, and where the value begins.
    Tag {
        name: &'t str,
        value: String,
        inside: usize,
    },
    /// `{…}`, or `;` and the rest of the line.
    Comment(&'t str),
    /// The word of a move.
    Move(&'t str),
    /// `$1`, or a sign behind a move.
    Mark(u8),
    Open,
    Close,
    Result(&'static str),
}

/// Hands out the parts, and where each of them begins.
pub(super) struct Tokens<'t> {
    words: PgnWords,
    text: &'t str,
    at: usize,
    /// Whether a move ended just here, so that a star is its mark and no result.
    after_move: bool,
}

impl<'t> Tokens<'t> {
    /// The parts from an offset on.
    pub(super) fn at(words: PgnWords, text: &'t str, at: usize) -> Tokens<'t> {
        let mark = if text[at..].starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Tokens { words, text, at: at + mark, after_move: false }
    }

    /// Where the last part ended.
    pub(super) fn end(&self) -> usize {
        self.at
    }

    /// Where the next part begins.
    pub(super) fn next_at(&mut self) -> usize {
        self.skip();
        self.at
    }

    pub(super) fn next(&mut self) -> Result<Option<(usize, Token<'t>)>, TextError> {
        self.skip();
        let (start, rest) = (self.at, &self.text[self.at..]);
        let after_move = std::mem::take(&mut self.after_move) && self.words.star_is_mark;
        let Some(sign) = rest.chars().next() else { return Ok(None) };
        let mark = MARKS.iter().find(|(sign, _)| rest.starts_with(sign) && (after_move || *sign != "*"));
        let token = match sign {
            '[' => return self.tag().map(|tag| Some((start, tag))),
            '{' => {
                let end = rest.find('}').ok_or_else(|| TextError::new(start, "the comment is not closed by }"))?;
                // One that has the tags of another game in it would swallow that game.
                if rest[..end].lines().skip(1).any(|line| is_tag(line.trim_start())) {
                    return Err(TextError::new(start, "the comment is not closed by } before the next game"));
                }
                self.at += end + 1;
                Token::Comment(rest[1..end].trim())
            }
            ';' => {
                let line = rest.lines().next().unwrap_or_default();
                self.at += line.len();
                Token::Comment(line[1..].trim())
            }
            '(' | ')' => {
                self.at += 1;
                if sign == '(' { Token::Open } else { Token::Close }
            }
            '$' => {
                let digits = digits(&rest[1..]);
                self.at += 1 + digits;
                let number = rest[1..1 + digits].parse();
                Token::Mark(number.map_err(|_| TextError::new(start, "expected the number of a mark, $0 to $255"))?)
            }
            _ => {
                if let Some((sign, number)) = mark {
                    self.at += sign.len();
                    self.after_move = after_move;
                    Token::Mark(*number)
                } else if let Some((result, length)) = self.words.result(rest) {
                    self.at += length;
                    Token::Result(result)
                } else {
                    let length = (self.words.move_length)(rest).ok_or_else(|| self.unexpected(start, sign))?;
                    self.at += length;
                    self.after_move = true;
                    if let Some(glued) = glued(&rest[length..]) {
                        let word = &rest[..length];
                        return Err(TextError::new(self.at, format!("{glued:?} is glued to the move {word}")));
                    }
                    Token::Move(&self.text[start..self.at])
                }
            }
        };
        Ok(Some((start, token)))
    }

    /// Goes on to the next part: past white space, the numbers of moves, and lines that are not meant for readers of
    /// games.
    fn skip(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            let number = digits(rest);
            let behind = &rest[number..];
            let dots = behind.len() - behind.trim_start_matches(['.', '…']).len();
            // `1-0`, `1/2` and `0-0` begin with a number that is none of a move.
            let is_number = dots > 0 || self.words.bare_numbers && number > 0 && !behind.starts_with(['-', '/']);
            if blank > 0 || is_number {
                self.at += blank.max(if is_number { number + dots } else { 0 });
                self.after_move = false;
            } else if rest.starts_with('%')
                && matches!(self.text[..self.at].chars().last(), None | Some('\n' | '\u{feff}'))
            {
                self.at += rest.lines().next().unwrap_or_default().len();
            } else {
                return;
            }
        }
    }

    /// `[Name "value"]`. In quotes a backslash stands before a quote and before another one. A quote without it is
    /// meant as one where a later one ends the tag in the same line.
    fn tag(&mut self) -> Result<Token<'t>, TextError> {
        let inside = |tokens: &Tokens<'t>| TextError::new(tokens.at, "expected a tag, such as [Event \"Match\"]");
        self.at += 1;
        self.skip();
        let rest = &self.text[self.at..];
        let name = &rest[..rest.find(|sign| !is_of_name(sign)).unwrap_or(rest.len())];
        self.at += name.len();
        self.skip();
        if name.is_empty() || !self.text[self.at..].starts_with('"') {
            return Err(inside(self));
        }
        self.at += 1;
        let begin = self.at;
        let mut value = String::new();
        let mut signs = self.text[begin..].char_indices().peekable();
        while let Some((at, sign)) = signs.next() {
            match sign {
                '"' if is_inner_quote(&self.text[begin + at + 1..]) => value.push('"'),
                '"' => {
                    self.at = begin + at + 1;
                    self.skip();
                    if !self.text[self.at..].starts_with(']') {
                        return Err(inside(self));
                    }
                    self.at += 1;
                    return Ok(Token::Tag { name, value, inside: begin });
                }
                '\\' => {
                    value.push(signs.next_if(|(_, next)| matches!(next, '"' | '\\')).map_or('\\', |(_, sign)| sign));
                }
                sign => value.push(sign),
            }
        }
        Err(TextError::new(begin - 1, "the quotes are not closed"))
    }

    fn unexpected(&self, at: usize, sign: char) -> TextError {
        let example = self.words.example;
        TextError::new(at, format!("expected a move such as {example}, a result, a comment or a tag, found {sign:?}"))
    }
}

/// Whether a sign may be in the name of a tag.
fn is_of_name(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || "_-+#=:".contains(sign)
}

/// Whether a quote belongs to the value of a tag, by what stands behind it.
fn is_inner_quote(behind: &str) -> bool {
    let line = behind.lines().next().unwrap_or_default();
    let ends = |text: &str| text.trim_start().starts_with(']');
    // Two tags may be in a line.
    let next = line.match_indices('[').map(|(at, _)| at).find(|&at| is_tag(&line[at..]));
    let value = &line[..next.unwrap_or(line.len())];
    !ends(line) && value.match_indices('"').any(|(at, _)| ends(&value[at + 1..]))
}

/// How many digits a text begins with.
#[must_use]
pub fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Whether a text begins with a word that ends there.
pub(super) fn begins_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word)
        .is_some_and(|rest| !rest.starts_with(|sign: char| sign.is_ascii_alphanumeric() || "-:".contains(sign)))
}

/// What stands behind a move without a blank and is no comment, mark or bracket.
fn glued(text: &str) -> Option<String> {
    let is_part = |sign: char| sign.is_whitespace() || "{}()[];$!?*".contains(sign);
    let glued: String = text.chars().take_while(|&sign| !is_part(sign)).take(20).collect();
    (!glued.is_empty()).then_some(glued)
}

/// Whether a text begins with a tag: `[Name "`.
pub(super) fn is_tag(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('[').map(str::trim_start) else { return false };
    let name = rest.len() - rest.trim_start_matches(is_of_name).len();
    name > 0 && rest[name..].trim_start().starts_with('"')
}

/// Where what the bracket at an offset opens is over, comments and brackets inside of it passed over.
pub(super) fn closing(text: &str, at: usize) -> Option<usize> {
    let mut open = 0u32;
    let mut rest = &text[at..];
    while let Some(sign) = rest.chars().next() {
        let length = match sign {
            '{' => rest.find('}')? + 1,
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '(' => {
                open += 1;
                1
            }
            ')' => {
                open -= 1;
                1
            }
            '[' if is_tag(rest) => return None,
            sign => sign.len_utf8(),
        };
        rest = &rest[length..];
        if open == 0 {
            return Some(text.len() - rest.len());
        }
    }
    None
}
