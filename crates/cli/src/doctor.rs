//! Verb `doctor`, `counterplay doctor`: what other programs need to use the engines, and whether it works here.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use counterplay_api::{Item, OpenTables, Options, UserFiles, heads};
use counterplay_protocols::Protocol;
use serde_json::{Value, json};

use crate::Context;
use crate::failure::{Exit, Failure};
use crate::{input, memory};

/// Show what other programs need to talk to the engines, and try whether it works here
///
/// For each game and protocol: the command line that a program starts the engine by, the programs that speak the
/// protocol, and where in them it is entered. Each engine is started and greeted as such a program does. Tables and
/// weights in a folder are opened, and what is known of the terminal and the machine is told. Exit code 1 if anything
/// does not work.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  counterplay doctor
  counterplay doctor othello --dir tables")]
pub(crate) struct Args {
    /// The game; all games that other programs can play if not given
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Where to look for tables, and for weights: files that end in .weights, or are called weights.bin
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    dir: PathBuf,
    /// How long an engine may take to answer, such as 500ms or 5s
    #[arg(long, value_parser = crate::limits::time, allow_hyphen_values = true, default_value = "10s")]
    time: Duration,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Something that was tried.
struct Finding {
    /// What it is, in a few words.
    what: String,
    /// Fault of it, if there is one.
    fault: Option<String>,
    /// Lines about it, for people.
    lines: Vec<String>,
    json: Value,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    if let Some(name) = args.game.as_deref().filter(|name| context.catalog.find(name).is_none()) {
        return Err(Failure::usage(format!("there is no game {name}; `games` lists them")));
    }
    if !args.dir.is_dir() {
        return Err(Failure::input(format!("there is no folder {}", args.dir.display())));
    }
    let program = std::env::current_exe().map_err(|error| Failure::input(format!("where am I? {error}")))?;
    let items = || context.catalog.items().filter(|item| args.game.as_deref().is_none_or(|name| item.name() == name));
    let (mut engines, mut guis) = (Vec::new(), Vec::new());
    for protocol in Protocol::ALL {
        if !args.json && items().any(|item| protocol.suits(item)) {
            guis.extend(protocol.guis().iter().map(|gui| format!("{:8} {}: {}", protocol.name(), gui.name, gui.how)));
        }
        for item in items().filter(|item| protocol.suits(*item)) {
            engines.push(try_engine(protocol, item, &program, args.time));
        }
    }
    let tables: Vec<Finding> = items().filter_map(|item| tables(item, &args.dir)).collect();
    let weights = weights(&items().collect::<Vec<_>>(), &args.dir)?;
    let found = || engines.iter().chain(&tables).chain(&weights);
    let is_well = found().all(|finding| finding.fault.is_none());
    if args.json {
        let all = |findings: &[Finding]| findings.iter().map(|finding| finding.json.clone()).collect::<Vec<_>>();
        context.output.json(&json!({
            "ok": is_well, "program": program.display().to_string(), "engines": all(&engines),
            "tables": all(&tables), "weights": all(&weights), "terminal": terminal_json(),
        }))?;
    } else {
        for finding in found() {
            let verdict = finding.fault.as_ref().map_or("ok".to_owned(), |fault| format!("failed: {fault}"));
            context.output.line(format!("{:24} {verdict}", finding.what))?;
            for line in &finding.lines {
                context.output.line(format!("    {line}"))?;
            }
        }
        if !guis.is_empty() {
            context.output.line("\nwhere programs take these lines")?;
            guis.iter().try_for_each(|line| context.output.line(format!("    {line}")))?;
            context.output.line("")?;
        }
        if engines.is_empty() {
            let game = args.game.as_deref().unwrap_or("any game");
            context
                .output
                .line(format!("no protocol is for {game}: other programs cannot play it; `serve` and `play` can"))?;
        }
        if tables.is_empty() && weights.is_empty() {
            context.output.line(format!("{:24} none in {} (--dir)", "tables and weights", args.dir.display()))?;
        }
        context.output.line(format!("{:24} {}", "terminal", terminal_words()))?;
    }
    Ok(if is_well { 0 } else { Exit::Negative as u8 })
}

/// Greets the engine of a game, as a program of this protocol does.
fn try_engine(protocol: Protocol, item: &dyn Item, program: &Path, patience: Duration) -> Finding {
    let arguments = ["engine", protocol.name(), item.name()];
    let tried = protocol.try_engine(Command::new(program).args(arguments), patience);
    let mut lines = vec![format!("{} {}", quoted(program), arguments.join(" "))];
    let mut elo = None;
    if protocol == Protocol::Uci {
        elo = item.level_ratings();
        lines.push(elo.map_or_else(
            || "no UCI_Elo: the ratings of its levels are not measured; --level 1 to 10 makes it weaker".to_owned(),
            |ratings| format!("UCI_Elo from {} to {}: {}", ratings.least(), ratings.most(), ratings.source()),
        ));
    }
    let elo = elo.map(|elo| json!({"least": elo.least(), "most": elo.most(), "source": elo.source()}));
    let guis = protocol.guis().iter().map(|gui| json!({"name": gui.name, "how": gui.how}));
    let json = json!({
        "game": item.name(), "protocol": protocol.name(), "program": program.display().to_string(),
        "arguments": arguments, "guis": guis.collect::<Vec<_>>(), "ok": tried.is_ok(),
        "ms": tried.as_ref().ok().map(|time| time.as_millis() as u64), "fault": tried.as_ref().err(), "elo": elo,
    });
    Finding { what: format!("{} {}", protocol.name(), item.name()), fault: tried.err(), lines, json }
}

/// Path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    if text.contains([' ', '\'', '"', '(', ')', '&']) { format!("'{}'", text.replace('\'', "'\\''")) } else { text }
}

