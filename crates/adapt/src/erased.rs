//! A game in play, behind the traits of the edges.

use std::sync::Arc;

use counterplay_api::review::ReviewScale;
use counterplay_api::{
    ActionId, ActionWord, AnyGame, AnyPosition, AnyTables, Arranged, Checked, Comparison, Curve, Declined, Draft,
    Drawn, Expected, Fault, FileGame, Method, Outcome, Perft, PlayError, Progress, Report, Request, RolloutPlan,
    RolloutReport, RowEvent, SearchError, StaleAction, TurnWord, guarded,
};
use counterplay_core::check::{Battery, Passed, Violation};
use counterplay_core::notation::ParsedGame;
use counterplay_core::picture::Path;
use counterplay_core::set_up::Placed;
use counterplay_core::trace::SearchTree;
use counterplay_core::{
    Answer, ChanceNodes, Drawing, Game, Heading, Key, Limits, Line, Note, Proof, Random, Score, Seat, Side, TextError,
    Turn, search, set_up,
};
use counterplay_tables::{Probed, Tables};
use counterplay_trainer::{Plan, TrainingRun};

use crate::idle_count::IdleCount;
use crate::quadrants::{Quadrant, Searches};
use crate::root::Root;
use crate::rules::{FORBIDDEN, Rules};
use crate::tables::TablesOfGame;

/// The rules of a game, shared by its positions.
pub(crate) struct ErasedGame<G: Game>(Arc<Rules<G>>);

impl<G: Game> ErasedGame<G> {
    pub(crate) fn game(rules: Rules<G>) -> ErasedGame<G> {
        ErasedGame(Arc::new(rules))
    }

    fn position(&self, root: G::State, is_start: bool) -> Box<Position<G>> {
        Box::new(Position { line: Line::new(&self.0.game, root), rules: Arc::clone(&self.0), is_start })
    }
}

impl<G> ErasedGame<G>
where
    G: ChanceNodes + Send + Sync + 'static,
    G::State: Send + Sync + 'static,
    G::Action: Send + Sync + 'static,
    (G::Luck, G::Secrets): Quadrant<G>,
{
    /// The position after the actions of a record, up to one that the line forbids, which is the fault. A draw by the
    /// line after which the record goes on was not claimed.
    fn played(
        &self,
        root: G::State,
        actions: impl IntoIterator<Item = (G::Action, usize)>,
    ) -> (Box<dyn AnyPosition>, Option<TextError>) {
        let is_start = (self.0.capabilities.position_text)(&self.0.game, &root) == self.start().text();
        let mut position = self.position(root, is_start);
        for (number, (action, offset)) in (1..).zip(actions) {
            if position.line.is_forbidden(&self.0.game, action) {
                return (position, Some(TextError::new(offset, format!("move {number}: {FORBIDDEN}"))));
            }
            position.line.leave_unclaimed(&self.0.game);
            position.line.play(&self.0.game, action);
        }
        (position, None)
    }
}

/// A position: the line of play that led to it.
struct Position<G: Game> {
    rules: Arc<Rules<G>>,
    line: Line<G>,
    /// Whether the line began at the start of the game.
    is_start: bool,
}

