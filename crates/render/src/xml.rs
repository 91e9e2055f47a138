//! XML escapes and numbers, as far as a picture needs them.

use std::fmt::{self, Write};

/// Escaped text for an element or an attribute. What XML 1.0 has no way to write is dropped.
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {}
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// Coordinate with at most one decimal: a tenth of a pixel is finer than anyone sees.
#[derive(Clone, Copy)]
pub(crate) struct Coordinate(pub f64);

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
        if tenths < 0 {
            f.write_char('-')?;
        }
        write!(f, "{whole}")?;
        if rest == 0 { Ok(()) } else { write!(f, ".{rest}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_out() {
        assert_eq!(
            Escaped("<script>&\"'\u{0}\u{1b}\u{ffff}\u{85}\n</script>").to_string(),
            "&lt;script&gt;&amp;&quot;&#39; &lt;/script&gt;"
        );
    }

    #[test]
    fn coordinates_are_short() {
        let texts = [3.0, -0.04, 2.25, -1.96, 1234.5].map(|x| Coordinate(x).to_string());
        assert_eq!(texts, ["3", "0", "2.3", "-2", "1234.5"]);
    }
}