/// Tables of a game in a folder, if there are any.
fn tables(item: &dyn Item, folder: &Path) -> Option<Finding> {
    let game = item.build(&Options::default()).ok()?;
    let opening = OpenTables { name: item.name(), folder, memory: memory::share(1) as u64, on_warning: |_| {} };
    let opened = game.tables()?.open(&opening);
    let (slices, refused) = (heads(&opened).count(), opened.refused().len());
    if slices + refused == 0 {
        return None;
    }
    let fault = (refused > 0).then(|| {
        format!("{refused} files cannot be used; counterplay tables verify {} --dir {}", item.name(), quoted(folder))
    });
    let lines = vec![format!("{slices} slices; use them by --tables {}", quoted(folder))];
    let json = json!({
        "game": item.name(), "folder": folder.display().to_string(), "slices": slices, "refused": refused,
        "ok": refused == 0,
    });
    Some(Finding { what: format!("tables of {}", item.name()), fault, lines, json })
}

/// Weights in a folder, each with the game that can use it.
fn weights(items: &[&dyn Item], folder: &Path) -> Result<Vec<Finding>, Failure> {
    let name = folder.display().to_string();
    let entries = std::fs::read_dir(folder).map_err(|error| Failure::reading(&name, &error))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| {
        let is_named_so = path.file_name().is_some_and(|name| name == "weights.bin");
        path.is_file() && (is_named_so || path.extension().is_some_and(|extension| extension == "weights"))
    });
    paths.sort();
    paths.iter().map(|path| weights_file(items, path)).collect()
}

fn weights_file(items: &[&dyn Item], path: &Path) -> Result<Finding, Failure> {
    let name = path.display().to_string();
    let bytes = input::bytes(&name)?;
    let files = UserFiles { weights: Some(&bytes), ..UserFiles::default() };
    let (mut fits, mut refusal) = (Vec::new(), None);
    for item in items.iter().filter(|item| item.learns()) {
        match item.build_with(&Options::default(), &files) {
            Ok(_) => fits.push(item.name()),
            Err(error) => refusal = Some(error.to_string()),
        }
    }
    let fault = fits.is_empty().then(|| match refusal {
        Some(why) if items.len() == 1 => why,
        _ => "no game can use it".to_owned(),
    });
    let lines = fits.iter().map(|game| format!("for {game}; use it by --weights {}", quoted(path))).collect();
    let json = json!({"file": name, "games": fits, "ok": fault.is_none(), "fault": fault});
    Ok(Finding { what: format!("weights {}", path.file_name().unwrap_or_default().display()), fault, lines, json })
}

/// Whether the locale says that characters beyond ASCII can be shown.
fn speaks_utf8() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].iter().filter_map(|name| std::env::var(name).ok());
    let first = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default().to_lowercase();
    first.contains("utf-8") || first.contains("utf8")
}

fn terminal_json() -> Value {
    json!({
        "stdout": std::io::stdout().is_terminal(), "stderr": std::io::stderr().is_terminal(), "utf8": speaks_utf8(),
        "cores": cores(), "memory": memory::available(),
    })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What is known of the terminal and the machine, in words.
fn terminal_words() -> String {
    let shows =
        if std::io::stderr().is_terminal() { "progress is shown" } else { "no terminal: progress is a line in 30 s" };
    let letters = if speaks_utf8() { "UTF-8" } else { "no UTF-8 locale: boards may look wrong (LANG=C.UTF-8 helps)" };
    let memory = memory::available().map(|bytes| format!(", {} MiB of memory", bytes >> 20)).unwrap_or_default();
    let threads = if cores() == 1 { "1 core".to_owned() } else { format!("{} cores", cores()) };
    format!("{shows}; {letters}; {threads}{memory}")
}
