//! Games that a network plays against itself, and what they teach.

use counterplay_core::network::{Ends, Glance, Network, Sight, Tails};
use counterplay_core::search::{Settings, expectiminimax};
use counterplay_core::trace::Silent;
use counterplay_core::{
    Actions, Cause, ChanceNodes, Depth, Game, Halt, PerfectInformation, Random, Role, Seeded, Side,
};

/// A state that the network looks at, and how it should have seen it.
pub(super) struct Labelled<G: Game> {
    pub(super) state: G::State,
    pub(super) label: Tails,
}

/// An action, and how the network sees what comes of it, if it looks at that.
type Choice<G> = (Option<<G as Game>::Action>, Option<Tails>);

/// How much of a label is what came later, and how much the network's word on the next state.
const LAMBDA: f32 = 0.7;

/// How many plies a game has at the most: what takes longer teaches nothing.
const LONGEST: usize = 5000;

/// One player for both sides.
pub(super) struct SelfPlay<'a, G, S> {
    game: &'a G,
    sight: &'a S,
    network: &'a Network<S>,
    /// How the states behind one are looked at that is not.
    behind: Settings<Network<S>>,
}

impl<'a, G, S> SelfPlay<'a, G, S>
where
    G: ChanceNodes + PerfectInformation,
    S: Sight<G> + Clone,
{
    pub(super) fn new(game: &'a G, sight: &'a S, network: &'a Network<S>) -> Self {
        SelfPlay { game, sight, network, behind: Settings::new().to_depth(Depth(1), network.clone()) }
    }

    /// A game, as the states that the network looked at, with their labels.
    pub(super) fn play(&self, random: &mut Seeded) -> Result<Vec<Labelled<G>>, Box<Halt>> {
        let (game, ends) = (self.game, self.network.ends());
        let (mut state, curiosity) = (game.initial(), self.sight.curiosity());
        let mut seen: Vec<Seen<G>> = Vec::new();
        let (mut actions, mut glance) = (Actions::new(), self.network.glance());
        // What the state that was just come to looks like, if that is known already.
        let mut known = None;
        for _ in 0..LONGEST {
            if game.is_terminal(&state) {
                return Ok(label(ends, seen, ends.over(game.utility(&state).get())));
            }
            if self.sight.judges(game, &state) {
                let tails = known.take().unwrap_or_else(|| self.network.tails(game, &state));
                let eyes = self.sight.eyes(game, &state);
                seen.push(Seen { state: state.clone(), eyes, tails, went_astray: false });
            }
            let action = if game.role(&state) == Role::Chance {
                game.chance_draw(&state, random)
            } else if curiosity > 0.0 && random.unit() < curiosity {
                if let Some(last) = seen.last_mut() {
                    last.went_astray = true;
                }
                let legal = game.action_list(&state);
                random.index(legal.len()).map(|place| legal[place])
            } else {
                let (action, tails) = self.choose(&state, &mut actions, &mut glance)?;
                known = tails;
                action
            };
            let Some(action) = action else {
                return Err(Box::new(Halt { cause: Cause::NoActions, path: Vec::new() }));
            };
            game.apply(&mut state, action);
        }
        Ok(Vec::new())
    }

    /// What the side to move likes best, and how the network sees what comes of it.
    fn choose(
        &self,
        state: &G::State,
        actions: &mut Actions<G::Action>,
        glance: &mut Glance<'_, S>,
    ) -> Result<Choice<G>, Box<Halt>> {
        let game = self.game;
        let wants = if game.role(state) == Role::Min { Side::Min } else { Side::Max };
        actions.clear();
        glance.look_away();
        game.actions(state, actions);
        let mut best: (f64, Option<G::Action>, Option<Tails>) = (f64::NEG_INFINITY, None, None);
        for &action in actions.as_slice() {
            let after = game.result(state, action);
            let (worth, tails) = self.look(&after, glance)?;
            let own = if wants == Side::Min { -worth } else { worth };
            if own > best.0 {
                best = (own, Some(action), tails);
            }
        }
        Ok((best.1, best.2))
    }

    /// What a state is worth to MAX, and how the network sees it, if it looks at it.
    fn look(&self, state: &G::State, glance: &mut Glance<'_, S>) -> Result<(f64, Option<Tails>), Box<Halt>> {
        let game = self.game;
        if game.is_terminal(state) {
            return Ok((game.utility(state).into(), None));
        }
        if self.sight.judges(game, state) {
            let (ends, tails) = (self.network.ends(), glance.tails(game, state));
            let seen = if self.sight.eyes(game, state) == Side::Min { ends.flipped(&tails) } else { tails };
            return Ok((ends.expectation(&seen).into(), Some(tails)));
        }
        Ok((expectiminimax(game, state, &self.behind, &mut Silent)?.value.score, None))
    }
}

/// How it ends for MAX, from how it ends for a side, and the other way round.
fn turned(ends: &Ends, tails: &Tails, side: Side) -> Tails {
    if side == Side::Min { ends.flipped(tails) } else { *tails }
}

/// A state that the network has looked at in a game.
struct Seen<G: Game> {
    state: G::State,
    eyes: Side,
    tails: Tails,
    /// Whether what came next was not what the network likes best: then it says nothing about this state.
    went_astray: bool,
}

/// The labels of a game that ended so for MAX: the last state learns from the end, each one before it from the one after.
fn label<G: Game>(ends: &Ends, seen: Vec<Seen<G>>, end: Tails) -> Vec<Labelled<G>> {
    let mut later = end;
    let mut labelled = Vec::with_capacity(seen.len());
    for Seen { state, eyes, tails, went_astray } in seen.into_iter().rev() {
        let own = turned(ends, &tails, eyes);
        if went_astray {
            later = own;
        } else {
            labelled.push(Labelled { state, label: turned(ends, &later, eyes) });
            later = later.mixed(LAMBDA, &own);
        }
    }
    labelled
}
