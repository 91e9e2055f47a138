//! The rules texts of all games: one screen each, all sections, and an example that can be played.

use counterplay::api::{RULES_SECTIONS, rules_example, rules_section};

use crate::common::{Answer, run};

/// One screen.
const MOST_LINES: usize = 45;
const WIDEST: usize = 100;

#[test]
fn every_game_has_rules_on_one_screen_with_an_example_that_is_legal() {
    let catalog = counterplay::games::catalog();
    for item in catalog.items() {
        let name = item.name();
        let text = item.rules_text().unwrap_or_else(|| panic!("{name} has no rules text"));
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(text.lines().count() <= MOST_LINES && widest <= WIDEST, "{name}: {} x {widest}", text.lines().count());
        assert!(text.starts_with("# "), "{name}: the title comes first");
        let headings: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(headings, RULES_SECTIONS, "{name}");
        for heading in RULES_SECTIONS {
            assert!(
                rules_section(text, heading).is_some_and(|body| body.len() > 20),
                "{name}: {heading} says something"
            );
        }
        // The example, as anybody would try it.
        let example = rules_example(text).unwrap_or_else(|| panic!("{name} has no example"));
        let game = catalog.game(name, &[]).unwrap();
        let read = |position| game.read(position).unwrap_or_else(|error| panic!("{name}: {}", error.message));
        let mut position = example.position.map_or_else(|| game.start(), read);
        let moves = game.split_moves(example.moves);
        assert!(!moves.is_empty(), "{name}: the example has moves");
        for word in moves {
            position.play(word).unwrap_or_else(|error| panic!("{name}: {word} of the example: {error}"));
        }
    }
}

#[test]
fn the_verb_prints_the_same_text_and_how_to_see_the_example() {
    let Answer { stdout, code, .. } = run(&["rules", "othello"]);
    assert_eq!(code, 0);
    assert!(stdout.starts_with("# Othello\n"), "{stdout}");
    assert!(stdout.contains("counterplay show othello -p \"f5\" --moves \"d6 c3\""), "{stdout}");
    let Answer { stdout, .. } = run(&["rules", "qubic", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(object["example"]["moves"], "1a1 1a2 2b2 1a3 3c3 1b1 4d4");
    assert!(object["example"]["position"].is_null());
    assert_eq!(run(&["rules", "nosuch"]).code, 2);
}
