//! Equilibrium compared with averaging: what each guarantees in a tree with information sets.
//!
//! In every set averaging takes the action with the best mean. Whoever knows that can reply to it; what the best reply
//! leaves is what averaging guarantees. An equilibrium guarantees the value of the game, and CFR+ comes to it round by
//! round.

use counterplay_core::equilibrium::{
    Choices, Exact, Fraction, Minimiser, Plan, Profile, Regret, SequenceForm, approach, exact,
};
use counterplay_core::{Cause, Game, Halt, Limit, Limits, Role, Side};
use counterplay_render::name::Names;
use counterplay_tree::{Branch, Tree, View};
use serde_json::{Value, json};

use crate::averages::Set;
use crate::{Study, json};

/// Most nodes of a tree whose equilibrium is computed.
const MOST_NODES: u64 = 20_000;
/// Round counts after which CFR+ is evaluated.
const ROUNDS: [u64; 4] = [1, 10, 100, 1000];
/// Tolerance where there are no fractions, in points, and the most rounds for it.
const TOLERANCE: f64 = 1e-6;
const MOST_ROUNDS: u64 = 10_000;

type Form = SequenceForm<View, Branch>;

/// Worth of two strategies, for MAX, in units of the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// Value if both play so.
    pub value: f64,
    /// Bounds: what MAX's strategy guarantees, and what MIN's gives away at most. The value of the game lies between
    /// them.
    pub bounds: (f64, f64),
    /// Exploitability: what a best reply gains, on average over the two sides.
    pub exploitability: f64,
}

impl Worth {
    fn of(form: &Form, profile: &Profile) -> Worth {
        let (low, high) = form.bounds(profile);
        // A sum of products of simple fractions is one, but for its last digits.
        let meant = |number: f64| Fraction::near(number).map_or(number, f64::from);
        Worth {
            value: meant(form.value(profile)),
            bounds: (meant(low), meant(high)),
            exploitability: meant(form.exploitability(profile)),
        }
    }
}

/// Action of a mixed strategy.
#[derive(Clone, PartialEq, Debug)]
pub struct MixedAction {
    /// Branch of the tree.
    pub action: Branch,
    /// Probability of the action.
    pub probability: f64,
    /// Probability as a fraction, where it is known as one.
    pub fraction: Option<Fraction>,
}

/// Mixed strategy of a side in one of its information sets.
#[derive(Clone, PartialEq, Debug)]
pub struct Mixed {
    /// Role of the side.
    pub role: Role,
    /// Name of the set. `None` if it is a single node.
    pub set: Option<String>,
    /// Name of the node, if it is a single one.
    pub node: Option<String>,
    /// Action that averaging takes.
    pub averaging: Branch,
    /// Actions of the equilibrium, with their probabilities. Where its own choices never lead, all equally often.
    pub equilibrium: Vec<MixedAction>,
    /// Whether its own choices lead here.
    pub reached: bool,
}

/// Comparison of averaging, CFR+ and an equilibrium.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// Worth of averaging on both sides.
    pub averaging: Worth,
    /// Worth of the average strategies of CFR+ after some rounds.
    pub rounds: Vec<(u64, Worth)>,
    /// Worth of the equilibrium, or of what comes close to it.
    pub equilibrium: Worth,
    /// Value of the game in points without a rounding error, where it is known so.
    pub value: Option<Fraction>,
    /// Strategies in each set, MAX's first.
    pub strategy: Vec<Mixed>,
}

/// Compares the strategies; `sets` are the averages of the tree, and `revealed` is its study with all cards face up.
///
/// # Errors
/// If a side forgets what it has done, and where; or the tree is too large or too deep.
pub fn compare(tree: &Tree, sets: &[Set], revealed: &Study, stack: usize) -> Result<Comparison, String> {
    // 1. The whole game.
    let game = tree.veiled();
    let limits = Limits { nodes: Some(MOST_NODES), stack, ..Limits::default() };
    let form: Form = SequenceForm::of(&game, &game.initial(), &limits).map_err(|halt| why(&halt))?;
    // 2. Averaging, as if its choices were announced.
    let choices = |side: Side| averaged(form.choices(side), Role::from(side), sets, revealed);
    let averaging = [choices(Side::Max), choices(Side::Min)];
    let [max, min] = [(Side::Max, &averaging[0]), (Side::Min, &averaging[1])]
        .map(|(side, taken)| Plan::pure(form.choices(side), |set| taken[set]));
    // 3. CFR+.
    let mut minimiser = Minimiser::new(&form, Regret::Plus);
    let rounds = ROUNDS.map(|rounds| {
        (minimiser.rounds()..rounds).for_each(|_| minimiser.round());
        (rounds, Worth::of(&form, &minimiser.average()))
    });
    // 4. The equilibrium: without a rounding error, or by more of the same.
    let truth = exact(&form);
    let profile = truth.as_ref().map_or_else(
        || {
            let limits = Limits { nodes: Some(MOST_ROUNDS), ..Limits::default() };
            approach(&mut minimiser, TOLERANCE * f64::from(tree.scale()), &limits, &mut |_, _| {});
            minimiser.average()
        },
        Exact::profile,
    );
    let mixed =
        Solved { tree, form: &form, names: Names::new(&revealed.seen), profile: &profile, truth: truth.as_ref() };
    let [of_max, of_min] = averaging;
    let strategy = mixed.strategy(Side::Max, &of_max).chain(mixed.strategy(Side::Min, &of_min)).collect();
    let points = Fraction::whole(i64::from(tree.scale()));
    Ok(Comparison {
        averaging: Worth::of(&form, &Profile { max, min }),
        rounds: rounds.into(),
        equilibrium: Worth::of(&form, &profile),
        value: truth.as_ref().and_then(|truth| truth.value.per(points)),
        strategy,
    })
}

