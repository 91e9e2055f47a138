//! A game with all that it can do, still with its types.

use std::hash::Hash;
use std::sync::Arc;

use counterplay_api::review::ReviewScale;
use counterplay_api::{Arranged, Draft, SolutionCache};
use counterplay_core::check::Battery;
use counterplay_core::notation::{NO_POSITIONS, ParsedGame, ReadGame, SIDES, find_action, plain_action, words};
use counterplay_core::picture::{Path, Piece};
use counterplay_core::search::{Solution, value_iteration};
use counterplay_core::{
    Actions, Advice, Advise, Answer, ChanceNodes, Drawing, Drawn, Evaluate, Game, Halt, Heading, Key, Keyed, Limits,
    Line, Notation, Note, Oracle, Outcomes, PerfectInformation, Picture, PictureOfView, Random, Remark, Role, Score,
    Seat, SetUp, Symmetric, TextError, set_up,
};
use counterplay_trainer::Trainer;

use crate::certifier::Certifier;
use crate::engine::{AnyEngine, Constant};
use crate::quadrants::{AnyChanceSearch, AnyHiddenSearch};
use crate::tables::GameTables;

/// The rules of a game and its capabilities, each by a default where the game has none.
pub struct Rules<G: Game> {
    pub(crate) game: G,
    pub(crate) capabilities: Capabilities<G>,
}

