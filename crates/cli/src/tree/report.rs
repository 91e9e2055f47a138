//! Report of a tree search and its trace, for people.

use counterplay_core::Proof;
use counterplay_core::trace::{Node, Status};
use counterplay_lessons::{Rule, Study, json};
use counterplay_render::number::Numerals;
use counterplay_render::{Script, Show, TextOptions, sentences, text};

use crate::failure::Failure;
use crate::output::Output;

/// Prints the result: for one order of visits with the tree, for two as a table with a column each.
pub(super) fn answer(runs: &[Study], show: &Show, traced: bool, output: &mut Output) -> Result<(), Failure> {
    let columns: Vec<Vec<(&str, String)>> = runs.iter().map(rows).collect();
    let heading = columns.iter().flatten().map(|(name, _)| name.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (columns.iter())
        .map(|rows| rows.iter().map(|(_, value)| value.chars().count()).max().unwrap_or(0).min(60))
        .collect();
    for row in 0..columns.first().map_or(0, Vec::len) {
        let mut line = format!("{:heading$}", columns[0][row].0);
        for (rows, width) in columns.iter().zip(&widths) {
            line.push_str(&format!("  {:width$}", rows[row].1));
        }
        output.line(line.trim_end())?;
    }
    // After the sentences of a trace, or beside another result, the tree would only be in the way.
    if let ([run], false) = (runs, traced) {
        output.line("")?;
        output.line(text(&run.seen, show, &TextOptions::default()).trim_end())?;
    }
    Ok(())
}

/// Rows of the result: what is asked first, first.
fn rows(run: &Study) -> Vec<(&'static str, String)> {
    let Ok(decision) = &run.result else { return Vec::new() };
    let seen = &run.seen;
    let numerals = Numerals::new(seen.scale, Script::Unicode);
    let root = json::player(&seen.nodes[0]).map_or("a leaf".to_owned(), str::to_uppercase);
    let actions: Vec<String> = decision.best.iter().map(ToString::to_string).collect();
    let action = match (decision.action, actions.len()) {
        (None, _) => "none: nobody chooses at the root".to_owned(),
        (Some(action), 0 | 1) => action.to_string(),
        (Some(action), _) => format!("{action} (best: {})", actions.join(", ")),
    };
    let leaves = |status| list(seen.nodes.iter().filter(|node| node.is_leaf() && node.status == status), &numerals);
    let mut visited: Vec<&Node> = seen.visited_leaves().collect();
    visited.sort_by_key(|leaf| leaf.order);
    let mut rows = vec![
        ("algorithm", format!("{}, root {root}", run.choices.algorithm)),
        ("order", run.choices.direction.to_string()),
        ("value", numerals.bound(decision.value.score, Some(Proof::Exact))),
        ("action", action),
        (
            "leaves",
            format!("{} of {} visited", decision.statistics.leaves, seen.nodes.iter().filter(|n| n.is_leaf()).count()),
        ),
        ("nodes", format!("{} of {} visited", seen.visited(), seen.nodes.len())),
        ("visited", list(visited.into_iter(), &numerals)),
    ];
    if run.choices.algorithm.prunes() {
        let rule =
            if run.choices.cutoff == Rule::Ge { "at an equal value (ge)" } else { "only at a better value (gt)" };
        rows.insert(2, ("cut-off", rule.to_owned()));
        let edges: Vec<String> = seen.cut_edges().take(MOST + 1).map(|at| json::path(seen, at)).collect();
        rows.push(("pruned", leaves(Status::Pruned)));
        rows.push(("cut at", shortened(edges)));
    }
    rows
}

/// Most values and paths that fit on a line or two.
const MOST: usize = 40;

fn list<'a>(leaves: impl Iterator<Item = &'a Node>, numerals: &Numerals) -> String {
    let text = |leaf: &Node| match (&leaf.label, leaf.value) {
        (Some(name), Some(value)) if value.is_nan() => name.clone(),
        (_, value) => value.map_or("?".to_owned(), |value| numerals.value(value)),
    };
    shortened(leaves.take(MOST + 1).map(text).collect())
}

fn shortened(mut items: Vec<String>) -> String {
    if items.is_empty() {
        return "none".to_owned();
    }
    if items.len() > MOST {
        items[MOST] = "…".to_owned();
    }
    items.join(" ")
}

/// Prints a sentence for each step.
pub(super) fn trace(run: &Study, several: bool, output: &mut Output) -> Result<(), Failure> {
    if several {
        output.line(format!("{}:", run.choices.direction))?;
    }
    let width = run.seen.steps.len().to_string().len();
    for (number, sentence) in (1..).zip(sentences(&run.seen)) {
        output.line(format!("{number:width$}. {sentence}"))?;
    }
    output.line("")
}
