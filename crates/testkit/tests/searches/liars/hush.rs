//! An honest game with everything: a deal, two hidden cards, two moves that can be made in either order, and a coin.
//!
//! Chance deals each seat one of the cards 1, 2 and 3. The first and then the second either hold or raise. A coin
//! doubles the stakes, and the higher card wins 1, and 1 more for each raise.

use std::fmt;
use std::hash::{Hash, Hasher};

use counterplay_core::text::Words;
use counterplay_core::{
    Actions, Bounds, Chance, Game, Hidden, Key, Keyed, Notation, Outcomes, Random, Score, Seat, TextError, Turn, With,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Deal(u8, u8),
    Hold,
    Raise,
    Coin(bool),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) cards: Option<[u8; 2]>,
    pub(crate) moves: u8,
    pub(crate) raises: u8,
    pub(crate) doubled: Option<bool>,
    /// Whether the first one raised. It does not matter to the rules, and so it is not shown; a liar makes a key of it.
    pub(crate) first_raised: bool,
}

/// `12 2 1 double`: the cards, the moves, the raises and the coin.
impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cards {
            None => f.write_str("--")?,
            Some([first, second]) => write!(f, "{first}{second}")?,
        }
        write!(f, " {} {}{}", self.moves, self.raises, coin_text(self.doubled))
    }
}

fn coin_text(doubled: Option<bool>) -> &'static str {
    match doubled {
        None => "",
        Some(true) => " double",
        Some(false) => " single",
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub(crate) seat: Seat,
    pub(crate) card: Option<u8>,
    pub(crate) moves: u8,
    pub(crate) raises: u8,
    pub(crate) doubled: Option<bool>,
    /// Nothing, in an honest game; a liar gives the other's card away.
    pub(crate) hint: Option<u8>,
    /// Nothing, in an honest game; a liar hides the other's card where equality does not look.
    pub(crate) peeked: Option<u8>,
}

impl View {
    fn compared(&self) -> impl PartialEq + Hash + use<> {
        (self.seat, self.card, self.moves, self.raises, self.doubled, self.hint)
    }
}

impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        self.compared() == other.compared()
    }
}
impl Eq for View {}
impl Hash for View {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.compared().hash(state);
    }
}

/// The rules. If `lists`, the deals are listed, else they are called too many.
#[derive(Clone, Copy)]
pub(crate) struct Hush {
    pub(crate) lists: bool,
}

pub(crate) const DEALS: [[u8; 2]; 6] = [[1, 2], [1, 3], [2, 1], [2, 3], [3, 1], [3, 2]];

impl Game for Hush {
    type State = State;
    type Action = Action;
    type Luck = With;
    type Secrets = With;

    fn initial(&self) -> State {
        State { cards: None, moves: 0, raises: 0, doubled: None, first_raised: false }
    }
    fn turn(&self, state: &State) -> Turn {
        if state.cards.is_none() || state.moves == 2 { Turn::Chance } else { Turn::Seat(Seat(state.moves)) }
    }
    fn actions(&self, state: &State, out: &mut Actions<Action>) {
        if self.turn(state) != Turn::Chance {
            out.extend([Action::Hold, Action::Raise]);
        }
    }
    fn apply(&self, state: &mut State, action: Action) {
        match action {
            Action::Deal(first, second) => state.cards = Some([first, second]),
            Action::Hold => state.moves += 1,
            Action::Raise => {
                state.first_raised |= state.moves == 0;
                state.moves += 1;
                state.raises += 1;
            }
            Action::Coin(doubled) => state.doubled = Some(doubled),
        }
    }
    fn is_terminal(&self, state: &State) -> bool {
        state.doubled.is_some()
    }
    fn utility(&self, state: &State) -> Score {
        let stakes = i32::from(1 + state.raises) * if state.doubled == Some(true) { 2 } else { 1 };
        Score::new(if state.cards.is_some_and(|[first, second]| first > second) { stakes } else { -stakes })
    }
    fn bounds(&self) -> Bounds {
        Bounds::new(-6, 6)
    }
}

