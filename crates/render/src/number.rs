//! Number formatting, in one place for every renderer.
//!
//! - Values have at most three decimals (more only where a small number would otherwise vanish), no trailing zeros and
//!   no `-0`: `3`, `3.5`, `0.333`, `0.0278`. A value that nobody knows is `?`.
//! - A bound is written with its sign, `≤2` and `≥5`; an evaluation at the horizon with `≈`.
//! - Infinities, which only windows have, are `-∞` and `+∞`, or `-inf` and `+inf` in ASCII.
//! - A probability is a short decimal if it is one, else a fraction if it is one: `0.25`, `1/6`.

use counterplay_core::Proof;
use counterplay_core::trace::Window;

/// Script: which characters may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Script {
    /// Unicode: `≤`, `∞`, `├──`.
    #[default]
    Unicode,
    /// ASCII, which every terminal and every file has: `<=`, `inf`, `|--`.
    Ascii,
}

/// Number formatter of one tree: it divides by the scale, and uses one script.
#[derive(Clone, Copy, Debug)]
pub struct Numerals {
    scale: f64,
    script: Script,
}

impl Numerals {
    /// Formatter of values in units, of which `scale` make a point.
    #[must_use]
    pub fn new(scale: u32, script: Script) -> Numerals {
        Numerals { scale: f64::from(scale.max(1)), script }
    }

    /// The script that is used.
    #[must_use]
    pub fn script(self) -> Script {
        self.script
    }

    /// Formats a value, exact or not: `3`, `-∞`, `?`.
    #[must_use]
    pub fn value(self, units: f64) -> String {
        let infinity = if self.script == Script::Unicode { "∞" } else { "inf" };
        match units {
            f64::INFINITY => format!("+{infinity}"),
            f64::NEG_INFINITY => format!("-{infinity}"),
            _ => decimal(units / self.scale),
        }
    }

    /// Formats a value with its bound: `≤2`, `≥5`, or the value alone.
    #[must_use]
    pub fn bound(self, units: f64, proof: Option<Proof>) -> String {
        format!("{}{}", self.sign(proof), self.value(units))
    }

    /// The sign that a proof puts before its value.
    #[must_use]
    pub fn sign(self, proof: Option<Proof>) -> &'static str {
        match (proof, self.script) {
            (None | Some(Proof::Exact), _) => "",
            (Some(Proof::Upper), Script::Unicode) => "≤",
            (Some(Proof::Lower), Script::Unicode) => "≥",
            (Some(Proof::Estimate), Script::Unicode) => "≈",
            (Some(Proof::Upper), Script::Ascii) => "<=",
            (Some(Proof::Lower), Script::Ascii) => ">=",
            (Some(Proof::Estimate), Script::Ascii) => "~",
        }
    }

    /// Formats a window, `[3, +∞]`.
    #[must_use]
    pub fn window(self, window: Window) -> String {
        format!("[{}, {}]", self.value(window.alpha), self.value(window.beta))
    }
}

/// Formats a number with at most three decimals, or three significant digits where it is small.
#[must_use]
pub fn decimal(value: f64) -> String {
    if value.is_nan() {
        return "?".to_owned();
    }
    let size = value.abs();
    if size == 0.0 {
        return "0".to_owned();
    }
    if !(1e-6..1e15).contains(&size) {
        return format!("{value:.3e}");
    }
    // 0.1 and above have three decimals, 0.01 four, and so on.
    let decimals = 3 + (-1 - size.log10().floor() as i32).clamp(0, 6) as usize;
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.to_owned()
}

/// Formats a probability: a short decimal if it is one, else a fraction if it is one.
#[must_use]
pub fn probability(p: f64) -> String {
    const TOLERANCE: f64 = 1e-9;
    let is_short = |p: f64| ((p * 1000.0) - (p * 1000.0).round()).abs() < TOLERANCE;
    if !p.is_finite() || is_short(p) {
        return decimal(p);
    }
    // 216 is three dice; beyond that a fraction says less than a decimal.
    let fraction = (2..=216).map(f64::from).find(|&below| {
        let above = p * below;
        above > 0.5 && (above - above.round()).abs() < TOLERANCE
    });
    fraction.map_or_else(|| decimal(p), |below| format!("{}/{below}", (p * below).round()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_short_and_have_no_negative_zero() {
        let cases = [
            (3.0, "3"),
            (-3.0, "-3"),
            (3.5, "3.5"),
            (1.0 / 3.0, "0.333"),
            (1.0 / 36.0, "0.0278"),
            (-1234.5, "-1234.5"),
            (-0.0, "0"),
            (100.0, "100"),
            (2.999_99, "3"),
            (1e-9, "1.000e-9"),
            (1e300, "1.000e300"),
            (f64::NAN, "?"),
        ];
        for (value, text) in cases {
            assert_eq!(decimal(value), text);
        }
    }

    #[test]
    fn values_are_in_points_and_bounds_have_signs() {
        let halves = Numerals::new(2, Script::Unicode);
        assert_eq!(halves.value(7.0), "3.5");
        assert_eq!(halves.bound(4.0, Some(Proof::Upper)), "≤2");
        assert_eq!(halves.bound(10.0, Some(Proof::Lower)), "≥5");
        assert_eq!(halves.bound(10.0, Some(Proof::Exact)), "5");
        assert_eq!(halves.window(Window::OPEN), "[-∞, +∞]");
        let ascii = Numerals::new(1, Script::Ascii);
        assert_eq!(ascii.window(Window { alpha: 3.0, beta: f64::INFINITY }), "[3, +inf]");
        assert_eq!(ascii.bound(2.0, Some(Proof::Upper)), "<=2");
    }

    #[test]
    fn probabilities_are_decimals_or_fractions() {
        let cases = [
            (0.5, "0.5"),
            (1.0, "1"),
            (0.0, "0"),
            (1.0 / 6.0, "1/6"),
            (2.0 / 36.0, "1/18"),
            (5.0 / 216.0, "5/216"),
            (0.125, "0.125"),
            (0.123_456_7, "0.123"),
        ];
        for (p, text) in cases {
            assert_eq!(probability(p), text);
        }
    }
}
