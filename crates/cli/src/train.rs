//! `counterplay train GAME`: learns an evaluation from self-play.

use std::path::Path;
use std::time::{Duration, Instant};

use counterplay_api::AnyGame;
use counterplay_api::trainer::{Plan, Strength, TrainingRun};
use counterplay_render::chart::{Axis, Chart, Series};
use serde_json::{Value, json};

use crate::Context;
use crate::failure::Failure;
use crate::input;
use crate::output::{replace_file, try_writing, write_picture};
use crate::position;
use crate::progress::ProgressLine;

/// Learn an evaluation from self-play, from nothing
///
/// The weights go into a small file that a game's entry in the catalog embeds. The same seed and the same number of
/// games give the same weights, on however many threads. Ctrl-C writes what there is so far, and --resume goes on from
/// a checkpoint.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game; `games` lists them
    #[arg(value_name = "GAME")]
    game: String,
    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    out: String,
    /// Where to write the weights without the network that was learned on top of a linear part, to be measured against
    #[arg(long, value_name = "FILE")]
    linear: Option<String>,
    /// How long to train, such as 30s or 10m; 10m if neither this nor --games is given
    #[arg(long, value_parser = crate::limits::time, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// How many games to play, such as 5000 or 1e5
    #[arg(long, value_parser = crate::limits::nodes, allow_hyphen_values = true)]
    games: Option<u64>,
    /// How many threads to use
    #[arg(long, value_parser = crate::limits::threads, allow_hyphen_values = true, default_value = "1")]
    threads: u32,
    /// The seed of everything that is drawn at random
    #[arg(long, value_parser = crate::limits::seed, allow_hyphen_values = true, default_value = "1")]
    seed: u64,
    /// Where to write now and then how far the training has got
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<String>,
    /// Go on from the checkpoint
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Draw the strength against the time as SVG, or as PNG if FILE ends in .png
    #[arg(long, value_name = "FILE")]
    plot: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Default training time.
const TIME: Duration = Duration::from_secs(600);

/// Time from one checkpoint to the next.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(20);

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = position::game(context.catalog, &args.game, &context.given)?;
    let mut course = begin(args, game.as_ref())?;
    if args.linear.is_some() && course.linear_part().is_none() {
        return Err(Failure::usage(format!(
            "--linear: no network is learned of {} on top of a linear part",
            args.game
        )));
    }
    let files = [Some(&args.out), args.linear.as_ref(), args.checkpoint.as_ref(), args.plot.as_ref()];
    for path in files.into_iter().flatten() {
        try_writing(path)?;
    }
    let plan = Plan {
        seed: args.seed,
        threads: args.threads as usize,
        games: args.games,
        time: args.time.or(args.games.is_none().then_some(TIME)),
        stop: Some(context.signals.stop.clone()),
        ..Plan::default()
    };
    let line = ProgressLine::begin();
    let (mut rounds, mut checkpoint, mut failed) = (course.rounds(), Instant::now(), None);
    let before = (course.games(), course.time());
    let mut on_progress = |course: &TrainingRun| {
        tell(&line, course, before, &plan);
        // What a round has brought is told for good.
        if course.rounds() > rounds {
            rounds = course.rounds();
            line.note(&summary(course));
        }
        if let Some(path) = &args.checkpoint
            && checkpoint.elapsed() >= BETWEEN_CHECKPOINTS
        {
            failed = replace_file(path, &course.write()).err();
            checkpoint = Instant::now();
        }
        // Without a place for what is learned there is no sense in going on.
        if failed.is_some() {
            context.signals.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    };
    let trained = game.train(&mut course, &plan, &mut on_progress);
    drop(line);
    trained?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    if let Some(path) = &args.checkpoint {
        replace_file(path, &course.write())?;
    }
    let file = course.weights().write();
    replace_file(&args.out, &file)?;
    if let (Some(path), Some(weights)) = (&args.linear, course.linear_part()) {
        replace_file(path, &weights.write())?;
    }
    if let Some(path) = &args.plot {
        write_picture(path, &plot(&args.game, &course).svg(), &mut context.output)?;
    }
    if args.json {
        context.output.json(&answer(args, &course, file.len()))?;
    } else {
        context.output.line(summary(&course))?;
        context.output.line(format!("{}: {} bytes", args.out, file.len()))?;
    }
    Ok(0)
}

