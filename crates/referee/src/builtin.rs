//! Built-in players, which need no program: levels, searches, and any legal action.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use counterplay_api::{AnyPosition, Book, HiddenSearch, Request, SearchError};
use counterplay_core::engine::{Selective, Table};
use counterplay_core::{Limit, Limits, Random, Seeded};

use crate::player::{Beginning, Choice, Kind, Player, PlayerSettings, Trouble};

/// Most nodes of a move that averages over deals.
const AVERAGING_NODES: u64 = 1_000_000;

/// Table size of a search of a single ply, in bytes.
const SMALL_TABLE: usize = 64 << 10;

/// Built-in player.
pub(crate) struct BuiltinPlayer {
    kind: Kind,
    request: Request,
    book: Option<Arc<Book>>,
    seed: u64,
    pair_seed: u64,
    random: Seeded,
}

impl BuiltinPlayer {
    pub(crate) fn new(kind: Kind, settings: &PlayerSettings, stop: &Arc<AtomicBool>) -> BuiltinPlayer {
        let mut limits = Limits { stop: Some(Arc::clone(stop)), stack: settings.stack, ..Limits::default() };
        let (mut depth, mut search, mut deals, mut filter) = (None, None, None, None);
        let mut selective = Selective::ALL;
        let kind = match kind {
            Kind::Filtered(kind, only) => {
                filter = Some(only);
                *kind
            }
            Kind::Without(kind, left) => {
                selective = left;
                *kind
            }
            kind => kind,
        };
        match kind {
            // In a long game no deal is searched to its end.
            Kind::Averaging(count) => (limits.nodes, deals) = (Some(AVERAGING_NODES), Some(count)),
            Kind::Ismcts(count) => (search, deals) = (Some(HiddenSearch::Ismcts), Some(count)),
            Kind::Nodes(nodes) => limits.nodes = Some(nodes),
            Kind::Time(time) => limits.time = Some(time),
            Kind::Depth(plies) => depth = Some(plies),
            _ => {}
        }
        let memory = settings.memory;
        let request = Request { limits, depth, search, deals, filter, selective, memory, ..Request::default() };
        BuiltinPlayer { kind, request, book: settings.book.clone(), seed: 0, pair_seed: 0, random: Seeded::new(0) }
    }
}

