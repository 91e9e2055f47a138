//! The adapter of a game to the battery: the one part of it that is compiled for each game, and as little as can be.

use std::cell::{Ref, RefCell};
use std::hash::{BuildHasher, RandomState};
use std::rc::Rc;

use super::object::{
    Action, ChanceRules, Filled, HiddenRules, KeyedRules, NotationRules, PictureRules, Rules, State, SymmetricRules,
    View,
};
use crate::rules::picture::{Drawing, Path};
use crate::{
    Actions, Answer, Bounds, Chance, Draws, Game, Hidden, Key, Keyed, Line, Notation, Outcomes, Picture, PictureOfView,
    Random, Repetition, Role, Score, Seat, Side, Symmetric, TextError, Turn,
};

/// A game with the states and actions that the battery has numbers for.
///
/// No list is borrowed to write to it while the game works, so that a panic of the rules leaves the lists as they were.
pub(super) struct Adapter<'g, G: Game> {
    game: &'g G,
    states: RefCell<Vec<G::State>>,
    actions: RefCell<Vec<G::Action>>,
    line: RefCell<Option<Line<G>>>,
}

impl<'g, G: Game> Adapter<'g, G> {
    pub(super) fn new(game: &'g G) -> Self {
        let (states, actions) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
        Adapter { game, states, actions, line: RefCell::new(None) }
    }

    pub(super) fn game(&self) -> &'g G {
        self.game
    }

    pub(super) fn state(&self, state: State) -> Ref<'_, G::State> {
        Ref::map(self.states.borrow(), |states| &states[state.0])
    }

    fn action(&self, action: Action) -> G::Action {
        self.actions.borrow()[action.0]
    }

    fn add(&self, state: G::State) -> State {
        let mut states = self.states.borrow_mut();
        states.push(state);
        State(states.len() - 1)
    }

    fn add_action(&self, action: G::Action) -> Action {
        let mut actions = self.actions.borrow_mut();
        actions.push(action);
        Action(actions.len() - 1)
    }

    fn add_actions(&self, list: &[G::Action]) -> Vec<Action> {
        let mut actions = self.actions.borrow_mut();
        let start = actions.len();
        actions.extend_from_slice(list);
        (start..actions.len()).map(Action).collect()
    }

    fn with_line<T>(&self, ask: impl FnOnce(&Line<G>) -> T) -> Option<T> {
        self.line.borrow().as_ref().map(ask)
    }
}

