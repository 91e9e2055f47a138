//! Backgammon: leaves and plays a second, beside `open_spiel`'s, which is called from Python; and what pruning at
//! chance nodes saves.

use std::cell::Cell;
use std::collections::HashSet;

use counterplay_backgammon::{Action, Backgammon, Inputs, Stage, State, WEIGHTS};
use counterplay_core::engine::{ChanceEngine, OwnKeys, Table, Task};
use counterplay_core::network::Network;
use counterplay_core::search::{Settings, expectiminimax};
use counterplay_core::trace::Silent;
use counterplay_core::weights::Weights;
use counterplay_core::{Actions, Chance, Depth, Evaluate, Game, Random, Role, Score, Seeded};
use serde_json::{Value, json};

use crate::cost::{cpu_now, median};
use crate::row::{Measured, Outcome, Quantity};
use crate::{Setup, python};

/// Positions of random play for each side.
const OUR_POSITIONS: usize = 200;
const THEIR_POSITIONS: usize = 20;
/// Depth of the search: our play, every throw, every reply.
const DEPTH: Depth = Depth(3);
/// Seconds that our work is repeated for.
const LONG_ENOUGH: f64 = 0.2;

/// Measures leaves of plain expectiminimax a second.
pub(crate) fn leaves(setup: &Setup) -> Outcome {
    let game = Backgammon::default();
    let mut random = Seeded::new(setup.seed);
    let roots: Vec<State> = positions(&game, &mut random)
        .iter()
        .map(|state| game.draw(state, &mut random).map(|throw| game.result(state, throw)))
        .collect::<Option<_>>()
        .ok_or("the dice show nothing")?;
    let settings = Settings::new().to_depth(DEPTH, |_: &Backgammon, _: &State| Score::DRAW);
    let search = || {
        let mut leaves = 0;
        for root in &roots {
            let decision = expectiminimax(&game, root, &settings, &mut Silent).map_err(|halt| halt.to_string())?;
            leaves += decision.statistics.leaves;
        }
        Ok(leaves)
    };
    let compared = compare(setup, "leaves", search)?;
    let [ours, theirs] = compared.rates;
    Ok(Measured {
        ours: Quantity(ours, "M/s"),
        theirs: Quantity(theirs, "M/s"),
        figure: ours / theirs,
        notes: vec![
            compared.note,
            "theirs: all 36 throws, plays once for each order of the dice, and one half of doublets as a reply; by \
             open_spiel.python.algorithms.minimax, for the package does not offer the search in C++"
                .to_owned(),
        ],
    })
}

/// Measures plays listed a second. The figure is ours alone.
pub(crate) fn plays(setup: &Setup) -> Outcome {
    let game = Backgammon::default();
    let states = positions(&game, &mut Seeded::new(setup.seed));
    let thrown: Vec<State> =
        states.iter().flat_map(|state| throws().map(|throw| game.result(state, throw)).collect::<Vec<_>>()).collect();
    let mut listed = Actions::new();
    let compared = compare(setup, "plays", || {
        let mut count = 0;
        for state in &thrown {
            listed.clear();
            game.actions(state, &mut listed);
            count += listed.as_slice().len() as u64;
        }
        Ok(count)
    })?;
    let [ours, theirs] = compared.rates;
    Ok(Measured {
        ours: Quantity(ours, "M/s"),
        theirs: Quantity(theirs, "M/s"),
        figure: ours,
        notes: vec![
            compared.note,
            "theirs: a play once for each order of the dice, and doublets in halves; ours: every play once, as a whole"
                .to_owned(),
        ],
    })
}

/// Measures the leaves that the engine evaluates, as a share of those of plain expectiminimax.
pub(crate) fn star(setup: &Setup) -> Outcome {
    const POSITIONS: u64 = 10;
    let game = Backgammon::default();
    let weights = Weights::read(WEIGHTS).map_err(|error| error.to_string())?;
    let network = Network::new(&game, "backgammon", Inputs, &weights).map_err(|error| error.to_string())?;
    let asked = Cell::new(0);
    let (mut engine_leaves, mut plain_leaves, mut plays) = (0, 0, 0);
    for number in 0..POSITIONS {
        let state = midgame(&game, &network, &mut Seeded::new(setup.seed + number))?;
        plays += game.action_list(&state).len();
        asked.set(0);
        let settings = Settings::new().to_depth(DEPTH, Counted { network: &network, asked: &asked });
        let whole = expectiminimax(&game, &state, &settings, &mut Silent).map_err(|halt| halt.to_string())?;
        plain_leaves += asked.take();
        let table = Table::new(1 << 22);
        let engine = ChanceEngine::new(&game, &table).keys(OwnKeys);
        let engine = engine.evaluation(Counted { network: &network, asked: &asked });
        let task = Task { depth: Some(DEPTH), ..Task::default() };
        let found = engine.search(&state, &task, &mut |_| {}).map_err(|halt| halt.to_string())?;
        engine_leaves += asked.take();
        let (pruned, plain) = (found.decision.value.score, whole.value.score);
        if (pruned - plain).abs() > 1e-9 {
            return Err(format!("{pruned} with pruning and {plain} without, at seed {}", setup.seed + number));
        }
    }
    Ok(Measured {
        ours: Quantity(engine_leaves as f64, "leaves"),
        theirs: Quantity(plain_leaves as f64, "leaves"),
        figure: engine_leaves as f64 / plain_leaves as f64,
        notes: vec![format!(
            "from {POSITIONS} positions that the network came to against itself, with {plays} plays in all; same \
             values. One play of each must be looked at in full, and of the others one reply to each throw"
        )],
    })
}

