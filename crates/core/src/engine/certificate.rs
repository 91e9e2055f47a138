//! Certificates: a strategy that wins, as text, and perfect play by it.
//!
//! `solve --save` writes one, `verify` checks it without any of the code that made it, and as an oracle a
//! [`Certificate`] lets the engine play by it: where the strategy says what to do, nothing is searched.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::engine::Strategy;
use crate::{Bounds, Key, Oracle, Role, Symmetric, TextError};

/// A game whose strategies can be written down.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how its strategies are written down",
    note = "`.certified(…)` needs that: add `impl Certified for {Self}` with its `headline`, `plies`, `entry_text` \
            and `parse_entry`"
)]
pub trait Certified: Symmetric {
    /// The headline of a certificate: what the strategy is for, in one line.
    fn headline(&self) -> String;

    /// How far a state is from the start.
    fn plies(&self, state: &Self::State) -> u32;

    /// Writes an entry: a state in which the winner is to move, and the action; one line without blanks.
    fn entry_text(&self, state: &Self::State, action: Self::Action) -> String;

    /// Reads an entry.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    fn parse_entry(&self, text: &str) -> Result<(Self::State, Self::Action), TextError>;
}

/// A strategy as text: a remark that says what it is for, then a line for each entry.
pub fn certificate<G: Certified>(game: &G, strategy: &Strategy<G::State, G::Action>) -> String {
    let entries = strategy.iter().map(|(state, action)| game.entry_text(state, *action));
    let lines: Vec<String> = std::iter::once(format!("# {}", game.headline())).chain(entries).collect();
    lines.join("\n") + "\n"
}

/// Reads a strategy.
///
/// # Errors
/// The line in which something is wrong, from 1, and what.
pub fn read_certificate<G: Certified>(
    game: &G,
    text: &str,
) -> Result<Strategy<G::State, G::Action>, (usize, TextError)> {
    let entries = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    entries.map(|(number, line)| game.parse_entry(line).map_err(|error| (number, error))).collect()
}

/// What is known of a state by a strategy.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Whether it is the winner's turn.
    to_win: bool,
    /// How many entries were written down for what is below it: the more, the longer the loser resists.
    weight: u32,
}

/// A certificate as an oracle: whatever its strategy tells need not be searched.
#[derive(Clone, Debug)]
pub struct Certificate<G> {
    game: G,
    text: &'static str,
    /// The states of the strategy, and those that its actions lead to, by the keys that all images share; read when
    /// somebody asks.
    known: Arc<OnceLock<HashMap<Key, Known>>>,
}

impl<G: Certified + PartialEq> Certificate<G> {
    /// The certificate of a game. What cannot be read is not known.
    #[must_use]
    pub fn new(game: G, text: &'static str) -> Self {
        Certificate { game, text, known: Arc::default() }
    }

    fn known(&self, game: &G, state: &G::State) -> Option<Known> {
        if *game != self.game {
            return None;
        }
        let known = self.known.get_or_init(|| {
            let strategy = read_certificate(game, self.text).unwrap_or_default();
            let mut known = HashMap::with_capacity(2 * strategy.len());
            let plies: Vec<u32> = strategy.iter().map(|(state, _)| game.plies(state)).collect();
            // The entries after which no entry as near to the start has come yet, from the last one up.
            let mut open: Vec<usize> = Vec::new();
            for (at, (state, action)) in strategy.iter().enumerate().rev() {
                open.retain(|&later| plies[later] <= plies[at]);
                let weight = (open.last().copied().unwrap_or(strategy.len()) - at) as u32;
                open.push(at);
                known.insert(game.representative(state).0, Known { to_win: true, weight });
                known.insert(game.representative(&game.result(state, *action)).0, Known { to_win: false, weight });
            }
            known
        });
        known.get(&game.representative(state).0).copied()
    }
}

impl<G: Certified + PartialEq + Send + Sync> Oracle<G> for Certificate<G> {
    /// Bounds by the strategy: whoever has it wins.
    fn bounds(&self, game: &G, state: &G::State) -> Option<Bounds> {
        let Bounds { low, high } = game.bounds();
        let wins = self.known(game, state)?.to_win == (game.role(state) == Role::Max);
        Some(if wins { Bounds { low: high, high } } else { Bounds { low, high: low } })
    }

    /// Ordering for the loser: what makes the rest of the proof longest comes first.
    fn ordering(&self, game: &G, child: &G::State) -> i32 {
        /// More than lines can promise.
        const KNOWN: i32 = 1 << 16;
        self.known(game, child).map_or(0, |known| KNOWN.saturating_add(known.weight as i32))
    }
}
