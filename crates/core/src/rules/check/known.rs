//! Laws of the whole game, which can be checked once all its states are known.
//!
//! Two laws are about the game as a whole. That every state can come to an end is seen by walking back from the ends;
//! and that a state which a seat takes to be possible can arise in play, by looking it up. Both say nothing as long as
//! there are states that were not reached.

use super::explore::{Ended, Explorer, Node, line_to};
use super::law::caught;
use super::sampling::arises;
use super::visit::{Broken, End, broken, limit};
use crate::{Key, Repetition};

/// The law of games that end.
pub(super) const ENDS: &str = "every state can come to an end";
/// The law of samples and lists that stay within the game.
pub(super) const ARISES: &str = "a state that is possible for all a seat sees can arise in play";

impl Explorer<'_> {
    /// Checks the laws of the whole game, in all its states, in the order of their distance from the initial one.
    pub(super) fn check_all(&mut self, nodes: &[Node]) -> Result<(), Ended> {
        // 1. Whoever plays on where nothing ends repeats a position sooner or later, so a rule for that ends the game.
        let repeats = caught(|| self.setup.rules.repetition() != Repetition::Ignored)
            .map_err(|panic| (Vec::new(), broken(format!("`repetition` panics: {panic}"))))?;
        if !repeats && let Some(at) = first_without_end(nodes) {
            let what = "whatever is played from here, the game is never over; if a position that comes again ends it, \
                        `Game::repetition` should say so";
            return Err((line_to(nodes, at, None), End::Broken(Broken { law: ENDS, what: what.to_owned() })));
        }
        self.ended += nodes.len() as u64;

        // 2. What is sampled from a view, or listed for it, is one of the states that there are.
        let (rules, Some(hidden)) = (&self.setup.rules, &self.setup.hidden) else { return Ok(()) };
        let filled = rules.filled();
        for (at, node) in nodes.iter().enumerate() {
            let found = self.meter.check().map_err(|cause| limit(&cause)).and_then(|()| {
                // Other random numbers in each place, for that is how rare samples are met.
                let seed = Key::mix(self.setup.seed ^ node.mark).0;
                match caught(|| arises(&**rules, &**hidden, node.state, &self.seats, &self.seen, seed)) {
                    Ok(Ok(())) => Ok(()),
                    Ok(Err(what)) => Err(End::Broken(Broken { law: ARISES, what })),
                    Err(panic) => Err(broken(format!("{panic} (when it was checked that {ARISES})"))),
                }
            });
            found.map_err(|end| (line_to(nodes, at, None), end))?;
            rules.truncate(filled);
            self.arisen += 1;
        }
        Ok(())
    }
}

/// The first node from which no end can be reached, by walking back from the ends.
fn first_without_end(nodes: &[Node]) -> Option<usize> {
    let mut ends: Vec<bool> = nodes.iter().map(|node| node.over).collect();
    let mut next: Vec<usize> = (0..nodes.len()).filter(|&at| ends[at]).collect();
    while let Some(at) = next.pop() {
        for &before in &nodes[at].befores {
            if !std::mem::replace(&mut ends[before], true) {
                next.push(before);
            }
        }
    }
    ends.iter().position(|&ends| !ends)
}
