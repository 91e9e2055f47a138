//! What a page needs to show a game as one seat sees it.

use counterplay_catalog::{AnyPosition, TurnWord};
use counterplay_core::Seat;
use counterplay_render::{board_svg, board_text};
use serde_json::{Map, Value, json};

use crate::player::players_json;
use crate::session::Session;
use crate::value::number;

/// The scene of a session. Where there are secrets everything in it is made from what the seat sees, and nothing from the state.
pub(crate) fn scene(session: &Session, seat: Option<Seat>) -> Value {
    let position = session.position.as_ref();
    let drawing = position.board(seat);
    let text = seen(position, seat);
    let notation = session.game.read(&text).is_ok();
    let start = if session.start.is_empty() || seat.is_none() {
        session.start.clone()
    } else {
        seen(session.root.as_ref(), seat)
    };
    json!({
        "session": session.id,
        "game": session.name,
        "title": session.title,
        "options": options_json(&session.options),
        "luck": session.game.has_luck(),
        "secrets": session.secrets(),
        "players": players_json(session.players),
        "seat": seat.map(|seat| seat.to_string()),
        "start": start,
        "moves": position.history(seat),
        "position": text,
        "notation": notation,
        "turn": position.turn().to_string(),
        "over": position.turn() == TurnWord::Over,
        "result": result(position),
        "actions": actions(position, seat),
        "board": board_svg(&drawing),
        "buttons": buttons(position, seat),
        "spoken": board_text(&drawing),
        "text": board_text(&drawing),
    })
}

/// The position as a seat sees it; all of it where nothing is hidden.
pub(crate) fn seen(position: &dyn AnyPosition, seat: Option<Seat>) -> String {
    position.seen(seat.unwrap_or(Seat::FIRST))
}

/// Whether a seat may see what can be done here: where nothing is hidden, and when it is its own choice.
fn may_see_actions(position: &dyn AnyPosition, seat: Option<Seat>) -> bool {
    seat.is_none_or(|seat| position.turn() == TurnWord::Seat(seat))
}

fn actions(position: &dyn AnyPosition, seat: Option<Seat>) -> Vec<Value> {
    if !may_see_actions(position, seat) {
        return Vec::new();
    }
    let one = |action: counterplay_catalog::ActionWord| {
        json!({"word": action.word, "paths": [[action.word]], "probability": action.probability})
    };
    position.actions().into_iter().map(one).collect()
}

fn buttons(position: &dyn AnyPosition, seat: Option<Seat>) -> Vec<String> {
    let shown = may_see_actions(position, seat);
    position.actions().into_iter().filter(|_| shown).map(|action| action.word).collect()
}

/// How a finished game went.
fn result(position: &dyn AnyPosition) -> Option<Value> {
    let (first, second) = (position.result(Seat::FIRST)?, position.result(Seat::SECOND)?);
    let words = match first.total_cmp(&second) {
        std::cmp::Ordering::Greater => "first wins",
        std::cmp::Ordering::Less => "second wins",
        std::cmp::Ordering::Equal => "a draw",
    };
    Some(json!({"first": number(first), "second": number(second), "words": words}))
}

pub(crate) fn options_json(options: &[(&'static str, i64)]) -> Value {
    Value::Object(options.iter().map(|&(name, value)| (name.to_owned(), json!(value))).collect::<Map<_, _>>())
}
