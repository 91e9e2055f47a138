//! Game catalog, and texts of games that somebody pasted.

use std::sync::Arc;

use counterplay_api::json as shape;
use counterplay_api::record::{Record, RecordError};
use counterplay_api::{AnyGame, AnyPosition, Draft, Item, Level, OptionError, Options};
use counterplay_core::notation::SIDES;
use counterplay_core::{Seat, TextError};
use counterplay_render::board_svg;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::api_error::{ApiError, ApiResult, Kind};
use crate::game_files;
use crate::searches::guarded;
use crate::session::{Session, play_line};
use crate::state::State;
use crate::view::options_json;

/// `GET /api/catalog`.
pub(crate) fn catalog(state: &State) -> ApiResult {
    Ok(state.listing.get_or_init(|| listing(state)).clone())
}

fn listing(state: &State) -> Value {
    let games: Vec<Value> = state.catalog.items().map(|item| about(state, item)).collect();
    let levels: Vec<Value> =
        Level::all().map(|level| json!({"level": level.number(), "text": level.describe()})).collect();
    json!({"server": state.run, "version": env!("CARGO_PKG_VERSION"), "games": games, "levels": levels})
}

fn about(state: &State, item: &dyn Item) -> Value {
    let options: Vec<Value> = (item.options().iter())
        .map(|spec| {
            let (least, most) = (spec.least, spec.most);
            json!({"name": spec.name, "help": spec.help, "least": least, "most": most, "default": spec.default})
        })
        .collect();
    // A game whose rules panic at the start is on the list all the same, without a board.
    let start = guarded(item.has_secrets(), || {
        let game = item.build(&Options::default()).ok()?;
        let position = game.start();
        let seat = game.has_secrets().then_some(Seat::FIRST);
        // What the game looks like in play is what is shown of it, if it says so.
        let sample = game_files::sample(state, item).unwrap_or_else(|| position.copy());
        let is_arranged = game.arrange(&Draft { pieces: None, turn: Seat::FIRST }).is_some();
        let (board, actions) = (board_svg(&sample.board(seat)), position.actions().len());
        let scale = shape::scale(&game.review_scale(), position.even());
        Some((game.reads_positions(), is_arranged, board, actions, game.sides(), scale))
    });
    let none = (false, false, String::new(), 0, SIDES, Value::default());
    let (positions, arranged, board, actions, sides, scale) = start.ok().flatten().unwrap_or(none);
    json!({
        "name": item.name(),
        "title": item.title(),
        "notation": item.notation(),
        "luck": item.has_luck(),
        "secrets": item.has_secrets(),
        "positions": positions,
        "arranged": arranged,
        "formats": item.formats().iter().map(|format| format.name).collect::<Vec<_>>(),
        "sides": sides,
        "options": options,
        "board": board,
        "actions": actions,
        "scale": scale,
    })
}

/// Game with the options of a request.
pub(crate) struct Chosen<'a> {
    pub(crate) item: &'a dyn Item,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) options: Vec<(&'static str, i64)>,
}

/// Finds a game by its name in the catalog, and makes it with its options.
pub(crate) fn choose<'a>(state: &'a State, name: &str, options: &Map<String, Value>) -> Result<Chosen<'a>, ApiError> {
    let none = || ApiError::new(Kind::NoGame, format!("there is no game {name:?}")).field("game");
    let item = state.catalog.find(name).ok_or_else(none)?;
    let mut given: Vec<(&str, String)> = Vec::new();
    for (name, value) in options {
        let text = match value {
            Value::Number(number) => number.to_string(),
            Value::String(text) => text.clone(),
            other => {
                let message = format!("an option is a whole number, and not {other}");
                return Err(ApiError::new(Kind::BadOption, message).field(format!("options.{name}")));
            }
        };
        given.push((name, text));
    }
    let given: Vec<(&str, &str)> = given.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let read = Options::read(item.options(), &given).map_err(|error| bad_option(&error))?;
    let game = guarded(item.has_secrets(), || item.build(&read))?.map_err(|error| bad_option(&error))?;
    let options = item.options().iter().filter_map(|spec| Some((spec.name, read.get(spec.name)?))).collect();
    Ok(Chosen { item, game, options })
}

