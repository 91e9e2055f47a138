//! Searches: each on a thread of its own with a deep stack, admitted by a queue, stopped when nobody wants it any more.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::Response;
use counterplay_api::heat::heated;
use counterplay_api::review::{self, Effort, ReviewEvent};
use counterplay_api::{
    ActionId, AnyPosition, Level, Progress, Request, SearchError, TurnWord, Variation, json as shape,
};
use counterplay_core::{Limit, Limits, Seat};
use counterplay_render::{board_svg, board_text, spoken};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::api_error::{ApiError, ApiResult, Kind};
use crate::limits::Query;
use crate::player::Player;
use crate::queue::{SearchQueue, Ticket};
use crate::routes::blocking;
use crate::session::{Search, Session};
use crate::sessions::{Shared, lock, try_lock};
use crate::state::State;
use crate::stop::{Stop, StopGuard};
use crate::stream::{Events, Mailbox};
use crate::view::view;

/// Longest time of a machine's move. Its level is a number of positions, and is reached long before in any game we
/// know.
const MACHINE: Duration = Duration::from_secs(30);
/// Time of a hint and of a judgement.
const HINT: Duration = Duration::from_secs(1);
/// Default time of an analysis.
const ANALYSIS: Duration = Duration::from_secs(60);

/// Search slot of a session, taken until the search has ended.
pub(crate) struct Slot {
    session: Shared,
    number: u64,
    pub(crate) stop: Stop,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.session.end_search(self.number);
    }
}

/// Search task: what a search needs to know of its session, copied while the session was locked.
pub(crate) struct Task {
    pub(crate) game: String,
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) seat: Option<Seat>,
    pub(crate) changes: u64,
    pub(crate) slot: Slot,
}

/// Access that a request wants to its session.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Change of the position: a stream that is running has to end for it.
    Play,
    /// Question that is answered soon.
    Ask,
    /// Stream of events.
    Listen,
}

/// Takes the search slot of a session, and a copy of its position. A search that is just ending is waited for.
pub(crate) async fn begin(state: &State, id: &str, query: &Query, access: Access) -> Result<Task, ApiError> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let shared = state.sessions.find(id)?;
    let patience = tokio::time::Instant::now() + state.settings.patience;
    loop {
        // Whoever looks first and listens then would miss what happens in between.
        let (mut freed, mut searched) = (std::pin::pin!(shared.freed()), std::pin::pin!(shared.searched()));
        freed.as_mut().enable();
        let mut is_searching = false;
        // The rules may have the session for long, and this thread has sockets to look after.
        if let Some(mut session) = try_lock(&shared) {
            let seat = session.seat(query.key())?;
            match &session.search {
                None => {
                    let (number, stop) = (NEXT.fetch_add(1, Ordering::Relaxed), Stop::default());
                    let position = guarded(session.secrets(), || session.position.copy())?;
                    session.search = Some(Search { number, short: access != Access::Listen, stop: stop.clone() });
                    let slot = Slot { session: Arc::clone(&shared), number, stop };
                    return Ok(Task { game: session.name.clone(), position, seat, changes: session.changes, slot });
                }
                Some(search) => {
                    is_searching = true;
                    searched.as_mut().enable();
                    if access == Access::Play && !search.short {
                        search.stop.raise();
                    }
                }
            }
        }
        let waited = if is_searching {
            tokio::time::timeout_at(patience, searched).await
        } else {
            tokio::time::timeout_at(patience, freed).await
        };
        if waited.is_err() {
            return Err(ApiError::new(Kind::Busy, "this session has a search under way"));
        }
    }
}

/// Calls the rules of a game; a panic in them becomes an error.
pub(crate) fn guarded<T>(secrets: bool, work: impl FnOnce() -> T) -> Result<T, ApiError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| ApiError::panic(panic.as_ref(), secrets))
}

/// API error of a search that came to nothing.
pub(crate) fn api_error(error: &SearchError, secrets: bool) -> ApiError {
    match error {
        // The message of the rules may reveal what a seat must not know.
        SearchError::Panicked(_) if secrets => ApiError::new(Kind::Failed, "the rules of the game panicked"),
        SearchError::Illegal(error) => ApiError::text(Kind::IllegalMove, &error.error, &error.word).field("action"),
        // Nobody is at fault: another request has ended or changed what was searched, or the server is ending.
        SearchError::Stopped(Limit::Stop) => ApiError::new(Kind::Stopped, "another request has stopped this search"),
        SearchError::Stopped(_) => ApiError::new(Kind::Full, "the time ran out before there was anything to say"),
        _ => ApiError::new(Kind::Failed, error.to_string()),
    }
}

