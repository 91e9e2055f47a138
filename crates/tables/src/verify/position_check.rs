//! Check of one position: does its value follow from its successors', and are those that it rests on founded?

use std::ops::ControlFlow;

use counterplay_core::indexed::{Indexed, Slice, Successor};
use counterplay_core::{Actions, Side};

use super::check::Check;
use super::foundation::Place;
use crate::Outcome;
use crate::tables::{end, side};

/// Result of a position check.
pub(super) enum PositionCheck {
    /// Right, and founded or a draw.
    Founded,
    /// Right, but it rests on this successor, which is not founded yet. A win might have others.
    Resting(Place),
    /// Wrong, with the reason.
    Wrong(String),
}

/// Position that is checked: its place, and its state unless the game finds its successors by number.
pub(super) struct Parent<'a, S> {
    pub(super) place: Place,
    pub(super) state: Option<&'a S>,
}

impl<S> Clone for Parent<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Parent<'_, S> {}

/// Child of a position, as the side that moves to it sees it.
struct Child {
    worth: Outcome,
    /// Position of the child, if it is not founded yet.
    open: Option<Place>,
    /// Distance from there to the end in plies, where distances are checked.
    plies: u32,
}

impl<G> Check<'_, G>
where
    G: Indexed + Sync,
    G::State: Send + Sync,
{
    /// Checks a value against the successors': none of them is worth more, and one is worth as much.
    pub(super) fn check_position(
        &self,
        parent: Parent<'_, G::State>,
        outcome: Outcome,
        actions: &mut Actions<G::Action>,
    ) -> PositionCheck {
        let timed = self.distances && outcome != Outcome::Draw;
        let (mut best, mut founded, mut open, mut takes) = (None, false, None, None);
        let walked = self.walk(parent, actions, |successor| {
            let Some(child) = self.child(successor, parent) else { return ControlFlow::Break(()) };
            best = best.max(Some(child.worth));
            if child.worth != outcome {
                return if child.worth > outcome { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
            match child.open {
                Some(_) => open = child.open,
                None => founded = true,
            }
            let plies = child.plies.saturating_add(1);
            // A win by the quickest action, a loss by the longest.
            let better = |takes: u32| if outcome == Outcome::Win { takes.min(plies) } else { takes.max(plies) };
            takes = Some(takes.map_or(plies, better));
            // Nothing can be better than this, but quicker.
            let enough = founded && outcome == Outcome::Win && !timed;
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // Without an action the game is over.
        let over = best.is_none() && walked.is_continue();
        let best = if over { self.end_of(parent) } else { best };
        if best != Some(outcome) || walked.is_break() && (timed || outcome != Outcome::Win) {
            return PositionCheck::Wrong(match best {
                Some(best) if over => format!("the game is over, a {best:?}"),
                Some(best) if best > outcome || walked.is_continue() => format!("its best action makes it a {best:?}"),
                _ => "the value of a successor is unknown".to_owned(),
            });
        }
        if timed {
            let (claimed, takes) = (self.foundations[parent.place.0].plies(parent.place.1), takes.unwrap_or(0));
            if claimed != takes {
                return PositionCheck::Wrong(format!("it is said to take {claimed} plies, and takes {takes}"));
            }
        }
        match open {
            Some(on) if outcome == Outcome::Loss || !founded => PositionCheck::Resting(on),
            _ => PositionCheck::Founded,
        }
    }

    /// Checks a win or a loss again that is right. Returns the successor it waits for, unless it is founded now.
    pub(super) fn recheck(
        &self,
        parent: Parent<'_, G::State>,
        outcome: Outcome,
        actions: &mut Actions<G::Action>,
    ) -> Option<Place> {
        let mut waits_for = None;
        let _ = self.walk(parent, actions, |successor| {
            let Some(child) = self.child(successor, parent) else { return ControlFlow::Continue(()) };
            if child.worth != outcome {
                return ControlFlow::Continue(());
            }
            waits_for = child.open;
            // A win needs one that is founded, a loss needs all.
            let settled = child.open.is_none() == (outcome == Outcome::Win);
            if settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        waits_for
    }

    /// Follows every action of a position.
    #[inline]
    fn walk(
        &self,
        parent: Parent<'_, G::State>,
        actions: &mut Actions<G::Action>,
        found: impl FnMut(Successor<G::State>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (at, index) = parent.place;
        match parent.state {
            Some(state) => self.game.successors(state, actions, found),
            None => self.game.successors_of(self.slices[at], index, actions, found),
        }
    }

    /// Outcome of a position in which the game is over, for the side to move.
    fn end_of(&self, parent: Parent<'_, G::State>) -> Option<Outcome> {
        let (at, index) = parent.place;
        let worth = |state: &G::State| end(self.game, state, side(self.game, state));
        match parent.state {
            Some(state) => Some(worth(state)),
            None => self.game.unrank(self.slices[at], index).as_ref().map(worth),
        }
    }

    /// Side to move of a position.
    fn mover(&self, parent: Parent<'_, G::State>) -> Option<Side> {
        let (at, index) = parent.place;
        match parent.state {
            Some(state) => Some(side(self.game, state)),
            None => self.game.unrank(self.slices[at], index).map(|state| side(self.game, &state)),
        }
    }

    /// Child that an action leads to. `None` if the tables do not tell.
    #[inline]
    fn child(&self, to: Successor<G::State>, parent: Parent<'_, G::State>) -> Option<Child> {
        if let Successor::Place { slice, index, same_side } = to {
            if let Some(at) = self.at(slice) {
                return self.inside((at, index), same_side);
            }
            if G::BY_NUMBER {
                let outcome = self.tables.stored(slice, index)?;
                let timed = self.distances && outcome != Outcome::Draw;
                let plies = if timed { self.tables.stored_plies(slice, index)? } else { 0 };
                let worth = if same_side { outcome } else { outcome.flipped() };
                return Some(Child { worth, open: None, plies });
            }
        }
        self.other_child(to, parent)
    }

    /// Child in the less frequent cases: another group, or the end of the game.
    #[inline(never)]
    fn other_child(&self, to: Successor<G::State>, parent: Parent<'_, G::State>) -> Option<Child> {
        let mover = self.mover(parent)?;
        let (state, same_side) = match to {
            Successor::Place { slice, index, same_side } => (self.game.unrank(slice, index)?, same_side),
            Successor::State(state) => {
                let same_side = side(self.game, &state) == mover;
                (state, same_side)
            }
        };
        let Some(slice) = self.game.slice(&state) else {
            let over = self.game.is_terminal(&state);
            return over.then(|| Child { worth: end(self.game, &state, mover), open: None, plies: 0 });
        };
        if let Some(at) = self.at(slice) {
            return self.inside((at, self.game.rank(&state)), same_side);
        }
        // An earlier group, which was checked before.
        let outcome = self.tables.outcome(self.game, &state)?;
        let worth = if same_side { outcome } else { outcome.flipped() };
        let timed = self.distances && outcome != Outcome::Draw;
        let plies = if timed { self.tables.plies(self.game, &state)? } else { 0 };
        Some(Child { worth, open: None, plies })
    }

    /// Child within the group.
    #[inline]
    fn inside(&self, (at, index): Place, same_side: bool) -> Option<Child> {
        let (outcome, founded) = self.foundations[at].get(index)?;
        let worth = if same_side { outcome } else { outcome.flipped() };
        Some(Child { worth, open: (!founded).then_some((at, index)), plies: self.foundations[at].plies(index) })
    }

    /// Index of a slice in the group.
    #[inline]
    fn at(&self, slice: Slice) -> Option<usize> {
        self.slices.iter().position(|&one| one == slice)
    }
}
