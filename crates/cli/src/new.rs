//! `counterplay new NAME`: lays out a crate with a game of one's own.

use std::path::{Path, PathBuf};

use crate::Context;
use crate::failure::Failure;

/// Lay out a crate for a game of your own, ready to run
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The name of the game and of the folder: small letters, digits and -
    #[arg(value_name = "NAME")]
    name: String,
    /// Build into this folder: games that share it share what they depend on, and only the first pays for it
    #[arg(long, value_name = "FOLDER")]
    target: Option<PathBuf>,
    /// The library: crates/counterplay of a checkout, where it is not the one that this program was built from
    #[arg(long, value_name = "FOLDER")]
    library: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Files of the crate: a game of matches that is complete and small, to be replaced by one's own.
const FILES: [(&str, &str); 5] = [
    (".cargo/config.toml", include_str!("../template/config.toml.txt")),
    (".gitignore", include_str!("../template/gitignore.txt")),
    ("Cargo.toml", include_str!("../template/Cargo.toml.txt")),
    ("src/main.rs", include_str!("../template/main.rs.txt")),
    ("src/rules.rs", include_str!("../template/rules.rs.txt")),
];

/// Names that are taken: crates of Rust's own, and folders of Cargo's where it puts programs.
const TAKEN: [&str; 13] = [
    "counterplay",
    "core",
    "std",
    "alloc",
    "test",
    "proc-macro",
    "self",
    "super",
    "crate",
    "build",
    "deps",
    "examples",
    "incremental",
];

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let name = args.name.as_str();
    let sound = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        && !name.ends_with('-');
    if !sound {
        return Err(Failure::usage(format!(
            "{name:?} is no name for a crate: small letters, digits and -, a letter first"
        )));
    }
    if TAKEN.contains(&name) {
        return Err(Failure::usage(format!("{name:?} means something else to Rust: choose another name")));
    }
    let folder = Path::new(name);
    if folder.exists() {
        return Err(Failure::usage(format!("{name} is already there; nothing was written")));
    }
    let (dependency, target) = (dependency(args.library.as_deref())?, target(args.target.as_deref())?);
    for (path, template) in FILES {
        let file = folder.join(path);
        let content = template.replace("NAME", name).replace("DEPENDENCY", &dependency).replace("@TARGET@", &target);
        let written =
            file.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&file, content));
        written.map_err(|error| Failure::writing(&file.to_string_lossy(), &error))?;
        if !args.json {
            context.output.line(format!("wrote {}", file.display()))?;
        }
    }
    if args.json {
        let files: Vec<String> = FILES.iter().map(|(path, _)| format!("{name}/{path}")).collect();
        context.output.json(&serde_json::json!({ "name": name, "files": files }))?;
        return Ok(0);
    }
    if args.target.is_none() {
        context.output.line("a second game builds in seconds if both are made with `--target FOLDER`, the same one")?;
    }
    context.output.line(format!(
        "now (the first build takes a minute): cd {name} && cargo run --release -- check {name} \
                       && cargo run --release -- play {name}"
    ))?;
    Ok(0)
}

/// Dependency of the new crate on the library: the one that is given, or where this program was built from, if that is
/// still there.
fn dependency(given: Option<&Path>) -> Result<String, Failure> {
    let by_path = |library: &Path| format!("{{ path = {:?}, default-features = false }}", library.to_string_lossy());
    if let Some(library) = given {
        let manifest = library.join("Cargo.toml");
        let is_library =
            std::fs::read_to_string(&manifest).is_ok_and(|text| text.contains("\nname = \"counterplay\"\n"));
        if !is_library {
            let library = library.display();
            return Err(Failure::usage(format!(
                "{library} is not the library: --library takes the folder crates/counterplay of a checkout"
            )));
        }
        return Ok(by_path(&absolute(library)?));
    }
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("counterplay");
    if library.join("Cargo.toml").is_file() {
        return Ok(by_path(&library));
    }
    let version = env!("CARGO_PKG_VERSION");
    eprintln!(
        "note: the checkout that this program was built from is not here, so the game asks crates.io for counterplay \
         {version}; `--library CHECKOUT/crates/counterplay` names another checkout"
    );
    Ok(format!("{{ version = {version:?}, default-features = false }}"))
}

/// Line of Cargo's configuration that says into which folder to build.
fn target(given: Option<&Path>) -> Result<String, Failure> {
    Ok(match given {
        Some(folder) => format!("target-dir = {:?}", absolute(folder)?.to_string_lossy()),
        None => "# target-dir = \"/where/they/all/build\"".to_owned(),
    })
}

/// The path from the root, since the crate lies in another folder than the one from which it was named.
fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}