impl<G> AnyGame for ErasedGame<G>
where
    G: ChanceNodes + Send + Sync + 'static,
    G::State: Send + Sync + 'static,
    G::Action: Send + Sync + 'static,
    (G::Luck, G::Secrets): Quadrant<G>,
{
    fn has_luck(&self) -> bool {
        G::Luck::YES
    }
    fn has_secrets(&self) -> bool {
        G::Secrets::YES
    }
    fn reads_positions(&self) -> bool {
        self.0.capabilities.parse_position.is_some()
    }
    fn sides(&self) -> [&'static str; 2] {
        (self.0.capabilities.sides)(&self.0.game)
    }
    fn start(&self) -> Box<dyn AnyPosition> {
        self.position(self.0.game.initial(), true)
    }
    fn read(&self, text: &str) -> Result<Box<dyn AnyPosition>, TextError> {
        if let Some(game) = self.read_game(text) {
            return game;
        }
        let read = || {
            self.0.parse_position(text).or_else(|error| {
                let view = <(G::Luck, G::Secrets)>::read_view(&self.0, text);
                // Of the two errors the one that got further knows better what was meant.
                let further = |other: TextError| if other.offset > error.offset { other } else { error.clone() };
                view.unwrap_or(Err(error.clone())).map_err(further)
            })
        };
        // A state is sampled from a view, and a sampler may fail in other ways than by finding none.
        let state = guarded(|| Ok(read())).unwrap_or_else(|error| Err(TextError::new(0, error.to_string())))?;
        Ok(self.position(state, false))
    }
    fn read_game(&self, text: &str) -> Option<Result<Box<dyn AnyPosition>, TextError>> {
        let read = (self.0.capabilities.parse_game)(&self.0.game, text)?;
        Some(read.and_then(|(root, actions)| -> Result<Box<dyn AnyPosition>, TextError> {
            // The reader of the format knows where a move stands, and not what came before it.
            let (position, fault) = self.played(root, actions.into_iter().map(|action| (action, 0)));
            fault.map_or(Ok(position), Err)
        }))
    }
    fn read_games(&self, text: &str) -> Option<Vec<FileGame>> {
        let games = (self.0.capabilities.parse_games)(&self.0.game, text)?;
        let opened = games.into_iter().map(|ParsedGame { offset, start, actions, heading, notes, remarks, fault }| {
            let (position, forbidden) = self.played(start, actions);
            let mut game = FileGame::new(offset, Some(position));
            (game.heading, game.notes) = (heading, notes);
            (game.remarks, game.fault) = (remarks, forbidden.or(fault));
            game
        });
        Some(opened.collect())
    }
    fn arrange(&self, from: &Draft) -> Option<Arranged> {
        self.0.capabilities.arrange.map(|(arrange, _)| arrange(&self.0.game, from))
    }
    fn taken_apart(&self, position: &dyn AnyPosition) -> Option<Vec<Placed>> {
        let (_, kinds) = self.0.capabilities.arrange?;
        // A cell may be called otherwise when it is the other side's turn; a draft has the names of the start.
        let (mut board, start) = (position.board(None), self.start().board(None));
        for cell in &mut board.cells {
            let same = start.cells.iter().find(|other| (other.column, other.row) == (cell.column, cell.row));
            cell.name = same.map_or_else(String::new, |same| same.name.clone());
        }
        Some(set_up::pieces(&board, &kinds(&self.0.game)))
    }
    fn split_moves<'t>(&self, moves: &'t str) -> Vec<&'t str> {
        (self.0.capabilities.split_moves)(&self.0.game, moves)
    }
    fn check(&self, limits: &Limits, seed: u64) -> Result<Passed, Box<Violation>> {
        let battery = <(G::Luck, G::Secrets)>::laws(Battery::new(&self.0.game));
        let battery = self.0.capabilities.laws.iter().fold(battery, |battery, add| add(battery));
        battery.seed(seed).limits(limits.clone()).run()
    }
    fn verify(
        &self,
        text: &str,
        on_progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Result<Checked, Fault>, SearchError> {
        let certifier = self.0.capabilities.certifier.as_ref().ok_or(Declined::NoCertificates)?;
        guarded(|| Ok(certifier.verify(&self.0.game, text, on_progress)))
    }
    fn begin_training(&self, seed: u64) -> Option<TrainingRun> {
        self.0.capabilities.trainer.as_ref().map(|trainer| trainer.begin(&self.0.game, seed))
    }
    fn train(
        &self,
        run: &mut TrainingRun,
        plan: &Plan,
        on_progress: &mut dyn FnMut(&TrainingRun),
    ) -> Result<(), SearchError> {
        let trainer = self.0.capabilities.trainer.as_ref().ok_or(Declined::NothingToLearn)?;
        let trained = guarded(|| Ok(trainer.run(&self.0.game, run, plan, on_progress)))?;
        trained.map_err(SearchError::of_halt)
    }
    fn review_scale(&self) -> ReviewScale {
        self.0.review_scale()
    }
    fn tables(&self) -> Option<Box<dyn AnyTables + '_>> {
        let tables = self.0.capabilities.tables.as_deref()?;
        Some(Box::new(TablesOfGame { game: &self.0.game, tables }))
    }
}

