//! Playing on where a line of best play stops before its end because the table knew the rest.

use super::children::{Child, Purpose};
use super::found::for_side;
use super::keys::Keys;
use super::root::Variation;
use super::worker::{Answer, Seen, TO_THE_END, Worker};
use crate::trace::Trace;
use crate::{Evaluate, Game, Knowledge, Repetition, Score};

impl<G, E, K, U, T> Worker<'_, G, E, K, U, T>
where
    G: Game,
    E: Evaluate<G>,
    K: Keys<G>,
    U: Knowledge<G>,
    T: Trace<G>,
{
    /// Completes a line, as far as the limits allow.
    pub(super) fn complete(&mut self, variation: &mut Variation<G::Action>, depth: u32) {
        // A line that could not be completed is still best play, as far as it goes.
        let _ = self.play_on(&mut variation.line, Score::rounded(variation.value.score), depth);
        self.back_to_root();
    }

    /// Plays on by actions that keep a value, which is MAX's, to the end of the game or of the search.
    pub(super) fn play_on(&mut self, line: &mut Vec<G::Action>, value: Score, depth: u32) -> Answer<()> {
        let game = self.engine.game;
        self.back_to_root();
        let mut state = self.root.clone();
        for &action in line.iter() {
            self.go(&state, action);
            game.apply(&mut state, action);
        }
        while self.ply() < depth {
            let seen = self.see(&state)?;
            if seen.over || self.path.len() > line.len() {
                break;
            }
            let left = if depth == TO_THE_END { depth } else { depth - self.ply() };
            let mut next = None;
            for child in self.all_children(&state, &seen, left)? {
                let least = for_side(value, seen.side);
                if self.worth(&state, &seen, &child, left, least)?.score >= least {
                    next = Some(child.action);
                    break;
                }
            }
            // If no action keeps the value, two states had the same key by accident, and the line ends here.
            let Some(action) = next else { break };
            line.push(action);
            self.go(&state, action);
            game.apply(&mut state, action);
            // A position that came again has ended the game.
            if self.engine.repetition != Repetition::Ignored
                && let Some(key) = self.engine.keys.repetition_key(game, &state)
                && self.repeated.contains(&Some(key))
            {
                break;
            }
        }
        Ok(())
    }

    /// The children of a state that has all its actions looked at, in a list of their own, the most promising first.
    pub(super) fn all_children(
        &mut self,
        state: &G::State,
        seen: &Seen<U::Insight>,
        left: u32,
    ) -> Answer<Vec<Child<G, U::Insight>>> {
        let first = self.place(state).and_then(|place| self.probe(place)).and_then(|entry| entry.action);
        let purpose = Purpose::all(left, first);
        let expansion = self.expand(state, seen, &purpose)?;
        let children = (0..expansion.count).map(|index| self.nth(&expansion, index).clone()).collect();
        self.fold(&expansion);
        Ok(children)
    }
}
