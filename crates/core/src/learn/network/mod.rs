//! An evaluation by a small network: what is seen in a state, and how likely each end of the game is.
//!
//! Where a [linear evaluation](crate::features) adds up what is there, a network also sees what goes together. It does
//! not foretell one number but how the game will end: for a game that can end with -3, -2, -1, 1, 2 or 3 points it
//! gives the probabilities of at least -2, at least -1, and so on. What a state is worth follows from these, and a
//! person can be told how often a game is won, and how high.
//!
//! The parameters are learned from self-play by temporal differences, and kept in a [file](crate::weights) like other
//! weights.

pub mod accumulators;
pub mod layers;
pub mod perspectives;

use std::sync::Arc;

use crate::features::fingerprint;
use crate::weights::{Weights, WeightsError};
use crate::{Bounds, ChanceNodes, Evaluate, Features, Game, Key, Role, Score, Side};
use layers::{Active, Hidden, MOST_HIDDEN, MOST_OUTPUTS, Shape};

/// The inputs and outputs of a network, what it sees in the states of a game: [features](Features), each stage with a
/// network of its own, and what there is to foretell.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what a network sees in the states of `{G}`",
    note = "`.networked(…)` needs that: add `impl NetworkInputs<{G}> for {Self}` with its `hidden` and `ends`"
)]
pub trait NetworkInputs<G: Game>: Features<G> {
    /// How many hidden units a network has: a multiple of eight, at most [`MOST_HIDDEN`].
    fn hidden(&self) -> usize;

    /// How often self-play tries any action instead of the one that it likes best, where the dice alone would not lead
    /// everywhere.
    fn curiosity(&self) -> f64 {
        0.0
    }

    /// How many times something is counted that makes an input of 1.
    fn unit(&self) -> u32 {
        1
    }

    /// With how many points a game can end for MAX, the fewest first; what is possible for MIN is their mirror image,
    /// and so the same.
    fn ends(&self, game: &G) -> Vec<i32>;

    /// The viewpoint of a state: the features are counted, and the end is foretold, as that side has it.
    fn viewpoint(&self, game: &G, state: &G::State) -> Side {
        if game.role(state) == Role::Min { Side::Min } else { Side::Max }
    }

    /// Whether a state is looked at. Where it is not (dice have been thrown and not been played), the states behind it
    /// are.
    fn applies_to(&self, _game: &G, _state: &G::State) -> bool {
        true
    }

    /// The fewest and the most points with which the game can still end for the side whose viewpoint it is.
    fn possible(&self, game: &G, _state: &G::State) -> (i32, i32) {
        let Bounds { low, high } = game.bounds();
        (low.get(), high.get())
    }
}

/// Tail probabilities: how likely it is that a game ends with at least so many points, for each of the ends but the
/// fewest points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tails([f32; MOST_OUTPUTS]);

/// The ends of a game, the fewest points first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ends(Vec<i32>);

impl Ends {
    /// The ends with these points.
    ///
    /// # Panics
    /// If they are fewer than two, too many, not in order, or not their own mirror image.
    #[must_use]
    pub fn new(ends: Vec<i32>) -> Ends {
        assert!((2..=MOST_OUTPUTS + 1).contains(&ends.len()), "a game has 2 to {} ends", MOST_OUTPUTS + 1);
        assert!(ends.windows(2).all(|pair| pair[0] < pair[1]), "the ends of a game are in order");
        let middle = ends[0] + ends[ends.len() - 1];
        assert!(ends.iter().rev().zip(&ends).all(|(a, b)| a + b == middle), "the ends of a game are a mirror image");
        Ends(ends)
    }

    /// How many probabilities tell of them.
    #[must_use]
    pub fn tails(&self) -> usize {
        self.0.len() - 1
    }

    /// The points, the fewest first.
    #[must_use]
    pub fn points(&self) -> &[i32] {
        &self.0
    }

    /// The expected number of points.
    #[must_use]
    #[inline]
    pub fn expectation(&self, tails: &Tails) -> f32 {
        let steps = self.0.windows(2).zip(&tails.0);
        steps.fold(self.0[0] as f32, |sum, (pair, tail)| sum + (pair[1] - pair[0]) as f32 * tail)
    }