fn why(halt: &Halt) -> String {
    match halt.cause {
        Cause::Limit(Limit::Nodes) => format!("the tree has more than {MOST_NODES} nodes"),
        _ => halt.to_string(),
    }
}

/// Action of averaging in each set of a side: the one with the best mean, of several the first.
fn averaged(choices: &Choices<View, Branch>, role: Role, sets: &[Set], revealed: &Study) -> Vec<Branch> {
    let nodes = &revealed.seen.nodes;
    let taken = |view: &View| match view.node() {
        // The mean of one node is its value.
        Some(at) => {
            let worth = |child: &usize| {
                let value = nodes[*child].value.unwrap_or_default();
                if role == Role::Max { value } else { -value }
            };
            let best =
                nodes[at].children.iter().reduce(|best, next| if worth(next) > worth(best) { next } else { best });
            best.map(|&child| Branch(nodes[child].number))
        }
        None => view.set().and_then(|set| sets.get(set)).map(|(_, _, averages)| averages.choice),
    };
    choices.sets.iter().map(|set| taken(&set.view).unwrap_or(set.actions[0])).collect()
}

/// Solved tree, exactly or nearly.
struct Solved<'t> {
    tree: &'t Tree,
    form: &'t Form,
    names: Names<'t>,
    profile: &'t Profile,
    truth: Option<&'t Exact>,
}

impl Solved<'_> {
    /// Mixed strategy of a side in each of its sets.
    fn strategy<'s>(&'s self, side: Side, averaging: &'s [Branch]) -> impl Iterator<Item = Mixed> + 's {
        let choices = self.form.choices(side);
        let reached = self.reached(side);
        (choices.sets.iter().zip(averaging).enumerate()).map(move |(number, (set, &averaging))| {
            let fractions = self.truth.and_then(|truth| truth.behaviour(self.form, side, number));
            let shares = self.profile.of(side).behaviour(choices, number);
            let share = |(place, (&action, probability)): (usize, (&Branch, f64))| MixedAction {
                action,
                probability,
                fraction: fractions.as_ref().map(|fractions| fractions[place]),
            };
            Mixed {
                role: side.into(),
                set: set.view.set().map(|place| self.tree.information_sets()[place].clone()),
                node: set.view.node().map(|at| self.names.name(at)),
                averaging,
                equilibrium: set.actions.iter().zip(shares).enumerate().map(share).collect(),
                reached: reached[number],
            }
        })
    }

    /// Whether a side's own choices ever lead to each of its sets.
    fn reached(&self, side: Side) -> Vec<bool> {
        let choices = self.form.choices(side);
        let mut reached = vec![true; choices.sequences()];
        for set in 0..choices.sets.len() {
            let before = reached[choices.before(set)];
            for (sequence, share) in choices.of_set(set).zip(self.profile.of(side).behaviour(choices, set)) {
                reached[sequence] = before && share > 0.0;
            }
        }
        (0..choices.sets.len()).map(|set| reached[choices.before(set)]).collect()
    }
}

/// JSON of a comparison, to stand beside the averages: `averaging`, `rounds` of CFR+ and `equilibrium`, or `trouble`.
#[must_use]
pub fn to_json(compared: &Result<Comparison, String>, tree: &Tree) -> Value {
    let number = |units: f64| json::number(units, tree.scale());
    let worth = |worth: &Worth| {
        let (low, high) = worth.bounds;
        json!({
            "value": number(worth.value),
            "bounds": [number(low), number(high)],
            "exploitability": number(worth.exploitability),
        })
    };
    let found = match compared {
        Ok(found) => found,
        Err(why) => return json!({ "averaging": null, "rounds": [], "equilibrium": null, "trouble": why }),
    };
    let round = |(rounds, of): &(u64, Worth)| {
        let mut round = worth(of);
        round["rounds"] = json!(rounds);
        round
    };
    let mut equilibrium = worth(&found.equilibrium);
    equilibrium["fraction"] = json!(found.value.map(|value| value.to_string()));
    equilibrium["strategy"] = found.strategy.iter().map(of_mixed).collect();
    json!({
        "averaging": worth(&found.averaging),
        "rounds": found.rounds.iter().map(round).collect::<Vec<_>>(),
        "equilibrium": equilibrium,
    })
}

