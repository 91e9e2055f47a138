//! Tables of games of chance: building and asking them, the oracle that they are, and the evaluation of races by them.

use std::ops::Range;
use std::sync::Arc;

use counterplay_api::{BuildProgress, Expected, OpenTables, Raced, TableCheck};
use counterplay_core::{Evaluate, Game, Indexed, Lane, Oracle, Progressive, Race, Score, Side};
use counterplay_tables::{self as tables, BuildError, Built, Estimate, Plan, Probed, Tables, Verified};

use crate::tables::{GameTables, warn_of_none};

/// The tables of a game whose play never comes back, and which comes down to a race: it keeps what positions are worth
/// on average, and how many throws each side of a race needs.
pub(crate) struct ExpectationTables;

/// The most pieces of the game for one: all of its tables are small.
fn lane_pieces<A: Indexed>(alone: &A) -> u32 {
    alone.pieces().1
}

impl<G> GameTables<G> for ExpectationTables
where
    G: Progressive + Race + Sync,
    G::State: Send + Sync,
    G::Alone: Sync,
    <G::Alone as Game>::State: Send + Sync,
{
    /// Nobody proves anything by proof numbers where there is chance.
    fn is_graded(&self) -> bool {
        true
    }
    fn pieces(&self, game: &G) -> (Range<u32>, u32) {
        game.pieces()
    }
    fn slices(&self, game: &G, pieces: u32) -> usize {
        let alone = game.alone();
        let lanes = alone.groups(lane_pieces(&alone));
        game.groups(pieces).iter().chain(&lanes).map(Vec::len).sum()
    }
    fn estimate(&self, game: &G, plan: &Plan<'_>) -> Estimate {
        let alone = game.alone();
        let lanes = tables::estimate_throws(&alone, &Plan { pieces: lane_pieces(&alone), ..plan.clone() });
        let both = tables::estimate_expectations(game, plan);
        Estimate {
            positions: both.positions + lanes.positions,
            time: both.time + lanes.time,
            memory: both.memory.max(lanes.memory),
            disk: both.disk + lanes.disk,
        }
    }
    fn build(&self, game: &G, plan: &Plan<'_>, on_progress: &mut BuildProgress<'_>) -> Result<Built, BuildError> {
        let alone = game.alone();
        let both = tables::build_expectations(game, plan, on_progress)?;
        let lanes = Plan { pieces: lane_pieces(&alone), ..plan.clone() };
        let lanes = tables::build_throws(&alone, &lanes, on_progress)?;
        let mut counts = both.counts;
        counts += lanes.counts;
        Ok(Built {
            slices: both.slices + lanes.slices,
            resumed: both.resumed + lanes.resumed,
            counts,
            bytes: both.bytes + lanes.bytes,
        })
    }
    fn verify(&self, game: &G, check: &TableCheck<'_>, on_progress: &mut dyn FnMut(&str, u64, u64)) -> Verified {
        let TableCheck { name, folder, full, threads, stop } = *check;
        let mut verified = tables::verify_expectations(game, name, folder, full, threads, stop, on_progress);
        if !verified.stopped {
            let lanes = tables::verify_throws(&game.alone(), name, folder, full, threads, stop, on_progress);
            verified.slices += lanes.slices;
            verified.positions += lanes.positions;
            verified.faults.extend(lanes.faults);
            verified.refused += lanes.refused;
            verified.stopped = lanes.stopped;
        }
        verified
    }
    fn open(&self, game: &G, opening: &OpenTables<'_>) -> Tables {
        let OpenTables { name, folder, memory, on_warning } = *opening;
        let mut tables = Tables::open_expectations(game, name, folder, memory, on_warning);
        tables.open_throws(&game.alone(), name, folder);
        tables
    }
    fn probe(&self, _: &G, _: &Tables, _: &G::State) -> Option<Probed> {
        None
    }
    fn expects(&self) -> bool {
        true
    }
    fn expected(&self, game: &G, tables: &Tables, state: &G::State) -> Expected {
        let raced = || {
            let (alone, lanes, chances) = (game.alone(), game.lanes(state)?, tables.race(game, state)?);
            let mean = |lane: &Lane<<G::Alone as Game>::State>| Some(tables.throws(&alone, &lane.home)?.mean());
            let throws = (mean(&lanes.own)?, mean(&lanes.other)?);
            Some(Raced { max_throws: game.viewpoint(state) == Side::Max, throws, chances })
        };
        Expected { value: tables.expectation(game, state), race: raced() }
    }
}

