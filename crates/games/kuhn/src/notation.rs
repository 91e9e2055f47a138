//! Kuhn poker as text.
//!
//! A position is the two cards, the first player's first, and the betting, `p` for a pass and `b` for a bet: `QJ pb`.
//! Before the deal it is `--`. What a seat sees has `?` for the other's card: `Q? pb`. The actions are `pass` and
//! `bet`, and a deal is written as its cards, `QJ`.

use counterplay_core::picture::{Cell, Drawing, Figure, Material, PictureOfView};
use counterplay_core::text::Words;
use counterplay_core::{Notation, Seat, Side, TextError};

use super::{Action, Betting, Card, Kuhn, State, View, deals};

impl Card {
    fn letter(self) -> char {
        match self {
            Card::Jack => 'J',
            Card::Queen => 'Q',
            Card::King => 'K',
        }
    }
}

impl Betting {
    const ALL: [Betting; 9] = [
        Betting::Open,
        Betting::Pass,
        Betting::Bet,
        Betting::PassPass,
        Betting::PassBet,
        Betting::BetPass,
        Betting::BetBet,
        Betting::PassBetPass,
        Betting::PassBetBet,
    ];

    fn letters(self) -> &'static str {
        match self {
            Betting::Open => "",
            Betting::Pass => "p",
            Betting::Bet => "b",
            Betting::PassPass => "pp",
            Betting::PassBet => "pb",
            Betting::BetPass => "bp",
            Betting::BetBet => "bb",
            Betting::PassBetPass => "pbp",
            Betting::PassBetBet => "pbb",
        }
    }
}

impl Notation for Kuhn {
    /// `pass`, `bet`, or the cards of a deal.
    fn action_text(&self, _: &State, action: Action) -> String {
        match action {
            Action::Pass => "pass".to_owned(),
            Action::Bet => "bet".to_owned(),
            Action::Deal(first, second) => [first, second].map(Card::letter).iter().collect(),
        }
    }

    /// The cards and the betting, with nothing hidden: `QJ pb`.
    fn position_text(&self, state: &State) -> String {
        let cards = state.cards.map_or(['-'; 2], |cards| cards.map(Card::letter));
        with_betting(cards, state.betting)
    }

    /// Reads a position, in small or capital letters.
    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let mut words = Words::new(text);
        let cards = words.expect("the cards, JQ JK QJ QK KJ or KQ, or -- before the deal", |word| {
            if word == "--" { Some(None) } else { deal_named(word).map(Some) }
        })?;
        let betting =
            if words.at_end() || cards.is_none() { Betting::Open } else { words.expect(BETTING, betting_named)? };
        words.end()?;
        Ok(State { cards, betting })
    }
}

impl Kuhn {
    /// What a seat sees, with `?` for the other's card until a showdown: `Q? pb`.
    pub(super) fn write_view(view: &View) -> String {
        let (own, other) = view.card.map_or(('-', '-'), |card| (card.letter(), view.other.map_or('?', Card::letter)));
        with_betting(if view.seat == Seat::FIRST { [own, other] } else { [other, own] }, view.betting)
    }

    /// Reads what a seat sees. Before the deal and after a showdown both see the same, and it is taken to be the first
    /// one's.
    pub(super) fn read_view(text: &str) -> Result<View, TextError> {
        let mut words = Words::new(text);
        let (seat, card, other) =
            words.expect("one card and a ?, such as Q? or ?Q, or -- before the deal", |word| {
                let [first, second] = <[char; 2]>::try_from(word.chars().collect::<Vec<_>>()).ok()?;
                let card =
                    |letter: char| Card::ALL.into_iter().find(|card| card.letter() == letter.to_ascii_uppercase());
                match (card(first), card(second)) {
                    (Some(card), None) if second == '?' => Some((Seat::FIRST, Some(card), None)),
                    (None, Some(card)) if first == '?' => Some((Seat::SECOND, Some(card), None)),
                    (Some(card), Some(other)) if card != other => Some((Seat::FIRST, Some(card), Some(other))),
                    _ => (word == "--").then_some((Seat::FIRST, None, None)),
                }
            })?;
        let betting =
            if words.at_end() || card.is_none() { Betting::Open } else { words.expect(BETTING, betting_named)? };
        words.end()?;
        if card.is_some() && other.is_some() != betting.is_showdown() {
            let message = "both cards are seen after a showdown, pp bb or pbb, and only then";
            return Err(TextError::new(text.trim_end().len(), message));
        }
        Ok(View { seat, card, other, betting })
    }

    /// What a seat is told: of a deal only its own card, and with the action that leads to a showdown both cards.
    pub(super) fn tell(state: &State, action: Action, seat: Seat) -> String {
        let word = match action {
            Action::Deal(first, _) if seat == Seat::FIRST => return format!("{}?", first.letter()),
            Action::Deal(_, second) => return format!("?{}", second.letter()),
            Action::Pass => "pass",
            Action::Bet => "bet",
        };
        let shown = state.cards.filter(|_| state.betting.after(action).is_some_and(Betting::is_showdown));
        let cards: String = shown.into_iter().flatten().map(Card::letter).collect();
        if cards.is_empty() { word.to_owned() } else { format!("{word}, the cards are {cards}") }
    }
}

/// The cards side by side, as the view's seat sees them, and what has been put into the pot.
impl PictureOfView for Kuhn {
    fn picture_of_view(&self, view: &View) -> Drawing {
        let card = |seat: Seat| {
            let known = if seat == view.seat { view.card } else { view.other };
            let text = known.map_or('?', Card::letter);
            let side = if seat == Seat::FIRST { Side::Max } else { Side::Min };
            Cell::new(seat.to_string(), seat.0.into(), 0).bare().figure(text, side, Figure::Card)
        };
        let letters = view.betting.letters();
        let bets = letters.matches('b').count();
        let mut notes = vec![format!("the pot holds {} chips", 2 + bets)];
        for (letter, seat) in letters.chars().zip([Seat::FIRST, Seat::SECOND].into_iter().cycle()) {
            notes.push(format!("{seat} {}", if letter == 'b' { "bets" } else { "passes" }));
        }
        if view.card.is_none() {
            notes.push("the cards are not dealt yet".to_owned());
        }
        let columns = Seat::PAIR.map(|seat| seat.to_string()).into();
        Drawing { cells: Seat::PAIR.map(card).into(), columns, notes, board: Material::Table, ..Drawing::default() }
    }
}

const BETTING: &str = "the betting, p b pp pb bp bb pbp or pbb, or the end";

/// The cards that are written so.
fn deal_named(word: &str) -> Option<[Card; 2]> {
    deals().find(|cards| cards.map(Card::letter).iter().collect::<String>().eq_ignore_ascii_case(word))
}

/// The betting that is written so.
fn betting_named(word: &str) -> Option<Betting> {
    Betting::ALL.into_iter().find(|betting| betting.letters().eq_ignore_ascii_case(word))
}

fn with_betting([first, second]: [char; 2], betting: Betting) -> String {
    let space = if betting == Betting::Open { "" } else { " " };
    format!("{first}{second}{space}{}", betting.letters())
}
