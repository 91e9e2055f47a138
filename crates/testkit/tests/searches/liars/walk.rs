//! A game whose rules look at the line of play, told honestly or by a liar.

use std::cell::Cell;

use counterplay_core::{Actions, Chance, Game, Key, Outcomes, Repetition, Score, Seat, Turn, With, Without};

/// Two walk around four fields by turns, and no position may come again. A walker may sit down, which ends the game; a
/// gate lets nobody back.
pub(crate) struct Walk(pub(crate) Option<Lie>);

/// What the liar does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lie {
    KeyChanges,
    NoKey,
    ProgressIsNone,
    NobodySits,
    DeadAtOnce,
}

/// Each lie, the law that it breaks, and after how many plies.
#[rustfmt::skip]
pub(crate) const LINE_LIES: &[(Lie, &str, usize)] = &[
    (Lie::KeyChanges, "what repetition compares is the same each time", 0),
    (Lie::NoKey, "a rule about repetition has something to compare", 0),
    (Lie::ProgressIsNone, "no earlier position comes again after progress", 4),
    (Lie::NobodySits, "where no position may come again, some action is always left", 4),
    (Lie::DeadAtOnce, "a dead position stays dead, and nobody wins it", 0),
];

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// The field, whether the gate was passed, who is to move, and whether somebody sat down.
type Stand = (u8, bool, Seat, bool);

impl Game for Walk {
    type State = Stand;
    type Action = u8;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Stand {
        (0, false, Seat::FIRST, false)
    }
    fn turn(&self, &(_, _, seat, _): &Stand) -> Turn {
        Turn::Seat(seat)
    }
    /// One field on; sit down; through the gate.
    fn actions(&self, &(_, gate, _, sits): &Stand, out: &mut Actions<u8>) {
        if !sits {
            out.push(0);
            if self.0 != Some(Lie::NobodySits) {
                out.push(1);
            }
            if !gate {
                out.push(2);
            }
        }
    }
    fn apply(&self, (field, gate, seat, sits): &mut Stand, action: u8) {
        match action {
            0 => *field = (*field + 1) % 4,
            1 => *sits = true,
            _ => *gate = true,
        }
        *seat = seat.other();
    }
    fn is_terminal(&self, &(.., sits): &Stand) -> bool {
        sits
    }
    fn utility(&self, &(_, _, seat, _): &Stand) -> Score {
        if seat == Seat::FIRST { Score::WIN } else { Score::LOSS }
    }
    fn repetition(&self) -> Repetition {
        Repetition::Forbidden
    }
    fn repetition_key(&self, &(field, gate, seat, sits): &Stand) -> Option<Key> {
        let key = Key::mix(u64::from(field) << 3 | u64::from(gate) << 2 | u64::from(seat.0) << 1 | u64::from(sits));
        match self.0 {
            Some(Lie::KeyChanges) => Some(Key(ASKED.replace(ASKED.get() + 1))),
            Some(Lie::NoKey) => None,
            _ => Some(key),
        }
    }
    fn is_dead(&self, &(_, gate, ..): &Stand) -> bool {
        self.0 == Some(Lie::DeadAtOnce) && !gate
    }
    fn is_progress(&self, _: &Stand, action: u8) -> bool {
        action == 2 || self.0 == Some(Lie::ProgressIsNone)
    }
}

/// A die that is thrown for ever, and a rule about that: searches over dice do not look at it.
pub(crate) struct Dice;

impl Game for Dice {
    type State = u8;
    type Action = u8;
    type Luck = With;
    type Secrets = Without;

    fn initial(&self) -> u8 {
        0
    }
    fn turn(&self, _: &u8) -> Turn {
        Turn::Chance
    }
    fn actions(&self, _: &u8, _: &mut Actions<u8>) {}
    fn apply(&self, state: &mut u8, thrown: u8) {
        *state = thrown;
    }
    fn is_terminal(&self, _: &u8) -> bool {
        false
    }
    fn utility(&self, _: &u8) -> Score {
        Score::DRAW
    }
    fn repetition(&self) -> Repetition {
        Repetition::Draw(3)
    }
    fn repetition_key(&self, &state: &u8) -> Option<Key> {
        Some(Key(state.into()))
    }
}

impl Chance for Dice {
    fn outcomes(&self, _: &u8, out: &mut Outcomes<u8>) {
        out.push(1, 0.5);
        out.push(2, 0.5);
    }
}
