//! `tables`, as a user runs it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::run;
use counterplay::games::checkers::{Board, Checkers};
use counterplay::tables::{Outcome, Tables};
use counterplay::{Game, Indexed, Notation, Random, Seeded};

const NULL: serde_json::Value = serde_json::Value::Null;

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tables-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|e| (e.file_name().into_string().unwrap(), std::fs::read(e.path()).unwrap())).collect()
}

#[test]
fn checkers_is_built_counted_verified_and_asked() {
    let place = folder("checkers");
    let dir = place.to_str().unwrap();
    let built = run(&["tables", "build", "checkers", "--pieces", "4", "--dir", dir, "--json"]);
    assert_eq!(built.code, 0, "{}", built.stderr);
    assert!(built.stderr.contains("MiB of memory"), "{}", built.stderr);
    let built = built.json();
    let counts = |json: &serde_json::Value| ["win", "loss", "draw"].map(|key| json[key].as_u64().unwrap());
    let known = [2_675_270, 2_004_797, 1_728_769];
    assert_eq!(counts(&built), known);
    let stats = run(&["tables", "stats", "checkers", "--dir", dir, "--json"]).json();
    assert_eq!((counts(&stats), stats["pieces"].as_u64()), (known, Some(4)));
    let slices = stats["slices"].as_array().unwrap();
    let slice = |name: &str| counts(slices.iter().find(|slice| slice["name"] == name).unwrap());
    assert_eq!((slice("1K v 1K"), slice("1M v 1M")), ([230, 108, 654], [102, 47, 611]));
    assert!(run(&["tables", "stats", "checkers", "--dir", dir]).stdout.contains("positions a byte"));
    let verified = run(&["tables", "verify", "checkers", "--dir", dir, "--full", "--json"]);
    let json = verified.json();
    assert_eq!((verified.code, json["right"].as_bool(), json["positions"].as_u64()), (0, Some(true), Some(6_408_836)));
    // Two kings against one: won from nearly everywhere.
    let probed = run(&["tables", "probe", "checkers", "--dir", dir, "-p", "B:WK32:BK1,K6", "--json"]).json();
    assert_eq!((&probed["outcome"], &probed["plies"]), (&"win".into(), &serde_json::Value::Null));
    assert!(probed["actions"].as_array().unwrap().iter().all(|action| action["outcome"] == "win"), "{probed}");
    let beyond = run(&["tables", "probe", "checkers", "--dir", dir]);
    assert_eq!((beyond.code, beyond.stdout.lines().next()), (1, Some("the tables do not tell")));
    // A search that asks the tables proves at once what it could not see the end of.
    let solved = run(&["solve", "checkers", "--tables", dir, "-p", "B:WK32,K31:BK1,K6", "--time", "20s", "--json"]);
    let json = solved.json();
    assert_eq!((&json["value"]["outcome"], &json["value"]["proof"]), (&"draw".into(), &"exact".into()), "{json}");
    // A draw is one under the limit on moves too.
    assert_eq!(json["note"], NULL, "{json}");
    // A flipped bit is found.
    let (name, mut bytes) = files(&place).into_iter().max_by_key(|(_, bytes)| bytes.len()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(place.join(&name), &bytes).unwrap();
    let found = run(&["tables", "verify", "checkers", "--dir", dir]);
    assert!(found.code == 1 && found.stdout.contains(&name), "{}", found.stdout);
}

/// Tables that know who wins, and not how soon, do not go round in circles: a search makes headway, and gives nothing
/// away, until there are distances.
#[test]
fn a_won_ending_is_won_where_distances_are_missing() {
    let place = folder("headway");
    let dir = place.to_str().unwrap();
    assert_eq!(run(&["tables", "build", "checkers", "--pieces", "3", "--distances", "--dir", dir]).code, 0);
    assert_eq!(run(&["tables", "build", "checkers", "--pieces", "4", "--dir", dir]).code, 0);
    for start in ["B:WK4:BK9,K10", "W:WK1,K5,9:BK32", "B:WK32:BK1,K2,K3", "B:WK28:B5,K14,K15"] {
        let mut position = start.to_owned();
        let mut plies = 0;
        loop {
            let json = run(&["move", "checkers", "-p", &position, "--tables", dir, "--nodes", "3000", "--json"]).json();
            let expected = if plies % 2 == 0 { "win" } else { "loss" };
            assert_eq!(json["value"]["outcome"], expected, "{start}, {position}: {json}");
            let action = json["action"].as_str().unwrap().to_owned();
            let shown = run(&["show", "checkers", "-p", &position, "--moves", &action, "--json"]).json();
            plies += 1;
            if shown["terminal"] == true {
                break;
            }
            assert!(plies < 70, "{start} goes round: {position}");
            position = shown["position"].as_str().unwrap().to_owned();
        }
        assert_eq!(plies % 2, 1, "{start} is won by who is to move");
    }
}

/// Where a search from the tables of wins finds how soon, both sides play by it: two kings need 25 plies against one,
/// which no search sees that only looks for something better.
/// Tables know nothing of the moves that were played without progress: what they say may come too late.
#[test]
fn a_running_count_of_moves_is_stronger_than_the_tables() {
    let place = folder("count");
    let dir = place.to_str().unwrap();
    assert_eq!(run(&["tables", "build", "checkers", "--pieces", "3", "--dir", dir]).code, 0);
    let ask = |verb: &str, limit: &str, moves: &str| {
        let given = ["-p", "B:WK32:BK1,K6", "--moves", moves, "--limit", limit, "--tables", dir];
        run(&[&[verb, "checkers"], &given[..], &["--nodes", "300000", "--json"]].concat())
    };
    let played = "1-5 32-28 5-1";
    for verb in ["move", "solve", "analyze"] {
        // One more quiet ply is a draw, whatever it is.
        let value = &ask(verb, "2", played).json()["value"];
        assert_eq!((&value["score"], &value["proof"]), (&0.into(), &"exact".into()), "{verb}: {value}");
        assert_eq!((&value["outcome"], &value["plies"]), (&"draw".into(), &1.into()), "{verb}: {value}");
    }
    for verb in ["move", "solve", "analyze"] {
        // The loss may come too late.
        let json = ask(verb, "8", played).json();
        let value = &json["value"];
        assert_eq!((&value["proof"], &value["outcome"], &value["plies"]), (&"estimate".into(), &NULL, &NULL), "{verb}");
        assert!(json["lines"].as_array().is_none_or(|lines| lines.iter().all(|line| line["value"]["outcome"] == NULL)));
        assert!(json["note"].as_str().is_some_and(|note| note.contains("3 plies of 16")), "{verb}: {json}");
    }
    // At the beginning of the count it is said what is left out.
    let json = ask("move", "8", "").json();
    assert_eq!((&json["value"]["proof"], &json["value"]["outcome"]), (&"exact".into(), &"win".into()), "{json}");
    assert!(json["note"].as_str().is_some_and(|note| note.contains("without the limit")), "{json}");
    // What is known to come too late is an estimate even then.
    let answer = ask("solve", "2", "");
    assert_eq!((answer.code, &answer.json()["value"]["proof"]), (1, &"estimate".into()), "{}", answer.stdout);
    // And what comes soon enough is proven.
    let value = &ask("solve", "40", played).json()["value"];
    assert_eq!((&value["proof"], &value["outcome"]), (&"exact".into(), &"loss".into()), "{value}");
}

#[test]
fn how_soon_is_found_from_tables_without_distances() {
    let place = folder("soon");
    let dir = place.to_str().unwrap();
    assert_eq!(run(&["tables", "build", "checkers", "--pieces", "3", "--dir", dir]).code, 0);
    let (mut position, mut plies) = ("B:WK28:BK1,K10".to_owned(), 0);
    loop {
        let json = run(&["move", "checkers", "-p", &position, "--tables", dir, "--nodes", "4e5", "--json"]).json();
        let action = json["action"].as_str().unwrap().to_owned();
        let shown = run(&["show", "checkers", "-p", &position, "--moves", &action, "--json"]).json();
        plies += 1;
        if shown["terminal"] == true {
            break;
        }
        assert!(plies < 60, "it goes round: {position}");
        position = shown["position"].as_str().unwrap().to_owned();
    }
    assert_eq!(plies, 25);
}

/// What proof numbers find with the tables of three pieces, those of four say too: the value, and all best actions.
#[test]
fn proofs_with_small_tables_are_what_larger_ones_say() {
    let [small, large] = ["small", "large"].map(folder);
    for (place, pieces) in [(&small, "3"), (&large, "4")] {
        assert_eq!(run(&["tables", "build", "checkers", "--pieces", pieces, "--dir", place.to_str().unwrap()]).code, 0);
    }
    let (small, large) = (small.to_str().unwrap(), large.to_str().unwrap());
    let game = Checkers::default();
    let slices: Vec<_> = game.groups(4).into_iter().flatten().filter(|&slice| game.size(slice) > 100_000).collect();
    let mut random = Seeded::new(7);
    let mut outcomes = HashMap::new();
    for _ in 0..24 {
        let slice = slices[random.below(slices.len() as u64) as usize];
        let state =
            std::iter::repeat_with(|| game.unrank(slice, random.below(game.size(slice)))).find_map(|state| state);
        let text = game.position_text(&state.unwrap());
        let probed = run(&["tables", "probe", "checkers", "--dir", large, "-p", &text, "--json"]).json();
        let solved = run(&["solve", "checkers", "--tables", small, "-p", &text, "--nodes", "3e5", "--json"]).json();
        assert_eq!(solved["method"], "proof numbers with endgame tables");
        if solved["value"]["proof"] != "exact" {
            continue;
        }
        let outcome = probed["outcome"].as_str().unwrap();
        assert_eq!(solved["value"]["outcome"], outcome, "{text}: {solved}");
        *outcomes.entry(outcome.to_owned()).or_insert(0) += 1;
        if solved["stopped"].is_null() {
            let as_good = |action: &&serde_json::Value| action["outcome"].is_null() || action["outcome"] == outcome;
            let actions = probed["actions"].as_array().unwrap().iter().filter(as_good);
            let expected: BTreeSet<_> = actions.map(|action| action["action"].as_str().unwrap()).collect();
            let found = solved["best"].as_array().unwrap().iter().map(|action| action.as_str().unwrap());
            assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{text}: {solved}");
        }
    }
    // A draw that rests on going round takes more.
    assert!(outcomes.contains_key("win") && outcomes.contains_key("loss"), "{outcomes:?}");
    assert!(outcomes.values().sum::<i32>() >= 12, "{outcomes:?}");
}

/// Wherever a plain search finds a win or a loss within nine plies, the tables say the same, distance included.
#[test]
fn the_tables_agree_with_plain_search() {
    let place = folder("plain");
    let built = run(&["tables", "build", "checkers", "--pieces", "4", "--distances", "--dir", place.to_str().unwrap()]);
    assert_eq!(built.code, 0, "{}", built.stderr);
    let game = Checkers::default();
    let tables = Tables::open(&game, "checkers", &place, 64 << 20, |word| panic!("{word}"));
    let slices: Vec<_> = tables.slices().collect();
    let mut random = Seeded::new(20_261_116);
    let mut found = 0;
    for _ in 0..600 {
        let slice = slices[random.below(slices.len() as u64) as usize];
        let Some(board) = game.unrank(slice, random.below(game.size(slice))) else { continue };
        let table = tables.probe(&game, &board).expect("a value");
        let mut known = HashMap::new();
        let seen = (0..=9).find_map(|plies| plain(&game, &board, plies, &mut known).map(|outcome| (outcome, plies)));
        match seen {
            Some((outcome, plies)) => {
                assert_eq!((table.outcome, table.plies), (outcome, Some(plies)), "{board:?}");
                found += 1;
            }
            None => assert!(table.plies.is_none_or(|plies| plies > 9), "{board:?}"),
        }
    }
    assert!(found > 100, "{found}");
}

/// What is known of boards within so many plies.
type Known = HashMap<(Board, u32), Option<Outcome>>;

/// Whether the side to move wins or loses within so many plies.
fn plain(game: &Checkers, board: &Board, plies: u32, known: &mut Known) -> Option<Outcome> {
    let actions = game.action_list(board);
    if actions.is_empty() || plies == 0 {
        return actions.is_empty().then_some(Outcome::Loss);
    }
    if let Some(&outcome) = known.get(&(*board, plies)) {
        return outcome;
    }
    let mut all_lost = true;
    let mut outcome = None;
    for action in actions {
        match plain(game, &game.result(board, action), plies - 1, known) {
            Some(Outcome::Loss) => outcome = Some(Outcome::Win),
            Some(_) => {}
            None => all_lost = false,
        }
    }
    let outcome = outcome.or(all_lost.then_some(Outcome::Loss));
    known.insert((*board, plies), outcome);
    outcome
}

#[test]
fn a_building_that_is_killed_again_and_again_ends_in_the_same_files() {
    let (whole, place) = (folder("whole"), folder("killed"));
    let build = |folder: &Path| {
        ["tables", "build", "checkers", "--pieces", "4", "--dir", folder.to_str().unwrap()].map(str::to_owned)
    };
    assert_eq!(run(&build(&whole).each_ref().map(String::as_str)).code, 0);
    let mut random = Seeded::new(7);
    let mut killed = 0;
    for _ in 0..20 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_counterplay"))
            .args(build(&place))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(20 + random.below(400)));
        killed += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(killed > 0);
    let answer = run(&build(&place).each_ref().map(String::as_str));
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(files(&place) == files(&whole), "the files differ");
}

