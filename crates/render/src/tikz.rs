//! TikZ for LaTeX: a complete `tikzpicture` in plain TikZ, with the coordinates of our own layout.
//!
//! It needs `\usepackage{tikz}` and the library `shapes.geometric`, as its first lines say. Nodes are named `n0`, `n1`,
//! … and edges are drawn from name to name, so that a node that is moved by hand takes its edges along; what the
//! picture looks like is in a few styles at its top.

use std::fmt::Write;

use counterplay_core::Role;
use counterplay_core::trace::{Node, SearchTree};

use crate::columns::{self, Row};
use crate::labels::{Labels, is_box};
use crate::name;
use crate::picture_layout::{LABEL_AT, PictureLayout};
use crate::show::Show;
use crate::snapshot::{NodeStatus, Snapshot};
use crate::xml::Coordinate;

/// Points of TeX per pixel of the layout.
const POINT: f64 = 0.75;
/// Widest picture in points: TeX has no dimension above 16383 of them.
const WIDEST: f64 = 16_000.0;

/// Writes the tree as a `tikzpicture`.
#[must_use]
pub fn tikz(tree: &SearchTree, show: &Show) -> String {
    let layout = PictureLayout::new(tree, show);
    let snapshot = Snapshot::end(tree);
    let mut out = head(&layout);
    for level in &layout.levels {
        if let Some(role) = level.role {
            let (x, y) = (Coordinate(layout.size.margin), Coordinate(level.shapes + layout.size.shape.1 / 2.0));
            let _ = writeln!(out, "\\node[role] at ({x},{y}) {{{}}};", name::role(role));
        }
    }
    for at in 0..tree.nodes.len() {
        let (labels, status) = (layout.labeller.labels(at, &snapshot.nodes[at]), status(&layout, &snapshot, at));
        match layout.columns.rows[at] {
            Some(row) => row_node(&mut out, &layout, at, &row, &labels, status),
            None => node(&mut out, &layout, at, &labels, status),
        }
    }
    // Edges in a column share its stem: the heavier one is drawn over the lighter one.
    let weight = |&at: &usize| match status(&layout, &snapshot, at) {
        _ if !layout.columns.is_row(at) => 0,
        NodeStatus::Pruned | NodeStatus::NotReached => 1,
        _ => 2 + u8::from(is_bold(&layout, &tree.nodes[at])),
    };
    let mut edges: Vec<usize> = (1..tree.nodes.len()).collect();
    edges.sort_by_key(weight);
    for at in edges {
        if let Some(parent) = tree.nodes[at].parent {
            let labels = layout.labeller.labels(at, &snapshot.nodes[at]);
            edge(&mut out, &layout, (parent, at), &labels, status(&layout, &snapshot, at));
        }
    }
    for [left, right] in layout.joined_sets().into_iter().flatten() {
        let _ = writeln!(out, "\\draw[informationset] (n{left}.south) to[bend right=15] (n{right}.south);");
    }
    out.push_str("\\end{tikzpicture}\n");
    out
}

fn head(layout: &PictureLayout<'_>) -> String {
    let size = layout.size;
    let unit = |extent: f64| POINT.min(WIDEST / extent.max(1.0));
    let points = |pixels: f64| Coordinate(pixels * POINT);
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
{rows}]
",
        x = unit(layout.width),
        y = unit(layout.height),
        // An equilateral triangle is three quarters as high as the circle around it is wide.
        triangle = points(size.shape.1 / 0.75),
        circle = points(size.shape.1),
        leaf = points(size.leaf),
        rows = if layout.columns.rows.iter().any(Option::is_some) { row_styles() } else { String::new() },
    )
}

/// Styles of what stands in columns: smaller.
fn row_styles() -> String {
    let [tall, triangle] = [columns::BOX, columns::SHAPE.1 / 0.75].map(|pixels| Coordinate(pixels * POINT));
    format!(
        "  row/.style={{minimum size={triangle}pt}},
  rowleaf/.style={{leaf, inner sep=0pt, minimum height={tall}pt}},
  rowtext/.style={{anchor=west, inner sep=1.5pt}},
  rowcut/.style={{inner sep=0pt, font=\\tiny}},
"
    )
}

