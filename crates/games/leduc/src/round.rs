//! A round of betting.

use counterplay_core::Seat;

use super::Action;

/// What has been done in a round, which everybody knows.
///
/// Whoever raises after a raise has called it first, so that the order of the actions follows from a few facts:
///
/// ```text
///   checked  raises      actions
///     no     0           -           c  call, which is a check where there is nothing to call
///     no     1, 2        r, rr       r  raise
///     yes    0           c           f  fold
///     yes    1, 2        cr, crr
/// ```
///
/// and each of these but the first may have been ended by a call, or by a fold if there was a raise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Round {
    /// Whether the first player began with a check.
    checked: bool,
    raises: u8,
    end: Option<End>,
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum End {
    /// Both have paid the same.
    Called,
    /// One has given up.
    Folded,
}

impl Round {
    /// How many raises there are in a round at most.
    pub const MOST_RAISES: u8 = 2;

    /// How it ended, if it did.
    pub(super) fn end(self) -> Option<End> {
        self.end
    }

    /// Who is to act, or ended the round.
    pub(super) fn next(self) -> Seat {
        Seat((u8::from(self.checked) + self.raises) % 2)
    }

    /// Whether whoever acts next has something to pay.
    pub(super) fn is_raised(self) -> bool {
        self.raises > 0
    }

    /// How many raises a seat has paid: all, or all but the last if it has not called that one.
    pub(super) fn paid(self, seat: Seat) -> u8 {
        let owes = self.end != Some(End::Called) && self.next() == seat;
        self.raises.saturating_sub(u8::from(owes))
    }

    /// The round after one more action; nothing where it is not legal.
    pub(super) fn after(self, action: Action) -> Option<Round> {
        match action {
            _ if self.end.is_some() => None,
            Action::Call if self == Round::default() => Some(Round { checked: true, ..self }),
            Action::Call => Some(Round { end: Some(End::Called), ..self }),
            Action::Raise if self.raises < Self::MOST_RAISES => Some(Round { raises: self.raises + 1, ..self }),
            Action::Fold if self.is_raised() => Some(Round { end: Some(End::Folded), ..self }),
            _ => None,
        }
    }

    /// The actions, in their order.
    pub(super) fn actions(self) -> impl Iterator<Item = Action> {
        let last = self.end.map(|end| if end == End::Called { Action::Call } else { Action::Fold });
        let check = self.checked.then_some(Action::Call);
        check.into_iter().chain(std::iter::repeat_n(Action::Raise, self.raises.into())).chain(last)
    }

    /// A number of its own.
    pub(super) fn number(self) -> u64 {
        let end = self.end.map_or(0, |end| 1 + end as u64);
        end << 3 | u64::from(self.raises) << 1 | u64::from(self.checked)
    }
}
