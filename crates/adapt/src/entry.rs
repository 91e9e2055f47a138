//! The entries of the catalog.

use std::hash::Hash;
use std::sync::Arc;

use counterplay_api::review::ReviewScale;
use counterplay_api::{AnyGame, FileFormat, Item, OptionError, OptionSpec, Options, Ratings, UserFiles};
use counterplay_core::engine::{Keys, NoKeys, OwnKeys, SharedKeys};
use counterplay_core::network::perspectives::Perspectives;
use counterplay_core::network::{Network, NetworkInputs};
use counterplay_core::{
    Advise, Answer, Certified, ChanceNodes, Deterministic, Evaluate, Features, Game, Indexed, Keyed, Knowledge,
    Learned, LearnedOr, Notation, Oracle, PerfectInformation, Picture, PictureOfView, Progressive, Race, Remark,
    Residual, Retrograde, RulesOnly, SetUp, Symmetric,
};
use counterplay_trainer::{LinearTrainer, NetworkTrainer, ResidualTrainer};

use crate::certifier::{Check, ProofNumbers};
use crate::engine::{Constant, EngineParts};
use crate::erased::ErasedGame;
use crate::expectation_tables::{ExpectationTables, Informed, OpenExpectations, open_expectations};
use crate::quadrants::Quadrant;
use crate::rules::{Capabilities, Rules};
use crate::tables::{ForwardTables, OpenOracle, RetrogradeTables, table_oracle};
use crate::training::{Fit, Linear, Networked, WithResidual, with_weights};

/// A game of the catalog: its name, how to make it, and what it can do beyond its rules.
///
/// ```
/// # use counterplay_adapt::{Catalog, Entry};
/// # use counterplay_kuhn::Kuhn;
/// let catalog = Catalog::new().with(Entry::new("poker", "Kuhn poker", || Kuhn).notation("Q? pb"));
/// assert_eq!(catalog.game("poker", &[])?.start().turn().to_string(), "chance");
/// # Ok::<(), counterplay_api::OptionError>(())
/// ```
pub struct Entry<G: Game, K = NoKeys, U = RulesOnly, E = Constant> {
    name: String,
    title: String,
    notation: String,
    rules_text: Option<&'static str>,
    options: Vec<OptionSpec>,
    formats: Vec<FileFormat>,
    /// Moves or a position, to be seen in lists of games.
    sample: &'static str,
    /// Ratings of the ten levels.
    level_ratings: Option<Ratings>,
    make: Box<Make<G>>,
    capabilities: Capabilities<G>,
    parts: EngineParts<G, K, U, E>,
    /// What becomes of the evaluation when a game is made with its options, if not the same for all.
    fit: Option<Box<Fit<G, E>>>,
    /// Opens the tables that somebody brings.
    open_tables: Option<OpenOracle<G>>,
    /// Opens them in a game of chance.
    open_expectations: Option<OpenExpectations<G>>,
    /// Remarks of the evaluation about values that were found.
    remarks: Option<Remarks<G, E>>,
}

/// Makes remarks of an evaluation, with its type forgotten.
type Remarks<G, E> = fn(E) -> Arc<dyn Remark<G> + Send + Sync>;

type Make<G> = dyn Fn(&Options) -> Result<G, String> + Send + Sync;

impl<G: Game> Entry<G> {
    /// An entry for a game without options.
    pub fn new(name: &str, title: &str, make: impl Fn() -> G + Send + Sync + 'static) -> Entry<G> {
        Entry::with_options(name, title, Vec::new(), move |_| Ok(make()))
    }

    /// An entry for a game with options. What `make` returns as an error is told to the user.
    pub fn with_options(
        name: &str,
        title: &str,
        options: Vec<OptionSpec>,
        make: impl Fn(&Options) -> Result<G, String> + Send + Sync + 'static,
    ) -> Entry<G> {
        let (name, title) = (name.to_owned(), title.to_owned());
        let notation = "actions as the rules name them, or by their numbers".to_owned();
        let parts = EngineParts { keys: NoKeys, knowledge: RulesOnly, evaluation: Constant, oracle: None };
        let (make, capabilities) = (Box::new(make), Capabilities::plain());
        Entry {
            name,
            title,
            notation,
            rules_text: None,
            options,
            formats: Vec::new(),
            sample: "",
            level_ratings: None,
            make,
            capabilities,
            parts,
            fit: None,
            open_tables: None,
            open_expectations: None,
            remarks: None,
        }
    }
}