impl Player for BuiltinPlayer {
    /// Begins a game. A search keeps its table for a game and then clears it, so that a game can be played again. The
    /// levels clear it after each move.
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        (self.seed, self.random) = (beginning.seed, Seeded::new(beginning.seed));
        self.pair_seed = beginning.pair_seed;
        if matches!(self.kind, Kind::Nodes(_) | Kind::Time(_) | Kind::Depth(_)) {
            // Allocating a large table takes longer than all searches of a single ply in a game.
            let most = if matches!(self.kind, Kind::Depth(0 | 1)) { SMALL_TABLE } else { usize::MAX };
            self.request.table = Some(Arc::new(Table::new(self.request.memory.min(most))));
        }
        Ok(())
    }

    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        if let Some(found) = self.book.as_ref().and_then(|book| book.choose(position, self.pair_seed)) {
            return Ok(Choice::Book(found.action.id));
        }
        let actions = position.actions();
        let found = match self.kind {
            Kind::Level(level) => {
                level.choose(position, self.seed, &self.request).map(|chosen| chosen.map(|action| action.id))
            }
            Kind::Random => Ok(self.random.index(actions.len()).map(|place| actions[place].id)),
            _ => {
                self.request.seed = self.random.bits();
                // A forced move needs no search, and in a game of dice there are many.
                if actions.len() == 1 {
                    Ok(None)
                } else {
                    position.best(&self.request, &mut |_| {}).map(|report| report.action_id)
                }
            }
        };
        let found = match found {
            Err(SearchError::Stopped(Limit::Stop)) => return Err(Trouble::Stopped),
            // The search was over before anything was found, and something has to be played.
            Err(SearchError::Stopped(_)) => None,
            other => other.map_err(Trouble::Search)?,
        };
        // A search that was stopped has a move, but not the one that it would have given.
        if self.request.limits.stop.as_ref().is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed)) {
            return Err(Trouble::Stopped);
        }
        let first = actions.first().map(|action| action.id);
        found.or(first).map(Choice::Found).ok_or(Trouble::Search(SearchError::NoActions))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    use counterplay_api::Level;
    use counterplay_core::Seat;
    use counterplay_core::engine::Filter;

    use super::*;

    fn choices(kind: &Kind, seed: u64) -> Vec<Choice> {
        let mut position = counterplay_standard::catalog().game("connect4", &[]).unwrap().start();
        let mut player = kind.player(&PlayerSettings::default(), &Arc::default());
        player.begin(&Beginning { game: "connect4", options: &[], seat: Seat::FIRST, seed, pair_seed: 0 }).unwrap();
        (0..6)
            .map(|_| {
                let choice = player.choose(position.as_ref()).unwrap();
                let Choice::Found(action) = choice else { panic!("{choice:?}") };
                position.play_action(action, None).unwrap();
                choice
            })
            .collect()
    }

    #[test]
    fn what_is_repeatable_is_the_same_again() {
        for kind in [Kind::Level(Level::LOWEST), Kind::Nodes(500), Kind::Depth(3), Kind::Random] {
            assert!(kind.is_repeatable());
            assert_eq!(choices(&kind, 3), choices(&kind, 3), "{kind}");
        }
        assert_ne!(choices(&Kind::Random, 3), choices(&Kind::Random, 4));
    }

    #[test]
    fn a_filter_looks_at_fewer_actions_and_is_refused_where_there_is_no_luck() {
        let filtered = Kind::Filtered(Box::new(Kind::Depth(5)), Filter { keep: 2, within: 0.1 });
        let ours = BuiltinPlayer::new(filtered.clone(), &PlayerSettings::default(), &Arc::default());
        assert_eq!((ours.request.depth, ours.request.filter), (Some(5), Some(Filter { keep: 2, within: 0.1 })));
        let position = counterplay_standard::catalog().game("connect4", &[]).unwrap().start();
        let mut player = filtered.player(&PlayerSettings::default(), &Arc::default());
        player.begin(&Beginning { game: "connect4", options: &[], seat: Seat::FIRST, seed: 1, pair_seed: 1 }).unwrap();
        assert!(matches!(player.choose(position.as_ref()), Err(Trouble::Search(SearchError::Declined(_)))));
    }

    #[test]
    fn techniques_are_left_out_by_name() {
        let left = Selective::without("margins").unwrap();
        let without = Kind::Without(Box::new(Kind::Nodes(500)), left);
        let ours = BuiltinPlayer::new(without.clone(), &PlayerSettings::default(), &Arc::default());
        assert_eq!((ours.request.limits.nodes, ours.request.selective), (Some(500), left));
        assert!(without.is_repeatable() && without.is_builtin());
    }

    #[test]
    fn without_time_something_is_played_and_after_a_stop_nothing() {
        assert_eq!(choices(&Kind::Time(Duration::ZERO), 1).len(), 6);
        let stop = Arc::new(AtomicBool::new(false));
        let position = counterplay_standard::catalog().game("othello", &[]).unwrap().start();
        for kind in [Kind::Level(Level::HIGHEST), Kind::Nodes(u64::MAX), Kind::Random] {
            stop.store(false, Ordering::Relaxed);
            let mut player = kind.player(&PlayerSettings::default(), &stop);
            player
                .begin(&Beginning { game: "othello", options: &[], seat: Seat::FIRST, seed: 1, pair_seed: 1 })
                .unwrap();
            stop.store(true, Ordering::Relaxed);
            assert_eq!(player.choose(position.as_ref()), Err(Trouble::Stopped), "{kind}");
        }
    }
}