/// Network that counts its evaluations, those for the order of the actions too.
struct Counted<'a> {
    network: &'a Network<Inputs>,
    asked: &'a Cell<u64>,
}

impl Evaluate<Backgammon> for Counted<'_> {
    fn evaluate(&self, game: &Backgammon, state: &State) -> Score {
        Score::rounded(self.expectation(game, state))
    }
    fn applies_to(&self, game: &Backgammon, state: &State) -> bool {
        self.network.applies_to(game, state)
    }
    fn expectation(&self, game: &Backgammon, state: &State) -> f64 {
        self.asked.set(self.asked.get() + 1);
        self.network.expectation(game, state)
    }
}

/// Position that the network comes to against itself in six to twelve turns, with the dice thrown.
fn midgame(game: &Backgammon, network: &Network<Inputs>, random: &mut Seeded) -> Result<State, String> {
    let (turns, mut state) = (6 + random.below(7), game.initial());
    let throw = |state: &State, random: &mut Seeded| game.draw(state, random).map(|throw| game.result(state, throw));
    for _ in 0..turns {
        state = throw(&state, random).ok_or("the dice show nothing")?;
        let sign = if game.role(&state) == Role::Max { 1.0 } else { -1.0 };
        let worth = |&play: &Action| sign * network.expectation(game, &game.result(&state, play));
        let best = game.action_list(&state).into_iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
        game.apply(&mut state, best.ok_or("there is no play")?);
    }
    Ok(throw(&state, random).ok_or("the dice show nothing")?)
}

/// Rates of ours and of theirs, in millions a second.
struct Compared {
    rates: [f64; 2],
    note: String,
}

/// Measures `work`, which returns how much of what is counted it did, and the peer's, in turns.
fn compare(setup: &Setup, what: &str, mut work: impl FnMut() -> Result<u64, String>) -> Result<Compared, String> {
    let known = known();
    let (mut our_rates, mut their_rates) = (Vec::new(), Vec::new());
    let (mut done, mut peer) = (0, 0.0);
    for _ in 0..setup.repeat {
        let (start, mut times) = (cpu_now(), 0.0);
        let taken = loop {
            done = work()?;
            times += 1.0;
            let taken = cpu_now() - start;
            // Where nothing can be measured, once is enough.
            if taken >= LONG_ENOUGH || taken.is_nan() {
                break taken / times;
            }
        };
        let arguments = [setup.seed.to_string(), THEIR_POSITIONS.to_string()];
        let theirs = python::ask(setup, "expectiminimax_open_spiel.py", &arguments.each_ref().map(String::as_str), "")?;
        for (field, ours) in &known {
            if theirs[*field] != *ours {
                return Err(format!("{field}: {ours} positions by ours, {} by open_spiel's", theirs[*field]));
            }
        }
        peer = python::number(&theirs, what)?;
        our_rates.push(done as f64 / taken / 1e6);
        their_rates.push(peer / python::number(&theirs, &format!("{what}_seconds"))? / 1e6);
    }
    let note = format!(
        "ours: {done} {what} from {OUR_POSITIONS} positions, theirs: {peer} {what} from {THEIR_POSITIONS}; both find \
         {} positions after a play and a reply without doublets from the start",
        known[1].1
    );
    Ok(Compared { rates: [our_rates, their_rates].map(median), note })
}

/// Positions with the dice to be thrown, a few plies apart.
fn positions(game: &Backgammon, random: &mut Seeded) -> Vec<State> {
    let (mut found, mut state) = (Vec::new(), game.initial());
    while found.len() < OUR_POSITIONS {
        let action = match state.stage() {
            Stage::Roll => {
                if random.below(4) == 0 {
                    found.push(state);
                }
                game.draw(&state, random)
            }
            _ => {
                let plays = game.action_list(&state);
                random.index(plays.len()).map(|index| plays[index])
            }
        };
        match action {
            Some(action) => game.apply(&mut state, action),
            None => state = game.initial(),
        }
    }
    found
}

/// The 21 throws.
fn throws() -> impl Iterator<Item = Action> {
    (1..=6).flat_map(|larger| (1..=larger).map(move |smaller| Action::Throw(larger, smaller)))
}

/// Known counts that both must find: how many positions there are after each throw from the start that is no doublet,
/// in order of size, and how many after the reply to it with such a throw.
fn known() -> [(&'static str, Value); 2] {
    let game = Backgammon::default();
    let after = |state: &State| -> Vec<HashSet<State>> {
        let unequal = throws().filter(|throw| matches!(throw, Action::Throw(larger, smaller) if larger != smaller));
        unequal
            .map(|throw| {
                let thrown = game.result(state, throw);
                game.action_list(&thrown).into_iter().map(|play| game.result(&thrown, play)).collect()
            })
            .collect()
    };
    let first = after(&game.initial());
    let mut counts: Vec<usize> = first.iter().map(HashSet::len).collect();
    counts.sort_unstable();
    let middle: HashSet<State> = first.into_iter().flatten().collect();
    let second: HashSet<State> = middle.iter().flat_map(after).flatten().collect();
    [("first", json!(counts)), ("second", json!(second.len()))]
}
