//! Games with faults, as a user might write them, through the library that a user has.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use counterplay::core::{Cause, with_stack};
use counterplay::{
    Actions, AnyGame, AnyPosition, Bounds, Catalog, Chance, Draws, Entry, Game, Limits, Outcome, Outcomes, Proof,
    Request, Score, SearchError, Seat, Turn, With, Without,
};

/// What is wrong with a game.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    NoActions,
    TooManyActions,
    Panics,
    NeverEnds,
    HugeUtility,
}

/// Two plies of two actions each, with a fault after the second action.
struct Faulty(Fault);

impl Game for Faulty {
    type State = Vec<u32>;
    type Action = u32;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> Vec<u32> {
        Vec::new()
    }
    fn turn(&self, played: &Vec<u32>) -> Turn {
        Turn::Seat(Seat((played.len() % 2) as u8))
    }
    fn actions(&self, played: &Vec<u32>, out: &mut Actions<u32>) {
        match self.0 {
            Fault::NoActions if played.as_slice() == [2] => {}
            Fault::TooManyActions if played.as_slice() == [2] => out.extend(0..2_000_000),
            Fault::Panics if played.as_slice() == [2] => panic!("a fault in the rules"),
            Fault::NeverEnds => out.push(1),
            _ if played.len() < 2 => out.extend([1, 2]),
            _ => {}
        }
    }
    fn apply(&self, played: &mut Vec<u32>, action: u32) {
        if self.0 != Fault::NeverEnds {
            played.push(action);
        }
    }
    fn is_terminal(&self, played: &Vec<u32>) -> bool {
        played.len() == 2
    }
    fn utility(&self, _: &Vec<u32>) -> Score {
        if self.0 == Fault::HugeUtility { Score::new(i32::MIN) } else { Score::DRAW }
    }
}

fn game<G>(game: impl Fn() -> G + Send + Sync + 'static) -> Arc<dyn AnyGame>
where
    Entry<G>: counterplay::Item,
    G: Game + 'static,
{
    Catalog::new().with(Entry::new("faulty", "Faulty", game)).game("faulty", &[]).unwrap()
}

fn solve(fault: Fault) -> Result<counterplay::Report, SearchError> {
    game(move || Faulty(fault)).start().solve(&Request::default(), &mut |_| {})
}

#[test]
fn a_broken_contract_is_named_with_its_position() {
    for (fault, cause, named) in [
        (Fault::NoActions, Cause::NoActions, "lists no action"),
        (Fault::TooManyActions, Cause::TooManyActions, "more than 1048576 actions"),
    ] {
        let error = solve(fault).unwrap_err();
        let SearchError::Halted(halted) = &error else { panic!("{error:?}") };
        assert_eq!(halted.halt.cause, cause);
        assert_eq!((halted.position.as_deref(), &halted.line[..]), (Some("[2]"), &["2".to_owned()][..]));
        let message = error.to_string();
        assert!(message.contains(named) && message.ends_with(": position [2], after 2"), "{message}");
        let violation = game(move || Faulty(fault)).check(&Limits::default(), 1).unwrap_err();
        assert_eq!(violation.line, ["2"], "{violation}");
    }
}

#[test]
fn a_panic_in_the_rules_fails_that_search_alone() {
    let faulty = game(|| Faulty(Fault::Panics));
    let position = faulty.start();
    for _ in 0..2 {
        let error = position.solve(&Request::default(), &mut |_| {}).unwrap_err();
        assert_eq!(error, SearchError::Panicked("a fault in the rules".to_owned()));
    }
    // What does not come near the fault still works.
    let mut position = faulty.start();
    position.play("1").unwrap();
    assert_eq!(position.solve(&Request::default(), &mut |_| {}).unwrap().value.proof, Proof::Exact);
}

#[test]
fn a_game_without_end_is_bounded_by_its_stack_and_by_its_depth() {
    let endless = game(|| Faulty(Fault::NeverEnds));
    let error = endless.start().solve(&Request::default(), &mut |_| {}).unwrap_err();
    assert!(matches!(&error, SearchError::TooDeep(deep) if deep.to_string().contains("set a depth")), "{error}");
    let stack = 64 << 20;
    let error = with_stack(stack, || {
        let request = Request { limits: Limits { stack, ..Limits::default() }, ..Request::default() };
        endless.start().solve(&request, &mut |_| {}).unwrap_err()
    });
    assert!(matches!(error.unwrap(), SearchError::TooDeep(_)));
    // A draw by a cap is never called proven.
    let report = endless.start().best(&Request { depth: Some(50), ..Request::default() }, &mut |_| {}).unwrap();
    assert_eq!((report.value.proof, report.value.outcome), (Proof::Estimate, None));
}

#[test]
fn a_utility_outside_the_bounds_does_not_overflow() {
    // Whatever is answered, it is answered; the battery names the fault.
    let _ = solve(Fault::HugeUtility);
    let violation = game(|| Faulty(Fault::HugeUtility)).check(&Limits::default(), 1).unwrap_err();
    assert!(violation.law.contains("bounds"), "{violation}");
}

/// A coin that lands on its edge one time in a hundred, and nobody counts it.
struct Coin;

impl Game for Coin {
    type State = Option<bool>;
    type Action = bool;
    type Luck = With;
    type Secrets = Without;
    fn initial(&self) -> Option<bool> {
        None
    }
    fn turn(&self, _: &Option<bool>) -> Turn {
        Turn::Chance
    }
    fn actions(&self, _: &Option<bool>, _: &mut Actions<bool>) {}
    fn apply(&self, state: &mut Option<bool>, side: bool) {
        *state = Some(side);
    }
    fn is_terminal(&self, state: &Option<bool>) -> bool {
        state.is_some()
    }
    fn utility(&self, state: &Option<bool>) -> Score {
        if *state == Some(true) { Score::WIN } else { Score::LOSS }
    }
}

impl Chance for Coin {
    fn outcomes(&self, _: &Option<bool>, out: &mut Outcomes<bool>) {
        out.push(true, 0.5);
        out.push(false, 0.49);
    }
}

#[test]
fn probabilities_that_do_not_sum_to_one_are_told_with_their_sum() {
    let error = game(|| Coin).start().solve(&Request::default(), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("sum to 0.99"), "{error}");
    let violation = game(|| Coin).check(&Limits::default(), 1).unwrap_err();
    assert!(violation.law.contains("sum to 1") && violation.what.contains("0.99"), "{violation}");
    assert!(violation.line.is_empty());
}

#[test]
fn a_search_is_cancelled_before_it_starts_during_it_and_after_it() {
    let tictactoe = counterplay::games::catalog().game("tictactoe", &[("size", "6")]).unwrap();
    let stop = Arc::new(AtomicBool::new(true));
    let request =
        Request { limits: Limits { stop: Some(Arc::clone(&stop)), ..Limits::default() }, ..Request::default() };
    let report = tictactoe.start().solve(&request, &mut |_| {}).unwrap();
    assert!(report.stopped.is_some() && report.action.is_some() && report.value.proof != Proof::Exact);
    stop.store(false, Ordering::Relaxed);
    // A search that did not hear the stop would not come back.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
            stop.store(true, Ordering::Relaxed);
        });
        let report = tictactoe.start().best(&request, &mut |_| {}).unwrap();
        assert!(report.stopped.is_some() && report.action.is_some(), "{report:?}");
    });
}

