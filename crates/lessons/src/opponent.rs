//! Fallible opponent of a tree: minimax beside the best response, and what each gains against both.
//!
//! ```text
//! random:0.2          each action of the opponent is random with this probability, else its best
//! rank:0.7,0.2,0.1    its best action so often, the second best so often, and so on
//! 1.2: 1/2 1/4 1/4    a table: how often each action is chosen at a node, a line for each
//! rank: 0.9 0.1       in a table: what holds at the other nodes; without it the opponent never errs there
//! ```
//!
//! On one line, `;` takes the place of a new line. A table may be JSON: `{"1.2": [0.5, 0.25, 0.25], "rank": [0.9, 0.1]}`.

use std::collections::BTreeMap;
use std::str::FromStr;

use counterplay_core::search::{Blundering, OpponentModel, Ranked, Responded, Settings, best_response};
use counterplay_core::trace::{Node, SearchTree};
use counterplay_core::{Game, Halt, Limits, Role, Seat, Side, Turn, With, Without};
use counterplay_render::Script;
use counterplay_render::number::{Numerals, decimal};
use counterplay_tree::{NodeId, Tree, TreeGame};
use serde_json::{Value, json};

use crate::json::{number, path, player};

/// Fallible opponent, as somebody described it.
#[derive(Clone, PartialEq, Debug)]
pub struct Opponent {
    errs: Errs,
    /// Probabilities at single nodes, by the path of the node.
    nodes: BTreeMap<String, Vec<f64>>,
}

/// How an opponent errs where no table says otherwise.
#[derive(Clone, PartialEq, Debug)]
enum Errs {
    Random(f64),
    Ranked(Vec<f64>),
}

impl FromStr for Opponent {
    type Err = String;

    fn from_str(text: &str) -> Result<Opponent, String> {
        let text = text.trim();
        if let Some(share) = text.strip_prefix("random:") {
            let share = parse_probability(share)?;
            return Ok(Opponent { errs: Errs::Random(share), nodes: BTreeMap::new() });
        }
        let lines: Vec<(String, Vec<f64>)> = if text.starts_with('{') {
            let table: BTreeMap<String, Vec<f64>> =
                serde_json::from_str(text).map_err(|error| format!("the table of the opponent: {error}"))?;
            table.into_iter().collect()
        } else {
            let lines = text.split(['\n', ';']).map(|line| line.split('#').next().unwrap_or_default().trim());
            let filled = lines.zip(1..).filter(|(line, _)| !line.is_empty());
            filled.map(|(line, number)| parse_line(line, number)).collect::<Result<_, String>>()?
        };
        let mut opponent = Opponent { errs: Errs::Ranked(vec![1.0]), nodes: BTreeMap::new() };
        if lines.is_empty() {
            return Err(
                "the opponent is empty; expected random:0.2, rank:0.7,0.3 or a table such as 1.2: 1/2 1/2".into()
            );
        }
        for (name, shares) in lines {
            let sum: f64 = shares.iter().sum();
            if shares.iter().any(|share| !(0.0..=1.0).contains(share)) || (sum - 1.0).abs() > 1e-6 {
                return Err(format!("the probabilities of {name} are {}; they must sum to 1", listed(&shares)));
            }
            if name == "rank" {
                opponent.errs = Errs::Ranked(shares);
            } else if opponent.nodes.insert(name.clone(), shares).is_some() {
                return Err(format!("the node {name} is twice in the table of the opponent"));
            }
        }
        Ok(opponent)
    }
}

fn listed(shares: &[f64]) -> String {
    shares.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")
}

/// Line of a table: a name and its probabilities.
fn parse_line(line: &str, number: usize) -> Result<(String, Vec<f64>), String> {
    let wrong = |why: &str| format!("line {number} of the opponent, {line:?}: {why}");
    let expected = "expected random:0.2, rank:0.7,0.3 or a node and its probabilities, 1.2: 1/2 1/2";
    let (name, shares) = line.split_once(':').ok_or_else(|| wrong(expected))?;
    let words = shares.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    let shares = words.map(parse_probability).collect::<Result<Vec<f64>, String>>().map_err(|why| wrong(&why))?;
    if shares.is_empty() {
        return Err(wrong(expected));
    }
    Ok((name.trim().to_owned(), shares))
}