/// Tables of expectations as an oracle: the exact values of the positions in them.
struct ExpectationOracle(Arc<Tables>);

impl<G: Progressive> Oracle<G> for ExpectationOracle {
    fn expectation(&self, game: &G, state: &G::State) -> Option<f64> {
        self.0.numbered_expectation(game, state)
    }
}

/// An evaluation by tables: of a race, how it comes out if each side plays for the fewest throws.
struct TableEvaluation<G: Game> {
    /// The evaluation of all that the tables do not tell.
    inner: Arc<dyn Evaluate<G> + Send + Sync>,
    tables: Arc<Tables>,
}

impl<G: Progressive + Race> TableEvaluation<G> {
    /// The value of a state for MAX by the tables, be it exact or close.
    fn told(&self, game: &G, state: &G::State) -> Option<f64> {
        let race = || {
            let equity = self.tables.race(game, state)?.equity();
            Some(game.stake(state) * if game.viewpoint(state) == Side::Max { equity } else { -equity })
        };
        self.tables.numbered_expectation(game, state).or_else(race)
    }
}

impl<G: Progressive + Race> Evaluate<G> for TableEvaluation<G> {
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        self.told(game, state).map_or_else(|| self.inner.evaluate(game, state), Score::rounded)
    }
    fn expectation(&self, game: &G, state: &G::State) -> f64 {
        self.told(game, state).unwrap_or_else(|| self.inner.expectation(game, state))
    }
    fn applies_to(&self, game: &G, state: &G::State) -> bool {
        self.inner.applies_to(game, state) || self.told(game, state).is_some()
    }
    fn guesses(&self) -> bool {
        self.inner.guesses()
    }
}

/// An oracle and a better evaluation: what a game of chance knows by tables.
pub(crate) struct Informed<G: Game> {
    pub(crate) oracle: Arc<dyn Oracle<G>>,
    pub(crate) evaluation: Arc<dyn Evaluate<G> + Send + Sync>,
}

