//! Expectations are held to the rules: every value must be the mean of what chance can do, and the best of what a side can.
//!
//! Here nothing can rest on itself, as long as play never comes back; and that is checked too. The successors are looked for without the help of the builder or of
//! whatever it shares with those who ask, and only numbered positions are asked for.

use std::ops::Range;

use counterplay_core::{Outcomes, Progressive, Role, Side, Slice};

use super::Pass;
use crate::expect::{Grain, Steps as _, leaning};
use crate::{Counts, Tables};

/// How far a value may be from what it should be, in steps: half of one by rounding, and a hair by adding up in another order.
const TOLERANCE: f64 = 0.5 + 1e-4;

/// Holds some positions of a slice to the rules, and counts them.
pub(super) fn check<G: Progressive>(
    game: &G,
    tables: &Tables,
    (group, slice): (&[Slice], Slice),
    range: Range<u64>,
    pass: &Pass<'_>,
) -> Counts {
    let mut counts = Counts::default();
    // Of each slice of the group, how many positions are in lower layers.
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
        let (span, grain) = (game.span(slice), Grain::of(game.span(slice)));
        let own = value / game.stake(&state);
        let own = if game.viewpoint(&state) == Side::Max { own } else { span.flip(own) };
        let told = grain.value(steps);
        if (told - own).abs() > TOLERANCE * grain.step {
            fault(format!("it is told to be worth {told:.10}, and what it leads to makes it {own:.10}"));
        }
    }
    counts
}

/// The value of a state for MAX from the numbered positions that it leads to.
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
