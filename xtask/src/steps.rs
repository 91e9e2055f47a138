//! The steps of the one test command, as a table: adding a step is adding an entry to [`STEPS`].

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::process;
use crate::setup::{CargoTool, Needs};

/// One step: what it promises, what it needs, and the commands that check it.
#[derive(Debug, PartialEq)]
pub(crate) struct Step {
    /// The name under which the step is run alone.
    pub(crate) name: &'static str,
    /// What holds once the step has passed.
    pub(crate) promise: &'static str,
    /// Whether it takes too long for every run: it runs by its name, or with `--all`.
    pub(crate) is_long: bool,
    /// What must be installed first.
    pub(crate) needs: Needs,
    /// The commands, run in the workspace's root until one of them fails.
    pub(crate) commands: &'static [&'static [&'static str]],
    /// Commands that run after those, side by side, for they leave a core idle at times.
    pub(crate) together: &'static [&'static [&'static str]],
    /// Variables added to the environment of the commands.
    pub(crate) environment: &'static [(&'static str, &'static str)],
}

/// Where the tests of the page are.
const BROWSER: &str = "crates/server/browser";

/// Where the programs are that talk to our engines.
const CLIENTS: &str = "crates/protocols/clients";

/// Every step, the quickest to complain first.
pub(crate) const STEPS: &[Step] = &[
    Step {
        name: "format",
        promise: "every file is as rustfmt writes it",
        is_long: false,
        needs: Needs::NONE,
        commands: &[&["cargo", "fmt", "--all", "--check"]],
        together: &[],
        environment: &[],
    },
    Step {
        name: "lints",
        promise: "clippy and the compiler have no warning",
        is_long: false,
        needs: Needs::NONE,
        commands: &[&["cargo", "clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]],
        together: &[],
        environment: &[],
    },
    Step {
        name: "licences",
        promise: "every dependency has a licence and a source that deny.toml allows",
        is_long: false,
        needs: Needs { cargo_tools: &[CargoTool { name: "cargo-deny", version: "0.20.2" }], ..Needs::NONE },
        // Advisories are left out: their database is not in a package registry, and it changes from day to day, so
        // that the same commit would pass today and fail tomorrow.
        commands: &[&["cargo-deny", "--locked", "check", "licenses", "bans", "sources"]],
        together: &[],
        environment: &[],
    },
    Step {
        name: "tests",
        promise: "the unit, property, end-to-end and documentation tests pass",
        is_long: false,
        // A program for Othello that speaks GTP, one for chess that speaks UCI, one for backgammon, and the language of
        // the bots that the referee is tested with.
        needs: Needs { debian: &["gnubg", "gnuchess", "grhino", "python3"], ..Needs::NONE },
        // Programs of `examples` folders are left to the lints, which compile them too.
        commands: &[&["cargo", "test", "--workspace", "--locked", "--no-run", "--lib", "--bins", "--tests"]],
        // Cargo runs one binary of tests after the other. The two patterns leave none out, and all packages are chosen
        // each time, so that nothing is built again with other features. One that fails must not hide the others.
        together: &[
            &["cargo", "test", "--workspace", "--locked", "--no-fail-fast", "--test", "[ps]*"],
            &["cargo", "test", "--workspace", "--locked", "--no-fail-fast", "--lib", "--bins", "--test", "[!ps]*"],
            &["cargo", "test", "--workspace", "--locked", "--no-fail-fast", "--doc"],
        ],
        // What was installed must be found: a test with it is not passed over.
        environment: &[("COUNTERPLAY_PEERS", "required")],
    },
    Step {
        name: "clients",
        promise: "programs that others have written play whole games by our protocols",
        is_long: false,
        needs: Needs { python: Some(CLIENTS), ..Needs::NONE },
        commands: &[
            &["cargo", "build", "--locked", "-p", "counterplay"],
            &["python", "crates/protocols/clients/hub.py"],
            &["python", "crates/protocols/clients/uci.py"],
        ],
        together: &[],
        environment: &[],
    },
    Step {
        name: "docs",
        promise: "the documentation builds without a warning",
        is_long: false,
        needs: Needs::NONE,
        commands: &[&["cargo", "doc", "--workspace", "--no-deps", "--locked"]],
        together: &[],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
    },
    Step {
        name: "page",
        promise: "the scripts of the page are formatted and typed, and the types hold",
        is_long: false,
        needs: Needs { npm: Some(BROWSER), ..Needs::NONE },
        commands: &[
            &["npm", "--prefix", BROWSER, "run", "--silent", "formatted"],
            &["npm", "--prefix", BROWSER, "run", "--silent", "types"],
        ],
        together: &[],
        environment: &[],
    },
    Step {
        name: "browser",
        promise: "in a real browser every game is played and analysed, and nothing is lost or told",
        is_long: false,
        needs: Needs { debian: &["chromium"], npm: Some(BROWSER), ..Needs::NONE },
        commands: &[
            &["cargo", "build", "--locked", "-p", "counterplay", "-p", "your_game"],
            &["npm", "--prefix", BROWSER, "run", "--silent", "test"],
        ],
        together: &[],
        environment: &[],
    },
    Step {
        name: "scaffold",
        promise: "a game that `counterplay new` lays out passes its tests and is solved",
        is_long: true,
        needs: Needs::NONE,
        commands: &[&[
            "cargo",
            "test",
            "--locked",
            "-p",
            "counterplay",
            "--test",
            "program",
            "--",
            "--ignored",
            "new::",
        ]],
        together: &[],
        environment: &[],
    },
    Step {
        name: "browser-all",
        promise: "every game is played in both ways, and every page looked at in both themes",
        is_long: true,
        needs: Needs { debian: &["chromium"], npm: Some(BROWSER), ..Needs::NONE },
        commands: &[
            &["cargo", "build", "--locked", "-p", "counterplay", "-p", "your_game"],
            &["npm", "--prefix", BROWSER, "run", "--silent", "test"],
        ],
        together: &[],
        environment: &[("COUNTERPLAY_BROWSER", "all")],
    },
];

/// What asks for every step, those too that take long.
const ALL: &str = "--all";

/// The steps of these names, in the order of the table whatever the order of the names. For no name these are the steps
/// of every run, and with `--all` in place of names all of them.
pub(crate) fn select<'a>(table: &'a [Step], names: &[String]) -> Result<Vec<&'a Step>, String> {
    if names == [ALL] {
        return Ok(table.iter().collect());
    }
    if names.iter().any(|name| name == ALL) {
        return Err(format!("`{ALL}` means every step, and takes no names beside it"));
    }
    if let Some(unknown) = names.iter().find(|name| table.iter().all(|step| step.name != **name)) {
        return Err(format!("there is no step `{unknown}`"));
    }
    let is_chosen =
        |step: &Step| if names.is_empty() { !step.is_long } else { names.iter().any(|name| name == step.name) };
    Ok(table.iter().filter(|step| is_chosen(step)).collect())
}

/// Runs the steps one after the other and reports on each; `true` if all of them passed.
///
/// A step that fails does not stop those after it: one run tells all that is wrong.
pub(crate) fn run_all(chosen: &[&Step], root: &Path) -> bool {
    let mut results = Vec::with_capacity(chosen.len());
    for step in chosen {
        println!("\n==> {}: {}", step.name, step.promise);
        let start = Instant::now();
        let outcome = run(step, root);
        let elapsed = start.elapsed();
        match &outcome {
            Ok(()) => println!("==> {} passed in {:.1} s", step.name, elapsed.as_secs_f64()),
            Err(problem) => println!("==> {} FAILED after {:.1} s: {problem}", step.name, elapsed.as_secs_f64()),
        }
        results.push((*step, outcome.is_ok(), elapsed));
    }
    print!("\n{}", summary(&results));
    results.iter().all(|(_, passed, _)| *passed)
}

/// Installs what the step needs and runs its commands.
fn run(step: &Step, root: &Path) -> Result<(), String> {
    step.needs.ensure(root)?;
    let path = step.needs.search_path(root);
    let command = |words: &&[&str]| {
        let (program, arguments) = words.split_first().expect("a command has a program");
        let mut command = Command::new(program);
        command.args(arguments).envs(step.environment.iter().copied());
        command.envs(one_build(std::env::var_os("CI").is_some())).env("PATH", &path).current_dir(root);
        command
    };
    step.commands.iter().try_for_each(|words| process::run(&mut command(words)))?;
    process::run_together(step.together.iter().map(command).collect())
}

/// Variables for a machine that builds once and throws the build away: what only a second build would gain from takes a
/// seventh of the time. Continuous integration says that it is one by `CI`.
fn one_build(is_ci: bool) -> Option<(&'static str, &'static str)> {
    is_ci.then_some(("CARGO_INCREMENTAL", "0"))
}

/// A line for each step, and for each that failed the command that runs it alone.
fn summary(results: &[(&Step, bool, Duration)]) -> String {
    let line = |(step, passed, elapsed): &(&Step, bool, Duration)| {
        let verdict = if *passed { "passed" } else { "FAILED" };
        let hint = if *passed { String::new() } else { format!("   run it alone: cargo xtask test {}", step.name) };
        format!("{:<10} {verdict} {:>8.1} s{hint}\n", step.name, elapsed.as_secs_f64())
    };
    results.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(chosen: &[&Step]) -> Vec<&'static str> {
        chosen.iter().map(|step| step.name).collect()
    }

    #[test]
    fn names_are_distinct_and_every_step_does_something() {
        for (index, step) in STEPS.iter().enumerate() {
            assert!(STEPS[..index].iter().all(|earlier| earlier.name != step.name), "{}", step.name);
            assert!(step.commands.iter().chain(step.together).all(|command| !command.is_empty()));
            assert!(!step.commands.is_empty());
        }
    }

    #[test]
    fn the_table_and_not_the_person_sets_the_order() {
        let chosen = select(STEPS, &["tests".into(), "format".into(), "tests".into()]).unwrap();
        assert_eq!(names(&chosen), ["format", "tests"]);
    }

    #[test]
    fn no_name_selects_those_of_every_run_and_an_unknown_one_none() {
        assert_eq!(select(STEPS, &[]).unwrap().len(), STEPS.iter().filter(|step| !step.is_long).count());
        assert!(select(STEPS, &["lints".into(), "lint".into()]).unwrap_err().contains("`lint`"));
    }

    #[test]
    fn what_takes_long_runs_by_name_and_with_all() {
        let table = [step(&[&["true"]], &[]), Step { name: "long", is_long: true, ..step(&[&["true"]], &[]) }];
        let chosen = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            select(&table, &words).map(|chosen| names(&chosen))
        };
        assert_eq!(chosen(&[]), Ok(vec!["made"]));
        assert_eq!(chosen(&["--all"]), Ok(vec!["made", "long"]));
        assert_eq!(chosen(&["long"]), Ok(vec!["long"]));
        assert!(chosen(&["--all", "long"]).unwrap_err().contains("`--all`"));
    }