fn bad_option(error: &OptionError) -> ApiError {
    let field = match error {
        OptionError::Unknown { name, .. } => format!("options.{name}"),
        OptionError::Range { spec, .. } => format!("options.{}", spec.name),
        _ => "options".to_owned(),
    };
    // The command line's dashes mean nothing here.
    ApiError::new(Kind::BadOption, error.to_string().replace("--", "")).field(field)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pasted {
    #[serde(default)]
    options: Map<String, Value>,
    text: String,
}

/// `POST /api/games/{game}/read`: a position, a line of moves, or a game file.
pub(crate) fn read(state: &State, name: &str, pasted: &Pasted) -> ApiResult {
    let text = pasted.text.trim_start_matches('\u{feff}').trim();
    // Options that the pasted text names come before those of the game before.
    let mut options = pasted.options.clone();
    let named = state.catalog.find(name).map_or_else(Vec::new, |item| item.told_by(text));
    options.extend(named.into_iter().map(|(option, value)| (option.to_owned(), value.into())));
    let Chosen { item, game, options } = choose(state, name, &options)?;
    // PDN begins with a tag too.
    let is_record = || guarded(item.has_secrets(), || game.read_game(text).is_none());
    if text.starts_with('[') && is_record()? {
        return guarded(item.has_secrets(), || read_file(state, name, text))?;
    }
    guarded(item.has_secrets(), || {
        let (kind, start, moves) = parse_text(game.as_ref(), text)?;
        let root = root(game.as_ref(), &start)?;
        let position = play_line(root.as_ref(), &moves)?;
        let board = board_svg(&position.board(None));
        Ok(json!({"kind": kind, "position": start, "moves": moves, "options": options_json(&options), "board": board}))
    })?
}

type ParsedText = (&'static str, String, Vec<String>);

/// Parses a text: a position, or else moves from the start. Of the two errors the one that got further is reported.
fn parse_text(game: &dyn AnyGame, text: &str) -> Result<ParsedText, ApiError> {
    let error = match game.read(text) {
        Ok(_) => return Ok(("position", text.to_owned(), Vec::new())),
        Err(error) => error,
    };
    let words: Vec<&str> = game.split_moves(text);
    let (mut position, mut read) = (game.start(), 0);
    for word in &words {
        let offset = text[read..].find(word).map_or(read, |at| read + at);
        read = text.floor_char_boundary(offset + word.len());
        match position.play(word) {
            Ok(()) => {}
            Err(illegal) if offset >= error.offset => {
                let illegal = TextError::new(offset, illegal.error.message);
                return Err(ApiError::text(Kind::IllegalMove, &illegal, text).field("text"));
            }
            Err(_) => return Err(ApiError::text(Kind::BadPosition, &error, text).field("text")),
        }
    }
    if words.is_empty() {
        return Err(ApiError::text(Kind::BadPosition, &error, text).field("text"));
    }
    Ok(("moves", String::new(), words.into_iter().map(str::to_owned).collect()))
}

/// Root position of a line: a position, or the start of the game.
pub(crate) fn root(game: &dyn AnyGame, text: &str) -> Result<Box<dyn AnyPosition>, ApiError> {
    if text.trim().is_empty() {
        return Ok(game.start());
    }
    game.read(text).map_err(|error| ApiError::text(Kind::BadPosition, &error, text).field("position"))
}

/// Reads a game file.
fn read_file(state: &State, name: &str, text: &str) -> ApiResult {
    let record = Record::parse(text).map_err(|error| ApiError::text(Kind::BadPosition, &error, text).field("text"))?;
    if record.game != name {
        let message = format!("this is a file of the game {:?}", record.game);
        return Err(ApiError::new(Kind::NoGame, message).field("text"));
    }
    let (_, position) = record.open(&state.catalog).map_err(|error| {
        let kind = match &error {
            RecordError::Game(_) => Kind::BadOption,
            RecordError::Position(_) => Kind::BadPosition,
            RecordError::Move { .. } => Kind::IllegalMove,
            _ => Kind::BadRequest,
        };
        ApiError::new(kind, error.to_string()).field("text")
    })?;
    let options = record.options.iter().map(|(name, value)| {
        let number = value.parse::<i64>().map_or_else(|_| json!(value), |number| json!(number));
        (name.clone(), number)
    });
    let options: Map<String, Value> = options.collect();
    let (moves, board) = (position.line(), board_svg(&position.board(None)));
    Ok(json!({"kind": "file", "position": record.position, "moves": moves, "options": options, "board": board}))
}

/// `GET …/file`: the game as a file, as a seat knows it.
pub(crate) fn record(session: &Session, seat: Option<Seat>) -> String {
    let options: Vec<(String, String)> =
        session.options.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    let players = session.players.map(|player| Some(player.to_string()));
    let mut record = Record::of(&session.name, &options, session.position.as_ref(), players);
    if seat.is_some() {
        record.moves = session.position.history(seat);
        record.position = session.position.start_text(seat).unwrap_or_default();
    }
    record.to_text()
}
