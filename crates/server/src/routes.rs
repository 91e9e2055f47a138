//! Routes: which request goes to which function.
//!
//! Functions that call the rules of a game run on threads that may block, so that a slow game does not hold up the
//! sockets.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path, RawQuery, State as Extract};
use axum::http::{HeaderValue, Response, StatusCode, Uri, header};
use axum::routing::{MethodRouter, delete, get, post, put};
use counterplay_core::Seat;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::api_error::{ApiError, ApiResult, Kind, json_response};
use crate::games::{self, Chosen};
use crate::limits::Query;
use crate::player::{Player, Players};
use crate::session::{Beginning, Session};
use crate::sessions::lock;
use crate::state::State;
use crate::view::view;
use crate::{files, game_files, gametree, quiz, race, searches, texts, trees, uniform};

type Routed = (&'static str, &'static str, MethodRouter<Arc<State>>);

/// Table of all routes: method, path, function. `openapi.json` has the same.
fn table() -> Vec<Routed> {
    vec![
        ("get", "/api/catalog", get(catalog)),
        ("get", "/api/openapi.json", get(openapi)),
        ("post", "/api/games/{game}/read", post(read)),
        ("get", "/api/games/{game}/rules", get(rules)),
        ("get", "/api/course", get(course)),
        ("get", "/api/course/{chapter}", get(chapter)),
        ("post", "/api/games/{game}/arrange", post(arrange)),
        ("post", "/api/files/read", post(read_files)),
        ("post", "/api/files/write", post(write_file)),
        ("post", "/api/trees/study", post(study)),
        ("post", "/api/trees/picture", post(picture)),
        ("post", "/api/trees/slides", post(slides)),
        ("post", "/api/trees/grade", post(grade)),
        ("post", "/api/trees/quiz", post(quiz)),
        ("post", "/api/trees/uniform", post(uniform_trees)),
        ("post", "/api/sessions", post(begin)),
        ("get", "/api/sessions/{id}", get(session_view)),
        ("delete", "/api/sessions/{id}", delete(end)),
        ("post", "/api/sessions/{id}/moves", post(play)),
        ("post", "/api/sessions/{id}/advance", post(advance)),
        ("put", "/api/sessions/{id}/line", put(line)),
        ("put", "/api/sessions/{id}/players", put(players)),
        ("post", "/api/sessions/{id}/hint", post(hint)),
        ("post", "/api/sessions/{id}/heat", post(heat)),
        ("post", "/api/sessions/{id}/judge", post(judge)),
        ("post", "/api/sessions/{id}/tree", post(tree)),
        ("get", "/api/sessions/{id}/analysis", get(analysis)),
        ("get", "/api/sessions/{id}/review", get(review)),
        ("get", "/api/sessions/{id}/race", get(race)),
        ("get", "/api/sessions/{id}/file", get(record)),
    ]
}

/// Methods and paths of every route of the interface.
pub fn routes() -> Vec<(&'static str, &'static str)> {
    table().into_iter().map(|(method, path, _)| (method, path)).collect()
}

pub(crate) fn router(state: Arc<State>) -> Router {
    let router = table().into_iter().fold(Router::new(), |router, (_, path, function)| router.route(path, function));
    // `accept` has read the body by then, within the limits of the settings.
    let router = router.layer(DefaultBodyLimit::disable());
    router.fallback(file).method_not_allowed_fallback(bad_method).with_state(state)
}

type Reply = Response<Body>;
type Shared = Extract<Arc<State>>;

/// Runs a function that calls the rules, where it may block.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::task::spawn_blocking(work).await;
    // The reason is not sent: here nobody knows whether the game has secrets.
    done.unwrap_or_else(|_| Err(ApiError::new(Kind::Failed, "the rules of the game panicked")))
}

fn reply(status: StatusCode, answer: ApiResult) -> Reply {
    match answer {
        // Text that is a response by itself is sent as it is.
        Ok(Value::String(text)) => Response::new(Body::from(text)),
        Ok(value) => json_response(status, &value),
        Err(api_error) => api_error.response(),
    }
}

/// Parses the body of a request. No body at all is an empty object.
fn parse<T: DeserializeOwned>(body: &Bytes) -> Result<T, ApiError> {
    let body: &[u8] = if body.iter().all(u8::is_ascii_whitespace) { b"{}" } else { body };
    serde_json::from_slice(body).map_err(|error| ApiError::json(&error))
}

