//! `cargo xtask weights GAME`: learns the weights that the repository has, anew.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::process::{hand_over, prepare};

/// Game whose weights are in the repository, and what made them.
struct Lesson {
    game: &'static str,
    file: &'static str,
    /// Training settings. Equal numbers of games and equal seeds give equal files.
    settings: &'static [&'static str],
}

const LESSONS: [Lesson; 4] = [
    Lesson {
        game: "othello",
        file: "crates/games/othello/src/weights.bin",
        settings: &["--seed", "1", "--games", "80000", "--threads", "2"],
    },
    Lesson {
        game: "checkers",
        file: "crates/games/checkers/src/weights.bin",
        settings: &["--seed", "1", "--games", "40000", "--threads", "2"],
    },
    Lesson {
        game: "chess",
        file: "crates/games/chess/src/weights.bin",
        // The linear part alone is kept for the match that tells what the network is worth.
        settings: &["--seed", "1", "--games", "107017", "--threads", "2", "--linear", "testdata/chess-linear.weights"],
    },
    Lesson {
        game: "backgammon",
        file: "crates/games/backgammon/src/weights.bin",
        settings: &["--seed", "1", "--games", "4547765", "--threads", "2"],
    },
];

/// Builds the program and runs its `train`.
///
/// # Errors
/// If there are no weights of such a game, or the program cannot be built or started.
pub(crate) fn run(game: &str, root: &Path) -> Result<ExitCode, String> {
    let lesson = LESSONS.iter().find(|lesson| lesson.game == game);
    let names: Vec<&str> = LESSONS.iter().map(|lesson| lesson.game).collect();
    let lesson = lesson.ok_or_else(|| format!("there are weights of {}, not of {game}", names.join(", ")))?;
    let cargo = |verb: &str| {
        let mut command = Command::new("cargo");
        command.args([verb, "--quiet", "--release", "--locked", "--package", "counterplay"]).current_dir(root);
        command
    };
    prepare(&mut cargo("build"))?;
    hand_over(cargo("run").args(["--", "train", lesson.game, "--out", lesson.file]).args(lesson.settings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learned_anew_is_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert!(LESSONS.iter().all(|lesson| root.join(lesson.file).is_file()));
        assert!(run("hog", root).unwrap_err().contains("othello"));
    }
}
