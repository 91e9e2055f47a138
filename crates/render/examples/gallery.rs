//! Gallery of pictures to be looked at after a change, small and large, written into the folder given as the argument:
//!
//! ```text
//! cargo run -p counterplay-render --example gallery -- /tmp/gallery
//! ```

#[path = "../src/sample.rs"]
#[expect(dead_code, reason = "the tests need more of it")]
mod sample;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use counterplay_core::trace::SearchTree;
use counterplay_core::{Random, Seeded};
use counterplay_render::{Show, TextOptions, dot, sentences, svg, svg_at_step, text, tikz};

use sample::{Literal, book, book_with_names};

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| io::Error::other("give the folder to write into"))?;
    fs::create_dir_all(&folder)?;
    for (name, tree) in small().into_iter().chain(uniform_trees()).chain(random_trees()).chain(large_and_odd()) {
        draw(&folder, name, &tree)?;
    }
    for (name, tree, steps) in [
        ("09-step", book_with_names(), [0, 6, 14, 20, 33]),
        ("81-step", Literal::new(&uniform(&[3, 3, 3, 3])).alphabeta(), [0, 30, 80, 120, 170]),
    ] {
        for step in steps {
            fs::write(folder.join(format!("{name}-{step:03}.svg")), svg_at_step(&tree, &Show::ALL, step))?;
        }
    }
    let quiz = Show { labels: true, ..Show::NONE };
    fs::write(folder.join("quiz.svg"), svg(&book_with_names(), &quiz))?;
    fs::write(folder.join("quiz-81.svg"), svg(&Literal::new(&uniform(&[3, 3, 3, 3])).alphabeta(), &quiz))
}

/// Writes a tree in every format.
fn draw(folder: &Path, name: &str, tree: &SearchTree) -> io::Result<()> {
    let write = |extension: &str, text: String| fs::write(folder.join(format!("{name}.{extension}")), text);
    write("svg", svg(tree, &Show::ALL))?;
    write("dot", dot(tree, &Show::ALL))?;
    write("tex", tikz(tree, &Show::ALL))?;
    write("txt", text(tree, &Show::ALL, &TextOptions::default()))?;
    write("steps", sentences(tree).collect::<Vec<_>>().join("\n"))
}

fn small() -> Vec<(&'static str, SearchTree)> {
    let chance = Literal::new("[~[3,[12,8],2],~[[2,4],6,7]]").label("1", "roll").action("1.1", "heads");
    let sets = Literal::new("[~[[1,2],[3,4],[5,6]],~[[1,2],[3,4],7]]")
        .set("1.1", "2: J")
        .set("1.2", "2: Q")
        .set("2.1", "2: J")
        .set("2.2", "2: Q")
        .set("1", "1: A")
        .set("2", "1: A");
    let wide_values = Literal::new("[[-1234,99999],[-100000,34567],[23456,7]]")
        .scale(10)
        .label("1", "a very long name of a node indeed")
        .label("1.1", "terminal")
        .action("2", "exd8=Q+ e.p. with a long text");
    let deep = Literal::new("[[1,[[2,[[3,[4,[5,6]]],7]],8]],[[[[[[1,2]]]]],5],9]");
    vec![
        ("03", Literal::new("[3,12,8]").alphabeta()),
        ("09", book()),
        ("09-names", book_with_names()),
        ("chance", chance.expectiminimax()),
        ("sets", sets.expectiminimax()),
        ("wide-values", wide_values.alphabeta()),
        ("deep", deep.alphabeta()),
        ("halted", Literal::new("[[3,5,4],[2,7,6],[9,x,7],[8,3]]").label("3.2", "x").alphabeta()),
        ("right-to-left", Literal::new("[[3,12,8],[2,4,6],[14,5,2]]").right_to_left()),
    ]
}

fn uniform_trees() -> Vec<(&'static str, SearchTree)> {
    let shapes: [(&str, &[usize]); 12] = [
        ("27", &[3, 3, 3]),
        ("32", &[2, 2, 2, 2, 2]),
        ("45", &[3, 3, 5]),
        ("45-flat", &[9, 5]),
        ("60-fan", &[60]),
        ("64-binary", &[2, 2, 2, 2, 2, 2]),
        ("81", &[3, 3, 3, 3]),
        ("243", &[3, 3, 3, 3, 3]),
        ("256-quaternary", &[4, 4, 4, 4]),
        ("256-binary", &[2, 2, 2, 2, 2, 2, 2, 2]),
        ("400-chess", &[20, 20]),
        ("504-tictactoe", &[9, 8, 7]),
    ];
    shapes.into_iter().map(|(name, shape)| (name, Literal::new(&uniform(shape)).alphabeta())).collect()
}