/// A game whose rules hold a counter: it is not even `Sync`, so the catalog does not take it; but a search alone does.
#[test]
fn a_search_needs_no_more_of_a_game_than_its_rules() {
    use counterplay::search::{Settings, alphabeta};
    use counterplay::trace::Silent;

    struct Counting(Cell<u64>);
    impl Game for Counting {
        type State = u8;
        type Action = u8;
        type Luck = Without;
        type Secrets = Without;
        fn initial(&self) -> u8 {
            0
        }
        fn turn(&self, _: &u8) -> Turn {
            Turn::Seat(Seat::FIRST)
        }
        fn actions(&self, &ply: &u8, out: &mut Actions<u8>) {
            self.0.set(self.0.get() + 1);
            out.extend([0, 1].into_iter().filter(|_| ply < 3));
        }
        fn apply(&self, ply: &mut u8, _: u8) {
            *ply += 1;
        }
        fn is_terminal(&self, &ply: &u8) -> bool {
            ply == 3
        }
        fn utility(&self, _: &u8) -> Score {
            Score::DRAW
        }
    }
    let counting = Counting(Cell::new(0));
    let decision = alphabeta(&counting, &0, &Settings::new(), &mut Silent).unwrap();
    assert_eq!((decision.statistics.nodes, counting.0.get()), (15, 7));
}

/// One ply, after which MAX has won a point or nobody has, as the seat to move likes.
struct OneSided {
    mover: Seat,
    draws: Draws,
}

impl Game for OneSided {
    type State = Option<i32>;
    type Action = i32;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> Option<i32> {
        None
    }
    fn turn(&self, _: &Option<i32>) -> Turn {
        Turn::Seat(self.mover)
    }
    fn actions(&self, played: &Option<i32>, out: &mut Actions<i32>) {
        out.extend(if played.is_none() { 0..2 } else { 0..0 });
    }
    fn apply(&self, played: &mut Option<i32>, action: i32) {
        *played = Some(action);
    }
    fn is_terminal(&self, played: &Option<i32>) -> bool {
        played.is_some()
    }
    fn utility(&self, played: &Option<i32>) -> Score {
        Score::new(played.unwrap_or(0))
    }
    fn bounds(&self) -> Bounds {
        Bounds::new(0, 1)
    }
    fn draws(&self) -> Draws {
        self.draws
    }
}

/// Bounds from 0 to 1 mean what the game says that they mean.
#[test]
fn one_sided_bounds_are_read_as_the_game_says() {
    let (zero, never) = (Draws::Worth(Score::DRAW), Draws::Never);
    for (seat, draws, score, outcome, result) in [
        (Seat::FIRST, zero, 1.0, Outcome::Win, [1.0, -1.0]),
        (Seat::SECOND, zero, 0.0, Outcome::Draw, [0.0, 0.0]),
        (Seat::FIRST, never, 1.0, Outcome::Win, [1.0, 0.0]),
        (Seat::SECOND, never, 1.0, Outcome::Win, [0.0, 1.0]),
    ] {
        let mut position = game(move || OneSided { mover: seat, draws }).start();
        for ask in [AnyPosition::best, AnyPosition::solve] {
            let report = ask(position.as_ref(), &Request::default(), &mut |_| {}).unwrap();
            assert_eq!(
                (report.value.score, report.value.outcome, report.value.proof),
                (score, Some(outcome), Proof::Exact),
                "{draws:?}"
            );
        }
        let report = position.solve(&Request::default(), &mut |_| {}).unwrap();
        position.play(&report.best[0]).unwrap();
        assert_eq!(Seat::PAIR.map(|seat| position.result(seat).unwrap()), result, "{draws:?}");
    }
}