#[test]
fn tic_tac_toe_whole_and_connect_four_on_a_small_board() {
    let place = folder("small");
    let dir = place.to_str().unwrap();
    let built = run(&["tables", "build", "tictactoe", "--dir", dir, "--json"]).json();
    assert_eq!(built["total"].as_u64(), Some(4520)); // all positions that are not over
    let probed = run(&["tables", "probe", "tictactoe", "--dir", dir, "--json"]).json();
    assert_eq!(probed["outcome"], "draw");
    let board = ["--width", "4", "--height", "4"];
    let built = run(&[&["tables", "build", "connect4", "--distances", "--dir", dir][..], &board].concat());
    assert_eq!(built.code, 0, "{}", built.stderr);
    let probed = run(&[&["tables", "probe", "connect4", "--dir", dir, "--json"][..], &board].concat()).json();
    assert_eq!(probed["outcome"], "draw");
    let verified = run(&[&["tables", "verify", "connect4", "--full", "--dir", dir][..], &board].concat());
    assert_eq!(verified.code, 0, "{}", verified.stdout);
    // Another board stands beside it.
    let other = run(&["tables", "build", "connect4", "--dir", dir, "--width", "4", "--height", "3"]);
    assert_eq!(other.code, 0, "{}", other.stderr);
}

