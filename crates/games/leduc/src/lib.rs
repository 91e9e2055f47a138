//! Leduc hold'em: six cards, two players, two rounds of betting.
//!
//! The cards are a jack, a queen and a king of hearts and the same of spades. Each player pays an ante of one chip and
//! is dealt a card, which the other does not see. After a round of betting one more card is turned up for both, the
//! public card, and a second round follows. In a round the first player begins:
//!
//! ```text
//!   call    pays what the other has raised, which ends the round; with nothing to pay it is a check, and the second
//!           player's check ends the round as well
//!   raise   pays that and more: 2 chips in the first round, 4 in the second; there are two raises in a round at most
//!   fold    where there is something to pay: the other wins what has been paid so far
//! ```
//!
//! At the showdown a pair with the public card wins, else the higher rank; equal ranks share what has been paid. It was
//! made by Southey and others (Bayes' bluff, 2005) as the smallest poker with a card that changes the hands. The first
//! player loses 0.0856 chips on average if both play as well as can be.
//!
//! ```
//! use counterplay_core::{Hidden, Notation, Seat, Seeded};
//! use counterplay_leduc::Leduc;
//!
//! // The first has a jack, raised and was called, and the public card is a jack: the second's card stays hidden.
//! let state = Leduc.parse_position("JhQs rc Js")?;
//! let view = Leduc.view(&state, Seat::FIRST);
//! assert_eq!(Leduc.view_text(&view), "Jh? rc Js");
//! assert_eq!(Leduc.consistent(&view).map(|states| states.len()), Some(4));
//! assert!(Leduc.sample(&view, &mut Seeded::new(1)).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// A test of the rules needs no engine, which takes seconds to compile.
#[cfg(not(test))]
mod entry;
#[cfg(test)]
mod laws;
mod notation;
mod round;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use counterplay_core::hidden::{any_of, equally_likely};
use counterplay_core::{
    Actions, Bounds, Chance, Game, Hidden, Key, Keyed, Outcomes, Random, Score, Seat, TextError, Turn, With,
};

#[cfg(not(test))]
pub use entry::entry;
use round::End;
pub use round::Round;

/// The rules. They have no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leduc;

/// A rank; a higher one wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// J.
    Jack,
    /// Q.
    Queen,
    /// K.
    King,
}

/// A suit, which tells two cards of a rank apart and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suit {
    /// h.
    Hearts,
    /// s.
    Spades,
}

/// One of the six cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Card {
    /// What it counts.
    pub rank: Rank,
    /// Which of the two it is.
    pub suit: Suit,
}

/// What a seat can do, and how the cards can fall.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// The first card goes to the first player, the second to the second: an outcome of chance.
    Deal(Card, Card),
    /// The public card is turned up: an outcome of chance.
    Public(Card),
    /// Gives up what has been paid.
    Fold,
    /// Pays what the other has raised, or checks.
    Call,
    /// Pays that and more.
    Raise,
}

/// The cards, first player's and second player's, and the public one, once they are dealt; and the two rounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    cards: Option<[Card; 2]>,
    public: Option<Card>,
    rounds: [Round; 2],
}

/// What a seat sees: its own card and the public one, once they are dealt, and the betting.
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
    /// The card that both see.
    pub public: Option<Card>,
    /// The betting before the public card and after it.
    pub rounds: [Round; 2],
}

impl Card {
    /// All six, the lowest first.
    pub const ALL: [Card; 6] = {
        const fn card(rank: Rank, suit: Suit) -> Card {
            Card { rank, suit }
        }
        [
            card(Rank::Jack, Suit::Hearts),
            card(Rank::Jack, Suit::Spades),
            card(Rank::Queen, Suit::Hearts),
            card(Rank::Queen, Suit::Spades),
            card(Rank::King, Suit::Hearts),
            card(Rank::King, Suit::Spades),
        ]
    };

    /// Its place among all.
    fn number(self) -> u64 {
        2 * self.rank as u64 + self.suit as u64
    }
}

/// What each player pays before the deal.
const ANTE: i32 = 1;
/// What a raise costs in each round.
const RAISES: [i32; 2] = [2, 4];

impl State {
    /// The round that is played, and which one it is.
    fn round(&self) -> (Round, usize) {
        let number = usize::from(self.public.is_some());
        (self.rounds[number], number)
    }

    /// Whether the cards are compared now.
    fn is_showdown(&self) -> bool {
        is_showdown(self.rounds)
    }

    /// Whether it can come up in a game: nothing happens before its time, and no card is there twice.
    fn arises(&self) -> bool {
        let [first, second] = self.rounds;
        let in_hand = |card| self.cards.is_some_and(|cards| cards.contains(&card));
        let open = Round::default();
        match (self.cards, self.public) {
            (None, public) => public.is_none() && self.rounds == [open; 2],
            (Some([one, other]), None) => one != other && second == open,
            (Some([one, other]), Some(public)) => one != other && !in_hand(public) && first.end() == Some(End::Called),
        }
    }
}

/// The chips that a seat has paid.
fn paid(rounds: [Round; 2], seat: Seat) -> i32 {
    let raises = rounds.iter().zip(RAISES).map(|(round, chips)| i32::from(round.paid(seat)) * chips);
    ANTE + raises.sum::<i32>()
}

