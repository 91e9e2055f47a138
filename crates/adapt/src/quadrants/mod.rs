//! Which searches a game gets: its quadrant decides.
//!
//! | | deterministic | chance |
//! |---|---|---|
//! | **perfect information** | [`deterministic`]: the engine | [`chance`]: pruning expectiminimax, value iteration |
//! | **imperfect information** | [`hidden`]: averaging, information-set tree search, equilibrium | the same |
//!
//! A quadrant makes its searches of a game's types ([`Quadrant`]), and hands them out as objects that answer in words
//! ([`Searches`]). What is asked of them, and what is reported, is plain code that is compiled once.

mod chance;
mod deterministic;
mod hidden;

pub(crate) use chance::AnyChanceSearch;
pub(crate) use hidden::AnyHiddenSearch;

use std::sync::Arc;

use counterplay_api::{
    Comparison, Curve, Declined, Method, Progress, Report, Request, RolloutPlan, RolloutReport, RowEvent, SearchError,
};
use counterplay_core::check::Battery;
use counterplay_core::engine::Keys;
use counterplay_core::trace::SearchTree;
use counterplay_core::{Evaluate, Game, Knowledge, Random, Seat, TextError};

use self::chance::ChancePosition;
use self::deterministic::EnginePosition;
use self::hidden::HiddenPosition;
use crate::engine::{AnyEngine, EngineParts};
use crate::root::Root;
use crate::rules::Rules;
use crate::to_words::NamedAction;

/// What a game of one quadrant brings. It is implemented for the pair of answers that a game gives by its types `Luck`
/// and `Secrets`, so that an entry needs no word about it.
#[diagnostic::on_unimplemented(
    message = "the catalog has no searches for `{G}`: what it declares by `Luck` and `Secrets` is not there",
    note = "`type Luck = With` asks for `impl Chance for {G}`, and `type Secrets = With` for `impl Hidden for {G}`"
)]
pub trait Quadrant<G: Game>: Send + Sync + 'static {
    /// The searches of a position.
    #[doc(hidden)]
    fn searches<'a>(root: Root<'a, G>) -> Searches<'a>
    where
        G: Send + Sync,
        G::State: Send + Sync,
        G::Action: Send + Sync;

    /// The engine for a game of the quadrant, where it suits.
    #[doc(hidden)]
    fn engine<K, U, E>(parts: EngineParts<G, K, U, E>) -> Option<Arc<dyn AnyEngine<G>>>
    where
        G: Send + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        K: Keys<G> + Clone + Send + Sync + 'static,
        U: Knowledge<G> + Clone + Send + Sync + 'static,
        E: Evaluate<G> + Clone + Send + Sync + 'static,
    {
        let _ = parts;
        None
    }

    /// The pruning search for a game of the quadrant, where dice decide and nothing is secret.
    #[doc(hidden)]
    fn chance_search<K>(keys: K) -> Option<Arc<dyn AnyChanceSearch<G>>>
    where
        G: Send + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        K: Keys<G> + Clone + Send + Sync + 'static,
    {
        let _ = keys;
        None
    }

    /// The searches over what could be for a game of the quadrant, where it has secrets.
    #[doc(hidden)]
    fn hidden_search<K>(keys: K) -> Option<Arc<dyn AnyHiddenSearch<G>>>
    where
        G: Send + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        K: Keys<G> + Clone + Send + Sync + 'static,
    {
        let _ = keys;
        None
    }

    /// The laws of the quadrant, added to those of every game.
    fn laws(battery: Battery<'_, G>) -> Battery<'_, G> {
        battery
    }

    /// An outcome of chance, drawn by its probability.
    fn draw(rules: &Rules<G>, state: &G::State, random: &mut dyn Random) -> Option<G::Action> {
        let _ = (rules, state, random);
        None
    }

    /// What a seat sees of a state; nothing where everybody sees all of it.
    fn seen(rules: &Rules<G>, state: &G::State, seat: Seat) -> Option<String> {
        let _ = (rules, state, seat);
        None
    }

    /// What a seat is told of an action; nothing where everybody is told all.
    fn told(rules: &Rules<G>, state: &G::State, action: G::Action, seat: Seat) -> Option<String> {
        let _ = (rules, state, action, seat);
        None
    }

    /// A state that a seat may be in, from the text of what it sees; nothing where everybody sees all.
    fn read_view(rules: &Rules<G>, text: &str) -> Option<Result<G::State, TextError>> {
        let _ = (rules, text);
        None
    }
}

