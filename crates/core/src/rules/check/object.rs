//! A game without its types, as the battery knows it.
//!
//! States, actions and views are numbers here: places in lists that an [`Adapter`](super::adapter::Adapter) keeps for
//! one game. So the laws, the exploration, the shortening and the reports are compiled once, and for each game only its
//! adapter is.
//!
//! The lists grow with every answer. Whoever asks for many cuts them back ([`Rules::truncate`]): a law when it has been
//! checked, the explorer when a state is not needed any more. A number is good until then.

use std::collections::HashMap;
use std::fmt;

use crate::rules::picture::{Drawing, Path};
use crate::{Bounds, Draws, Key, Outcomes, Random, Repetition, Role, Score, Seat, Side, TextError, Turn};

/// A state, by its place in the list of states.
#[derive(Clone, Copy)]
pub(super) struct State(pub(super) usize);

/// An action or an outcome, by its place in the list of actions. Two of them may be equal: see [`Rules::equal`].
#[derive(Clone, Copy)]
pub(super) struct Action(pub(super) usize);

/// A view, by its place in one of two lists.
#[derive(Clone, Copy)]
pub(super) enum View {
    /// It is there until [`HiddenRules::clear`].
    Passing(usize),
    /// It stays.
    Kept(usize),
}

/// How many states and actions the lists hold.
#[derive(Clone, Copy, Default)]
pub(super) struct Filled {
    pub(super) states: usize,
    pub(super) actions: usize,
}

/// The rules of any game: [`Game`](crate::Game), object-safe.
pub(super) trait Rules {
    fn has_luck(&self) -> bool;
    fn has_secrets(&self) -> bool;
    fn bounds(&self) -> Bounds;
    fn draws(&self) -> Draws;
    fn scale(&self) -> u32;
    fn side(&self, seat: Seat) -> Side;
    fn repetition(&self) -> Repetition;
    fn idle_limit(&self) -> Option<u32>;

    fn initial(&self) -> State;
    fn turn(&self, state: State) -> Turn;
    fn role(&self, state: State) -> Role;
    fn is_terminal(&self, state: State) -> bool;
    fn utility(&self, state: State) -> Score;
    fn repetition_key(&self, state: State) -> Option<Key>;
    fn is_dead(&self, state: State) -> bool;
    /// The state as `Debug` writes it: what tells it from others.
    fn text(&self, state: State) -> String;

    /// The legal actions, and whether the game pushed more of them than there is room for.
    fn actions(&self, state: State) -> (Vec<Action>, bool);
    fn action_list(&self, state: State) -> Vec<Action>;
    fn action_count(&self, state: State) -> Option<u64>;
    fn result(&self, state: State, action: Action) -> State;
    /// What `apply` makes of a copy of the state.
    fn applied(&self, state: State, action: Action) -> State;
    /// The action as `Debug` writes it.
    fn action_text(&self, action: Action) -> String;
    /// Whether two actions are equal by their own `Eq`.
    fn equal(&self, one: Action, other: Action) -> bool;

    /// Begins a [`Line`](crate::Line) of play; there is one at a time.
    fn begin_line(&self, state: State);
    fn line_is_drawn(&self) -> bool;
    fn line_forbids(&self, action: Action) -> bool;
    /// Whether an action is progress where the line has got to.
    fn line_progresses(&self, action: Action) -> bool;
    /// Plays an action on the line, and says what repetition compares of where it leads.
    fn play_on_line(&self, action: Action) -> Option<Key>;

    fn filled(&self) -> Filled;
    /// Drops all states and actions beyond these.
    fn truncate(&self, to: Filled);
    /// Drops all beyond these but for some, which must be in the order in which they came, and numbers those anew.
    fn keep_only(&self, beyond: Filled, states: &mut [State], actions: &mut [Action]);
}

/// Helpers that need only the methods of the trait: compiled once, here, and not for each game.
impl dyn Rules + '_ {
    /// The place of an action in a list.
    pub(super) fn find(&self, action: Action, list: &[Action]) -> Option<usize> {
        list.iter().position(|&other| self.equal(action, other))
    }

    /// Whether two lists have equal actions in the same order.
    pub(super) fn equal_lists(&self, one: &[Action], other: &[Action]) -> bool {
        one.len() == other.len() && one.iter().zip(other).all(|(&one, &other)| self.equal(one, other))
    }

    /// A list of actions as `Debug` writes it.
    pub(super) fn list_text(&self, list: &[Action]) -> String {
        let list: Vec<Verbatim> = list.iter().map(|&action| Verbatim(self.action_text(action))).collect();
        format!("{list:?}")
    }

    /// A state as `Debug` writes it, if there is one.
    pub(super) fn option_text(&self, state: Option<State>) -> String {
        format!("{:?}", state.map(|state| Verbatim(self.text(state))))
    }

    /// Does some work, and drops the states and actions that came of it.
    pub(super) fn scoped<T>(&self, work: impl FnOnce() -> T) -> T {
        let filled = self.filled();
        let answer = work();
        self.truncate(filled);
        answer
    }
}