/// Row 37: a file that is cut off is refused by its name and not answered from; the others are.
#[test]
fn a_truncated_table_is_refused_and_named() {
    let place = folder("truncated");
    let dir = place.to_str().unwrap();
    assert_eq!(run(&["tables", "build", "checkers", "--pieces", "3", "--dir", dir]).code, 0);
    let (name, bytes) = files(&place).into_iter().find(|(name, _)| name.contains("2K-1K")).unwrap();
    let ask = |position: &str| {
        let searched = ["move", "checkers", "--tables", dir, "-p", position, "--nodes", "1000", "--json"];
        [run(&["tables", "probe", "checkers", "--dir", dir, "-p", position]), run(&searched)]
    };
    // Nothing at all, a part of the head, a part of the blocks, and more than there should be.
    let longer = [&bytes[..], b"x"].concat();
    for damaged in [&[][..], &bytes[..10], &bytes[..bytes.len() - 1], &longer] {
        std::fs::write(place.join(&name), damaged).unwrap();
        for verb in ["stats", "verify"] {
            let refused = run(&["tables", verb, "checkers", "--dir", dir]);
            let told = refused.stdout + &refused.stderr;
            assert!(refused.code == 3 && told.contains(&format!("{name} is not used: ")), "{verb}: {told}");
        }
        for (position, known) in [("B:WK32:BK1", true), ("B:WK32:BK1,K6", false)] {
            let [probed, searched] = ask(position);
            assert_eq!((probed.code, probed.stdout.contains("do not tell")), (3, !known), "{}", probed.stdout);
            assert!(searched.code == 0 && searched.stderr.contains(&name), "{}", searched.stderr);
        }
    }
    std::fs::write(place.join(&name), &bytes).unwrap();
    assert!(ask("B:WK32:BK1,K6").iter().all(|answer| answer.code == 0 && answer.stderr.is_empty()));
}

