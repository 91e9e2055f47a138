//! Samples: the labelled states of games, as what an evaluation sees of them.

use std::ops::Range;

use counterplay_core::features::Ties;
use counterplay_core::network::perspectives::{PerspectiveShape, Perspectives};
use counterplay_core::{Features, Game, Role, Side};

use super::selfplay::{NONE, WHOLE};
use crate::selfplay::Record;

/// Samples of some games. What they see stands in common lists, so that a sample costs no memory of its own.
#[derive(Default)]
pub(super) struct Samples {
    pub(super) all: Vec<Sample>,
    /// Free weights of features, and how many times each counts.
    features: Vec<(u32, f32)>,
    /// Inputs of the network.
    inputs: Vec<u16>,
}

/// Labelled state.
#[derive(Clone)]
pub(super) struct Sample {
    /// Share of the points for the side to move.
    pub(super) label: f32,
    pub(super) bucket: u16,
    features: Range<u32>,
    /// Inputs that the side to move sees, and those that the other one sees.
    inputs: [Range<u32>; 2],
}

/// What samples are made with.
pub(super) struct Sampler<'a, G, F, P> {
    pub(super) game: &'a G,
    pub(super) features: &'a F,
    pub(super) perspectives: &'a P,
    pub(super) ties: &'a Ties,
    pub(super) shape: PerspectiveShape,
    /// Whether inputs are wanted.
    pub(super) with_network: bool,
}

impl Samples {
    /// Features of a sample.
    pub(super) fn features(&self, sample: &Sample) -> &[(u32, f32)] {
        &self.features[sample.features.start as usize..sample.features.end as usize]
    }

    /// Inputs of a sample: those of the side to move, or of the other one.
    pub(super) fn inputs(&self, sample: &Sample, perspective: usize) -> &[u16] {
        let range = &sample.inputs[perspective];
        &self.inputs[range.start as usize..range.end as usize]
    }
}

impl<G: Game, F: Features<G>, P: Perspectives<G>> Sampler<'_, G, F, P> {
    /// Replays a game and adds its labelled states.
    pub(super) fn add(&self, record: &Record, samples: &mut Samples) {
        let mut state = self.game.initial();
        let mut set = vec![0; self.shape.words()];
        for (ply, &place) in record.actions.iter().enumerate() {
            let label = ply.checked_sub(record.unlabelled).and_then(|at| record.labels.get(at));
            if let Some(&label) = label.filter(|&&label| label != NONE) {
                self.add_state(&state, (f64::from(label) / WHOLE) as f32, &mut set, samples);
            }
            let Some(&action) = self.game.action_list(&state).get(usize::from(place)) else { break };
            self.game.apply(&mut state, action);
        }
    }

    fn add_state(&self, state: &G::State, label: f32, set: &mut [u64], samples: &mut Samples) {
        let Sampler { game, features, perspectives, ties, .. } = *self;
        let from = samples.features.len() as u32;
        let stage = features.stage(game, state) * ties.free;
        features.each(game, state, |weight, times| {
            samples.features.push((stage as u32 + ties.places[weight as usize], times as f32));
        });
        let own = if game.role(state) == Role::Min { Side::Min } else { Side::Max };
        let inputs = [own, own.other()].map(|side| {
            let from = samples.inputs.len() as u32;
            if self.with_network {
                set.fill(0);
                perspectives.view(game, state, side, set);
                for (word, &bits) in set.iter().enumerate() {
                    let mut bits = bits;
                    while bits != 0 {
                        samples.inputs.push((64 * word) as u16 + bits.trailing_zeros() as u16);
                        bits &= bits - 1;
                    }
                }
            }
            from..samples.inputs.len() as u32
        });
        let bucket = if self.with_network { perspectives.bucket(game, state) as u16 } else { 0 };
        samples.all.push(Sample { label, bucket, features: from..samples.features.len() as u32, inputs });
    }
}
