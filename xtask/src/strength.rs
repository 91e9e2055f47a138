//! `cargo xtask strength`: who is stronger, by matches whose seeds are fixed here. It prints the rows of
//! `docs/strength.md`, and leaves a log of every game in the target folder; a match that was cut short goes on from its
//! log. How each game ended is written to `docs/matches`. A log does not know who has learned since: whoever changes a
//! player deletes it.

mod ratings;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::process::prepare;
use crate::setup::{ensure_debian_packages, target_folder};

/// A match of a table.
struct Match {
    table: &'static str,
    game: &'static str,
    a: String,
    b: String,
    games: u32,
    more: &'static [&'static str],
}

/// Match that was played: its row, the games, and the share of the points that the first player got.
struct Played {
    row: String,
    games: f64,
    score: f64,
}

/// Tables, and what they show. Those of a kind can be named together: `chess` is all whose names begin with `chess-`.
const TABLES: [(&str, &str); 12] = [
    ("levels", "each level against the one below, on othello and connect four"),
    (ratings::TABLE, "the same on chess, two of them against stockfish, and the ratings of the levels that follow"),
    ("sprt", "how soon the test tells level 6 from level 5"),
    ("rhino", "othello at 1 s a move against gtp-rhino at its highest level"),
    ("backgammon", "our evaluation, and our search over the opponent's rolls, against gnubg's evaluation, for points"),
    ("chess-techniques", "the selective search of chess over the one without its techniques"),
    ("chess-network", "what the network of chess adds to the linear part of its evaluation"),
    ("chess-gnuchess", "chess against gnuchess, 100 ms a move each"),
    ("chess-glaurung", "chess against glaurung, 20,000 nodes each"),
    ("chess-stockfish", "chess against stockfish at UCI_Elo 2000, 100,000 nodes against 30,000"),
    ("chess-clock", "chess against stockfish at UCI_Elo 2000 and 2200, 1 s a move each"),
    ("chess-toga2", "chess against toga2, 100 ms a move each"),
];

/// Debian packages that tables need.
const PACKAGES: [(&str, &str); 8] = [
    (ratings::TABLE, "stockfish"),
    ("rhino", "grhino"),
    ("backgammon", "gnubg"),
    ("chess-gnuchess", "gnuchess"),
    ("chess-glaurung", "glaurung"),
    ("chess-stockfish", "stockfish"),
    ("chess-clock", "stockfish"),
    ("chess-toga2", "toga2"),
];

/// Seed, fixed before anything was measured.
const SEED: &str = "20261116";

/// All matches of a table.
fn matches(table: &'static str) -> Vec<Match> {
    match table {
        "levels" => ["othello", "connect4"]
            .into_iter()
            .flat_map(|game| {
                (1..10).map(move |below| {
                    let games = if below < 7 {
                        200
                    } else if below < 8 {
                        100
                    } else {
                        40
                    };
                    let (a, b) = (format!("level:{}", below + 1), format!("level:{below}"));
                    Match { table, game, a, b, games, more: &["--jobs", "2"] }
                })
            })
            .collect(),
        ratings::TABLE => ratings::matches(),
        "sprt" => vec![Match {
            table,
            game: "othello",
            a: "level:6".to_owned(),
            b: "level:5".to_owned(),
            games: 2000,
            more: &["--sprt", "0,50", "--alpha", "0.05", "--beta", "0.05"],
        }],
        "rhino" => vec![Match {
            table,
            game: "othello",
            a: "time:1s".to_owned(),
            b: "gtp:/usr/games/gtp-rhino --level=5".to_owned(),
            games: 40,
            // It takes a minute and more for some moves, whatever it is told of the time.
            more: &["--jobs", "2", "--time", "600s"],
        }],
        // Our evaluation of each play; our play, every roll, and every reply to it; and a roll and a play of ours
        // further.
        "backgammon" => [("depth:1", 10_000), ("depth:3", 10_000), ("depth:5,filter:4:0.06", 10_000)]
            .map(|(a, games)| Match {
                table,
                game: "backgammon",
                a: a.to_owned(),
                b: "gnubg:0".to_owned(),
                games,
                more: &["--jobs", "2"],
            })
            .into(),
        // gnuchess and toga2 read no limit but a time, and are given one.
        "chess-techniques" => vec![chess(table, "nodes:10000", "nodes:10000,without:selective", 200)],
        // The linear part of the evaluation without the network on top of it.
        "chess-network" => {
            let linear = "engine uci chess --weights testdata/chess-linear.weights --memory 16M";
            vec![chess(table, "nodes:20000", &format!("uci:counterplay {linear}?nodes=20000"), 200)]
        }
        "chess-gnuchess" => vec![chess(table, "time:100ms", "uci:gnuchess --uci?OwnBook=false&movetime=100", 200)],
        "chess-glaurung" => {
            vec![chess(table, "nodes:20000", "uci:glaurung?OwnBook=false&Threads=1&nodes=20000", 100)]
        }
        "chess-stockfish" => vec![chess(table, "nodes:100000", &(stockfish(2000) + "&nodes=30000"), 100)],
        "chess-clock" => {
            [2000, 2200].map(|elo| chess(table, "time:1s", &(stockfish(elo) + "&movetime=1000"), 40)).into()
        }
        "chess-toga2" => vec![chess(table, "time:100ms", "uci:toga2?OwnBook=false&movetime=100", 100)],
        _ => Vec::new(),
    }
}

