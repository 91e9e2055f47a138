//! Two threads beside one: the time on the clock until the position is solved.

use crate::cost::median;
use crate::row::{Measured, Outcome, Quantity};
use crate::{Setup, ours, positions};

/// Measures the speed-up of two threads. The figure is of the sum of both parts, so that what takes long counts most.
pub(crate) fn measure(setup: &Setup) -> Outcome {
    let random = positions::batch(&positions::random(setup.seed));
    let parts = [("the empty board", "\n"), ("the random positions", random.as_str())];
    let (mut sums, mut notes) = ([0.0; 2], Vec::new());
    for (name, batch) in parts {
        let times = solve(setup, batch)?;
        let [one, two] = times;
        notes.push(format!("{name}: {one:.3} s with one thread, {two:.3} s with two: {:.2} x", one / two));
        sums = [sums[0] + one, sums[1] + two];
    }
    let [one, two] = sums;
    Ok(Measured { ours: Quantity(two, "s"), theirs: Quantity(one, "s"), figure: one / two, notes })
}

/// Median times with one thread and with two, by turns.
fn solve(setup: &Setup, batch: &str) -> Result<[f64; 2], String> {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..setup.repeat {
        let [one, two] = [ours::scores(&setup.memory, batch, 1)?, ours::scores(&setup.memory, batch, 2)?];
        if one.scores != two.scores {
            return Err(format!("the scores differ: {:?} with one thread, {:?} with two", one.scores, two.scores));
        }
        times[0].push(one.cost.wall);
        times[1].push(two.cost.wall);
    }
    Ok(times.map(median))
}
