//! Explanations of a recorded search, node by node: what became of a state, why a branch was cut, and what refutes a
//! move.

use std::collections::HashMap;

use counterplay_core::trace::{CutBy, Node, SearchTree, Status, StepKind};
use counterplay_core::{Proof, Role};
use counterplay_render::name::{plain, role};
use counterplay_render::number::{Numerals, Script};
use serde_json::{Value, json};

use crate::json::{leaf_value, number, player};

/// Explained search, which is looked at one node at a time. Of its steps only what explains a node is kept.
#[derive(Debug)]
pub struct ExplainedSearch {
    seen: SearchTree,
    /// Best child of each node, which it has its value from.
    best: Vec<Option<usize>>,
    cuts: HashMap<usize, Cut>,
    numerals: Numerals,
}

/// Cut-off: why the rest of a node was left out.
#[derive(Debug)]
struct Cut {
    by: CutBy,
    value: Option<f64>,
    limit: f64,
    /// Holder of the limit, and the child that it had it from.
    holder: (usize, Option<usize>),
    count: usize,
}

impl ExplainedSearch {
    /// Reads the steps of a search.
    #[must_use]
    pub fn new(mut seen: SearchTree) -> ExplainedSearch {
        let mut best = vec![None; seen.nodes.len()];
        let mut cuts = HashMap::new();
        for step in std::mem::take(&mut seen.steps) {
            match step.kind {
                StepKind::Update { child } => best[step.node] = Some(child),
                StepKind::Cutoff { by, cut, holder } => {
                    let limit = if by == CutBy::Alpha { step.window.alpha } else { step.window.beta };
                    let holder = (holder, best[holder]);
                    cuts.insert(step.node, Cut { by, value: step.value, limit, holder, count: cut.len() });
                }
                StepKind::Enter | StepKind::Leaf { .. } | StepKind::Exit => {}
            }
        }
        // Where no action was good enough for the window, the node has its value from the first that has the same.
        for (at, node) in seen.nodes.iter().enumerate().filter(|(_, node)| node.value.is_some()) {
            let same = |&&child: &&usize| seen.nodes[child].order.is_some() && seen.nodes[child].value == node.value;
            let first = || node.children.iter().filter(same).min_by_key(|&&child| seen.nodes[child].order).copied();
            best[at] = best[at].or_else(first);
        }
        let numerals = Numerals::new(seen.scale, Script::Unicode);
        ExplainedSearch { seen, best, cuts, numerals }
    }

    /// Number of nodes, with those that were cut.
    #[must_use]
    pub fn len(&self) -> usize {
        self.seen.nodes.len()
    }

