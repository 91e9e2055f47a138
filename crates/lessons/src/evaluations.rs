//! Evaluations that err in one direction or in both: what they cost, measured on random trees.
//!
//! A* needs an estimate that is never too pessimistic, an *admissible* one. Here the same is tried with a search to a
//! horizon: each node there is judged by its true minimax value and an error, and the action that is chosen so is held
//! to the true values.

use counterplay_core::search::{Settings, minimax};
use counterplay_core::trace::Silent;
use counterplay_core::{Depth, Game, Halt, Limits, Random, Score, Seeded, Side};
use counterplay_tree::{NodeId, Tree};
use serde_json::{Value, json};

use crate::{Algorithm, Choices, Direction, Rule, study};

/// Largest value of a leaf; the least is 0.
pub const HIGHEST: u32 = 1000;
/// Most nodes of a tree.
pub const MOST_NODES: u64 = 200_000;

/// Error of an evaluation, of a size `e`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bias {
    /// No error.
    Exact,
    /// From `-e` to `e`, each equally likely.
    Accurate,
    /// From 0 to `2e`: never below the true value, which is what A* calls admissible.
    Optimistic,
    /// From `-2e` to 0.
    Pessimistic,
    /// Always `2e`: as optimistic as can be, but all by the same amount.
    Shifted,
}

impl Bias {
    /// All of them.
    pub const ALL: [Bias; 5] = [Bias::Exact, Bias::Accurate, Bias::Optimistic, Bias::Pessimistic, Bias::Shifted];

    /// Name of the bias.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Bias::Exact => "exact",
            Bias::Accurate => "accurate",
            Bias::Optimistic => "optimistic",
            Bias::Pessimistic => "pessimistic",
            Bias::Shifted => "shifted",
        }
    }

    /// Error, from a random number between 0 and `2 * size`.
    const fn error(self, size: i32, drawn: i32) -> i32 {
        match self {
            Bias::Exact => 0,
            Bias::Accurate => drawn - size,
            Bias::Optimistic => drawn,
            Bias::Pessimistic => drawn - 2 * size,
            Bias::Shifted => 2 * size,
        }
    }
}

/// Experiment: which trees, and how far the search looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Experiment {
    /// Branches of each inner node.
    pub branching: u32,
    /// Plies of the deepest leaf.
    pub depth: u32,
    /// Plies that the search looks ahead.
    pub horizon: u32,
    /// Size of the error, of values from 0 to [`HIGHEST`].
    pub error: u32,
    /// How often, in percent, a node above the horizon is the end of the game.
    pub ends: u32,
    /// Trees that are tried.
    pub trees: u32,
    /// Seed of the trees and of the errors.
    pub seed: u64,
}

/// What an evaluation was worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// How it errs.
    pub bias: Bias,
    /// Share of trees in which the action is one of the best.
    pub right: f64,
    /// What the actions lose against the best ones, on average.
    pub loss: f64,
}

impl Experiment {
    /// Nodes of a tree at most, if it has not too many.
    #[must_use]
    pub fn nodes(&self) -> Option<u64> {
        let mut level = 1_u64;
        let mut nodes = 1_u64;
        for _ in 0..self.depth {
            level = level.checked_mul(self.branching.into())?;
            nodes = nodes.checked_add(level)?;
        }
        (nodes <= MOST_NODES).then_some(nodes)
    }