impl<G> Position<G>
where
    G: ChanceNodes,
    (G::Luck, G::Secrets): Quadrant<G>,
{
    /// The searches of the position, by its quadrant.
    fn searches(&self) -> Searches<'_>
    where
        G: Send + Sync,
        G::State: Send + Sync,
        G::Action: Send + Sync,
    {
        <(G::Luck, G::Secrets)>::searches(self.root())
    }

    fn root(&self) -> Root<'_, G> {
        Root { rules: &self.rules, line: &self.line, key: self.key() }
    }

    /// The key of the position, by which handles of its actions are known. It is made of what the seat to move sees: a
    /// handle must not tell more.
    fn key(&self) -> Key {
        Key::of(&(self.line.actions().len(), self.text_of(self.state(), self.reader())))
    }

    /// The seat that a text is for: the one to move, or the first.
    fn reader(&self) -> Seat {
        match self.turn_word() {
            TurnWord::Seat(seat) => seat,
            TurnWord::Chance | TurnWord::Over => Seat::FIRST,
        }
    }

    fn state(&self) -> &G::State {
        self.line.state()
    }

    /// Why the line of play makes it a draw, although the state is not the end of the game.
    fn is_drawn(&self) -> Option<Drawn> {
        self.line.drawn(&self.rules.game)
    }

    fn turn_word(&self) -> TurnWord {
        if self.line.is_over(&self.rules.game) {
            return TurnWord::Over;
        }
        turn_word(self.rules.game.turn(self.state()))
    }

    /// What a search says of the position, unless the line of play has ended the game; with what a proof leaves out.
    fn answer(&self, search: impl FnOnce() -> Result<Report, SearchError>) -> Result<Report, SearchError> {
        if let Some(drawn) = self.is_drawn() {
            return Ok(Report::of_draw(drawn));
        }
        guarded(search)
    }

    /// The count of plies without progress, where that is limited.
    fn idle_count(&self) -> Option<IdleCount> {
        Some(IdleCount { idle: self.line.idle(), limit: self.rules.game.idle_limit()? })
    }

    /// Whether every action ends the game.
    fn is_last_ply(&self) -> bool {
        let game = &self.rules.game;
        self.rules.legal(&self.line).iter().all(|&(action, _)| {
            let mut line = self.line.clone();
            line.play(game, action);
            line.is_over(game)
        })
    }

    /// A state as a seat sees it.
    fn text_of(&self, state: &G::State, seat: Seat) -> String {
        let seen = <(G::Luck, G::Secrets)>::seen(&self.rules, state, seat);
        seen.unwrap_or_else(|| (self.rules.capabilities.position_text)(&self.rules.game, state))
    }

    /// A state as a seat sees it, drawn.
    fn drawing(&self, state: &G::State, last: Option<G::Action>, viewer: Seat) -> Drawing {
        match self.rules.capabilities.draw {
            Some(draw) => {
                let sides = (self.rules.capabilities.sides)(&self.rules.game).map(str::to_owned);
                Drawing { sides: Some(sides), ..draw(&self.rules.game, state, last, viewer) }
            }
            None => Drawing::of_text(&self.text_of(state, viewer)),
        }
    }

    /// The paths of an action for the seat to move; of an outcome of chance, for whoever reads.
    fn paths_of(&self, action: G::Action) -> Vec<Path> {
        self.rules.paths(self.state(), action, self.reader())
    }

    /// The action that a word means.
    fn action_of(&self, word: &str) -> Result<G::Action, PlayError> {
        let failed = |error| PlayError::new(word, error);
        if let Some(drawn) = self.is_drawn() {
            return Err(failed(TextError::new(0, format!("the game is over, {drawn}"))));
        }
        self.rules.find(&self.line, word).map_err(failed)
    }

    fn told(&self, state: &G::State, action: G::Action, seat: Option<Seat>) -> String {
        let told = <(G::Luck, G::Secrets)>::told(&self.rules, state, action, seat.unwrap_or(self.reader()));
        told.unwrap_or_else(|| self.rules.word(state, action))
    }
}

