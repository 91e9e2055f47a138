//! One search of the tree, written down.

use counterplay_core::search::{Decision, Settings, alphabeta, expectiminimax, minimax};
use counterplay_core::trace::{Recorder, SearchTree};
use counterplay_core::{Cause, Game, Halt, Limits, TextError, Without};
use counterplay_games::tree::{Branch, Names, Tree, TreeGame};

use super::{Algorithm, Direction, Rule, word};
use crate::failure::Failure;

/// What a search found, and what it did.
pub(super) struct Run {
    pub algorithm: Algorithm,
    pub direction: Direction,
    pub cutoff: Rule,
    pub result: Result<Decision<Branch>, Box<Halt>>,
    pub seen: SearchTree,
}

/// Searches the tree once.
pub(super) fn run(tree: &Tree, algorithm: Algorithm, direction: Direction, cutoff: Rule, stack: usize) -> Run {
    let limits = Limits { stack, ..Limits::default() };
    let settings = Settings::new().order(direction.into()).cutoff(cutoff.into()).all_best(true).limits(limits);
    let (result, seen) = match (algorithm, tree.deterministic()) {
        (Algorithm::Minimax, Some(game)) => plain(&game, tree, |r| minimax(&game, &game.initial(), &settings, r)),
        (Algorithm::Alphabeta, Some(game)) => plain(&game, tree, |r| alphabeta(&game, &game.initial(), &settings, r)),
        _ => {
            let game = tree.stochastic();
            let mut recorder = Recorder::named(Names(tree)).limited(tree.len(), None);
            let result = expectiminimax(&game, &game.initial(), &settings, &mut recorder);
            (result, recorder.finish(&game))
        }
    };
    Run { algorithm, direction, cutoff, result, seen }
}

type Plain<'t> = TreeGame<'t, Without, Without>;
type Found = Result<Decision<Branch>, Box<Halt>>;

fn plain<'t>(
    game: &Plain<'t>,
    tree: &'t Tree,
    search: impl FnOnce(&mut Recorder<Plain<'t>, Names<'t>>) -> Found,
) -> (Found, SearchTree) {
    let mut recorder = Recorder::named(Names(tree)).limited(tree.len(), None);
    let result = search(&mut recorder);
    (result, recorder.finish(game))
}

/// What to tell the user if the search could not go on.
pub(super) fn failure(run: &Run, tree: &Tree, source: Option<&str>) -> Option<Failure> {
    let halt = run.result.as_ref().err()?;
    let unknown = tree.node_at(&halt.path).and_then(|node| Some((node, tree.unknown(node)?)));
    Some(match (&halt.cause, unknown) {
        (Cause::Unknown, Some((node, name))) => {
            let message = format!(
                "{}, {}, needs the value of the leaf {name} at {}, which is unknown",
                word(run.algorithm),
                word(run.direction),
                halt.place()
            );
            match source {
                Some(text) => Failure::text(&TextError::new(tree.offset(node), message), text),
                None => Failure::input(message),
            }
        }
        (Cause::Stack(bytes), _) => Failure::resource(format!(
            "the tree is too deep: {} plies used up the {} MiB of stack that there are",
            halt.path.len(),
            bytes >> 20
        )),
        _ => Failure::input(halt.to_string()),
    })
}
