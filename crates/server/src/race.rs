//! Race of the textbook's searches and the engine's techniques on one position, their nodes counted while they run.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use axum::body::Body;
use axum::http::Response;
use counterplay_api::{Comparison, Request, Row, RowEvent, SearchError, json as shape};
use counterplay_lessons::Growth;
use serde_json::{Value, json};

use crate::api_error::{ApiError, ApiResult, Kind};
use crate::limits::Query;
use crate::searches::{Access, Task, api_error, begin, listen, request};
use crate::state::State;
use crate::stream::Mailbox;

/// Default depth of the race.
const DEPTH: u32 = 5;
/// Deepest race. Each depth takes several times as long as the one before it, so that the time ends it long before.
const DEEPEST: u32 = 64;
/// Default time limit of each search.
const TIME: Duration = Duration::from_secs(10);
/// Most memory of a table. Each search has a new one, and allocating a large one takes longer than most of these
/// searches do.
const MEMORY: usize = 16 << 20;
/// Interval at which the nodes are sent: as often as an eye can follow.
const TICK: Duration = Duration::from_millis(50);

/// `GET …/race`: all searches to depth 1, to depth 2 and so on, one after the other, live.
pub(crate) async fn race(state: &Arc<State>, id: &str, query: &Query) -> Result<Response<Body>, ApiError> {
    query.only(&["depth", "time"])?;
    let depth = query.number("depth", 1, DEEPEST)?.unwrap_or(DEPTH);
    let time = query.time("time")?.unwrap_or(TIME);
    let task = begin(state, id, query, Access::Listen).await?;
    if task.position.has_secrets() {
        return Err(ApiError::new(Kind::Secret, "the searches of a race see everything, and this game has secrets"));
    }
    let memory = state.settings.memory.min(MEMORY);
    let request = Request { memory, ..request(state, &task.slot.stop, time) };
    listen(state, task, 1, move |task, mailbox| run(task, mailbox, request, depth)).await
}

/// Running search, and its depth.
type Runner = Option<(u32, &'static str)>;

fn run(task: &Task, mailbox: &Mailbox, mut request: Request, depth: u32) -> ApiResult {
    let count = Arc::<AtomicU64>::default();
    request.limits.count = Some(Arc::clone(&count));
    let runner = Mutex::<Runner>::default();
    let compared = thread::scope(|scope| {
        // The reporter ends when the race is over, however it ends: the other end of the channel is gone then.
        let (_over, is_over) = channel::<()>();
        scope.spawn(|| {
            let is_over = is_over;
            while is_over.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                let runner = runner.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((depth, name)) = *runner {
                    mailbox.tell("progress", &progress(depth, name, count.load(Ordering::Relaxed), None));
                }
            }
        });
        compare_depths(task, &request, depth, &mut |depth, lap| {
            let mut runner = runner.lock().unwrap_or_else(PoisonError::into_inner);
            match lap {
                RowEvent::Begins(name) => {
                    count.store(0, Ordering::Relaxed);
                    *runner = Some((depth, name));
                }
                RowEvent::Ends(row) => {
                    *runner = None;
                    mailbox.tell("progress", &progress(depth, row.name, row.nodes, Some(row)));
                }
            }
        })
    });
    let compared = compared.map_err(|error| api_error(&error, false))?;
    let growth: Growth = compared.iter().flat_map(Comparison::counts).collect();
    let mut answer = shape::comparisons(&task.game, task.position.as_ref(), &compared);
    let (value, others) = compared.last().and_then(Comparison::agreement).unwrap_or((f64::NAN, Vec::new()));
    (answer["value"], answer["others"]) = (shape::number(value), others.into());
    answer["plot"] = growth.chart(format!("{}: nodes of each search", task.game)).svg().into();
    answer["notes"] = growth.notes().into();
    Ok(answer)
}

/// Compares all searches at each depth, until somebody stops it.
fn compare_depths(
    task: &Task,
    request: &Request,
    depth: u32,
    on_progress: &mut dyn FnMut(u32, RowEvent<'_>),
) -> Result<Vec<Comparison>, SearchError> {
    let mut compared = Vec::new();
    for depth in 1..=depth {
        let request = Request { depth: Some(depth), ..request.clone() };
        compared.push(task.position.compare(&request, &mut |lap| on_progress(depth, lap))?);
        if task.slot.stop.is_raised() {
            break;
        }
    }
    Ok(compared)
}

fn progress(depth: u32, name: &str, nodes: u64, row: Option<&Row>) -> Value {
    json!({"depth": depth, "name": name, "nodes": nodes, "row": row.map(shape::row)})
}