    /// Whether nothing was recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.seen.nodes.is_empty()
    }

    /// Node at a path such as `2.3`; the root at the empty one.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<usize> {
        path.split('.').filter(|_| !path.is_empty()).try_fold(0, |at, part| {
            let number: u32 = part.parse().ok()?;
            self.seen.nodes[at].children.iter().copied().find(|&child| self.seen.nodes[child].number == number)
        })
    }

    /// Children of a node, in the order of the game.
    #[must_use]
    pub fn children(&self, at: usize) -> &[usize] {
        &self.seen.nodes[at].children
    }

    /// Numbers of the actions that lead to a node.
    #[must_use]
    pub fn numbers(&self, at: usize) -> Vec<u32> {
        self.path(at).map(|node| node.number).collect()
    }

    /// Summary of the search: its result and its cost.
    #[must_use]
    pub fn summary(&self) -> Value {
        let count = |is: fn(&Node) -> bool| self.seen.nodes.iter().filter(|node| is(node)).count();
        json!({
            "value": self.number(self.seen.nodes[0].value),
            "line": self.line(0),
            "visited": count(|node| node.order.is_some()),
            "leaves": count(|node| node.order.is_some() && node.is_leaf()),
            "cut": self.seen.cut_edges().count(),
            "table_hits": count(|node| node.table_hit),
        })
    }

    /// JSON of a node, with the sentence that explains it and the one that refutes it.
    #[must_use]
    pub fn node(&self, at: usize) -> Value {
        let node = &self.seen.nodes[at];
        json!({
            "path": self.seen.path(at),
            "action": node.action,
            "player": player(node),
            "status": match node.status {
                Status::Visited => "visited",
                Status::Pruned => "cut",
                Status::NotReached => "not-reached",
            },
            "order": node.order,
            "value": leaf_value(node, self.seen.scale),
            "bound": node.proof.map(Proof::as_str),
            "estimate": node.estimate,
            "alpha": self.number(node.window.map(|window| window.alpha)),
            "beta": self.number(node.window.map(|window| window.beta)),
            "table_hit": node.table_hit,
            "principal": node.principal,
            "children": node.children.len(),
            "best": self.best[at].map(|best| self.seen.path(best)),
            "line": self.line(at),
            "sentence": self.sentence(at),
            "why_not": self.why_not(at),
        })
    }

    fn number(&self, value: Option<f64>) -> Value {
        value.map_or(Value::Null, |value| number(value, self.seen.scale))
    }

    /// Nodes from below the root to this one.
    fn path(&self, at: usize) -> impl Iterator<Item = &Node> {
        let above = std::iter::successors(Some(at), |&node| self.seen.nodes[node].parent);
        let mut nodes: Vec<usize> = above.collect();
        nodes.pop();
        nodes.into_iter().rev().map(|at| &self.seen.nodes[at])
    }

    /// Principal line of a node: the actions that its value comes from.
    fn line(&self, at: usize) -> Vec<String> {
        std::iter::successors(self.best[at], |&below| self.best[below]).map(|below| self.word(below)).collect()
    }

    fn word(&self, at: usize) -> String {
        let node = &self.seen.nodes[at];
        node.action.as_deref().map_or_else(|| node.number.to_string(), plain)
    }

    /// Place of a node: `at the root`, `after 9-13 22-18`.
    fn place(&self, at: usize) -> String {
        let words: Vec<String> = self.path(at).filter_map(|node| node.action.as_deref().map(plain)).collect();
        if words.is_empty() { "at the root".to_owned() } else { format!("after {}", words.join(" ")) }
    }

    /// Value of a node: `3`, `at most 3`.
    fn worth(&self, node: &Node) -> Option<String> {
        let value = self.numerals.value(node.value?);
        Some(match node.proof {
            Some(Proof::Upper) => format!("at most {value}"),
            Some(Proof::Lower) => format!("at least {value}"),
            _ => value,
        })
    }

    /// Reason why the search went no further here, if it did not.
    fn sentence(&self, at: usize) -> Option<String> {
        let node = &self.seen.nodes[at];
        if node.status == Status::Pruned {
            return node.parent.and_then(|parent| self.cut(parent));
        }
        let worth = self.worth(node)?;
        if node.table_hit {
            Some(format!("The table remembers that it is worth {worth}: it is not searched again."))
        } else if node.role.is_none() {
            Some(format!("The game is over: {worth}."))
        } else if node.is_leaf() && !node.estimate {
            Some(format!("Known without looking further: {worth}."))
        } else if node.is_leaf() {
            Some(format!("As far as the search looks: the evaluation says {worth}."))
        } else {
            self.cut(at)
        }
    }

    /// Reason why the rest of a node was left out, if it was.
    fn cut(&self, at: usize) -> Option<String> {
        let Cut { by, value, limit, holder: (holder, held), count } = self.cuts.get(&at)?;
        let [mover, other] =
            if *by == CutBy::Alpha { [Role::Min, Role::Max] } else { [Role::Max, Role::Min] }.map(role);
        let value = self.numerals.value((*value)?);
        let by = self.best[at].map(|best| format!(" by {}", self.word(best))).unwrap_or_default();
        let limit = self.numerals.value(*limit);
        let rest = match count {
            0 => "nothing was left to cut".to_owned(),
            1 => "1 action is cut".to_owned(),
            count => format!("{count} actions are cut"),
        };
        Some(match held {
            Some(held) => {
                let (place, held) = (self.place(*holder), self.word(*held));
                format!(
                    "{mover} has {value} here{by}; {other} already has {limit} {place} by {held}, \
                     and does not let it come to this: {rest}."
                )
            }
            None => format!("{mover} has {value} here{by}, and the search asks for no more than {limit}: {rest}."),
        })
    }

    /// Reason why the search preferred another action to the one that leads here. `None` if it did not, or never
    /// searched it.
    fn why_not(&self, at: usize) -> Option<String> {
        let node = &self.seen.nodes[at];
        let parent = node.parent?;
        let best = self.best[parent].filter(|&best| best != at && node.status == Status::Visited)?;
        let (worth, rival) = (self.worth(node)?, self.word(best));
        let reply = match self.line(at).first() {
            Some(reply) => format!("after {reply} it is worth"),
            None => "it is worth".to_owned(),
        };
        let word = self.word(at);
        if node.value != self.seen.nodes[best].value {
            let than = self.worth(&self.seen.nodes[best])?;
            return Some(format!("Not {word}: {reply} {worth}, and {rival} is worth {than}."));
        }
        match node.proof {
            Some(Proof::Exact) => Some(format!("{word} is worth {worth} too: {rival} was there first.")),
            _ => Some(format!("Not {word}: {reply} {worth}, no better than {rival}.")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Choices, Direction, Rule, study};
    use counterplay_core::Side;
    use counterplay_tree::Tree;

    fn book() -> ExplainedSearch {
        let tree = Tree::parse("[[3,12,8],[2,4,6],[14,5,2]]", Side::Max).unwrap();
        let choices = Choices { algorithm: Algorithm::Alphabeta, direction: Direction::Ltr, cutoff: Rule::Ge };
        ExplainedSearch::new(study(&tree, choices, 1 << 20).seen)
    }

    #[test]
    fn the_book_is_unfolded() {
        let book = book();
        let summary = json!({"value": 3, "line": ["1", "1"], "visited": 11, "leaves": 7, "cut": 2, "table_hits": 0});
        assert_eq!(book.summary(), summary);
        let at = |path: &str| book.node(book.find(path).unwrap());
        assert_eq!((&at("")["children"], &at("")["why_not"]), (&json!(3), &Value::Null));
        assert_eq!(at("1")["principal"], true);
        assert_eq!(at("2")["why_not"], "Not 2: after 1 it is worth at most 2, and 1 is worth 3.");
        assert_eq!((&at("2")["bound"], &at("2")["line"]), (&json!("upper"), &json!(["1"])));
        let cut = at("2.3");
        let reason = "MIN has 2 here by 1; MAX already has 3 at the root by 1, and does not let it come to this: 2 \
                      actions are cut.";
        assert_eq!(
            (&cut["status"], &cut["sentence"], &at("2")["sentence"]),
            (&json!("cut"), &json!(reason), &json!(reason))
        );
        assert_eq!(at("2.1")["sentence"], "The game is over: 2.");
        assert!(["4", "2.9", "x", ".", "1.1.1"].iter().all(|path| book.find(path).is_none()));
        assert_eq!(book.numbers(book.find("3.2").unwrap()), [3, 2]);
    }
}
