//! An evaluator that counts pips alone: what there is to go by before anything is learned.

use counterplay_core::random::normal;

use super::board::Men;
use super::chances::Chances;
use super::evaluation::Evaluator;

/// Kleinman's formula for races (1980): the lead of the side on roll, with four pips for the roll, against the luck
/// that is still to come. No gammons.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lead;

impl Evaluator for Lead {
    fn chances(&self, own: &Men, other: &Men) -> Chances {
        let [own, other] = [own, other].map(|men| f64::from(men.pips()));
        let deviations = (other - own + 4.0) * std::f64::consts::SQRT_2 / (own + other - 4.0).max(1.0).sqrt();
        Chances { win: normal(deviations), ..Chances::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lead_wins_and_more_so_late() {
        let men = |point: usize, men| {
            let mut on = [0; 25];
            on[point - 1] = men;
            Men::new(&on).unwrap()
        };
        let win = |own: &Men, other: &Men| Lead.chances(own, other).win;
        assert!((0.5..0.65).contains(&win(&Men::START, &Men::START)));
        assert!(win(&men(6, 10), &men(6, 12)) > win(&men(12, 10), &men(12, 11)));
        assert!(win(&men(6, 12), &men(6, 10)) < 0.4);
    }
}
