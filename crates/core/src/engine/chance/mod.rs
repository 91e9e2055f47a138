//! The engine for games of chance and perfect information: expectiminimax that prunes, at full strength.
//!
//! The textbook's [`star1`](crate::search::star1) and [`star2`](crate::search::star2) are in [`search`](crate::search),
//! beside plain [`expectiminimax`](crate::search::expectiminimax()), which is the oracle of them all. This is the one
//! that plays: the same search with a table that knows chance nodes, an order for the actions, and a look further each
//! time. Each of its [`ChanceTechniques`] can be left out, and none of them changes the value, but for the filter,
//! which is called a heuristic and makes an estimate of what it finds.
//!
//! ```
//! # use counterplay_core::{Actions, Bounds, Chance, Game, Outcomes, Score, Seat, Turn, With, Without};
//! # /// Who begins throws a coin as often as it likes, and has a point for each head until the first tail.
//! # struct Coins;
//! # #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! # enum Move { Throw, Stop, Head, Tail }
//! # impl Game for Coins {
//! #     type State = (u8, u8); // points; 0 to decide, 1 the coin flies, 2 over
//! #     type Action = Move;
//! #     type Luck = With;
//! #     type Secrets = Without;
//! #     fn initial(&self) -> (u8, u8) { (0, 0) }
//! #     fn turn(&self, &(_, stage): &(u8, u8)) -> Turn {
//! #         if stage == 1 { Turn::Chance } else { Turn::Seat(Seat::FIRST) }
//! #     }
//! #     fn actions(&self, &(_, stage): &(u8, u8), out: &mut Actions<Move>) {
//! #         if stage == 0 { out.extend([Move::Throw, Move::Stop]); }
//! #     }
//! #     fn apply(&self, (points, stage): &mut (u8, u8), action: Move) {
//! #         (*points, *stage) = match action {
//! #             Move::Throw => (*points, 1),
//! #             Move::Stop => (*points, 2),
//! #             Move::Head if *points == 4 => (5, 2),
//! #             Move::Head => (*points + 1, 0),
//! #             Move::Tail => (0, 2),
//! #         };
//! #     }
//! #     fn is_terminal(&self, &(_, stage): &(u8, u8)) -> bool { stage == 2 }
//! #     fn utility(&self, &(points, _): &(u8, u8)) -> Score { Score::new(points.into()) }
//! #     fn bounds(&self) -> Bounds { Bounds::new(0, 5) }
//! # }
//! # impl Chance for Coins {
//! #     fn outcomes(&self, _: &(u8, u8), out: &mut Outcomes<Move>) {
//! #         out.push(Move::Head, 0.5);
//! #         out.push(Move::Tail, 0.5);
//! #     }
//! # }
//! use counterplay_core::engine::{ChanceEngine, Hashed, Table, Task};
//!
//! let table = Table::new(1 << 20);
//! let engine = ChanceEngine::new(&Coins, &table).keys(Hashed);
//! let analysis = engine.search(&Coins.initial(), &Task::default(), &mut |_| {})?;
//! assert_eq!((analysis.decision.action, analysis.decision.value.score), (Some(Move::Throw), 0.5));
//! # Ok::<(), Box<counterplay_core::Halt>>(())
//! ```
//!
//! # Where to start reading
//!
//! 1. `node`: a state where somebody chooses, in numbered steps.
//! 2. `outcomes`: a state where chance decides. What is known of the outcomes, and their windows, is shared with the
//!    textbook's searches (`search/star/chances.rs`).
//! 3. `order`: which action is looked at first.
//! 4. `root`: iterative deepening, several lines, all best actions; `parallel`: several threads.
//! 5. `table`: what is remembered.

mod node;
mod ordering;
mod outcomes;
mod parallel;
mod root;
mod table;
mod techniques;
#[cfg(test)]
mod tests;
mod worker;

use super::Table;
use super::keys::{Keys, NoKeys};
use crate::{ChanceNodes, Game, Oracle, PerfectInformation, ToTheEnd};

pub use techniques::{ChanceTechniques, Filter};

/// The engine for a game of chance, with all that its search needs: an evaluation, keys, an oracle, a table, and the
/// techniques to use.
#[derive(Debug)]
pub struct ChanceEngine<'a, G: Game, E = ToTheEnd, K = NoKeys> {
    game: &'a G,
    evaluation: E,
    keys: K,
    oracle: Option<&'a dyn Oracle<G>>,
    table: &'a Table,
    techniques: ChanceTechniques,
}

impl<'a, G: ChanceNodes + PerfectInformation> ChanceEngine<'a, G> {
    /// An engine for a game of which only the rules are known.
    #[must_use]
    pub fn new(game: &'a G, table: &'a Table) -> Self {
        let techniques = ChanceTechniques::EXACT;
        ChanceEngine { game, evaluation: ToTheEnd, keys: NoKeys, oracle: None, table, techniques }
    }
}

impl<'a, G: Game, E, K> ChanceEngine<'a, G, E, K> {
    /// Sets EVAL(s), for searches to a limited depth.
    #[must_use]
    pub fn evaluation<F>(self, evaluation: F) -> ChanceEngine<'a, G, F, K> {
        let ChanceEngine { game, keys, oracle, table, techniques, .. } = self;
        ChanceEngine { game, evaluation, keys, oracle, table, techniques }
    }

    /// Sets where the keys for the table come from. Without keys there is no table.
    #[must_use]
    pub fn keys<L: Keys<G>>(self, keys: L) -> ChanceEngine<'a, G, E, L> {
        let ChanceEngine { game, evaluation, oracle, table, techniques, .. } = self;
        ChanceEngine { game, evaluation, keys, oracle, table, techniques }
    }

    /// Sets the oracle: tables of expectations.
    #[must_use]
    pub fn oracle(self, oracle: Option<&'a dyn Oracle<G>>) -> Self {
        ChanceEngine { oracle, ..self }
    }

    /// Sets the techniques to use.
    #[must_use]
    pub fn techniques(self, techniques: ChanceTechniques) -> Self {
        ChanceEngine { techniques, ..self }
    }
}