impl<G: Game, K, U, E> Entry<G, K, U, E> {
    /// The entry with other parts of the engine, and what the evaluation brings.
    fn with_parts<L, V, F>(
        self,
        parts: impl FnOnce(EngineParts<G, K, U, E>) -> EngineParts<G, L, V, F>,
        fit: impl FnOnce(Option<Box<Fit<G, E>>>) -> Option<Box<Fit<G, F>>>,
        remarks: Option<Remarks<G, F>>,
    ) -> Entry<G, L, V, F> {
        let Entry {
            name,
            title,
            notation,
            rules_text,
            options,
            formats,
            sample,
            level_ratings,
            make,
            capabilities,
            open_tables,
            open_expectations,
            ..
        } = self;
        let (parts, fit) = (parts(self.parts), fit(self.fit));
        Entry {
            name,
            title,
            notation,
            rules_text,
            options,
            formats,
            sample,
            level_ratings,
            make,
            capabilities,
            parts,
            fit,
            open_tables,
            open_expectations,
            remarks,
        }
    }

    /// The entry with other keys.
    fn with_keys<L>(self, keys: L) -> Entry<G, L, U, E> {
        let remarks = self.remarks;
        self.with_parts(|parts| parts.with_keys(keys), |fit| fit, remarks)
    }

    /// The entry with another evaluation.
    fn with_evaluation<F>(self, change: impl FnOnce(E) -> F, fit: Option<Box<Fit<G, F>>>) -> Entry<G, K, U, F> {
        self.with_parts(|parts| parts.with_evaluation(change), |_| fit, None)
    }

    /// The game has a [`Notation`]; `sample` shows it in a few words.
    #[must_use]
    pub fn notation(mut self, sample: &str) -> Self
    where
        G: Notation,
    {
        sample.clone_into(&mut self.notation);
        self.capabilities.add_notation();
        self
    }

    /// The rules for people, on one screen: `.rules_text(include_str!("../rules.md"))`. The command line, the page and the
    /// documentation show the same text; `docs/rules.md` says what stands in it.
    #[must_use]
    pub fn rules_text(mut self, text: &'static str) -> Self {
        self.rules_text = Some(text);
        self
    }

    /// The [notation](Entry::notation) reads whole games in a format of the field: its name, and how the names of its
    /// files end, `.format("PDN", "pdn")`.
    #[must_use]
    pub fn format(mut self, name: &'static str, extension: &'static str) -> Self {
        self.formats.push(FileFormat { name, extension });
        self
    }

    /// The game states how much a loss is, in its own unit: what reviews grade by. One that states nothing is graded by
    /// shares of the span of its values.
    #[must_use]
    pub fn review_scale(mut self, scale: fn(&G) -> ReviewScale) -> Self {
        self.capabilities.review_scale = Some(scale);
        self
    }