type State<G> = <G as Game>::State;
type Action<G> = <G as Game>::Action;
type ParseAction<G> = fn(&G, &State<G>, &str, &[Action<G>]) -> Result<Action<G>, TextError>;
type ParsePosition<G> = fn(&G, &str) -> Result<State<G>, TextError>;
type ParseGame<G> = fn(&G, &str) -> Option<ReadGame<State<G>, Action<G>>>;
type GameText<G> = fn(&G, &State<G>, &[Action<G>], (&Heading, &[Note])) -> Option<String>;
type ParseGames<G> = fn(&G, &str) -> Option<Vec<ParsedGame<State<G>, Action<G>>>>;
/// The options that a text tells, with their values.
pub(crate) type Told = fn(&str) -> Vec<(&'static str, i64)>;
type DrawState<G> = fn(&G, &State<G>, Option<Action<G>>, Seat) -> Drawing;
type Advisor<G> = fn(&G, &State<G>, Seat, &Limits, &mut dyn Random) -> Option<Advice<Action<G>>>;
/// The review scale of a game with its options.
pub(crate) type ScaleOf<G> = fn(&G) -> ReviewScale;
/// The pieces of a draft on the board of a game.
pub(crate) type Arrange<G> = fn(&G, &Draft) -> Arranged;
/// The kinds of pieces of a game.
type PieceKinds<G> = fn(&G) -> Vec<Piece>;
type KeyOf<G> = fn(&G, &State<G>) -> Key;
type Clicks<G> = fn(&G, &State<G>, Action<G>, Seat) -> Vec<Path>;

/// What a game can do beyond its rules. Functions and not objects: they hold no state, so an entry can hand them to
/// every game that it makes.
pub(crate) struct Capabilities<G: Game> {
    pub(crate) action_text: fn(&G, &G::State, G::Action) -> String,
    pub(crate) short_text: fn(&G, &G::State, G::Action) -> Option<String>,
    pub(crate) parse_action: ParseAction<G>,
    pub(crate) position_text: fn(&G, &G::State) -> String,
    pub(crate) parse_position: Option<ParsePosition<G>>,
    pub(crate) parse_game: ParseGame<G>,
    pub(crate) parse_games: ParseGames<G>,
    pub(crate) game_text: GameText<G>,
    pub(crate) split_moves: for<'t> fn(&G, &'t str) -> Vec<&'t str>,
    /// What the two sides are called.
    pub(crate) ending_text: fn(&G, &G::State, Option<Drawn>) -> Option<&'static str>,
    pub(crate) sides: fn(&G) -> [&'static str; 2],
    /// The options that the text of a position tells.
    pub(crate) told_by: Told,
    /// The board as a seat sees it.
    pub(crate) draw: Option<DrawState<G>>,
    pub(crate) clicks: Clicks<G>,
    /// How much a loss is.
    pub(crate) review_scale: Option<ScaleOf<G>>,
    /// The board with the pieces of a draft, and the kinds of pieces.
    pub(crate) arrange: Option<(Arrange<G>, PieceKinds<G>)>,
    /// What it would do by itself.
    pub(crate) advise: Option<Advisor<G>>,
    /// The key of a state.
    pub(crate) key: Option<KeyOf<G>>,
    /// The engine, where it suits the game.
    pub(crate) engine: Option<Arc<dyn AnyEngine<G>>>,
    /// The pruning search, where dice decide and nothing is secret.
    pub(crate) chance_search: Option<Arc<dyn AnyChanceSearch<G>>>,
    /// The searches over what could be, where the game has secrets.
    pub(crate) hidden_search: Option<Arc<dyn AnyHiddenSearch<G>>>,
    pub(crate) iterate: Option<Iterate<G>>,
    /// Proves it by proof numbers and writes certificates, if the game can be.
    pub(crate) certifier: Option<Arc<dyn Certifier<G>>>,
    /// Whether to prove it by proof numbers: there are tables, and winning, drawing and losing is all there is.
    pub(crate) by_numbers: bool,
    /// Trains its evaluation, if it says what can be counted.
    pub(crate) trainer: Option<Arc<dyn Trainer<G> + Send + Sync>>,
    /// Builds and asks its tables, if its positions are numbered.
    pub(crate) tables: Option<Arc<dyn GameTables<G>>>,
    pub(crate) evaluation: Arc<dyn Evaluate<G> + Send + Sync>,
    /// The oracle: what is known of some states without a search.
    pub(crate) oracle: Option<Arc<dyn Oracle<G>>>,
    /// Remarks of those who play the game about values that were found.
    pub(crate) remarks: Option<Arc<dyn Remark<G> + Send + Sync>>,
    pub(crate) laws: Vec<fn(Battery<'_, G>) -> Battery<'_, G>>,
}

/// Why an action is refused that the state alone would allow.
pub(crate) const FORBIDDEN: &str = "it leads back to an earlier position, which the rules forbid";

/// Value iteration from a state, to a tolerance.
pub(crate) type Iterate<G> = fn(
    &G,
    &<G as Game>::State,
    f64,
    &Limits,
    Option<&SolutionCache>,
) -> Result<Iterated<<G as Game>::Action>, Box<Halt>>;

/// What value iteration found out about a state.
pub struct Iterated<A> {
    /// The expectation for MAX.
    pub(crate) value: f64,
    /// The actions that have it, where somebody chooses.
    pub(crate) best: Vec<A>,
    /// What each action is worth for MAX, where somebody chooses.
    pub(crate) worths: Vec<(A, f64)>,
    /// Whether the value is between two proven bounds that are as close as the tolerance.
    pub(crate) proven: bool,
    pub(crate) states: usize,
    pub(crate) sweeps: u32,
}

/// Puts the pieces of a draft on the board, and asks the notation whether that is a position.
fn arrange<G: SetUp>(game: &G, from: &Draft) -> Arranged {
    let board = game.picture(&game.initial(), None);
    let kinds = game.pieces();
    let mut pieces = from.pieces.clone().unwrap_or_else(|| set_up::pieces(&board, &kinds));
    let tallest = game.tallest();
    pieces.retain(|placed| placed.kind < kinds.len() && placed.count > 0 && board.has(&placed.cell));
    pieces.iter_mut().for_each(|placed| placed.count = placed.count.min(tallest));
    let standing: Vec<Piece> =
        pieces.iter().map(|placed| Piece { count: placed.count, ..kinds[placed.kind].clone() }).collect();
    let named: Vec<(&str, &Piece)> = pieces.iter().map(|placed| placed.cell.as_str()).zip(&standing).collect();
    let text = game.arranged(&named, from.turn);
    let fault = game.parse_position(&text).err();
    let board = set_up::redrawn(board, &kinds, &pieces);
    let turn = game.has_turn().then_some(from.turn);
    Arranged { pieces, kinds, turn, tallest, board, text, fault }
}

/// Solves all states below one, and reads the answer off their values.
fn iterate<G>(
    game: &G,
    state: &G::State,
    tolerance: f64,
    limits: &Limits,
    cache: Option<&SolutionCache>,
) -> Result<Iterated<G::Action>, Box<Halt>>
where
    G: ChanceNodes + PerfectInformation,
    G::State: Eq + Hash + Send + Sync + 'static,
{
    /// Values that are this close are the same: a hundred times what is left open.
    const TIE: f64 = 100.0;
    let kept = cache.and_then(SolutionCache::get::<Solution<G::State>>);
    let solution = match kept.filter(|solution| solution.value(state).is_some()) {
        Some(solution) => solution,
        None => Arc::new(value_iteration(game, state, tolerance, limits)?),
    };
    if let Some(cache) = cache {
        cache.put(Arc::clone(&solution));
    }
    let worth = |state: &G::State| solution.value(state).unwrap_or(f64::NAN);
    let value = worth(state);
    let chooses = !game.is_terminal(state) && game.role(state) != Role::Chance;
    let actions = if chooses { game.action_list(state) } else { Vec::new() };
    let worths: Vec<_> = actions.into_iter().map(|action| (action, worth(&game.result(state, action)))).collect();
    let ties = worths.iter().filter(|(_, worth)| (worth - value).abs() <= TIE * tolerance);
    let best = ties.map(|&(action, _)| action).collect();
    let (proven, states, sweeps) = (solution.is_proven(tolerance), solution.states(), solution.sweeps);
    Ok(Iterated { value, best, worths, proven, states, sweeps })
}

impl<G: Game> Capabilities<G> {
    /// Capabilities of a game that has nothing but its rules.
    pub(crate) fn plain() -> Self {
        Capabilities {
            action_text: |_, _, action| plain_action(action),
            short_text: |_, _, _| None,
            parse_action: |_, _, text, legal| find_action(text, legal, plain_action),
            position_text: |_, state| format!("{state:?}"),
            parse_position: None,
            parse_game: |_, _| None,
            parse_games: |_, _| None,
            game_text: |_, _, _, _| None,
            split_moves: |_, moves| words(moves),
            ending_text: |_, _, _| None,
            sides: |_| SIDES,
            told_by: |_| Vec::new(),
            draw: None,
            clicks: |_, _, _, _| Vec::new(),
            review_scale: None,
            arrange: None,
            advise: None,
            key: None,
            engine: None,
            chance_search: None,
            hidden_search: None,
            iterate: None,
            certifier: None,
            by_numbers: false,
            trainer: None,
            tables: None,
            evaluation: Arc::new(Constant),
            oracle: None,
            remarks: None,
            laws: Vec::new(),
        }
    }

    pub(crate) fn add_notation(&mut self)
    where
        G: Notation,
    {
        self.action_text = G::action_text;
        self.short_text = G::short_text;
        self.parse_action = G::parse_action;
        self.position_text = G::position_text;
        self.parse_position = Some(G::parse_position);
        self.parse_game = G::parse_game;
        self.parse_games = G::parse_games;
        self.game_text = G::game_text;
        self.split_moves = |game, moves| game.split_moves(moves);
        self.ending_text = G::ending_text;
        self.sides = G::sides;
        self.laws.push(|battery| battery.notation());
    }

    pub(crate) fn add_drawing(&mut self)
    where
        G: Picture,
    {
        self.draw = Some(|game, state, last, _| game.picture(state, last));
        self.clicks = |game, state, action, _| game.clicks(state, action);
        self.laws.push(|battery| battery.drawing());
    }

    pub(crate) fn add_set_up(&mut self)
    where
        G: SetUp,
    {
        self.arrange = Some((arrange, G::pieces));
    }

    pub(crate) fn add_drawing_of_views(&mut self)
    where
        G: PictureOfView,
    {
        self.draw = Some(|game, state, _, seat| game.picture_of_view(&game.view(state, seat)));
        self.clicks = |game, state, action, seat| game.clicks_in_view(&game.view(state, seat), action);
        self.laws.push(|battery| battery.drawing_of_views());
    }

    pub(crate) fn add_advice(&mut self)
    where
        G: Advise,
    {
        self.advise = Some(|game, state, seat, limits, random| game.advise(&game.view(state, seat), limits, random));
    }

    pub(crate) fn add_key(&mut self)
    where
        G: Keyed,
    {
        self.key = Some(G::key);
        self.laws.push(|battery| battery.keyed());
    }

    pub(crate) fn add_symmetry(&mut self)
    where
        G: Symmetric,
    {
        self.add_key();
        self.laws.push(|battery| battery.symmetric());
    }

    pub(crate) fn add_iteration(&mut self)
    where
        G: ChanceNodes + PerfectInformation,
        G::State: Eq + Hash + Send + Sync + 'static,
    {
        self.iterate = Some(iterate);
    }
}

impl<G: Game> Clone for Capabilities<G> {
    fn clone(&self) -> Self {
        Capabilities {
            evaluation: Arc::clone(&self.evaluation),
            oracle: self.oracle.clone(),
            remarks: self.remarks.clone(),
            engine: self.engine.clone(),
            chance_search: self.chance_search.clone(),
            hidden_search: self.hidden_search.clone(),
            trainer: self.trainer.clone(),
            tables: self.tables.clone(),
            certifier: self.certifier.clone(),
            laws: self.laws.clone(),
            ..*self
        }
    }
}

impl<G: Game> Rules<G> {
    /// How much a loss is in the game.
    pub(crate) fn review_scale(&self) -> ReviewScale {
        let span = f64::from(self.game.bounds().high) - f64::from(self.game.bounds().low);
        let of_span = || ReviewScale::of_span(span / f64::from(self.game.scale()));
        self.capabilities.review_scale.map_or_else(of_span, |scale| scale(&self.game))
    }
}

impl<G: ChanceNodes> Rules<G> {
    /// The actions of the seat to move, or the outcomes of chance with their probabilities.
    pub(crate) fn edges(&self, state: &G::State) -> Vec<(G::Action, Option<f64>)> {
        if self.game.is_terminal(state) {
            return Vec::new();
        }
        if self.game.role(state) == Role::Chance {
            let mut outcomes = Outcomes::new();
            self.game.chance_outcomes(state, &mut outcomes);
            return outcomes.as_slice().iter().map(|&(action, probability)| (action, Some(probability))).collect();
        }
        let mut actions = Actions::new();
        self.game.actions(state, &mut actions);
        actions.as_slice().iter().map(|&action| (action, None)).collect()
    }

    /// The actions or outcomes that the line of play allows: none if it has ended the game.
    pub(crate) fn legal(&self, line: &Line<G>) -> Vec<(G::Action, Option<f64>)> {
        if line.drawn(&self.game).is_some() {
            return Vec::new();
        }
        let mut edges = self.edges(line.state());
        edges.retain(|&(action, _)| !line.is_forbidden(&self.game, action));
        edges
    }

    pub(crate) fn word(&self, state: &G::State, action: G::Action) -> String {
        (self.capabilities.action_text)(&self.game, state, action)
    }

    /// The short form of an action, if the game has short forms and no secrets: in a line of those who cannot see the
    /// state nobody knows which form is short enough.
    pub(crate) fn short(&self, state: &G::State, action: G::Action) -> Option<String> {
        if G::Secrets::YES { None } else { (self.capabilities.short_text)(&self.game, state, action) }
    }

    /// The short forms of the actions of a line of play, which is given in words; nothing if the game has none. What
    /// comes after a word that means nothing here stays as it is.
    pub(crate) fn short_line(&self, state: &G::State, line: &[String]) -> Option<Vec<String>> {
        let &(first, _) = self.edges(state).first()?;
        self.short(state, first)?;
        let (mut at, mut shorts) = (state.clone(), Vec::with_capacity(line.len()));
        for word in line {
            let legal: Vec<G::Action> = self.edges(&at).into_iter().map(|(action, _)| action).collect();
            let Ok(action) = (self.capabilities.parse_action)(&self.game, &at, word, &legal) else { break };
            shorts.push(self.short(&at, action).unwrap_or_else(|| word.clone()));
            self.game.apply(&mut at, action);
        }
        shorts.extend_from_slice(&line[shorts.len()..]);
        Some(shorts)
    }

    /// What one clicks for an action, as the seat that makes it sees the board.
    pub(crate) fn paths(&self, state: &G::State, action: G::Action, seat: Seat) -> Vec<Path> {
        let paths = (self.capabilities.clicks)(&self.game, state, action, seat);
        if paths.is_empty() { vec![vec![self.word(state, action)]] } else { paths }
    }

    /// The words of a line of play.
    pub(crate) fn line_words(&self, state: &G::State, line: &[G::Action]) -> Vec<String> {
        let mut at = state.clone();
        let mut words = Vec::with_capacity(line.len());
        for &action in line {
            words.push(self.word(&at, action));
            self.game.apply(&mut at, action);
        }
        words
    }

    /// The action that a word means. One that would lead back to where the line has been is refused as such, where that
    /// is forbidden.
    pub(crate) fn find(&self, line: &Line<G>, word: &str) -> Result<G::Action, TextError> {
        let read = |legal: &[G::Action]| (self.capabilities.parse_action)(&self.game, line.state(), word, legal);
        let legal: Vec<G::Action> = self.legal(line).into_iter().map(|(action, _)| action).collect();
        read(&legal).map_err(|error| {
            let all: Vec<G::Action> = self.edges(line.state()).into_iter().map(|(action, _)| action).collect();
            match read(&all) {
                Ok(action) if line.is_forbidden(&self.game, action) => TextError::new(0, FORBIDDEN),
                _ => error,
            }
        })
    }

    pub(crate) fn parse_position(&self, text: &str) -> Result<G::State, TextError> {
        match self.capabilities.parse_position {
            Some(parse) => parse(&self.game, text),
            None => Err(TextError::new(0, NO_POSITIONS)),
        }
    }

    /// The evaluation: the game's own, or what a draw is worth.
    pub(crate) fn evaluation(&self) -> BoxedEvaluation<G> {
        BoxedEvaluation(Some(Arc::clone(&self.capabilities.evaluation)))
    }
}

/// An evaluation whose type is forgotten, so that a search is compiled once for a game; or none, for a search that goes
/// on to the end of every game.
pub(crate) struct BoxedEvaluation<G: Game>(Option<Arc<dyn Evaluate<G> + Send + Sync>>);

impl<G: Game> BoxedEvaluation<G> {
    /// No evaluation.
    pub(crate) const NONE: Self = BoxedEvaluation(None);
}

impl<G: Game> Clone for BoxedEvaluation<G> {
    fn clone(&self) -> Self {
        BoxedEvaluation(self.0.clone())
    }
}

impl<G: Game> Evaluate<G> for BoxedEvaluation<G> {
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        self.0.as_ref().map_or(Score::UNKNOWN, |inner| inner.evaluate(game, state))
    }
    fn expectation(&self, game: &G, state: &G::State) -> f64 {
        self.0.as_ref().map_or(Score::UNKNOWN.into(), |inner| inner.expectation(game, state))
    }
    fn applies_to(&self, game: &G, state: &G::State) -> bool {
        self.0.as_ref().is_some_and(|inner| inner.applies_to(game, state))
    }
    fn guesses(&self) -> bool {
        self.0.as_ref().is_some_and(|inner| inner.guesses())
    }
}
