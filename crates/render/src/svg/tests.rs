use super::*;
use crate::sample::{Literal, book, book_with_names, chain, deep, fan};
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
    let tree = book_with_names();
    let frame = |picture: &str| {
        let shapes = picture.lines().filter(|line| line.contains("data-node="));
        let places: Vec<String> =
            shapes.map(|line| attribute(line, "d").or(attribute(line, "x")).unwrap().to_owned()).collect();
        (attribute(picture, "viewBox").unwrap().to_owned(), places)
    };
    let first = frame(&svg_at_step(&tree, &Show::ALL, 0));
    for steps in 1..=tree.steps.len() {
        let picture = svg_at_step(&tree, &Show::ALL, steps);
        assert_eq!(frame(&picture), first, "step {steps}");
        assert_eq!(picture.matches(&format!("fill=\"{NOW}\"")).count(), 2, "one node is highlighted, and the legend");
        assert_no_text_meets_another(&picture);
    }
    let last = svg_at_step(&tree, &Show::ALL, usize::MAX);
    assert_eq!(last, svg_at_step(&tree, &Show::ALL, tree.steps.len()));
    assert_eq!(frame(&last).1, frame(&svg(&tree, &Show::ALL)).1, "the final picture has the same layout");
}

#[test]
fn a_step_says_what_it_did() {
    let picture = svg_at_step(&book(), &Show::ALL, 4);
    assert!(picture.contains(">Step 4 of 37. Leaf 1.1 is worth 3.</text>"));
    assert!(!svg_at_step(&book(), &"values".parse().unwrap(), 4).contains("Step 4 of"));
}

#[test]
fn no_text_meets_another_in_random_trees() {
    let mut random = Seeded::new(11);
    for round in 0..60 {
        let mut below = |most: f64| (random.unit() * most) as i32;
        // Grow a bracket text by replacing one of its leaves by a node, again and again.
        let mut text = "[#,#]".to_owned();
        for _ in 0..below(60.0) {
            let leaves: Vec<usize> = text.match_indices('#').map(|(at, _)| at).collect();
            let leaf = leaves[below(leaves.len() as f64) as usize];
            let children = vec!["#"; 1 + below(4.0) as usize].join(",");
            text.replace_range(leaf..=leaf, &format!("[{children}]"));
        }
        let wide = if round % 2 == 0 { 30.0 } else { 400_000.0 };
        while let Some(at) = text.find('#') {
            text.replace_range(at..=at, &(below(wide) - wide as i32 / 2).to_string());
        }
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

/// Writes pictures for the eye into the directory `GALLERY`.
#[test]
#[ignore = "writes files, to be looked at"]
fn gallery() {
    let Ok(folder) = std::env::var("GALLERY") else { return };
    let write = |name: &str, text: String| std::fs::write(format!("{folder}/{name}"), text).unwrap();
    let draw = |name: &str, tree: &SearchTree| {
        write(&format!("{name}.svg"), svg(tree, &Show::ALL));
        write(&format!("{name}.dot"), crate::dot(tree, &Show::ALL));
        write(&format!("{name}.tex"), crate::tikz(tree, &Show::ALL));
        write(&format!("{name}.txt"), crate::text(tree, &Show::ALL, &crate::TextOptions::default()));
        write(&format!("{name}.steps"), sentences(tree).collect::<Vec<_>>().join("\n"));
    };
    let nested = |text: &str, branching: usize| format!("[{}]", vec![text; branching].join(","));
    let uniform = |branching: usize, depth: u32| {
        let shape = (1..depth).fold(nested("#", branching), |below, _| nested(&below, branching));
        let mut random = counterplay_core::Seeded::new(3);
        shape.split('#').fold(String::new(), |text, piece| {
            let leaf = (counterplay_core::Random::unit(&mut random) * 99.0) as i32 - 40;
            if text.is_empty() { piece.to_owned() } else { format!("{text}{leaf}{piece}") }
        })
    };
    draw("03", &Literal::new("[3,12,8]").alphabeta());
    draw("09", &book());
    draw("09-names", &book_with_names());
    draw("27", &Literal::new(&uniform(3, 3)).alphabeta());
    draw("32", &Literal::new(&uniform(2, 5)).alphabeta());
    draw("243", &Literal::new(&uniform(3, 5)).alphabeta());
    draw("512", &Literal::new(&uniform(2, 9)).alphabeta());
    draw(
        "chance",
        &Literal::new("[~[3,[12,8],2],~[[2,4],6,7]]").label("1", "roll").action("1.1", "heads").expectiminimax(),
    );
    draw("deep", &Literal::new("[[1,[[2,[[3,[4,[5,6]]],7]],8]],[[[[[[1,2]]]]],5],9]").alphabeta());
    draw(
        "wide-values",
        &Literal::new("[[-1234,99999],[-100000,34567],[23456,7]]")
            .scale(10)
            .label("1", "a very long name of a node indeed")
            .label("1.1", "terminal")
            .action("2", "exd8=Q+ e.p. with a long text")
            .alphabeta(),
    );
    draw(
        "sets",
        &Literal::new("[~[[1,2],[3,4],[5,6]],~[[1,2],[3,4],7]]")
            .set("1.1", "2: J")
            .set("1.2", "2: Q")
            .set("2.1", "2: J")
            .set("2.2", "2: Q")
            .set("1", "1: A")
            .set("2", "1: A")
            .expectiminimax(),
    );
    draw("halted", &Literal::new("[[3,5,4],[2,7,6],[9,x,7],[8,3]]").label("3.2", "x").alphabeta());
    draw("right-to-left", &Literal::new("[[3,12,8],[2,4,6],[14,5,2]]").right_to_left());
    for steps in [0, 6, 14, 20, 33] {
        write(&format!("step-{steps:02}.svg"), svg_at_step(&book_with_names(), &Show::ALL, steps));
    }
    write("quiz.svg", svg(&book_with_names(), &"none,labels".parse().unwrap()));
}
