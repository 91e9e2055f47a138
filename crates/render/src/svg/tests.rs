use super::*;
use crate::sample::{Literal, book, book_with_names, chain, deep, fan};
use crate::style::NOW;
use counterplay_core::{Random, Seeded};

/// The value of an attribute of an element.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let from = element.find(&format!(" {name}=\""))? + name.len() + 3;
    element[from..].split('"').next()
}

/// The boxes of all texts of the tree itself: left, top, right, bottom, and the text.
fn texts(picture: &str) -> Vec<([f64; 4], String)> {
    let tree = &picture[picture.find("<g class=\"tree\"").unwrap()..picture.find("<g class=\"legend\"").unwrap()];
    let mut boxes = Vec::new();
    // What a group sets holds for the texts in it.
    let (mut group_font, mut group_anchor) = (0.0, None);
    for piece in tree.split('<') {
        let number = |name| attribute(piece, name).map(|value| value.parse::<f64>().unwrap());
        if let (true, Some(font)) = (piece.starts_with("g "), number("font-size")) {
            (group_font, group_anchor) = (font, attribute(piece, "text-anchor"));
        }
        if let Some((head, text)) = piece.split_once('>')
            && head.starts_with("text ")
        {
            let font = number("font-size").unwrap_or(group_font);
            let (x, y, wide) = (number("x").unwrap(), number("y").unwrap(), width(text, font));
            let left = match attribute(piece, "text-anchor").or(group_anchor) {
                Some("end") => x - wide,
                Some("middle") => x - wide / 2.0,
                _ => x,
            };
            boxes.push(([left, y - font * 0.75, left + wide, y], text.to_owned()));
        }
    }
    boxes
}

fn assert_no_text_meets_another(picture: &str) {
    let texts = texts(picture);
    for (index, (a, one)) in texts.iter().enumerate() {
        for (b, other) in &texts[..index] {
            let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
            assert!(apart, "{one:?} at {a:?} meets {other:?} at {b:?}");
        }
    }
}

#[test]
fn the_book() {
    let picture = svg(&book_with_names(), &Show::ALL);
    assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert!(picture.ends_with("</svg>\n"));
    assert!(picture.contains("<title>Game tree, value 3</title>"));
    assert!(
        picture.contains("<desc>13 nodes, 9 leaves; 7 leaves visited, 2 pruned; the best line ends at B.1.</desc>")
    );
    assert_eq!(picture.matches("data-node=").count(), 13);
    assert_eq!(picture.matches("class=\"node min ").count(), 3);
    assert_eq!(picture.matches("class=\"node leaf pruned\"").count(), 2);
    assert_eq!(picture.matches("class=\"principal\"").count(), 2);
    assert_eq!(picture.matches("class=\"cut\"").count(), 2 + 1, "two cuts and the legend");
    for text in [">≤2</text>", ">[3, +∞]</text>", ">a2</text>", ">MAX</text>", ">C</text>"] {
        assert!(picture.contains(text), "{text}");
    }
    assert_eq!(picture, svg(&book_with_names(), &Show::ALL));
    assert_eq!(picture.matches("<g").count(), picture.matches("</g>").count());
}

#[test]
fn the_bare_tree_gives_nothing_away() {
    let picture = svg(&book_with_names(), &"none,labels".parse().unwrap());
    for text in ["≤", "∞", "pruned", "cut", "principal", "value 3", "dasharray"] {
        assert!(!picture.contains(text), "{text}");
    }
    assert!(picture.contains(">4</text>"));
}

