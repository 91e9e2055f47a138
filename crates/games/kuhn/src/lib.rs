//! Kuhn poker: three cards, two players, one bet.
//!
//! Each player pays an ante of one chip and is dealt one of the cards J, Q and K, which the other does not see. Then
//! they pass or bet one chip, in turns:
//!
//! ```text
//!                 first
//!            pass/     \bet
//!          second       second
//!       pass/  \bet   pass/  \bet
//!     showdown  first   1     showdown
//!     for 1  pass/ \bet       for 2
//!              -1   showdown
//!                   for 2
//! ```
//!
//! To pass after a bet is to fold: the other wins the ante. At a showdown the higher card wins the ante, or the ante
//! and the bet. Kuhn solved it in 1950: the first player loses 1/18 of a chip on average if both play as well as can
//! be.
//!
//! ```
//! use counterplay_core::search::{Dealing, Settings, averaging};
//! use counterplay_core::{Hidden, Notation, Seat};
//! use counterplay_kuhn::{Action, Kuhn};
//!
//! // With a queen, averaging over deals would rather not bet: it believes that the other will see the queen.
//! let view = Kuhn.view(&Kuhn.parse_position("QK")?, Seat::FIRST);
//! let averages = averaging(&Kuhn, &view, &Dealing::new(), &Settings::new())?;
//! assert_eq!((averages.choice, averages.average), (Action::Pass, 0.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// A test of the rules needs no engine, which takes seconds to compile.
#[cfg(not(test))]
mod entry;
#[cfg(test)]
mod laws;
mod notation;
#[cfg(test)]
mod tests;

use counterplay_core::hidden::{any_of, equally_likely};
use counterplay_core::{
    Actions, Bounds, Chance, Game, Hidden, Key, Keyed, Outcomes, Random, Score, Seat, TextError, Turn, With,
};

#[cfg(not(test))]
pub use entry::entry;

/// The rules. They have no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kuhn;

/// A card; a higher one wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// J.
    Jack,
    /// Q.
    Queen,
    /// K.
    King,
}

/// What a seat can do, and how the cards can fall.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// The first card goes to the first player, the second to the second: an outcome of chance.
    Deal(Card, Card),
    /// Checks, or folds after a bet.
    Pass,
    /// Bets, or calls a bet.
    Bet,
}

/// What has been passed and bet so far, which everybody knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Betting {
    /// Nothing.
    Open,
    /// The first player passed.
    Pass,
    /// The first player bet.
    Bet,
    /// Both passed.
    PassPass,
    /// The first player passed, the second bet.
    PassBet,
    /// The first player bet, the second folded.
    BetPass,
    /// The first player bet, the second called.
    BetBet,
    /// The first player passed and folded after the second's bet.
    PassBetPass,
    /// The first player passed and called the second's bet.
    PassBetBet,
}

/// The cards, first player's and second player's, once they are dealt; and the betting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    cards: Option<[Card; 2]>,
    betting: Betting,
}

/// What a seat sees: its own card, once it has one, and the betting.
///
/// At a showdown both cards are turned up; after a fold they stay face down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Who sees this.
    pub seat: Seat,
    /// Its card.
    pub card: Option<Card>,
    /// The other's card, after a showdown.
    pub other: Option<Card>,
    /// The betting.
    pub betting: Betting,
}

impl Card {
    /// All three, the lowest first.
    pub const ALL: [Card; 3] = [Card::Jack, Card::Queen, Card::King];
}

impl Betting {
    /// Who is to pass or bet; nobody when it is over.
    fn mover(self) -> Option<Seat> {
        match self {
            Betting::Open | Betting::PassBet => Some(Seat::FIRST),
            Betting::Pass | Betting::Bet => Some(Seat::SECOND),
            Betting::PassPass | Betting::BetPass | Betting::BetBet | Betting::PassBetPass | Betting::PassBetBet => None,
        }
    }

    /// Whether the cards are compared now.
    fn is_showdown(self) -> bool {
        matches!(self, Betting::PassPass | Betting::BetBet | Betting::PassBetBet)
    }

