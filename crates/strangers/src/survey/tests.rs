//! A folder of files as others write them.

use std::sync::Arc;

use counterplay_api::{AnyGame, OptionError, OptionSpec, Options, UserFiles};

use super::*;

/// A game whose reader breaks down.
struct Broken;

impl Item for Broken {
    fn name(&self) -> &str {
        "broken"
    }
    fn title(&self) -> &str {
        "Broken"
    }
    fn notation(&self) -> &str {
        ""
    }
    fn options(&self) -> &[OptionSpec] {
        &[]
    }
    fn has_luck(&self) -> bool {
        false
    }
    fn has_secrets(&self) -> bool {
        false
    }
    fn learns(&self) -> bool {
        false
    }
    fn has_tables(&self) -> bool {
        false
    }
    fn formats(&self) -> &[FileFormat] {
        &[FileFormat { name: "BRK", extension: "brk" }]
    }
    fn build_with(&self, _: &Options, _: &UserFiles<'_>) -> Result<Arc<dyn AnyGame>, OptionError> {
        panic!("the reader broke down")
    }
}

#[test]
fn a_folder_is_read_and_what_is_not_read_is_told() {
    let folder = std::env::temp_dir().join(format!("counterplay-strangers-{}", std::process::id()));
    fs::create_dir_all(folder.join("deeper")).unwrap();
    let write = |name: &str, text: &[u8]| fs::write(folder.join(name), text).unwrap();
    write(
        "games.PDN",
        b"[Event \"M\xfcnchen\"]\n\n1. 11-15 23-19 *\n\n[Event \"2\"]\n\n1. 11-15xyz\n\n[Event \"3\"]\n\n1. 9-13 1-0\n",
    );
    write("deeper/more.pdn", b"[Event \"4\"]\n[Event \"5\"]\n\n1. 9-13 22-18ab *\n");
    write("deeper/match.mat", b" 3 point match\n\n Game 1\n a : 0    b : 0\n  1) 31: 8/5 6/5    52: 13/11 13/8\n  2) 33: ????\n Wins 1 point\n\n Game 2\n a : 0    b : 1\n  1) 31: 8/5 6/5\n");
    write("all.ggf", b"(;GM[Othello]B[F5]W[D6];)\n(;GM[Othello]B[A1];)\n");
    write("empty.pdn", b"");
    write("bad.brk", b"x");
    write("readme.txt", b"hello");
    let survey = Survey::of_folder(&counterplay_standard::catalog().with(Broken), &folder);
    fs::remove_dir_all(&folder).unwrap();
    let counts: Vec<(&str, [usize; 5])> = (survey.counts.iter())
        .map(|(name, of)| (name.as_str(), [of.files, of.games, of.whole, of.actions, of.remarks]))
        .collect();
    let expected = [
        ("GGF (Othello)", [1, 2, 1, 2, 0]),
        ("Jellyfish match text (Backgammon)", [1, 2, 2, 9, 2]),
        ("PDN (Checkers)", [3, 5, 2, 4, 1]),
    ];
    assert_eq!(counts, expected, "{survey}");
    let glued = &survey.reasons["… is glued to the move …-…"];
    let glued: Vec<&str> = glued.iter().map(String::as_str).collect();
    assert_eq!(
        glued,
        [
            "deeper/more.pdn, game 1, line 4, column 14: \"ab\" is glued to the move 22-18",
            "games.PDN, game 2, line 7, column 9: \"xyz\" is glued to the move 11-15",
        ]
    );
    assert!(survey.reasons.contains_key("… is not legal here") && survey.reasons.len() == 3, "{survey}");
    let [failure] = &survey.failures[..] else { panic!("{survey}") };
    assert!(failure.starts_with("bad.brk, BRK by broken: ") && failure.contains("broke down"), "{failure}");
    assert_eq!(survey.others.get("txt"), Some(&1));
    let text = survey.to_string();
    assert!(text.contains("PDN (Checkers): 2 of 5 games read whole, in 3 files; 4 actions, 1 remarks\n"), "{text}");
    assert!(text.contains("not read whole, 2 times: … is glued to the move …-…\n  deeper/more.pdn, game 1"), "{text}");
}

#[test]
fn every_format_that_is_declared_is_read() {
    let catalog = counterplay_standard::catalog();
    let formats: Vec<&str> = catalog.items().flat_map(|item| item.formats()).map(|format| format.extension).collect();
    assert!(["pdn", "pgn", "mat", "ggf"].iter().all(|extension| formats.contains(extension)), "{formats:?}");
    assert!(formats.iter().all(|extension| *extension == extension.to_lowercase()));
}
