//! Leduc hold'em as text.
//!
//! A card is its rank and its suit, `Jh` to `Ks`. A position is the two cards, the first player's first, the first
//! round, the public card and the second round: `JhQs rc Kh r`. A round is written with `c` for a call or a check, `r`
//! for a raise and `f` for a fold, and what has not happened yet is left out; before the deal it is `--`. What a seat
//! sees has `?` for the other's card: `Jh? rc Kh r`, `?Qs rc Kh r`. The actions are `fold`, `call` and `raise`, and
//! `check` is understood where there is nothing to call; a deal is written as its cards, `JhQs`, and so is the public
//! card.

use counterplay_core::notation::find_action;
use counterplay_core::picture::{Cell, Drawing, Figure, Material, PictureOfView};
use counterplay_core::text::Words;
use counterplay_core::{Notation, Seat, Side, TextError};

use super::round::End;
use super::{Action, Card, Leduc, Rank, Round, State, Suit, View, deals, is_showdown, paid};

impl Card {
    fn text(self) -> String {
        let rank = match self.rank {
            Rank::Jack => 'J',
            Rank::Queen => 'Q',
            Rank::King => 'K',
        };
        let suit = match self.suit {
            Suit::Hearts => 'h',
            Suit::Spades => 's',
        };
        [rank, suit].iter().collect()
    }

    /// The card that is written so.
    fn named(text: &str) -> Option<Card> {
        Card::ALL.into_iter().find(|card| card.text().eq_ignore_ascii_case(text))
    }
}

impl Round {
    fn letters(self) -> String {
        let letter = |action| match action {
            Action::Fold => 'f',
            Action::Raise => 'r',
            _ => 'c',
        };
        self.actions().map(letter).collect()
    }

    /// The round that is written so.
    fn named(word: &str) -> Option<Round> {
        word.chars().try_fold(Round::default(), |round, letter| {
            round.after(match letter.to_ascii_lowercase() {
                'f' => Action::Fold,
                'c' => Action::Call,
                'r' => Action::Raise,
                _ => return None,
            })
        })
    }
}

impl Notation for Leduc {
    /// `fold`, `call`, `raise`, or the cards that are dealt.
    fn action_text(&self, _: &State, action: Action) -> String {
        match action {
            Action::Deal(first, second) => first.text() + &second.text(),
            Action::Public(card) => card.text(),
            Action::Fold => "fold".to_owned(),
            Action::Call => "call".to_owned(),
            Action::Raise => "raise".to_owned(),
        }
    }

    /// Reads an action by its word, or `check` where that is what a call is.
    fn parse_action(&self, state: &State, text: &str, legal: &[Action]) -> Result<Action, TextError> {
        let (round, _) = state.round();
        let may_check = legal.contains(&Action::Call) && !round.is_raised();
        if may_check && text.trim().eq_ignore_ascii_case("check") {
            return Ok(Action::Call);
        }
        find_action(text, legal, |action| self.action_text(state, action))
    }

    /// The cards and the betting, with nothing hidden: `JhQs rc Kh r`.
    fn position_text(&self, state: &State) -> String {
        let cards = state.cards.map_or("--".to_owned(), |[first, second]| first.text() + &second.text());
        with_betting(cards, state.public, state.rounds)
    }

    /// Reads a position, in small or capital letters.
    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let mut words = Words::new(text);
        let cards = words.expect("the two cards, such as JhQs, or -- before the deal", |word| {
            if word == "--" { Some(None) } else { deal_named(word).map(Some) }
        })?;
        let in_hand: Vec<Card> = cards.into_iter().flatten().collect();
        let (public, rounds) = read_betting(words, &in_hand)?;
        Ok(State { cards, public, rounds })
    }
}

impl Leduc {
    /// What a seat sees, with `?` for the other's card until a showdown: `Jh? rc Kh r`.
    pub(super) fn write_view(view: &View) -> String {
        let cards = view.card.map_or("--".to_owned(), |card| {
            let (own, other) = (card.text(), view.other.map_or("?".to_owned(), Card::text));
            if view.seat == Seat::FIRST { own + &other } else { other + &own }
        });
        with_betting(cards, view.public, view.rounds)
    }

    /// Reads what a seat sees. Before the deal and after a showdown both see the same, and it is taken to be the first
    /// one's.
    pub(super) fn read_view(text: &str) -> Result<View, TextError> {
        let mut words = Words::new(text);
        let (seat, card, other) =
            words.expect("one card and a ?, such as Jh? or ?Jh, or -- before the deal", |word| {
                if word == "--" {
                    return Some((Seat::FIRST, None, None));
                }
                let first = word.strip_suffix('?').map(|card| (Seat::FIRST, card));
                match first.or_else(|| word.strip_prefix('?').map(|card| (Seat::SECOND, card))) {
                    Some((seat, card)) => Card::named(card).map(|card| (seat, Some(card), None)),
                    None => deal_named(word).map(|[first, second]| (Seat::FIRST, Some(first), Some(second))),
                }
            })?;
        let seen: Vec<Card> = card.into_iter().chain(other).collect();
        let (public, rounds) = read_betting(words, &seen)?;
        if card.is_some() && other.is_some() != is_showdown(rounds) {
            let message = "both cards are seen after a call that ends the second round, and only then";
            return Err(TextError::new(text.trim_end().len(), message));
        }
        Ok(View { seat, card, other, public, rounds })
    }

