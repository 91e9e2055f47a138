//! Verb `move`, `counterplay move GAME`: finds the next best move.

use std::time::Duration;

use crate::Context;
use crate::failure::Failure;
use crate::search::{self, SearchArgs};

/// Find the next best move
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    search: SearchArgs,
}

/// Default time for a move.
pub(crate) const THINKING_TIME: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let open = args.search.limits.are_open();
    search::run(
        &args.search,
        open.then_some(THINKING_TIME),
        context,
        |position, request, progress| position.best(request, progress),
        |_| 0,
    )
}