#[test]
fn tables_of_another_game_are_no_tables_and_that_is_said() {
    let place = folder("foreign");
    let dir = place.to_str().unwrap();
    assert_eq!(run(&["tables", "build", "tictactoe", "--dir", dir]).code, 0);
    for game in ["checkers", "backgammon"] {
        let searched = run(&["move", game, "--tables", dir, "--nodes", "1000", "--json"]);
        let told = format!("there are no tables of {game} in {dir}: it plays without");
        assert!(searched.code == 0 && searched.stderr.contains(&told), "{game}: {}", searched.stderr);
    }
    assert_eq!(run(&["move", "tictactoe", "--tables", dir, "--json"]).stderr, "");
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    let place = folder("refused");
    let dir = place.to_str().unwrap();
    let refused = |arguments: &[&str], code: i32, words: &str| {
        let answer = run(arguments);
        assert_eq!(answer.code, code, "{arguments:?}: {}", answer.stderr);
        assert!(answer.stderr.contains(words), "{arguments:?}: {}", answer.stderr);
    };
    refused(&["tables", "build", "pig", "--dir", dir], 2, "implement `Indexed`");
    refused(&["tables", "build", "checkers", "--pieces", "11", "--dir", dir], 2, "from 2 to 10");
    refused(&["tables", "build", "checkers", "--pieces", "-1", "--dir", dir], 2, "--pieces");
    refused(&["tables", "build", "checkers", "--pieces", "8", "--memory", "1M", "--dir", dir], 4, "MiB of memory");
    refused(&["tables", "build", "checkers", "--dir", "/proc/none"], 4, "cannot be written");
    refused(&["tables", "build", "connect4", "--dir", dir], 2, "too many positions");
    refused(&["tables", "stats", "checkers", "--dir", dir], 3, "no tables of checkers");
    refused(&["tables", "verify", "checkers", "--dir", dir], 3, "no tables of checkers");
    refused(&["move", "checkers", "--tables", "nowhere"], 3, "no folder");
    refused(&["move", "pig", "--tables", dir], 2, "no tables of pig");
    // A file of something else is not ours to replace.
    std::fs::write(place.join("checkers-1K-1K.wld"), b"my notes on checkers").unwrap();
    refused(&["tables", "stats", "checkers", "--dir", dir], 3, "not a table");
}
