//! The laws of a game, and a battery of tests that holds any game to them.
//!
//! A search believes what a game tells it. Where the rules contradict themselves (a key that two positions share, a
//! list of actions that changes when it is asked for again, a view that gives a card away) the search is wrong without
//! a word. The battery finds such things beforehand, and says which law is broken, in which position, and how to get
//! there:
//!
//! ```
//! use counterplay_core::check::Battery;
//! # use counterplay_core::{Actions, Game, Score, Seat, Turn, Without};
//! # struct Nim { matches: u32 }
//! # impl Game for Nim {
//! #     type State = (u32, Seat);
//! #     type Action = u32;
//! #     type Luck = Without;
//! #     type Secrets = Without;
//! #     fn initial(&self) -> (u32, Seat) { (self.matches, Seat::FIRST) }
//! #     fn turn(&self, &(_, seat): &(u32, Seat)) -> Turn { Turn::Seat(seat) }
//! #     fn actions(&self, &(left, _): &(u32, Seat), out: &mut Actions<u32>) { out.extend(1..=3.min(left)); }
//! #     fn apply(&self, (left, seat): &mut (u32, Seat), taken: u32) { *left -= taken; *seat = seat.other(); }
//! #     fn is_terminal(&self, &(left, _): &(u32, Seat)) -> bool { left <= 1 }
//! #     fn utility(&self, &(_, seat): &(u32, Seat)) -> Score {
//! #         if seat == Seat::FIRST { Score::LOSS } else { Score::WIN }
//! #     }
//! # }
//! // A nim that ends with one match left, although that one could still be taken.
//! let violation = Battery::new(&Nim { matches: 4 }).run().unwrap_err();
//! assert_eq!(violation.law, "actions are empty exactly when the game is over");
//! assert_eq!(violation.line, ["3"]);
//! ```
//!
//! What a game can do besides is held to laws of its own: [`Battery::chance`], [`Battery::hidden`], [`Battery::keyed`],
//! [`Battery::symmetric`], [`Battery::notation`], [`Battery::drawing`]. A game may add its own laws by
//! [`Battery::law`].
//!
//! # How it looks for violations
//!
//! First breadth first from the initial state: every law is checked in every state as it is reached, so that the first
//! violation has a shortest line. Then by random games, for what lies deeper; the line of a violation found there is
//! shortened as far as it goes. Where the first way reached all the states that there are, two laws of the whole game
//! are checked besides: that every state can come to an end, and that a state which is sampled from what a seat sees,
//! or listed for it, can arise in play. Everything is seeded: the same battery finds the same violation again.
//!
//! States need not be comparable, so two states are taken to be the same if `Debug` writes them alike. At chance's turn
//! what can happen next is the outcomes, or some that were drawn where they are too many.
//!
//! The battery itself is compiled once: it knows a game by numbers for its states and actions, and only what gives these
//! numbers out is compiled for each game.
//!
//! A panic of the rules is caught and told as a violation; that the panic itself is printed to stderr is left as it is,
//! for whoever runs the program decides about that. What cannot be found: an `actions` that pushes without end, an
//! unbounded recursion, and whatever needs a line that was not tried. In a program built with `panic = "abort"` a panic
//! of the rules ends it, as ever.

mod adapter;
mod chance;
mod drawing;
mod every_game;
mod explore;
mod frequency;
mod hidden;
mod independence;
mod keyed;
mod known;
mod law;
mod line;
mod notation;
mod object;
mod observation;
mod report;
mod sampling;
mod shorten;
mod symmetric;
mod visit;

use std::rc::Rc;

use adapter::{Adapter, PicturesOfViews, Views};
use law::{Law, Remark};
use object::{ChanceRules, HiddenRules, KeyedRules, NotationRules, PictureRules, Rules, SymmetricRules};
pub use report::{Checked, Passed, Violation};

use crate::{Chance, Game, Hidden, Keyed, Limits, Notation, Picture, PictureOfView, Ply, Symmetric};

