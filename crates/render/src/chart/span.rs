//! Range of an axis, and its ticks.

use super::Scale;
use super::superscript::Superscript;

/// Largest value with a place: beyond it differences and ratios would no longer be numbers.
const LARGEST: f64 = 1e100;

impl Scale {
    /// Whether a value has a place.
    pub(super) fn has(self, value: f64) -> bool {
        match self {
            Scale::Linear => value.abs() <= LARGEST,
            Scale::Logarithmic => (1.0 / LARGEST..=LARGEST).contains(&value),
        }
    }
}

/// Tick on an axis: its share of the whole length, and the number there.
pub(super) struct Tick {
    pub share: f64,
    pub text: String,
}

/// Range of an axis. On a logarithmic one `low` and `high` are the powers of ten.
pub(super) struct Span {
    scale: Scale,
    low: f64,
    high: f64,
    pub ticks: Vec<Tick>,
    /// Minor ticks, without a number.
    pub minor: Vec<f64>,
}

impl Span {
    /// Range of the values, which all have a place, with about as many ticks as `most`. If it is `widened`, it begins
    /// and ends at a tick; a logarithmic one always goes from a power of ten to another.
    pub(super) fn new(scale: Scale, values: &[f64], widened: bool, most: u32) -> Span {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match scale {
            Scale::Linear if values.is_empty() => Span::linear(0.0, 1.0, true, false, most),
            Scale::Linear => {
                let is_whole = values.iter().all(|value| value.fract() == 0.0);
                Span::linear(least, greatest, widened, is_whole, most)
            }
            Scale::Logarithmic if values.is_empty() => Span::logarithmic(0, 1, most),
            // A hair of tolerance: the logarithm of a power of ten need not be whole.
            Scale::Logarithmic => {
                Span::logarithmic((least.log10() + 1e-9).floor() as i32, (greatest.log10() - 1e-9).ceil() as i32, most)
            }
        }
    }

    fn linear(mut low: f64, mut high: f64, widened: bool, is_whole: bool, most: u32) -> Span {
        // 1. Room around a single value; the zero if it is near.
        if high - low <= 1e-9 * low.abs().max(high.abs()) {
            let room = if low == 0.0 { 1.0 } else { low.abs() / 2.0 };
            (low, high) = (low - room, high + room);
        }
        if low > 0.0 && low < high / if widened { 2.0 } else { 50.0 } {
            low = 0.0;
        }
        if widened && high < 0.0 && high > low / 2.0 {
            high = 0.0;
        }
        // 2. A step of 1, 2 or 5 times a power of ten; between whole numbers there is nothing to mark.
        let rough = (high - low) / f64::from(most);
        let power = 10f64.powi(rough.log10().floor() as i32);
        let step = [1.0, 2.0, 5.0].into_iter().map(|times| times * power).find(|step| *step >= rough * (1.0 - 1e-9));
        let step = step.unwrap_or(10.0 * power).max(if is_whole { 1.0 } else { 0.0 });
        if widened {
            (low, high) = ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step);
        }
        // 3. The ticks. They are counted, so that errors do not add up.
        let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
        let largest = low.abs().max(high.abs());
        let tick = |value: f64| Tick { share: (value - low) / (high - low), text: linear_text(value, step, largest) };
        let ticks = (first..=last).map(|count| tick(count as f64 * step)).collect();
        Span { scale: Scale::Linear, low, high, ticks, minor: Vec::new() }
    }

    fn logarithmic(low: i32, high: i32, most: u32) -> Span {
        let high = high.max(low + 1);
        let step = (high - low + most as i32 - 1) / most as i32;
        let share = |power: f64| (power - f64::from(low)) / f64::from(high - low);
        let is_plain = low >= -3 && high <= 4;
        let tick = |power: i32| Tick { share: share(power.into()), text: power_text(power, is_plain) };
        let ticks = (low..=high).filter(|power| power % step == 0).map(tick).collect();
        // Where powers are left out, they are the small ticks; else 2 to 9 times a power are.
        let minor = if step > 1 {
            (low..=high).filter(|power| power % step != 0).map(|power| share(power.into())).collect()
        } else {
            (low..high)
                .flat_map(|power| (2..10).map(move |times| f64::from(power) + f64::from(times).log10()))
                .map(share)
                .collect()
        };
        Span { scale: Scale::Logarithmic, low: low.into(), high: high.into(), ticks, minor }
    }

    /// Share of the axis where a value is, from 0 to 1, if it has a place.
    pub(super) fn share(&self, value: f64) -> Option<f64> {
        let value = self.scale.has(value).then(|| if self.scale == Scale::Linear { value } else { value.log10() })?;
        Some((value - self.low) / (self.high - self.low))
    }

    /// The width of the widest number at a font size.
    pub(super) fn widest(&self, size: f64) -> f64 {
        self.ticks.iter().map(|tick| Superscript(&tick.text).width(size)).fold(0.0, f64::max)
    }
}

