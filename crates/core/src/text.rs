//! What is wrong with a text, and where.

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
    fn the_end_of_the_text_is_a_place_too() {
        let error = TextError::new(99, "more expected");
        assert_eq!(error.position("[1,"), (1, 4));
        assert_eq!(error.excerpt("[1,"), "  [1,\n     ^");
        assert_eq!(error.excerpt(""), "  \n  ^");
    }
}
