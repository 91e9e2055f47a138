//! Manual pages, `counterplay man`: one for the program and one for each verb.

use std::path::PathBuf;

use crate::Context;
use crate::failure::Failure;

/// Write the pages of the manual into a folder, as counterplay.1, counterplay-solve.1 and so on
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder, which is made if it is not there: ~/.local/share/man/man1 is where `man` looks
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let folder = &args.folder;
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(crate::command(context.catalog, crate::Shown::All), folder));
    written.map_err(|error| Failure::writing(&folder.to_string_lossy(), &error))?;
    context.output.line(format!("wrote the pages of the manual to {}", folder.display()))?;
    Ok(0)
}