/// Whether the betting came to a showdown.
fn is_showdown(rounds: [Round; 2]) -> bool {
    rounds[1].end() == Some(End::Called)
}

/// The thirty ways to deal.
fn deals() -> impl Iterator<Item = [Card; 2]> {
    let pairs = Card::ALL.into_iter().flat_map(|first| Card::ALL.map(|second| [first, second]));
    pairs.filter(|[first, second]| first != second)
}

impl Game for Leduc {
    type State = State;
    type Action = Action;
    type Luck = With;
    type Secrets = With;

    fn initial(&self) -> State {
        State { cards: None, public: None, rounds: [Round::default(); 2] }
    }

    fn turn(&self, state: &State) -> Turn {
        let (round, _) = state.round();
        match round.end() {
            None if state.cards.is_some() => Turn::Seat(round.next()),
            _ => Turn::Chance,
        }
    }

    fn actions(&self, state: &State, out: &mut Actions<Action>) {
        if state.cards.is_some() {
            let (round, _) = state.round();
            let all = [Action::Fold, Action::Call, Action::Raise];
            out.extend(all.into_iter().filter(|&action| round.after(action).is_some()));
        }
    }

    fn apply(&self, state: &mut State, action: Action) {
        match action {
            Action::Deal(first, second) => state.cards = Some([first, second]),
            Action::Public(card) => state.public = Some(card),
            Action::Fold | Action::Call | Action::Raise => {
                let (round, number) = state.round();
                let next = round.after(action);
                debug_assert!(state.cards.is_some() && next.is_some(), "this is not legal here");
                state.rounds[number] = next.unwrap_or(round);
            }
        }
        debug_assert!(state.arises(), "the cards are dealt once, and the public one after the first round");
    }

    fn is_terminal(&self, state: &State) -> bool {
        state.is_showdown() || state.rounds.iter().any(|round| round.end() == Some(End::Folded))
    }

    /// The chips that the first player wins.
    fn utility(&self, state: &State) -> Score {
        let (round, _) = state.round();
        let hands = state.cards.filter(|_| state.is_showdown()).map(|cards| {
            // A pair comes before every rank.
            let public = state.public.map(|card| card.rank);
            cards.map(|card| (Some(card.rank) == public, card.rank))
        });
        let won = match hands {
            Some([first, second]) => first.cmp(&second),
            // Whoever was to act has folded.
            None if round.next() == Seat::FIRST => Ordering::Less,
            None => Ordering::Greater,
        };
        Score::new(match won {
            Ordering::Less => -paid(state.rounds, Seat::FIRST),
            Ordering::Equal => 0,
            Ordering::Greater => paid(state.rounds, Seat::SECOND),
        })
    }

    /// The ante, and two raises in each round.
    fn bounds(&self) -> Bounds {
        let most = ANTE + RAISES.iter().sum::<i32>() * i32::from(Round::MOST_RAISES);
        Bounds::new(-most, most)
    }
}

impl Chance for Leduc {
    fn outcomes(&self, state: &State, out: &mut Outcomes<Action>) {
        match state.cards {
            None => deals().for_each(|[first, second]| out.push(Action::Deal(first, second), 1.0 / 30.0)),
            Some(cards) => {
                let left = Card::ALL.into_iter().filter(|card| !cards.contains(card));
                left.for_each(|card| out.push(Action::Public(card), 1.0 / 4.0));
            }
        }
    }
}

impl Hidden for Leduc {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        let of = |seat: Seat| state.cards.map(|cards| cards[usize::from(seat.0)]);
        let other = of(seat.other()).filter(|_| state.is_showdown());
        View { seat, card: of(seat), other, public: state.public, rounds: state.rounds }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn observation(&self, state: &State, action: Action, seat: Seat) -> String {
        Leduc::tell(state, action, seat)
    }

    fn view_text(&self, view: &View) -> String {
        Leduc::write_view(view)
    }

    fn parse_view(&self, text: &str) -> Result<View, TextError> {
        Leduc::read_view(text)
    }

    fn sample(&self, view: &View, random: &mut dyn Random) -> Option<State> {
        any_of(self.states(view), random)
    }

    fn consistent(&self, view: &View) -> Option<Vec<(State, f64)>> {
        Some(equally_likely(self.states(view)))
    }
}

impl Leduc {
    /// The states that a view allows, which are all equally likely: one for each card that the other may have, or the
    /// one before the deal.
    fn states(&self, view: &View) -> Vec<State> {
        let dealt = deals().map(|cards| State { cards: Some(cards), public: view.public, rounds: view.rounds });
        let all = std::iter::once(self.initial()).chain(dealt);
        all.filter(|state| state.arises() && self.view(state, view.seat) == *view).collect()
    }
}

impl Keyed for Leduc {
    fn key(&self, state: &State) -> Key {
        let card = |card: Option<Card>| card.map_or(0, |card| 1 + card.number());
        let [first, second] = [0, 1].map(|at| card(state.cards.map(|cards| cards[at])));
        let cards = [first, second, card(state.public)].into_iter().fold(0, |bits, card| bits << 3 | card);
        Key::mix(state.rounds.iter().fold(cards, |bits, round| bits << 8 | round.number()))
    }
}
