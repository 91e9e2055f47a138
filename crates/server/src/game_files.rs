//! Game files: read with all games in them, written again, and positions set up piece by piece.

use counterplay_api::record::Record;
use counterplay_api::{AnyPosition, Draft, FileGame, FoundGame, Item, Reading, TurnWord, Unrecognized};
use counterplay_core::set_up::Placed;
use counterplay_core::{Heading, Note, NoteKind, Seat, TextError};
use counterplay_render::{board_svg, piece_svg};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::api_error::{ApiError, ApiResult, Kind};
use crate::games::{Chosen, choose, root};
use crate::searches::guarded;
use crate::session::play_line;
use crate::state::State;

/// Most games of a file that are listed: more than anybody chooses from by hand.
const MOST_LISTED: usize = 5000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Dropped {
    text: String,
    /// The game to try first; the others are asked if it cannot read the text.
    game: Option<String>,
    #[serde(default)]
    options: Map<String, Value>,
    /// Which game of the file is wanted with its moves, by the number of the reading and its own, from 1.
    wanted: Option<(usize, usize)>,
}

/// The position that a game shows of itself.
pub(crate) fn sample(state: &State, item: &dyn Item) -> Option<Box<dyn AnyPosition>> {
    let sample = Some(item.sample()).filter(|sample| !sample.is_empty())?;
    state.catalog.read_as(item.name(), &[], sample).ok()?.games.into_iter().next()?.file.position
}

/// `POST /api/files/read`: all games of a text, and of which game of the catalog they are.
pub(crate) fn read(state: &State, dropped: &Dropped) -> ApiResult {
    let text = dropped.text.as_str();
    let readings = recognized(state, dropped)?;
    let places = Places::of(text);
    if let Some((reading, number)) = dropped.wanted {
        let chosen = (reading.checked_sub(1).and_then(|at| readings.get(at)))
            .and_then(|reading| Some((reading, number.checked_sub(1).and_then(|at| reading.games.get(at))?)));
        let (reading, found) = chosen.ok_or_else(|| {
            ApiError::new(Kind::BadRequest, "there is no game of this number in the file").field("wanted")
        })?;
        return whole(state, reading, found, text, &places);
    }
    let listed = |reading: &Reading| {
        let games: Vec<Value> =
            reading.games.iter().take(MOST_LISTED).map(|found| summary(state, found, &places)).collect();
        json!({"game": reading.game(), "form": reading.form.to_string(), "count": reading.games.len(), "games": games})
    };
    Ok(json!({"readings": readings.iter().map(listed).collect::<Vec<_>>()}))
}

/// The ways in which a text can be read: as the game that was asked for, or else as any other.
fn recognized(state: &State, dropped: &Dropped) -> Result<Vec<Reading>, ApiError> {
    let text = dropped.text.as_str();
    let refused = |error: &Unrecognized| {
        let place = error.tried.first().map(|(_, error)| error.clone());
        let message = if error.tried.len() == 1 { error.to_string() } else { error.describe(text) };
        let place = place.map_or(0, |error| error.offset);
        ApiError::text(Kind::BadPosition, &TextError::new(place, message), text).field("text")
    };
    let Some(name) = &dropped.game else {
        return state.catalog.recognize(text).map_err(|error| refused(&error));
    };
    let options = choose(state, name, &dropped.options)?.options;
    let options: Vec<(String, String)> =
        options.into_iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect();
    let own = state.catalog.read_as(name, &options, text);
    let is_own = own.as_ref().is_ok_and(|reading| reading.games.iter().any(|found| found.file.position.is_some()));
    match own {
        Ok(reading) if is_own => Ok(vec![reading]),
        Ok(_) => state.catalog.recognize(text).map_err(|error| refused(&error)),
        Err(error) => state.catalog.recognize(text).map_err(|_| refused(&error)),
    }
}

/// The places of a text by their lines, found once: a large file may have thousands of faults.
struct Places<'t> {
    text: &'t str,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl Places<'_> {
    fn of(text: &str) -> Places<'_> {
        let later = text.bytes().enumerate().filter(|(_, sign)| *sign == b'\n').map(|(at, _)| at + 1);
        Places { text, lines: std::iter::once(0).chain(later).collect() }
    }

    /// The message of an error with its line and its column.
    fn said(&self, error: &TextError) -> Value {
        let line = self.lines.partition_point(|&begin| begin <= error.offset);
        let begin = self.lines[line - 1];
        let (_, column) = TextError::new(error.offset - begin, "").position(&self.text[begin..]);
        json!({"message": error.message, "line": line, "column": column})
    }
}

/// A game of a file in a list.
fn summary(state: &State, found: &FoundGame, places: &Places<'_>) -> Value {
    let FoundGame { game, file, .. } = found;
    let item = state.catalog.find(game);
    json!({
        "game": game,
        "title": item.map_or(game.as_str(), |item| item.title()),
        "secrets": item.is_some_and(|item| item.has_secrets()),
        "players": file.heading.players,
        "result": file.heading.result,
        "tags": file.heading.tags,
        "plies": file.position.as_ref().map_or(0, |position| position.plies()),
        "opens": file.position.is_some(),
        "remarks": file.remarks.iter().map(|remark| places.said(remark)).collect::<Vec<_>>(),
        "fault": file.fault.as_ref().map(|fault| places.said(fault)),
    })
}