    /// Measures every bias on the same trees.
    ///
    /// # Errors
    /// What halted a search: somebody stopped it.
    pub fn run(&self, limits: &Limits) -> Result<Vec<Measured>, Box<Halt>> {
        let mut random = Seeded::new(self.seed);
        let mut sums = [(0_u32, 0.0); Bias::ALL.len()];
        for _ in 0..self.trees {
            // 1. A tree, and the true value of each of its nodes.
            let tree = Tree::parse(&self.tree(&mut random), Side::Max).expect("a tree that was written by us");
            let choices = Choices { algorithm: Algorithm::Minimax, direction: Direction::Ltr, cutoff: Rule::Ge };
            let searched = study(&tree, choices, limits.stack);
            searched.result?;
            let truth: Vec<i32> =
                searched.seen.nodes.iter().map(|node| node.value.map_or(0, |value| value as i32)).collect();
            let actions: Vec<i32> = searched.seen.nodes[0].children.iter().map(|&child| truth[child]).collect();
            let best = actions.iter().copied().max().unwrap_or(0);
            // 2. One draw for each node, the same for every bias: they differ by the bias alone.
            let size = self.error as i32;
            let draws: Vec<i32> = truth.iter().map(|_| random.below(2 * u64::from(self.error) + 1) as i32).collect();
            // 3. The action that a search to the horizon chooses, held to the truth.
            let game = tree.deterministic().expect("there is no chance in it");
            for (bias, (right, loss)) in Bias::ALL.into_iter().zip(&mut sums) {
                let evaluation = |_: &_, node: &NodeId| {
                    let at = tree.place(*node);
                    Score::new(truth[at] + bias.error(size, draws[at]))
                };
                let settings = Settings::new().to_depth(Depth(self.horizon), evaluation).limits(limits.clone());
                let decision = minimax(&game, &game.initial(), &settings, &mut Silent)?;
                let chosen = decision.action.map_or(best, |action| actions[action.0 as usize - 1]);
                *right += u32::from(chosen == best);
                *loss += f64::from(best - chosen);
            }
        }
        let trees = f64::from(self.trees.max(1));
        let measured = |(bias, (right, loss)): (Bias, (u32, f64))| Measured {
            bias,
            right: f64::from(right) / trees,
            loss: loss / trees,
        };
        Ok(Bias::ALL.into_iter().zip(sums).map(measured).collect())
    }

    /// Text of a random tree. The root has always branches, and so has the horizon.
    fn tree(&self, random: &mut dyn Random) -> String {
        let mut text = String::new();
        self.write(random, 0, &mut text);
        text
    }

    fn write(&self, random: &mut dyn Random, ply: u32, text: &mut String) {
        let ends_early = (1..=self.horizon).contains(&ply) && random.below(100) < u64::from(self.ends);
        if ply == self.depth || ends_early {
            text.push_str(&random.below(u64::from(HIGHEST) + 1).to_string());
            return;
        }
        text.push('[');
        for branch in 0..self.branching {
            if branch > 0 {
                text.push(',');
            }
            self.write(random, ply + 1, text);
        }
        text.push(']');
    }

    /// JSON of what was measured.
    #[must_use]
    pub fn to_json(&self, measured: &[Measured]) -> Value {
        let row =
            |found: &Measured| json!({"evaluation": found.bias.as_str(), "right": found.right, "loss": found.loss});
        json!({
            "branching": self.branching, "depth": self.depth, "horizon": self.horizon, "error": self.error,
            "ends": self.ends, "trees": self.trees, "seed": self.seed,
            "evaluations": measured.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Experiment =
        Experiment { branching: 3, depth: 5, horizon: 3, error: 150, ends: 0, trees: 200, seed: 1 };

    fn measured(experiment: Experiment) -> [Measured; 5] {
        let limits = Limits { stack: 1 << 20, ..Limits::default() };
        experiment.run(&limits).unwrap().try_into().unwrap()
    }

    #[test]
    fn a_bias_that_all_share_changes_no_decision_where_all_are_estimates() {
        let [exact, accurate, optimistic, pessimistic, shifted] = measured(PLAIN);
        assert_eq!((exact.right, exact.loss), (1.0, 0.0));
        assert_eq!((shifted.right, shifted.loss), (1.0, 0.0));
        let of = |found: Measured| (found.right, found.loss);
        assert_eq!((of(accurate), of(accurate)), (of(optimistic), of(pessimistic)));
        assert!(accurate.loss > 0.0 && accurate.right < 0.95);
    }

    #[test]
    fn beside_ends_that_are_known_a_bias_costs_and_the_accurate_one_costs_least() {
        let [exact, accurate, optimistic, pessimistic, shifted] = measured(Experiment { ends: 30, ..PLAIN });
        assert_eq!(exact.loss, 0.0);
        assert!(accurate.loss < optimistic.loss && accurate.loss < pessimistic.loss);
        assert!(shifted.loss > 0.0, "an admissible evaluation with no spread at all errs too");
    }

    #[test]
    fn trees_that_are_too_large_are_told() {
        assert_eq!(PLAIN.nodes(), Some(1 + 3 + 9 + 27 + 81 + 243));
        assert_eq!(Experiment { branching: 1000, depth: 9, ..PLAIN }.nodes(), None);
    }
}
