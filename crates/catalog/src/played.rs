//! A game in play, behind the traits of the edges.

use std::sync::Arc;

use counterplay_core::check::{Battery, Passed, Violation};
use counterplay_core::draw::Path;
use counterplay_core::{Answer, ChanceNodes, Drawing, Game, Limits, Random, Seat, Side, TextError, Turn, search};

use counterplay_trainer::{Course, Plan};

use crate::guard::guarded;
use crate::quadrants::Quadrant;
use crate::rules::Rules;
use crate::{
    ActionWord, AnyGame, AnyPosition, Comparison, PlayError, Progress, Report, Request, SearchError, TurnWord,
};

/// The numbers of lines from a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Lines of exactly the depth asked for.
    pub leaves: u64,
    /// Games that ended earlier.
    pub ended: u64,
    /// The leaves behind each first action.
    pub divide: Vec<(String, u64)>,
}

/// The rules of a game, shared by its positions.
pub(crate) struct Played<G: Game>(Arc<Rules<G>>);

impl<G: Game> Played<G> {
    pub(crate) fn game(rules: Rules<G>) -> Played<G> {
        Played(Arc::new(rules))
    }

    fn position(&self, root: G::State, is_start: bool) -> Box<Position<G>> {
        Box::new(Position { rules: Arc::clone(&self.0), state: root.clone(), root, is_start, actions: Vec::new() })
    }
}

/// A position and the line that led to it.
struct Position<G: Game> {
    rules: Arc<Rules<G>>,
    root: G::State,
    /// Whether the line began at the start of the game.
    is_start: bool,
    actions: Vec<G::Action>,
    state: G::State,
}

impl<G> AnyGame for Played<G>
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
        self.0.abilities.parse_position.is_some()
    }
    fn start(&self) -> Box<dyn AnyPosition> {
        self.position(self.0.game.initial(), true)
    }
    fn read(&self, text: &str) -> Result<Box<dyn AnyPosition>, TextError> {
        if let Some(game) = self.read_game(text) {
            return game;
        }
        let state = self.0.parse_position(text).or_else(|error| {
            let view = <(G::Luck, G::Secrets)>::read_view(&self.0, text);
            // Of the two errors the one that got further knows better what was meant.
            view.unwrap_or(Err(error.clone())).map_err(|other| if other.offset > error.offset { other } else { error })
        })?;
        Ok(self.position(state, false))
    }
    fn read_game(&self, text: &str) -> Option<Result<Box<dyn AnyPosition>, TextError>> {
        let read = (self.0.abilities.parse_game)(&self.0.game, text)?;
        Some(read.map(|(root, actions)| -> Box<dyn AnyPosition> {
            let is_start = (self.0.abilities.position_text)(&self.0.game, &root) == self.start().text();
            let mut position = self.position(root, is_start);
            actions.iter().for_each(|&action| self.0.game.apply(&mut position.state, action));
            Box::new(Position { actions, ..*position })
        }))
    }
    fn split_moves<'t>(&self, moves: &'t str) -> Vec<&'t str> {
        (self.0.abilities.split_moves)(&self.0.game, moves)
    }
    fn check(&self, limits: &Limits, seed: u64) -> Result<Passed, Box<Violation>> {
        let battery = <(G::Luck, G::Secrets)>::laws(Battery::new(&self.0.game));
        let battery = self.0.abilities.laws.iter().fold(battery, |battery, add| add(battery));
        battery.seed(seed).limits(limits.clone()).run()
    }
    fn begin_training(&self, seed: u64) -> Option<Course> {
        self.0.abilities.teacher.as_ref().map(|teacher| teacher.begin(&self.0.game, seed))
    }
    fn train(&self, course: &mut Course, plan: &Plan, told: &mut dyn FnMut(&Course)) -> Result<(), SearchError> {
        let nothing = || SearchError::Declined("the game does not say what can be counted in its states".to_owned());
        let teacher = self.0.abilities.teacher.as_ref().ok_or_else(nothing)?;
        let trained = guarded(|| Ok(teacher.run(&self.0.game, course, plan, told)))?;
        trained.map_err(|halt| SearchError::Halted(halt.to_string()))
    }
}