/// Match of chess. Players take turns, so that two games keep two cores busy, and no more; whoever has fewer, or runs
/// other work beside a match with a clock, measures something else.
fn chess(table: &'static str, a: &str, b: &str, games: u32) -> Match {
    Match { table, game: "chess", a: a.to_owned(), b: b.to_owned(), games, more: &["--jobs", "2"] }
}

/// Debian's stockfish, held to a strength; its table is as large as ours.
fn stockfish(elo: u32) -> String {
    format!("uci:stockfish?UCI_LimitStrength=true&UCI_Elo={elo}&Threads=1&Hash=16")
}

/// Whether a table is meant by a name: its own, or that of the tables of its kind.
fn is_meant(table: &str, name: &str) -> bool {
    table.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The names of the tables, for help.
pub(crate) fn names() -> String {
    TABLES.map(|(name, shows)| format!("{name} ({shows})")).join(", ")
}

/// Runs the tables that are named, or all of them.
///
/// # Errors
/// If there is no such table, or a match cannot be played.
pub(crate) fn run(wanted: &[String], root: &Path) -> Result<ExitCode, String> {
    if let Some(other) = wanted.iter().find(|name| !TABLES.iter().any(|(table, _)| is_meant(table, name))) {
        return Err(format!("there is no table `{other}`; there are {}", names()));
    }
    let chosen = |table: &str| wanted.is_empty() || wanted.iter().any(|name| is_meant(table, name));
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--release", "--locked", "--package", "counterplay"]).current_dir(root);
    prepare(&mut cargo)?;
    for (_, package) in PACKAGES.into_iter().filter(|(table, _)| chosen(table)) {
        ensure_debian_packages(&[package])?;
    }
    let target = target_folder(std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from), root);
    let logs = target.join("strength");
    std::fs::create_dir_all(&logs).map_err(|error| format!("{}: {error}", logs.display()))?;
    let program = target.join(format!("release/counterplay{}", std::env::consts::EXE_SUFFIX));
    println!("| match | games | + = - | faults | score | Elo (95 %) | points a game |\n|---|---|---|---|---|---|---|");
    for (table, _) in TABLES.into_iter().filter(|(table, _)| chosen(table)) {
        let mut results = Vec::new();
        for one in matches(table) {
            let played = one.play(&program, &logs, root)?;
            println!("{}", played.row);
            results.push((one, played));
        }
        if table == ratings::TABLE {
            println!("{}", ratings::report(&results)?);
        }
    }
    Ok(ExitCode::SUCCESS)
}

impl Match {
    /// Name of its files.
    fn name(&self) -> String {
        let Match { table, game, a, b, .. } = self;
        let plain = |player: &str| player.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
        format!("{table}-{game}-{}-{}", plain(a), plain(b))
    }

    /// Plays the match, and writes down how each game ended. Returns a row of the table, with its score.
    fn play(&self, program: &Path, logs: &Path, root: &Path) -> Result<Played, String> {
        let results = root.join("docs/matches");
        let Match { game, a, b, games, more, .. } = self;
        let name = self.name();
        let log = logs.join(format!("{name}.jsonl"));
        let mut command = Command::new(program);
        command.args(["match", game, a, b, "--seed", SEED, "--json", "--games", &games.to_string(), "--log"]);
        command.arg(&log).args(*more).stderr(Stdio::inherit()).current_dir(root);
        // The program may be a player too, by its name.
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let paths = program.parent().map(Path::to_path_buf).into_iter().chain(std::env::split_paths(&paths));
        command.env("PATH", std::env::join_paths(paths).map_err(|error| error.to_string())?);
        let output = command.output().map_err(|error| format!("{}: {error}", program.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let result = text.lines().last().filter(|line| line.contains("\"final\":true"));
        let result = result.ok_or_else(|| format!("the match {game} {a} {b} ended with {}", output.status))?;
        let number = |key: &str| field(result, key)?.parse::<f64>().ok();
        let row = row(&format!("{game}: {a} - {b}"), result).zip(number("games").zip(number("score")));
        let (row, (played, score)) = row.ok_or_else(|| format!("not understood: {result}"))?;
        let text = std::fs::read_to_string(&log).map_err(|error| format!("{}: {error}", log.display()))?;
        let head = format!("counterplay match {game} {a:?} {b:?} --games {games} --seed {SEED} {}", more.join(" "));
        let path = results.join(format!("{name}.txt"));
        std::fs::create_dir_all(results)
            .and_then(|()| std::fs::write(&path, format!("{head}\n{row}\n\n{}", digest(&text))))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Played { row, games: played, score })
    }
}

/// Pairs of games in a line of a digest.
const PAIRS: usize = 24;

/// Digest of a log: how each game ended for the first player, in their order, the two of a pair together.
fn digest(log: &str) -> String {
    let mut ends: Vec<(usize, String)> = log.lines().filter_map(end).collect();
    ends.sort();
    let pairs: Vec<String> = ends.chunks(2).map(|pair| pair.iter().map(|(_, end)| end.as_str()).collect()).collect();
    pairs.chunks(PAIRS).map(|pairs| pairs.join(" ") + "\n").collect()
}

/// End of a game in a log: its number, and how it ended for the first player: who won, and for how many points, where
/// there are any.
fn end(line: &str) -> Option<(usize, String)> {
    let number = field(line, "game")?.parse().ok()?;
    let sign = match field(line, "winner")? {
        "a" => "+",
        "b" => "-",
        _ => "=",
    };
    let points = field(line, "points").and_then(|points| points.parse::<f64>().ok());
    Some((number, points.map_or_else(|| sign.to_owned(), |points| format!("{sign}{}", points.abs()))))
}

/// Field of a line of JSON: a word or a number, or the first of a list.
fn field<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let rest = &line[line.find(&format!("\"{key}\":"))? + key.len() + 3..];
    let end = rest.find([',', '}', ']']).unwrap_or(rest.len());
    Some(rest[..end].trim_start_matches('[').trim_matches('"'))
}