/// Probability: 0.25, 25% or 1/4.
fn parse_probability(word: &str) -> Result<f64, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let value = match (word.split_once('/'), word.trim().strip_suffix('%')) {
        (Some((above, below)), _) => number(above).zip(number(below)).map(|(above, below)| above / below),
        (None, Some(percent)) => number(percent).map(|percent| percent / 100.0),
        (None, None) => number(word),
    };
    let within = value.filter(|value| (0.0..=1.0).contains(value));
    within.ok_or_else(|| format!("{:?} is no probability; write 0.25, 25% or 1/4", word.trim()))
}

/// Opponent of one tree: the nodes of its table found.
struct Model<'o> {
    errs: &'o Errs,
    nodes: BTreeMap<NodeId, &'o Vec<f64>>,
}

type TreeWithChance<'t> = TreeGame<'t, With, Without>;

impl<'t> OpponentModel<TreeWithChance<'t>> for Model<'_> {
    fn probabilities(&self, game: &TreeWithChance<'t>, node: &NodeId, side: Side, values: &[f64], out: &mut Vec<f64>) {
        match (self.nodes.get(node), self.errs) {
            (Some(shares), _) => out.extend_from_slice(shares),
            (None, Errs::Random(share)) => Blundering(*share).probabilities(game, node, side, values, out),
            (None, Errs::Ranked(ranks)) => Ranked(ranks.clone()).probabilities(game, node, side, values, out),
        }
    }
}

/// Both strategies at every node of a tree, against both opponents.
#[derive(Clone, Debug)]
pub struct AgainstOpponent {
    /// Side that plays against the fallible opponent: the root's, or MAX where chance begins.
    pub side: Side,
    /// How the opponent errs, in a few words.
    pub errs: String,
    /// What was found at each node, in preorder.
    pub nodes: Vec<Responded>,
    scale: u32,
}

/// Holds minimax and the best response to a fallible opponent and to one who never errs.
///
/// # Errors
/// What is wrong with the opponent's table, or what halted the search.
pub fn against(tree: &Tree, opponent: &Opponent, stack: usize) -> Result<AgainstOpponent, String> {
    if !tree.information_sets().is_empty() {
        return Err("a fallible opponent is for trees without information sets, where everybody sees everything".into());
    }
    // 1. Who errs, and where.
    let side = if tree.root_role() == Some(Role::Min) { Side::Min } else { Side::Max };
    let game = tree.stochastic();
    let model = Model { errs: &opponent.errs, nodes: opponent.find_nodes(tree, &game, side.other())? };
    // 2. The search tells of every node on its way back.
    let settings = Settings::new().limits(Limits { stack, ..Limits::default() });
    let mut nodes: Vec<Option<Responded>> = vec![None; tree.len()];
    let mut on_state = |path: &[u32], found: &Responded| {
        if let Some(node) = tree.node_at(path) {
            nodes[tree.place(node)] = Some(found.clone());
        }
    };
    let found = best_response(&game, &game.initial(), &settings, side, &model, &mut on_state);
    found.map_err(|halt: Box<Halt>| format!("no best response: {halt}"))?;
    Ok(AgainstOpponent {
        side,
        errs: opponent.describe(),
        nodes: nodes.into_iter().flatten().collect(),
        scale: tree.scale(),
    })
}

