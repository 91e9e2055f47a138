//! A search of a game written down, to be looked at: the textbook's searches, and the engine's with its table.

use counterplay_core::engine::{Task, Techniques};
use counterplay_core::search::{Decision, Settings, alphabeta, minimax};
use counterplay_core::trace::{Describe, Recorder, SearchTree};
use counterplay_core::{Depth, Game, Halt, Limit, Without};

use crate::mind::Means;
use crate::quadrants::thinker;
use crate::rules::Rules;
use counterplay_api::{Method, Request, SearchError, TreeSearch};

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

/// Searches and writes down.
pub(crate) fn record<G: Game<Luck = Without, Secrets = Without>>(
    rules: &Rules<G>,
    state: &G::State,
    method: &Method,
    request: &Request,
) -> Result<SearchTree, SearchError> {
    let most = usize::try_from(request.limits.nodes.unwrap_or(MOST)).unwrap_or(usize::MAX);
    let mut recorder = Recorder::named(Words(rules.abilities.action_text)).limited(most, None).with_stubs();
    let found = match method.search {
        TreeSearch::Engine => with_table(rules, state, request, &mut recorder)?,
        _ => from_the_book(rules, state, method, request, &mut recorder),
    };
    match found.map_err(|halt| rules.halted(state, &halt))?.stopped {
        Some(limit) => Err(SearchError::Stopped(limit)),
        None => {
            let seen = recorder.finish(&rules.game);
            if seen.truncated { Err(SearchError::Stopped(Limit::Nodes)) } else { Ok(seen) }
        }
    }
}

type Found<G> = Result<Decision<<G as Game>::Action>, Box<Halt>>;
type Notes<G> = Recorder<G, Words<G>>;

fn with_table<G: Game>(
    rules: &Rules<G>,
    state: &G::State,
    request: &Request,
    recorder: &mut Notes<G>,
) -> Result<Found<G>, SearchError> {
    if !rules.abilities.keyed {
        let none = "the states of this game have no keys, so that there is no table for them; alphabeta needs none";
        return Err(SearchError::Declined(none.to_owned()));
    }
    let table = request.table();
    let means = Means { table: &table, techniques: TECHNIQUES, threads: 1 };
    let task = Task { all_best: false, lines: 1, ..request.task() };
    Ok(thinker(rules)?.search_recorded(&rules.game, state, means, &task, recorder))
}

fn from_the_book<G: Game<Luck = Without, Secrets = Without>>(
    rules: &Rules<G>,
    state: &G::State,
    method: &Method,
    request: &Request,
    recorder: &mut Notes<G>,
) -> Found<G> {
    let settings = Settings::new().order(method.order).cutoff(method.cutoff).limits(request.limits.clone());
    let settings = settings.to_depth(Depth(request.depth.unwrap_or(u32::MAX)), rules.evaluation());
    match method.search {
        TreeSearch::Minimax => minimax(&rules.game, state, &settings, recorder),
        _ => alphabeta(&rules.game, state, &settings, recorder),
    }
}
