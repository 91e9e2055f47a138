//! Self-play of a network, and the labels that it learns from.

use counterplay_core::network::{Accumulator, Ends, Network, NetworkInputs, Tails};
use counterplay_core::search::{Settings, expectiminimax};
use counterplay_core::trace::Silent;
use counterplay_core::{
    Actions, Cause, ChanceNodes, Depth, Game, Halt, PerfectInformation, Random, Role, Seeded, Side,
};

/// Labelled state: what the network evaluates, and what it should have said.
pub(super) struct Labelled<G: Game> {
    pub(super) state: G::State,
    pub(super) label: Tails,
}

/// Chosen action, and the network's evaluation of the state after it, if it evaluates that.
type Choice<G> = (Option<<G as Game>::Action>, Option<Tails>);

/// Lambda of TD(lambda): the weight of what came later, against the network's value of the next state.
const LAMBDA: f32 = 0.7;

/// Most plies of a game. A longer one teaches nothing.
const LONGEST: usize = 5000;

/// Self-play: one player for both sides.
pub(super) struct SelfPlay<'a, G, S> {
    game: &'a G,
    encoding: &'a S,
    network: &'a Network<S>,
    /// Search settings for the successors of a state that the network does not evaluate.
    behind: Settings<Network<S>>,
}

impl<'a, G, S> SelfPlay<'a, G, S>
where
    G: ChanceNodes + PerfectInformation,
    S: NetworkInputs<G> + Clone,
{
    pub(super) fn new(game: &'a G, encoding: &'a S, network: &'a Network<S>) -> Self {
        SelfPlay { game, encoding, network, behind: Settings::new().to_depth(Depth(1), network.clone()) }
    }

    /// Plays a game. Returns the states that the network evaluated, with their labels.
    pub(super) fn play(&self, random: &mut Seeded) -> Result<Vec<Labelled<G>>, Box<Halt>> {
        let (game, ends) = (self.game, self.network.ends());
        let (mut state, curiosity) = (game.initial(), self.encoding.curiosity());
        let mut visited: Vec<VisitedState<G>> = Vec::new();
        let (mut actions, mut accumulator) = (Actions::new(), self.network.accumulator());
        // The network's evaluation of the current state, if that is known already.
        let mut known = None;
        for _ in 0..LONGEST {
            if game.is_terminal(&state) {
                return Ok(label(ends, visited, ends.over(game.utility(&state).get())));
            }
            if self.encoding.applies_to(game, &state) {
                let tails = known.take().unwrap_or_else(|| self.network.tails(game, &state));
                let viewpoint = self.encoding.viewpoint(game, &state);
                visited.push(VisitedState { state: state.clone(), viewpoint, tails, went_astray: false });
            }
            let action = if game.role(&state) == Role::Chance {
                game.chance_draw(&state, random)
            } else if curiosity > 0.0 && random.unit() < curiosity {
                if let Some(last) = visited.last_mut() {
                    last.went_astray = true;
                }
                let legal = game.action_list(&state);
                random.index(legal.len()).map(|place| legal[place])
            } else {
                let (action, tails) = self.choose(&state, &mut actions, &mut accumulator)?;
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

    /// Best action for the side to move, and the network's evaluation after it.
    fn choose(
        &self,
        state: &G::State,
        actions: &mut Actions<G::Action>,
        accumulator: &mut Accumulator<'_, S>,
    ) -> Result<Choice<G>, Box<Halt>> {
        let game = self.game;
        let wants = if game.role(state) == Role::Min { Side::Min } else { Side::Max };
        actions.clear();
        accumulator.reset();
        game.actions(state, actions);
        let mut best: (f64, Option<G::Action>, Option<Tails>) = (f64::NEG_INFINITY, None, None);
        for &action in actions.as_slice() {
            let after = game.result(state, action);
            let (worth, tails) = self.evaluate(&after, accumulator)?;
            let own = if wants == Side::Min { -worth } else { worth };
            if own > best.0 {
                best = (own, Some(action), tails);
            }
        }
        Ok((best.1, best.2))
    }

    /// Value of a state for MAX, and the network's evaluation, if it evaluates the state.
    fn evaluate(
        &self,
        state: &G::State,
        accumulator: &mut Accumulator<'_, S>,
    ) -> Result<(f64, Option<Tails>), Box<Halt>> {
        let game = self.game;
        if game.is_terminal(state) {
            return Ok((game.utility(state).into(), None));
        }
        if self.encoding.applies_to(game, state) {
            let (ends, tails) = (self.network.ends(), accumulator.tails(game, state));
            let visited = if self.encoding.viewpoint(game, state) == Side::Min { ends.flipped(&tails) } else { tails };
            return Ok((ends.expectation(&visited).into(), Some(tails)));
        }
        Ok((expectiminimax(game, state, &self.behind, &mut Silent)?.value.score, None))
    }
}

/// Converts an evaluation from a side's point of view to MAX's, and back.
fn turned(ends: &Ends, tails: &Tails, side: Side) -> Tails {
    if side == Side::Min { ends.flipped(tails) } else { *tails }
}

/// State that the network has evaluated in a game.
struct VisitedState<G: Game> {
    state: G::State,
    viewpoint: Side,
    tails: Tails,
    /// Whether the action was not the network's best one. Then what follows says nothing about this state.
    went_astray: bool,
}

/// Labels the states of a game that ended so for MAX. The last state learns from the end, each one before it from the
/// one after.
fn label<G: Game>(ends: &Ends, visited: Vec<VisitedState<G>>, end: Tails) -> Vec<Labelled<G>> {
    let mut later = end;
    let mut labelled = Vec::with_capacity(visited.len());
    for VisitedState { state, viewpoint, tails, went_astray } in visited.into_iter().rev() {
        let own = turned(ends, &tails, viewpoint);
        if went_astray {
            later = own;
        } else {
            labelled.push(Labelled { state, label: turned(ends, &later, viewpoint) });
            later = later.mixed(LAMBDA, &own);
        }
    }
    labelled
}
