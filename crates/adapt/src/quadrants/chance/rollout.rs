//! Rollouts, as the side to move counts them.

use counterplay_api::{Request, RolledAction, RolloutPlan, RolloutReport, SearchError};
use counterplay_core::search::{Rolled, Rollouts};

use super::ChancePosition;
use crate::point_of_view::PointOfView;

/// Plays the position out many times: see [`AnyPosition::rollout`](counterplay_api::AnyPosition::rollout).
pub(in crate::quadrants) fn rollout(
    position: &dyn ChancePosition,
    plan: &RolloutPlan,
    request: &Request,
    progress: &mut dyn FnMut(&RolloutReport),
) -> Result<RolloutReport, SearchError> {
    let mover = position.point_of_view();
    let found = position.rollout(plan, request, &mut |so_far| progress(&report(&mover, so_far)))?;
    Ok(report(&mover, &found))
}

/// What was found, as the side to move counts it.
fn report(mover: &PointOfView, found: &Rollouts<String>) -> RolloutReport {
    let rolled = |rolled: &Rolled<String>| {
        let mut ends: Vec<(f64, u64)> =
            rolled.ends.iter().map(|&(end, often)| (mover.score(end.into()), often)).collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        RolledAction {
            action: rolled.action.clone(),
            value: mover.score(rolled.mean),
            error: rolled.error / mover.scale,
            raw_value: mover.score(rolled.raw_mean),
            raw_error: rolled.raw_error / mover.scale,
            first_sight: mover.score(rolled.first_sight),
            ends,
            broken_off: rolled.broken_off,
        }
    };
    let mut actions: Vec<RolledAction> = found.actions.iter().map(rolled).collect();
    if found.choice < actions.len() {
        actions[..=found.choice].rotate_right(1);
    }
    actions[1..].sort_by(|a, b| b.value.total_cmp(&a.value));
    let mut report = RolloutReport::default();
    (report.actions, report.confidence, report.games) = (actions, found.confidence, found.games);
    (report.luck_share, report.nodes, report.stopped) = (found.luck_share(), found.nodes, found.stopped);
    report
}
