//! Endgame tables of a game: building, checking and asking them.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use counterplay_tables::{self as tables, BuildError, Built, Estimate, Head, Plan, Tables, Verified};

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
    /// Hears of files and blocks that cannot be used.
    pub told: fn(&str),
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

/// The heads of all slices of opened tables: the outcomes', and the distances' if there are any.
pub fn heads(tables: &Tables) -> impl Iterator<Item = (&Head, Option<&Head>)> {
    tables.slices().filter_map(|slice| tables.heads(slice))
}