    #[test]
    fn the_summary_says_how_to_run_a_failed_step_alone() {
        let text =
            summary(&[(&STEPS[0], true, Duration::from_millis(1_250)), (&STEPS[1], false, Duration::from_secs(60))]);
        let expected = "format     passed      1.2 s\n\
                        lints      FAILED     60.0 s   run it alone: cargo xtask test lints\n";
        assert_eq!(text, expected);
    }

    /// A step made for a test, with the standard tools of Unix for its commands.
    fn step(
        commands: &'static [&'static [&'static str]],
        environment: &'static [(&'static str, &'static str)],
    ) -> Step {
        let (name, promise, needs) = ("made", "made for a test", Needs::NONE);
        Step { name, promise, is_long: false, needs, commands, together: &[], environment }
    }

    #[test]
    fn nothing_is_kept_for_a_second_build_where_there_is_none() {
        assert_eq!((one_build(false), one_build(true)), (None, Some(("CARGO_INCREMENTAL", "0"))));
    }

    #[test]
    fn one_failed_step_fails_the_run_but_not_the_steps_after_it() {
        let root = Path::new("/");
        let (good, bad) = (step(&[&["true"]], &[]), step(&[&["true"], &["false"], &["no-such-program"]], &[]));
        assert!(run_all(&[&good, &good], root));
        assert!(!run_all(&[&bad, &good], root));
        assert_eq!(run(&bad, root), Err("`false` ended with exit status: 1".into()));
    }

    #[test]
    fn commands_run_in_the_root_with_the_environment_of_their_step() {
        let checks = step(&[&["sh", "-c", "test \"$PWD\" = / && test \"$COLOUR\" = blue"]], &[("COLOUR", "blue")]);
        assert_eq!(run(&checks, Path::new("/")), Ok(()));
    }
}