impl Chance for Hush {
    fn outcomes(&self, state: &State, out: &mut Outcomes<Action>) {
        match state.cards {
            Some(_) => [true, false].into_iter().for_each(|doubled| out.push(Action::Coin(doubled), 0.5)),
            None if self.lists => DEALS.iter().for_each(|&[a, b]| out.push(Action::Deal(a, b), 1.0 / 6.0)),
            None => out.too_many(),
        }
    }
    fn draw(&self, state: &State, random: &mut dyn Random) -> Option<Action> {
        Some(match state.cards {
            Some(_) => Action::Coin(random.below(2) == 0),
            None => {
                let [first, second] = DEALS[random.below(6) as usize];
                Action::Deal(first, second)
            }
        })
    }
}

/// The states that a view allows, by whatever somebody sees.
pub(crate) fn states(view: &View, see: impl Fn(&State, Seat) -> View) -> Vec<State> {
    let View { moves, raises, doubled, .. } = *view;
    let state = |cards| State { cards, moves, raises, doubled, first_raised: false };
    let all = DEALS.into_iter().map(Some).chain([None]).map(state);
    all.filter(|state| see(state, view.seat) == *view).collect()
}

impl Hidden for Hush {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        let State { cards, moves, raises, doubled, .. } = *state;
        let card = cards.map(|cards| cards[usize::from(seat.0)]);
        View { seat, card, moves, raises, doubled, hint: None, peeked: None }
    }
    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }
    fn observation(&self, _: &State, action: Action, seat: Seat) -> String {
        match action {
            Action::Deal(first, second) => format!("a {}", if seat == Seat::FIRST { first } else { second }),
            open => format!("{open:?}"),
        }
    }
    fn sample(&self, view: &View, random: &mut dyn Random) -> Option<State> {
        let states = states(view, |state, seat| self.view(state, seat));
        states.get(random.below(states.len() as u64) as usize).copied()
    }
    fn consistent(&self, view: &View) -> Option<Vec<(State, f64)>> {
        let states = states(view, |state, seat| self.view(state, seat));
        let share = 1.0 / states.len() as f64;
        Some(states.into_iter().map(|state| (state, share)).collect())
    }
    fn view_text(&self, view: &View) -> String {
        let card = view.card.map_or("-".to_owned(), |card| card.to_string());
        format!("{} {card} {} {}{}", view.seat, view.moves, view.raises, coin_text(view.doubled))
    }
    fn parse_view(&self, text: &str) -> Result<View, TextError> {
        let mut words = Words::new(text);
        let seat = words.expect("a seat", Seat::named)?;
        let card = words.expect("a card", |word| if word == "-" { Some(None) } else { word.parse().ok().map(Some) })?;
        let (moves, raises, doubled) = parse_rest(words)?;
        Ok(View { seat, card, moves, raises, doubled, hint: None, peeked: None })
    }
}

fn parse_rest(mut words: Words<'_>) -> Result<(u8, u8, Option<bool>), TextError> {
    let moves = words.expect("the moves", |word| word.parse().ok())?;
    let raises = words.expect("the raises", |word| word.parse().ok())?;
    let coin = |word: &str| ["double", "single"].contains(&word).then_some(Some(word == "double"));
    let doubled = if words.at_end() { None } else { words.expect("the coin", coin)? };
    words.end()?;
    Ok((moves, raises, doubled))
}

impl Keyed for Hush {
    fn key(&self, state: &State) -> Key {
        let [first, second] = state.cards.unwrap_or_default();
        let coin = state.doubled.map_or(2, u8::from);
        let parts = [first, second, state.moves, state.raises, coin];
        Key::mix(parts.into_iter().fold(0, |bits, part| bits << 8 | u64::from(part)))
    }
}

impl Notation for Hush {
    fn action_text(&self, _: &State, action: Action) -> String {
        match action {
            Action::Deal(first, second) => format!("{first}{second}"),
            Action::Hold => "hold".to_owned(),
            Action::Raise => "raise".to_owned(),
            Action::Coin(doubled) => coin_text(Some(doubled)).trim().to_owned(),
        }
    }
    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let mut words = Words::new(text);
        let dealt = |word: &str| DEALS.into_iter().find(|[first, second]| format!("{first}{second}") == word);
        let cards = words.expect("cards", |word| if word == "--" { Some(None) } else { dealt(word).map(Some) })?;
        let (moves, raises, doubled) = parse_rest(words)?;
        Ok(State { cards, moves, raises, doubled, first_raised: false })
    }
}