    /// The text of a position tells some of the options, such as the length of a match, so that nobody needs to give
    /// them.
    #[must_use]
    pub fn told_by(mut self, told: fn(&str) -> Vec<(&'static str, i64)>) -> Self {
        self.capabilities.told_by = told;
        self
    }

    /// The game can be drawn. One with secrets is [drawn by what a seat sees](Entry::drawn_by_view).
    #[must_use]
    pub fn drawn(mut self) -> Self
    where
        G: Picture + PerfectInformation,
    {
        self.capabilities.add_drawing();
        self
    }

    /// A game with secrets can be drawn, from what a seat sees.
    #[must_use]
    pub fn drawn_by_view(mut self) -> Self
    where
        G: PictureOfView,
    {
        self.capabilities.add_drawing_of_views();
        self
    }

    /// Moves or a position that show what the game looks like in play, for lists of games.
    #[must_use]
    pub fn sample(mut self, sample: &'static str) -> Self {
        self.sample = sample;
        self
    }

    /// Ratings of the ten levels in Elo, the weakest first, and the source: how and against whom they were measured, in
    /// a sentence that people are shown. By them `engine uci` offers `UCI_Elo`.
    ///
    /// ```
    /// # use counterplay_adapt::{Entry, Item};
    /// # use counterplay_kuhn::Kuhn;
    /// let elo = [500, 700, 900, 1100, 1300, 1500, 1700, 1900, 2100, 2300];
    /// let entry = Entry::new("kuhn", "Kuhn poker", || Kuhn).level_ratings(elo, "200 games with the champion");
    /// let item: Box<dyn Item> = Box::new(entry);
    /// assert_eq!(item.level_ratings().map(|ratings| (ratings.least(), ratings.most())), Some((500, 2300)));
    /// ```
    ///
    /// # Panics
    /// If they do not rise from each level to the next.
    #[must_use]
    pub fn level_ratings(mut self, ratings: [u32; 10], source: &'static str) -> Self {
        self.level_ratings = Some(Ratings::new(ratings, source));
        self
    }

    /// Positions can be set up piece by piece: see [`SetUp`].
    #[must_use]
    pub fn arranged(mut self) -> Self
    where
        G: SetUp,
    {
        self.capabilities.add_set_up();
        self
    }

    /// A game with secrets says by itself what to do: see [`Advise`].
    #[must_use]
    pub fn advised(mut self) -> Self
    where
        G: Advise,
    {
        self.capabilities.add_advice();
        self
    }

    /// The states have a hash, so that positions reached in several ways are searched once.
    #[must_use]
    pub fn keyed(mut self) -> Entry<G, OwnKeys, U, E>
    where
        G: Keyed,
    {
        self.capabilities.add_key();
        self.with_keys(OwnKeys)
    }

    /// The states have a hash and mirror images, which are searched once.
    #[must_use]
    pub fn symmetric(mut self) -> Entry<G, SharedKeys, U, E>
    where
        G: Symmetric,
    {
        self.capabilities.add_symmetry();
        self.with_keys(SharedKeys)
    }

    /// The game teaches the search more than its rules.
    #[must_use]
    pub fn knowledge<V: Knowledge<G>>(self, knowledge: V) -> Entry<G, K, V, E> {
        let remarks = self.remarks;
        self.with_parts(|parts| parts.with_knowledge(knowledge), |fit| fit, remarks)
    }

    /// There is an oracle, which the search asks: a certificate, say. Tables that somebody brings take its place.
    #[must_use]
    pub fn oracle(mut self, oracle: impl Oracle<G> + 'static) -> Self {
        self.parts.oracle = Some(Arc::new(oracle));
        self
    }

    /// The positions are numbered and actions can be taken back, so that there can be tables, which the search asks.
    #[must_use]
    pub fn tabled(mut self) -> Self
    where
        G: Retrograde + Sync + 'static,
        G::State: Send + Sync,
    {
        self.capabilities.tables = Some(Arc::new(RetrogradeTables));
        self.open_tables = Some(table_oracle);
        self
    }

    /// The positions are numbered, so that there can be tables, which the search asks; to build them takes more memory
    /// than for a game that takes actions [back](Entry::tabled).
    #[must_use]
    pub fn indexed(mut self) -> Self
    where
        G: Indexed + Sync + 'static,
        G::State: Send + Sync,
    {
        self.capabilities.tables = Some(Arc::new(ForwardTables));
        self.open_tables = Some(table_oracle);
        self
    }

    /// The positions of a game of chance are numbered and play never comes back, so that there can be tables of what
    /// they are worth on average, which the search asks; and it comes down to a race, of which there are tables too.
    #[must_use]
    pub fn expected(mut self) -> Self
    where
        G: Progressive + Race + Sync + 'static,
        G::State: Send + Sync,
        G::Alone: Sync,
        <G::Alone as Game>::State: Send + Sync,
    {
        self.capabilities.tables = Some(Arc::new(ExpectationTables));
        self.open_expectations = Some(open_expectations);
        self
    }

    /// The game is solved by proof numbers, since it ends in a win, a draw or a loss and nothing between; its proofs
    /// can be saved, and `check` checks them. Those that are saved are found with the knowledge `for_writing`, and what
    /// `thorough` sees to be won is left out of them. To be said after keys and knowledge, which the proof uses.
    #[must_use]
    pub fn certified<V>(mut self, check: Check<G>, for_writing: U, thorough: V) -> Self
    where
        V: Knowledge<G> + Clone + Send + Sync + 'static,
        G: Certified + Deterministic + PerfectInformation + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        K: Keys<G> + Clone + Send + Sync + 'static,
        U: Knowledge<G> + Clone + Send + Sync + 'static,
        E: Evaluate<G> + Clone + Send + Sync + 'static,
    {
        self.capabilities.certifier =
            Some(Arc::new(ProofNumbers { parts: self.parts.clone(), for_writing, thorough, check }));
        self
    }

    /// The states can be listed, so that the game can be solved although it may come back to where it was.
    #[must_use]
    pub fn listed(mut self) -> Self
    where
        G: ChanceNodes + PerfectInformation,
        G::State: Eq + Hash + Send + Sync + 'static,
    {
        self.capabilities.add_iteration();
        self
    }

    /// There is an evaluation for searches that do not reach the end of the game.
    #[must_use]
    pub fn evaluation<F: Evaluate<G>>(self, evaluation: F) -> Entry<G, K, U, F> {
        self.with_evaluation(|_| evaluation, None)
    }

    /// The evaluation remarks on what a search finds, in the words of those who play the game. To be said after it.
    #[must_use]
    pub fn remarked(mut self) -> Self
    where
        E: Remark<G> + Send + Sync + 'static,
    {
        self.remarks = Some(|evaluation| Arc::new(evaluation));
        self
    }

    /// The evaluation is learned from self-play: `train` learns it anew, and `weights` is a file that it has written,
    /// or empty while there is none. The evaluation of before serves options for which nothing was learned, and to
    /// measure against. To be said after keys and knowledge, which training uses.
    #[must_use]
    pub fn learned<F>(mut self, features: F, weights: &'static [u8]) -> Entry<G, K, U, LearnedOr<E, Learned<F>>>
    where
        G: Deterministic + PerfectInformation + ChanceNodes + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        F: Features<G> + Clone + Send + Sync + 'static,
        K: Keys<G> + Clone + Send + Sync + 'static,
        U: Knowledge<G> + Clone + Send + Sync + 'static,
        E: Evaluate<G> + Clone + Send + Sync + 'static,
    {
        let EngineParts { keys, knowledge, evaluation: rival, .. } = self.parts.clone();
        let name = self.name.clone();
        let fit = with_weights(name.clone(), Linear(features.clone()), weights);
        self.capabilities.trainer = Some(Arc::new(LinearTrainer { name, features, keys, knowledge, rival }));
        self.with_evaluation(|before| LearnedOr { before, learned: None }, Some(fit))
    }

    /// The evaluation is learned from self-play as with [`Entry::learned`], and then a network with perspectives learns
    /// what the features leave over. To be said after keys and knowledge, which training uses.
    #[must_use]
    pub fn learned_with_network<F, P>(
        mut self,
        features: F,
        perspectives: P,
        weights: &'static [u8],
    ) -> Entry<G, K, U, LearnedOr<E, Residual<F, P>>>
    where
        G: Deterministic + PerfectInformation + ChanceNodes + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        F: Features<G> + Clone + Send + Sync + 'static,
        P: Perspectives<G> + Clone + Send + Sync + 'static,
        K: Keys<G> + Clone + Send + Sync + 'static,
        U: Knowledge<G> + Clone + Send + Sync + 'static,
        E: Evaluate<G> + Clone + Send + Sync + 'static,
    {
        let EngineParts { keys, knowledge, evaluation: rival, .. } = self.parts.clone();
        let name = self.name.clone();
        let fit = with_weights(name.clone(), WithResidual(features.clone(), perspectives.clone()), weights);
        let trainer = ResidualTrainer { name, features, perspectives, keys, knowledge, rival };
        self.capabilities.trainer = Some(Arc::new(trainer));
        self.with_evaluation(|before| LearnedOr { before, learned: None }, Some(fit))
    }

    /// The evaluation is made of a network, which is learned from self-play: `train` learns it anew, and `weights` is a
    /// file that it has written, or empty while there is none. It is learned by the game that `learned_game` gives for
    /// one with options, so that one network may serve several. The evaluation of before serves while there is none,
    /// and to measure against.
    #[must_use]
    pub fn networked<S, L>(
        mut self,
        encoding: S,
        learned_game: fn(&G) -> G,
        evaluation: fn(Network<S>) -> L,
        weights: &'static [u8],
    ) -> Entry<G, K, U, LearnedOr<E, L>>
    where
        G: ChanceNodes + PerfectInformation + Send + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        S: NetworkInputs<G> + Clone + Send + Sync + 'static,
        L: Evaluate<G> + Clone + Send + Sync + 'static,
        E: Evaluate<G> + Clone + Send + Sync + 'static,
    {
        let (name, rival) = (self.name.clone(), self.parts.evaluation.clone());
        let fit =
            with_weights(name.clone(), Networked { encoding: encoding.clone(), learned_game, evaluation }, weights);
        self.capabilities.trainer = Some(Arc::new(NetworkTrainer { name, encoding, learned_game, rival }));
        self.with_evaluation(|before| LearnedOr { before, learned: None }, Some(fit))
    }
}

impl<G, K, U, E> Item for Entry<G, K, U, E>
where
    G: ChanceNodes + Send + Sync + 'static,
    G::State: Send + Sync + 'static,
    G::Action: Send + Sync + 'static,
    (G::Luck, G::Secrets): Quadrant<G>,
    K: Keys<G> + Clone + Send + Sync + 'static,
    U: Knowledge<G> + Clone + Send + Sync + 'static,
    E: Evaluate<G> + Clone + Send + Sync + 'static,
{
    fn name(&self) -> &str {
        &self.name
    }
    fn title(&self) -> &str {
        &self.title
    }
    fn notation(&self) -> &str {
        &self.notation
    }
    fn rules_text(&self) -> Option<&str> {
        self.rules_text
    }
    fn options(&self) -> &[OptionSpec] {
        &self.options
    }
    fn has_luck(&self) -> bool {
        G::Luck::YES
    }
    fn has_secrets(&self) -> bool {
        G::Secrets::YES
    }
    fn learns(&self) -> bool {
        self.capabilities.trainer.is_some()
    }
    fn has_tables(&self) -> bool {
        self.capabilities.tables.is_some()
    }
    fn formats(&self) -> &[FileFormat] {
        &self.formats
    }
    fn sample(&self) -> &str {
        self.sample
    }
    fn level_ratings(&self) -> Option<Ratings> {
        self.level_ratings
    }
    fn told_by(&self, text: &str) -> Vec<(&'static str, i64)> {
        (self.capabilities.told_by)(text)
    }
    fn build_with(&self, options: &Options, files: &UserFiles<'_>) -> Result<Arc<dyn AnyGame>, OptionError> {
        let game = (self.make)(options).map_err(OptionError::Refused)?;
        let UserFiles { weights, tables } = *files;
        let mut parts = self.parts.clone();
        if tables.is_some() && self.open_tables.is_none() && self.open_expectations.is_none() {
            return Err(OptionError::NoTables { name: self.name.clone() });
        }
        if let (Some(open), Some(opening)) = (self.open_tables, tables) {
            parts.oracle = Some(open(&game, &opening));
        }
        match &self.fit {
            Some(fit) => parts.evaluation = fit(&game, parts.evaluation, weights).map_err(OptionError::Weights)?,
            None if weights.is_some() => return Err(OptionError::NothingLearned { name: self.name.clone() }),
            None => {}
        }
        let mut capabilities = self.capabilities.clone();
        capabilities.by_numbers =
            tables.is_some() && capabilities.tables.as_ref().is_some_and(|tables| !tables.is_graded());
        capabilities.evaluation = Arc::new(parts.evaluation.clone());
        capabilities.remarks = self.remarks.map(|remarks| remarks(parts.evaluation.clone()));
        capabilities.oracle = parts.oracle.clone();
        if let (Some(open), Some(opening)) = (self.open_expectations, tables) {
            let Informed { oracle, evaluation } = open(&game, capabilities.evaluation, &opening);
            (capabilities.oracle, capabilities.evaluation) = (Some(oracle), evaluation);
        }
        capabilities.chance_search = <(G::Luck, G::Secrets)>::chance_search(parts.keys.clone());
        capabilities.hidden_search = <(G::Luck, G::Secrets)>::hidden_search(parts.keys.clone());
        capabilities.engine = <(G::Luck, G::Secrets)>::engine(parts);
        Ok(Arc::new(ErasedGame::game(Rules { game, capabilities })))
    }
}
