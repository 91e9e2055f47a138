//! Bounds of the outcomes of a chance node, and the windows that follow from it.
//!
//! Each outcome i has a probability p(i), and a value between l(i) and u(i): at first what the game can still end with,
//! in the end its value itself. So the node is worth
//!
//! ```text
//!   at least  L = sum of p(j) * l(j)          at most  U = sum of p(j) * u(j)
//! ```
//!
//! and is cut as soon as U <= alpha or L >= beta. Outcome i brings that about as soon as its value is at most A(i), or
//! at least B(i), where
//!
//! ```text
//!   A(i) = (alpha - sum of p(j) * u(j) over the others) / p(i)
//!   B(i) = (beta  - sum of p(j) * l(j) over the others) / p(i)
//! ```
//!
//! What is inside A(i) and B(i) must be known exactly, what is outside need not: that is the window of the outcome.

use crate::Bounds;
use crate::trace::Window;

/// An outcome of chance, and what is known of its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospect {
    /// How often.
    pub probability: f64,
    /// Worth at least this.
    pub low: f64,
    /// Worth at most this.
    pub high: f64,
}

/// The outcomes of one chance node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chances {
    outcomes: Vec<Prospect>,
}

impl Chances {
    /// Forgets the outcomes of another node, and begins with those of this one, of which nothing is known but the
    /// bounds of the game.
    pub(crate) fn begin(&mut self, probabilities: impl Iterator<Item = f64>, bounds: Bounds) {
        let (low, high) = (bounds.low.into(), bounds.high.into());
        self.outcomes.clear();
        self.outcomes.extend(probabilities.map(|probability| Prospect { probability, low, high }));
    }

    /// What is known of an outcome.
    pub(crate) fn of(&self, at: usize) -> Prospect {
        self.outcomes[at]
    }

    /// Whether the value of an outcome is known.
    pub(crate) fn is_settled(&self, at: usize) -> bool {
        self.outcomes[at].low == self.outcomes[at].high
    }

    /// The value of an outcome is known: it is this.
    pub(crate) fn settle(&mut self, at: usize, value: f64) {
        (self.outcomes[at].low, self.outcomes[at].high) = (value, value);
    }

    /// An outcome is worth at least this. What was known before stands.
    pub(crate) fn at_least(&mut self, at: usize, value: f64) {
        let outcome = &mut self.outcomes[at];
        outcome.low = outcome.low.max(value).min(outcome.high);
    }

    /// An outcome is worth at most this. What was known before stands.
    pub(crate) fn at_most(&mut self, at: usize, value: f64) {
        let outcome = &mut self.outcomes[at];
        outcome.high = outcome.high.min(value).max(outcome.low);
    }

    /// What the node is worth at least: its value, when all outcomes are settled. The sum is taken anew, in the order
    /// of the outcomes, so that it is the very number that a search without windows finds.
    pub(crate) fn low(&self) -> f64 {
        self.outcomes.iter().map(|outcome| outcome.probability * outcome.low).sum()
    }

    /// What the node is worth at most.
    pub(crate) fn high(&self) -> f64 {
        self.outcomes.iter().map(|outcome| outcome.probability * outcome.high).sum()
    }

    /// A(i) and B(i): the values of an outcome at which the node is cut. An outcome that never happens cuts nothing.
    pub(crate) fn limits(&self, at: usize, window: Window) -> Window {
        let probability = self.outcomes[at].probability;
        if probability <= 0.0 {
            return Window::OPEN;
        }
        let others = |end: fn(&Prospect) -> f64| -> f64 {
            let others = self.outcomes.iter().enumerate().filter(|&(other, _)| other != at);
            others.map(|(_, outcome)| outcome.probability * end(outcome)).sum()
        };
        Window {
            alpha: (window.alpha - others(|outcome| outcome.high)) / probability,
            beta: (window.beta - others(|outcome| outcome.low)) / probability,
        }
    }

    /// The window to search an outcome in: between its limits, and no wider than what it can be worth. Rounding must
    /// not close it.
    pub(crate) fn window(&self, at: usize, limits: Window) -> Window {
        let Prospect { low, high, .. } = self.outcomes[at];
        let alpha = limits.alpha.max(low);
        let beta = limits.beta.min(high);
        Window { alpha, beta: if alpha < beta { beta } else { alpha.next_up() } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two(low: i32, high: i32) -> Chances {
        let mut chances = Chances::default();
        chances.begin([0.25, 0.75].into_iter(), Bounds::new(low, high));
        chances
    }

    #[test]
    fn the_limits_of_an_outcome_are_where_the_node_meets_its_window() {
        let mut chances = two(-2, 2);
        let window = Window { alpha: -1.0, beta: 1.5 };
        assert_eq!((chances.low(), chances.high()), (-2.0, 2.0));
        assert_eq!(chances.limits(0, window), Window { alpha: -10.0, beta: 12.0 });
        assert_eq!(chances.window(0, chances.limits(0, window)), Window { alpha: -2.0, beta: 2.0 });
        chances.settle(0, -2.0);
        let limits = chances.limits(1, window);
        assert_eq!((limits.alpha * 0.75 - 0.5, limits.beta * 0.75 - 0.5), (-1.0, 1.5));
        chances.settle(1, limits.alpha);
        assert_eq!(chances.high(), window.alpha);
    }

    #[test]
    fn what_is_known_of_an_outcome_only_grows() {
        let mut chances = two(0, 8);
        chances.at_least(0, 3.0);
        chances.at_least(0, 2.0);
        chances.at_most(0, 5.0);
        chances.at_most(0, 6.0);
        assert_eq!((chances.of(0).low, chances.of(0).high, chances.is_settled(0)), (3.0, 5.0, false));
        chances.at_most(0, 3.0);
        assert!(chances.is_settled(0));
    }

    #[test]
    fn an_outcome_that_never_happens_has_no_limits_and_no_window_is_closed() {
        let mut chances = Chances::default();
        chances.begin([0.0, 1.0].into_iter(), Bounds::new(1, 1));
        assert_eq!(chances.limits(0, Window { alpha: 3.0, beta: 4.0 }), Window::OPEN);
        let Window { alpha, beta } = chances.window(1, Window { alpha: 1.0, beta: 1.0 });
        assert!(alpha < beta);
    }
}
