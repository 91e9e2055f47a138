//! The tree for LaTeX: a complete `tikzpicture` in plain TikZ, with the coordinates of our own layout.
//!
//! It needs `\usepackage{tikz}` and the library `shapes.geometric`, as its first lines say. Nodes are named `n0`, `n1`,
//! … and edges are drawn from name to name, so that a node that is moved by hand takes its edges along; what the
//! picture looks like is in a few styles at its top.

use std::fmt::Write;

use counterplay_core::Role;
use counterplay_core::trace::{Node, SearchTree};

use crate::moment::{Fate, Moment};
use crate::name;
use crate::plan::{LABEL_AT, Plan};
use crate::show::Show;
use crate::words::{Words, is_box};
use crate::xml::At;

/// TeX's points per pixel of the plan.
const POINT: f64 = 0.75;
/// TeX has no dimension above 16383 points.
const WIDEST: f64 = 16_000.0;

/// The tree as a `tikzpicture`.
#[must_use]
pub fn tikz(tree: &SearchTree, show: &Show) -> String {
    let plan = Plan::new(tree, show);
    let moment = Moment::end(tree);
    let mut out = head(&plan);
    for level in &plan.levels {
        if let Some(role) = level.role {
            let (x, y) = (At(plan.size.margin), At(level.shapes + plan.size.shape.1 / 2.0));
            let _ = writeln!(out, "\\node[role] at ({x},{y}) {{{}}};", name::role(role));
        }
    }
    for at in 0..tree.nodes.len() {
        let words = plan.wording.words(at, &moment.nodes[at]);
        node(&mut out, &plan, at, &words, fate(&plan, &moment, at));
    }
    for (at, node) in tree.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            let words = plan.wording.words(at, &moment.nodes[at]);
            edge(&mut out, &plan, (parent, at), &words, fate(&plan, &moment, at));
        }
    }
    for pair in plan.wording.information_sets().iter().flat_map(|members| members.windows(2)) {
        let _ = writeln!(out, "\\draw[informationset] (n{}.south) to[bend right=15] (n{}.south);", pair[0], pair[1]);
    }
    out.push_str("\\end{tikzpicture}\n");
    out
}

fn head(plan: &Plan<'_>) -> String {
    let size = plan.size;
    let unit = |extent: f64| POINT.min(WIDEST / extent.max(1.0));
    let points = |pixels: f64| At(pixels * POINT);
    let [values, names, notes] =
        if size.value > 12.0 { ["\\small", "\\footnotesize", "\\tiny"] } else { ["\\scriptsize", "\\tiny", "\\tiny"] };
    format!(
        "% In the preamble: \\usepackage{{tikz}} \\usetikzlibrary{{shapes.geometric}}
\\begin{{tikzpicture}}[
  x={x:.4}pt, y=-{y:.4}pt,
  max/.style={{draw, regular polygon, regular polygon sides=3, inner sep=0pt, minimum size={triangle}pt}},
  min/.style={{max, shape border rotate=180}},
  chance/.style={{draw, circle, inner sep=0pt, minimum size={circle}pt}},
  leaf/.style={{draw, rectangle, inner sep=2pt, minimum height={leaf}pt, font={values}}},
  value/.style={{anchor=west, inner sep=1.5pt, font={values}\\boldmath\\bfseries}},
  title/.style={{anchor=east, inner sep=1.5pt, font={names}}},
  window/.style={{anchor=west, inner sep=1.5pt, font={notes}}},
  visit/.style={{anchor=east, inner sep=1.5pt, font={notes}\\itshape}},
  action/.style={{pos={LABEL_AT}, fill=white, inner sep=1pt, font={notes}}},
  cut/.style={{pos=0.42, sloped, inner sep=0pt}},
  role/.style={{anchor=west, inner sep=0pt, text=darkgray, font={notes}}},
  set/.style={{anchor=south, inner sep=1.5pt, font={notes}}},
  informationset/.style={{dash dot}},
  principal/.style={{very thick}},
  pruned/.style={{dashed, draw=gray, text=darkgray}},
  notreached/.style={{dotted, draw=gray, text=darkgray}},
]
",
        x = unit(plan.width),
        y = unit(plan.height),
        // An equilateral triangle is three quarters as high as the circle around it is wide.
        triangle = points(size.shape.1 / 0.75),
        circle = points(size.shape.1),
        leaf = points(size.leaf),
    )
}

fn node(out: &mut String, plan: &Plan<'_>, at: usize, words: &Words, fate: Fate) {
    let (node, size) = (&plan.tree.nodes[at], plan.size);
    let (x, top) = (plan.x[at], plan.level(at).shapes);
    let (style, tall) = (style(fate, is_bold(plan, node)), size.shape.1);
    let mut put = |kind: &str, name: &str, x: f64, y: f64, text: &str| {
        if !text.is_empty() || !name.is_empty() {
            let _ = writeln!(out, "\\node[{kind}]{name} at ({},{}) {{{text}}};", At(x), At(y));
        }
    };
    let name = format!(" (n{at})");
    if !words.set.is_empty() {
        put("set", &format!(" (s{at})"), x, top, &escaped(&words.set));
    }
    let Some(role) = node.role.filter(|_| !is_box(node)) else {
        put(&format!("leaf{style}"), &name, x, top + size.leaf / 2.0, &math(&words.value));
        let below = top + size.leaf + size.label * 0.6;
        put("title, anchor=center", "", x, below, &escaped(&words.label));
        let lower = if words.label.is_empty() { 0.0 } else { size.label * 1.1 };
        put("visit, anchor=center", "", x, top + size.leaf + size.small * 0.6 + lower, &words.order);
        return;
    };
    // The centre of a triangle is two thirds down from its tip.
    let (kind, centre) = match role {
        Role::Max => ("max", tall * 2.0 / 3.0),
        Role::Min => ("min", tall / 3.0),
        Role::Chance => ("chance", tall / 2.0),
    };
    put(&format!("{kind}{style}"), &name, x, top + centre, "");
    let off = size.shape.0 / 2.0;
    let rows =
        |two: bool| if two { (top + tall * 0.2, top + tall * 0.8) } else { (top + tall / 2.0, top + tall / 2.0) };
    let show = plan.wording.show;
    let (value, window) = rows(show.window);
    let (label, visit) = rows(show.order && show.labels);
    put("value", "", x + off, value, &math(&words.value));
    put("window", "", x + off, window, &math(&words.window));
    put("title", "", x - off, label, &escaped(&words.label));
    put("visit", "", x - off, visit, &words.order);
}