/// The searches of a position, by its quadrant, with the types of the game forgotten.
#[doc(hidden)]
pub enum Searches<'a> {
    /// Neither luck nor secrets.
    Engine(Box<dyn EnginePosition + 'a>),
    /// Luck and no secrets.
    Chance(Box<dyn ChancePosition + 'a>),
    /// Secrets.
    Hidden(Box<dyn HiddenPosition + 'a>),
}

impl Searches<'_> {
    /// See [`AnyPosition::best`](counterplay_api::AnyPosition::best).
    pub(crate) fn best(&self, request: &Request, progress: &mut dyn FnMut(&Progress)) -> Result<Report, SearchError> {
        if request.filter.is_some() && !matches!(self, Searches::Chance(_)) {
            return Err(Declined::FilterWithoutChance.into());
        }
        match self {
            Searches::Engine(position) => deterministic::best(position.as_ref(), request, progress),
            Searches::Chance(position) => chance::best(position.as_ref(), request, progress),
            Searches::Hidden(position) => hidden::best(position.as_ref(), request),
        }
    }

    /// See [`AnyPosition::solve`](counterplay_api::AnyPosition::solve).
    pub(crate) fn solve(&self, request: &Request, progress: &mut dyn FnMut(&Progress)) -> Result<Report, SearchError> {
        let has_proofs = matches!(self, Searches::Engine(position) if position.is_certified());
        if request.proofs.is_some() && !has_proofs {
            return Err(Declined::NoProofNumbers.into());
        }
        unfiltered(request)?;
        match self {
            Searches::Engine(position) => deterministic::solve(position.as_ref(), request, progress),
            Searches::Chance(position) => chance::solve(position.as_ref(), request, progress),
            Searches::Hidden(position) => position.solve(request, progress),
        }
    }

    /// See [`AnyPosition::certify`](counterplay_api::AnyPosition::certify).
    pub(crate) fn certify(
        &self,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(Report, Option<String>), SearchError> {
        match self {
            Searches::Engine(position) => deterministic::certify(position.as_ref(), request, true, progress),
            Searches::Chance(_) | Searches::Hidden(_) => Err(Declined::NoCertificates.into()),
        }
    }

    /// See [`AnyPosition::rollout`](counterplay_api::AnyPosition::rollout).
    pub(crate) fn rollout(
        &self,
        plan: &RolloutPlan,
        request: &Request,
        progress: &mut dyn FnMut(&RolloutReport),
    ) -> Result<RolloutReport, SearchError> {
        unfiltered(request)?;
        match self {
            Searches::Engine(_) => Err(Declined::RolloutWithoutChance.into()),
            Searches::Chance(position) => chance::rollout(position.as_ref(), plan, request, progress),
            Searches::Hidden(_) => Err(Declined::RolloutWithSecrets.into()),
        }
    }

    /// See [`AnyPosition::curves`](counterplay_api::AnyPosition::curves).
    pub(crate) fn curves(&self, request: &Request) -> Result<Vec<Curve>, SearchError> {
        match self {
            Searches::Hidden(position) => position.curves(request),
            Searches::Engine(_) | Searches::Chance(_) => Err(Declined::NoMixedStrategies.into()),
        }
    }

    /// See [`AnyPosition::compare`](counterplay_api::AnyPosition::compare).
    pub(crate) fn compare(
        &self,
        request: &Request,
        progress: &mut dyn FnMut(RowEvent<'_>),
    ) -> Result<Comparison, SearchError> {
        unfiltered(request)?;
        match self {
            Searches::Engine(position) => deterministic::compare(position.as_ref(), request, progress),
            Searches::Chance(position) => chance::compare(position.as_ref(), request, progress),
            Searches::Hidden(position) => position.compare(request, progress),
        }
    }

    /// See [`AnyPosition::tree`](counterplay_api::AnyPosition::tree).
    pub(crate) fn tree(&self, method: &Method, request: &Request) -> Result<SearchTree, SearchError> {
        match self {
            Searches::Engine(position) => position.tree(method, request),
            Searches::Chance(_) | Searches::Hidden(_) => Err(Declined::NoSearchTree.into()),
        }
    }
}

/// Refuses a filter where every action is looked at.
fn unfiltered(request: &Request) -> Result<(), SearchError> {
    if request.filter.is_some() { Err(Declined::FilterNotTaken.into()) } else { Ok(()) }
}

/// A row of a comparison: announces it, runs its search, and tells what it took.
fn row(
    name: &'static str,
    request: &Request,
    scale: f64,
    progress: &mut dyn FnMut(RowEvent<'_>),
    search: &mut dyn FnMut() -> Result<counterplay_core::search::Decision<NamedAction>, SearchError>,
) -> Result<counterplay_api::Row, SearchError> {
    progress(RowEvent::Begins(name));
    let start = std::time::Instant::now();
    let decision = search()?;
    let row = counterplay_api::Row::new(name, request.depth, &decision, scale, start.elapsed());
    progress(RowEvent::Ends(&row));
    Ok(row)
}
