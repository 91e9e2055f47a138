//! Trace index: what the trace says of each node, ready to be looked up.

use std::collections::HashMap;

use counterplay_core::Role;
use counterplay_core::trace::{SearchTree, Status, StepKind};
use counterplay_render::name::Names;
use serde_json::{Map, Value};

use super::{Item, Verdict, read};
use crate::json;

/// Steps of a search by the nodes that they happened at.
pub(super) struct Sheet<'a> {
    pub(super) seen: &'a SearchTree,
    names: Names<'a>,
    labels: HashMap<&'a str, Option<usize>>,
    /// Step that entered each node, the last one that changed its value or cut, and the one that left it.
    pub(super) enter: Vec<Option<usize>>,
    pub(super) change: Vec<Option<usize>>,
    pub(super) exit: Vec<Option<usize>>,
    /// Steps that changed the value of each node.
    pub(super) updates: Vec<Vec<usize>>,
    /// Whether values are means.
    pub(super) has_chance: bool,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(seen: &'a SearchTree) -> Sheet<'a> {
        let nothing = vec![None; seen.nodes.len()];
        let (mut enter, mut change, mut exit) = (nothing.clone(), nothing.clone(), nothing);
        let mut updates = vec![Vec::new(); seen.nodes.len()];
        for (index, step) in seen.steps.iter().enumerate() {
            if matches!(step.kind, StepKind::Update { .. }) {
                updates[step.node].push(index);
            }
            match step.kind {
                StepKind::Enter => enter[step.node] = Some(index),
                StepKind::Update { .. } | StepKind::Cutoff { .. } => change[step.node] = Some(index),
                StepKind::Exit => exit[step.node] = Some(index),
                StepKind::Leaf { .. } => {}
            }
        }
        let mut labels = HashMap::new();
        for (at, node) in seen.nodes.iter().enumerate() {
            if let Some(label) = &node.label {
                // A name that several nodes have is the name of none.
                labels.entry(label.as_str()).and_modify(|known| *known = None).or_insert(Some(at));
            }
        }
        let has_chance = seen.nodes.iter().any(|node| node.role == Some(Role::Chance));
        Sheet { seen, names: Names::new(seen), labels, enter, change, exit, updates, has_chance }
    }

    /// Node that a text names: by its path, by its label, or by a path from a labelled node. The root is also `root`.
    pub(super) fn node(&self, text: &str) -> Result<usize, String> {
        let text = text.trim();
        if text.is_empty() || text.eq_ignore_ascii_case("root") || text.eq_ignore_ascii_case("the root") {
            return Ok(0);
        }
        let is_numbers = |text: &str| text.split('.').all(|number| number.parse::<u32>().is_ok());
        if is_numbers(text) {
            return self.walk(0, text).ok_or_else(|| format!("the tree has no node {}", read::clipped(text)));
        }
        // The longest label that the text begins with.
        let ends = std::iter::once(text.len()).chain(text.rmatch_indices('.').map(|(at, _)| at));
        for end in ends {
            let rest = text[end..].trim_start_matches('.');
            match self.labels.get(&text[..end]) {
                Some(None) => return Err(format!("several nodes have the name {}", read::clipped(&text[..end]))),
                Some(&Some(node)) if rest.is_empty() => return Ok(node),
                Some(&Some(node)) if is_numbers(rest) => {
                    let found = self.walk(node, rest);
                    return found.ok_or_else(|| format!("the tree has no node {}", read::clipped(text)));
                }
                _ => {}
            }
        }
        Err(format!("the tree has no node {}; a path is like 2.3, the root is root", read::clipped(text)))
    }

    fn walk(&self, from: usize, path: &str) -> Option<usize> {
        path.split('.').try_fold(from, |at, number| {
            let number = number.parse::<u32>().ok()?;
            self.seen.nodes[at].children.iter().copied().find(|&child| self.seen.nodes[child].number == number)
        })
    }

    /// Entries by the nodes they name; those that name none, or one that is named already, as items.
    pub(super) fn by_node<'m>(&self, entries: &'m Map<String, Value>) -> (HashMap<usize, &'m Value>, Vec<Item>) {
        let (mut found, mut items) = (HashMap::new(), Vec::new());
        for (name, value) in entries.iter().filter(|(_, value)| !read::is_blank(value)) {
            match self.node(name) {
                Ok(node) if found.contains_key(&node) => {
                    items.push(self.unreadable(name, value, "this node was answered already".to_owned()));
                }
                Ok(node) => {
                    found.insert(node, value);
                }
                Err(problem) => items.push(self.unreadable(name, value, problem)),
            }
        }
        (found, items)
    }

    /// Step that cut a node, or what it lies below.
    pub(super) fn cutoff(&self, node: usize) -> Option<usize> {
        let edge = self.cut_edge(node)?;
        self.change[self.seen.nodes[edge].parent?]
    }

    /// Cut edge that a pruned node lies below, itself included.
    pub(super) fn cut_edge(&self, node: usize) -> Option<usize> {
        let mut path = std::iter::successors(Some(node), |&at| self.seen.nodes[at].parent);
        path.find(|&at| self.seen.is_cut(at))
    }

    pub(super) fn is_visited(&self, node: usize) -> bool {
        self.seen.nodes[node].status == Status::Visited
    }

    /// Value of the tree in points, as students write it.
    pub(super) fn points(&self, units: f64) -> f64 {
        units / f64::from(self.seen.scale.max(1))
    }

    pub(super) fn number(&self, units: f64) -> Value {
        json::number(units, self.seen.scale.max(1))
    }

    /// Item for a node, explained by these steps, to the last of which it belongs.
    pub(super) fn item(&self, node: usize, verdict: Verdict, reasons: impl IntoIterator<Item = usize>) -> Item {
        let reasons: Vec<usize> = reasons.into_iter().collect();
        Item {
            path: Some(json::path(self.seen, node)),
            name: self.names.name(node),
            verdict,
            given: None,
            expected: None,
            points: 0,
            of: 0,
            note: None,
            step: reasons.last().map(|index| index + 1),
            reasons,
        }
    }

    /// Item for an entry that names no node.
    pub(super) fn unreadable(&self, name: &str, given: &Value, problem: String) -> Item {
        Item {
            path: None,
            name: read::clipped(name),
            verdict: Verdict::Unreadable,
            given: Some(given.clone()),
            expected: None,
            points: 0,
            of: 0,
            note: Some(problem),
            step: None,
            reasons: Vec::new(),
        }
    }

    /// Item for an answer at a node that the search does not visit.
    pub(super) fn pruned(&self, node: usize, given: &Value) -> Item {
        let note = "the search does not come here".to_owned();
        let reasons = self.cutoff(node);
        Item { given: Some(given.clone()), note: Some(note), ..self.item(node, Verdict::Extra, reasons) }
    }
}