    /// The tails of a game that has ended with so many points.
    #[must_use]
    pub fn over(&self, points: i32) -> Tails {
        let mut tails = Tails([0.0; MOST_OUTPUTS]);
        self.0[1..].iter().zip(&mut tails.0).for_each(|(&end, tail)| *tail = f32::from(u8::from(points >= end)));
        tails
    }

    /// The tails as the other side has them.
    #[must_use]
    pub fn flipped(&self, tails: &Tails) -> Tails {
        let mut flipped = Tails([0.0; MOST_OUTPUTS]);
        let own = tails.0[..self.tails()].iter().rev();
        flipped.0.iter_mut().zip(own).for_each(|(tail, other)| *tail = 1.0 - other);
        flipped
    }

    /// How likely each end is, the fewest points first.
    pub fn each<'a>(&'a self, tails: &'a Tails) -> impl Iterator<Item = (i32, f32)> + 'a {
        let at_least = |end: usize| if end == 0 { 1.0 } else { tails.0.get(end - 1).copied().unwrap_or(0.0) };
        let count = self.0.len();
        (0..count).map(move |end| {
            let more = if end + 1 < count { at_least(end + 1) } else { 0.0 };
            (self.0[end], (at_least(end) - more).max(0.0))
        })
    }
}

impl Tails {
    /// These probabilities, one for each of the ends but the fewest points.
    #[must_use]
    pub fn new(probabilities: &[f32]) -> Tails {
        let mut tails = [0.0; MOST_OUTPUTS];
        tails.iter_mut().zip(probabilities).for_each(|(tail, &probability)| *tail = probability);
        Tails(tails)
    }

    /// The probability of at least the end of this place, from 1.
    #[must_use]
    pub fn at_least(&self, end: usize) -> f32 {
        self.0[end - 1]
    }

    /// The probabilities of the ends but the fewest points.
    #[must_use]
    pub fn as_slice(&self) -> &[f32] {
        &self.0
    }

    /// A mixture: so much of these tails, and the rest of others.
    #[must_use]
    pub fn mixed(&self, share: f32, others: &Tails) -> Tails {
        let mut mixed = *self;
        mixed.0.iter_mut().zip(others.0).for_each(|(tail, other)| *tail = share * *tail + (1.0 - share) * other);
        mixed
    }
}

/// An evaluation by networks, one for each stage.
#[derive(Clone, Debug)]
pub struct Network<S> {
    encoding: S,
    shape: Shape,
    /// The parameters of each stage, one stage after the other.
    parameters: Arc<[f32]>,
    ends: Arc<Ends>,
}

impl<S> Network<S> {
    /// The size of each of a game's networks.
    #[must_use]
    pub fn shape<G: Game>(game: &G, encoding: &S) -> Shape
    where
        S: NetworkInputs<G>,
    {
        let hidden = encoding.hidden();
        assert!(hidden <= MOST_HIDDEN && hidden.is_multiple_of(8), "{hidden} hidden units");
        Shape { inputs: encoding.count(game), hidden, outputs: encoding.ends(game).len() - 1 }
    }

    /// A number that changes when what is seen or foretold does, the size of the networks, the rules or their options.
    #[must_use]
    pub fn fingerprint<G: ChanceNodes>(game: &G, encoding: &S) -> u64
    where
        S: NetworkInputs<G>,
    {
        let Shape { inputs, hidden, outputs } = Network::shape(game, encoding);
        let mut key = fingerprint(game, encoding);
        for number in [inputs, hidden, outputs, encoding.unit() as usize] {
            key = Key::mix(key ^ number as u64).0;
        }
        key
    }