    /// What a seat is told: of a deal only its own card, and with the call that leads to a showdown both cards.
    pub(super) fn tell(state: &State, action: Action, seat: Seat) -> String {
        let word = match action {
            Action::Deal(first, _) if seat == Seat::FIRST => return first.text() + "?",
            Action::Deal(_, second) => return "?".to_owned() + &second.text(),
            Action::Public(card) => return card.text(),
            Action::Fold | Action::Call | Action::Raise => Leduc.action_text(state, action),
        };
        let (round, number) = state.round();
        let shown = number == 1 && round.after(action).is_some_and(|round| round.end() == Some(End::Called));
        match state.cards.filter(|_| shown) {
            Some([first, second]) => format!("{word}, the cards are {}{}", first.text(), second.text()),
            None => word,
        }
    }
}

/// The cards side by side, as the view's seat sees them, the public one between them; and below, the betting.
impl PictureOfView for Leduc {
    fn picture_of_view(&self, view: &View) -> Drawing {
        let card = |seat: Seat, column: u16| {
            let known = if seat == view.seat { view.card } else { view.other };
            let side = if seat == Seat::FIRST { Side::Max } else { Side::Min };
            let text = known.map_or("?".to_owned(), Card::text);
            Cell::new(seat.to_string(), column, 0).bare().figure(text, side, Figure::Card)
        };
        let public = Cell::new("public", 1, 0).bare();
        let public = match view.public {
            Some(card) => public.figure(card.text(), Side::Max, Figure::Card),
            None => public,
        };
        let cells = vec![card(Seat::FIRST, 0), public, card(Seat::SECOND, 2)];
        let columns = cells.iter().map(|cell| cell.name.clone()).collect();
        Drawing { cells, columns, notes: notes(view), board: Material::Table, ..Drawing::default() }
    }
}

/// What has been paid, and what has been done in each round.
fn notes(view: &View) -> Vec<String> {
    let [first, second] = Seat::PAIR.map(|seat| paid(view.rounds, seat));
    let mut notes = vec![format!("the pot holds {} chips, {first} of first and {second} of second", first + second)];
    for (round, number) in view.rounds.into_iter().zip(["first", "second"]) {
        let mut raised = false;
        let done: Vec<String> = (round.actions().zip(Seat::PAIR.into_iter().cycle()))
            .map(|(action, seat)| match action {
                Action::Fold => format!("{seat} folds"),
                Action::Raise => {
                    raised = true;
                    format!("{seat} raises")
                }
                _ if raised => format!("{seat} calls"),
                _ => format!("{seat} checks"),
            })
            .collect();
        if !done.is_empty() {
            notes.push(format!("{number} round: {}", done.join(", ")));
        }
    }
    if view.card.is_none() {
        notes.push("the cards are not dealt yet".to_owned());
    }
    notes
}

/// The cards that are written so.
fn deal_named(word: &str) -> Option<[Card; 2]> {
    deals().find(|[first, second]| (first.text() + &second.text()).eq_ignore_ascii_case(word))
}

/// Reads what comes after the cards in hand: the first round, the public card, which is none of these, and the second.
fn read_betting(mut words: Words<'_>, in_hand: &[Card]) -> Result<(Option<Card>, [Round; 2]), TextError> {
    const BETTING: &str = "a round of betting, c for call, r for raise and f for fold, such as rc or crf";
    let (mut public, mut rounds) = (None, [Round::default(); 2]);
    if !words.at_end() && !in_hand.is_empty() {
        rounds[0] = words.expect(BETTING, Round::named)?;
    }
    if !words.at_end() && rounds[0].end() == Some(End::Called) {
        let card = |word: &str| Card::named(word).filter(|card| !in_hand.contains(card));
        public = Some(words.expect("the public card, Jh Js Qh Qs Kh or Ks, which nobody holds", card)?);
        if !words.at_end() {
            rounds[1] = words.expect(BETTING, Round::named)?;
        }
    }
    words.end()?;
    Ok((public, rounds))
}

fn with_betting(cards: String, public: Option<Card>, [first, second]: [Round; 2]) -> String {
    let parts = [cards, first.letters(), public.map_or(String::new(), Card::text), second.letters()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