/// A game of a file with its moves, and with what is said about them.
fn whole(state: &State, reading: &Reading, found: &FoundGame, text: &str, places: &Places<'_>) -> ApiResult {
    let FoundGame { game, options, file } = found;
    let secret = state.catalog.find(game).is_some_and(|item| item.has_secrets());
    if secret {
        return Err(ApiError::new(Kind::Secret, "a game with secrets cannot be set up"));
    }
    let FileGame { position: Some(position), notes, .. } = file else {
        let fault = file.fault.clone().unwrap_or_else(|| TextError::new(file.offset, "nothing of it can be read"));
        return Err(ApiError::text(Kind::BadPosition, &fault, text).field("text"));
    };
    let options = options.iter().map(|(name, value)| {
        let number = value.parse::<i64>().map_or_else(|_| json!(value), |number| json!(number));
        (name.clone(), number)
    });
    let mut answer = summary(state, found, places);
    answer["form"] = reading.form.to_string().into();
    answer["options"] = options.collect::<Map<_, _>>().into();
    answer["position"] = position.start_text(None).unwrap_or_default().into();
    answer["moves"] = position.line().into();
    answer["notes"] = notes.iter().map(note_json).collect::<Vec<_>>().into();
    Ok(answer)
}

fn note_json(note: &Note) -> Value {
    json!({"ply": note.ply, "kind": note.kind.word(), "text": note.text})
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    game: String,
    #[serde(default)]
    options: Map<String, Value>,
    #[serde(default)]
    position: String,
    moves: Vec<String>,
    #[serde(default)]
    players: [Option<String>; 2],
    result: Option<String>,
    #[serde(default)]
    tags: Vec<(String, String)>,
    #[serde(default)]
    notes: Vec<Said>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    ply: usize,
    kind: String,
    text: String,
}

/// `POST /api/files/write`: a game as a file, with who played and what is said about the moves.
pub(crate) fn write(state: &State, written: &Written) -> ApiResult {
    let Chosen { item, game, options } = choose(state, &written.game, &written.options)?;
    let note = |said: &Said| {
        let unknown = || ApiError::new(Kind::BadRequest, format!("there is no kind of note {:?}", said.kind));
        Ok(Note::new(said.ply, NoteKind::of(&said.kind).ok_or_else(|| unknown().field("notes"))?, said.text.as_str()))
    };
    let notes = written.notes.iter().map(note).collect::<Result<Vec<Note>, ApiError>>()?;
    guarded(item.has_secrets(), || {
        let root = root(game.as_ref(), &written.position)?;
        let position = play_line(root.as_ref(), &written.moves)?;
        let options: Vec<(String, String)> =
            options.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
        let mut record = Record::of(item.name(), &options, position.as_ref(), written.players.clone());
        let heading =
            Heading { players: written.players.clone(), result: written.result.clone(), tags: written.tags.clone() };
        record.annotate(&heading, &notes);
        Ok(Value::String(record.to_text()))
    })?
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arrangement {
    #[serde(default)]
    options: Map<String, Value>,
    /// The pieces: the cell, the number of the kind, how many. Nothing for the start of the game.
    pieces: Option<Vec<(String, usize, u16)>>,
    /// The position to take apart, instead of pieces.
    position: Option<String>,
    #[serde(default)]
    turn: String,
}

/// `POST /api/games/{game}/arrange`: the board with these pieces, and whether the rules allow it.
pub(crate) fn arrange(state: &State, name: &str, wanted: &Arrangement) -> ApiResult {
    let Chosen { item, game, .. } = choose(state, name, &wanted.options)?;
    let turn = match wanted.turn.as_str() {
        "" | "first" => Seat::FIRST,
        "second" => Seat::SECOND,
        other => return Err(ApiError::new(Kind::BadRequest, format!("there is no seat {other:?}")).field("turn")),
    };
    let placed = |pieces: &Vec<(String, usize, u16)>| {
        let placed = pieces.iter().map(|(cell, kind, count)| Placed { cell: cell.clone(), kind: *kind, count: *count });
        placed.collect()
    };
    guarded(item.has_secrets(), || {
        let mut draft = Draft { pieces: wanted.pieces.as_ref().map(placed), turn };
        let no_editor = || ApiError::new(Kind::BadRequest, "positions of this game are not set up piece by piece");
        if let Some(text) = &wanted.position {
            let position = root(game.as_ref(), text)?;
            draft.pieces = Some(game.taken_apart(position.as_ref()).ok_or_else(no_editor)?);
            if let TurnWord::Seat(seat) = position.turn() {
                draft.turn = seat;
            }
        }
        let arranged = game.arrange(&draft).ok_or_else(no_editor)?;
        let pieces: Vec<Value> =
            arranged.pieces.iter().map(|placed| json!([placed.cell, placed.kind, placed.count])).collect();
        Ok(json!({
            "pieces": pieces,
            "kinds": arranged.kinds.iter().map(|kind| kind.text.as_str()).collect::<Vec<_>>(),
            "pictures": arranged.kinds.iter().map(|kind| piece_svg(kind, &arranged.board)).collect::<Vec<_>>(),
            "tallest": arranged.tallest,
            "turn": arranged.turn.map(|seat| seat.to_string()),
            "position": arranged.text,
            "board": board_svg(&arranged.board),
            "fault": arranged.fault.map(|fault| fault.message),
        }))
    })?
}
