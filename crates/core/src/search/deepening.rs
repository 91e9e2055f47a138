//! Iterative deepening: one ply further each time, for as long as there is time.

use super::Decision;
use super::walk::SearchResult;
use crate::limits::{Allowance, Limits};
use crate::{Depth, Proof};

/// Iterative deepening: searches to depth 1, 2, 3 and so on, and keeps the answer of the last depth that was finished.
///
/// `search` looks to a depth with what is left of the limits; `on_progress` is called with the nodes so far and each
/// depth that is finished. It ends when an answer is exact, when the limits are used up, or at the depth asked for. The
/// statistics of the decision are those of its own depth, but for the nodes, which are all that were entered.
///
/// # Errors
/// If a search could not go on. Reaching a limit is no error: the decision then says so.
pub fn deepening<A>(
    limits: &Limits,
    deepest: Option<Depth>,
    mut search: impl FnMut(Depth, Limits) -> SearchResult<Decision<A>>,
    mut on_progress: impl FnMut(u64, Depth),
) -> SearchResult<(Decision<A>, Depth)> {
    let allowance = Allowance::new(limits);
    let deepest = deepest.map_or(u32::MAX, |depth| depth.0);
    let mut depth = Depth(1);
    let mut best = search(depth, allowance.left(0))?;
    let mut nodes = best.statistics.nodes;
    let mut finished = depth;
    while best.stopped.is_none() && best.value.proof != Proof::Exact && depth.0 < deepest {
        on_progress(nodes, depth);
        depth = Depth(depth.0 + 1);
        let next = search(depth, allowance.left(nodes))?;
        nodes += next.statistics.nodes;
        if next.stopped.is_some() {
            // A search that was cut short has looked at fewer actions than the one before.
            best.stopped = next.stopped;
        } else {
            (best, finished) = (next, depth);
        }
    }
    best.statistics.nodes = nodes;
    Ok((best, finished))
}
