//! One step of a line, and what is checked where it leads.

use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::Setup;
use super::every_game::NO_PANIC;
use super::explore::Explorer;
use super::law::{Law, Options, Place, When, caught, look};
use super::object::{Action, State};
use crate::limits::{Cause, Limit};
use crate::{Seeded, Turn};

/// A broken law.
pub(super) struct Broken {
    pub(super) law: &'static str,
    pub(super) what: String,
}

/// Why exploring came to an end.
pub(super) enum End {
    Broken(Broken),
    Limit(Limit),
}

/// What was found on reaching a state.
pub(super) struct Visit {
    /// Tells the state from others.
    pub(super) mark: u64,
    pub(super) options: Options,
    pub(super) over: bool,
}

impl Explorer<'_> {
    /// The initial state.
    pub(super) fn begin(&self) -> Result<State, End> {
        caught(|| self.setup.rules.initial()).map_err(|panic| broken(format!("`initial` panics: {panic}")))
    }

    /// RESULT(s, a).
    pub(super) fn step(&mut self, state: State, action: Action) -> Result<State, End> {
        self.passed.plies += 1;
        let rules = &self.setup.rules;
        let next = caught(|| rules.result(state, action));
        next.map_err(|panic| broken(format!("{} panics: {panic}", rules.action_text(action))))
    }

    /// Checks the laws in a state that has been reached; if it has been there before, only those for each time. The
    /// first state visited is the initial one.
    ///
    /// With `only`, to find a violation again, checks that law alone, and as if the state were new.
    pub(super) fn visit(
        &mut self,
        state: State,
        only: Option<&'static str>,
        random: &mut Seeded,
    ) -> Result<Visit, End> {
        self.meter.spend().and_then(|()| self.meter.check()).map_err(|cause| limit(&cause))?;
        let Setup { rules, chance, .. } = &self.setup;
        let (rules, chance) = (Rc::clone(rules), chance.clone());
        let text = caught(|| rules.text(state)).map_err(|panic| broken(format!("`Debug` panics: {panic}")))?;
        let looked = caught(|| look(&*rules, state, chance.as_deref(), random));
        let (turn, options) = looked.map_err(|panic| broken(format!("asked for the actions, they panic: {panic}")))?;
        self.notice(turn);
        let mark = mark(&text);
        let start = self.seen.is_empty();
        let new = only.is_some() || self.seen.insert(mark);
        let place = Place {
            rules: &*rules,
            state,
            text: &text,
            turn,
            options: &options,
            seats: &self.seats,
            chance: chance.as_deref(),
            seed: self.setup.seed,
            making: Cell::new(None),
        };
        for law in &mut self.setup.laws {
            let wanted = only.is_none_or(|name| name == law.name || name == NO_PANIC);
            let due = match law.when {
                When::EachTime => true,
                When::AtTheStart => start,
                _ => new,
            };
            if wanted && due && place.is_at(law.when) {
                check(law, &place)?;
            }
        }
        self.passed.states += u64::from(new);
        self.passed.ends += u64::from(new && turn.is_none());
        Ok(Visit { mark, options, over: turn.is_none() })
    }

    /// Remembers the seats that are to move somewhere.
    pub(super) fn notice(&mut self, turn: Option<Turn>) {
        if let Some(Turn::Seat(seat)) = turn
            && let Err(at) = self.seats.binary_search(&seat)
        {
            self.seats.insert(at, seat);
        }
    }
}

/// Checks a law, whatever the rules do meanwhile, and drops the states and actions that came of it.
fn check(law: &mut Law<'_>, place: &Place<'_>) -> Result<(), End> {
    law.times += 1;
    let filled = place.rules.filled();
    let checked = match caught(|| (law.check)(place)) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(what)) => Err(End::Broken(Broken { law: law.name, what })),
        Err(panic) => Err(broken(match place.making.get() {
            Some(action) => format!("{} panics: {panic}", place.rules.action_text(action)),
            None => format!("{panic} (when it was checked that {})", law.name),
        })),
    };
    place.rules.truncate(filled);
    checked
}

pub(super) fn broken(what: String) -> End {
    End::Broken(Broken { law: NO_PANIC, what })
}

pub(super) fn limit(cause: &Cause) -> End {
    End::Limit(if let Cause::Limit(limit) = *cause { limit } else { Limit::Stop })
}

/// What tells a state from others.
pub(super) fn mark(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
