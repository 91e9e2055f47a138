//! Which searches a game gets: its quadrant decides.
//!
//! | | deterministic | chance |
//! |---|---|---|
//! | **perfect information** | [`deterministic`]: the engine | [`chance`]: expectiminimax that prunes, value iteration |
//! | **imperfect information** | [`hidden`]: averaging over deals, information-set tree search, equilibrium | the same |

mod chance;
mod deterministic;
mod hidden;
mod rollout;
mod words;

pub(crate) use chance::Roller;
pub(crate) use deterministic::thinker;
pub(crate) use hidden::Dealer;
pub use rollout::Rolls;

use std::sync::Arc;

use counterplay_core::check::Battery;
use counterplay_core::engine::Keys;
use counterplay_core::trace::SearchTree;
use counterplay_core::{Evaluate, Game, Knowledge, Random, Seat, TextError};

use crate::mind::{Mind, Thinker};
use crate::rules::Rules;
use counterplay_api::{Comparison, Curve, Method, Progress, Report, Request, RowEvent, SearchError};

/// What to say where a proof cannot be written down.
pub(crate) const NO_CERTIFICATES: &str =
    "proofs of this game cannot be written down: there is nothing to save or to verify";

/// What to say where there is no such proof.
pub(crate) const NO_PROOF_NUMBERS: &str =
    "this game is not solved by proof numbers: there is nothing to write to a checkpoint, or to go on from";

/// What to say where there are no dice between one choice and the next.
pub(crate) const NO_FILTER: &str = "a filter is for games of chance in which nothing is hidden: leave it out";

/// What to say where every action is looked at.
pub(crate) const UNFILTERED: &str =
    "a filter is for `move` and `analyze`; here every action is looked at: leave it out";

/// What to say where nothing is regretted.
const NO_CURVES: &str =
    "exploitability falls where mixed strategies are learned, and a game without secrets needs none";

/// What to say where the tree of a game is not drawn.
const NO_TREE: &str =
    "the search tree is shown of games without chance and without secrets, and this game has one or the other";

/// What a game of one quadrant can be asked for. It is implemented for the pair of answers that a game gives by its types
/// `Luck` and `Secrets`, so that an entry needs no word about it.
#[diagnostic::on_unimplemented(
    message = "the catalog has no searches for `{G}`: what it declares by `Luck` and `Secrets` is not there",
    note = "`type Luck = With` asks for `impl Chance for {G}`, and `type Secrets = With` for `impl Hidden for {G}`"
)]
pub trait Quadrant<G: Game>: Rolls<G> + Send + Sync + 'static {
    /// See [`AnyPosition::best`](counterplay_api::AnyPosition::best).
    ///
    /// # Errors
    /// If the search could not go on.
    fn best(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError>;

    /// See [`AnyPosition::solve`](counterplay_api::AnyPosition::solve).
    ///
    /// # Errors
    /// If no solver suits the game, or the search could not go on.
    fn solve(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError>;

    /// See [`AnyPosition::certify`](counterplay_api::AnyPosition::certify).
    ///
    /// # Errors
    /// If proofs of the game cannot be written down, or the search could not go on.
    fn certify(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        wants_certificate: bool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(Report, Option<String>), SearchError> {
        let _ = (rules, state, request, wants_certificate, progress);
        Err(SearchError::Declined(NO_CERTIFICATES.to_owned()))
    }

    /// See [`AnyPosition::compare`](counterplay_api::AnyPosition::compare).
    ///
    /// # Errors
    /// If the textbook's searches do not suit the game, or could not go on.
    fn compare(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(RowEvent<'_>),
    ) -> Result<Comparison, SearchError>;

    /// See [`AnyPosition::curves`](counterplay_api::AnyPosition::curves).
    ///
    /// # Errors
    /// If the game has no secrets, is too large, or breaks its contract.
    fn curves(rules: &Rules<G>, request: &Request) -> Result<Vec<Curve>, SearchError> {
        let _ = (rules, request);
        Err(SearchError::Declined(NO_CURVES.to_owned()))
    }

    /// See [`AnyPosition::tree`](counterplay_api::AnyPosition::tree).
    ///
    /// # Errors
    /// If the game has chance or secrets, or the search could not be finished.
    fn tree(rules: &Rules<G>, state: &G::State, method: &Method, request: &Request) -> Result<SearchTree, SearchError> {
        let _ = (rules, state, method, request);
        Err(SearchError::Declined(NO_TREE.to_owned()))
    }

    /// The engine for a game of the quadrant, where it suits.
    #[doc(hidden)]
    fn thinker<K, U, E>(mind: Mind<K, U, E>) -> Option<Arc<dyn Thinker<G>>>
    where
        G: Send + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        K: Keys<G> + Clone + Send + Sync + 'static,
        U: Knowledge<G> + Clone + Send + Sync + 'static,
        E: Evaluate<G> + Clone + Send + Sync + 'static,
    {
        let _ = mind;
        None
    }

    /// The pruning search for a game of the quadrant, where dice decide and nothing is secret.
    #[doc(hidden)]
    fn roller<K, U, E>(mind: Mind<K, U, E>) -> Option<Arc<dyn Roller<G>>>
    where
        G: Send + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        K: Keys<G> + Clone + Send + Sync + 'static,
        U: Knowledge<G> + Clone + Send + Sync + 'static,
        E: Evaluate<G> + Clone + Send + Sync + 'static,
    {
        let _ = mind;
        None
    }

    /// The searches over what could be for a game of the quadrant, where it has secrets.
    #[doc(hidden)]
    fn dealer<K, U, E>(mind: Mind<K, U, E>) -> Option<Arc<dyn Dealer<G>>>
    where
        G: Send + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        K: Keys<G> + Clone + Send + Sync + 'static,
        U: Knowledge<G> + Clone + Send + Sync + 'static,
        E: Evaluate<G> + Clone + Send + Sync + 'static,
    {
        let _ = mind;
        None
    }

    /// The laws of the quadrant, added to those of every game.
    fn laws(battery: Battery<'_, G>) -> Battery<'_, G> {
        battery
    }

    /// Draws an outcome of chance.
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
