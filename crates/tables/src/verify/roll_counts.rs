//! Verification of roll counts: those of a position must be the mix of the best choices after each roll.

use std::ops::Range;

use counterplay_core::{Outcomes, Progressive, Role, Slice};

use super::Pass;
use crate::roll_counts::ALWAYS;
use crate::{Counts, Tables};

/// Largest error of a cumulative probability, in steps.
const TOLERANCE: f64 = 0.5 + 1e-4;

/// Probabilities of one roll, two and so on, in steps.
type Steps = Vec<u32>;

/// Choice, ordered by what is better: fewer rolls on average, then the lower number.
type Choice = (u64, Option<(Slice, u64)>);

/// Checks some positions of a slice against the rules, and counts them.
pub(super) fn check<G: Progressive>(
    game: &G,
    tables: &Tables,
    slice: Slice,
    range: Range<u64>,
    pass: &Pass<'_>,
) -> Counts {
    let mut counts = Counts::default();
    for index in range {
        let Some(state) = game.unrank(slice, index) else { continue };
        let fault = |what: &str| pass.fault(game.slice_name(slice), format!("{state:?}: {what}"));
        counts.draw += 1;
        let (Some(claimed), Some(own)) = (steps(tables, slice, index), derive(game, tables, &state)) else {
            fault("its chances are unknown, or those of what it leads to");
            continue;
        };
        if claimed.iter().map(|&steps| u64::from(steps)).sum::<u64>() != u64::from(ALWAYS) {
            fault("its chances do not add up");
            continue;
        }
        let (mut sum, mut expected) = (0.0, 0.0);
        for throws in 0..claimed.len().max(own.len()) {
            sum += claimed.get(throws).map_or(0.0, |&steps| f64::from(steps));
            expected += own.get(throws).copied().unwrap_or(0.0);
            if (sum - expected).abs() > TOLERANCE {
                let share = |steps: f64| steps / f64::from(ALWAYS);
                let (claimed, own) = (share(sum), share(expected));
                fault(&format!("{} throws are told to be enough by {claimed:.10}, and are by {own:.10}", throws + 1));
                break;
            }
        }
    }
    counts
}

fn steps(tables: &Tables, slice: Slice, index: u64) -> Option<Steps> {
    let four = |four: &[u8]| u32::from_le_bytes(four.try_into().unwrap_or_default());
    tables.row(slice, index, |row| row.chunks_exact(4).map(four).collect())
}

/// Roll counts of a position before a roll, from those after it.
fn derive<G: Progressive>(game: &G, tables: &Tables, state: &G::State) -> Option<Vec<f64>> {
    let (mut outcomes, mut all) = (Outcomes::new(), vec![0.0]);
    game.chance_outcomes(state, &mut outcomes);
    for &(action, probability) in outcomes.as_slice() {
        let Some((slice, index)) = choose(game, tables, &game.result(state, action))?.1 else {
            all[0] += probability * f64::from(ALWAYS);
            continue;
        };
        for (throws, steps) in steps(tables, slice, index)?.into_iter().enumerate() {
            if all.len() < throws + 2 {
                all.push(0.0);
            }
            all[throws + 1] += probability * f64::from(steps);
        }
    }
    Some(all)
}

/// Best choice from a state on. `None` in place of an index is the end.
fn choose<G: Progressive>(game: &G, tables: &Tables, state: &G::State) -> Option<Choice> {
    if game.is_terminal(state) {
        return Some((0, None));
    }
    if let Some(slice) = game.slice(state) {
        let index = game.rank(state);
        let steps = steps(tables, slice, index)?;
        let mean = steps.iter().zip(1u64..).map(|(&steps, throws)| u64::from(steps) * throws).sum();
        return Some((mean, Some((slice, index))));
    }
    if game.role(state) == Role::Chance {
        return None;
    }
    let choices = game.action_list(state).into_iter().map(|action| choose(game, tables, &game.result(state, action)));
    choices.collect::<Option<Vec<Choice>>>()?.into_iter().min()
}