/// The turn of a state whose game goes on.
const fn turn_word(turn: Turn) -> TurnWord {
    match turn {
        Turn::Seat(seat) => TurnWord::Seat(seat),
        Turn::Chance => TurnWord::Chance,
    }
}

impl<G> AnyPosition for Position<G>
where
    G: ChanceNodes + Send + Sync + 'static,
    G::State: Send + Sync + 'static,
    G::Action: Send + Sync + 'static,
    (G::Luck, G::Secrets): Quadrant<G>,
{
    fn copy(&self) -> Box<dyn AnyPosition> {
        Box::new(Position { rules: Arc::clone(&self.rules), line: self.line.clone(), is_start: self.is_start })
    }

    fn text_for(&self, seat: Option<Seat>) -> String {
        self.text_of(self.state(), seat.unwrap_or(self.reader()))
    }

    fn start_text(&self, seat: Option<Seat>) -> Option<String> {
        (!self.is_start).then(|| self.text_of(self.line.root(), seat.unwrap_or(self.reader())))
    }

    fn has_secrets(&self) -> bool {
        G::Secrets::YES
    }

    fn state_key(&self) -> Option<Key> {
        let key = self.rules.capabilities.key.filter(|_| !G::Secrets::YES)?;
        Some(key(&self.rules.game, self.state()))
    }

    fn text_is_notation(&self) -> bool {
        self.rules.parse_position(&self.text()).is_ok()
            || <(G::Luck, G::Secrets)>::read_view(&self.rules, &self.text()).is_some_and(|read| read.is_ok())
    }

    fn sides(&self) -> [&'static str; 2] {
        (self.rules.capabilities.sides)(&self.rules.game)
    }
    fn turn(&self) -> TurnWord {
        self.turn_word()
    }

    fn drawn(&self) -> Option<Drawn> {
        self.is_drawn()
    }

    fn ending(&self) -> Option<&'static str> {
        if self.turn_word() != TurnWord::Over {
            return None;
        }
        (self.rules.capabilities.ending_text)(&self.rules.game, self.state(), self.is_drawn())
    }

    fn leave_draw_unclaimed(&mut self) -> Option<Drawn> {
        self.line.leave_unclaimed(&self.rules.game)
    }

    fn unclaimed(&self) -> Option<Drawn> {
        self.line.unclaimed()
    }

    fn actions(&self) -> Vec<ActionWord> {
        if self.turn_word() == TurnWord::Over {
            return Vec::new();
        }
        let (key, edges) = (self.key(), self.rules.edges(self.state()));
        // The places are those of the state's whole list, whatever the line forbids of it.
        let allowed = (0..).zip(edges).filter(|&(_, (action, _))| !self.line.is_forbidden(&self.rules.game, action));
        let named = allowed.map(|(place, (action, probability))| ActionWord {
            id: ActionId::new(place, key),
            word: self.rules.word(self.state(), action),
            short: self.rules.short(self.state(), action),
            probability,
        });
        named.collect()
    }

    fn paths(&self) -> Vec<Vec<Path>> {
        self.rules.legal(&self.line).into_iter().map(|(action, _)| self.paths_of(action)).collect()
    }

    fn find(&self, word: &str) -> Result<ActionWord, PlayError> {
        let action = self.action_of(word)?;
        let edges = self.rules.edges(self.state());
        let found = (0..).zip(edges).find(|&(_, (edge, _))| edge == action);
        let unlisted = || TextError::new(0, "the game does not list it");
        let (place, (_, probability)) = found.ok_or_else(|| PlayError::new(word, unlisted()))?;
        let id = ActionId::new(place, self.key());
        let (word, short) = (self.rules.word(self.state(), action), self.rules.short(self.state(), action));
        Ok(ActionWord { id, word, short, probability })
    }

    fn short_line(&self, line: &[String]) -> Option<Vec<String>> {
        self.rules.short_line(self.state(), line)
    }

    fn play(&mut self, word: &str) -> Result<(), PlayError> {
        let action = self.action_of(word)?;
        self.line.play(&self.rules.game, action);
        Ok(())
    }

    fn play_action(&mut self, id: ActionId, seat: Option<Seat>) -> Result<String, StaleAction> {
        let place = id.place_in(self.key()).filter(|_| self.is_drawn().is_none()).ok_or(StaleAction)?;
        let &(action, _) = self.rules.edges(self.state()).get(place).ok_or(StaleAction)?;
        if self.line.is_forbidden(&self.rules.game, action) {
            return Err(StaleAction);
        }
        let told = self.told(self.state(), action, seat);
        self.line.play(&self.rules.game, action);
        Ok(told)
    }

    fn roll(&mut self, random: &mut dyn Random, seat: Option<Seat>) -> Option<String> {
        if self.turn_word() != TurnWord::Chance {
            return None;
        }
        let action = <(G::Luck, G::Secrets)>::draw(&self.rules, self.state(), random)?;
        let told = self.told(self.state(), action, seat);
        self.line.play(&self.rules.game, action);
        Some(told)
    }

    fn take_back(&mut self) -> bool {
        self.line.take_back(&self.rules.game).is_some()
    }

    fn history_since(&self, plies: usize, seat: Option<Seat>) -> Vec<(TurnWord, String)> {
        let mut state = self.line.root().clone();
        let mut words = Vec::with_capacity(self.plies().saturating_sub(plies));
        for (ply, &action) in self.line.actions().iter().enumerate() {
            if ply >= plies {
                words.push((turn_word(self.rules.game.turn(&state)), self.told(&state, action, seat)));
            }
            self.rules.game.apply(&mut state, action);
        }
        words
    }

    fn plies(&self) -> usize {
        self.line.actions().len()
    }

    fn field_text(&self, heading: &Heading, notes: &[Note]) -> Option<String> {
        let (root, actions) = (self.line.root(), self.line.actions());
        (self.rules.capabilities.game_text)(&self.rules.game, root, actions, (heading, notes))
    }

    fn line(&self) -> Vec<String> {
        self.rules.line_words(self.line.root(), self.line.actions())
    }

    fn at(&self, ply: usize) -> Box<dyn AnyPosition> {
        let line = self.line.at(&self.rules.game, ply);
        Box::new(Position { rules: Arc::clone(&self.rules), line, is_start: self.is_start })
    }

    fn bounds(&self, seat: Seat) -> (f64, f64) {
        let game = &self.rules.game;
        let (low, high) = (f64::from(game.bounds().low), f64::from(game.bounds().high));
        let own = match game.side(seat) {
            Side::Max => (low, high),
            Side::Min => (game.sum().flip(high), game.sum().flip(low)),
        };
        let scale = f64::from(game.scale());
        (own.0 / scale, own.1 / scale)
    }

    fn even(&self) -> f64 {
        self.rules.game.sum().half() / f64::from(self.rules.game.scale())
    }

    fn review_scale(&self) -> ReviewScale {
        self.rules.review_scale()
    }

    fn solves_whole_game(&self) -> bool {
        G::Secrets::YES || self.rules.capabilities.iterate.is_some()
    }

    fn board(&self, seat: Option<Seat>) -> Drawing {
        let viewer = seat.unwrap_or(self.reader());
        let drawing = self.drawing(self.state(), self.line.actions().last().copied(), viewer);
        match self.turn_word() {
            // What another seat can do may be its secret.
            TurnWord::Seat(mover) if mover == viewer || !G::Secrets::YES => {
                let edges = self.rules.legal(&self.line);
                let paths: Vec<Path> = edges.into_iter().flat_map(|(action, _)| self.paths_of(action)).collect();
                drawing.with_buttons(&paths)
            }
            _ => drawing,
        }
    }

    fn result(&self, seat: Seat) -> Option<f64> {
        let game = &self.rules.game;
        let ended = game.is_terminal(self.state()).then(|| game.utility(self.state()));
        // A draw is what is neither side's, as the searches count it too.
        ended.or(self.is_drawn().map(|_| Score::DRAW)).map(|value| {
            let value = f64::from(value);
            let own = if game.side(seat) == Side::Max { value } else { game.sum().flip(value) };
            own / f64::from(game.scale()) + 0.0
        })
    }

    fn probe(&self, tables: &Tables) -> Option<Probed> {
        self.rules.capabilities.tables.as_ref()?.probe(&self.rules.game, tables, self.state())
    }

    fn expected(&self, tables: &Tables, seat: Seat) -> Expected {
        let game = &self.rules.game;
        let Some(own_tables) = &self.rules.capabilities.tables else { return Expected::default() };
        let expected = own_tables.expected(game, tables, self.state());
        let own = |value| if game.side(seat) == Side::Max { value } else { game.sum().flip(value) };
        Expected { value: expected.value.map(|value| own(value) / f64::from(game.scale())), ..expected }
    }

    fn best(&self, request: &Request, progress: &mut dyn FnMut(&Progress)) -> Result<Report, SearchError> {
        let is_ours = |id: &ActionId| id.place_in(self.key()).is_some();
        if !request.only.is_empty() && (G::Luck::YES || G::Secrets::YES || !request.only.iter().all(is_ours)) {
            return Err(Declined::OnlyNotTaken.into());
        }
        let mut report = self.answer(|| self.searches().best(request, progress))?;
        if let Some(count) = self.idle_count() {
            // Without tables the search has counted for itself.
            if self.rules.capabilities.oracle.is_some() {
                count.hold(&mut report);
            }
            count.tell_draw(&mut report, || self.is_last_ply());
        }
        Ok(report)
    }

    fn solve(&self, request: &Request, progress: &mut dyn FnMut(&Progress)) -> Result<Report, SearchError> {
        /// More nodes than were spent on the proof, to see whether the limit comes first.
        const MORE: u64 = 100_000;
        let mut report = self.answer(|| self.searches().solve(request, progress))?;
        if self.idle_count().is_some_and(|count| count.hold(&mut report)) {
            let most = request.limits.nodes.unwrap_or(u64::MAX).min(report.statistics.nodes.saturating_add(MORE));
            let mut counted = request.clone();
            counted.limits.nodes = Some(most);
            let counted = self.best(&counted, progress)?;
            if counted.value.proof == Proof::Exact && counted.value.outcome == Some(Outcome::Draw) {
                return Ok(counted);
            }
        }
        Ok(report)
    }

    fn rollout(
        &self,
        plan: &RolloutPlan,
        request: &Request,
        progress: &mut dyn FnMut(&RolloutReport),
    ) -> Result<RolloutReport, SearchError> {
        guarded(|| self.searches().rollout(plan, request, progress))
    }

    fn curves(&self, request: &Request) -> Result<Vec<Curve>, SearchError> {
        guarded(|| self.searches().curves(request))
    }

    fn certify(
        &self,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(Report, Option<String>), SearchError> {
        guarded(|| self.searches().certify(request, progress))
    }

    fn perft(&self, depth: u32, limits: &Limits) -> Result<Perft, SearchError> {
        guarded(|| {
            let counted = search::perft(&self.rules.game, self.state(), depth, limits);
            let counted = counted.map_err(|halt| self.rules.halted(self.state(), halt))?;
            let divide = counted.divide.into_iter();
            let divide = divide.map(|(action, leaves)| (self.rules.word(self.state(), action), leaves)).collect();
            Ok(Perft { leaves: counted.leaves, ended: counted.ended, divide })
        })
    }

    fn compare(&self, request: &Request, progress: &mut dyn FnMut(RowEvent<'_>)) -> Result<Comparison, SearchError> {
        guarded(|| self.searches().compare(request, progress))
    }

    fn tree(&self, method: &Method, request: &Request) -> Result<SearchTree, SearchError> {
        guarded(|| self.searches().tree(method, request))
    }

    fn board_after(&self, path: &[u32]) -> Option<Drawing> {
        let mut line = self.line.clone();
        for &number in path {
            let &(action, _) = self.rules.legal(&line).get((number as usize).checked_sub(1)?)?;
            line.play(&self.rules.game, action);
        }
        // Where there are secrets, what one seat sees at the end of a guess is nobody's business.
        (!G::Secrets::YES).then(|| self.drawing(line.state(), line.actions().last().copied(), Seat::FIRST))
    }
}