impl<G> Position<G>
where
    G: ChanceNodes,
    (G::Luck, G::Secrets): Quadrant<G>,
{
    /// The seat that a text is for: the one to move, or the first.
    fn reader(&self) -> Seat {
        match self.turn_word() {
            TurnWord::Seat(seat) => seat,
            TurnWord::Chance | TurnWord::Over => Seat::FIRST,
        }
    }

    fn turn_word(&self) -> TurnWord {
        if self.rules.game.is_terminal(&self.state) {
            return TurnWord::Over;
        }
        match self.rules.game.turn(&self.state) {
            Turn::Seat(seat) => TurnWord::Seat(seat),
            Turn::Chance => TurnWord::Chance,
        }
    }

    /// A state as a seat sees it.
    fn text_of(&self, state: &G::State, seat: Seat) -> String {
        let seen = <(G::Luck, G::Secrets)>::seen(&self.rules, state, seat);
        seen.unwrap_or_else(|| (self.rules.abilities.position_text)(&self.rules.game, state))
    }

    /// The paths of an action for the seat to move; of an outcome of chance, for whoever reads.
    fn paths(&self, action: G::Action) -> Vec<Path> {
        self.rules.paths(&self.state, action, self.reader())
    }

    /// The state before the last action.
    fn before_last(&self) -> G::State {
        let earlier = self.actions.len().saturating_sub(1);
        self.actions[..earlier].iter().fold(self.root.clone(), |state, &action| self.rules.game.result(&state, action))
    }

    fn told(&self, state: &G::State, action: G::Action, seat: Option<Seat>) -> String {
        let told = <(G::Luck, G::Secrets)>::told(&self.rules, state, action, seat.unwrap_or(self.reader()));
        told.unwrap_or_else(|| self.rules.word(state, action))
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
        Box::new(Position {
            rules: Arc::clone(&self.rules),
            root: self.root.clone(),
            is_start: self.is_start,
            actions: self.actions.clone(),
            state: self.state.clone(),
        })
    }

    fn text_for(&self, seat: Option<Seat>) -> String {
        self.text_of(&self.state, seat.unwrap_or(self.reader()))
    }

    fn start_text(&self, seat: Option<Seat>) -> Option<String> {
        (!self.is_start).then(|| self.text_of(&self.root, seat.unwrap_or(self.reader())))
    }

    fn has_secrets(&self) -> bool {
        G::Secrets::YES
    }

    fn text_is_notation(&self) -> bool {
        self.rules.parse_position(&self.text()).is_ok()
            || <(G::Luck, G::Secrets)>::read_view(&self.rules, &self.text()).is_some_and(|read| read.is_ok())
    }

    fn turn(&self) -> TurnWord {
        self.turn_word()
    }

    fn actions(&self) -> Vec<ActionWord> {
        let edges = self.rules.edges(&self.state).into_iter();
        edges
            .map(|(action, probability)| {
                let (word, paths) = (self.rules.word(&self.state, action), self.paths(action));
                ActionWord { word, probability, paths }
            })
            .collect()
    }

    fn play(&mut self, word: &str) -> Result<(), PlayError> {
        let action = self.rules.find(&self.state, word).map_err(|error| PlayError { word: word.to_owned(), error })?;
        self.rules.game.apply(&mut self.state, action);
        self.actions.push(action);
        Ok(())
    }

    fn roll(&mut self, random: &mut dyn Random, seat: Option<Seat>) -> Option<String> {
        if self.turn_word() != TurnWord::Chance {
            return None;
        }
        let action = <(G::Luck, G::Secrets)>::draw(&self.rules, &self.state, random)?;
        let told = self.told(&self.state, action, seat);
        self.rules.game.apply(&mut self.state, action);
        self.actions.push(action);
        Some(told)
    }

    fn take_back(&mut self) -> bool {
        let before = self.before_last();
        let taken = self.actions.pop().is_some();
        if taken {
            self.state = before;
        }
        taken
    }

    fn history(&self, seat: Option<Seat>) -> Vec<String> {
        let mut state = self.root.clone();
        let mut words = Vec::with_capacity(self.actions.len());
        for &action in &self.actions {
            words.push(self.told(&state, action, seat));
            self.rules.game.apply(&mut state, action);
        }
        words
    }

    fn plies(&self) -> usize {
        self.actions.len()
    }

    fn line(&self) -> Vec<String> {
        self.rules.line_words(&self.root, &self.actions)
    }

    fn at(&self, ply: usize) -> Box<dyn AnyPosition> {
        let actions = self.actions[..ply.min(self.actions.len())].to_vec();
        let game = &self.rules.game;
        let state = actions.iter().fold(self.root.clone(), |state, &action| game.result(&state, action));
        Box::new(Position {
            rules: Arc::clone(&self.rules),
            root: self.root.clone(),
            is_start: self.is_start,
            actions,
            state,
        })
    }

    fn bounds(&self) -> (f64, f64) {
        let (bounds, scale) = (self.rules.game.bounds(), f64::from(self.rules.game.scale()));
        (f64::from(bounds.low) / scale, f64::from(bounds.high) / scale)
    }

    fn board(&self, seat: Option<Seat>) -> Drawing {
        let viewer = seat.unwrap_or(self.reader());
        let drawing = match self.rules.abilities.draw {
            Some(draw) => draw(&self.rules.game, &self.state, self.actions.last().copied(), viewer),
            None => Drawing::of_text(&self.text_of(&self.state, viewer)),
        };
        match self.turn_word() {
            // What another seat can do may be its secret.
            TurnWord::Seat(mover) if mover == viewer || !G::Secrets::YES => {
                let edges = self.rules.edges(&self.state);
                let paths: Vec<Path> = edges.into_iter().flat_map(|(action, _)| self.paths(action)).collect();
                drawing.with_buttons(&paths)
            }
            _ => drawing,
        }
    }

    fn result(&self, seat: Seat) -> Option<f64> {
        let game = &self.rules.game;
        game.is_terminal(&self.state).then(|| {
            let value = f64::from(game.utility(&self.state));
            let own = if game.side(seat) == Side::Max { value } else { game.bounds().flip(value) };
            own / f64::from(game.scale()) + 0.0
        })
    }

    fn best(&self, request: &Request, progress: &mut dyn FnMut(&Progress)) -> Result<Report, SearchError> {
        guarded(|| <(G::Luck, G::Secrets)>::best(&self.rules, &self.state, request, progress))
    }

    fn solve(&self, request: &Request, progress: &mut dyn FnMut(&Progress)) -> Result<Report, SearchError> {
        guarded(|| <(G::Luck, G::Secrets)>::solve(&self.rules, &self.state, request, progress))
    }

    fn perft(&self, depth: u32, limits: &Limits) -> Result<Perft, SearchError> {
        guarded(|| {
            let counted = search::perft(&self.rules.game, &self.state, depth, limits);
            let counted = counted.map_err(|halt| self.rules.halted(&self.state, &halt))?;
            let divide = counted.divide.into_iter();
            let divide = divide.map(|(action, leaves)| (self.rules.word(&self.state, action), leaves)).collect();
            Ok(Perft { leaves: counted.leaves, ended: counted.ended, divide })
        })
    }

    fn compare(&self, request: &Request) -> Result<Comparison, SearchError> {
        guarded(|| <(G::Luck, G::Secrets)>::compare(&self.rules, &self.state, request))
    }
}

#[cfg(test)]
mod tests {
    use crate::Catalog;

    #[test]
    fn a_line_is_told_without_secrets_and_gone_back_along() {
        let game = Catalog::standard().game("kuhn", &[]).unwrap();
        let mut position = game.start();
        for word in ["KJ", "bet", "pass"] {
            position.play(word).unwrap();
        }
        assert_eq!(position.line(), ["KJ", "bet", "pass"]);
        assert_eq!(
            (position.at(0).text(), position.at(2).turn().to_string()),
            (game.start().text(), "second".to_owned())
        );
        assert_eq!((position.at(2).plies(), position.at(9).plies()), (2, 3));
        assert_eq!(position.at(9).text(), position.text());
        assert_eq!(position.bounds(), (-2.0, 2.0));
        let pig = Catalog::standard().game("pig", &[]).unwrap();
        assert_eq!(pig.start().bounds(), (0.0, 1.0));
    }
}