/// Row of the table, from the last line of a match.
fn row(name: &str, result: &str) -> Option<String> {
    let number = |key: &str| field(result, key)?.parse::<f64>().ok();
    let list = |key: &str| {
        let rest = &result[result.find(&format!("\"{key}\":["))? + key.len() + 4..];
        rest[..rest.find(']')?].split(',').map(|one| one.parse::<f64>().ok()).sum::<Option<f64>>()
    };
    let faults = list("crashes")? + list("time_losses")? + list("illegal")?;
    let bound = |key| number(key).map_or_else(|| "∞".to_owned(), |elo| format!("{elo:+.0}"));
    let points = number("mean").zip(number("error"));
    let points = points.map_or_else(String::new, |(mean, error)| format!("{mean:+.4} ± {error:.4}"));
    Some(format!(
        "| {name} | {} | +{} ={} -{} | {faults} | {:.1} % | {} ({} to {}) | {points} |",
        number("games")?,
        number("wins")?,
        number("draws")?,
        number("losses")?,
        100.0 * number("score")?,
        bound("difference"),
        bound("low"),
        bound("high"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_from_the_result() {
        let result = concat!(
            r#"{"final":true,"games":10,"wins":3,"draws":0,"losses":7,"crashes":[0,1],"time_losses":[0,0],"#,
            r#""illegal":[2,0],"score":0.3,"points":{"mean":-0.41,"error":0.12},"#,
            r#""elo":{"difference":-147.19,"low":-478.1,"high":27.9,"los":0.05},"sprt":null}"#
        );
        let expected = "| x | 10 | +3 =0 -7 | 3 | 30.0 % | -147 (-478 to +28) | -0.4100 ± 0.1200 |";
        assert_eq!(row("x", result).as_deref(), Some(expected));
        let endless = result.replace("-147.19", "null");
        assert!(row("x", &endless).is_some_and(|row| row.contains("∞ (-478")));
        let without = result.replace(r#"{"mean":-0.41,"error":0.12}"#, "null");
        assert!(row("x", &without).is_some_and(|row| row.ends_with("to +28) |  |")));
        assert_eq!(row("x", "{}"), None);
    }

    #[test]
    fn a_digest_has_the_games_in_their_order() {
        let head = r#"{"format":"counterplay-match/1","game":"pig","a":"x","b":"y"}"#;
        let game = |number: u32, rest: &str| format!(r#"{{"game":{number},"pair":1,"first":"a",{rest},"plies":9}}"#);
        let games = [
            game(2, r#""winner":"b","points":-2.0"#),
            game(1, r#""winner":"a","points":1.0"#),
            game(3, r#""winner":null,"points":null"#),
        ];
        assert_eq!(digest(&format!("{head}\n{}\n", games.join("\n"))), "+1-2 =\n");
    }

    #[test]
    fn every_table_has_matches_and_a_wrong_name_is_refused() {
        assert!(TABLES.iter().all(|(table, _)| !matches(table).is_empty()));
        assert!(PACKAGES.iter().all(|(table, _)| TABLES.iter().any(|(known, _)| known == table)));
        assert!(run(&["level".to_owned()], Path::new("/")).is_err_and(|error| error.contains("`level`")));
    }

    #[test]
    fn the_name_of_a_game_means_all_of_its_tables() {
        let meant = |name: &str| TABLES.iter().filter(|(table, _)| is_meant(table, name)).count();
        assert_eq!((meant("chess"), meant("chess-toga2"), meant("che"), meant("")), (7, 1, 0, 0));
    }

    #[test]
    fn no_two_matches_have_the_same_log() {
        let all: Vec<String> = TABLES.iter().flat_map(|(table, _)| matches(table)).map(|one| one.name()).collect();
        assert!(all.iter().enumerate().all(|(at, name)| !all[..at].contains(name)), "{all:?}");
    }
}
