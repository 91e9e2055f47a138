//! Endgame tables of a game: building, checking and asking them.

use std::cmp::Reverse;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use counterplay_core::Seat;
use counterplay_tables::{self as tables, BuildError, Built, Estimate, Head, Outcome, Plan, Tables, Verified};

use crate::{ActionWord, AnyPosition, TurnWord};

/// What tables say of a position of a game of chance.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Expected {
    /// What it is worth on average, if both sides play their best: to MAX, or to the seat that was named.
    pub value: Option<f64>,
    /// The race that it is, if it is one.
    pub race: Option<Raced>,
}

/// A race in which each side plays for the fewest throws.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Raced {
    /// Who throws next: whether it is MAX.
    pub max_throws: bool,
    /// How many throws it needs on average, and how many the other side does.
    pub throws: (f64, f64),
    /// How the race may end for it.
    pub chances: tables::Chances,
}

/// The callback that hears how far a building is.
pub type BuildProgress<'a> = dyn FnMut(&tables::Progress<'_>) + 'a;

/// Which tables to check, and how.
#[derive(Clone, Copy, Debug)]
pub struct TableCheck<'a> {
    /// The name of the game.
    pub name: &'a str,
    /// Where they are.
    pub folder: &'a Path,
    /// Every value, not only the checksums.
    pub full: bool,
    /// How many threads work.
    pub threads: usize,
    /// Raised by someone else to end the work.
    pub stop: Option<&'a AtomicBool>,
}

/// Which tables to open.
#[derive(Clone, Copy)]
pub struct OpenTables<'a> {
    /// The name of the game.
    pub name: &'a str,
    /// Where they are.
    pub folder: &'a Path,
    /// How much memory their blocks may take, in bytes.
    pub memory: u64,
    /// Called with a message about each file and block that cannot be used.
    pub on_warning: fn(&str),
}

/// The tables of a game with its options, for the edges.
pub trait AnyTables {
    /// From how many pieces up to how many there can be tables, and how many there are if nobody says.
    fn pieces(&self) -> (Range<u32>, u32);
    /// How many slices there are with up to so many pieces.
    fn slices(&self, pieces: u32) -> usize;
    /// What a building is going to need.
    fn estimate(&self, plan: &Plan<'_>) -> Estimate;
    /// Builds them: see [`counterplay_tables::build()`].
    ///
    /// # Errors
    /// As there.
    fn build(&self, plan: &Plan<'_>, on_progress: &mut BuildProgress<'_>) -> Result<Built, BuildError>;
    /// Checks them: see [`counterplay_tables::verify()`].
    fn verify(&self, check: &TableCheck<'_>, on_progress: &mut dyn FnMut(&str, u64, u64)) -> Verified;
    /// Opens them.
    fn open(&self, opening: &OpenTables<'_>) -> Tables;
    /// Whether they tell what positions are worth on average, and not who wins.
    fn expects(&self) -> bool;
}

/// The table value of an action, for the side that takes it.
#[derive(Clone, PartialEq, Debug)]
pub struct TableAction {
    /// The action.
    pub action: ActionWord,
    /// How the game ends after it, if the tables tell.
    pub outcome: Option<Outcome>,
    /// After how many plies, if they tell.
    pub plies: Option<u32>,
}

/// The actions of a position, with what tables say of each: the best first, and of those that are as good the nearest
/// win or the longest resistance.
#[must_use]
pub fn table_actions(position: &dyn AnyPosition, tables: &Tables) -> Vec<TableAction> {
    let value = |(action, next): (ActionWord, Box<dyn AnyPosition>)| {
        let found = next.probe(tables);
        let same = next.turn() == position.turn();
        let outcome = found.map(|found| if same { found.outcome } else { found.outcome.flipped() });
        TableAction { action, outcome, plies: found.and_then(|found| found.plies).map(|plies| plies + 1) }
    };
    let mut actions: Vec<TableAction> = after_each(position).map(value).collect();
    actions.sort_by_key(|&TableAction { outcome, plies, .. }| {
        let plies = i64::from(plies.unwrap_or(0));
        (Reverse(outcome), if outcome == Some(Outcome::Loss) { -plies } else { plies })
    });
    actions
}

/// The actions of a position, or the outcomes of chance, with what each is worth to a seat on average, if tables of a
/// game of chance tell: where somebody chooses, the best first.
#[must_use]
pub fn expected_actions(position: &dyn AnyPosition, tables: &Tables, seat: Seat) -> Vec<(ActionWord, Option<f64>)> {
    let value = |(action, next): (ActionWord, Box<dyn AnyPosition>)| {
        let value = next.result(seat).or_else(|| next.expected(tables, seat).value);
        (action, value)
    };
    let mut actions: Vec<_> = after_each(position).map(value).collect();
    if matches!(position.turn(), TurnWord::Seat(_)) {
        let worth = |value: Option<f64>| value.unwrap_or(f64::NEG_INFINITY);
        actions.sort_by(|a, b| worth(b.1).total_cmp(&worth(a.1)));
    }
    actions
}

/// Each action of a position, with the position after it.
fn after_each(position: &dyn AnyPosition) -> impl Iterator<Item = (ActionWord, Box<dyn AnyPosition>)> {
    position.actions().into_iter().filter_map(|action| {
        let mut next = position.copy();
        next.play_action(action.id, None).ok().map(|_| (action, next))
    })
}

/// The heads of all slices of opened tables: the outcomes', and the distances' if there are any.
pub fn heads(tables: &Tables) -> impl Iterator<Item = (&Head, Option<&Head>)> {
    tables.slices().filter_map(|slice| tables.heads(slice))
}
