//! The search tree of a position, unfolded one node at a time.
//!
//! Each request names the search and a node. The trees that were asked for last are held, so that to unfold a node takes no search; one that is
//! no longer held is searched again, and is the same.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use counterplay_api::{AnyPosition, Method, Request, SearchError, TreeSearch};
use counterplay_core::{Limit, Limits};
use counterplay_lessons::{Direction, Rule, Unfolded};
use counterplay_render::board_svg;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Answer, Kind, Refusal};
use crate::limits::Query;
use crate::routes::blocking;
use crate::searches::{self, Task, Wish, guarded};
use crate::sessions::lock;
use crate::state::State;

/// The largest tree: states that were entered, and branches that were cut.
const MOST_NODES: u64 = 200_000;
/// The most nodes of the trees that are held, but for the last one.
const MOST_HELD: usize = 400_000;
/// The deepest search.
const DEEPEST: u32 = 30;
/// A search takes at most so long.
const LONGEST: Duration = Duration::from_secs(20);

/// A node that somebody wants to look at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    search: Option<String>,
    depth: Option<u32>,
    order: Option<Direction>,
    cutoff: Option<Rule>,
    /// Its path; the root if nothing is said.
    #[serde(default)]
    node: String,
}

/// Which tree: of which session, after how many changes of it, and searched how.
#[derive(Clone, PartialEq, Debug)]
struct Key {
    session: String,
    changes: u64,
    method: Method,
    depth: u32,
}

/// The trees that were asked for last, the newest at the end.
#[derive(Default)]
pub(crate) struct Held(Mutex<VecDeque<(Key, Arc<Unfolded>)>>);

impl Held {
    fn find(&self, key: &Key) -> Option<Arc<Unfolded>> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.iter().find(|(known, _)| known == key).map(|(_, tree)| Arc::clone(tree))
    }

    fn add(&self, key: Key, tree: &Arc<Unfolded>) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // What a session has left behind is not asked for again.
        held.retain(|(known, _)| known.session != key.session || known.changes == key.changes && *known != key);
        held.push_back((key, Arc::clone(tree)));
        while held.len() > 1 && held.iter().map(|(_, tree)| tree.len()).sum::<usize>() > MOST_HELD {
            held.pop_front();
        }
    }
}

impl Asked {
    fn method(&self) -> Result<Method, Refusal> {
        let search = match self.search.as_deref().unwrap_or("alphabeta") {
            "minimax" => TreeSearch::Minimax,
            "alphabeta" => TreeSearch::Alphabeta,
            "engine" => TreeSearch::Engine,
            other => {
                let message = format!("{other:?} is none of minimax, alphabeta, engine");
                return Err(Refusal::new(Kind::BadOption, message).field("search"));
            }
        };
        let (order, cutoff) = (self.order.unwrap_or(Direction::Ltr), self.cutoff.unwrap_or(Rule::Ge));
        Ok(Method { search, order: order.into(), cutoff: cutoff.into() })
    }

    fn depth(&self) -> Result<u32, Refusal> {
        let depth = self.depth.unwrap_or(4);
        let message = || format!("depth must be from 1 to {DEEPEST}, not {depth}");
        let good = (1..=DEEPEST).contains(&depth).then_some(depth);
        good.ok_or_else(|| Refusal::new(Kind::BadLimit, message()).field("depth"))
    }
}

/// `POST …/tree`: a node of the search tree, and its children.
pub(crate) async fn unfold(state: &Arc<State>, id: String, query: Query, asked: Asked) -> Answer {
    query.only(&[])?;
    let (method, depth) = (asked.method()?, asked.depth()?);
    let key = move |session: &str, changes| Key { session: session.to_owned(), changes, method, depth };
    // 1. A tree that is held is shown at once, whatever else is searched meanwhile.
    let node = asked.node;
    if let Some(answer) = held(state, &id, &query, &node, key).await? {
        return Ok(answer);
    }
    // 2. Any other is searched first.
    let task = searches::begin(state, &id, &query, Wish::Ask).await?;
    guarded(task.seat.is_some(), || searches::own_turn(&task))??;
    let key = key(&id, task.changes);
    let shared = Arc::clone(state);
    let work = move |task: &Task, request: Request| {
        let tree = Arc::new(search(task.position.as_ref(), &key.method, depth, request)?);
        shared.trees.add(key, &tree);
        tell(&tree, task.position.as_ref(), &node)
    };
    searches::answer(state, task, work, LONGEST).await
}

/// What there is to tell without a search.
async fn held(
    state: &Arc<State>,
    id: &str,
    query: &Query,
    node: &str,
    key: impl FnOnce(&str, u64) -> Key + Send + 'static,
) -> Result<Option<Value>, Refusal> {
    let (state, id, query, node) = (Arc::clone(state), id.to_owned(), query.clone(), node.to_owned());
    blocking(move || {
        let session = state.sessions.find(&id)?;
        let session = lock(&session);
        session.seat(query.key())?;
        let Some(tree) = state.trees.find(&key(&id, session.changes)) else { return Ok(None) };
        let position = session.position.copy();
        drop(session);
        guarded(position.has_secrets(), || tell(&tree, position.as_ref(), &node))?.map(Some)
    })
    .await
}

fn search(position: &dyn AnyPosition, method: &Method, depth: u32, request: Request) -> Result<Unfolded, Refusal> {
    let limits = Limits { nodes: Some(MOST_NODES), ..request.limits };
    let seen = position.tree(method, &Request { limits, depth: Some(depth), ..request });
    let refusal = |error: SearchError| match error {
        SearchError::Declined(why) => Refusal::new(Kind::BadOption, why).field("search"),
        SearchError::Stopped(limit @ (Limit::Nodes | Limit::Time)) => {
            let what = if limit == Limit::Nodes {
                format!("has more than {MOST_NODES} nodes")
            } else {
                format!("takes more than {} s", LONGEST.as_secs())
            };
            let message = format!("the tree to depth {depth} {what}; choose less depth, or a search that cuts more");
            Refusal::new(Kind::BadLimit, message).field("depth")
        }
        other => searches::refusal(&other, position.has_secrets()),
    };
    seen.map(Unfolded::new).map_err(refusal)
}

/// A node and its children, each with its board.
fn tell(tree: &Unfolded, position: &dyn AnyPosition, node: &str) -> Answer {
    let none = || Refusal::new(Kind::NotFound, format!("the tree has no node {node:?}")).field("node");
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