impl<G: Game> Rules for Adapter<'_, G> {
    fn has_luck(&self) -> bool {
        G::Luck::YES
    }
    fn has_secrets(&self) -> bool {
        G::Secrets::YES
    }
    fn bounds(&self) -> Bounds {
        self.game.bounds()
    }
    fn draws(&self) -> Draws {
        self.game.draws()
    }
    fn scale(&self) -> u32 {
        self.game.scale()
    }
    fn side(&self, seat: Seat) -> Side {
        self.game.side(seat)
    }
    fn repetition(&self) -> Repetition {
        self.game.repetition()
    }
    fn idle_limit(&self) -> Option<u32> {
        self.game.idle_limit()
    }

    fn initial(&self) -> State {
        self.add(self.game.initial())
    }
    fn turn(&self, state: State) -> Turn {
        self.game.turn(&self.state(state))
    }
    fn role(&self, state: State) -> Role {
        self.game.role(&self.state(state))
    }
    fn is_terminal(&self, state: State) -> bool {
        self.game.is_terminal(&self.state(state))
    }
    fn utility(&self, state: State) -> Score {
        self.game.utility(&self.state(state))
    }
    fn repetition_key(&self, state: State) -> Option<Key> {
        self.game.repetition_key(&self.state(state))
    }
    fn is_dead(&self, state: State) -> bool {
        self.game.is_dead(&self.state(state))
    }
    fn text(&self, state: State) -> String {
        format!("{:?}", &*self.state(state))
    }

    fn actions(&self, state: State) -> (Vec<Action>, bool) {
        let mut actions = Actions::new();
        actions.open();
        self.game.actions(&self.state(state), &mut actions);
        (self.add_actions(actions.as_slice()), actions.overflowed())
    }
    fn action_list(&self, state: State) -> Vec<Action> {
        let list = self.game.action_list(&self.state(state));
        self.add_actions(&list)
    }
    fn action_count(&self, state: State) -> Option<u64> {
        self.game.action_count(&self.state(state))
    }
    fn result(&self, state: State, action: Action) -> State {
        let next = self.game.result(&self.state(state), self.action(action));
        self.add(next)
    }
    fn applied(&self, state: State, action: Action) -> State {
        let mut next = self.state(state).clone();
        self.game.apply(&mut next, self.action(action));
        self.add(next)
    }
    fn action_text(&self, action: Action) -> String {
        format!("{:?}", self.action(action))
    }
    fn equal(&self, one: Action, other: Action) -> bool {
        self.action(one) == self.action(other)
    }

    fn begin_line(&self, state: State) {
        let line = Line::new(self.game, self.state(state).clone());
        *self.line.borrow_mut() = Some(line);
    }
    fn line_is_drawn(&self) -> bool {
        self.with_line(|line| line.drawn(self.game).is_some()).unwrap_or(false)
    }
    fn line_forbids(&self, action: Action) -> bool {
        self.with_line(|line| line.is_forbidden(self.game, self.action(action))).unwrap_or(false)
    }
    fn line_progresses(&self, action: Action) -> bool {
        self.with_line(|line| self.game.is_progress(line.state(), self.action(action))).unwrap_or(false)
    }
    fn play_on_line(&self, action: Action) -> Option<Key> {
        let mut line = self.line.borrow_mut();
        let line = line.as_mut()?;
        line.play(self.game, self.action(action));
        self.game.repetition_key(line.state())
    }

    fn filled(&self) -> Filled {
        Filled { states: self.states.borrow().len(), actions: self.actions.borrow().len() }
    }
    fn truncate(&self, to: Filled) {
        self.states.borrow_mut().truncate(to.states);
        self.actions.borrow_mut().truncate(to.actions);
    }
    fn keep_only(&self, beyond: Filled, states: &mut [State], actions: &mut [Action]) {
        let mut all = self.states.borrow_mut();
        let mut end = beyond.states;
        for state in states {
            all.swap(end, state.0);
            state.0 = end;
            end += 1;
        }
        all.truncate(end);
        let mut all = self.actions.borrow_mut();
        let mut end = beyond.actions;
        for action in actions {
            all[end] = all[action.0];
            action.0 = end;
            end += 1;
        }
        all.truncate(end);
    }
}

impl<G: Chance> ChanceRules for Adapter<'_, G> {
    fn outcomes(&self, state: State) -> Outcomes<Action> {
        let mut listed = Outcomes::new();
        self.game.outcomes(&self.state(state), &mut listed);
        let mut outcomes = Outcomes::new();
        if listed.are_too_many() {
            outcomes.too_many();
        }
        for &(action, probability) in listed.as_slice() {
            outcomes.push(self.add_action(action), probability);
        }
        outcomes
    }
    fn draw(&self, state: State, random: &mut dyn Random) -> Option<Action> {
        let drawn = self.game.draw(&self.state(state), random);
        drawn.map(|action| self.add_action(action))
    }
}

impl<G: Keyed> KeyedRules for Adapter<'_, G> {
    fn key(&self, state: State) -> Key {
        self.game.key(&self.state(state))
    }
    fn code(&self, action: Action) -> Option<u16> {
        self.game.code(self.action(action))
    }
}

impl<G: Symmetric> SymmetricRules for Adapter<'_, G> {
    fn symmetries(&self) -> u32 {
        self.game.symmetries()
    }
    fn image(&self, state: State, symmetry: u32) -> State {
        let image = self.game.image(&self.state(state), symmetry);
        self.add(image)
    }
    fn image_of_action(&self, action: Action, symmetry: u32) -> Action {
        self.add_action(self.game.image_of_action(self.action(action), symmetry))
    }
    fn representative(&self, state: State) -> (Key, u32) {
        self.game.representative(&self.state(state))
    }
}

impl<G: Notation> NotationRules for Adapter<'_, G> {
    fn action_text(&self, state: State, action: Action) -> String {
        self.game.action_text(&self.state(state), self.action(action))
    }
    fn short_text(&self, state: State, action: Action) -> Option<String> {
        self.game.short_text(&self.state(state), self.action(action))
    }
    fn parse_action(&self, state: State, text: &str, legal: &[Action]) -> Result<Action, TextError> {
        let legal: Vec<G::Action> = legal.iter().map(|&action| self.action(action)).collect();
        let read = self.game.parse_action(&self.state(state), text, &legal);
        read.map(|action| self.add_action(action))
    }
    fn position_text(&self, state: State) -> String {
        self.game.position_text(&self.state(state))
    }
    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        self.game.parse_position(text).map(|state| self.add(state))
    }
    fn split_moves<'t>(&self, moves: &'t str) -> Vec<&'t str> {
        self.game.split_moves(moves)
    }
}

