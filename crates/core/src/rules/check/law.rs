//! A law, and the place where it is checked.

use std::cell::Cell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::notation::plain_action;
use crate::{Game, Random, Seat, Seeded, Turn};

/// What is wrong, if anything is.
pub(super) type Verdict = Result<(), String>;

/// Something that is no violation, but that a reader of the result should know.
pub(super) type Remark<G> = fn(&G) -> Option<String>;

/// What chance can do in a state: see [`Options`].
pub(super) type OutcomesOf<G> = fn(&G, &<G as Game>::State, &mut dyn Random) -> Options<<G as Game>::Action>;

/// Whether the states that a seat takes to be possible in a state are among the known ones, by their marks.
pub(super) type Arises<G> = fn(&G, &<G as Game>::State, &[Seat], &HashSet<u64>, u64) -> Verdict;

/// Where a law is to be checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// In the initial state, once.
    AtTheStart,
    /// Each time that a state is reached, by whatever line.
    EachTime,
    /// In every state, once.
    Anywhere,
    /// Where a seat is to move.
    SeatsTurn,
    /// Where chance is to move.
    ChancesTurn,
    /// Where somebody is to move.
    Unfinished,
    /// Where the game is over.
    Finished,
}

/// Checks a law in a place.
type Check<'g, G> = dyn FnMut(&G, &Place<'_, G>) -> Verdict + 'g;

/// A law of games. It may remember the states that it has seen.
pub(super) struct Law<'g, G: Game> {
    pub(super) name: &'static str,
    pub(super) when: When,
    pub(super) check: Box<Check<'g, G>>,
    /// How often it was checked.
    pub(super) times: u64,
}

impl<'g, G: Game> Law<'g, G> {
    pub(super) fn new(
        name: &'static str,
        when: When,
        check: impl FnMut(&G, &Place<'_, G>) -> Verdict + 'g,
    ) -> Law<'g, G> {
        Law { name, when, check: Box::new(check), times: 0 }
    }
}

/// What can happen next in a state: the legal actions, or outcomes of chance.
pub(super) struct Options<A> {
    pub(super) list: Vec<A>,
    /// Whether these are all of them. Of outcomes that are too many to list there are only some.
    pub(super) all: bool,
    /// Whether the game pushed more actions than there is room for.
    pub(super) overflow: bool,
}

impl<A> Options<A> {
    pub(super) fn all(list: Vec<A>) -> Options<A> {
        Options { list, all: true, overflow: false }
    }
}

/// Where a law is checked: a state, and what is known of it.
pub(super) struct Place<'a, G: Game> {
    pub(super) state: &'a G::State,
    /// How `Debug` writes the state: what tells it from others.
    pub(super) text: &'a str,
    /// Who is to move; nobody when the game is over.
    pub(super) turn: Option<Turn>,
    /// What can happen next.
    pub(super) options: &'a Options<G::Action>,
    /// The seats that have been seen to move somewhere.
    pub(super) seats: &'a [Seat],
    pub(super) outcomes: Option<OutcomesOf<G>>,
    pub(super) seed: u64,
    /// The action that is being made, in case the rules panic.
    pub(super) making: Cell<Option<G::Action>>,
}

impl<G: Game> Place<'_, G> {
    /// How many options of one state are tried: all in most games, and some from end to end in games with very many.
    const TRIED: usize = 256;

    /// The options to try.
    pub(super) fn tried(&self) -> impl Iterator<Item = G::Action> {
        spread(&self.options.list, Self::TRIED)
    }

    /// RESULT(s, a), remembering the action.
    pub(super) fn result(&self, game: &G, state: &G::State, action: G::Action) -> G::State {
        self.making.set(Some(action));
        let next = game.result(state, action);
        self.making.set(None);
        next
    }

    /// The legal actions or possible outcomes of another state.
    pub(super) fn options_of(&self, game: &G, state: &G::State) -> Options<G::Action> {
        look(game, state, self.outcomes, &mut Seeded::new(self.seed)).1
    }

    pub(super) fn is_at(&self, when: When) -> bool {
        match when {
            // Whether a state is the first one, or reached again, is known to whoever leads there.
            When::AtTheStart | When::EachTime | When::Anywhere => true,
            When::SeatsTurn => matches!(self.turn, Some(Turn::Seat(_))),
            When::ChancesTurn => self.turn == Some(Turn::Chance),
            When::Unfinished => self.turn.is_some(),
            When::Finished => self.turn.is_none(),
        }
    }
}