/// Writes a node with a text; nothing if it has neither a text nor a name.
fn put(out: &mut String, kind: &str, name: &str, (x, y): (f64, f64), text: &str) {
    if !text.is_empty() || !name.is_empty() {
        let _ = writeln!(out, "\\node[{kind}]{name} at ({},{}) {{{text}}};", Coordinate(x), Coordinate(y));
    }
}

fn node(out: &mut String, layout: &PictureLayout<'_>, at: usize, labels: &Labels, status: NodeStatus) {
    let (node, size) = (&layout.tree.nodes[at], layout.size);
    let (x, top, style) = (layout.x[at], layout.top[at], style(status, is_bold(layout, node)));
    let name = format!(" (n{at})");
    if !labels.set.is_empty() {
        put(out, "set", &format!(" (s{at})"), (x, top), &escaped(&labels.set));
    }
    let Some(role) = node.role.filter(|_| !is_box(node)) else {
        put(out, &format!("leaf{style}"), &name, (x, top + size.leaf / 2.0), &math(&labels.value));
        let below = top + size.leaf;
        put(out, "title, anchor=center", "", (x, below + size.label * 0.6), &escaped(&labels.label));
        let lower = if labels.label.is_empty() { 0.0 } else { size.label * 1.1 };
        put(out, "visit, anchor=center", "", (x, below + size.small * 0.6 + lower), &labels.order);
        return;
    };
    let tall = size.shape.1;
    let (kind, centre) = shape(role, tall);
    put(out, &format!("{kind}{style}"), &name, (x, top + centre), "");
    let (left, right) = (x - size.shape.0 / 2.0, x + size.shape.0 / 2.0);
    let rows =
        |two: bool| if two { (top + tall * 0.2, top + tall * 0.8) } else { (top + tall / 2.0, top + tall / 2.0) };
    let (show, is_narrow) = (layout.labeller.show, layout.is_narrow(at));
    let (value, lower) = rows(if is_narrow { show.order } else { show.window });
    let (label, visit) = rows(show.order && show.labels && !is_narrow);
    put(out, "value", "", (right, value), &math(&labels.value));
    // Above a column there is no room for the window: the number of the visit takes its place.
    if is_narrow {
        put(out, "visit, anchor=west", "", (right, lower), &labels.order);
        put(out, "title", "", (left, label), &escaped(&labels.label));
    } else {
        put(out, "window", "", (right, lower), &math(&labels.window));
        put(out, "title", "", (left, label), &escaped(&labels.label));
        put(out, "visit", "", (left, visit), &labels.order);
    }
}

/// Writes a node that stands in a column. The texts to its right are one node, so that none runs into the next, however
/// wide TeX's letters are.
fn row_node(out: &mut String, layout: &PictureLayout<'_>, at: usize, row: &Row, labels: &Labels, status: NodeStatus) {
    let node = &layout.tree.nodes[at];
    let (name, style) = (format!(" (n{at})"), style(status, is_bold(layout, node)));
    let mut beside = [String::new(), escaped(&labels.label), labels.order.clone(), escaped(&labels.set)];
    if let Some(role) = node.role.filter(|_| !is_box(node)) {
        let (kind, centre) = shape(role, row.size.1);
        put(out, &format!("{kind}, row{style}"), &name, (row.centre(), row.top + centre), "");
        beside[0] = math(&labels.value);
    } else {
        let kind = format!("rowleaf, minimum width={}pt{style}", Coordinate(row.size.0 * POINT));
        put(out, &kind, &name, (row.centre(), row.middle()), &math(&labels.value));
    }
    let fonts = ["\\scriptsize\\boldmath", "\\tiny", "\\tiny\\itshape", "\\tiny"];
    let pieces = beside.iter().zip(fonts).filter(|(text, _)| !text.is_empty());
    let pieces: Vec<String> = pieces.map(|(text, font)| format!("{{{font} {text}}}")).collect();
    put(out, "rowtext", "", (row.right(), row.middle()), &pieces.join("\\,"));
}

/// Style of a role, and the offset of its centre from its top: that of a triangle is two thirds down from its tip.
fn shape(role: Role, tall: f64) -> (&'static str, f64) {
    match role {
        Role::Max => ("max", tall * 2.0 / 3.0),
        Role::Min => ("min", tall / 3.0),
        Role::Chance => ("chance", tall / 2.0),
    }
}