/// Tick text on a linear axis, with as many decimals as the step has; `0.2·10^{12}` where it would be long.
fn linear_text(value: f64, step: f64, largest: f64) -> String {
    let [finest, coarsest] = [step, largest].map(|number| (number.log10() + 1e-9).floor() as i32);
    let decimals = |finest: i32| (-finest).max(0) as usize;
    let text = if value == 0.0 {
        "0".to_owned()
    } else if finest < -4 || (finest > 0 && largest >= 1e6) {
        format!("{:.*}·10^{{{coarsest}}}", decimals(finest - coarsest), value / 10f64.powi(coarsest))
    } else {
        format!("{value:.*}", decimals(finest))
    };
    text.replace('-', "−")
}

/// Tick text of a power of ten: `1000` or `10^{3}`.
fn power_text(power: i32, is_plain: bool) -> String {
    match power {
        0..=1 => "1".to_owned() + &"0".repeat(power as usize),
        2.. if is_plain => "1".to_owned() + &"0".repeat(power as usize),
        -1 => "0.1".to_owned(),
        ..0 if is_plain => format!("0.{}1", "0".repeat((-1 - power) as usize)),
        _ => format!("10^{{{power}}}").replace('-', "−"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(scale: Scale, values: &[f64], widened: bool) -> Vec<String> {
        Span::new(scale, values, widened, 8).ticks.into_iter().map(|tick| tick.text).collect()
    }

    #[test]
    fn linear_ticks_are_round_numbers() {
        let linear = |values: &[f64], widened| texts(Scale::Linear, values, widened);
        assert_eq!(linear(&[1.0, 9.0], false), ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
        assert_eq!(linear(&[1.0, 3.0], false), ["1", "2", "3"], "whole numbers have nothing between them");
        assert_eq!(linear(&[0.1, 1.0], true), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(
            linear(&[2010.0, 2390.0], true),
            ["2000", "2050", "2100", "2150", "2200", "2250", "2300", "2350", "2400"]
        );
        assert_eq!(linear(&[-3.0, -1.0], true), ["−3", "−2", "−1", "0"]);
        assert_eq!(
            linear(&[0.0, 1e12], true),
            ["0", "0.2·10^{12}", "0.4·10^{12}", "0.6·10^{12}", "0.8·10^{12}", "1.0·10^{12}"]
        );
    }

    #[test]
    fn logarithmic_ticks_are_powers() {
        let powers = |values: &[f64]| texts(Scale::Logarithmic, values, true);
        assert_eq!(powers(&[1.0, 1000.0]), ["1", "10", "100", "1000"]);
        assert_eq!(powers(&[3.0, 549_946.0]), ["1", "10", "10^{2}", "10^{3}", "10^{4}", "10^{5}", "10^{6}"]);
        assert_eq!(powers(&[0.002, 0.5]), ["0.001", "0.01", "0.1", "1"]);
        assert_eq!(powers(&[1e-6, 1e-4]), ["10^{−6}", "10^{−5}", "10^{−4}"]);
        assert_eq!(powers(&[1.0]), ["1", "10"]);
        assert_eq!(powers(&[1.0, 1e12]), ["1", "10^{2}", "10^{4}", "10^{6}", "10^{8}", "10^{10}", "10^{12}"]);
        assert_eq!(powers(&[]), ["1", "10"]);
    }

    #[test]
    fn only_numbers_on_the_axis_have_a_place() {
        let span = Span::new(Scale::Logarithmic, &[1.0, 100.0], true, 8);
        assert_eq!([1.0, 10.0, 100.0].map(|value| span.share(value)), [Some(0.0), Some(0.5), Some(1.0)]);
        assert_eq!([0.0, -1.0, f64::NAN, f64::INFINITY].map(|value| span.share(value)), [None; 4]);
        assert!(!Scale::Linear.has(f64::NAN) && !Scale::Linear.has(f64::NEG_INFINITY) && Scale::Linear.has(0.0));
    }

    #[test]
    fn a_single_value_is_in_the_middle() {
        for value in [0.0, 5.0, -0.25, 1e12] {
            let span = Span::new(Scale::Linear, &[value], false, 12);
            assert!((span.share(value).unwrap() - 0.5).abs() < 1e-9 && !span.ticks.is_empty(), "{value}");
        }
    }
}
