//! Iterative deepening, beside crate `minimax`'s `IterativeSearch`.

use minimax::{IterativeOptions, IterativeSearch, Strategy};

use crate::board::{FromTheCentre, FromTheLeft, Listing, Rules, Stones, Zero};
use crate::cost::{median, timed};
use crate::row::{Measured, Outcome};
use crate::{Setup, ours};

const DEPTH: u8 = 24;
/// Table size of both, in MiB.
const TABLE: usize = 64;

/// Peer at its best: it orders moves by nothing but its table and the order in which they are listed. Of its options
/// MTD(f) is the quickest here, and the only one whose nodes do not depend on chance.
pub(crate) fn from_the_centre(setup: &Setup) -> Outcome {
    measure::<FromTheCentre>(setup.repeat)
}

/// Peer with the moves in the order of our own rules, once.
pub(crate) fn from_the_left(_: &Setup) -> Outcome {
    measure::<FromTheLeft>(1)
}

fn measure<L: Listing>(repeat: u32) -> Outcome {
    let (mut our_times, mut their_times, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..repeat {
        let answers = ours::search_to_depth(DEPTH.into(), TABLE)?;
        let (found, seconds) = timed(search_theirs::<L>);
        our_times.push(answers.cost.cpu);
        their_times.push(seconds);
        // The two need not agree: what a game teaches the search may reach beyond the depth.
        notes = vec![format!("ours: score {:?}, {} nodes", answers.scores, answers.nodes), format!("theirs: {found}")];
    }
    Ok(Measured::times(median(our_times), median(their_times), notes))
}

/// Peer's search, the making of the table included, as it is in the time of our process. Returns what it found.
fn search_theirs<L: Listing>() -> String {
    let options = IterativeOptions::new().with_table_byte_size(TABLE << 20).with_mtdf();
    let mut search = IterativeSearch::new(Zero::<Rules<L>>::new(), options);
    search.set_max_depth(DEPTH);
    search.choose_move(&Stones::default());
    let stats = search.stats(&mut Stones::default());
    let nodes = stats.lines().find(|line| line.starts_with("Explored")).unwrap_or_default();
    format!("score {}; {nodes}", search.root_value())
}