fn edge(
    out: &mut String,
    layout: &PictureLayout<'_>,
    (parent, at): (usize, usize),
    labels: &Labels,
    status: NodeStatus,
) {
    let style = style(status, is_bold(layout, &layout.tree.nodes[at]));
    let _ = write!(out, "\\draw[{}] (n{parent}.south)", style.trim_start_matches(", "));
    let is_cut = status == NodeStatus::Pruned && layout.tree.is_cut(at);
    let action = |pos: &str| match &*labels.edge {
        "" => String::new(),
        edge => format!(" node[action{pos}] {{{}}}", escaped(edge)),
    };
    if let Some(row) = layout.columns.rows[at] {
        // Down the stem and along the tick. Several stems hang from a bar.
        if row.stem > layout.x[parent] {
            let _ = write!(out, " |- ({},{})", Coordinate(row.stem), Coordinate(row.bar));
        }
        let _ = write!(out, " |- ({},{})", Coordinate(row.stem), Coordinate(row.middle()));
        // The anchors of a triangle are not at half its height, where its side is a quarter of its width from the left.
        let is_triangle = layout.tree.nodes[at].role.is_some_and(|role| role != Role::Chance) && !layout.is_box(at);
        let (side, y) = (Coordinate(row.left + row.size.0 / 4.0), Coordinate(row.middle()));
        let end = if is_triangle { format!("({side},{y})") } else { format!("(n{at}.west)") };
        let _ = writeln!(out, " --{} {end};", action(", pos=1, anchor=east"));
        if is_cut {
            put(out, "rowcut", "", (row.stem + columns::TICK * 0.46, row.middle()), "$\\parallel$");
        }
        return;
    }
    // The name of an information set stands between the edge and the shape.
    let end = if labels.set.is_empty() { 'n' } else { 's' };
    let cut = if is_cut { " node[cut] {$\\parallel$}" } else { "" };
    let _ = writeln!(out, " --{cut}{} ({end}{at}.north);", action(""));
}

fn status(layout: &PictureLayout<'_>, snapshot: &Snapshot, at: usize) -> NodeStatus {
    if layout.labeller.show.pruned { snapshot.nodes[at].status } else { NodeStatus::Left }
}

fn is_bold(layout: &PictureLayout<'_>, node: &Node) -> bool {
    layout.labeller.show.line && node.principal
}

fn style(status: NodeStatus, is_bold: bool) -> &'static str {
    match status {
        NodeStatus::Pruned => ", pruned",
        NodeStatus::NotReached => ", notreached",
        _ if is_bold => ", principal",
        _ => "",
    }
}

/// Value or window in TeX's mathematics, for the minus sign and the infinities.
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
            // Between two things a minus sign would be set apart, as if it took one from the other.
            '-' if out.ends_with('}') => out.push_str("{-}"),
            '∞' => out.push_str("\\infty "),
            '≤' => out.push_str("{\\le}"),
            '≥' => out.push_str("{\\ge}"),
            '≈' => out.push_str("{\\approx}"),
            c => out.push(c),
        }
    }
    out + "$"
}

/// Escapes a name so that nothing in it is a command. `<`, `>` and `|` are other characters in TeX's oldest encoding.
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
        assert_eq!([math("≤-2"), math("-2")], ["${\\le}{-}2$", "$-2$"]);
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
    fn columns_have_stems_and_ticks() {
        let tree = Literal::new(&format!("[{}]", ["[3,5,4,2]"; 12].join(","))).alphabeta();
        let drawn = tikz(&tree, &Show::ALL);
        assert!(drawn.contains("  row/.style={"));
        assert!(drawn.contains("\\node[rowleaf, minimum width="));
        assert_eq!(drawn.matches(" |- (").count(), 48);
        assert_eq!(drawn.matches("\\node[rowcut]").count(), tree.cut_edges().count());
        assert!(
            drawn
                .lines()
                .any(|line| line.starts_with("\\draw[principal] (n1.south) |- (") && line.ends_with("(n5.west);"))
        );
    }

    #[test]
    fn plain_layers_and_large_trees() {
        assert!(!tikz(&book(), &Show::NONE).contains("parallel"));
        assert_eq!(tikz(&chain(100_000), &Show::ALL).matches("\\draw").count(), 99_999);
        assert_eq!(tikz(&fan(100_000), &Show::ALL).matches("\\draw").count(), 100_000);
    }
}
