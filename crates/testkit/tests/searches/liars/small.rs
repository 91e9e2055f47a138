//! Small games for what the large one cannot show.

use std::cell::Cell;
use std::rc::Rc;

use counterplay_core::{
    Actions, Game, Hidden, Key, Keyed, Notation, Random, Repetition, Score, Seat, Turn, With, Without,
};

/// Hidden information without chance or notation: the first chooses a number, and the second guesses it.
///
/// The guesses 2 and 3 come to the same thing, and only whoever makes them knows which one it was: words of one's own
/// that the view does not keep.
pub(crate) struct Guess;

#[derive(Clone, Debug)]
pub(crate) struct Guessing {
    chosen: Option<u8>,
    guessed: Option<u8>,
}

impl Game for Guess {
    type State = Guessing;
    type Action = u8;
    type Luck = Without;
    type Secrets = With;

    fn initial(&self) -> Guessing {
        Guessing { chosen: None, guessed: None }
    }
    fn turn(&self, state: &Guessing) -> Turn {
        Turn::Seat(if state.chosen.is_none() { Seat::FIRST } else { Seat::SECOND })
    }
    fn actions(&self, state: &Guessing, out: &mut Actions<u8>) {
        if state.guessed.is_none() {
            out.extend(0..4);
        }
    }
    fn apply(&self, state: &mut Guessing, action: u8) {
        match state.chosen {
            None => state.chosen = Some(action),
            Some(_) => state.guessed = Some(action.min(2)),
        }
    }
    fn is_terminal(&self, state: &Guessing) -> bool {
        state.guessed.is_some()
    }
    fn utility(&self, state: &Guessing) -> Score {
        if state.chosen.map(|chosen| chosen.min(2)) == state.guessed { Score::LOSS } else { Score::WIN }
    }
}

impl Hidden for Guess {
    /// The seat, whether a number is chosen, which one if one knows, and the guess.
    type View = (Seat, bool, Option<u8>, Option<u8>);

    fn view(&self, state: &Guessing, seat: Seat) -> Self::View {
        (seat, state.chosen.is_some(), state.chosen.filter(|_| seat == Seat::FIRST), state.guessed)
    }
    fn viewer(&self, view: &Self::View) -> Seat {
        view.0
    }
    fn observation(&self, state: &Guessing, action: u8, seat: Seat) -> String {
        match (state.chosen, seat) {
            (None, Seat::SECOND) => "a number is chosen".to_owned(),
            (Some(_), Seat::FIRST) => action.min(2).to_string(),
            _ => action.to_string(),
        }
    }
    fn sample(&self, &(_, any, known, guessed): &Self::View, random: &mut dyn Random) -> Option<Guessing> {
        let chosen = any.then(|| known.unwrap_or(random.below(4) as u8));
        Some(Guessing { chosen, guessed })
    }
}

impl Notation for Guess {}

/// A game that can go on for ever: the seats take turns to turn a coin over.
pub(crate) struct Endless;

impl Game for Endless {
    type State = (bool, Seat);
    type Action = bool;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> (bool, Seat) {
        (false, Seat::FIRST)
    }
    fn turn(&self, &(_, seat): &(bool, Seat)) -> Turn {
        Turn::Seat(seat)
    }
    fn actions(&self, _: &(bool, Seat), out: &mut Actions<bool>) {
        out.extend([false, true]);
    }
    fn apply(&self, (coin, seat): &mut (bool, Seat), turn_over: bool) {
        *coin ^= turn_over;
        *seat = seat.other();
    }
    fn is_terminal(&self, _: &(bool, Seat)) -> bool {
        false
    }
    fn utility(&self, _: &(bool, Seat)) -> Score {
        Score::DRAW
    }
    fn repetition(&self) -> Repetition {
        Repetition::Draw(3)
    }
    fn repetition_key(&self, state: &Self::State) -> Option<Key> {
        Some(self.key(state))
    }
}

impl Keyed for Endless {
    fn key(&self, &(coin, seat): &(bool, Seat)) -> Key {
        Key::mix(u64::from(coin) << 1 | u64::from(seat.0))
    }
}

