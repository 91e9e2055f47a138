//! `counterplay serve`: the browser app, on this machine alone.

use std::io::IsTerminal;
use std::net::Ipv4Addr;
use std::process::{Command, Stdio};

use counterplay_server::{Server, Settings};

use crate::Context;
use crate::failure::Failure;
use crate::memory;

/// Open the browser app: play and analyse every game
///
/// It is served on this machine alone, at http://127.0.0.1:8017/ or, if that is taken, at another port. Ctrl-C ends it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The port to listen on; a free one is taken if it is not to be had
    #[arg(long, value_name = "N", default_value_t = Settings::default().port)]
    port: u16,
    /// The address to listen at: 127.0.0.1 is this machine alone, 0.0.0.0 lets a container's port be published
    #[arg(long, value_name = "ADDRESS", default_value_t = Settings::default().address)]
    address: Ipv4Addr,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let usual = Settings::default();
    // Every search that runs at the same time has a table.
    let memory = memory::share(2 * usual.workers);
    let settings =
        Settings { address: args.address, port: args.port, memory, stack: context.stack.min(usual.stack), ..usual };
    let refused = |error: std::io::Error| Failure::resource(format!("the server cannot listen: {error}"));
    let server = Server::bind(context.catalog, settings).map_err(refused)?;
    let port = server.address().port();
    if args.port != 0 && port != args.port {
        eprintln!("note: port {} is taken, so it is {port}", args.port);
    }
    let address = format!("http://127.0.0.1:{port}/");
    context.output.line(&address)?;
    context.output.flush()?;
    if !args.no_open && std::io::stdout().is_terminal() {
        open(&address);
    }
    let stopper = server.stopper();
    let told = context.signals.tell(move || stopper.stop());
    told.map_err(|error| Failure::resource(format!("signals cannot be heard: {error}")))?;
    server.run();
    Ok(0)
}

/// Opens an address in the browser, if the system knows how.
fn open(address: &str) {
    let mut command = if cfg!(target_os = "windows") {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
    };
    let command = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // Waited for on a thread of its own, for it may be the browser itself.
        std::thread::spawn(move || drop(child.wait()));
    }
}