    /// The betting after one more action; nothing where it is not legal.
    fn after(self, action: Action) -> Option<Betting> {
        match (self, action) {
            (Betting::Open, Action::Pass) => Some(Betting::Pass),
            (Betting::Open, Action::Bet) => Some(Betting::Bet),
            (Betting::Pass, Action::Pass) => Some(Betting::PassPass),
            (Betting::Pass, Action::Bet) => Some(Betting::PassBet),
            (Betting::Bet, Action::Pass) => Some(Betting::BetPass),
            (Betting::Bet, Action::Bet) => Some(Betting::BetBet),
            (Betting::PassBet, Action::Pass) => Some(Betting::PassBetPass),
            (Betting::PassBet, Action::Bet) => Some(Betting::PassBetBet),
            _ => None,
        }
    }
}

/// The six ways to deal.
fn deals() -> impl Iterator<Item = [Card; 2]> {
    let pairs = Card::ALL.into_iter().flat_map(|first| Card::ALL.map(|second| [first, second]));
    pairs.filter(|[first, second]| first != second)
}

impl Game for Kuhn {
    type State = State;
    type Action = Action;
    type Luck = With;
    type Secrets = With;

    fn initial(&self) -> State {
        State { cards: None, betting: Betting::Open }
    }

    fn turn(&self, state: &State) -> Turn {
        match (state.cards, state.betting.mover()) {
            (Some(_), Some(seat)) => Turn::Seat(seat),
            _ => Turn::Chance,
        }
    }

    fn actions(&self, state: &State, out: &mut Actions<Action>) {
        if state.cards.is_some() && state.betting.mover().is_some() {
            out.extend([Action::Pass, Action::Bet]);
        }
    }

    fn apply(&self, state: &mut State, action: Action) {
        match action {
            Action::Deal(first, second) => {
                debug_assert!(state.cards.is_none() && first != second, "the cards are dealt once");
                state.cards = Some([first, second]);
            }
            Action::Pass | Action::Bet => {
                let next = state.betting.after(action);
                debug_assert!(state.cards.is_some() && next.is_some(), "nobody is to pass or bet");
                state.betting = next.unwrap_or(state.betting);
            }
        }
    }

    fn is_terminal(&self, state: &State) -> bool {
        state.betting.mover().is_none()
    }

    /// The chips that the first player wins.
    fn utility(&self, state: &State) -> Score {
        let higher = state.cards.is_some_and(|[first, second]| first > second);
        let showdown = |chips: i32| if higher { chips } else { -chips };
        Score::new(match state.betting {
            Betting::PassPass => showdown(1),
            Betting::BetBet | Betting::PassBetBet => showdown(2),
            Betting::BetPass => 1,
            Betting::PassBetPass => -1,
            Betting::Open | Betting::Pass | Betting::Bet | Betting::PassBet => 0,
        })
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-2, 2)
    }
}

impl Chance for Kuhn {
    fn outcomes(&self, _: &State, out: &mut Outcomes<Action>) {
        deals().for_each(|[first, second]| out.push(Action::Deal(first, second), 1.0 / 6.0));
    }
}

impl Hidden for Kuhn {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        let of = |seat: Seat| state.cards.map(|cards| cards[usize::from(seat.0)]);
        let other = of(seat.other()).filter(|_| state.betting.is_showdown());
        View { seat, card: of(seat), other, betting: state.betting }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn observation(&self, state: &State, action: Action, seat: Seat) -> String {
        Kuhn::tell(state, action, seat)
    }

    fn view_text(&self, view: &View) -> String {
        Kuhn::write_view(view)
    }

    fn parse_view(&self, text: &str) -> Result<View, TextError> {
        Kuhn::read_view(text)
    }

    fn sample(&self, view: &View, random: &mut dyn Random) -> Option<State> {
        any_of(self.states(view), random)
    }

    fn consistent(&self, view: &View) -> Option<Vec<(State, f64)>> {
        Some(equally_likely(self.states(view)))
    }
}

impl Kuhn {
    /// The states that a view allows, which are all equally likely: one for each card that the other may have, or the
    /// one before the deal.
    fn states(&self, view: &View) -> Vec<State> {
        let dealt = deals().map(|cards| State { cards: Some(cards), betting: view.betting });
        let all = std::iter::once(self.initial()).chain(dealt);
        all.filter(|state| self.view(state, view.seat) == *view).collect()
    }
}

impl Keyed for Kuhn {
    fn key(&self, state: &State) -> Key {
        let cards = state.cards.map_or(0, |[first, second]| 1 + first as u64 * 3 + second as u64);
        Key::mix(cards << 4 | state.betting as u64)
    }
}