/// Runs a function on a session: finds it, and checks the key of the seat.
async fn ask(
    state: Arc<State>,
    id: String,
    query: Option<String>,
    work: impl FnOnce(&mut Session, Option<Seat>) -> ApiResult + Send + 'static,
) -> Reply {
    let answer = blocking(move || {
        let query = Query::read(query.as_deref());
        query.only(&[])?;
        let session = state.sessions.find(&id)?;
        let mut session = lock(&session);
        let seat = session.seat(query.key())?;
        let secrets = session.secrets();
        searches::guarded(secrets, || work(&mut session, seat))?
    });
    reply(StatusCode::OK, answer.await)
}

async fn catalog(Extract(state): Shared) -> Reply {
    reply(StatusCode::OK, blocking(move || games::catalog(&state)).await)
}

async fn openapi() -> Reply {
    let mut response = Response::new(Body::from(include_str!("../openapi.json")));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

async fn read(Extract(state): Shared, Path(game): Path<String>, body: Bytes) -> Reply {
    reply(StatusCode::OK, blocking(move || games::read(&state, &game, &parse(&body)?)).await)
}

async fn rules(Extract(state): Shared, Path(game): Path<String>) -> Reply {
    reply(StatusCode::OK, blocking(move || texts::rules(&state, &game)).await)
}

async fn course() -> Reply {
    reply(StatusCode::OK, texts::course())
}

async fn chapter(Path(name): Path<String>) -> Reply {
    reply(StatusCode::OK, texts::chapter(&name))
}

async fn arrange(Extract(state): Shared, Path(game): Path<String>, body: Bytes) -> Reply {
    reply(StatusCode::OK, blocking(move || game_files::arrange(&state, &game, &parse(&body)?)).await)
}

async fn read_files(Extract(state): Shared, body: Bytes) -> Reply {
    reply(StatusCode::OK, blocking(move || game_files::read(&state, &parse(&body)?)).await)
}

async fn write_file(Extract(state): Shared, body: Bytes) -> Reply {
    let mut reply = reply(StatusCode::OK, blocking(move || game_files::write(&state, &parse(&body)?)).await);
    if reply.status() == StatusCode::OK {
        reply.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    }
    reply
}

async fn study(Extract(state): Shared, body: Bytes) -> Reply {
    reply(StatusCode::OK, trees::answered(state, move |stack| trees::study_tree(&parse(&body)?, stack)).await)
}

async fn picture(Extract(state): Shared, body: Bytes) -> Reply {
    reply(StatusCode::OK, trees::answered(state, move |stack| trees::picture(&parse(&body)?, stack)).await)
}

async fn grade(Extract(state): Shared, body: Bytes) -> Reply {
    reply(StatusCode::OK, trees::answered(state, move |stack| trees::grade(&parse(&body)?, stack)).await)
}

async fn quiz(Extract(state): Shared, body: Bytes) -> Reply {
    reply(StatusCode::OK, trees::answered(state, move |stack| quiz::make(&parse(&body)?, stack)).await)
}

async fn uniform_trees(Extract(state): Shared, body: Bytes) -> Reply {
    reply(StatusCode::OK, trees::answered(state, move |stack| uniform::count(&parse(&body)?, stack)).await)
}

async fn slides(Extract(state): Shared, body: Bytes) -> Reply {
    let archive = trees::answered(state, move |stack| trees::slides(&parse(&body)?, stack)).await;
    let sent = |bytes: Vec<u8>| {
        let mut response = Response::new(Body::from(bytes));
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/zip"));
        response
    };
    archive.map_or_else(|api_error| api_error.response(), sent)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    game: String,
    #[serde(default)]
    options: Map<String, Value>,
    #[serde(default)]
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    players: Players,
    seed: Option<u64>,
}

async fn begin(Extract(state): Shared, body: Bytes) -> Reply {
    let answer = blocking(move || {
        let wanted: Wanted = parse(&body)?;
        let Chosen { item, game, options } = games::choose(&state, &wanted.game, &wanted.options)?;
        let players = wanted.players.over([Player::Person, Player::Machine(counterplay_api::Level::default())])?;
        searches::guarded(item.has_secrets(), || {
            let beginning = Beginning {
                root: games::root(game.as_ref(), &wanted.position)?,
                name: item.name().to_owned(),
                title: item.title().to_owned(),
                moves: wanted.moves,
                seed: wanted.seed,
                options,
                game,
                players,
            };
            let session = Session::begin(beginning)?;
            let seat = session.keys().next().map(|(seat, _)| seat);
            let mut answer = json!({ "session": session.id });
            if session.secrets() {
                answer["keys"] =
                    session.keys().map(|(seat, key)| (seat.to_string(), json!(key))).collect::<Map<_, _>>().into();
            }
            answer["scene"] = view(&session, seat);
            state.sessions.add(session, &state.settings)?;
            Ok(answer)
        })?
    });
    reply(StatusCode::CREATED, answer.await)
}

async fn session_view(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery) -> Reply {
    ask(state, id, query, |session, seat| Ok(view(session, seat))).await
}

async fn end(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery) -> Reply {
    let ended = blocking(move || {
        let query = Query::read(query.as_deref());
        lock(&*state.sessions.find(&id)?).seat(query.key())?;
        state.sessions.remove(&id).map(|()| Value::Null)
    });
    match ended.await {
        Ok(_) => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NO_CONTENT;
            response
        }
        Err(api_error) => api_error.response(),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    action: String,
}

async fn play(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery, body: Bytes) -> Reply {
    ask(state, id, query, move |session, seat| {
        let Played { action } = parse(&body)?;
        session.play(&action, seat)?;
        Ok(view(session, seat))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    moves: Vec<String>,
}

async fn line(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery, body: Bytes) -> Reply {
    ask(state, id, query, move |session, seat| {
        let Line { moves } = parse(&body)?;
        session.set_line(&moves)?;
        Ok(view(session, seat))
    })
    .await
}

async fn players(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery, body: Bytes) -> Reply {
    ask(state, id, query, move |session, seat| {
        let players: Players = parse(&body)?;
        let players = players.over(session.players)?;
        session.set_players(players, seat)?;
        Ok(view(session, seat))
    })
    .await
}

async fn advance(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery) -> Reply {
    reply(StatusCode::OK, searches::advance(&state, &id, &Query::read(query.as_deref())).await)
}

async fn hint(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery) -> Reply {
    reply(StatusCode::OK, searches::hint(&state, &id, &Query::read(query.as_deref())).await)
}

async fn heat(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery) -> Reply {
    reply(StatusCode::OK, searches::heat(&state, &id, &Query::read(query.as_deref())).await)
}

async fn analysis(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery) -> Reply {
    let stream = searches::analysis(&state, &id, &Query::read(query.as_deref())).await;
    stream.unwrap_or_else(|api_error| api_error.response())
}

async fn judge(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery, body: Bytes) -> Reply {
    let answer = async {
        let Played { action } = parse(&body)?;
        searches::judge(&state, &id, &Query::read(query.as_deref()), action).await
    };
    reply(StatusCode::OK, answer.await)
}

async fn tree(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery, body: Bytes) -> Reply {
    let answer = async { gametree::node_at(&state, id, Query::read(query.as_deref()), parse(&body)?).await };
    reply(StatusCode::OK, answer.await)
}

async fn review(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery) -> Reply {
    let stream = searches::review(&state, &id, &Query::read(query.as_deref())).await;
    stream.unwrap_or_else(|api_error| api_error.response())
}

async fn race(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery) -> Reply {
    let stream = race::race(&state, &id, &Query::read(query.as_deref())).await;
    stream.unwrap_or_else(|api_error| api_error.response())
}

async fn record(Extract(state): Shared, Path(id): Path<String>, RawQuery(query): RawQuery) -> Reply {
    let mut reply = ask(state, id, query, |session, seat| Ok(Value::String(games::record(session, seat)))).await;
    if reply.status() == StatusCode::OK {
        reply.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    }
    reply
}

async fn file(uri: Uri) -> Reply {
    let missing = || ApiError::new(Kind::NotFound, "there is nothing of this name").response();
    files::find(uri.path()).unwrap_or_else(missing)
}

async fn bad_method() -> Reply {
    ApiError::new(Kind::BadMethod, "this name does not know this method").response()
}