/// A battery of tests for one game; see the [module](self).
#[must_use = "a battery does nothing until it is run"]
pub struct Battery<'g, G: Game> {
    game: Rc<Adapter<'g, G>>,
    setup: Setup<'g>,
}

/// What a battery is to check, and how far. It does not know the types of the game.
struct Setup<'g> {
    rules: Rc<dyn Rules + 'g>,
    /// The rules of chance, if they are looked at.
    chance: Option<Rc<dyn ChanceRules + 'g>>,
    /// What the seats see, if it is looked at.
    hidden: Option<Rc<dyn HiddenRules + 'g>>,
    /// How actions and positions are written, if not as `Debug` writes them.
    words: Option<Rc<dyn NotationRules + 'g>>,
    laws: Vec<Law<'g>>,
    remarks: Vec<Remark<'g>>,
    states: usize,
    playouts: u32,
    plies: Ply,
    seed: u64,
    limits: Limits,
}

/// Default number of states breadth first: [`Battery::STATES`].
const STATES: usize = 4_000;
/// Default number of random games: [`Battery::PLAYOUTS`].
const PLAYOUTS: u32 = 64;
/// Default length of a random game: [`Battery::PLIES`].
const PLIES: Ply = Ply(1_000);

impl<'g> Setup<'g> {
    fn new(rules: Rc<dyn Rules + 'g>) -> Self {
        Setup {
            laws: every_game::laws(&rules).into_iter().chain(line::laws(&rules)).collect(),
            rules,
            chance: None,
            hidden: None,
            words: None,
            remarks: Vec::new(),
            states: STATES,
            playouts: PLAYOUTS,
            plies: PLIES,
            seed: 1,
            limits: Limits::default(),
        }
    }

    fn add_chance(&mut self, chance: Rc<dyn ChanceRules + 'g>) {
        self.laws.extend(chance::laws(&chance));
        self.chance = Some(chance);
    }

    fn add_hidden(&mut self, hidden: Rc<dyn HiddenRules + 'g>) {
        self.laws.extend(hidden::laws(&hidden));
        self.laws.extend(sampling::laws(&hidden));
        self.laws.extend(independence::laws(&hidden));
        self.laws.extend(observation::laws(&hidden));
        let (rules, views) = (Rc::clone(&self.rules), Rc::clone(&hidden));
        self.remarks.push(Box::new(move || hidden::unread_views(&*rules, &*views)));
        self.hidden = Some(hidden);
    }

    fn add_notation(&mut self, words: Rc<dyn NotationRules + 'g>) {
        self.laws.extend(notation::laws(&words));
        let (rules, notation) = (Rc::clone(&self.rules), Rc::clone(&words));
        self.remarks.push(Box::new(move || notation::unread_positions(&*rules, &*notation)));
        self.words = Some(words);
    }
}

impl<'g, G: Game> Battery<'g, G> {
    /// How many states are visited breadth first, unless told otherwise.
    pub const STATES: usize = STATES;
    /// How many random games are played, unless told otherwise.
    pub const PLAYOUTS: u32 = PLAYOUTS;
    /// After how many plies a random game is given up, unless told otherwise.
    pub const PLIES: Ply = PLIES;