fn edge(out: &mut String, plan: &Plan<'_>, (parent, at): (usize, usize), words: &Words, fate: Fate) {
    let is_cut = fate == Fate::Pruned && plan.tree.is_cut(at);
    let style = style(fate, is_bold(plan, &plan.tree.nodes[at]));
    let cut = if is_cut { " node[cut] {$\\parallel$}" } else { "" };
    let action =
        if words.edge.is_empty() { String::new() } else { format!(" node[action] {{{}}}", escaped(&words.edge)) };
    // The name of an information set stands between the edge and the shape.
    let end = if words.set.is_empty() { 'n' } else { 's' };
    let _ = writeln!(
        out,
        "\\draw[{}] (n{parent}.south) --{cut}{action} ({end}{at}.north);",
        style.trim_start_matches(", ")
    );
}

fn fate(plan: &Plan<'_>, moment: &Moment, at: usize) -> Fate {
    if plan.wording.show.pruned { moment.nodes[at].fate } else { Fate::Left }
}

fn is_bold(plan: &Plan<'_>, node: &Node) -> bool {
    plan.wording.show.line && node.principal
}

fn style(fate: Fate, is_bold: bool) -> &'static str {
    match fate {
        Fate::Pruned => ", pruned",
        Fate::NotReached => ", notreached",
        _ if is_bold => ", principal",
        _ => "",
    }
}

/// A value or a window in TeX's mathematics, for the minus sign and the infinities.
fn math(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    // A leaf may be called by its name: that is text.
    if !text.chars().all(|c| c.is_ascii_digit() || "[]+-.,e ?∞≤≥≈".contains(c)) {
        return escaped(text);
    }
    let mut out = String::from("$");
    for c in text.chars() {
        match c {
            '∞' => out.push_str("\\infty "),
            '≤' => out.push_str("{\\le}"),
            '≥' => out.push_str("{\\ge}"),
            '≈' => out.push_str("{\\approx}"),
            c => out.push(c),
        }
    }
    out + "$"
}

/// A name in which nothing is a command. `<`, `>` and `|` are other characters in TeX's oldest encoding.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("''"),
            '…' => out.push_str("\\ldots{}"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Literal, book, book_with_names, chain, fan};

    #[test]
    fn the_book() {
        let drawn = tikz(&book_with_names(), &Show::ALL);
        assert!(drawn.starts_with(
            "% In the preamble: \\usepackage{tikz} \\usetikzlibrary{shapes.geometric}\n\\begin{tikzpicture}["
        ));
        assert!(drawn.ends_with("\\end{tikzpicture}\n"));
        for line in [
            "\\draw[principal] (n0.south) -- node[action] {a1} (n1.north);",
            "\\draw[] (n0.south) -- node[action] {a2} (n5.north);",
            "\\draw[pruned] (n5.south) -- node[cut] {$\\parallel$} (n7.north);",
        ] {
            assert!(drawn.lines().any(|drawn| drawn == line), "{line}\n{drawn}");
        }
        assert!(drawn.contains("{$[3, +\\infty ]$};"));
        assert!(drawn.contains("\\node[max, principal] (n0) at ("));
        assert!(drawn.contains("\\node[leaf, pruned] (n7) at ("));
        assert_eq!(drawn.matches('{').count(), drawn.matches('}').count());
    }

    #[test]
    fn names_are_text_and_not_commands() {
        assert_eq!(
            escaped("50% of $x_1 & {y} #2 ^~\\end<|>\""),
            "50\\% of \\$x\\_1 \\& \\{y\\} \\#2 \\textasciicircum{}\\textasciitilde{}\\textbackslash{}end\\textless{}\
             \\textbar{}\\textgreater{}''"
        );
        assert_eq!(math("≤-2"), "${\\le}-2$");
        assert_eq!(math("x_1"), "x\\_1");
        let tree = Literal::new("[1,x]").label("2", "{").alphabeta();
        assert!(tikz(&tree, &Show::ALL).contains("{\\{};"));
    }

    #[test]
    fn information_sets_are_joined_and_named() {
        let drawn =
            tikz(&Literal::new("[~[3,4],~[1,2]]").set("1", "1: J").set("2", "1: J").expectiminimax(), &Show::ALL);
        assert!(drawn.contains("\\draw[informationset] (n1.south) to[bend right=15] (n4.south);"));
        assert!(drawn.contains("\\draw[] (n0.south) -- (s4.north);"), "{drawn}");
    }

    #[test]
    fn plain_layers_and_large_trees() {
        assert!(!tikz(&book(), &Show::NONE).contains("parallel"));
        assert_eq!(tikz(&chain(100_000), &Show::ALL).matches("\\draw").count(), 99_999);
        assert_eq!(tikz(&fan(100_000), &Show::ALL).matches("\\draw").count(), 100_000);
    }
}
