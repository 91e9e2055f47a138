//! Superscripts in texts, `b^{m/2}`.

use std::fmt::Write;

use crate::measure;
use crate::xml::{Coordinate, Escaped};

/// Size of a superscript, and how much higher it stands, in parts of the font size.
const SMALLER: f64 = 0.75;
const HIGHER: f64 = 0.4;

/// Text in which `^{…}` is a superscript. Without its brace a `^{` is text like all else.
#[derive(Clone, Copy)]
pub(super) struct Superscript<'a>(pub &'a str);

impl<'a> Superscript<'a> {
    /// Parts of the text, and whether they are superscripts.
    fn parts(self) -> Vec<(bool, &'a str)> {
        let (mut parts, mut rest) = (Vec::new(), self.0);
        while let Some((before, raised, after)) = rest
            .split_once("^{")
            .and_then(|(before, rest)| rest.split_once('}').map(|(raised, after)| (before, raised, after)))
        {
            parts.extend([(false, before), (true, raised)]);
            rest = after;
        }
        parts.push((false, rest));
        parts.retain(|(_, part)| !part.is_empty());
        parts
    }

    /// Plain text without superscripts: `b^(m/2)`, `b^m`.
    pub(super) fn plain(self) -> String {
        let mut text = String::new();
        for (is_raised, part) in self.parts() {
            let is_short = part.chars().all(char::is_alphanumeric);
            let _ = match (is_raised, is_short) {
                (false, _) => write!(text, "{part}"),
                (true, true) => write!(text, "^{part}"),
                (true, false) => write!(text, "^({part})"),
            };
        }
        text
    }

    /// Width at a font size.
    pub(super) fn width(self, size: f64) -> f64 {
        let of_part = |(is_raised, part)| measure::width(part, if is_raised { size * SMALLER } else { size });
        self.parts().into_iter().map(of_part).sum()
    }

    /// SVG content of a `<text>` of a font size.
    pub(super) fn spans(self, size: f64) -> String {
        let (mut spans, mut is_up) = (String::new(), false);
        for (is_raised, part) in self.parts() {
            let (part, by) = (Escaped(part), Coordinate(size * HIGHER));
            let _ = match (is_up, is_raised) {
                (false, false) => write!(spans, "{part}"),
                (true, false) => write!(spans, r#"<tspan dy="{by}">{part}</tspan>"#),
                (true, true) => write!(spans, r#"<tspan font-size="{}">{part}</tspan>"#, Coordinate(size * SMALLER)),
                (false, true) => {
                    write!(spans, r#"<tspan dy="-{by}" font-size="{}">{part}</tspan>"#, Coordinate(size * SMALLER))
                }
            };
            is_up = is_raised;
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_raised_and_can_be_read_aloud() {
        let power = Superscript("b^{m/2}, b = 5");
        assert_eq!(power.plain(), "b^(m/2), b = 5");
        assert_eq!(power.spans(10.0), r#"b<tspan dy="-4" font-size="7.5">m/2</tspan><tspan dy="4">, b = 5</tspan>"#);
        assert!(power.width(10.0) < measure::width("bm/2, b = 5", 10.0));
        assert_eq!(Superscript("10^{12}").plain(), "10^12");
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for text in ["", "minimax", "a^b", "a^{b", "}^{"] {
            assert_eq!((Superscript(text).plain(), Superscript(text).spans(10.0)), (text.to_owned(), text.to_owned()));
        }
        assert_eq!(Superscript("<&>^{<}").spans(10.0), r#"&lt;&amp;&gt;<tspan dy="-4" font-size="7.5">&lt;</tspan>"#);
    }
}