impl<G: Picture> PictureRules for Adapter<'_, G> {
    fn picture(&self, state: State) -> Drawing {
        self.game.picture(&self.state(state), None)
    }
    fn clicks(&self, state: State, action: Action) -> Vec<Path> {
        self.game.clicks(&self.state(state), self.action(action))
    }
}

/// The pictures of a game with secrets, made from what whoever is to move sees.
pub(super) struct PicturesOfViews<'g, G: Game>(pub(super) Rc<Adapter<'g, G>>);

impl<G: PictureOfView> PicturesOfViews<'_, G> {
    fn view(&self, state: State) -> Option<G::View> {
        let (game, state) = (self.0.game, self.0.state(state));
        match game.turn(&state) {
            _ if game.is_terminal(&state) => None,
            Turn::Seat(seat) => Some(game.view(&state, seat)),
            Turn::Chance => None,
        }
    }
}

impl<G: PictureOfView> PictureRules for PicturesOfViews<'_, G> {
    fn picture(&self, state: State) -> Drawing {
        self.view(state).map_or_else(Drawing::default, |view| self.0.game.picture_of_view(&view))
    }
    fn clicks(&self, state: State, action: Action) -> Vec<Path> {
        let clicks = |view| self.0.game.clicks_in_view(&view, self.0.action(action));
        self.view(state).map_or_else(Vec::new, clicks)
    }
}

/// The views of a game with secrets that the battery has numbers for.
pub(super) struct Views<'g, G: Hidden> {
    adapter: Rc<Adapter<'g, G>>,
    passing: RefCell<Vec<G::View>>,
    kept: RefCell<Vec<G::View>>,
    hasher: RandomState,
}

impl<'g, G: Hidden> Views<'g, G> {
    pub(super) fn new(adapter: &Rc<Adapter<'g, G>>) -> Self {
        let (passing, kept) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
        Views { adapter: Rc::clone(adapter), passing, kept, hasher: RandomState::new() }
    }

    fn at(&self, view: View) -> Ref<'_, G::View> {
        let (list, at) = match view {
            View::Passing(at) => (&self.passing, at),
            View::Kept(at) => (&self.kept, at),
        };
        Ref::map(list.borrow(), |views| &views[at])
    }

    fn add(&self, view: G::View) -> View {
        let mut views = self.passing.borrow_mut();
        views.push(view);
        View::Passing(views.len() - 1)
    }
}

impl<G: Hidden> HiddenRules for Views<'_, G> {
    fn view(&self, state: State, seat: Seat) -> View {
        let view = self.adapter.game.view(&self.adapter.state(state), seat);
        self.add(view)
    }
    fn viewer(&self, view: View) -> Seat {
        self.adapter.game.viewer(&self.at(view))
    }
    fn observation(&self, state: State, action: Action, seat: Seat) -> String {
        self.adapter.game.observation(&self.adapter.state(state), self.adapter.action(action), seat)
    }
    fn sample(&self, view: View, random: &mut dyn Random) -> Option<State> {
        let sampled = self.adapter.game.sample(&self.at(view), random);
        sampled.map(|state| self.adapter.add(state))
    }
    fn consistent(&self, view: View) -> Option<Vec<(State, f64)>> {
        let listed = self.adapter.game.consistent(&self.at(view))?;
        Some(listed.into_iter().map(|(state, probability)| (self.adapter.add(state), probability)).collect())
    }
    fn view_text(&self, view: View) -> String {
        self.adapter.game.view_text(&self.at(view))
    }
    fn parse_view(&self, text: &str) -> Result<View, TextError> {
        self.adapter.game.parse_view(text).map(|view| self.add(view))
    }
    fn plain_text(&self, view: View) -> String {
        format!("{:?}", &*self.at(view))
    }
    fn equal(&self, one: View, other: View) -> bool {
        *self.at(one) == *self.at(other)
    }
    fn hash(&self, view: View) -> u64 {
        self.hasher.hash_one(&*self.at(view))
    }
    fn keep(&self, view: View) -> View {
        let view = self.at(view).clone();
        let mut views = self.kept.borrow_mut();
        views.push(view);
        View::Kept(views.len() - 1)
    }
    fn clear(&self) {
        self.passing.borrow_mut().clear();
    }
}
