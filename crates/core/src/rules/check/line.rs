//! The laws of the line of play.
//!
//! A game that says nothing about its line keeps them all. The others are followed along random games, by the same
//! [`Line`](crate::Line) that edges and searches use.

use std::collections::HashSet;
use std::rc::Rc;

use super::law::{Law, Place, Verdict, When, caught, same};
use super::object::{Action, Rules, State};
use super::visit::{Broken, End, broken};
use crate::{Draws, Key, Repetition, Score};

/// The law of actions that are progress.
pub(super) const PROGRESS: &str = "no earlier position comes again after progress";
/// The law of games in which no position may come again.
pub(super) const LEFT: &str = "where no position may come again, some action is always left";

pub(super) fn laws<'g>(game: &Rc<dyn Rules + 'g>) -> Vec<Law<'g>> {
    vec![
        Law::new(game, "what repetition compares is the same each time", When::Anywhere, |game, place| {
            let [first, second] = [game.repetition_key(place.state), game.repetition_key(place.state)];
            same("the key for repetitions", &format!("{first:?}"), &format!("{second:?}"))
        }),
        Law::new(game, "a rule about repetition has something to compare", When::AtTheStart, |game, place| {
            let compares = game.repetition() == Repetition::Ignored || game.repetition_key(place.state).is_some();
            if compares { Ok(()) } else { Err("`repetition_key` gives nothing for the initial state".to_owned()) }
        }),
        Law::new(game, "a dead position stays dead, and nobody wins it", When::Anywhere, stays_dead),
        Law::new(game, "rules about the line are for games without luck and secrets", When::AtTheStart, on_the_map),
    ]
}

/// Whether a game has rules about its line.
fn looks_at_line(game: &dyn Rules) -> bool {
    game.repetition() != Repetition::Ignored || game.idle_limit().is_some()
}

/// Searches over dice and over what could be do not look at the line.
fn on_the_map(game: &(dyn Rules + '_), _: &Place<'_>) -> Verdict {
    if looks_at_line(game) && (game.has_luck() || game.has_secrets()) {
        return Err(
            "searches for games with luck or secrets do not look at the line of play: what has happened must be in \
                    the state"
                .to_owned(),
        );
    }
    Ok(())
}

/// A position that is said to be dead leads to such positions, and to draws, alone.
fn stays_dead(game: &(dyn Rules + '_), place: &Place<'_>) -> Verdict {
    if !game.is_dead(place.state) {
        return Ok(());
    }
    let draw = match game.draws() {
        Draws::Worth(draw) => draw,
        Draws::Unsaid | Draws::Never => Score::DRAW,
    };
    let is_drawn = |state| game.is_terminal(state) && game.utility(state) == draw;
    if place.turn.is_none() && !is_drawn(place.state) {
        return Err("the game is over and no draw, and yet `is_dead` says that nobody wins".to_owned());
    }
    place.try_each(|action| {
        let after = place.result(place.state, action);
        let is_dead = if game.is_terminal(after) { is_drawn(after) } else { game.is_dead(after) };
        let told = || format!("`is_dead` says that nobody wins, but not so after {}", game.action_text(action));
        if is_dead { Ok(()) } else { Err(told()) }
    })
}

/// A random game followed by its line, which the adapter of the game keeps.
pub(super) struct Followed<'a> {
    game: &'a dyn Rules,
    /// The positions from which progress has led away.
    left: HashSet<Key>,
    /// The positions since.
    since: Vec<Key>,
}

impl<'a> Followed<'a> {
    /// The line of a game that begins here; nothing if the game has no rules about it.
    pub(super) fn new(game: &'a dyn Rules, state: State) -> Result<Option<Followed<'a>>, End> {
        caught(|| {
            looks_at_line(game).then(|| {
                game.begin_line(state);
                Followed { game, left: HashSet::new(), since: game.repetition_key(state).into_iter().collect() }
            })
        })
        .map_err(|panic| broken(format!("the rules about the line of play panic: {panic}")))
    }

    /// The options that the line leaves; none if it has ended the game.
    pub(super) fn leave(&self, options: &[Action]) -> Result<Vec<Action>, End> {
        if self.game.line_is_drawn() {
            return Ok(Vec::new());
        }
        let legal: Vec<Action> = options.iter().copied().filter(|&action| !self.game.line_forbids(action)).collect();
        if legal.is_empty() && !options.is_empty() {
            let what = "every action leads back to an earlier position".to_owned();
            return Err(End::Broken(Broken { law: LEFT, what }));
        }
        Ok(legal)
    }

    /// Plays on.
    pub(super) fn play(&mut self, action: Action) -> Result<(), End> {
        if self.game.line_progresses(action) {
            self.left.extend(self.since.drain(..));
        }
        let key = self.game.play_on_line(action);
        if key.is_some_and(|key| self.left.contains(&key)) {
            let what = "`is_progress` has said that it could not, and yet the position is there again".to_owned();
            return Err(End::Broken(Broken { law: PROGRESS, what }));
        }
        self.since.extend(key);
        Ok(())
    }
}