fn random_trees() -> Vec<(&'static str, SearchTree)> {
    [("45-random", 45, 1), ("100-random", 100, 2), ("300-random", 300, 5), ("310-random", 310, 8)]
        .into_iter()
        .map(|(name, leaves, seed)| (name, Literal::new(&random(leaves, seed)).alphabeta()))
        .collect()
}

/// Large trees with chance nodes, information sets, names and actions, or with a search from right to left.
fn large_and_odd() -> Vec<(&'static str, SearchTree)> {
    let mut cards = Literal::new(&format!("~{}", uniform(&[6, 2, 2, 3])));
    for (deal, (first, second)) in
        [("J", "Q"), ("J", "K"), ("Q", "J"), ("Q", "K"), ("K", "J"), ("K", "Q")].iter().enumerate()
    {
        let deal = (deal + 1).to_string();
        cards = cards.set(&deal, &format!("1: {first}")).action(&deal, &format!("{first}{second}"));
        for (word, action) in [("check", 1), ("bet", 2)] {
            let path = format!("{deal}.{action}");
            cards = cards.action(&path, word).set(&path, &format!("2: {second} {word}"));
            cards = cards.action(&format!("{path}.1"), "fold").action(&format!("{path}.2"), "call");
        }
    }
    let mut words = Literal::new(&uniform(&[4, 4, 4]));
    for (at, word) in ["e4", "Nf3", "exd8=Q+", "O-O-O"].into_iter().enumerate() {
        let at = at + 1;
        words = words.action(&at.to_string(), word).label(&at.to_string(), ["B", "C", "D", "E"][at - 1]);
        words = words.action(&format!("2.{at}"), word).action(&format!("2.{at}.{at}"), word);
        words = words.action(&format!("3.1.{at}"), word).label(&format!("3.2.{at}"), "mate");
    }
    vec![
        ("96-chance", Literal::new(&with_chance(&uniform(&[4, 3, 4, 2]))).expectiminimax()),
        ("72-sets", cards.expectiminimax()),
        ("64-words", words.alphabeta()),
        ("81-right-to-left", Literal::new(&uniform(&[3, 3, 3, 3])).right_to_left()),
        ("48-halted", Literal::new(&uniform(&[4, 4, 3]).replacen("[1,", "[x,", 1).replacen("-7", "x", 3)).alphabeta()),
    ]
}

/// Tree with chance at every second ply.
fn with_chance(text: &str) -> String {
    let mut ply = 0;
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '[' => ply += 1,
            ']' => ply -= 1,
            _ => {}
        }
        if c == '[' && ply % 2 == 0 {
            out.push('~');
        }
        out.push(c);
    }
    out
}

/// Uniform tree, whose nodes of each ply have as many branches as the list says.
fn uniform(branches: &[usize]) -> String {
    let shape =
        branches.iter().rev().fold("#".to_owned(), |below, &count| format!("[{}]", vec![below; count].join(",")));
    filled(&shape, &mut Seeded::new(3))
}

/// Random tree of so many leaves: again and again, a leaf becomes a node of two to four leaves.
fn random(leaves: usize, seed: u64) -> String {
    let mut random = Seeded::new(seed);
    let mut text = "[#,#,#]".to_owned();
    let mut count = 3;
    while count < leaves {
        let places: Vec<usize> = text.match_indices('#').map(|(at, _)| at).collect();
        let place = places[(random.unit() * places.len() as f64) as usize];
        let branches = 2 + (random.unit() * 3.0) as usize;
        text.replace_range(place..=place, &format!("[{}]", vec!["#"; branches].join(",")));
        count += branches - 1;
    }
    filled(&text, &mut random)
}

/// Fills in a value for each `#`.
fn filled(shape: &str, random: &mut Seeded) -> String {
    let mut pieces = shape.split('#');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| format!("{text}{}{piece}", (random.unit() * 99.0) as i32 - 40))
}