#[test]
fn names_cannot_break_out() {
    let name = "<script>alert(1)</script>&\"\u{0}\u{1b}";
    let picture = svg(&Literal::new("[[1,2],3]").label("1", name).action("2", name).alphabeta(), &Show::ALL);
    assert!(!picture.contains("<script"));
    assert!(picture.contains("&lt;script&gt;"));
    assert!(picture.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(
        picture.contains("<title>&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;</title>"),
        "clipped, and in full"
    );
}

#[test]
fn all_steps_have_the_same_layout() {
    check_layout_of_steps(&book_with_names(), 1);
    check_layout_of_steps(&Literal::new(&grown(&mut Seeded::new(3), 60, 90.0)).alphabeta(), 7);
}

/// Compares the picture of each step, or of some of them, with the first one.
fn check_layout_of_steps(tree: &SearchTree, every: usize) {
    let frame = |picture: &str| {
        let shapes = picture.lines().filter(|line| line.contains("data-node="));
        let places: Vec<String> =
            shapes.map(|line| attribute(line, "d").or(attribute(line, "x")).unwrap().to_owned()).collect();
        (attribute(picture, "viewBox").unwrap().to_owned(), places)
    };
    let first = frame(&svg_at_step(tree, &Show::ALL, 0));
    for steps in (1..=tree.steps.len()).step_by(every) {
        let picture = svg_at_step(tree, &Show::ALL, steps);
        assert_eq!(frame(&picture), first, "step {steps}");
        assert_eq!(picture.matches(&format!("fill=\"{NOW}\"")).count(), 2, "one node is highlighted, and the legend");
        assert_no_text_meets_another(&picture);
    }
    let last = svg_at_step(tree, &Show::ALL, usize::MAX);
    assert_eq!(last, svg_at_step(tree, &Show::ALL, tree.steps.len()));
    assert_eq!(frame(&last).1, frame(&svg(tree, &Show::ALL)).1, "the final picture has the same layout");
}

#[test]
fn a_step_says_what_it_did() {
    let picture = svg_at_step(&book(), &Show::ALL, 4);
    assert!(picture.contains(">Step 4 of 37. Leaf 1.1 is worth 3.</text>"));
    assert!(!svg_at_step(&book(), &"values".parse().unwrap(), 4).contains("Step 4 of"));
}

/// A bracket text that was grown by replacing one of its leaves by a node, again and again.
fn grown(random: &mut Seeded, nodes: i32, wide: f64) -> String {
    let mut below = |most: f64| (random.unit() * most) as i32;
    let mut text = "[#,#]".to_owned();
    for _ in 0..nodes {
        let leaves: Vec<usize> = text.match_indices('#').map(|(at, _)| at).collect();
        let leaf = leaves[below(leaves.len() as f64) as usize];
        let children = vec!["#"; 1 + below(4.0) as usize].join(",");
        text.replace_range(leaf..=leaf, &format!("[{children}]"));
    }
    while let Some(at) = text.find('#') {
        text.replace_range(at..=at, &(below(wide) - wide as i32 / 2).to_string());
    }
    text
}

#[test]
fn no_text_meets_another_in_random_trees() {
    let mut random = Seeded::new(11);
    for round in 0..60 {
        let nodes = (random.unit() * 60.0) as i32;
        let text = grown(&mut random, nodes, if round % 2 == 0 { 30.0 } else { 400_000.0 });
        let mut game = Literal::new(&text).scale(if round % 3 == 0 { 7 } else { 1 });
        if round % 4 == 0 {
            game = game.label("", "the start of it all").label("1", "W").set("1", "a set").set("2", "a set");
            game = game.action("1", "Nbd7xe5+").action("2", "O-O-O");
        }
        let tree = game.alphabeta();
        assert_no_text_meets_another(&svg(&tree, &Show::ALL));
        assert_no_text_meets_another(&svg_at_step(&tree, &Show::ALL, tree.steps.len() / 2));
    }
}

/// The boxes of all shapes: left, top, right, bottom.
fn shapes(picture: &str) -> Vec<[f64; 4]> {
    let shape = |line: &str| {
        let line = line[line.find("<path").or(line.find("<rect")).unwrap()..].split('>').next().unwrap();
        let number = |name| attribute(line, name).map(|value| value.parse::<f64>().unwrap());
        if let (Some(x), Some(y)) = (number("x"), number("y")) {
            return [x, y, x + number("width").unwrap(), y + number("height").unwrap()];
        }
        // A triangle, `M10 0L14 6H6Z` or `M6 0H14L10 6Z`.
        let path = attribute(line, "d").unwrap();
        let numbers = |c: char| path[path.find(c).unwrap() + 1..].split(['M', 'L', 'H', 'Z', ' ']);
        let first = |c: char| numbers(c).next().unwrap().parse::<f64>().unwrap();
        let second = |c: char| numbers(c).nth(1).unwrap().parse::<f64>().unwrap();
        let [a, b, c] = [first('M'), first('L'), first('H')];
        [a.min(b).min(c), second('M'), a.max(b).max(c), second('L')]
    };
    picture.lines().filter(|line| line.contains("data-node=")).map(shape).collect()
}

fn assert_no_shape_meets_another_or_a_text(picture: &str) {
    let apart = |a: &[f64; 4], b: &[f64; 4]| a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
    let (shapes, texts) = (shapes(picture), texts(picture));
    for (index, shape) in shapes.iter().enumerate() {
        assert!(shapes[..index].iter().all(|other| apart(shape, other)), "{shape:?} meets another");
        let is_inside =
            |text: &[f64; 4]| shape[0] <= text[0] && text[2] <= shape[2] && shape[1] <= text[1] && text[3] <= shape[3];
        for (text, words) in &texts {
            assert!(apart(shape, text) || is_inside(text), "{shape:?} meets {words:?} at {text:?}");
        }
    }
}

#[test]
fn nothing_overlaps_in_columns() {
    let mut random = Seeded::new(5);
    let mut in_columns = 0;
    for round in 0..24 {
        let nodes = 25 + (random.unit() * 110.0) as i32;
        let mut game = Literal::new(&grown(&mut random, nodes, if round % 2 == 0 { 30.0 } else { 400_000.0 }));
        if round % 3 == 0 {
            for path in ["1", "2", ""] {
                game = game.label(path, "W").set(path, "a set").action(path, "Nbd7xe5+");
            }
        }
        let tree = game.alphabeta();
        for picture in [svg(&tree, &Show::ALL), svg_at_step(&tree, &Show::ALL, tree.steps.len() / 2)] {
            assert_no_text_meets_another(&picture);
            assert_no_shape_meets_another_or_a_text(&picture);
        }
        in_columns += PictureLayout::new(&tree, &Show::ALL).columns.rows.iter().flatten().count();
    }
    assert!(in_columns > 1000, "{in_columns}");
}

#[test]
fn columns_have_cuts_a_principal_line_and_hidden_windows() {
    let tree = Literal::new(&format!("[{}]", ["[[3,5,4],[2,7,6],[9,1,7]]"; 6].join(","))).alphabeta();
    let picture = svg(&tree, &Show::ALL);
    assert_eq!(picture.matches("data-node=").count(), 79);
    assert_eq!(picture.matches("class=\"principal\"").count(), 3);
    assert_eq!(picture.matches("class=\"cut\"").count(), tree.cut_edges().count() + 1, "and the legend");
    // Down the stem, then along the tick to the box.
    assert!(picture.contains("class=\"principal\" stroke=\"#1d4f91\" stroke-width=\"2.6\" d=\"M"));
    // Each window is either written or told to whoever points at the node.
    let inner = tree.nodes.iter().filter(|node| !node.is_leaf() && node.window.is_some()).count();
    let (written, told) = (picture.matches(">[").count(), picture.matches("<title>[").count());
    assert!(written - 1 > 0 && told > 0 && written - 1 == inner, "{written} with the legend, {told}, {inner}");
    // What was visited is drawn over what was pruned, also where that comes first.
    let shape = format!("[{}]", ["[[7,1,9],[6,7,2],[4,5,3]]"; 6].join(","));
    let picture = svg(&Literal::new(&shape).right_to_left(), &Show::ALL);
    let edges: Vec<&str> = picture.lines().filter(|line| line.contains("stroke-width=\"1.1\" d=")).collect();
    let dashed = picture.rfind("stroke-width=\"1.1\" stroke-dasharray=\"2.6 1.9\" d=").unwrap();
    assert!(edges.iter().all(|edge| picture.find(edge).unwrap() > dashed));
    // In a row there is the name of the set, and no curve.
    let sets = Literal::new(&format!("[{}]", ["~[[1,2,3],[3,4,5],[5,6,7]]"; 14].join(",")));
    let sets = sets.set("1.1", "J").set("2.1", "J").expectiminimax();
    let picture = svg(&sets, &Show::ALL);
    assert_eq!((picture.matches(">J</text>").count(), picture.matches("information-set").count()), (2, 0));
    assert_eq!(picture.matches(">1/3</text>").count(), 14 * 3);
    assert_no_text_meets_another(&picture);
}

#[test]
fn information_sets_are_joined_and_named() {
    let tree = Literal::new("[~[[1,2],[3,4]],~[[1,2],7]]").set("1.1", "P2: J").set("2.1", "P2: J").set("1.2", "P2: Q");
    let picture = svg(&tree.expectiminimax(), &Show::ALL);
    assert_eq!(picture.matches("class=\"information-set\"").count(), 1, "a set of one is joined to nothing");
    assert_eq!(picture.matches(">P2: J</text>").count(), 2);
    assert_eq!(picture.matches(">0.5</text>").count(), 4);
    assert_no_text_meets_another(&picture);
}

#[test]
fn very_deep_and_very_wide_trees_are_drawn() {
    for tree in [chain(100_000), fan(100_000), deep(100_000)] {
        let picture = svg(&tree, &Show::ALL);
        assert_eq!(picture.matches("data-node=").count(), tree.nodes.len());
    }
    let nothing = SearchTree { nodes: vec![], steps: vec![], scale: 1, truncated: false };
    assert!(svg(&nothing, &Show::ALL).contains("<title>Game tree</title>"));
    assert!(svg_at_step(&chain(1), &Show::ALL, 1).contains("data-node=\"0\""));
}