    /// A battery with the laws of every game.
    pub fn new(game: &'g G) -> Self {
        let game = Rc::new(Adapter::new(game));
        Battery { setup: Setup::new(Rc::clone(&game) as Rc<dyn Rules + 'g>), game }
    }

    /// Adds the laws of chance. Without them nothing beyond chance's turn is reached.
    pub fn chance(mut self) -> Self
    where
        G: Chance,
    {
        self.setup.add_chance(Rc::clone(&self.game) as Rc<dyn ChanceRules + 'g>);
        self
    }

    /// Adds the laws that keep secrets secret. The one from which the others follow: if two states look the same to a
    /// seat, and it is told the same of an action in one and an action in the other, then what comes of them looks the
    /// same to it, too. And the other way round: if what comes of them looks the same to it, it is told the same,
    /// unless the action is its own; for whatever a seat knows is in its view.
    ///
    /// What is sampled from a view is held to be independent of the true state, and spread over what is possible, by
    /// tests with random numbers: an honest game fails one of them about once in 10^12.
    ///
    /// The seats are those that are to move somewhere in the games tried; a seat that never moves is not asked for its
    /// view.
    pub fn hidden(mut self) -> Self
    where
        G: Hidden,
    {
        self.setup.add_hidden(Rc::new(Views::new(&self.game)));
        self
    }

    /// Adds the laws of keys. A game with a rule for positions that come again may go on without an end.
    pub fn keyed(mut self) -> Self
    where
        G: Keyed,
    {
        self.setup.laws.extend(keyed::laws(&(Rc::clone(&self.game) as Rc<dyn KeyedRules + 'g>)));
        self
    }

    /// Adds the laws of symmetries.
    pub fn symmetric(mut self) -> Self
    where
        G: Symmetric,
    {
        self.setup.laws.extend(symmetric::laws(&(Rc::clone(&self.game) as Rc<dyn SymmetricRules + 'g>)));
        self
    }

    /// Adds the laws of drawings.
    pub fn drawing(mut self) -> Self
    where
        G: Picture,
    {
        self.setup.laws.extend(drawing::laws(&(Rc::clone(&self.game) as Rc<dyn PictureRules + 'g>)));
        self
    }

    /// Adds the laws of drawings, for a game with secrets.
    pub fn drawing_of_views(mut self) -> Self
    where
        G: PictureOfView,
    {
        let pictures: Rc<dyn PictureRules + 'g> = Rc::new(PicturesOfViews(Rc::clone(&self.game)));
        self.setup.laws.extend(drawing::laws(&pictures));
        self
    }

    /// Adds the laws of notation. A violation is then told in the game's own words.
    pub fn notation(mut self) -> Self
    where
        G: Notation,
    {
        self.setup.add_notation(Rc::clone(&self.game) as Rc<dyn NotationRules + 'g>);
        self
    }

    /// Adds a law of this game: what is wrong in a state, if anything is.
    ///
    /// ```
    /// # use counterplay_core::check::Battery;
    /// # fn check<G: counterplay_core::Game<State = (u32, counterplay_core::Seat)>>(nim: &G) {
    /// let battery = Battery::new(nim).law("matches do not multiply", |_, &(left, _)| {
    ///     if left <= 10 { Ok(()) } else { Err(format!("{left} matches")) }
    /// });
    /// # }
    /// ```
    pub fn law(mut self, name: &'static str, check: impl Fn(&G, &G::State) -> Result<(), String> + 'g) -> Self {
        self.setup.laws.push(Law::new(&self.game, name, law::When::Anywhere, move |adapter, place| {
            check(adapter.game(), &adapter.state(place.state))
        }));
        self
    }

    /// How many states are visited breadth first.
    pub fn states(mut self, states: usize) -> Self {
        self.setup.states = states;
        self
    }

    /// How many random games are played.
    pub fn playouts(mut self, playouts: u32) -> Self {
        self.setup.playouts = playouts;
        self
    }

    /// After how many plies a random game is given up. That is no violation, but it is told.
    pub fn plies(mut self, plies: Ply) -> Self {
        self.setup.plies = plies;
        self
    }

    /// Sets the seed of the random numbers.
    pub fn seed(mut self, seed: u64) -> Self {
        self.setup.seed = seed;
        self
    }

    /// Sets the limits: a node is a state that is reached, seen before or not. A battery that is stopped has passed as
    /// far as it got, and says so.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.setup.limits = limits;
        self
    }

    /// Checks the game.
    ///
    /// # Errors
    /// The first violation that is found.
    pub fn run(self) -> Result<Passed, Box<Violation>> {
        explore::Explorer::new(self.setup).run()
    }
}
