//! `counterplay rollout GAME`: plays a position out many times.

use std::time::{Duration, Instant};

use counterplay_api::json::{self, limit_word};
use counterplay_api::{AnyPosition, RolledAction, RolloutPlan, RolloutReport, TurnWord};
use counterplay_core::Limit;
use counterplay_core::search::Rollout;

use crate::Context;
use crate::failure::Failure;
use crate::limits::{LimitArgs, lines, whole};
use crate::position::{self, PositionArgs};
use crate::progress::ProgressLine;
use crate::report_text::{decimal, whose};

/// Play a position out many times, and compare what can be done in it
///
/// Both sides choose by the evaluation, looking --depth plies ahead (1 if not given), and the luck of the dice is
/// removed. At chance's turn the position itself is rolled out.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    at: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// How many games to play for each action, such as 1296 or 1e4
    #[arg(long, value_parser = games, allow_hyphen_values = true, default_value_t = Rollout::USUAL)]
    games: usize,
    /// After how many throws a game is broken off and judged by the evaluation, as backgammon counts plies; none plays
    /// to the end
    #[arg(long, value_name = "N|none", value_parser = plies, allow_hyphen_values = true, default_value = "none")]
    plies: Plies,
    /// How many actions to roll out, the best by the evaluation
    #[arg(
        long,
        value_name = "N",
        value_parser = lines,
        allow_hyphen_values = true,
        default_value = "3",
        conflicts_with = "action"
    )]
    actions: usize,
    /// An action to roll out; may be given several times
    #[arg(long, value_name = "ACTION", allow_hyphen_values = true)]
    action: Vec<String>,
    /// Leave the luck in: the games are quicker, and the error is larger
    #[arg(long)]
    keep_luck: bool,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Length of a game in plies. `None` for a game that is played to its end.
#[derive(Clone, Copy, Debug)]
struct Plies(Option<u32>);

fn games(text: &str) -> Result<usize, String> {
    whole(text, 1, Rollout::MOST as u64).map(|games| games as usize)
}

fn plies(text: &str) -> Result<Plies, String> {
    if text == "none" {
        return Ok(Plies(None));
    }
    let plies = whole(text, 1, 1_000_000).map_err(|expected| format!("{expected}, or none"))?;
    Ok(Plies(Some(plies as u32)))
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = position::game(context.catalog, &args.at.game, &context.given)?;
    let mut request = args.limits.request(game.has_secrets(), context.stack, &context.signals.stop)?;
    let position = args.at.read(game.as_ref())?;
    if !args.action.is_empty() && !matches!(position.turn(), TurnWord::Seat(_)) {
        return Err(Failure::usage("no seat is to move: leave out --action, and the position itself is rolled out"));
    }
    let plan = RolloutPlan {
        games: args.games,
        plies: args.plies.0,
        luck_removed: !args.keep_luck,
        actions: args.action.clone(),
        most: args.actions,
    };
    let start = Instant::now();
    let line = ProgressLine::of_search(&mut request);
    line.share(0, args.games as u64);
    let found = position.rollout(&plan, &request, &mut |so_far| tell(&line, so_far, args.games));
    drop(line);
    let found = found?;
    let time = start.elapsed();
    if args.json {
        context.output.json(&json::rollout(&args.at.game, position.as_ref(), &plan, &request, &found, time))?;
        return Ok(0);
    }
    for line in text_of(&found, position.as_ref(), time) {
        context.output.line(line)?;
    }
    Ok(0)
}

/// Report of a rollout, for people.
fn text_of(found: &RolloutReport, position: &dyn AnyPosition, time: Duration) -> Vec<String> {
    let mut lines = vec![format!("values for {}", whose(position))];
    let name = |rolled: &RolledAction| rolled.action.clone().unwrap_or_else(|| "position".to_owned());
    let width = found.actions.iter().map(|rolled| name(rolled).chars().count()).max().unwrap_or(0);
    for rolled in &found.actions {
        let ends: Vec<String> =
            rolled.ends.iter().map(|&(end, often)| format!("{} in {often}", decimal(end))).collect();
        let broken_off = (rolled.broken_off > 0).then(|| format!("{} broken off", rolled.broken_off));
        let ends = ends.into_iter().chain(broken_off).collect::<Vec<_>>().join(", ");
        let sight = format!("{} at first sight", decimal(rolled.first_sight));
        lines.push(format!("{:width$}  {}  {sight}; {ends}", name(rolled), with_error(rolled)));
    }
    if let [best, _, ..] = &found.actions[..] {
        // Rounded down, so that what is not sure never looks so.
        let sure = decimal((found.confidence * 1e3).floor() / 10.0);
        lines.push(format!("best     {}, at least {sure} % sure", name(best)));
    }
    if let Some(share) = found.luck_share {
        lines.push(format!("luck     {:.1} % of the variance, removed", 100.0 * share));
    }
    lines.push(format!("rollout  {} games each, {} nodes, {:.3} s", found.games, found.nodes, time.as_secs_f64()));
    match found.stopped {
        Some(Limit::Stop) => lines.push("stopped  by a signal".to_owned()),
        Some(limit) => lines.push(format!("stopped  the limit of {} was reached", limit_word(limit))),
        None => {}
    }
    lines
}

fn with_error(rolled: &RolledAction) -> String {
    let RolledAction { value, error, .. } = rolled;
    if error.is_finite() { format!("{value:+.4} ± {error:.4}") } else { format!("{value:+.4}, without a game") }
}

/// Tells on the progress line how many games have been played, and what is best so far.
fn tell(line: &ProgressLine, so_far: &RolloutReport, games: usize) {
    line.share(so_far.games as u64, games as u64);
    let best = so_far.actions.first();
    let word = best.and_then(|rolled| rolled.action.clone()).unwrap_or_else(|| "position".to_owned());
    let value = best.map(with_error).unwrap_or_default();
    line.say(format!("{} of {games} games each, {word} {value}", so_far.games));
}
