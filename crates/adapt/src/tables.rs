//! Tables of a game: building, checking and asking them, with the game's types forgotten; and the oracle that they
//! are.

use std::ops::Range;
use std::sync::Arc;

use counterplay_api::{AnyTables, BuildProgress, Expected, OpenTables, TableCheck};
use counterplay_core::{Bounds, Game, Indexed, Oracle, Retrograde, Role, Score, Slice};
use counterplay_tables::{self as tables, BuildError, Built, Estimate, Outcome, Plan, Probed, Tables, Verified};

/// Builds, checks and asks the tables of one game.
pub(crate) trait GameTables<G: Game>: Send + Sync {
    /// See [`Indexed::GRADED`].
    fn is_graded(&self) -> bool;
    fn pieces(&self, game: &G) -> (Range<u32>, u32);
    fn slices(&self, game: &G, pieces: u32) -> usize;
    fn estimate(&self, game: &G, plan: &Plan<'_>) -> Estimate;
    fn build(&self, game: &G, plan: &Plan<'_>, on_progress: &mut BuildProgress<'_>) -> Result<Built, BuildError>;
    fn verify(&self, game: &G, check: &TableCheck<'_>, on_progress: &mut dyn FnMut(&str, u64, u64)) -> Verified;
    fn open(&self, game: &G, opening: &OpenTables<'_>) -> Tables;
    fn probe(&self, game: &G, tables: &Tables, state: &G::State) -> Option<Probed>;
    /// Whether the tables tell what positions are worth on average, and not who wins.
    fn expects(&self) -> bool {
        false
    }
    /// What such tables say.
    fn expected(&self, _game: &G, _tables: &Tables, _state: &G::State) -> Expected {
        Expected::default()
    }
}

/// The tables of a game that takes actions back.
pub(crate) struct RetrogradeTables;
/// The tables of a game that only numbers its positions.
pub(crate) struct ForwardTables;

macro_rules! tables {
    ($tables:ty, $game:ident, $build:expr) => {
        impl<G> GameTables<G> for $tables
        where
            G: $game + Sync,
            G::State: Send + Sync,
        {
            fn is_graded(&self) -> bool {
                G::GRADED
            }
            fn pieces(&self, game: &G) -> (Range<u32>, u32) {
                game.pieces()
            }
            fn slices(&self, game: &G, pieces: u32) -> usize {
                game.groups(pieces).iter().map(Vec::len).sum()
            }
            fn estimate(&self, game: &G, plan: &Plan<'_>) -> Estimate {
                tables::estimate(game, plan)
            }
            fn build(
                &self,
                game: &G,
                plan: &Plan<'_>,
                on_progress: &mut BuildProgress<'_>,
            ) -> Result<Built, BuildError> {
                $build(game, plan, on_progress)
            }
            fn verify(
                &self,
                game: &G,
                check: &TableCheck<'_>,
                on_progress: &mut dyn FnMut(&str, u64, u64),
            ) -> Verified {
                let TableCheck { name, folder, full, threads, stop } = *check;
                tables::verify(game, name, folder, full, threads, stop, on_progress)
            }
            fn open(&self, game: &G, opening: &OpenTables<'_>) -> Tables {
                Tables::open(game, opening.name, opening.folder, opening.memory, opening.on_warning)
            }
            fn probe(&self, game: &G, tables: &Tables, state: &G::State) -> Option<Probed> {
                tables.probe(game, state)
            }
        }
    };
}

tables!(RetrogradeTables, Retrograde, |game, plan, told| tables::build(game, plan, told));
tables!(ForwardTables, Indexed, |game, plan, told| tables::build_forward(game, plan, told));

/// A game and its tables.
pub(crate) struct TablesOfGame<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) tables: &'a dyn GameTables<G>,
}

impl<G: Game> AnyTables for TablesOfGame<'_, G> {
    fn pieces(&self) -> (Range<u32>, u32) {
        self.tables.pieces(self.game)
    }
    fn slices(&self, pieces: u32) -> usize {
        self.tables.slices(self.game, pieces)
    }
    fn estimate(&self, plan: &Plan<'_>) -> Estimate {
        self.tables.estimate(self.game, plan)
    }
    fn build(&self, plan: &Plan<'_>, on_progress: &mut BuildProgress<'_>) -> Result<Built, BuildError> {
        self.tables.build(self.game, plan, on_progress)
    }
    fn verify(&self, check: &TableCheck<'_>, on_progress: &mut dyn FnMut(&str, u64, u64)) -> Verified {
        self.tables.verify(self.game, check, on_progress)
    }
    fn open(&self, opening: &OpenTables<'_>) -> Tables {
        self.tables.open(self.game, opening)
    }
    fn expects(&self) -> bool {
        self.tables.expects()
    }
}

