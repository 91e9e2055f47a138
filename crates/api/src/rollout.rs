//! Rollouts: positions of games of chance played out many times.

use counterplay_core::Limit;
use counterplay_core::search::Rollout;

/// The plan of a rollout: of which actions, and how often. How far each side looks (a ply unless something is said), the seed, the threads
/// and the limits are those of the [`Request`](crate::Request).
#[derive(Clone, PartialEq, Debug)]
pub struct RolloutPlan {
    /// How many games for each action.
    pub games: usize,
    /// After how many turns of chance a game is broken off and judged by the evaluation; to its end if nothing is said.
    pub plies: Option<u32>,
    /// Whether the luck in the games is removed.
    pub luck_removed: bool,
    /// These actions, where a seat is to move; if there are none, the best few by the evaluation.
    pub actions: Vec<String>,
    /// How many the best few are.
    pub most: usize,
}

impl Default for RolloutPlan {
    fn default() -> RolloutPlan {
        RolloutPlan { games: Rollout::USUAL, plies: None, luck_removed: true, actions: Vec::new(), most: 3 }
    }
}

/// What came of the games after an action. All values are for the side to move (MAX's where chance is), in the game's
/// own points.
#[derive(Clone, PartialEq, Debug)]
pub struct RolledAction {
    /// The action; nothing if the position itself was rolled out.
    pub action: Option<String>,
    /// The mean.
    pub value: f64,
    /// Its standard error; infinity if nothing can be said about it.
    pub error: f64,
    /// The mean with the luck left in.
    pub raw_value: f64,
    /// The standard error of that.
    pub raw_error: f64,
    /// What the evaluation says without any game.
    pub first_sight: f64,
    /// How the games ended, and how often.
    pub ends: Vec<(f64, u64)>,
    /// How many were broken off before their end.
    pub broken_off: u64,
}

/// What a rollout has found.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct RolloutReport {
    /// What was rolled out, the best first.
    pub actions: Vec<RolledAction>,
    /// With what probability, at the least, none is better than the first.
    pub confidence: f64,
    /// How many games each was rolled out with.
    pub games: usize,
    /// The part of the variance that was luck and has been removed; nothing if luck was left in, or the games did not
    /// differ.
    pub luck_share: Option<f64>,
    /// The states that were entered.
    pub nodes: u64,
    /// Why it ended early, if it did.
    pub stopped: Option<Limit>,
}