/// Enters a queue, unless too many wait there already.
pub(crate) fn enter(queue: &SearchQueue, weight: usize) -> Result<Ticket, ApiError> {
    queue.enter(weight).ok_or_else(|| ApiError::new(Kind::Full, "too many searches wait already"))
}

/// Runs a search on a thread of its own. What it holds is given back when it ends, before anybody is told of the end.
fn spawn<T: 'static>(
    state: &State,
    ticket: Ticket,
    task: Task,
    work: impl FnOnce(&Task) -> Result<T, ApiError> + Send + 'static,
    tell: impl FnOnce(Result<T, ApiError>) + Send + 'static,
) -> Result<(), ApiError> {
    let running = state.running.enter();
    let body = move || {
        let secrets = task.position.has_secrets();
        let answer = guarded(secrets, || work(&task)).unwrap_or_else(Err);
        drop((task, ticket, running));
        tell(answer);
    };
    // As `counterplay_core::with_stack` does, but nobody waits for the thread.
    let stack = state.settings.stack.saturating_add(Limits::DEFAULT_STACK);
    let spawned = std::thread::Builder::new().name("search".to_owned()).stack_size(stack).spawn(body);
    spawned.map(drop).map_err(|error| ApiError::new(Kind::Full, format!("the system refuses a thread: {error}")))
}

/// Search request with the limits of the server.
pub(crate) fn request(state: &State, stop: &Stop, time: Duration) -> Request {
    let limits = Limits {
        time: Some(time),
        stop: Some(Arc::clone(stop.flag())),
        stack: state.settings.stack,
        ..Limits::default()
    };
    Request { limits, memory: state.settings.memory, ..Request::default() }
}

/// Runs a short search and waits for its result; if the client goes away meanwhile, the search stops.
pub(crate) async fn answer<T: Send + 'static>(
    state: &State,
    task: Task,
    work: impl FnOnce(&Task, Request) -> Result<T, ApiError> + Send + 'static,
    time: Duration,
) -> Result<T, ApiError> {
    let stop = StopGuard(task.slot.stop.clone());
    let mut ticket = enter(&state.short, 1)?;
    ticket.turn().await;
    let request = request(state, &stop.0, time);
    let (sender, receiver) = oneshot::channel();
    spawn(state, ticket, task, move |task| work(task, request), move |answer| drop(sender.send(answer)))?;
    receiver.await.unwrap_or_else(|_| Err(ApiError::new(Kind::Failed, "the search came to nothing")))
}

/// Checks that the seat to move is the one that asks, where there are secrets, and that somebody is to move.
pub(crate) fn own_turn(task: &Task) -> Result<(), ApiError> {
    match (task.position.turn(), task.seat) {
        (TurnWord::Over, _) => Err(ApiError::new(Kind::Over, "the game is over")),
        (TurnWord::Chance, Some(_)) => Err(ApiError::new(Kind::NotYourTurn, "it is chance's turn")),
        (TurnWord::Seat(mover), Some(seat)) if mover != seat => {
            Err(ApiError::new(Kind::NotYourTurn, format!("it is the turn of {mover}")))
        }
        _ => Ok(()),
    }
}

/// `POST …/advance`: lets chance or the machine play one ply, the machine within a time if one is given.
pub(crate) async fn advance(state: &State, id: &str, query: &Query) -> ApiResult {
    query.only(&["time"])?;
    let time = query.time("time")?.map_or(MACHINE, |time| time.min(MACHINE));
    let task = begin(state, id, query, Access::Play).await?;
    let (session, seat, changes) = (Arc::clone(&task.slot.session), task.seat, task.changes);
    let (mover, error_seed) = {
        let session = lock(&session);
        (guarded(session.secrets(), || session.mover())??, session.error_seed)
    };
    let level = match mover {
        None => {
            drop(task);
            return blocking(move || played(&session, seat, changes, None)).await;
        }
        Some((mover, Player::Person)) => {
            return Err(ApiError::new(Kind::NotYourTurn, format!("a person plays for {mover}")));
        }
        Some((_, Player::Machine(level))) => level,
    };
    let think = move |task: &Task, request: Request| choose(level, task, error_seed, &request);
    let choice = answer(state, task, think, time).await?;
    blocking(move || played(&session, seat, changes, Some(choice))).await
}

fn choose(level: Level, task: &Task, error_seed: u64, request: &Request) -> Result<ActionId, ApiError> {
    let choice = level.choose(task.position.as_ref(), error_seed, request);
    let choice = choice.map_err(|error| api_error(&error, task.position.has_secrets()))?;
    choice.map(|action| action.id).ok_or_else(|| api_error(&SearchError::NoActions, task.position.has_secrets()))
}