impl Opponent {
    fn find_nodes<'o>(
        &'o self,
        tree: &Tree,
        game: &TreeWithChance<'_>,
        side: Side,
    ) -> Result<BTreeMap<NodeId, &'o Vec<f64>>, String> {
        let turn = Turn::Seat(if side == Side::Max { Seat::FIRST } else { Seat::SECOND });
        let mut found = BTreeMap::new();
        for (path, shares) in &self.nodes {
            let numbers: Option<Vec<u32>> = match path.as_str() {
                "" | "root" => Some(Vec::new()),
                path => path.split('.').map(|number| number.parse().ok()).collect(),
            };
            let node = numbers.and_then(|numbers| tree.node_at(&numbers));
            let node =
                node.ok_or_else(|| format!("the table of the opponent has {path}, which is no node of the tree"))?;
            let name = name(side);
            if game.is_terminal(&node) || game.turn(&node) != turn {
                return Err(format!("the table of the opponent has {path}, where {name} does not move"));
            }
            let count = game.action_list(&node).len();
            if shares.len() != count {
                let given = shares.len();
                return Err(format!("{name} has {count} actions at {path}, and the table {given} probabilities"));
            }
            found.insert(node, shares);
        }
        Ok(found)
    }

    /// How it errs, in a few words.
    fn describe(&self) -> String {
        let errs = match &self.errs {
            Errs::Random(share) => format!("plays at random with probability {share}, and otherwise its best action"),
            Errs::Ranked(ranks) if ranks.len() == 1 => "never errs".to_owned(),
            Errs::Ranked(ranks) => {
                format!("plays its best action, the second best and so on with probability {}", listed(ranks))
            }
        };
        match self.nodes.len() {
            0 => errs,
            1 => format!("{errs}, but for one node, where a table says how often it plays what"),
            count => format!("{errs}, but for {count} nodes, where a table says how often it plays what"),
        }
    }
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::Max => "MAX",
        Side::Min => "MIN",
    }
}

impl AgainstOpponent {
    /// Numbers of the tree's unit, as people write them.
    fn numerals(&self) -> Numerals {
        Numerals::new(self.scale, Script::Unicode)
    }

    /// Name of the side that plays, and of the opponent.
    #[must_use]
    pub const fn names(&self) -> (&'static str, &'static str) {
        (name(self.side), name(self.side.other()))
    }

    /// Sentence that says where the two strategies differ, and what that is worth.
    #[must_use]
    pub fn sentence(&self, seen: &SearchTree) -> String {
        let (we, they) = self.names();
        let numerals = self.numerals();
        let values = self.nodes[0].values;
        let sign = if self.side == Side::Max { 1.0 } else { -1.0 };
        let gain = sign * (values.response - values.minimax_against_model);
        let risk = sign * (values.minimax - values.response_guarantee);
        let Some(at) = self.first_difference(seen) else {
            return format!("The two strategies are the same here: to reckon with {they}'s errors gains nothing.");
        };
        let place = if at == 0 { "at the root".to_owned() } else { format!("at {}", seen.path(at)) };
        let [minimax, response] =
            [self.nodes[at].minimax_action, self.nodes[at].response_action].map(|action| action.unwrap_or_default());
        let cost = if risk.abs() <= f64::EPSILON * values.minimax.abs().max(1.0) {
            format!("and risks nothing: against a {they} who never errs it gets the same.")
        } else {
            format!("and loses {} against a {they} who never errs.", numerals.value(risk))
        };
        format!(
            "The best reply departs from minimax {place}: {we} plays {response} instead of {minimax}. It gains {} on average, {cost}",
            numerals.value(gain)
        )
    }

