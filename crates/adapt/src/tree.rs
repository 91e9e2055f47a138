//! A search of a game written down, to be looked at: the textbook's searches, and the engine's with its table.

use counterplay_api::{Declined, Method, Request, SearchError, TreeSearch};
use counterplay_core::engine::{Task, Techniques};
use counterplay_core::search::{Decision, Settings, alphabeta, minimax};
use counterplay_core::trace::{Describe, Recorder, SearchTree};
use counterplay_core::{Depth, Game, Halt, Limit, Line, Without};

use crate::engine::{AnyEngine, EngineConfig};
use crate::rules::Rules;

/// The words of a game for its actions.
pub struct Words<G: Game>(fn(&G, &G::State, G::Action) -> String);

impl<G: Game> Describe<G> for Words<G> {
    fn action(&self, game: &G, state: &G::State, action: G::Action) -> Option<String> {
        Some((self.0)(game, state, action))
    }
}

/// The most states of a tree, if nothing is said.
const MOST: u64 = 1_000_000;

/// What the engine does besides alpha-beta.
const TECHNIQUES: Techniques = Techniques { table: true, killers: true, history: true, ..Techniques::NONE };

/// The recorder of a search, for as many states as the request allows nodes.
fn recorder<G: Game>(rules: &Rules<G>, request: &Request) -> Recorder<G, Words<G>> {
    let most = usize::try_from(request.limits.nodes.unwrap_or(MOST)).unwrap_or(usize::MAX);
    Recorder::named(Words(rules.capabilities.action_text)).limited(most, None).with_stubs()
}

/// The tree of the engine's search with its table.
pub(crate) fn of_engine<G: Game<Luck = Without, Secrets = Without>>(
    rules: &Rules<G>,
    engine: &dyn AnyEngine<G>,
    line: &Line<G>,
    request: &Request,
) -> Result<SearchTree, SearchError> {
    if rules.capabilities.key.is_none() {
        return Err(Declined::NoKeys.into());
    }
    let (table, mut recorder) = (request.table(), recorder(rules, request));
    let config = EngineConfig { table: &table, techniques: TECHNIQUES, threads: 1 };
    let task = Task { all_best: false, lines: 1, ..request.task() };
    let found = engine.search_recorded(&rules.game, line, config, &task, &mut recorder);
    finished(rules, line.state(), found, recorder)
}

/// The tree of one of the textbook's searches.
pub(crate) fn of_book<G: Game<Luck = Without, Secrets = Without>>(
    rules: &Rules<G>,
    line: &Line<G>,
    method: &Method,
    request: &Request,
) -> Result<SearchTree, SearchError> {
    let mut recorder = recorder(rules, request);
    let settings = Settings::new().order(method.order).cutoff(method.cutoff).limits(request.limits.clone());
    let settings = settings.before_root(line.before_root());
    let settings = settings.to_depth(Depth(request.depth.unwrap_or(u32::MAX)), rules.evaluation());
    let found = match method.search {
        TreeSearch::Minimax => minimax(&rules.game, line.state(), &settings, &mut recorder),
        _ => alphabeta(&rules.game, line.state(), &settings, &mut recorder),
    };
    finished(rules, line.state(), found, recorder)
}

/// The tree of a search that came to its end.
fn finished<G: Game<Luck = Without, Secrets = Without>>(
    rules: &Rules<G>,
    state: &G::State,
    found: Result<Decision<G::Action>, Box<Halt>>,
    recorder: Recorder<G, Words<G>>,
) -> Result<SearchTree, SearchError> {
    match found.map_err(|halt| rules.halted(state, halt))?.stopped {
        Some(limit) => Err(SearchError::Stopped(limit)),
        None => {
            let seen = recorder.finish(&rules.game);
            if seen.truncated { Err(SearchError::Stopped(Limit::Nodes)) } else { Ok(seen) }
        }
    }
}
