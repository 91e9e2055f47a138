//! Kuhn poker as text.
//!
//! A position is the two cards, the first player's first, and the betting, `p` for a pass and `b` for a bet: `QJ pb`.
//! Before the deal it is `--`. What a seat sees has `?` for the other's card: `Q? pb`. The actions are `pass` and `bet`,
//! and a deal is written as its cards, `QJ`.

use counterplay_core::text::Words;
use counterplay_core::{Game, Seat, TextError, Turn};

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

impl Kuhn {
    /// `pass`, `bet`, or the cards of a deal.
    #[must_use]
    pub fn action_text(&self, _: &State, action: Action) -> String {
        match action {
            Action::Pass => "pass".to_owned(),
            Action::Bet => "bet".to_owned(),
            Action::Deal(first, second) => [first, second].map(Card::letter).iter().collect(),
        }
    }

    /// Reads a legal action, or the deal where it is due.
    ///
    /// # Errors
    /// If the text is not one of those that the state allows; the message lists them.
    pub fn parse_action(&self, state: &State, text: &str) -> Result<Action, TextError> {
        let mut words = Words::new(text);
        let action = if self.is_terminal(state) {
            words.expect("nothing, for the game is over", |_| None)
        } else if self.turn(state) == Turn::Chance {
            words.expect("a deal, JQ JK QJ QK KJ or KQ", |word| {
                deal_named(word).map(|[first, second]| Action::Deal(first, second))
            })
        } else {
            words.expect("`pass` or `bet`", |word| {
                [Action::Pass, Action::Bet].into_iter().find(|&action| self.action_text(state, action) == word)
            })
        }?;
        words.end()?;
        Ok(action)
    }

    /// The cards and the betting, with nothing hidden: `QJ pb`.
    #[must_use]
    pub fn position_text(&self, state: &State) -> String {
        let cards = state.cards.map_or(['-'; 2], |cards| cards.map(Card::letter));
        with_betting(cards, state.betting)
    }

    /// What a seat sees, with `?` for the other's card: `Q? pb`.
    #[must_use]
    pub fn view_text(&self, view: &View) -> String {
        let (own, other) = view.card.map_or(('-', '-'), |card| (card.letter(), '?'));
        with_betting(if view.seat == Seat::FIRST { [own, other] } else { [other, own] }, view.betting)
    }

    /// Reads a position, in small or capital letters.
    ///
    /// # Errors
    /// If the cards are not two different ones, or the betting is none that the rules allow.
    pub fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let mut words = Words::new(text);
        let cards = words.expect("the cards, JQ JK QJ QK KJ or KQ, or -- before the deal", |word| {
            if word == "--" { Some(None) } else { deal_named(word).map(Some) }
        })?;
        let betting = if words.at_end() || cards.is_none() {
            Betting::Open
        } else {
            words.expect("the betting, p b pp pb bp bb pbp or pbb, or the end", betting_named)?
        };
        words.end()?;
        Ok(State { cards, betting })
    }
}

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
