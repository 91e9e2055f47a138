//! JSON of the answer and the trace: see `docs/trees.md`.

use counterplay_core::Role;
use counterplay_core::trace::{CutBy, Node, SearchTree, Status, StepKind};
use counterplay_core::{Proof, trace::Step};
use counterplay_render::name::Names;
use serde::Serialize;
use serde_json::{Value, json};

use crate::Study;

/// Deepest tree that is part of the answer: readers of JSON take only so many brackets.
pub const DEEPEST: u32 = 200;

/// Search result as one object. `None` if the search was halted.
#[must_use]
pub fn answer(study: &Study) -> Option<Value> {
    let decision = study.result.as_ref().ok()?;
    let seen = &study.seen;
    let texts = |branches: &[_]| branches.iter().map(ToString::to_string).collect::<Vec<String>>();
    let mut answer = json!({
        "value": number(decision.value.score, seen.scale),
        "action": decision.action.map(|action| action.to_string()),
        "best": texts(&decision.best),
        "line": texts(&decision.line),
        "leaves_visited": decision.statistics.leaves,
        "nodes_visited": seen.visited(),
        "leaves": seen.nodes.iter().filter(|node| node.is_leaf()).count(),
        "nodes": seen.nodes.len(),
        "pruned_leaves": seen.pruned_leaves().map(|leaf| leaf_value(leaf, seen.scale)).collect::<Vec<_>>(),
        "pruned_paths": seen.cut_edges().map(|at| path(seen, at)).collect::<Vec<_>>(),
        "order": study.choices.direction.as_str(),
        "cutoff": study.choices.cutoff.as_str(),
        "root": player(&seen.nodes[0]),
        "algorithm": study.choices.algorithm.as_str(),
    });
    answer["tree"] = if seen.nodes.iter().all(|node| node.ply <= DEEPEST) {
        serde_json::to_value(nested(seen)).ok()?
    } else {
        answer["tree_omitted"] = json!(format!("the tree is deeper than {DEEPEST} plies"));
        Value::Null
    };
    Some(answer)
}

/// Node as `docs/trees.md` describes it.
#[derive(Serialize)]
struct NodeJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    player: Option<&'static str>,
    label: Option<String>,
    #[serde(rename = "move")]
    action: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probability: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    information_set: Option<String>,
    value: Value,
    bound: Option<&'static str>,
    alpha: Value,
    beta: Value,
    status: &'static str,
    order: Option<u32>,
    principal: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<NodeJson>,
}

fn nested(seen: &SearchTree) -> Option<NodeJson> {
    // Backwards, children come before their parents.
    let mut built: Vec<Option<NodeJson>> = seen.nodes.iter().map(|_| None).collect();
    for (at, node) in seen.nodes.iter().enumerate().rev() {
        let children = node.children.iter().filter_map(|&child| built[child].take()).collect();
        let window = node.window.filter(|_| !node.is_leaf());
        built[at] = Some(NodeJson {
            format: (at == 0).then_some("counterplay-tree/1"),
            player: player(node),
            label: node.label.clone(),
            action: (at > 0).then(|| node.action.clone().unwrap_or_else(|| node.number.to_string())),
            probability: node.probability,
            information_set: node.information_set.clone(),
            value: if node.is_leaf() { leaf_value(node, seen.scale) } else { optional(node.value, seen.scale) },
            bound: node.proof.map(Proof::as_str),
            alpha: optional(window.map(|window| window.alpha), seen.scale),
            beta: optional(window.map(|window| window.beta), seen.scale),
            status: match node.status {
                Status::Visited => "visited",
                Status::Pruned => "pruned",
                Status::NotReached => "not_reached",
            },
            order: node.order,
            principal: node.principal,
            children,
        });
    }
    built.into_iter().next().flatten()
}

/// Steps, an object for each.
pub fn steps(study: &Study) -> impl Iterator<Item = Value> + '_ {
    let names = Names::new(&study.seen);
    (1..).zip(&study.seen.steps).map(move |(number, step)| of_step(number, step, study, &names))
}

fn of_step(number: usize, step: &Step, study: &Study, names: &Names<'_>) -> Value {
    let scale = study.seen.scale;
    let mut line = json!({
        "step": number,
        "event": match step.kind {
            StepKind::Enter => "enter",
            StepKind::Leaf { .. } => "leaf",
            StepKind::Update { .. } => "update",
            StepKind::Cutoff { .. } => "cutoff",
            StepKind::Exit => "exit",
        },
        "node": names.name(step.node),
        "order": study.choices.direction.as_str(),
        "value": optional(step.value, scale),
        "alpha": self::number(step.window.alpha, scale),
        "beta": self::number(step.window.beta, scale),
    });
    match &step.kind {
        StepKind::Update { child } => line["child"] = json!(names.name(*child)),
        StepKind::Cutoff { by, cut, holder } => {
            line["kind"] = json!(match by {
                CutBy::Alpha => "alpha",
                CutBy::Beta => "beta",
                CutBy::Probe => "probe",
            });
            line["pruned"] = cut.iter().map(|&child| names.name(child)).collect();
            line["by"] = json!(names.name(*holder));
        }
        StepKind::Enter | StepKind::Leaf { .. } | StepKind::Exit => {}
    }
    line
}

/// Path of a node; of a very long one only its ends.
#[must_use]
pub fn path(seen: &SearchTree, at: usize) -> String {
    /// Actions that are kept at each end.
    const KEPT: usize = 8;
    let plies = seen.nodes[at].ply;
    if plies <= DEEPEST {
        return seen.path(at);
    }
    let above = std::iter::successors(Some(at), |&node| seen.nodes[node].parent);
    let numbers: Vec<u32> = above.take(plies as usize).map(|node| seen.nodes[node].number).collect();
    let joined = |part: &[u32]| part.iter().rev().map(u32::to_string).collect::<Vec<_>>().join(".");
    format!("{}. … .{} ({plies} plies)", joined(&numbers[numbers.len() - KEPT..]), joined(&numbers[..KEPT]))
}

/// Player to move, in a word. `None` at a leaf.
#[must_use]
pub fn player(node: &Node) -> Option<&'static str> {
    node.role.map(|role| match role {
        Role::Max => "max",
        Role::Min => "min",
        Role::Chance => "chance",
    })
}

/// Number of the tree: a whole one without a point, infinities as words, and nothing for what is unknown.
#[must_use]
pub fn number(value: f64, scale: u32) -> Value {
    let value = value / f64::from(scale);
    if value.is_nan() {
        Value::Null
    } else if value.is_infinite() {
        json!(if value > 0.0 { "inf" } else { "-inf" })
    } else if value.fract() == 0.0 && value.abs() < 9e15 {
        json!(value as i64)
    } else {
        json!(value)
    }
}

fn optional(value: Option<f64>, scale: u32) -> Value {
    value.map_or(Value::Null, |value| number(value, scale))
}

/// Value of a leaf; the name of one that is unknown.
#[must_use]
pub fn leaf_value(leaf: &Node, scale: u32) -> Value {
    match (leaf.value, &leaf.label) {
        (Some(value), Some(name)) if value.is_nan() => json!(name),
        (value, _) => optional(value, scale),
    }
}
