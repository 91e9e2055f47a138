//! Memory of the process at its peak, above what the table may take.

use crate::row::{Measured, Outcome, Quantity};
use crate::{Setup, ours};

/// Nodes that touch every page of the larger table.
const NODES: u64 = 20_000_000;
/// Table sizes, in MiB.
const TABLES: [u32; 2] = [64, 256];

/// Measures the excess of memory. The larger of the two excesses counts, beside the budget that it exceeds.
pub(crate) fn measure(setup: &Setup) -> Outcome {
    let (mut notes, mut worst) = (Vec::new(), (f64::NEG_INFINITY, 0.0, 0));
    for budget in TABLES {
        let peak = ours::search_nodes(setup, NODES, &format!("{budget}M"))?.cost.peak / f64::from(1 << 20);
        let above = peak - f64::from(budget);
        // A search that ended at once would have the least memory of all.
        if peak < f64::from(budget) / 2.0 && budget == TABLES[0] {
            return Err(format!("the table of {budget} MiB was not filled: the peak was {peak:.1} MiB"));
        }
        notes.push(format!("table of {budget} MiB: {peak:.1} MiB at the peak, {above:.1} MiB above"));
        if above > worst.0 {
            worst = (above, peak, budget);
        }
    }
    let (figure, peak, budget) = worst;
    Ok(Measured { ours: Quantity(peak, "MiB"), theirs: Quantity(budget.into(), "MiB"), figure, notes })
}
