//! `counterplay show GAME`: the board, who is to move, the legal actions.

use counterplay_api::heat::heated;
use counterplay_api::json::number;
use counterplay_api::{ActionWord, AnyPosition, Report, TurnWord};
use counterplay_core::{Drawing, Seat};
use counterplay_render::{Look, board_svg_as, board_text};
use serde_json::{Value, json};

use crate::Context;
use crate::batch;
use crate::failure::Failure;
use crate::limits::LimitArgs;
use crate::r#move::THINKING_TIME;
use crate::output::{write_picture, write_png};
use crate::position::{self, PositionArgs};
use crate::report_text::{decimal, side};

/// Show the board, who is to move and the legal actions
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    at: PositionArgs,
    /// Paint on each cell what it is worth to act there: the share of the best that can happen, or where the game knows
    /// it the probability of a hit
    #[arg(long, conflicts_with = "batch")]
    heat: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// Draw the board as SVG
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    svg: Option<String>,
    /// Draw the board as PNG
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    png: Option<String>,
    /// How the picture looks: light, dark, or print, in black and white
    #[arg(long, value_name = "LOOK", default_value = "light", value_parser = look)]
    look: Look,
    /// A position per line, from a file or - for stdin; answers a JSON line each
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    batch: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

fn look(text: &str) -> Result<Look, String> {
    let found = Look::ALL.into_iter().find(|(name, _)| *name == text);
    found.map(|(_, look)| look).ok_or_else(|| "expected light, dark or print".to_owned())
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = args.at.game(context.catalog, &context.given)?;
    if let Some(path) = &args.batch {
        return batch::run(path, context, |line, _| {
            let position = position::read(game.as_ref(), line)?;
            Ok((of_position(&args.at.game, position.as_ref()), 0))
        });
    }
    let position = args.at.read(game.as_ref())?;
    let (board, report) = match paint(args, position.as_ref(), context)? {
        Some((board, report)) => (board, Some(report)),
        None => (position.board(None), None),
    };
    if let Some(path) = &args.svg {
        write_picture(path, &board_svg_as(&board, args.look), &mut context.output)?;
    }
    if let Some(path) = &args.png {
        write_png(path, &board_svg_as(&board, args.look), &mut context.output)?;
    }
    if args.json {
        let mut shown = of_position(&args.at.game, position.as_ref());
        if report.is_some() {
            let hot =
                board.cells.iter().filter_map(|cell| Some((cell.name.clone(), json!(f64::from(cell.heat?) / 1000.0))));
            shown["heat"] = Value::Object(hot.collect());
        }
        context.output.json(&shown)?;
    } else if ![&args.svg, &args.png].iter().any(|path| path.as_deref() == Some("-")) {
        let note = report.and_then(|report| report.note).map(|note| format!("heat     {note}"));
        for line in describe(position.as_ref(), &board).into_iter().chain(note) {
            context.output.line(line)?;
        }
    }
    Ok(0)
}

/// Board with the worth of its cells, if that is asked for.
fn paint(args: &Args, position: &dyn AnyPosition, context: &Context<'_>) -> Result<Option<(Drawing, Report)>, Failure> {
    let open = args.limits.are_open();
    if !args.heat {
        let why = "limits are for a search, and `show` searches only for --heat";
        return if open { Ok(None) } else { Err(Failure::usage(why)) };
    }
    let mut request = args.limits.request(position.has_secrets(), context.stack, &context.signals.stop)?;
    request.limits.time = request.limits.time.or(open.then_some(THINKING_TIME));
    Ok(Some(heated(position, None, &request, &mut |_| {})?))
}

fn of_position(game: &str, position: &dyn AnyPosition) -> Value {
    let actions = options(position);
    let words: Vec<&str> = actions.iter().map(|action| action.word.as_str()).collect();
    let over = position.turn() == TurnWord::Over;
    let mut shown = json!({
        "game": game,
        "position": position.text(),
        "turn": if over { Value::Null } else { json!(position.turn().to_string()) },
        "terminal": over,
        "actions": words,
    });
    if position.turn() == TurnWord::Chance {
        shown["probabilities"] = actions.iter().map(|action| action.probability).collect();
    }
    if let Some(result) = position.result(Seat::FIRST) {
        shown["result"] = number(result);
    }
    if let Some(ending) = position.ending() {
        shown["ending"] = ending.into();
    }
    shown
}

/// Possible actions. What chance can do in the middle of a game with secrets is left out: a card that cannot be dealt
/// any more is one that somebody holds.
fn options(position: &dyn AnyPosition) -> Vec<ActionWord> {
    let begins = position.plies() == 0 && position.start_text(None).is_none();
    let tells = position.has_secrets() && position.turn() == TurnWord::Chance && !begins;
    if tells { Vec::new() } else { position.actions() }
}

/// Description of the position for people, with its board.
fn describe(position: &dyn AnyPosition, board: &Drawing) -> Vec<String> {
    let mut lines: Vec<String> = board_text(board).lines().map(str::to_owned).collect();
    // Without a drawing and a notation the board is the text already.
    if lines.join("\n") != position.text() {
        lines.push(format!("position {}", position.text()));
    }
    match position.turn() {
        TurnWord::Over => {
            let result = position.result(Seat::FIRST).unwrap_or(f64::NAN);
            let how = position.ending().map_or_else(String::new, |ending| format!(" {ending}"));
            lines.push(format!("the game is over{how}: {} for {}", decimal(result), side(position, Seat::FIRST)));
        }
        turn => {
            let name = match turn {
                TurnWord::Seat(seat) => side(position, seat).to_owned(),
                turn => turn.to_string(),
            };
            lines.push(format!("turn     {name}"));
            let actions = options(position);
            // Where they have blanks in them, blanks do not tell them apart.
            let between = if actions.iter().any(|action| action.text().contains(' ')) { ", " } else { " " };
            let words = actions.iter().map(|action| match action.probability {
                Some(probability) => {
                    format!("{} ({})", action.text(), counterplay_render::number::probability(probability))
                }
                None => action.text().to_owned(),
            });
            let words: Vec<String> = words.collect();
            if !words.is_empty() {
                lines.push(format!("actions  {}", words.join(between)));
            }
        }
    }
    lines
}
