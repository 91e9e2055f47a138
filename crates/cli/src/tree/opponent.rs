//! Fallible opponent of a tree, beside the one who never errs.

use counterplay_core::trace::SearchTree;
use counterplay_lessons::Study;
use counterplay_lessons::opponent::{AgainstOpponent, Opponent, against};
use counterplay_tree::Tree;

use crate::failure::Failure;
use crate::input;
use crate::output::Output;

/// Most nodes whose values are printed.
const MOST_NODES: usize = 60;

/// Reads the opponent, `random:0.2` or a file, and holds both strategies to it.
pub(super) fn find(given: &str, tree: &Tree, stack: usize) -> Result<AgainstOpponent, Failure> {
    let is_named = std::path::Path::new(given).is_file();
    let is_file = is_named || given.starts_with('@') || given == "-";
    let text = if is_named { input::file(given)? } else { input::text(given)? };
    let fault = |message: String| if is_file { Failure::input(message) } else { Failure::usage(message) };
    let opponent: Opponent = text.parse().map_err(|message: String| {
        let hint = if is_file { "" } else { "; there is no file of this name either" };
        fault(format!("--opponent: {message}{hint}"))
    })?;
    against(tree, &opponent, stack).map_err(|message| Failure::input(format!("--opponent: {message}")))
}

/// Study whose pictures show the best reply too.
pub(super) fn drawn(run: &Study, found: &AgainstOpponent) -> Study {
    Study { choices: run.choices, result: run.result.clone(), seen: found.drawn(&run.seen) }
}

/// Prints both strategies against both opponents, where they differ, and the values of the nodes.
pub(super) fn report(found: &AgainstOpponent, seen: &SearchTree, output: &mut Output) -> Result<(), Failure> {
    let they = found.names().1;
    output.line(format!("\nopponent   {they} {}", found.errs))?;
    columns(&found.table().map(Vec::from), output)?;
    output.line(format!("\n{}\n", found.sentence(seen)))?;
    let rows: Vec<Vec<String>> = found.rows(seen).into_iter().map(Vec::from).collect();
    let shown = &rows[..rows.len().min(MOST_NODES + 1)];
    columns(shown, output)?;
    match rows.len() - shown.len() {
        0 => Ok(()),
        more => output.line(format!("  … and {more} more; --json has all")),
    }
}

/// Prints a table, each column as wide as it must be.
fn columns(rows: &[Vec<String>], output: &mut Output) -> Result<(), Failure> {
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    for row in rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        output.line(format!("  {}", cells.join("  ").trim_end()))?;
    }
    Ok(())
}
