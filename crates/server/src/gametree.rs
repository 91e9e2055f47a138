//! Search tree of a position, explored one node at a time.
//!
//! Each request names the search and a node. The latest trees are cached, so that another node takes no search. One
//! that is no longer cached is searched again, and is the same.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use counterplay_api::{AnyPosition, Method, Request, SearchError, TreeSearch};
use counterplay_core::{Limit, Limits};
use counterplay_lessons::{Direction, ExplainedSearch, Rule};
use counterplay_render::board_svg;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api_error::{ApiError, ApiResult, Kind};
use crate::limits::Query;
use crate::routes::blocking;
use crate::searches::{self, Access, Task, guarded};
use crate::sessions::lock;
use crate::state::State;

/// Most nodes of a tree: states that were entered, and branches that were cut.
const MOST_NODES: u64 = 200_000;
/// Most nodes of the cached trees, but for the last one.
const MOST_HELD: usize = 400_000;
/// Deepest search.
const DEEPEST: u32 = 30;
/// Longest search.
const LONGEST: Duration = Duration::from_secs(20);

/// Request for a node.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    search: Option<String>,
    depth: Option<u32>,
    order: Option<Direction>,
    cutoff: Option<Rule>,
    /// Path of the node; the root by default.
    #[serde(default)]
    node: String,
}

/// Key of a tree: the session, the number of its changes, and how it was searched.
#[derive(Clone, PartialEq, Debug)]
struct Key {
    session: String,
    changes: u64,
    method: Method,
    depth: u32,
}

/// Cache of the trees that were asked for last, the newest at the end.
#[derive(Default)]
pub(crate) struct TreeCache(Mutex<VecDeque<(Key, Arc<ExplainedSearch>)>>);

impl TreeCache {
    fn find(&self, key: &Key) -> Option<Arc<ExplainedSearch>> {
        let cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cached.iter().find(|(known, _)| known == key).map(|(_, tree)| Arc::clone(tree))
    }

    /// Keeps the trees of the sessions that are open. Nobody can ask for the others, and no other thing that we hold is
    /// as large.
    pub(crate) fn retain(&self, is_open: impl Fn(&str) -> bool) {
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cached.retain(|(known, _)| is_open(&known.session));
    }

    /// Number of nodes of all trees.
    pub(crate) fn nodes(&self) -> usize {
        let cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cached.iter().map(|(_, tree)| tree.len()).sum()
    }

    fn add(&self, key: Key, tree: &Arc<ExplainedSearch>) {
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // What a session has left behind is not asked for again.
        cached.retain(|(known, _)| known.session != key.session || known.changes == key.changes && *known != key);
        cached.push_back((key, Arc::clone(tree)));
        while cached.len() > 1 && cached.iter().map(|(_, tree)| tree.len()).sum::<usize>() > MOST_HELD {
            cached.pop_front();
        }
    }
}

impl Asked {
    fn method(&self) -> Result<Method, ApiError> {
        let search = match self.search.as_deref().unwrap_or("alphabeta") {
            "minimax" => TreeSearch::Minimax,
            "alphabeta" => TreeSearch::Alphabeta,
            "engine" => TreeSearch::Engine,
            other => {
                let message = format!("{other:?} is none of minimax, alphabeta, engine");
                return Err(ApiError::new(Kind::BadOption, message).field("search"));
            }
        };
        let (order, cutoff) = (self.order.unwrap_or(Direction::Ltr), self.cutoff.unwrap_or(Rule::Ge));
        Ok(Method { search, order: order.into(), cutoff: cutoff.into() })
    }

    fn depth(&self) -> Result<u32, ApiError> {
        let depth = self.depth.unwrap_or(4);
        let message = || format!("depth must be from 1 to {DEEPEST}, not {depth}");
        let good = (1..=DEEPEST).contains(&depth).then_some(depth);
        good.ok_or_else(|| ApiError::new(Kind::BadLimit, message()).field("depth"))
    }
}

/// `POST …/tree`: a node of the search tree, and its children.
pub(crate) async fn node_at(state: &Arc<State>, id: String, query: Query, asked: Asked) -> ApiResult {
    query.only(&[])?;
    let (method, depth) = (asked.method()?, asked.depth()?);
    let key = move |session: &str, changes| Key { session: session.to_owned(), changes, method, depth };
    // 1. A cached tree is shown at once, whatever else is searched meanwhile.
    let node = asked.node;
    if let Some(answer) = cached(state, &id, &query, &node, key).await? {
        return Ok(answer);
    }
    // 2. Any other is searched first.
    let task = searches::begin(state, &id, &query, Access::Ask).await?;
    guarded(task.seat.is_some(), || searches::own_turn(&task))??;
    let key = key(&id, task.changes);
    let shared = Arc::clone(state);
    let work = move |task: &Task, request: Request| {
        let tree = Arc::new(search(task.position.as_ref(), &key.method, depth, request)?);
        shared.trees.add(key, &tree);
        node_json(&tree, task.position.as_ref(), &node)
    };
    searches::answer(state, task, work, LONGEST).await
}

/// Response from the cache, without a search.
async fn cached(
    state: &Arc<State>,
    id: &str,
    query: &Query,
    node: &str,
    key: impl FnOnce(&str, u64) -> Key + Send + 'static,
) -> Result<Option<Value>, ApiError> {
    let (state, id, query, node) = (Arc::clone(state), id.to_owned(), query.clone(), node.to_owned());
    blocking(move || {
        let session = state.sessions.find(&id)?;
        let session = lock(&session);
        session.seat(query.key())?;
        let Some(tree) = state.trees.find(&key(&id, session.changes)) else { return Ok(None) };
        let position = session.position.copy();
        drop(session);
        guarded(position.has_secrets(), || node_json(&tree, position.as_ref(), &node))?.map(Some)
    })
    .await
}

fn search(
    position: &dyn AnyPosition,
    method: &Method,
    depth: u32,
    request: Request,
) -> Result<ExplainedSearch, ApiError> {
    let limits = Limits { nodes: Some(MOST_NODES), ..request.limits };
    let seen = position.tree(method, &Request { limits, depth: Some(depth), ..request });
    let api_error = |error: SearchError| match error {
        SearchError::Declined(why) => ApiError::new(Kind::BadOption, why.to_string()).field("search"),
        SearchError::Stopped(limit @ (Limit::Nodes | Limit::Time)) => {
            let what = if limit == Limit::Nodes {
                format!("has more than {MOST_NODES} nodes")
            } else {
                format!("takes more than {} s", LONGEST.as_secs())
            };
            let message = format!("the tree to depth {depth} {what}; choose less depth, or a search that cuts more");
            ApiError::new(Kind::BadLimit, message).field("depth")
        }
        other => searches::api_error(&other, position.has_secrets()),
    };
    seen.map(ExplainedSearch::new).map_err(api_error)
}

/// JSON of a node and its children, each with its board.
fn node_json(tree: &ExplainedSearch, position: &dyn AnyPosition, node: &str) -> ApiResult {
    let none = || ApiError::new(Kind::NotFound, format!("the tree has no node {node:?}")).field("node");
    let at = tree.find(node).ok_or_else(none)?;
    let drawn = |at: usize| {
        let mut node = tree.node(at);
        node["board"] = json!(position.board_after(&tree.numbers(at)).map(|drawing| board_svg(&drawing)));
        node
    };
    Ok(json!({
        "summary": tree.summary(),
        "node": drawn(at),
        "children": tree.children(at).iter().map(|&child| drawn(child)).collect::<Vec<_>>(),
    }))
}
