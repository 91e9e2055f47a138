//! What comes out of a search, as text and numbers.

use counterplay_core::search::Statistics;
use counterplay_core::{Limit, Outcome, Proof, Seat};
use serde::Serialize;

use crate::serialize::{number, numbers, text};

use crate::{ActionId, ActionWord, Drawn};

/// How a search is getting on.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// States entered so far.
    pub nodes: u64,
    /// The depth that has been finished, where there is one.
    pub depth: u32,
    /// Between what the value is proven to lie for the side to move, where that is known.
    pub bounds: Option<(f64, f64)>,
    /// What a best reply would gain against what has been found, in points, in a game with secrets.
    pub exploitability: Option<f64>,
    /// How full the table is, from 0 to 1, where there is one.
    pub load: Option<f64>,
    /// What the depth that has just been finished has found and taken.
    pub iteration: Option<Iteration>,
}

/// What looking further found, and what it took.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Iteration {
    /// The lines asked for, the best first.
    pub lines: Vec<Variation>,
    /// The states entered by this iteration alone.
    pub nodes: u64,
    /// Table hits: those of them that the table answered for.
    pub table_hits: u64,
    /// How many times the nodes of the iteration before, for each ply that it looked further.
    pub branching: Option<f64>,
    /// The share of cut-offs that the first action made.
    pub first_action_cutoffs: Option<f64>,
}

/// The value of a position or a line, for the side to move (MAX's where chance is to move).
///
/// It is [the value of a decision](counterplay_core::search::Value) as the edges tell it: for the side to move instead
/// of MAX, with the end of the game where that is proven.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// The number, in the game's own points.
    pub score: f64,
    /// What it says.
    pub proof: Proof,
    /// How the game ends with best play, if that is proven.
    pub outcome: Option<Outcome>,
    /// After how many plies, if that is proven.
    pub plies: Option<u32>,
    /// Plies within which a search has seen the game won or lost, though there may be a shorter way.
    pub within: Option<u32>,
}

/// The value of which nothing is known.
impl Default for Value {
    fn default() -> Value {
        Value { score: 0.0, proof: Proof::Estimate, outcome: None, plies: None, within: None }
    }
}

/// A line of play and what it is worth for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation {
    /// Best play of both sides.
    pub line: Vec<String>,
    /// What it is worth.
    pub value: Value,
}

/// What an action is worth on average over the deals that a view allows.
#[derive(Clone, PartialEq, Debug)]
pub struct Average {
    /// The action.
    pub action: String,
    /// Its mean, for the side to move.
    pub score: f64,
    /// The standard error of that mean, where something can be said of it: 0 if all deals were searched.
    pub error: Option<f64>,
    /// How often the action was tried, where that is what counts.
    pub visits: Option<u64>,
}

/// How to play a whole game with secrets.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Equilibrium {
    /// What a best reply would gain against it on average over the two sides, in points.
    #[serde(serialize_with = "number")]
    pub exploitability: f64,
    /// Between what the value of the game is proven to lie for the first side, in points.
    #[serde(serialize_with = "numbers")]
    pub bounds: (f64, f64),
    /// The value as a fraction, where there is no rounding error.
    pub fraction: Option<String>,
    /// How many rounds of regrets it took.
    pub rounds: u64,
    /// What to do in each information set, in the order in which they come up.
    pub strategy: Vec<Mixed>,
}

impl Mixed {
    /// Less than this is rounding, or what the first rounds have tried.
    const RARE: f64 = 1e-3;

    /// Whether the seat's own choices lead here.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        self.reach > Mixed::RARE
    }
}

/// What to do where a seat sees this.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Mixed {
    /// The seat to move.
    #[serde(serialize_with = "text")]
    pub seat: Seat,
    /// What it sees.
    pub view: String,
    /// How likely its own choices make it that this comes up; where that is nothing, it does not matter what it does.
    #[serde(serialize_with = "number")]
    pub reach: f64,
    /// Whether chance and the other side let it come up; if not, the actions are worth what they are against somebody
    /// who errs at random.
    pub met: bool,
    /// Each action with how often it is taken.
    pub actions: Vec<MixedAction>,
}