/// Plays what was chosen, or lets chance play, unless something has changed since. Returns the view, with what was
/// played.
fn played(session: &Shared, seat: Option<Seat>, changes: u64, choice: Option<ActionId>) -> ApiResult {
    let mut session = lock(session);
    if session.changes != changes {
        return Err(ApiError::new(Kind::Busy, "the position was changed meanwhile"));
    }
    let secrets = session.secrets();
    guarded(secrets, || played_now(&mut session, seat, choice))?
}

fn played_now(session: &mut Session, seat: Option<Seat>, choice: Option<ActionId>) -> ApiResult {
    let by = session.position.turn().to_string();
    let word = match choice {
        Some(action) => session.play_found(action, seat)?,
        None => session.roll(seat)?,
    };
    let mut view = view(session, seat);
    view["played"] = json!({"by": by, "word": word});
    Ok(view)
}

/// `POST …/hint`: a good action.
pub(crate) async fn hint(state: &State, id: &str, query: &Query) -> ApiResult {
    query.only(&[])?;
    let task = begin(state, id, query, Access::Ask).await?;
    guarded(task.seat.is_some(), || own_turn(&task))??;
    let work = |task: &Task, request: Request| {
        let report = task.position.best(&request, &mut |_| {});
        let report = report.map_err(|error| api_error(&error, task.position.has_secrets()))?;
        Ok(json!({"action": report.action, "value": shape::value(report.value)}))
    };
    answer(state, task, work, HINT).await
}

/// `POST …/heat`: the board with the value of each action painted on it.
pub(crate) async fn heat(state: &State, id: &str, query: &Query) -> ApiResult {
    query.only(&[])?;
    let task = begin(state, id, query, Access::Ask).await?;
    guarded(task.seat.is_some(), || own_turn(&task))??;
    let work = |task: &Task, request: Request| {
        let painted = heated(task.position.as_ref(), task.seat, &request, &mut |_| {});
        let (drawing, report) = painted.map_err(|error| match error {
            SearchError::Declined(why) => ApiError::new(Kind::BadRequest, why.to_string()),
            error => api_error(&error, task.position.has_secrets()),
        })?;
        let (board, words, text) = (board_svg(&drawing), spoken(&drawing), board_text(&drawing));
        Ok(json!({"board": board, "spoken": words, "text": text, "note": report.note}))
    };
    answer(state, task, work, HINT).await
}

/// Starts a stream: the search waits for its turn, reports its progress, and ends with one last event.
pub(crate) async fn listen(
    state: &Arc<State>,
    task: Task,
    weight: usize,
    work: impl FnOnce(&Task, &Mailbox) -> ApiResult + Send + 'static,
) -> Result<Response<Body>, ApiError> {
    let many = || ApiError::new(Kind::TooMany, "too many streams are open already");
    let permit = state.streams.enter_below(state.settings.streams).ok_or_else(many)?;
    let mut ticket = enter(&state.long, weight)?;
    let mailbox = Mailbox::default();
    let stop = task.slot.stop.clone();
    let response = Events::response(mailbox.clone(), state.settings.pulse, StopGuard(stop.clone()), permit);
    let state = Arc::clone(state);
    tokio::spawn(async move {
        loop {
            let place = ticket.place();
            if place == 0 {
                break;
            }
            mailbox.tell("queued", &json!({ "place": place }));
            // One who has left does not keep the place.
            tokio::select! {
                () = ticket.changed() => {}
                () = stop.raised() => {}
            }
            if stop.is_raised() {
                let left = ApiError::new(Kind::Stopped, "it was stopped before it began");
                drop((ticket, task));
                return mailbox.finish("failed", &left.to_json());
            }
        }
        let (inner, last) = (mailbox.clone(), mailbox.clone());
        let tell = move |answer: ApiResult| match answer {
            Ok(value) => last.finish("done", &value),
            Err(api_error) => last.finish("failed", &api_error.to_json()),
        };
        if let Err(api_error) = spawn(&state, ticket, task, move |task| work(task, &inner), tell) {
            mailbox.finish("failed", &api_error.to_json());
        }
    });
    Ok(response)
}