/// Opens the tables that somebody names, for a game with an evaluation.
pub(crate) type OpenExpectations<G> = fn(&G, Arc<dyn Evaluate<G> + Send + Sync>, &OpenTables<'_>) -> Informed<G>;

/// Opens the tables of a game of which [`ExpectationTables`] keeps them.
pub(crate) fn open_expectations<G>(
    game: &G,
    inner: Arc<dyn Evaluate<G> + Send + Sync>,
    opening: &OpenTables<'_>,
) -> Informed<G>
where
    G: Progressive + Race + Sync + 'static,
    G::State: Send + Sync,
    G::Alone: Sync,
    <G::Alone as Game>::State: Send + Sync,
{
    let tables = ExpectationTables.open(game, opening);
    warn_of_none(&tables, opening);
    informed(inner, Arc::new(tables))
}

/// The oracle and the evaluation that tables are.
fn informed<G>(inner: Arc<dyn Evaluate<G> + Send + Sync>, tables: Arc<Tables>) -> Informed<G>
where
    G: Progressive + Race + 'static,
{
    let oracle = Arc::new(ExpectationOracle(Arc::clone(&tables)));
    Informed { oracle, evaluation: Arc::new(TableEvaluation { inner, tables }) }
}

#[cfg(test)]
mod tests {
    use counterplay_backgammon::{Action, Alone, Backgammon, Men};
    use counterplay_core::search::{Settings, expectiminimax};
    use counterplay_core::trace::Silent;
    use counterplay_core::{Depth, Proof, Seat};

    use super::*;
    use crate::Entry;
    use crate::engine::Constant;
    use counterplay_api::{Catalog, UserFiles};

    fn state(own: [u8; 6], other: [u8; 6]) -> <Backgammon as Game>::State {
        let men = |six: [u8; 6]| {
            let mut on = [0; 25];
            on[..6].copy_from_slice(&six);
            Men::new(&on).unwrap()
        };
        Backgammon::default().before_roll([men(own), men(other)], Seat::FIRST)
    }

    fn solved(men: u32, alone: u32) -> Arc<Tables> {
        let mut tables = Tables::in_memory();
        tables.solve_expectations(&Backgammon::default(), men, 1).unwrap();
        tables.solve_throws(&Alone, alone, 1).unwrap();
        Arc::new(tables)
    }

    fn known(men: u32) -> Informed<Backgammon> {
        informed(Arc::new(Constant), solved(men, 1))
    }

    /// With tables of two men a side a search from three ends in them, and its value is that of the tables of three:
    /// exact, after far fewer nodes.
    #[test]
    fn a_search_ends_in_the_tables_and_its_value_is_exact() {
        let game = Backgammon::default();
        let (two, three) = (known(2), known(3));
        let root = state([1, 1, 1, 0, 0, 0], [2, 0, 1, 0, 0, 0]);
        let exact = three.oracle.expectation(&game, &root).unwrap();
        assert_eq!(two.oracle.expectation(&game, &root), None);
        let plain = expectiminimax(&game, &root, &Settings::new(), &mut Silent).unwrap();
        let settings = Settings::new().oracle(Some(two.oracle));
        let ends = expectiminimax(&game, &root, &settings, &mut Silent).unwrap();
        for found in [&plain, &ends] {
            assert!((found.value.score - exact).abs() < 1e-8, "{} {exact}", found.value.score);
            assert_eq!(found.value.proof, Proof::Exact);
        }
        assert!(ends.statistics.nodes < plain.statistics.nodes);
        // A root that is in the tables is looked at nevertheless, for somebody wants to know what to do; one ply is
        // then enough.
        let thrown = game.result(&root, Action::Throw(2, 1));
        let settings = Settings::new().oracle(Some(three.oracle)).to_depth(Depth(1), Constant);
        let best = expectiminimax(&game, &thrown, &settings, &mut Silent).unwrap();
        assert!(best.action.is_some() && best.value.proof == Proof::Exact);
    }

    #[test]
    fn what_the_tables_do_not_tell_is_a_race_or_the_evaluation() {
        let game = Backgammon::default();
        let tables = solved(1, 15);
        let Informed { oracle, evaluation } = informed(Arc::new(Constant), Arc::clone(&tables));
        let race = state([0, 0, 2, 2, 2, 2], [0, 0, 0, 0, 4, 4]);
        assert_eq!(oracle.expectation(&game, &race), None);
        let ahead = evaluation.expectation(&game, &race);
        assert!(ahead > 0.5 && ahead < 1.0, "{ahead}");
        assert_eq!(evaluation.expectation(&game, &game.initial()), 0.0);
        let expected = ExpectationTables.expected(&game, &tables, &race);
        let raced = expected.race.unwrap();
        assert!(raced.max_throws && raced.throws.0 < raced.throws.1 && expected.value.is_none());
    }

    /// From an entry to files and back, with the types forgotten.
    #[test]
    fn an_entry_builds_checks_and_opens_its_tables() {
        let folder = std::env::temp_dir().join(format!("counterplay-informed-{}", std::process::id()));
        let catalog = Catalog::new().with(Entry::new("backgammon", "Backgammon", Backgammon::default).expected());
        assert!(catalog.find("backgammon").unwrap().has_tables());
        let game = catalog.game("backgammon", &[]).unwrap();
        let archive = game.tables().unwrap();
        assert!(archive.expects());
        let plan = Plan { name: "backgammon", pieces: 1, folder: &folder, distances: false, threads: 1, stop: None };
        let estimate = archive.estimate(&plan);
        assert_eq!(estimate.positions, 36 + 54_263 + 15_504);
        let built = archive.build(&plan, &mut |_| ()).unwrap();
        assert_eq!((built.slices, archive.slices(1)), (17, 17));
        assert!(built.bytes <= estimate.disk);
        let check = TableCheck { name: "backgammon", folder: &folder, full: false, threads: 1, stop: None };
        let verified = archive.verify(&check, &mut |_, _, _| ());
        assert_eq!((verified.slices, verified.faults), (17, Vec::new()));
        let opening =
            OpenTables { name: "backgammon", folder: &folder, memory: 1 << 20, on_warning: |word| panic!("{word}") };
        assert_eq!(counterplay_api::heads(&archive.open(&opening)).count(), 17);
        let brought = UserFiles { tables: Some(opening), ..UserFiles::default() };
        let start = catalog.game_with("backgammon", &[], &brought).unwrap().start();
        assert_eq!(start.expected(&archive.open(&opening), Seat::FIRST), Expected::default());
        // A game that is in no table still has no use for any.
        let plain = Catalog::new().with(Entry::new("backgammon", "Backgammon", Backgammon::default));
        assert!(plain.game_with("backgammon", &[], &brought).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
