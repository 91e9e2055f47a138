//! Verification of expectations: each must be the mean over chance, and the best over the actions of a side.
//!
//! No value can rest on itself, as long as play never returns to a position; and that is checked too. The successors
//! are found without the code of the builder or of the probes. Only numbered positions are probed.

use std::ops::Range;

use counterplay_core::{Outcomes, Progressive, Role, Side, Slice};

use super::Pass;
use crate::expectations::{Quantizer, StepSource as _, leaning};
use crate::{Counts, Tables};

/// Largest error of a value, in steps: half a step of rounding, and a little for another order of addition.
const TOLERANCE: f64 = 0.5 + 1e-4;

/// Checks some positions of a slice against the rules, and counts them.
pub(super) fn check<G: Progressive>(
    game: &G,
    tables: &Tables,
    (group, slice): (&[Slice], Slice),
    range: Range<u64>,
    pass: &Pass<'_>,
) -> Counts {
    let mut counts = Counts::default();
    // The positions in lower layers, for each slice of the group.
    let (mut layer, mut lower) = (0, vec![0; group.len()]);
    for index in range {
        let Some(state) = game.unrank(slice, index) else { continue };
        let fault = |what: String| pass.fault(game.slice_name(slice), format!("{state:?}: {what}"));
        if (game.slice(&state), game.rank(&state)) != (Some(slice), index) {
            fault(format!("it does not have the number {index} from which it was made"));
            continue;
        }
        let Some(steps) = tables.steps(slice, index) else {
            fault("its value is unknown".to_owned());
            continue;
        };
        counts.add(leaning(steps));
        while game.layer(slice, layer).end <= index && layer + 1 < game.layers(group) {
            layer += 1;
            lower = group.iter().map(|&slice| game.layer(slice, layer).start).collect();
        }
        let mut circle = None;
        let mut ask = |child: &G::State, slice: Slice| {
            let at = group.iter().position(|&one| one == slice);
            if at.is_some_and(|at| game.rank(child) >= lower[at]) {
                circle = Some(format!("play leads to {child:?}, which is not in a lower layer"));
            }
            tables.numbered_expectation(game, child)
        };
        let Some(value) = derive(game, &state, &mut ask) else {
            fault("it leads to something of which nothing is known".to_owned());
            continue;
        };
        if let Some(circle) = circle {
            fault(circle);
            continue;
        }
        let quantizer = Quantizer::of(game.span(slice));
        let own = if game.viewpoint(&state) == Side::Max { value } else { game.sum().flip(value) };
        let own = own / game.stake(&state);
        let claimed = quantizer.value(steps);
        if (claimed - own).abs() > TOLERANCE * quantizer.step {
            fault(format!("it is told to be worth {claimed:.10}, and what it leads to makes it {own:.10}"));
        }
    }
    counts
}

/// Value of a state for MAX, from the numbered positions that it leads to.
fn derive<G: Progressive>(
    game: &G,
    state: &G::State,
    ask: &mut impl FnMut(&G::State, Slice) -> Option<f64>,
) -> Option<f64> {
    let mut after = Outcomes::new();
    let role = game.role(state);
    match role {
        Role::Chance => game.chance_outcomes(state, &mut after),
        Role::Max | Role::Min => game.action_list(state).into_iter().for_each(|action| after.push(action, 1.0)),
    }
    let mut values = Vec::with_capacity(after.as_slice().len());
    for &(action, probability) in after.as_slice() {
        let child = game.result(state, action);
        let value = match game.slice(&child) {
            Some(slice) => ask(&child, slice),
            None if game.is_terminal(&child) => Some(game.utility(&child).into()),
            None => derive(game, &child, ask),
        };
        values.push(probability * value?);
    }
    match role {
        Role::Chance => Some(values.iter().sum()),
        Role::Max => values.into_iter().reduce(f64::max),
        Role::Min => values.into_iter().reduce(f64::min),
    }
}
