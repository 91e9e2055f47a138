//! Errors in a text: what is wrong, and where.

use std::fmt;

/// A text that could not be read: what was wrong, and at which byte.
///
/// All parsers of games, trees and files report by this type, so that the edges can show the line, the column and a
/// caret in one way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// What was wrong, and what was expected instead.
    pub message: String,
    /// The offset in bytes at which it was found.
    pub offset: usize,
}

impl TextError {
    /// The widest piece of a line that [`TextError::excerpt`] shows.
    const WIDTH: usize = 72;

    /// Says what is wrong at a byte of the text.
    #[must_use]
    pub fn new(offset: usize, message: impl Into<String>) -> TextError {
        TextError { message: message.into(), offset }
    }

    /// The line and the column, both from 1; columns count characters.
    #[must_use]
    pub fn position(&self, source: &str) -> (usize, usize) {
        let before = before(source, self.offset);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// The line with a caret below the place; of a long line only what is around it.
    #[must_use]
    pub fn excerpt(&self, source: &str) -> String {
        let before = before(source, self.offset);
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line: Vec<char> = source[start..].chars().take_while(|c| !matches!(c, '\n' | '\r')).collect();
        let column = before[start..].chars().count().min(line.len());
        let first = if line.len() <= Self::WIDTH { 0 } else { column.saturating_sub(Self::WIDTH / 2) };
        let last = line.len().min(first + Self::WIDTH);
        // Tabs and control characters would move the caret away from its place.
        let piece: String = line[first..last].iter().map(|&c| if c.is_control() { ' ' } else { c }).collect();
        let (head, tail) = (if first > 0 { "…" } else { "" }, if last < line.len() { "…" } else { "" });
        let indent = " ".repeat(column - first + head.chars().count());
        format!("  {head}{piece}{tail}\n  {indent}^")
    }
}

/// The text before an offset, which may lie at the end or, by mistake, inside a character.
fn before(source: &str, offset: usize) -> &str {
    let mut end = offset.min(source.len());
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    &source[..end]
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TextError {}

/// Reads a text word by word and knows where it has got to. White space and a byte order mark are skipped.
#[derive(Clone, Debug)]
pub struct Words<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Words<'t> {
    /// The words of a text.
    #[must_use]
    pub fn new(text: &'t str) -> Words<'t> {
        Words { text, rest: text.strip_prefix('\u{feff}').unwrap_or(text).trim() }
    }

    /// Whether all words have been read.
    #[must_use]
    pub fn at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Where the next word begins, in bytes.
    #[must_use]
    pub fn offset(&self) -> usize {
        // The words that are left end where the trimmed text ends.
        self.text.trim_end().len() - self.rest.len()
    }

    /// The next word, as `read` understands it; else an error that says what was expected.
    ///
    /// # Errors
    /// If there is no such word.
    pub fn expect<T>(&mut self, expected: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T, TextError> {
        let word = self.rest.split_whitespace().next().unwrap_or_default();
        match read(word) {
            Some(value) if !word.is_empty() => {
                self.rest = self.rest[word.len()..].trim_start();
                Ok(value)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    /// Nothing may be left.
    ///
    /// # Errors
    /// If there is another word.
    pub fn end(&self) -> Result<(), TextError> {
        if self.at_end() { Ok(()) } else { Err(self.unexpected("the end")) }
    }

    fn unexpected(&self, expected: &str) -> TextError {
        let offset = self.offset();
        match self.rest.split_whitespace().next() {
            // A long word would hide the message.
            Some(word) => {
                let found: String = word.chars().take(20).collect();
                TextError::new(offset, format!("expected {expected}, found {found:?}"))
            }
            None => TextError::new(offset, format!("expected {expected}, but the text ends")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_below_the_place() {
        let source = "[1,\n [2,ä,x]]";
        let error = TextError::new(source.find('x').unwrap(), "unexpected");
        assert_eq!(error.position(source), (2, 7));
        assert_eq!(error.excerpt(source), "   [2,ä,x]]\n        ^");
    }

    #[test]
    fn a_long_line_is_shown_around_the_place() {
        let source = format!("{}!{}", "a".repeat(50_000), "b".repeat(50_000));
        let error = TextError::new(50_000, "unexpected");
        let excerpt = error.excerpt(&source);
        let (line, caret) = excerpt.split_once('\n').unwrap();
        assert!(line.chars().count() < 80, "{line}");
        assert_eq!(line.chars().nth(caret.chars().count() - 1), Some('!'));
        assert_eq!(error.position(&source), (1, 50_001));
    }

    #[test]
    fn words_know_where_they_are() {
        let number = |word: &str| word.parse::<u8>().ok();
        let text = "\u{feff} 12  x ";
        let mut words = Words::new(text);
        assert_eq!(words.expect("a number", number), Ok(12));
        let error = words.expect("a number", number).unwrap_err();
        assert_eq!((error.message.as_str(), &text[error.offset..]), ("expected a number, found \"x\"", "x "));
        assert!(words.end().is_err() && !words.at_end());
        assert_eq!(
            Words::new(" ").expect("a number", number).unwrap_err().message,
            "expected a number, but the text ends"
        );
    }

    #[test]
    fn the_end_of_the_text_is_a_place_too() {
        let error = TextError::new(99, "more expected");
        assert_eq!(error.position("[1,"), (1, 4));
        assert_eq!(error.excerpt("[1,"), "  [1,\n     ^");
        assert_eq!(error.excerpt(""), "  \n  ^");
    }
}
