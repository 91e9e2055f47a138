//! Sheet of a quiz: what is asked, and nothing that a search found out.

use std::fmt::Write;

use counterplay_core::Role;
use counterplay_core::trace::SearchTree;
use counterplay_render::name::{self, Names};
use counterplay_render::{Escaped, Show, TextOptions, svg};

use super::Quiz;
use super::key::Task;
use crate::grade::Question;
use crate::{Algorithm, Direction, Rule};

/// Layers of a sheet: the tree with its names, and no more.
const BARE: Show = Show { labels: true, probabilities: true, ..Show::NONE };

/// Writes the sheet as text.
#[must_use]
pub fn text(quiz: &Quiz) -> String {
    let mut out = String::new();
    for (tasks, study) in quiz.by_picture() {
        let Some(first) = tasks.first() else { continue };
        let tree =
            counterplay_render::text(&study.seen, &BARE, &TextOptions { lines: usize::MAX, ..TextOptions::default() });
        let _ = writeln!(out, "Tree {}. {}\n\n{}\n", first.picture, rules(first, &study.seen), tree.trim_end());
        for task in tasks {
            let _ = writeln!(out, "Question {}. {}\n\n  ______________________________\n", task.number, asked(task));
        }
    }
    out.trim_end().to_owned() + "\n"
}

/// Writes the sheet as a page to print: no script, nothing from elsewhere.
#[must_use]
pub fn html(quiz: &Quiz) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Quiz \
         {}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<header><h1>Quiz {0}</h1><p>Name <span class=\"line\"></span></p></header>\n",
        quiz.key.seed
    );
    for (tasks, study) in quiz.by_picture() {
        let Some(first) = tasks.first() else { continue };
        let _ =
            writeln!(out, "<section>\n<h2>Tree {}</h2>\n<p>{}</p>", first.picture, Escaped(&rules(first, &study.seen)));
        out.push_str(&svg(&study.seen, &BARE));
        for task in tasks {
            let _ = writeln!(out, "<h3>Question {}</h3>\n<p>{}</p>", task.number, Escaped(asked(task)));
            out.push_str(&room(task, &study.seen));
        }
        out.push_str("</section>\n");
    }
    out + "</body>\n</html>\n"
}

const STYLE: &str = "\
body { font-family: sans-serif; max-width: 50em; margin: 1em auto; padding: 0 1em; color: #000; background: #fff; }
header { display: flex; justify-content: space-between; align-items: baseline; }
section { break-inside: avoid; border-top: 2px solid #000; margin-top: 2em; }
svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
h2, h3 { font-size: 1em; margin: 0.8em 0 0.2em; }
p { margin: 0.2em 0; }
.line { display: inline-block; min-width: 18em; border-bottom: 1px solid #000; }
.wide { display: block; height: 1.8em; }
.box { display: inline-block; margin: 0.3em 0.8em 0.3em 0; }
.box span { display: inline-block; width: 3em; height: 1.4em; border: 1px solid #000; vertical-align: middle; }
@page { margin: 15mm; }
";

/// Answer field: a box for each inner node, or a line. Which nodes are visited is a part of the answer.
fn room(task: &Task, seen: &SearchTree) -> String {
    let boxes = match task.answer.question() {
        Question::Values => "<span></span>",
        Question::Windows => "<span></span><span></span>",
        Question::Visits | Question::Cuts => return "<p><span class=\"line wide\"></span></p>\n".to_owned(),
    };
    let names = Names::new(seen);
    let mut out = "<p>".to_owned();
    let mut inner: Vec<usize> = (0..seen.nodes.len()).filter(|&at| !seen.nodes[at].is_leaf()).collect();
    inner.sort_by_key(|&at| seen.nodes[at].ply);
    for at in inner {
        let _ = write!(out, "<span class=\"box\">{} {boxes}</span> ", Escaped(&names.name(at)));
    }
    out + "</p>\n"
}

/// Rules of the search: what the answer depends on.
fn rules(task: &Task, seen: &SearchTree) -> String {
    let from = if task.order == Direction::Ltr { "left" } else { "right" };
    let root = match seen.nodes.first().and_then(|root| root.role) {
        Some(role @ (Role::Max | Role::Min)) => format!(" {} moves at the root.", name::role(role)),
        Some(Role::Chance) | None => String::new(),
    };
    let algorithm = match task.algorithm {
        Algorithm::Alphabeta => "Alpha-beta",
        Algorithm::Minimax => "Minimax",
        Algorithm::Expectiminimax => "Expectiminimax",
        Algorithm::Star1 => "Star1",
        Algorithm::Star2 => "Star2",
        Algorithm::Averaging => "Averaging",
    };
    let rule = match (task.algorithm.prunes(), task.cutoff) {
        (true, Rule::Ge) => " An equal value cuts.",
        (true, Rule::Gt) => " An equal value does not cut.",
        _ => "",
    };
    format!("{algorithm}, from the {from}.{root}{rule}")
}

fn asked(task: &Task) -> &'static str {
    match task.answer.question() {
        Question::Values => {
            "Write the value that the search returns for each inner node that it visits. Leave the others empty."
        }
        Question::Windows => {
            "Write alpha and beta for each inner node that the search visits, as it enters it. Leave the others empty."
        }
        Question::Visits => "Write the leaves in the order in which the search visits them.",
        Question::Cuts => {
            "Which edges are cut? Name each by the node below it, such as B.2 or 1.2, or mark it in the tree."
        }
    }
}