/// The methods of [`Chance`](crate::Chance), object-safe.
pub(super) trait ChanceRules {
    fn outcomes(&self, state: State) -> Outcomes<Action>;
    fn draw(&self, state: State, random: &mut dyn Random) -> Option<Action>;
}

/// The methods of [`Hidden`](crate::Hidden), object-safe.
pub(super) trait HiddenRules {
    fn view(&self, state: State, seat: Seat) -> View;
    fn viewer(&self, view: View) -> Seat;
    fn observation(&self, state: State, action: Action, seat: Seat) -> String;
    fn sample(&self, view: View, random: &mut dyn Random) -> Option<State>;
    fn consistent(&self, view: View) -> Option<Vec<(State, f64)>>;
    fn view_text(&self, view: View) -> String;
    fn parse_view(&self, text: &str) -> Result<View, TextError>;
    /// The view as `Debug` writes it.
    fn plain_text(&self, view: View) -> String;
    /// Whether two views are equal by their own `Eq`.
    fn equal(&self, one: View, other: View) -> bool;
    /// A hash of the view by its own `Hash`.
    fn hash(&self, view: View) -> u64;
    /// A copy of the view that stays.
    fn keep(&self, view: View) -> View;
    /// Drops all views that are not kept.
    fn clear(&self);
}

/// The methods of [`Keyed`](crate::Keyed), object-safe.
pub(super) trait KeyedRules {
    fn key(&self, state: State) -> Key;
    fn code(&self, action: Action) -> Option<u16>;
}

/// The methods of [`Symmetric`](crate::Symmetric), object-safe.
pub(super) trait SymmetricRules: KeyedRules {
    fn symmetries(&self) -> u32;
    fn image(&self, state: State, symmetry: u32) -> State;
    fn image_of_action(&self, action: Action, symmetry: u32) -> Action;
    fn representative(&self, state: State) -> (Key, u32);
}

/// The methods of [`Notation`](crate::Notation), object-safe.
pub(super) trait NotationRules {
    fn action_text(&self, state: State, action: Action) -> String;
    fn short_text(&self, state: State, action: Action) -> Option<String>;
    fn parse_action(&self, state: State, text: &str, legal: &[Action]) -> Result<Action, TextError>;
    fn position_text(&self, state: State) -> String;
    fn parse_position(&self, text: &str) -> Result<State, TextError>;
    fn split_moves<'t>(&self, moves: &'t str) -> Vec<&'t str>;
}

/// The methods of [`Picture`](crate::Picture) or [`PictureOfView`](crate::PictureOfView), object-safe.
pub(super) trait PictureRules {
    /// The board of a state, as whoever is to move sees it.
    fn picture(&self, state: State) -> Drawing;
    fn clicks(&self, state: State, action: Action) -> Vec<Path>;
}

/// A map from views, by their own `Hash` and `Eq`. What it is given must be kept for as long as the map.
pub(super) struct ViewMap<T> {
    buckets: HashMap<u64, Vec<(View, T)>>,
    len: usize,
}

impl<T> ViewMap<T> {
    pub(super) fn new() -> Self {
        ViewMap { buckets: HashMap::new(), len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn get(&mut self, game: &dyn HiddenRules, view: View) -> Option<&mut T> {
        let bucket = self.buckets.get_mut(&game.hash(view))?;
        bucket.iter_mut().find(|(known, _)| game.equal(*known, view)).map(|(_, value)| value)
    }

    /// Adds a view that is not there yet.
    pub(super) fn insert(&mut self, game: &dyn HiddenRules, view: View, value: T) {
        self.buckets.entry(game.hash(view)).or_default().push((view, value));
        self.len += 1;
    }
}

/// A text that `Debug` writes as it is, so that lists of such texts look like lists of what they stand for.
pub(super) struct Verbatim(pub(super) String);

impl fmt::Debug for Verbatim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
