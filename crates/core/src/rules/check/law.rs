//! A law, and the place where it is checked.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use super::chance::possible;
use super::object::{Action, ChanceRules, Rules, State};
use crate::{Random, Seat, Seeded, Turn};

/// What is wrong, if anything is.
pub(super) type Verdict = Result<(), String>;

/// Something that is no violation, but that a reader of the result should know.
pub(super) type Remark<'g> = Box<dyn Fn() -> Option<String> + 'g>;

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
type Check<'g> = dyn FnMut(&Place<'_>) -> Verdict + 'g;

/// A law of games. It may remember the states that it has seen.
pub(super) struct Law<'g> {
    pub(super) name: &'static str,
    pub(super) when: When,
    pub(super) check: Box<Check<'g>>,
    /// How often it was checked.
    pub(super) times: u64,
}

impl<'g> Law<'g> {
    /// A law that asks one part of a game, such as its notation, besides the rules that every place has.
    pub(super) fn new<P: ?Sized + 'g>(
        game: &Rc<P>,
        name: &'static str,
        when: When,
        mut check: impl FnMut(&P, &Place<'_>) -> Verdict + 'g,
    ) -> Law<'g> {
        let game = Rc::clone(game);
        Law { name, when, check: Box::new(move |place| check(&game, place)), times: 0 }
    }
}

/// What can happen next in a state: the legal actions, or outcomes of chance.
pub(super) struct Options {
    pub(super) list: Vec<Action>,
    /// Whether these are all of them. Of outcomes that are too many to list there are only some.
    pub(super) all: bool,
    /// Whether the game pushed more actions than there is room for.
    pub(super) overflow: bool,
}

impl Options {
    pub(super) fn all(list: Vec<Action>) -> Options {
        Options { list, all: true, overflow: false }
    }
}

/// Where a law is checked: a state, and what is known of it.
pub(super) struct Place<'a> {
    pub(super) rules: &'a dyn Rules,
    pub(super) state: State,
    /// How `Debug` writes the state: what tells it from others.
    pub(super) text: &'a str,
    /// Who is to move; nobody when the game is over.
    pub(super) turn: Option<Turn>,
    /// What can happen next.
    pub(super) options: &'a Options,
    /// The seats that have been seen to move somewhere.
    pub(super) seats: &'a [Seat],
    /// The rules of chance, if they are looked at.
    pub(super) chance: Option<&'a dyn ChanceRules>,
    pub(super) seed: u64,
    /// The action that is being made, in case the rules panic.
    pub(super) making: Cell<Option<Action>>,
}

impl Place<'_> {
    /// How many options of one state are tried: all in most games, and some from end to end in games with very many.
    const TRIED: usize = 256;

    /// The options to try.
    pub(super) fn tried(&self) -> impl Iterator<Item = Action> {
        spread(&self.options.list, Self::TRIED)
    }

    /// Checks each option to try, and drops the states that came of it.
    pub(super) fn try_each(&self, mut check: impl FnMut(Action) -> Verdict) -> Verdict {
        self.tried().try_for_each(|action| self.rules.scoped(|| check(action)))
    }

    /// RESULT(s, a), remembering the action.
    pub(super) fn result(&self, state: State, action: Action) -> State {
        self.making.set(Some(action));
        let next = self.rules.result(state, action);
        self.making.set(None);
        next
    }

    /// The legal actions or possible outcomes of another state.
    pub(super) fn options_of(&self, state: State) -> Options {
        look(self.rules, state, self.chance, &mut Seeded::new(self.seed)).1
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
pub(super) fn look(
    rules: &dyn Rules,
    state: State,
    chance: Option<&dyn ChanceRules>,
    random: &mut dyn Random,
) -> (Option<Turn>, Options) {
    let turn = (!rules.is_terminal(state)).then(|| rules.turn(state));
    let options = match (turn, chance) {
        (Some(Turn::Seat(_)), _) => {
            let (list, overflow) = rules.actions(state);
            Options { list, all: !overflow, overflow }
        }
        (Some(Turn::Chance), Some(chance)) => possible(rules, chance, state, random),
        (Some(Turn::Chance), None) => Options { list: Vec::new(), all: false, overflow: false },
        (None, _) => Options::all(Vec::new()),
    };
    (turn, options)
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