fn of_mixed(mixed: &Mixed) -> Value {
    let share = |share: &MixedAction| {
        json!({
            "action": share.action.to_string(),
            "probability": share.probability,
            "fraction": share.fraction.map(|fraction| fraction.to_string()),
        })
    };
    json!({
        "player": if mixed.role == Role::Max { "max" } else { "min" },
        "set": mixed.set,
        "node": mixed.node,
        "averaging": mixed.averaging.to_string(),
        "actions": mixed.equilibrium.iter().map(share).collect::<Vec<_>>(),
        "reached": mixed.reached,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::averages::average;
    use crate::{Algorithm, Choices, Direction, Rule, study};

    const STACK: usize = 1 << 20;
    /// MAX takes two points, or says heads or tails under a cup.
    const FUSION: &str = "chance[1/2:max@start[2,max@cup[3,-3]],1/2:max@start[2,max@cup[-3,3]]]";
    /// MIN sees the coin, and can leave.
    const NON_LOCAL: &str = "chance[2/3:min[-1,max@cup[3,-1]],1/3:min[5,max@cup[-3,3]]]";
    /// MAX sees its card, and bets or not; MIN sees the bet.
    const BLUFF: &str = "chance[1/2:max[1,min@bet[1,2]],1/2:max[-1,min@bet[1,-2]]]";

    fn compared(text: &str) -> Result<Comparison, String> {
        let tree = Tree::parse(text, Side::Max).unwrap();
        let choices = Choices { algorithm: Algorithm::Expectiminimax, direction: Direction::Ltr, cutoff: Rule::Ge };
        compare(&tree, &average(&tree, STACK).unwrap(), &study(&tree, choices, STACK), STACK)
    }

    fn averaging_and_value(text: &str) -> (Worth, String) {
        let found = compared(text).unwrap();
        assert!(found.equilibrium.exploitability < 1e-12, "{text}");
        assert!(found.rounds.iter().all(|(_, worth)| worth.bounds.0 <= worth.bounds.1 + 1e-12), "{text}");
        (found.averaging, found.value.unwrap().to_string())
    }

    #[test]
    fn who_fuses_strategies_believes_to_choose_by_what_it_does_not_see() {
        let (averaging, value) = averaging_and_value(FUSION);
        assert_eq!(averaging, Worth { value: 0.0, bounds: (0.0, 2.0), exploitability: 1.0 });
        assert_eq!(value, "2");
    }

    #[test]
    fn what_is_best_in_a_set_depends_on_a_leaf_that_is_not_below_it() {
        let (averaging, value) = averaging_and_value(NON_LOCAL);
        assert_eq!(averaging, Worth { value: -5.0 / 3.0, bounds: (-5.0 / 3.0, 1.0 / 3.0), exploitability: 1.0 });
        assert_eq!(value, "1/3");
        // With nowhere to go for MIN, the same choice is right.
        let (averaging, value) = averaging_and_value(&NON_LOCAL.replace("min[-1", "min[4"));
        assert_eq!(averaging, Worth { value: 1.0, bounds: (1.0, 1.0), exploitability: 0.0 });
        assert_eq!(value, "1");
    }

    #[test]
    fn who_averages_does_not_bluff() {
        let found = compared(BLUFF).unwrap();
        assert_eq!((found.averaging.bounds, found.averaging.exploitability), ((0.0, 0.5), 0.25));
        assert_eq!(found.value.unwrap().to_string(), "1/3");
        let shares = |mixed: &Mixed| {
            let second = mixed.equilibrium[1].fraction.unwrap();
            (mixed.set.clone().or(mixed.node.clone()).unwrap(), mixed.averaging.0, second.to_string())
        };
        let strategy: Vec<_> = found.strategy.iter().map(shares).collect();
        let expected = [("1", 1, "1"), ("2", 1, "1/3"), ("bet", 2, "2/3")];
        assert_eq!(strategy, expected.map(|(place, taken, often)| (place.to_owned(), taken, often.to_owned())));
        // Regrets come to the same, slowly.
        let falls: Vec<f64> = found.rounds.iter().map(|(_, worth)| worth.exploitability).collect();
        assert!(falls.is_sorted_by(|a, b| a > b) && falls[0] > 0.1 && falls[3] < 0.01, "{falls:?}");
    }

    #[test]
    fn values_are_in_points() {
        let tree = "chance[1/2:max@a[0.5,1.5],1/2:max@a[2,0.25]]";
        assert_eq!(averaging_and_value(tree).1, "5/4");
        let found = to_json(&compared(tree), &Tree::parse(tree, Side::Max).unwrap());
        assert_eq!((&found["equilibrium"]["value"], &found["averaging"]["exploitability"]), (&json!(1.25), &json!(0)));
    }

    #[test]
    fn a_side_that_forgets_is_told_where() {
        let why = compared("max[max@J[3,4],min[max@J[1,2],5]]").unwrap_err();
        assert!(why.starts_with("the side to move at 2.1 does not see what it has done"), "{why}");
        let many = format!("max[max@J[1,2],{}]", vec!["1"; 20_000].join(","));
        assert_eq!(compared(&many).unwrap_err(), "the tree has more than 20000 nodes");
    }
}
