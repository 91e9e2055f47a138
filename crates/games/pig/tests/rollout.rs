//! Rollouts of pig, whose exact values are known.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use counterplay_core::search::{
    Candidates, Rolled, Rollout, Rollouts, Settings, Solution, expectiminimax, rollout, value_iteration,
};
use counterplay_core::trace::Silent;
use counterplay_core::{Cause, Depth, Evaluate, Game, Keyed, Limit, Limits, Score, Turn};
use counterplay_pig::{Action, Lead, Pig, State};

/// The value itself.
struct Exact(Solution<State>);

impl Exact {
    fn of(game: &Pig) -> Exact {
        Exact(value_iteration(game, &game.initial(), 1e-13, &Limits::default()).unwrap())
    }
}

impl Evaluate<Pig> for Exact {
    fn evaluate(&self, game: &Pig, state: &State) -> Score {
        Score::rounded(self.expectation(game, state))
    }
    fn expectation(&self, _: &Pig, state: &State) -> f64 {
        self.0.value(state).unwrap()
    }
}

/// The value, off by up to three in a hundred, each state by its own.
struct Nearly(Exact);

impl Evaluate<Pig> for Nearly {
    fn evaluate(&self, game: &Pig, state: &State) -> Score {
        Score::rounded(self.expectation(game, state))
    }
    fn expectation(&self, game: &Pig, state: &State) -> f64 {
        let off = game.key(state).0 as f64 / u64::MAX as f64 - 0.5;
        self.0.expectation(game, state) + 0.06 * off
    }
}

fn run<E: Evaluate<Pig> + Sync>(game: &Pig, plan: &Rollout, settings: &Settings<E>) -> Rollouts<Action> {
    rollout(game, &game.initial(), &Candidates::Itself, plan, settings, &mut |_| {}).unwrap()
}

fn alone(found: &Rollouts<Action>) -> &Rolled<Action> {
    assert_eq!(found.actions.len(), 1);
    &found.actions[0]
}

/// The value of the game when both sides play as a look by the evaluation tells them.
fn worth_of_the_policy<E: Evaluate<Pig>>(game: &Pig, settings: &Settings<E>) -> f64 {
    let mut places = HashMap::from([(game.initial(), 0)]);
    let mut states = vec![game.initial()];
    let mut edges: Vec<Vec<usize>> = Vec::new();
    while edges.len() < states.len() {
        let state = states[edges.len()];
        let actions = match game.turn(&state) {
            _ if game.is_terminal(&state) => Vec::new(),
            Turn::Chance => (1..=6).map(Action::Die).collect(),
            Turn::Seat(_) => vec![expectiminimax(game, &state, settings, &mut Silent).unwrap().action.unwrap()],
        };
        let mut next = Vec::new();
        for action in actions {
            let result = game.result(&state, action);
            next.push(*places.entry(result).or_insert_with(|| {
                states.push(result);
                states.len() - 1
            }));
        }
        edges.push(next);
    }
    let mut values = vec![0.5; states.len()];
    for _ in 0..400 {
        for (at, state) in states.iter().enumerate().rev() {
            values[at] = match &edges[at][..] {
                [] => game.utility(state).into(),
                next => next.iter().map(|&to| values[to]).sum::<f64>() / next.len() as f64,
            };
        }
    }
    values[0]
}

/// Every game has the value of the position to the last digits, whatever the dice did: the luck is all that makes games
/// differ.
#[test]
fn with_the_exact_value_nothing_is_left_but_the_value() {
    let game = Pig::new(20).unwrap();
    let exact = Exact::of(&game);
    let value = exact.expectation(&game, &game.initial());
    let settings = Settings::new().evaluation(exact);
    let found = run(&game, &Rollout::new().games(300).seed(5), &settings);
    let rolled = alone(&found);
    assert!((rolled.mean - value).abs() < 1e-11, "{} {value}", rolled.mean);
    assert!(rolled.error < 1e-11 && rolled.raw_error > 0.01, "{rolled:?}");
    assert!(found.luck_share().unwrap() > 0.999_999);
    // The games themselves end as often as they should.
    assert!((rolled.raw_mean - value).abs() < 4.0 * rolled.raw_error, "{rolled:?}");
    assert_eq!(rolled.ends.iter().map(|&(_, often)| often).sum::<u64>(), 300);
    let wins = rolled.ends.iter().find(|&&(end, _)| end == Score::WIN).unwrap().1;
    assert!((wins as f64 / 300.0 - rolled.raw_mean).abs() < 1e-12);
    // Broken off early it is the same, for the evaluation knows the rest.
    let found = run(&game, &Rollout::new().games(36).turns(Some(3)), &settings);
    assert!((alone(&found).mean - value).abs() < 1e-11 && alone(&found).broken_off > 0);
}

/// How many times smaller the error is without the luck.
fn luck_removed<E: Evaluate<Pig> + Sync>(game: &Pig, settings: &Settings<E>) -> f64 {
    let truth = worth_of_the_policy(game, settings);
    let without = run(game, &Rollout::new().games(4000).seed(3), settings);
    let rolled = alone(&without);
    assert!((rolled.mean - truth).abs() < 4.0 * rolled.error, "{truth} {rolled:?}");
    assert!((rolled.raw_mean - truth).abs() < 4.0 * rolled.raw_error, "{truth} {rolled:?}");
    let with = run(game, &Rollout::new().games(4000).seed(4).luck_removed(false), settings);
    let raw = alone(&with);
    assert!((raw.mean - truth).abs() < 4.0 * raw.error, "{truth} {raw:?}");
    assert_eq!((raw.mean, raw.error, with.luck_share()), (raw.raw_mean, raw.raw_error, None));
    rolled.raw_error / rolled.error
}

