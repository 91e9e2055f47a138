//! The searches for games of chance side by side.

use std::time::Instant;

use counterplay_core::engine::{ChanceTechniques, Table, Task};
use counterplay_core::search::Decision;
use counterplay_core::{Chance, Game, Halt, With, Without};

use super::roller::{Book, Dice, Gaze, Roller};
use crate::rules::Rules;
use counterplay_api::{Comparison, Request, Row, RowEvent};

/// The textbook's searches, then the one that plays, with one technique more in each row.
pub(super) fn compare<G: Chance + Game<Luck = With, Secrets = Without>>(
    rules: &Rules<G>,
    roller: &dyn Roller<G>,
    state: &G::State,
    request: &Request,
    progress: &mut dyn FnMut(RowEvent<'_>),
) -> Result<Comparison, Box<Halt>> {
    type Found<G> = Result<Decision<<G as Game>::Action>, Box<Halt>>;
    let game = &rules.game;
    let task = Task { all_best: false, lines: 1, ..request.task() };
    let mut rows = Vec::new();
    let mut row = |name, search: &mut dyn FnMut() -> Found<G>| -> Result<(), Box<Halt>> {
        progress(RowEvent::Begins(name));
        let start = Instant::now();
        let decision = search()?;
        let row = Row::new(name, request.depth, &decision, game.scale(), start.elapsed());
        progress(RowEvent::Ends(&row));
        rows.push(row);
        Ok(())
    };
    for (name, book) in [("expectiminimax", Book::Expectiminimax), ("star1", Book::Star1), ("star2", Book::Star2)] {
        row(name, &mut || roller.by_the_book(game, state, book, &task))?;
    }
    let gaze = if request.depth.is_some() { Gaze::Evaluation } else { Gaze::ToTheEnd };
    for (name, techniques) in ChanceTechniques::LADDER.into_iter().filter(|_| rules.abilities.keyed) {
        let table = Table::new(request.memory);
        let dice = Dice { table: &table, techniques, threads: 1, gaze };
        row(name, &mut || Ok(roller.search(game, state, dice, &task, &mut |_| {})?.decision))?;
    }
    Ok(Comparison { rows, minimal: None })
}