    /// The evaluation with parameters from a file.
    ///
    /// # Errors
    /// If they were not learned for this game, its options and what is seen of it.
    pub fn new<G: ChanceNodes>(game: &G, name: &str, encoding: S, weights: &Weights) -> Result<Self, WeightsError>
    where
        S: NetworkInputs<G>,
    {
        if weights.game != name {
            return Err(WeightsError::OtherGame { found: weights.game.clone(), expected: name.to_owned() });
        }
        let length = encoding.stages(game) * Network::shape(game, &encoding).parameters();
        if weights.fingerprint != Network::fingerprint(game, &encoding) || weights.values.len() != length {
            return Err(WeightsError::OtherFeatures);
        }
        let parameters = weights.values.iter().map(|&value| f32::from(value) / weights.parts as f32).collect();
        Ok(Network::with(game, encoding, parameters))
    }

    /// The evaluation with these parameters, those of one stage after the other.
    #[must_use]
    pub fn with<G: Game>(game: &G, encoding: S, parameters: Vec<f32>) -> Self
    where
        S: NetworkInputs<G>,
    {
        let (shape, ends) = (Network::shape(game, &encoding), Arc::new(Ends::new(encoding.ends(game))));
        Network { encoding, shape, parameters: parameters.into(), ends }
    }

    /// The ends that it foretells.
    #[must_use]
    pub fn ends(&self) -> &Ends {
        &self.ends
    }

    /// The tails of a state: how the game will end for the side whose viewpoint it is.
    #[must_use]
    #[inline]
    pub fn tails<G: Game>(&self, game: &G, state: &G::State) -> Tails
    where
        S: NetworkInputs<G>,
    {
        let mut active = Active::new();
        active_inputs(&self.encoding, game, state, &mut active);
        let parameters = self.stage(self.encoding.stage(game, state));
        let outputs = self.shape.forward(parameters, active.as_slice(), &mut [0.0; MOST_HIDDEN]);
        self.settled(game, state, outputs)
    }

    /// An incremental evaluation of states that differ little from one another.
    #[must_use]
    pub fn accumulator(&self) -> Accumulator<'_, S> {
        let (inputs, sums) = (vec![0.0; self.shape.inputs], [0.0; MOST_HIDDEN]);
        Accumulator {
            network: self,
            stage: None,
            inputs,
            active: Active::new(),
            changes: Active::new(),
            sums,
            base: Active::new(),
        }
    }

    /// The parameters of a stage.
    #[inline]
    fn stage(&self, stage: usize) -> &[f32] {
        let length = self.shape.parameters();
        &self.parameters[stage * length..][..length]
    }

    /// What the outputs say, but for what is impossible.
    #[inline]
    fn settled<G: Game>(&self, game: &G, state: &G::State, outputs: [f32; MOST_OUTPUTS]) -> Tails
    where
        S: NetworkInputs<G>,
    {
        let (least, most) = self.encoding.possible(game, state);
        let mut tails = Tails(outputs);
        let mut above = 1.0;
        for (&end, tail) in self.ends.0[1..].iter().zip(&mut tails.0) {
            // More points are never more likely than fewer.
            let bounded: f32 = match end {
                end if end <= least => 1.0,
                end if end > most => 0.0,
                _ => tail.min(above),
            };
            (*tail, above) = (bounded, bounded);
        }
        tails
    }
}

/// An incremental evaluation of states which differ little from one another: what comes to the hidden units is found
/// from the first of them, and from what has changed.
///
/// PERF: of the plays of a throw it takes half as long as [`Network::tails`].
#[derive(Clone, Debug)]
pub struct Accumulator<'a, S> {
    network: &'a Network<S>,
    /// The stage of the first state; nothing before there is one.
    stage: Option<usize>,
    /// The inputs of the first state, those that are zero too.
    inputs: Vec<f32>,
    /// Those that are not zero.
    base: Active,
    /// What comes to the hidden units.
    sums: Hidden,
    /// The inputs of the state that is looked at, and what has changed.
    active: Active,
    changes: Active,
}

