//! Glyphs of texts, by their outlines.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Outlines of the characters that are known.
const GLYPHS: &str = include_str!("glyphs.txt");

/// Units of the outlines in an em.
pub(crate) const EM: f32 = 2048.0;

/// Height of a small letter in units, half of which a text is moved down by where it is centred on its line.
pub(crate) const X_HEIGHT: f32 = 1120.0;

/// Glyph of a character.
#[derive(Clone, Copy)]
pub(crate) struct Glyph {
    /// Width of the character with the space beside it, in units.
    pub(crate) advance: f32,
    /// Outline as path data, in units, y downwards.
    pub(crate) path: &'static str,
}

/// Glyph of a character; a box for one that is not known.
pub(crate) fn glyph(character: char) -> Glyph {
    static KNOWN: OnceLock<HashMap<char, Glyph>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| GLYPHS.lines().filter_map(read).collect());
    known.get(&character).copied().unwrap_or(MISSING)
}

const MISSING: Glyph = Glyph { advance: 1229.0, path: "M100 0H1129V-1500H100ZM200 -100V-1400H1029V-100Z" };

fn read(line: &'static str) -> Option<(char, Glyph)> {
    let mut fields = line.splitn(3, ' ');
    let character = char::from_u32(u32::from_str_radix(fields.next()?, 16).ok()?)?;
    let advance = fields.next()?.parse().ok()?;
    Some((character, Glyph { advance, path: fields.next().unwrap_or_default() }))
}

/// Width of a text in units.
pub(crate) fn width(text: &str) -> f32 {
    text.chars().map(|character| glyph(character).advance).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_file_is_a_glyph() {
        let lines = GLYPHS.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.clone().filter_map(read).count(), lines.count());
        for character in "Az09αβ∞−≤≥…♠♥♦♣→±⌈⌋".chars() {
            let found = glyph(character);
            assert!(found.path != MISSING.path && zeno::PathData::commands(&found.path).count() > 2, "{character}");
        }
        assert!(glyph(' ').path.is_empty() && width("mm") > 2.0 * width("i"));
    }
}