/// Who is to move, nobody when the game is over, and what can happen next.
pub(super) fn look<G: Game>(
    game: &G,
    state: &G::State,
    outcomes: Option<OutcomesOf<G>>,
    random: &mut dyn Random,
) -> (Option<Turn>, Options<G::Action>) {
    let turn = (!game.is_terminal(state)).then(|| game.turn(state));
    let options = match (turn, outcomes) {
        (Some(Turn::Seat(_)), _) => {
            let mut actions = crate::Actions::new();
            actions.open();
            game.actions(state, &mut actions);
            let overflow = actions.overflowed();
            Options { list: actions.as_slice().to_vec(), all: !overflow, overflow }
        }
        (Some(Turn::Chance), Some(outcomes)) => outcomes(game, state, random),
        (Some(Turn::Chance), None) => Options { list: Vec::new(), all: false, overflow: false },
        (None, _) => Options::all(Vec::new()),
    };
    (turn, options)
}

/// How actions and positions are written.
pub(super) struct Words<G: Game> {
    pub(super) action: fn(&G, &G::State, G::Action) -> String,
    pub(super) position: fn(&G, &G::State) -> String,
}

impl<G: Game> Words<G> {
    /// As `Debug` writes them.
    pub(super) fn plain() -> Words<G> {
        Words { action: |_, _, action| plain_action(action), position: |_, state| format!("{state:?}") }
    }
}

/// Does some work of the rules, and catches their panic.
pub(super) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // What the rules leave behind when they panic does no harm: nothing is concluded from it but a violation.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        text.unwrap_or("a panic without a message").to_owned()
    })
}

/// At most `most` items of a list, spread over all of it.
pub(super) fn spread<T: Copy>(list: &[T], most: usize) -> impl Iterator<Item = T> {
    list.iter().copied().step_by(list.len().div_ceil(most).max(1))
}

/// A law for two answers to one question: they must be equal.
pub(super) fn same(question: &str, first: &str, second: &str) -> Verdict {
    if first == second { Ok(()) } else { Err(differ(question, first, second)) }
}

/// Two answers to one question that differ; of long ones, where they do.
pub(super) fn differ(question: &str, first: &str, second: &str) -> String {
    /// How much is shown before the first difference and after it.
    const AROUND: usize = 120;
    let equal = first.chars().zip(second.chars()).take_while(|(a, b)| a == b).count();
    let excerpt = |text: &str| {
        let from = equal.saturating_sub(AROUND);
        let piece: String = text.chars().skip(from).take(2 * AROUND).collect();
        let head = if from > 0 { "…" } else { "" };
        let tail = if text.chars().count() > from + 2 * AROUND { "…" } else { "" };
        format!("{head}{piece}{tail}")
    };
    format!("{question}: {} and {}", excerpt(first), excerpt(second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_answers_are_shown_where_they_differ() {
        let (first, second) = ("a".repeat(1000) + "1" + &"b".repeat(1000), "a".repeat(1000) + "2" + &"b".repeat(9));
        let told = differ("which", &first, &second);
        assert!(told.starts_with("which: …aaa") && told.contains("a1b") && told.contains("a2b"), "{told}");
        assert!(told.chars().count() < 520 && told.ends_with("a2bbbbbbbbb"), "{told}");
        assert_eq!(differ("which", "x", "y"), "which: x and y");
    }

    #[test]
    fn a_spread_reaches_from_end_to_end() {
        assert_eq!(spread(&[1, 2, 3], 3).collect::<Vec<_>>(), [1, 2, 3]);
        let many: Vec<u32> = (0..1000).collect();
        let some: Vec<u32> = spread(&many, 256).collect();
        assert!(some.len() <= 256 && some[0] == 0 && some[some.len() - 1] >= 990);
        assert_eq!(spread::<u32>(&[], 3).count(), 0);
    }

    #[test]
    fn panics_are_caught_with_their_words() {
        assert_eq!(caught(|| 1), Ok(1));
        let empty: Vec<u32> = Vec::new();
        assert!(caught(|| empty[std::hint::black_box(3)]).unwrap_err().contains("out of bounds"));
        assert_eq!(caught(|| std::panic::panic_any(7)), Err::<(), _>("a panic without a message".to_owned()));
    }
}