impl<S> Accumulator<'_, S> {
    /// The next state is a first one.
    pub fn reset(&mut self) {
        self.stage = None;
    }

    /// The tails by [`Network::tails`], but for rounding.
    pub fn tails<G: Game>(&mut self, game: &G, state: &G::State) -> Tails
    where
        S: NetworkInputs<G>,
    {
        let Accumulator { network, stage: first, inputs, base, sums, active, changes } = self;
        let (encoding, shape, stage) = (&network.encoding, network.shape, network.encoding.stage(game, state));
        let parameters = network.stage(stage);
        active_inputs(encoding, game, state, active);
        if *first != Some(stage) {
            base.as_slice().iter().for_each(|&(input, _)| inputs[input as usize] = 0.0);
            active.as_slice().iter().for_each(|&(input, value)| inputs[input as usize] = value);
            base.clone_from(active);
            sums[..shape.hidden].copy_from_slice(&parameters[shape.inputs * shape.hidden..][..shape.hidden]);
            shape.add(parameters, active.as_slice(), sums);
            *first = Some(stage);
        }
        changes.clear();
        // What is new or has changed; what is taken out here is missing below.
        for &(input, value) in active.as_slice() {
            let before = std::mem::take(&mut inputs[input as usize]);
            if value != before {
                changes.push(input, value - before);
            }
        }
        for &(input, value) in base.as_slice() {
            if inputs[input as usize] != 0.0 {
                changes.push(input, -value);
            }
            inputs[input as usize] = value;
        }
        let mut hidden = *sums;
        shape.add(parameters, changes.as_slice(), &mut hidden);
        network.settled(game, state, shape.outputs(parameters, &mut hidden))
    }
}

/// Lists the inputs of a state.
#[inline]
pub fn active_inputs<G: Game, S: NetworkInputs<G>>(encoding: &S, game: &G, state: &G::State, active: &mut Active) {
    active.clear();
    let unit = 1.0 / encoding.unit() as f32;
    encoding.each(game, state, |input, times| active.push(input, times as f32 * unit));
}

impl<G: Game, S: NetworkInputs<G>> Evaluate<G> for Network<S> {
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        Score::rounded(self.expectation(game, state))
    }

    fn applies_to(&self, game: &G, state: &G::State) -> bool {
        self.encoding.applies_to(game, state)
    }

    fn expectation(&self, game: &G, state: &G::State) -> f64 {
        let own = f64::from(self.ends.expectation(&self.tails(game, state)));
        if self.encoding.viewpoint(game, state) == Side::Min {
            let (low, high) = (self.ends.0[0], self.ends.0[self.ends.tails()]);
            f64::from(low + high) - own
        } else {
            own
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_told_by_their_tails() {
        let ends = Ends::new(vec![-3, -2, -1, 1, 2, 3]);
        let tails = Tails::new(&[0.99, 0.9, 0.6, 0.2, 0.01]);
        let each: Vec<(i32, f32)> = ends.each(&tails).collect();
        let expected = [(-3, 0.01), (-2, 0.09), (-1, 0.3), (1, 0.4), (2, 0.19), (3, 0.01)];
        assert!(each.iter().zip(&expected).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-6));
        let mean: f32 = expected.iter().map(|&(points, probability)| points as f32 * probability).sum();
        assert!((ends.expectation(&tails) - mean).abs() < 1e-6);
        let flipped = ends.flipped(&tails);
        assert!((ends.expectation(&flipped) + mean).abs() < 1e-6);
        assert!(ends.flipped(&flipped).as_slice()[..5].iter().zip(tails.as_slice()).all(|(a, b)| (a - b).abs() < 1e-6));
        for points in ends.points() {
            assert_eq!(ends.expectation(&ends.over(*points)), *points as f32);
            assert_eq!(ends.flipped(&ends.over(*points)), ends.over(-points));
        }
        let half = ends.over(3).mixed(0.25, &ends.over(-3));
        assert_eq!(ends.expectation(&half), -1.5);
    }

    #[test]
    fn ends_that_are_no_mirror_image_are_refused() {
        for wrong in [vec![0], vec![1, 0], vec![-1, 0, 2], (0..20).collect()] {
            assert!(std::panic::catch_unwind(|| Ends::new(wrong)).is_err());
        }
        assert_eq!(Ends::new(vec![0, 1]).flipped(&Tails::new(&[0.3])).at_least(1), 0.7);
    }
}