/// `GET …/analysis`: several lines with their values, live.
pub(crate) async fn analysis(state: &Arc<State>, id: &str, query: &Query) -> Result<Response<Body>, ApiError> {
    query.only(&["lines", "time", "depth", "threads"])?;
    let lines = query.number("lines", 1, 1000)?.unwrap_or(3) as usize;
    let depth = query.number("depth", 1, 1_000_000)?;
    let threads = query.number("threads", 1, 1024)?.unwrap_or(1).min(state.settings.workers.try_into().unwrap_or(1));
    let time = query.time("time")?.unwrap_or(ANALYSIS);
    let task = begin(state, id, query, Access::Listen).await?;
    // What can be said of a finished game is said.
    match guarded(task.seat.is_some(), || own_turn(&task))? {
        Err(_) if task.position.turn() == TurnWord::Over => {}
        other => other?,
    }
    let request = Request { depth, threads, lines, ..request(state, &task.slot.stop, time) };
    let work = move |task: &Task, mailbox: &Mailbox| {
        let start = Instant::now();
        let position = task.position.as_ref();
        let (text, turn) = (position.text_for(task.seat), position.turn().to_string());
        let mut on_progress = |progress: &Progress| {
            if let Some(iteration) = &progress.iteration {
                let Progress { depth, nodes, .. } = progress;
                let (ms, lines) = (start.elapsed().as_millis() as u64, lines_json(position, &iteration.lines));
                let data =
                    json!({"position": text, "turn": turn, "depth": depth, "nodes": nodes, "ms": ms, "lines": lines});
                mailbox.tell("progress", &data);
            }
        };
        let report = position.best(&request, &mut on_progress);
        let report = report.map_err(|error| api_error(&error, position.has_secrets()))?;
        let mut answer = shape::report(&task.game, position, &report, start.elapsed());
        // As the seat that asks sees it, and not the one to move.
        (answer["position"], answer["turn"]) = (text.into(), turn.into());
        answer["lines"] = lines_json(position, &report.lines);
        Ok(answer)
    };
    listen(state, task, threads as usize, work).await
}

fn lines_json(position: &dyn AnyPosition, lines: &[Variation]) -> Value {
    lines.iter().map(|line| shape::variation(position, line)).collect()
}

/// `POST …/judge`: how good an action is, and nothing that says what would have been better.
pub(crate) async fn judge(state: &State, id: &str, query: &Query, action: String) -> ApiResult {
    query.only(&[])?;
    let task = begin(state, id, query, Access::Ask).await?;
    guarded(task.seat.is_some(), || own_turn(&task))??;
    if task.position.turn() == TurnWord::Chance {
        return Err(ApiError::new(Kind::NotYourTurn, "it is chance's turn"));
    }
    let work = move |task: &Task, request: Request| {
        let position = task.position.as_ref();
        match review::judge(position, &action, &Effort::within(&request)) {
            Ok(_) if task.slot.stop.is_raised() => Err(api_error(&SearchError::Stopped(Limit::Stop), false)),
            Ok(found) => Ok(json!({
                "action": found.action,
                "loss": shape::number(found.loss),
                "lost": found.lost.map(shape::number),
                "unit": found.scale.unit_of(found.lost.unwrap_or(0.0)),
                "grade": found.grade.as_str(),
                "sign": found.grade.sign(),
                "exact": found.exact,
            })),
            // The action is legal, and that is all that there was time for.
            Err(SearchError::Stopped(Limit::Time | Limit::Nodes)) => {
                let action = position.find(&action).map(|found| found.word).unwrap_or(action);
                Ok(json!({
                    "action": action, "loss": null, "lost": null, "unit": null, "grade": null, "sign": "", "exact": false,
                }))
            }
            Err(error) => Err(api_error(&error, position.has_secrets())),
        }
    };
    answer(state, task, work, HINT).await
}

/// `GET …/review`: every action of the line that somebody chose, judged. Where there are secrets these are the
/// actions of the seat that asks: what the others could have done better depends on their cards.
pub(crate) async fn review(state: &Arc<State>, id: &str, query: &Query) -> Result<Response<Body>, ApiError> {
    query.only(&["time"])?;
    let time = query.time("time")?;
    let task = begin(state, id, query, Access::Listen).await?;
    let request = request(state, &task.slot.stop, time.unwrap_or_default());
    let effort = if time.is_some() { Effort::within(&request) } else { Effort::usual(&request) };
    let work = move |task: &Task, mailbox: &Mailbox| {
        let mut moves = Vec::new();
        let mut on_event = |event: ReviewEvent<'_>| match event {
            ReviewEvent::Proving { done, of } => mailbox.tell("proving", &json!({"done": done, "of": of})),
            ReviewEvent::Judged(judged) => {
                let judged = shape::judged(task.position.at(judged.ply - 1).as_ref(), judged);
                mailbox.tell("progress", &judged);
                moves.push(judged);
            }
        };
        let reviewed = review::review_within_limits(task.position.as_ref(), task.seat, &effort, &mut on_event);
        let review = reviewed.map_err(|error| match error {
            SearchError::Stopped(Limit::Time | Limit::Nodes) => {
                ApiError::new(Kind::BadLimit, "the time is too short to judge any of the moves").field("time")
            }
            error => api_error(&error, task.position.has_secrets()),
        })?;
        Ok(json!({ "moves": moves, "summary": shape::summaries(&review) }))
    };
    listen(state, task, 1, work).await
}
