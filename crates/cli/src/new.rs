//! `counterplay new NAME`: lays out a crate with a game of one's own.

use std::path::Path;

use crate::Context;
use crate::failure::Failure;

/// Lay out a crate for a game of your own, ready to run
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The name of the game and of the folder: small letters, digits and -
    #[arg(value_name = "NAME")]
    name: String,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Files of the crate: a game of matches that is complete and small, to be replaced by one's own.
const FILES: [(&str, &str); 3] = [
    ("Cargo.toml", include_str!("../template/Cargo.toml.txt")),
    ("src/main.rs", include_str!("../template/main.rs.txt")),
    ("src/rules.rs", include_str!("../template/rules.rs.txt")),
];

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let name = args.name.as_str();
    let sound = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        && !name.ends_with('-');
    let taken = ["counterplay", "core", "std", "alloc", "test", "proc-macro", "self", "super", "crate"].contains(&name);
    if !sound || taken {
        return Err(Failure::usage(format!(
            "{name:?} is no name for a crate: small letters, digits and -, a letter first"
        )));
    }
    let folder = Path::new(name);
    if folder.exists() {
        return Err(Failure::usage(format!("{name} is already there; nothing was written")));
    }
    for (path, template) in FILES {
        let file = folder.join(path);
        let content = template.replace("NAME", name).replace("DEPENDENCY", &dependency());
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
    context.output.line(format!(
        "now (the first build takes a minute): cd {name} && cargo run --release -- check {name} \
                       && cargo run --release -- play {name}"
    ))?;
    Ok(0)
}

/// Dependency of the new crate on the library: where this program was built from, if that is still there.
fn dependency() -> String {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("counterplay");
    if library.join("Cargo.toml").is_file() {
        format!("{{ path = {:?}, default-features = false }}", library.to_string_lossy())
    } else {
        format!("{{ version = {:?}, default-features = false }}", env!("CARGO_PKG_VERSION"))
    }
}
