//! Confidence: how sure an average is, and how sure it is that the best average belongs to the best action.

use crate::random::normal;

/// How much each deal, or each game, counts.
pub(super) struct Weights {
    each: Vec<f64>,
    total: f64,
}

impl Weights {
    pub(super) fn new(each: Vec<f64>) -> Weights {
        let total: f64 = each.iter().sum();
        // Probabilities sum to 1 but for the last digit, and are left as they are.
        Weights { each, total: if (total - 1.0).abs() < 1e-9 { 1.0 } else { total } }
    }

    /// The share of each deal in the whole.
    pub(super) fn shares(&self) -> impl Iterator<Item = f64> {
        self.each.iter().map(|weight| weight / self.total)
    }

    /// The mean of the values; 0 if there are none.
    pub(super) fn mean(&self, values: &[f64]) -> f64 {
        let sum: f64 = values.iter().zip(&self.each).map(|(value, weight)| weight * value).sum();
        if self.each.is_empty() { 0.0 } else { sum / self.total }
    }

    /// The standard error of that mean, if the deals were drawn at random. Of a single deal nothing can be said:
    /// infinity.
    pub(super) fn standard_error(&self, values: &[f64]) -> f64 {
        /// Relative to the values, what is less is rounding.
        const ROUNDING: f64 = 1e-12;
        let n = values.len() as f64;
        if n < 2.0 {
            return f64::INFINITY;
        }
        let mean = self.mean(values);
        let spread: f64 = values.iter().zip(self.shares()).map(|(value, share)| (share * (value - mean)).powi(2)).sum();
        let error = (spread * n / (n - 1.0)).sqrt();
        let largest = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        if error <= ROUNDING * largest { 0.0 } else { error }
    }

    /// A lower bound on the probability that the action at `chosen` has the highest mean over all deals, by the deals
    /// that were drawn; `sign` is -1 if the lowest is wanted.
    ///
    /// Each other action is compared with it by the differences *in the same deals*, which vary much less than the
    /// values do: with the mean `m` of the differences and its standard error `s`, the other one is really better with
    /// a probability of about `normal(-m / s)`. The sum of these probabilities is what is missing to 1 (Bonferroni).
    /// Actions that differ by the same in every deal are told apart for sure, and those that do not differ are as good
    /// as each other.
    pub(super) fn confidence(&self, values: &[&[f64]], chosen: usize, sign: f64) -> f64 {
        let doubt = |other: &[f64]| {
            let lead: Vec<f64> = values[chosen].iter().zip(other).map(|(best, other)| sign * (best - other)).collect();
            let (mean, error) = (self.mean(&lead), self.standard_error(&lead));
            match error {
                0.0 => 0.0,
                f64::INFINITY => 0.5,
                _ => normal(-mean / error),
            }
        };
        let others = values.iter().enumerate().filter(|&(at, _)| at != chosen);
        (1.0 - others.map(|(_, other)| doubt(other)).sum::<f64>()).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_that_of_the_textbook() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        let weights = Weights::new(vec![1.0; 8]);
        assert_eq!(weights.mean(&values), 5.0);
        // The squares of the deviations sum to 32: 32 / 7 is the variance of one, and an eighth of it that of the mean.
        assert!((weights.standard_error(&values) - (32.0f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
        assert_eq!(Weights::new(vec![1.0]).standard_error(&values[..1]), f64::INFINITY);
        assert_eq!(Weights::new(vec![1.0; 3]).standard_error(&[0.1 + 0.2; 3]), 0.0);
        // Twice the weight is twice the deal.
        assert_eq!(Weights::new(vec![0.5, 0.25]).mean(&[3.0, 6.0]), 4.0);
    }

    #[test]
    fn a_choice_is_as_sure_as_the_differences_in_the_same_deals() {
        let weights = Weights::new(vec![0.25; 4]);
        let wild = [10.0, -10.0, 8.0, -8.0];
        // Always better by one, however wild the values are.
        let less: Vec<f64> = wild.iter().map(|value| value - 1.0).collect();
        assert_eq!(weights.confidence(&[&wild, &less], 0, 1.0), 1.0);
        assert_eq!(weights.confidence(&[&wild, &wild], 0, 1.0), 1.0);
        // For MIN the lower one is the better.
        assert_eq!(weights.confidence(&[&wild, &less], 1, -1.0), 1.0);
        // Differences 2, 0, 2, 0: their mean is 1 and its error 0.577, so that 1.73 errors are between.
        let sometimes = [8.0, -10.0, 6.0, -8.0];
        let sure = weights.confidence(&[&wild, &sometimes], 0, 1.0);
        assert!((sure - 0.958).abs() < 1e-3, "{sure}");
        let twice = weights.confidence(&[&wild, &sometimes, &sometimes], 0, 1.0);
        assert!((1.0 - twice - 2.0 * (1.0 - sure)).abs() < 1e-12);
        // One deal says nothing.
        assert_eq!(Weights::new(vec![1.0]).confidence(&[&[3.0], &[1.0]], 0, 1.0), 0.5);
    }
}
