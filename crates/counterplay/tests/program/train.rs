//! `train`, as a user runs it.

use std::path::PathBuf;

use crate::common::{Answer, run};

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("train-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn train(folder: &std::path::Path, game: &[&str], more: &[&str]) -> Answer {
    let out = folder.join("weights.bin");
    run(&[&["train"], game, &["--out", out.to_str().unwrap()], more].concat())
}

#[test]
fn weights_a_checkpoint_and_a_plot_are_written() {
    let folder = folder("files");
    let [checkpoint, plot] = ["checkpoint", "strength.svg"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let small = &["othello", "--size", "4"];
    let settings = ["--games", "210", "--threads", "2", "--checkpoint", &checkpoint, "--plot", &plot, "--json"];
    let answer = train(&folder, small, &settings);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let json = answer.json();
    assert_eq!((&json["game"], &json["games"], &json["rounds"]), (&"othello".into(), &210.into(), &2.into()));
    assert!(json["positions"].as_u64().unwrap() > 210 && json["error"].as_f64().unwrap() > 0.0, "{json}");
    assert_eq!(json["strength"].as_array().unwrap().len(), 2);
    assert!(answer.stderr.contains("round  1"), "{}", answer.stderr);
    let weights = std::fs::read(folder.join("weights.bin")).unwrap();
    assert_eq!((weights.len() as u64, &weights[..8]), (json["bytes"].as_u64().unwrap(), &b"weights\n"[..]));
    assert!(std::fs::read_to_string(&plot).unwrap().contains("</svg>"));
    // The same again, from the beginning and from the checkpoint.
    let again = train(&folder, small, &["--games", "210"]);
    assert!(again.stdout.contains("210 games"), "{}", again.stdout);
    assert_eq!(std::fs::read(folder.join("weights.bin")).unwrap(), weights);
    let more = train(&folder, small, &["--games", "230", "--checkpoint", &checkpoint, "--resume", "--json"]);
    assert_eq!((more.code, &more.json()["games"]), (0, &230.into()), "{}", more.stderr);
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    let folder = folder("refused");
    let refused = |game: &[&str], more: &[&str], code: i32, words: &str| {
        let answer = train(&folder, game, more);
        assert_eq!(answer.code, code, "{more:?}: {}", answer.stderr);
        assert!(answer.stderr.contains(words), "{more:?}: {}", answer.stderr);
    };
    refused(&["tictactoe"], &[], 2, "Implement `Features`");
    refused(&["hog"], &[], 2, "cannot learn");
    refused(&["othello"], &["--resume"], 2, "--checkpoint");
    let path = folder.join("checkpoint").to_str().unwrap().to_owned();
    refused(&["othello"], &["--checkpoint", &path, "--resume"], 3, "cannot be read");
    std::fs::write(&path, b"something else").unwrap();
    refused(&["othello"], &["--checkpoint", &path], 2, "--resume");
    refused(&["othello"], &["--checkpoint", &path, "--resume"], 3, "it is not a checkpoint file");
    assert_eq!(std::fs::read(&path).unwrap(), b"something else");
    std::fs::remove_file(&path).unwrap();
    let small = &["othello", "--size", "4"];
    assert_eq!(train(&folder, small, &["--games", "5", "--checkpoint", &path]).code, 0);
    refused(small, &["--checkpoint", &path, "--resume", "--seed", "2"], 3, "a training with seed 1, not 2");
    refused(&["othello"], &["--checkpoint", &path, "--resume"], 3, "other options of the game");
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    refused(small, &["--checkpoint", &path, "--resume"], 3, &format!("cut off at byte {} of", whole.len() / 2));
    let nowhere = folder.join("nowhere/plot.svg").to_str().unwrap().to_owned();
    refused(small, &["--plot", &nowhere], 4, "cannot be written");
}

#[cfg(unix)]
#[test]
fn ctrl_c_writes_what_there_is() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let folder = folder("stopped");
    let [out, checkpoint] = ["weights.bin", "checkpoint"].map(|name| folder.join(name));
    let mut child = Command::new(env!("CARGO_BIN_EXE_counterplay"))
        .args(["train", "othello", "--size", "4", "--time", "10m", "--out"])
        .arg(&out)
        .arg("--checkpoint")
        .arg(&checkpoint)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Something has been learned when the first round is over.
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("against before")));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    lines.for_each(drop);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(std::fs::read(&out).unwrap().starts_with(b"weights\n"));
    let path = checkpoint.to_str().unwrap();
    let resumed =
        train(&folder, &["othello", "--size", "4"], &["--games", "201", "--checkpoint", path, "--resume", "--json"]);
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    assert!(resumed.json()["games"].as_u64() >= Some(201));
}

#[test]
fn weights_are_used_and_a_file_that_is_cut_foreign_or_damaged_is_refused_with_the_reason() {
    let folder = folder("use");
    assert_eq!(train(&folder, &["othello", "--size", "4"], &["--games", "60"]).code, 0);
    let path = folder.join("weights.bin");
    let whole = std::fs::read(&path).unwrap();
    let judged =
        |game: &[&str]| run(&[&["move"], game, &["--depth", "3", "--weights", path.to_str().unwrap()]].concat());
    let small = ["othello", "--size", "4"];
    assert_eq!(judged(&small).code, 0);
    let refused = |game: &[&str], code: i32, reason: &str| {
        let answer = judged(game);
        assert_eq!(answer.code, code, "{}", answer.stderr);
        assert!(answer.stderr.contains(reason), "{}", answer.stderr);
    };
    refused(&["othello"], 3, "other options");
    refused(&["tictactoe"], 2, "no evaluation that is learned");
    std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    refused(&small, 3, "the weights cannot be used");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 4;
    std::fs::write(&path, flipped).unwrap();
    refused(&small, 3, "the weights cannot be used");
    std::fs::write(&path, b"[Game \"othello\"]").unwrap();
    refused(&small, 3, "the weights cannot be used");
}
