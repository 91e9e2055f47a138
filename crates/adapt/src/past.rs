//! What the rules make of a line of play, beyond the state that it has led to: positions that come again, and games that get nowhere.

use counterplay_api::Drawn;
use counterplay_core::{Game, Key, Keyed, Repetition};

/// How to ask a game about its line of play.
pub(crate) struct Lore<G: Game> {
    repetition: fn(&G) -> Repetition,
    key: fn(&G, &G::State) -> Option<Key>,
    patience: fn(&G) -> Option<u32>,
    is_progress: fn(&G, &G::State, G::Action) -> bool,
}

impl<G: Game> Clone for Lore<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Lore<G> {}

impl<G: Keyed> Lore<G> {
    /// That of a game whose states have keys.
    pub(crate) fn of_keyed() -> Lore<G> {
        Lore {
            repetition: G::repetition,
            key: G::repetition_key,
            patience: G::patience,
            is_progress: |game, state, action| game.is_progress(state, action),
        }
    }
}

/// The line of play as its rules see it. It takes no room for a game that has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    /// For the root and after every action: what repetition compares, and for how many plies nothing has changed.
    moments: Vec<(Option<Key>, u32)>,
}

impl Past {
    /// A line that begins in a state.
    pub(crate) fn new<G: Game>(game: &G, lore: Option<Lore<G>>, root: &G::State) -> Past {
        let moments = lore.filter(|lore| lore.matters(game)).map(|lore| ((lore.key)(game, root), 0));
        Past { moments: moments.into_iter().collect() }
    }

    /// An action is played in `before`, and leads to `after`.
    pub(crate) fn play<G: Game>(
        &mut self,
        game: &G,
        lore: Option<Lore<G>>,
        (before, action, after): (&G::State, G::Action, &G::State),
    ) {
        if let (Some(lore), Some(&(_, idle))) = (lore, self.moments.last()) {
            let idle = if (lore.is_progress)(game, before, action) { 0 } else { idle + 1 };
            self.moments.push(((lore.key)(game, after), idle));
        }
    }

    /// The last action is taken back.
    pub(crate) fn take_back(&mut self) {
        self.moments.pop();
    }

    /// Whether the game is drawn by now, and why.
    pub(crate) fn drawn<G: Game>(&self, game: &G, lore: Option<Lore<G>>) -> Option<Drawn> {
        let (lore, &(key, idle)) = (lore?, self.moments.last()?);
        if (lore.patience)(game).is_some_and(|patience| idle >= patience) {
            return Some(Drawn::Idle(idle));
        }
        let Repetition::Draw(times) = (lore.repetition)(game) else { return None };
        // What was before a change cannot come again.
        let since = &self.moments[self.moments.len() - 1 - (idle as usize).min(self.moments.len() - 1)..];
        let occurred = key.map_or(0, |key| since.iter().filter(|&&(earlier, _)| earlier == Some(key)).count() as u32);
        (occurred >= times).then_some(Drawn::Repeated(occurred))
    }
}

impl<G: Game> Lore<G> {
    /// Whether the game has any rule about its line of play.
    fn matters(&self, game: &G) -> bool {
        matches!((self.repetition)(game), Repetition::Draw(_)) || (self.patience)(game).is_some()
    }

    /// After how many plies without progress the game is drawn.
    pub(crate) fn patience(&self, game: &G) -> Option<u32> {
        (self.patience)(game)
    }
}
