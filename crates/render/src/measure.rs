//! Text width, measured without a font.
//!
//! A picture must be the same bytes everywhere, so widths come from a table: Helvetica's advance widths with some room
//! for the fonts that stand in for it. A text may turn out narrower than this, hardly ever wider.

/// Margin for substitutes of Helvetica: Arial and Liberation are as wide, DejaVu is wider by about a tenth.
const ROOM: f64 = 1.08;

/// The width of a text at a font size, in the same unit.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size * ROOM
}

/// The advance width of a character in ems.
fn advance(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.24,
        ' ' | '.' | ',' | ':' | ';' | '/' | '!' | 'I' | 'f' | 't' | '[' | ']' => 0.28,
        '-' | '(' | ')' | 'r' | '"' | '`' => 0.34,
        'm' | 'M' | '%' | '…' => 0.88,
        'w' | 'C' | 'D' | 'G' | 'H' | 'N' | 'O' | 'Q' | 'R' | 'U' => 0.76,
        'W' | '@' => 1.0,
        'A'..='Z' | '&' => 0.67,
        '+' | '<' | '>' | '=' | '~' | '≤' | '≥' | '≈' => 0.59,
        '∞' => 0.75,
        ' '..='~' => 0.56,
        // Combining marks stand on the character before.
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' => 0.0,
        // Beyond Greek and Cyrillic most characters are as wide as they are high.
        c if c < '\u{1100}' => 0.65,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_even_and_wide_letters_are_wide() {
        assert_eq!(width("111", 10.0), width("898", 10.0));
        assert!(width("WWW", 10.0) > 2.0 * width("lll", 10.0));
        assert!(width("漢", 10.0) >= 10.0);
        assert_eq!(width("e\u{301}", 10.0), width("e", 10.0));
    }
}
