//! The laws of the line of play.
//!
//! A game that says nothing about its line keeps them all. The others are followed along random games, by the same
//! [`Line`] that edges and searches use.

use std::collections::HashSet;

use super::law::{Law, Verdict, When, caught, same};
use super::visit::{Broken, End, broken};
use crate::{Answer, Game, Key, Line, Repetition};

/// The law of actions that are progress.
pub(super) const PROGRESS: &str = "no earlier position comes again after progress";
/// The law of games in which no position may come again.
pub(super) const LEFT: &str = "where no position may come again, some action is always left";

pub(super) fn laws<'g, G: Game + 'g>() -> Vec<Law<'g, G>> {
    vec![
        Law::new("what repetition compares is the same each time", When::Anywhere, |game: &G, place| {
            let [first, second] = [game.repetition_key(place.state), game.repetition_key(place.state)];
            same("the key for repetitions", &format!("{first:?}"), &format!("{second:?}"))
        }),
        Law::new("a rule about repetition has something to compare", When::AtTheStart, |game: &G, place| {
            let compares = game.repetition() == Repetition::Ignored || game.repetition_key(place.state).is_some();
            if compares { Ok(()) } else { Err("`repetition_key` gives nothing for the initial state".to_owned()) }
        }),
        Law::new("rules about the line are for games without luck and secrets", When::AtTheStart, on_the_map),
    ]
}

/// Searches over dice and over what could be do not look at the line.
fn on_the_map<G: Game>(game: &G, _: &super::law::Place<'_, G>) -> Verdict {
    let looks = game.repetition() != Repetition::Ignored || game.idle_limit().is_some();
    if looks && (G::Luck::YES || G::Secrets::YES) {
        return Err(
            "searches for games with luck or secrets do not look at the line of play: what has happened must be in \
                    the state"
                .to_owned(),
        );
    }
    Ok(())
}

/// A random game followed by its line.
pub(super) struct Followed<G: Game> {
    line: Line<G>,
    /// The positions from which progress has led away.
    left: HashSet<Key>,
    /// The positions since.
    since: Vec<Key>,
}

impl<G: Game> Followed<G> {
    /// The line of a game that begins here; nothing if the game has no rules about it.
    pub(super) fn new(game: &G, state: &G::State) -> Result<Option<Followed<G>>, End> {
        caught(|| {
            let looks = game.repetition() != Repetition::Ignored || game.idle_limit().is_some();
            looks.then(|| Followed {
                line: Line::new(game, state.clone()),
                left: HashSet::new(),
                since: game.repetition_key(state).into_iter().collect(),
            })
        })
        .map_err(|panic| broken(format!("the rules about the line of play panic: {panic}")))
    }

    /// The options that the line leaves; none if it has ended the game.
    pub(super) fn leave(&self, game: &G, options: &[G::Action]) -> Result<Vec<G::Action>, End> {
        if self.line.drawn(game).is_some() {
            return Ok(Vec::new());
        }
        let legal: Vec<G::Action> =
            options.iter().copied().filter(|&action| !self.line.is_forbidden(game, action)).collect();
        if legal.is_empty() && !options.is_empty() {
            let what = "every action leads back to an earlier position".to_owned();
            return Err(End::Broken(Broken { law: LEFT, what }));
        }
        Ok(legal)
    }

    /// Plays on.
    pub(super) fn play(&mut self, game: &G, action: G::Action) -> Result<(), End> {
        if game.is_progress(self.line.state(), action) {
            self.left.extend(self.since.drain(..));
        }
        self.line.play(game, action);
        let key = game.repetition_key(self.line.state());
        if key.is_some_and(|key| self.left.contains(&key)) {
            let what = "`is_progress` has said that it could not, and yet the position is there again".to_owned();
            return Err(End::Broken(Broken { law: PROGRESS, what }));
        }
        self.since.extend(key);
        Ok(())
    }
}
