//! Game view for a page, as one seat sees it.

use counterplay_api::json::number;
use counterplay_api::{ActionWord, AnyPosition, TurnWord};
use counterplay_core::Seat;
use counterplay_core::picture::{Drawing, Path};
use counterplay_render::{board_svg, board_text, piece_svg, spoken};
use serde_json::{Map, Value, json};

use crate::player::players_json;
use crate::session::Session;

/// JSON view of a session for a seat. Where there are secrets everything in it is made from what the seat sees, and
/// nothing from the state.
pub(crate) fn view(session: &Session, seat: Option<Seat>) -> Value {
    let position = session.position.as_ref();
    let drawing = position.board(seat);
    let text = position.text_for(seat);
    let notation = session.game.read(&text).is_ok();
    let (movers, moves): (Vec<String>, Vec<String>) =
        position.history_since(0, seat).into_iter().map(|(turn, word)| (turn.to_string(), word)).unzip();
    let short_moves = position.at(0).short_line(&moves);
    let mut view = json!({
        "session": session.id,
        "game": session.name,
        "title": session.title,
        "options": options_json(&session.options),
        "luck": session.game.has_luck(),
        "secrets": session.secrets(),
        "sides": session.game.sides(),
        "players": players_json(session.players),
        "seat": seat.map(|seat| seat.to_string()),
        "start": position.start_text(seat).unwrap_or_default(),
        "moves": moves,
        "movers": movers,
        "position": text,
        "notation": notation,
        "turn": position.turn().to_string(),
        "over": position.turn() == TurnWord::Over,
        "result": result(position),
        "actions": actions(position, seat),
        "board": board_svg(&drawing),
        "buttons": drawing.buttons,
        "faces": faces(&drawing),
        "spoken": spoken(&drawing),
        "text": board_text(&drawing),
    });
    if let Some(short_moves) = short_moves {
        view["short_moves"] = short_moves.into();
    }
    view
}

/// Pictures of the pieces that buttons stand for.
fn faces(drawing: &Drawing) -> Value {
    let shown = drawing.faces.iter().filter(|(name, _)| drawing.buttons.contains(name));
    Value::Object(shown.map(|(name, piece)| (name.clone(), piece_svg(piece, drawing).into())).collect::<Map<_, _>>())
}

/// Whether a seat may see the legal actions: where nothing is hidden, and when it is its own choice.
fn may_see_actions(position: &dyn AnyPosition, seat: Option<Seat>) -> bool {
    seat.is_none_or(|seat| position.turn() == TurnWord::Seat(seat))
}

fn actions(position: &dyn AnyPosition, seat: Option<Seat>) -> Vec<Value> {
    if !may_see_actions(position, seat) {
        return Vec::new();
    }
    let action = |(action, paths): (ActionWord, Vec<Path>)| {
        let ActionWord { word, short, probability, .. } = action;
        let mut action = json!({"word": word, "paths": paths, "probability": probability});
        if let Some(short) = short {
            action["short"] = short.into();
        }
        action
    };
    position.actions().into_iter().zip(position.paths()).map(action).collect()
}

/// Result of a finished game.
fn result(position: &dyn AnyPosition) -> Option<Value> {
    let (first, second) = (position.result(Seat::FIRST)?, position.result(Seat::SECOND)?);
    let words = match first.total_cmp(&second) {
        std::cmp::Ordering::Greater => "first wins",
        std::cmp::Ordering::Less => "second wins",
        std::cmp::Ordering::Equal => "a draw",
    };
    let mut result = json!({"first": number(first), "second": number(second), "words": words});
    if let Some(ending) = position.ending() {
        result["ending"] = ending.into();
    }
    Some(result)
}

pub(crate) fn options_json(options: &[(&'static str, i64)]) -> Value {
    Value::Object(options.iter().map(|&(name, value)| (name.to_owned(), json!(value))).collect::<Map<_, _>>())
}