#[test]
fn the_mean_is_that_of_the_policy_with_luck_and_without() {
    let game = Pig::new(30).unwrap();
    // Even a guess from the lead alone, made for a longer game, helps; one that is nearly right helps much.
    let by_lead = luck_removed(&game, &Settings::new().to_depth(Depth(2), Lead));
    assert!(by_lead > 1.25, "{by_lead}");
    let by_value = luck_removed(&game, &Settings::new().to_depth(Depth(1), Nearly(Exact::of(&game))));
    assert!(by_value > 4.0, "{by_value}");
}

#[test]
fn the_error_says_how_far_off_a_rollout_is() {
    let game = Pig::new(20).unwrap();
    let settings = Settings::new().to_depth(Depth(2), Lead);
    let truth = worth_of_the_policy(&game, &settings);
    let off = |seed| {
        let found = run(&game, &Rollout::new().games(60).seed(seed), &settings);
        (alone(&found).mean - truth) / alone(&found).error
    };
    let offs: Vec<f64> = (0..100).map(off).collect();
    let mean = offs.iter().sum::<f64>() / 100.0;
    let square = offs.iter().map(|off| off * off).sum::<f64>() / 100.0;
    // Drawn evenly, they are rather nearer than the error says, and on neither side of the truth.
    assert!(mean.abs() < 0.4 && (0.2..1.5).contains(&square), "{mean} {square}");
}

#[test]
fn it_does_not_matter_how_many_threads_share_the_games() {
    let game = Pig::new(40).unwrap();
    let settings = Settings::new().to_depth(Depth(2), Lead);
    let state = game.result(&game.result(&game.initial(), Action::Roll), Action::Die(6));
    let on = |threads| {
        let plan = Rollout::new().games(500).seed(9).threads(threads);
        let mut told = 0;
        let found = rollout(&game, &state, &Candidates::Best(2), &plan, &settings, &mut |_| told += 1).unwrap();
        assert!(told > 3);
        found
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one, on(3));
    assert_eq!((one.actions[0].action.is_some(), one.games, one.stopped), (true, 500, None));
    // To hold six points is a mistake in pig, and that is sure.
    assert_eq!(one.actions[one.choice].action, Some(Action::Roll));
    assert!(one.confidence > 0.95, "{one:?}");
    let these = Candidates::These(vec![Action::Hold]);
    let hold = rollout(&game, &state, &these, &Rollout::new().games(500).seed(9), &settings, &mut |_| {}).unwrap();
    let before = one.actions.iter().find(|rolled| rolled.action == Some(Action::Hold));
    assert_eq!(Some(&hold.actions[0]), before);
}

#[test]
fn a_limit_leaves_what_was_found() {
    let game = Pig::default();
    let with = |limits| Settings::new().limits(limits).to_depth(Depth(2), Lead);
    let plan = Rollout::new().games(100_000);
    let count = Arc::<AtomicU64>::default();
    let limits = Limits { nodes: Some(200_000), count: Some(Arc::clone(&count)), ..Limits::default() };
    let found = run(&game, &plan, &with(limits.clone()));
    assert_eq!(found.stopped, Some(Limit::Nodes));
    assert!(found.games > 10 && found.nodes <= 200_000, "{found:?}");
    assert_eq!(count.load(Ordering::Relaxed), found.nodes);
    assert_eq!(found, run(&game, &plan, &with(limits)));
    // Raised while it is at work.
    let stop = Arc::new(AtomicBool::new(false));
    let settings = with(Limits { stop: Some(Arc::clone(&stop)), ..Limits::default() });
    let start = game.initial();
    let mut told = |so_far: &Rollouts<Action>| stop.store(so_far.games > 50, Ordering::Relaxed);
    let found = rollout(&game, &start, &Candidates::Itself, &plan.clone().threads(2), &settings, &mut told).unwrap();
    assert!(found.stopped == Some(Limit::Stop) && (50..1000).contains(&found.games), "{found:?}");
    // Before anything was done: the first action is still an answer.
    let limits = Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    let none = rollout(&game, &start, &Candidates::Best(3), &plan, &with(limits), &mut |_| {}).unwrap();
    assert_eq!((none.games, none.stopped, none.confidence), (0, Some(Limit::Stop), 1.0));
    assert_eq!((none.actions[0].action, none.actions[0].error), (Some(Action::Roll), f64::INFINITY));
}

#[test]
fn an_evaluation_without_a_word_halts_and_says_where() {
    let game = Pig::new(10).unwrap();
    let unknown = |_: &Pig, state: &State| if state.turn_total() > 3 { Score::UNKNOWN } else { Score::DRAW };
    let settings = Settings::new().evaluation(unknown);
    let start = game.initial();
    let halt = rollout(&game, &start, &Candidates::Best(1), &Rollout::new(), &settings, &mut |_| {}).unwrap_err();
    assert_eq!(halt.cause, Cause::Unknown);
    let end = halt.path.iter().fold(start, |state, &number| match game.turn(&state) {
        Turn::Chance => game.result(&state, Action::Die(number as u8)),
        Turn::Seat(_) => game.result(&state, game.action_list(&state)[number as usize - 1]),
    });
    assert!(end.turn_total() > 3, "{halt:?}");
}