/// Starts a run, or reads where an earlier one has got to.
fn begin(args: &Args, game: &dyn AnyGame) -> Result<TrainingRun, Failure> {
    let course = game.begin_training(args.seed).ok_or_else(|| {
        Failure::usage(format!(
            "{} cannot learn: it does not say what can be counted in its states. Implement `Features` for it, and name \
             them in its entry by `learned`",
            args.game
        ))
    })?;
    match &args.checkpoint {
        Some(path) if args.resume => {
            let file = input::bytes(path)?;
            TrainingRun::read(&file, &course)
                .map_err(|error| Failure::input(format!("the training cannot go on from {path}: {error}")))
        }
        Some(path) if Path::new(path).exists() => Err(Failure::usage(format!(
            "there is a checkpoint {path} already: go on from it with --resume, or name another file"
        ))),
        _ => Ok(course),
    }
}

/// Tells on the progress line how far the training is: of the games or of the time that this run has, without those of
/// `before`.
fn tell(line: &ProgressLine, course: &TrainingRun, before: (u64, Duration), plan: &Plan) {
    let games = plan.games.map(|all| (course.games() - before.0, all.saturating_sub(before.0)));
    let milliseconds = |time: Duration| time.as_millis() as u64;
    let time = plan.time.map(|all| (milliseconds(course.time().saturating_sub(before.1)), milliseconds(all)));
    // Whichever limit is nearer to its end.
    let part = |&(done, all): &(u64, u64)| done as f64 / all.max(1) as f64;
    if let Some((done, all)) = games.into_iter().chain(time).max_by(|a, b| part(a).total_cmp(&part(b))) {
        line.share(done, all);
    }
    let (round, games, positions) = (course.rounds() + 1, course.games(), course.positions());
    line.say(format!("round {round}, {games} games, {positions} positions"));
}

/// Summary of the training so far, in a line.
fn summary(course: &TrainingRun) -> String {
    let error = course.error().map(|error| format!("  error {error:.2}")).unwrap_or_default();
    let strength = course.strengths().last().map(|Strength { tally, .. }| {
        let share = 100.0 * tally.share();
        format!("  against before {}-{}-{}, {share:.0} %", tally.wins, tally.draws, tally.losses)
    });
    format!(
        "{:>5} s  round {:>2}  {:>8} games  {:>9} positions{error}{}",
        course.time().as_secs(),
        course.rounds(),
        course.games(),
        course.positions(),
        strength.unwrap_or_default()
    )
}

fn answer(args: &Args, course: &TrainingRun, bytes: usize) -> Value {
    let strength = |at: &Strength| {
        let tally = &at.tally;
        json!({
            "seconds": at.time.as_secs_f64(), "games": at.games,
            "wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "mean": tally.mean,
        })
    };
    json!({
        "game": args.game,
        "out": args.out,
        "bytes": bytes,
        "seed": args.seed,
        "rounds": course.rounds(),
        "games": course.games(),
        "positions": course.positions(),
        "error": course.error(),
        "strength": course.strengths().iter().map(strength).collect::<Vec<_>>(),
        "ms": course.time().as_secs_f64() * 1e3,
    })
}

/// Chart of strength against time.
fn plot(game: &str, course: &TrainingRun) -> Chart {
    let points = course.strengths().iter().map(|at| (at.time.as_secs_f64(), at.tally.mean));
    let end = course.time().as_secs_f64();
    Chart {
        title: format!("{game}: strength of what is learned"),
        x: Axis::linear("seconds"),
        y: Axis::linear("points a game against the evaluation of before"),
        series: vec![Series::new("learned", points)],
        references: vec![Series::new("as strong as before", [(0.0, 0.0), (end, 0.0)])],
    }
}