/// Endgame tables as an oracle.
pub(crate) struct TableOracle {
    tables: Arc<Tables>,
    /// The slices in which the tables are not asked.
    forgotten: Vec<Slice>,
}

/// What the value of a state must be between when it is won, lost or drawn, as MAX sees it.
fn bounds_of<G: Indexed>(game: &G, state: &G::State, outcome: Outcome) -> Bounds {
    let Bounds { low, high } = game.bounds();
    let sum = game.sum().get();
    // Half of it is between two scores if no game is drawn.
    let (below, above) = ((-(-sum).div_euclid(2) - 1) as i32, (sum.div_euclid(2) + 1) as i32);
    let for_max = if game.role(state) == Role::Min { outcome.flipped() } else { outcome };
    match for_max {
        Outcome::Win => Bounds { low: if G::GRADED { Score::new(above) } else { high }, high },
        Outcome::Draw => Bounds { low: Score::new(below + 1), high: Score::new(above - 1) },
        Outcome::Loss => Bounds { low, high: if G::GRADED { Score::new(below) } else { low } },
    }
}

impl<G: Indexed> Oracle<G> for TableOracle {
    fn bounds(&self, game: &G, state: &G::State) -> Option<Bounds> {
        if !self.forgotten.is_empty() && game.slice(state).is_some_and(|slice| self.forgotten.contains(&slice)) {
            return None;
        }
        self.tables.outcome(game, state).map(|outcome| bounds_of(game, state, outcome))
    }

    /// The tables tell it, where distances were built.
    fn distance(&self, game: &G, state: &G::State) -> Option<u32> {
        self.tables.probe(game, state)?.plies
    }

    /// Without distances, the positions that play could go round in are forgotten: the tables are asked again when a
    /// piece is gone, or crowned.
    fn for_progress(&self, game: &G, root: &G::State) -> Option<Arc<dyn Oracle<G>>> {
        if self.tables.probe(game, root)?.plies.is_some() {
            return None;
        }
        let slice = game.slice(root)?;
        let groups = game.groups(game.pieces().0.end.saturating_sub(1));
        let forgotten = groups.into_iter().find(|group| group.contains(&slice))?;
        Some(Arc::new(TableOracle { tables: Arc::clone(&self.tables), forgotten }))
    }

    fn advice(&self, game: &G, state: &G::State) -> Option<G::Action> {
        let found = self.tables.probe(game, state)?;
        let left = found.plies?.checked_sub(1)?;
        let mover = game.role(state);
        game.action_list(state).into_iter().find(|&action| {
            let child = game.result(state, action);
            // A game that ends has no place in the tables, or one like any other.
            match game.slice(&child) {
                None => left == 0 && game.is_terminal(&child),
                Some(_) => self.leaves(game, &child, mover, found, left),
            }
        })
    }
}

impl TableOracle {
    /// Whether a position is what a best action leaves: the same side wins, and so many plies are left.
    fn leaves<G: Indexed>(&self, game: &G, child: &G::State, mover: Role, found: Probed, left: u32) -> bool {
        self.tables.probe(game, child).is_some_and(|after| {
            let outcome = if game.role(child) == mover { after.outcome } else { after.outcome.flipped() };
            outcome == found.outcome && after.plies == Some(left)
        })
    }
}

/// Opens the tables that somebody names, as an oracle.
pub(crate) type OpenOracle<G> = fn(&G, &OpenTables<'_>) -> Arc<dyn Oracle<G>>;

/// Warns of a folder that has no tables of the game. One whose files were all refused has been warned of.
pub(crate) fn warn_of_none(tables: &Tables, opening: &OpenTables<'_>) {
    if tables.slices().next().is_none() && tables.refused().is_empty() {
        let (name, folder) = (opening.name, opening.folder.display());
        (opening.on_warning)(&format!("there are no tables of {name} in {folder}: it plays without"));
    }
}

/// Opens the endgame tables of a game.
pub(crate) fn table_oracle<G: Indexed>(game: &G, opening: &OpenTables<'_>) -> Arc<dyn Oracle<G>> {
    let tables = Tables::open(game, opening.name, opening.folder, opening.memory, opening.on_warning);
    warn_of_none(&tables, opening);
    Arc::new(TableOracle { tables: Arc::new(tables), forgotten: Vec::new() })
}