/// A liar without a way out of two of its rooms: from 0 a door leads to 1, which ends at 3, and another one to 2 and 4,
/// between which one walks for ever.
pub(crate) struct Maze;

impl Game for Maze {
    type State = u8;
    type Action = u8;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> u8 {
        0
    }
    fn turn(&self, _: &u8) -> Turn {
        Turn::Seat(Seat::FIRST)
    }
    fn actions(&self, room: &u8, out: &mut Actions<u8>) {
        let doors: &[u8] = match room {
            0 => &[1, 2],
            1 => &[3],
            2 => &[4],
            4 => &[2],
            _ => &[],
        };
        out.extend(doors.iter().copied());
    }
    fn apply(&self, room: &mut u8, door: u8) {
        *room = door;
    }
    fn is_terminal(&self, &room: &u8) -> bool {
        room == 3
    }
    fn utility(&self, _: &u8) -> Score {
        Score::WIN
    }
}

/// A liar whose copies of a state share what is in it.
pub(crate) struct Shared;

impl Game for Shared {
    type State = Rc<Cell<bool>>;
    type Action = ();
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Rc<Cell<bool>> {
        Rc::new(Cell::new(false))
    }
    fn turn(&self, _: &Rc<Cell<bool>>) -> Turn {
        Turn::Seat(Seat::FIRST)
    }
    fn actions(&self, state: &Rc<Cell<bool>>, out: &mut Actions<()>) {
        if !state.get() {
            out.push(());
        }
    }
    fn apply(&self, state: &mut Rc<Cell<bool>>, (): ()) {
        state.set(true);
    }
    fn is_terminal(&self, state: &Rc<Cell<bool>>) -> bool {
        state.get()
    }
    fn utility(&self, _: &Rc<Cell<bool>>) -> Score {
        Score::WIN
    }
}

/// A long way up, on which one may also rest or look around, and which ends after a hundred moves.
pub(crate) struct Ladder;

#[derive(Clone, Debug)]
pub(crate) struct Rung {
    pub(crate) height: u32,
    pub(crate) moves: u32,
    looked: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Climb {
    Up,
    Rest,
    Look,
}

impl Game for Ladder {
    type State = Rung;
    type Action = Climb;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Rung {
        Rung { height: 0, moves: 0, looked: 0 }
    }
    fn turn(&self, state: &Rung) -> Turn {
        Turn::Seat(Seat(state.moves as u8 & 1))
    }
    fn actions(&self, state: &Rung, out: &mut Actions<Climb>) {
        if state.moves < 100 {
            out.extend([Climb::Up, Climb::Rest, Climb::Look]);
        }
    }
    fn apply(&self, state: &mut Rung, action: Climb) {
        state.moves += 1;
        match action {
            Climb::Up => state.height += 1,
            Climb::Rest => {}
            Climb::Look => state.looked = state.looked * 3 % 1_000_003 + u64::from(state.moves),
        }
    }
    fn is_terminal(&self, state: &Rung) -> bool {
        state.moves == 100
    }
    fn utility(&self, _: &Rung) -> Score {
        Score::DRAW
    }
}

/// Says that it has one action more than it lists.
pub(crate) struct Miscount;

impl Game for Miscount {
    type State = u8;
    type Action = u8;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> u8 {
        0
    }
    fn turn(&self, _: &u8) -> Turn {
        Turn::Seat(Seat::FIRST)
    }
    fn actions(&self, state: &u8, out: &mut Actions<u8>) {
        out.extend(0..3 - *state);
    }
    fn action_count(&self, state: &u8) -> Option<u64> {
        Some(u64::from(3 - *state) + u64::from(*state == 1))
    }
    fn apply(&self, state: &mut u8, _: u8) {
        *state += 1;
    }
    fn is_terminal(&self, state: &u8) -> bool {
        *state == 3
    }
    fn utility(&self, _: &u8) -> Score {
        Score::DRAW
    }
}