    /// First node in preorder, of those that the best response comes to, where it departs from minimax.
    fn first_difference(&self, seen: &SearchTree) -> Option<usize> {
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let node = &self.nodes[at];
            if node.minimax_action != node.response_action {
                return Some(at);
            }
            let children = &seen.nodes[at].children;
            match node.response_action {
                Some(action) => open.extend(children.get(action as usize - 1)),
                None => open.extend(children.iter().rev()),
            }
        }
        None
    }

    /// Table of what each strategy gets against both opponents: a head, and two rows.
    #[must_use]
    pub fn table(&self) -> [[String; 3]; 3] {
        let they = self.names().1;
        let numerals = self.numerals();
        let values = self.nodes[0].values;
        let row = |name: &str, sure: f64, mean: f64| [name.to_owned(), numerals.value(sure), numerals.value(mean)];
        [
            ["strategy".to_owned(), format!("{they} never errs"), format!("this {they}, on average")],
            row("minimax", values.minimax, values.minimax_against_model),
            row("best reply", values.response_guarantee, values.response),
        ]
    }

    /// Table of the inner nodes: a head, and a row for each.
    #[must_use]
    pub fn rows(&self, seen: &SearchTree) -> Vec<[String; 6]> {
        let numerals = self.numerals();
        let head = ["node", "", "minimax", "plays", "best reply", "plays"].map(str::to_owned);
        let action = |number: Option<u32>| number.map_or_else(String::new, |number| number.to_string());
        let inner = seen.nodes.iter().enumerate().filter(|(_, node)| !node.is_leaf());
        let row = |(at, node): (usize, &Node)| {
            let found = &self.nodes[at];
            let path = if at == 0 { "root".to_owned() } else { path(seen, at) };
            let role = player(node).unwrap_or_default().to_uppercase();
            let shares: Vec<String> = found.probabilities.iter().map(|&share| decimal(share)).collect();
            let plays = if shares.is_empty() { action(found.response_action) } else { shares.join(" ") };
            let values = found.values;
            [
                path,
                role,
                numerals.value(values.minimax),
                action(found.minimax_action),
                numerals.value(values.response),
                plays,
            ]
        };
        std::iter::once(head).chain(inner.map(row)).collect()
    }

    /// Tree for a picture: beside each inner node what the best reply is worth there, and how often the opponent
    /// chooses what on its edges.
    #[must_use]
    pub fn drawn(&self, seen: &SearchTree) -> SearchTree {
        let numerals = self.numerals();
        let mut drawn = seen.clone();
        for (at, found) in self.nodes.iter().enumerate() {
            let children = drawn.nodes[at].children.clone();
            for (&child, &share) in children.iter().zip(&found.probabilities) {
                drawn.nodes[child].probability = Some(share);
            }
            if !children.is_empty() {
                let action = found.response_action.map_or_else(String::new, |action| format!(" by {action}"));
                let reply = format!("reply {}{action}", numerals.value(found.values.response));
                let label = drawn.nodes[at].label.take();
                drawn.nodes[at].label = Some(label.map_or_else(|| reply.clone(), |label| format!("{label}, {reply}")));
            }
        }
        drawn
    }

    /// JSON of what was found.
    #[must_use]
    pub fn to_json(&self, seen: &SearchTree) -> Value {
        let number = |value: f64| number(value, self.scale);
        let values = self.nodes[0].values;
        let inner = seen.nodes.iter().enumerate().filter(|(_, node)| !node.is_leaf());
        let node = |(at, node): (usize, &Node)| {
            let found = &self.nodes[at];
            json!({
                "path": path(seen, at),
                "player": player(node),
                "minimax": number(found.values.minimax),
                "minimax_action": found.minimax_action.map(|action| action.to_string()),
                "minimax_against_opponent": number(found.values.minimax_against_model),
                "reply": number(found.values.response),
                "reply_action": found.response_action.map(|action| action.to_string()),
                "reply_guarantee": number(found.values.response_guarantee),
                "probabilities": Some(&found.probabilities).filter(|shares| !shares.is_empty()),
            })
        };
        json!({
            "player": self.names().1.to_lowercase(),
            "errs": self.errs,
            "minimax": {"infallible": number(values.minimax), "fallible": number(values.minimax_against_model)},
            "reply": {"infallible": number(values.response_guarantee), "fallible": number(values.response)},
            "sentence": self.sentence(seen),
            "nodes": inner.map(node).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Choices, Direction, Rule, Study, study};

    const STACK: usize = 1 << 20;

    fn studied(text: &str) -> (Tree, Study) {
        let tree = Tree::parse(text, Side::Max).unwrap();
        let algorithm = Algorithm::Expectiminimax;
        let found = study(&tree, Choices { algorithm, direction: Direction::Ltr, cutoff: Rule::Ge }, STACK);
        (tree, found)
    }

    fn found(text: &str, opponent: &str) -> Result<(AgainstOpponent, Study), String> {
        let (tree, study) = studied(text);
        Ok((against(&tree, &opponent.parse()?, STACK)?, study))
    }

    #[test]
    fn a_risk_pays_against_one_who_errs_often_and_not_against_one_who_errs_rarely() {
        // Minimax takes the sure 3. The second action is worth 2 if MIN is right, and 98 if not.
        let (often, study) = found("[[3,4],[2,98]]", "random:0.5").unwrap();
        let table = often.table();
        assert_eq!(table[1][1..], ["3", "3.25"]);
        assert_eq!(table[2][1..], ["2", "26"]);
        let sentence = often.sentence(&study.seen);
        assert!(sentence.contains("at the root: MAX plays 2 instead of 1. It gains 22.75 on average"), "{sentence}");
        assert!(sentence.ends_with("and loses 1 against a MIN who never errs."), "{sentence}");
        let (rarely, study) = found("[[3,4],[2,98]]", "random:0.01").unwrap();
        assert!(rarely.sentence(&study.seen).contains("the same here"));
        let (never, _) = found("[[3,4],[2,98]]", "random:0").unwrap();
        assert_eq!(never.table()[2][1..], ["3", "3"]);
    }

    #[test]
    fn a_table_says_it_node_by_node_in_text_and_in_json() {
        let text = "# what MIN does\n1: 0.9 10%; 2: 1/4 3/4\n";
        let (by_text, study) = found("[[3,4],[2,98]]", text).unwrap();
        let (by_json, _) = found("[[3,4],[2,98]]", r#"{"1": [0.9, 0.1], "2": [0.25, 0.75]}"#).unwrap();
        assert_eq!(by_text.nodes, by_json.nodes);
        assert_eq!(by_text.table()[2][1..], ["2", "74"]);
        let rows = by_text.rows(&study.seen);
        assert_eq!(rows[2].join("|"), "1|MIN|3||3.1|0.9 0.1");
        let object = by_text.to_json(&study.seen);
        assert_eq!((&object["reply"]["fallible"], &object["nodes"][2]["probabilities"][1]), (&json!(74), &json!(0.75)));
        let drawn = by_text.drawn(&study.seen);
        assert_eq!(drawn.nodes[0].label.as_deref(), Some("reply 74 by 2"));
        assert_eq!(drawn.nodes[2].probability, Some(0.9));
    }

    #[test]
    fn chance_is_kept_and_max_may_be_the_one_who_errs() {
        let (with_chance, _) = found("chance[1/2:[[3,4],[2,98]],1/2:7]", "random:0.5").unwrap();
        assert_eq!(with_chance.table()[2][2], "16.5");
        let (tree, study) =
            (Tree::parse("min[max[1,9],max[5,6]]", Side::Min).unwrap(), studied("min[max[1,9],max[5,6]]").1);
        let found = against(&tree, &"random:1".parse().unwrap(), STACK).unwrap();
        assert_eq!(found.names(), ("MIN", "MAX"));
        assert!(found.sentence(&study.seen).contains("MIN plays 1 instead of 2. It gains 0.5"), "{found:?}");
    }

    #[test]
    fn what_is_wrong_with_an_opponent_is_said() {
        for (opponent, why) in [
            ("random:2", "\"2\" is no probability"),
            ("", "the opponent is empty"),
            ("blunders", "line 1 of the opponent"),
            ("1: 0.5 0.4", "the probabilities of 1 are 0.5 0.4; they must sum to 1"),
            ("1: 1/3 1/3 1/3", "MIN has 2 actions at 1, and the table 3 probabilities"),
            ("9: 1", "9, which is no node of the tree"),
            ("root: 0.5 0.5", "root, where MIN does not move"),
            ("1.1: 1", "1.1, where MIN does not move"),
            ("{\"1\": 3}", "the table of the opponent: invalid type"),
        ] {
            let told = found("[[3,4],[2,98]]", opponent).map(drop).unwrap_err();
            assert!(told.contains(why), "{opponent}: {told}");
        }
        let hidden = found("chance[max@J[3,4],max@J[1,2]]", "random:0.1").map(drop).unwrap_err();
        assert!(hidden.contains("information sets"), "{hidden}");
    }
}
