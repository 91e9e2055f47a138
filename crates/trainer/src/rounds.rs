//! Rounds of a training that keeps its games: they are played, learned from, and what was learned is measured.

use std::sync::atomic::Ordering;
use std::time::Instant;

use counterplay_core::Halt;

use crate::selfplay::Record;
use crate::{Plan, Tally, TrainingRun};

/// What a training does in a round.
pub(crate) trait Rounds {
    /// Share of all games that are learned from: the last so many of so many.
    const KEPT: (u64, u64) = (1, 2);

    /// Plays the next games and labels them.
    fn play(&self, course: &TrainingRun, plan: &Plan, games: u64) -> Result<Vec<Record>, Box<Halt>>;

    /// Fits the weights to the labels. `None` if it was stopped.
    fn fit(&self, course: &TrainingRun, plan: &Plan) -> Option<Fitted>;

    /// Measures the strength of weights.
    fn measure(&self, course: &TrainingRun, weights: &[f32], plan: &Plan) -> Result<Tally, Box<Halt>>;
}

/// Result of fitting.
pub(crate) struct Fitted {
    pub(crate) weights: Vec<f32>,
    /// State of the optimizer, if there is one.
    pub(crate) memory: Vec<f32>,
    /// Root mean square error on held-out states.
    pub(crate) error: f64,
}

/// Runs the rounds from where a training has got to, until the plan's limits are reached, or it is stopped.
pub(crate) fn run_rounds<R: Rounds>(
    rounds: &R,
    course: &mut TrainingRun,
    plan: &Plan,
    on_progress: &mut dyn FnMut(&TrainingRun),
) -> Result<(), Box<Halt>> {
    let (start, before) = (Instant::now(), course.time);
    let is_stopped = || plan.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
    let spent = || before + start.elapsed();
    while course.missing(plan, spent()).is_some() || course.is_in_a_round() {
        // 1. Play the games of the round that are missing, and 2. label them.
        while let Some(missing) = course.missing(plan, spent()) {
            let records = rounds.play(course, plan, missing)?;
            if is_stopped() {
                // What was cut short is played again when the training goes on.
                return Ok(());
            }
            course.take(records);
            course.time = spent();
            on_progress(course);
        }
        // 3. Fit the weights.
        let Some(fitted) = rounds.fit(course, plan) else { return Ok(()) };
        // 4. Measure the strength.
        let tally = rounds.measure(course, &fitted.weights, plan)?;
        if is_stopped() {
            // The round is finished as a whole, or it is as if it had not been.
            return Ok(());
        }
        course.time = spent();
        course.finish_round(fitted, tally, R::KEPT);
        on_progress(course);
    }
    Ok(())
}