/// An action of a mixed strategy.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MixedAction {
    /// The action.
    pub action: String,
    /// Its handle, where the position is in this information set.
    #[serde(skip)]
    pub id: Option<ActionId>,
    /// How often it is taken.
    #[serde(serialize_with = "number")]
    pub probability: f64,
    /// The probability as a fraction, where there is no rounding error.
    pub fraction: Option<String>,
    /// What it is worth to the seat, in points.
    #[serde(serialize_with = "number")]
    pub worth: f64,
}

/// How exploitability falls with the rounds of one kind of regret.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The kind.
    pub name: &'static str,
    /// Rounds and exploitability.
    pub points: Vec<(u64, f64)>,
}

/// The answer of a search.
///
/// As JSON it has the fields of `move` and `solve`, but for the game, the position, the turn and the time, which
/// [`json::report`](crate::json::report) adds.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The action to take; nothing where there is no choice.
    pub action: Option<String>,
    /// The handle of that action: [`AnyPosition::play_action`](crate::AnyPosition::play_action) plays it.
    pub action_id: Option<ActionId>,
    /// All actions that are proven as good, where that was asked for.
    pub best: Vec<String>,
    /// Whether there are no others, where the value is exact: `false` if the search was stopped before it knew, or if
    /// every other action would take another proof.
    pub best_complete: bool,
    /// What the position is worth.
    pub value: Value,
    /// Best play of both sides.
    pub line: Vec<String>,
    /// How far the search looked.
    pub depth: u32,
    /// What it took. Beyond the nodes a search tells what it counts; the rest is 0.
    pub statistics: Statistics,
    /// Which search it was.
    pub method: &'static str,
    /// How many threads it used.
    pub threads: u32,
    /// The lines asked for, the best first, where the search finds several.
    pub lines: Vec<Variation>,
    /// Why it ended early, if it did.
    pub stopped: Option<Limit>,
    /// What each action is worth, where the search averages over deals.
    pub averages: Vec<Average>,
    /// With what probability, at the least, no other action has a better average over all deals, where the search
    /// averages over them.
    pub confidence: Option<f64>,
    /// How to play the whole game, where that takes mixed strategies.
    pub equilibrium: Option<Box<Equilibrium>>,
    /// What a reader should know about it.
    pub note: Option<String>,
}

/// The report of a position of which nothing is known but that it is there.
impl Default for Report {
    fn default() -> Report {
        Report {
            action: None,
            action_id: None,
            best: Vec::new(),
            best_complete: true,
            value: Value::default(),
            line: Vec::new(),
            depth: 0,
            statistics: Statistics { nodes: 1, ..Statistics::default() },
            method: "rules",
            threads: 1,
            lines: Vec::new(),
            stopped: None,
            averages: Vec::new(),
            confidence: None,
            equilibrium: None,
            note: None,
        }
    }
}

impl Report {
    /// The method of a report that is the game's own [advice](counterplay_core::Advise): its averages are shares from 0
    /// to 1.
    pub const ADVICE: &'static str = "advice";

    /// The action to take, with the handle that plays it; its short form is for the position to say.
    #[must_use]
    pub fn chosen(&self) -> Option<ActionWord> {
        let (id, word) = (self.action_id?, self.action.clone()?);
        Some(ActionWord { id, word, short: None, probability: None })
    }

    /// The report of a game which its line of play has ended.
    #[must_use]
    pub fn of_draw(drawn: Drawn) -> Report {
        Report {
            value: Value {
                score: 0.0,
                proof: Proof::Exact,
                outcome: Some(Outcome::Draw),
                plies: Some(0),
                within: None,
            },
            note: Some(format!("the game is over, {drawn}")),
            ..Report::default()
        }
    }
}
