//! The searches on small games that bend a rule: limits, broken contracts, cycles and evaluations.

use std::time::Duration;

use super::*;
use crate::trace::Silent;
use crate::*;

/// Takes one, two or three matches; whoever takes the last one wins.
struct Nim(u32);

impl Game for Nim {
    type State = (u32, Seat);
    type Action = u32;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> (u32, Seat) {
        (self.0, Seat::FIRST)
    }
    fn turn(&self, &(_, seat): &(u32, Seat)) -> Turn {
        Turn::Seat(seat)
    }
    fn actions(&self, &(left, _): &(u32, Seat), out: &mut Actions<u32>) {
        out.extend(1..=left.min(3));
    }
    fn apply(&self, (left, seat): &mut (u32, Seat), taken: u32) {
        *left -= taken;
        *seat = seat.other();
    }
    fn is_terminal(&self, &(left, _): &(u32, Seat)) -> bool {
        left == 0
    }
    fn utility(&self, &(_, seat): &(u32, Seat)) -> Score {
        if seat == Seat::FIRST { Score::LOSS } else { Score::WIN }
    }
}

#[test]
fn nim_is_lost_at_multiples_of_four() {
    for matches in 1..=12 {
        let nim = Nim(matches);
        let settings = Settings::new().all_best(true);
        for decision in [
            minimax(&nim, &nim.initial(), &settings, &mut Silent).unwrap(),
            alphabeta(&nim, &nim.initial(), &settings, &mut Silent).unwrap(),
            expectiminimax(&nim, &nim.initial(), &settings, &mut Silent).unwrap(),
        ] {
            let lost = matches % 4 == 0;
            assert_eq!(decision.value, Value { score: if lost { -1.0 } else { 1.0 }, proof: Proof::Exact });
            let best = if lost { (1..=matches.min(3)).collect() } else { vec![matches % 4] };
            assert_eq!(decision.best, best);
            assert_eq!(decision.line.iter().sum::<u32>(), matches);
        }
    }
}

#[test]
fn a_finished_game_has_a_value_and_no_action() {
    let decision = alphabeta(&Nim(0), &(0, Seat::SECOND), &Settings::new(), &mut Silent).unwrap();
    assert_eq!((decision.action, decision.best, decision.value.score), (None, vec![], 1.0));
    assert_eq!(decision.statistics.nodes, 1);
}

#[test]
fn a_depth_limit_makes_an_estimate_unless_every_game_ended_within_it() {
    let even = |_: &Nim, _: &(u32, Seat)| Score::DRAW;
    let nim = Nim(6);
    let shallow = alphabeta(&nim, &nim.initial(), &Settings::new().to_depth(Depth(1), even), &mut Silent).unwrap();
    assert_eq!(shallow.value, Value { score: 0.0, proof: Proof::Estimate });
    assert_eq!((shallow.statistics.nodes, shallow.statistics.evaluated, shallow.statistics.deepest), (4, 3, 1));
    let deep = alphabeta(&nim, &nim.initial(), &Settings::new().to_depth(Depth(6), even), &mut Silent).unwrap();
    assert_eq!(deep.value, Value { score: 1.0, proof: Proof::Exact });
    let nothing = minimax(&nim, &nim.initial(), &Settings::new().to_depth(Depth(0), even), &mut Silent).unwrap();
    assert_eq!((nothing.action, nothing.value.proof), (None, Proof::Estimate));
}

#[test]
fn an_evaluation_that_is_not_a_number_is_an_error_with_its_place() {
    struct Broken(f64);
    impl Evaluate<Nim> for Broken {
        fn evaluate(&self, _: &Nim, _: &(u32, Seat)) -> Score {
            Score::rounded(self.0)
        }
        fn expectation(&self, _: &Nim, _: &(u32, Seat)) -> f64 {
            self.0
        }
    }
    let nim = Nim(9);
    let settings = Settings::new().to_depth(Depth(2), Broken(f64::NAN));
    for halt in [
        alphabeta(&nim, &nim.initial(), &settings, &mut Silent).unwrap_err(),
        expectiminimax(&nim, &nim.initial(), &settings, &mut Silent).unwrap_err(),
    ] {
        assert_eq!((halt.cause, halt.path), (Cause::Unknown, vec![1, 1]));
    }
    // An infinite one counts as the best end of the game where expectations are taken, and stays finite elsewhere.
    let settings = Settings::new().to_depth(Depth(2), Broken(f64::INFINITY));
    let decision = expectiminimax(&nim, &nim.initial(), &settings, &mut Silent).unwrap();
    assert_eq!(decision.value, Value { score: 1.0, proof: Proof::Estimate });
    let decision = minimax(&nim, &nim.initial(), &settings, &mut Silent).unwrap();
    assert!(decision.value.score.is_finite());
}

#[test]
fn a_limit_gives_the_best_so_far() {
    let nim = Nim(20);
    let whole = minimax(&nim, &nim.initial(), &Settings::new(), &mut Silent).unwrap();
    assert_eq!(whole.value.score, -1.0);
    for nodes in [0, 1, 5, whole.statistics.nodes - 1] {
        let settings = Settings::new().limits(Limits { nodes: Some(nodes), ..Limits::default() });
        let decision = minimax(&nim, &nim.initial(), &settings, &mut Silent).unwrap();
        assert_eq!(decision.stopped, Some(Limit::Nodes));
        assert_eq!(decision.statistics.nodes, nodes);
        assert_eq!(decision.value, Value { score: -1.0, proof: Proof::Lower });
        assert_eq!(decision.action, Some(1));
    }
    let settings = Settings::new().limits(Limits { nodes: Some(whole.statistics.nodes), ..Limits::default() });
    assert_eq!(minimax(&nim, &nim.initial(), &settings, &mut Silent).unwrap().stopped, None);
    let settings = Settings::new().limits(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    let decision = alphabeta(&nim, &nim.initial(), &settings, &mut Silent).unwrap();
    assert_eq!((decision.stopped, decision.action), (Some(Limit::Time), Some(1)));
}

/// A token on a ring of five fields. MAX, who begins, wins at field 3, MIN at field 2; each may step or stay, so that
/// nothing ends unless the rule of repetition ends it.
struct Ring(Repetition);

impl Game for Ring {
    type State = (u8, Seat);
    type Action = u8;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> (u8, Seat) {
        (0, Seat::FIRST)
    }
    fn turn(&self, &(_, seat): &(u8, Seat)) -> Turn {
        Turn::Seat(seat)
    }
    fn actions(&self, &(field, _): &(u8, Seat), out: &mut Actions<u8>) {
        if !matches!(field, 2 | 3) {
            out.extend([0, 1, 4]);
        }
    }
    fn apply(&self, (field, seat): &mut (u8, Seat), step: u8) {
        *field = (*field + step) % 5;
        *seat = seat.other();
    }
    fn is_terminal(&self, &(field, _): &(u8, Seat)) -> bool {
        matches!(field, 2 | 3)
    }
    fn utility(&self, &(field, _): &(u8, Seat)) -> Score {
        if field == 3 { Score::WIN } else { Score::LOSS }
    }
    fn repetition(&self) -> Repetition {
        self.0
    }
    fn repetition_key(&self, state: &Self::State) -> Option<Key> {
        Some(self.key(state))
    }
}

impl Keyed for Ring {
    fn key(&self, &(field, seat): &(u8, Seat)) -> Key {
        Key(u64::from(field) * 2 + u64::from(seat.0))
    }
}

#[test]
fn a_game_without_end_is_too_deep_and_says_so() {
    let ring = Ring(Repetition::Ignored);
    let halt = alphabeta(&ring, &ring.initial(), &Settings::new(), &mut Silent).unwrap_err();
    assert!(matches!(halt.cause, Cause::Stack(_)), "{halt}");
    assert!(halt.to_string().contains("set a depth"), "{halt}");
}

#[test]
fn the_rule_of_repetition_ends_it() {
    for times in [2, 3] {
        let game = Remembering(Ring(Repetition::Draw(times)));
        let decision = alphabeta(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap();
        assert_eq!(decision.value, Value { score: 0.0, proof: Proof::Exact });
    }
    // Under superko somebody runs out of harmless steps: whoever must leave field 0 to the wrong side.
    let game = Remembering(Ring(Repetition::Forbidden));
    let decision = minimax(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap();
    let pruned = alphabeta(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap();
    assert_eq!(decision.value, pruned.value);
    assert_ne!(decision.value.score, 0.0);
}

#[test]
fn a_line_knows_how_often_a_position_was_there() {
    let ring = Ring(Repetition::Draw(3));
    let mut line = Line::new(&ring, ring.initial());
    for _ in 0..2 {
        for step in [1, 4] {
            line.play(&ring, step);
        }
    }
    assert_eq!((line.state(), line.occurrences(), line.actions()), (&(0, Seat::FIRST), 3, [1, 4, 1, 4].as_slice()));
    assert_eq!(line.take_back(&ring), Some(4));
    assert_eq!((line.state(), line.occurrences()), (&(1, Seat::SECOND), 2));
    let ring = Ring(Repetition::Forbidden);
    let mut line = Line::new(&ring, ring.initial());
    line.play(&ring, 1);
    assert!(line.is_forbidden(&ring, 4) && !line.is_forbidden(&ring, 0));
}

/// The textbook's searches follow the line themselves: the same value, line and nodes as on the game whose states are
/// lines, whatever happened before the root.
#[test]
fn a_search_follows_the_line_of_play() {
    for (repetition, plies) in [Repetition::Draw(2), Repetition::Draw(3), Repetition::Draw(4)]
        .into_iter()
        .flat_map(|repetition| (0..4).map(move |plies| (repetition, plies)))
    {
        let ring = Ring(repetition);
        let mut line = Line::new(&ring, ring.initial());
        for step in [1, 4].into_iter().cycle().take(plies) {
            line.play(&ring, step);
        }
        let settings = Settings::new().before_root(line.before_root());
        let remembering = Remembering(ring);
        let expected = minimax(&remembering, &line, &Settings::new(), &mut Silent).unwrap();
        let found = minimax(&remembering.0, line.state(), &settings, &mut Silent).unwrap();
        assert_eq!((found.value, found.statistics), (expected.value, expected.statistics), "{repetition:?} {plies}");
        assert_eq!((found.best, found.line), (expected.best, expected.line), "{repetition:?} {plies}");
        let expected = alphabeta(&remembering, &line, &Settings::new().all_best(true), &mut Silent).unwrap();
        let found = alphabeta(&remembering.0, line.state(), &settings.all_best(true), &mut Silent).unwrap();
        assert_eq!((found.value, found.statistics), (expected.value, expected.statistics), "{repetition:?} {plies}");
        assert_eq!((found.best, found.line), (expected.best, expected.line), "{repetition:?} {plies}");
    }
}

/// A game that breaks its contract in a way of one's choice, at its second ply.
#[derive(Clone, Copy, PartialEq)]
enum Liar {
    NoActions,
    TooManyActions,
    Probabilities,
    TooManyOutcomes,
}

impl Game for Liar {
    type State = u8;
    type Action = u32;
    type Luck = With;
    type Secrets = Without;
    fn initial(&self) -> u8 {
        0
    }
    fn turn(&self, &ply: &u8) -> Turn {
        let chance = ply == 1 && matches!(self, Liar::Probabilities | Liar::TooManyOutcomes);
        if chance { Turn::Chance } else { Turn::Seat(Seat::FIRST) }
    }
    fn actions(&self, &ply: &u8, out: &mut Actions<u32>) {
        match (self, ply) {
            (Liar::NoActions, 1) => {}
            (Liar::TooManyActions, 1) => out.extend(0..2_000_000),
            _ => out.extend([7, 8]),
        }
    }
    fn apply(&self, ply: &mut u8, _: u32) {
        *ply += 1;
    }
    fn is_terminal(&self, &ply: &u8) -> bool {
        ply == 2
    }
    fn utility(&self, _: &u8) -> Score {
        Score::DRAW
    }
}

impl Chance for Liar {
    fn outcomes(&self, _: &u8, out: &mut Outcomes<u32>) {
        match self {
            Liar::TooManyOutcomes => out.too_many(),
            _ => out.push(7, 0.5),
        }
    }
}

#[test]
fn a_broken_contract_is_named_with_its_place() {
    for (liar, cause) in [
        (Liar::NoActions, Cause::NoActions),
        (Liar::TooManyActions, Cause::TooManyActions),
        (Liar::Probabilities, Cause::Probabilities(0.5)),
        (Liar::TooManyOutcomes, Cause::TooManyOutcomes),
    ] {
        let halt = expectiminimax(&liar, &0, &Settings::new(), &mut Silent).unwrap_err();
        assert_eq!((halt.cause.clone(), halt.path.as_slice()), (cause.clone(), [1].as_slice()));
        assert!(halt.to_string().contains(" at 1"), "{halt}");
        let halt = value_iteration(&liar, &0, 1e-9, &Limits::default()).unwrap_err();
        assert_eq!((halt.cause, halt.path), (cause, vec![1]));
    }
    // The draw of an outcome from an unlisted distribution is a broken contract too, not a panic.
    assert_eq!(Liar::TooManyOutcomes.draw(&1, &mut Seeded::new(1)), None);
    assert_eq!(Liar::Probabilities.draw(&1, &mut Seeded::new(1)), Some(7));
}

#[test]
fn who_vouches_for_chance_is_taken_at_his_word_until_chance_has_a_turn() {
    let settled = ChanceResolved(Liar::Probabilities);
    let halt = alphabeta(&settled, &0, &Settings::new(), &mut Silent).unwrap_err();
    assert_eq!((halt.cause, halt.path), (Cause::UndeclaredChance, vec![1]));
    assert_eq!(alphabeta(&settled, &2, &Settings::new(), &mut Silent).unwrap().value.score, 0.0);
}

#[test]
fn deepening_ends_when_it_is_exact_at_its_depth_or_at_a_limit() {
    let nim = Nim(6);
    let even = |_: &Nim, _: &(u32, Seat)| Score::DRAW;
    let search = |depth, limits| {
        minimax(&nim, &nim.initial(), &Settings::new().limits(limits).to_depth(depth, even), &mut Silent)
    };
    let mut heard = Vec::new();
    let (decision, depth) =
        deepening(&Limits::default(), None, search, |nodes, depth| heard.push((nodes, depth.0))).unwrap();
    // No line is longer than six plies.
    assert_eq!((decision.value, depth), (Value { score: 1.0, proof: Proof::Exact }, Depth(6)));
    assert_eq!((decision.action, heard.len(), heard[0]), (Some(2), 5, (4, 1)));
    assert!(decision.statistics.nodes > heard[4].0);
    let (decision, depth) = deepening(&Limits::default(), Some(Depth(2)), search, |_, _| {}).unwrap();
    assert_eq!((decision.value.proof, decision.stopped, depth), (Proof::Estimate, None, Depth(2)));
    let limits = Limits { nodes: Some(heard[1].0 + 3), ..Limits::default() };
    let (decision, depth) = deepening(&limits, None, search, |_, _| {}).unwrap();
    assert_eq!((decision.stopped, depth, decision.statistics.nodes), (Some(Limit::Nodes), Depth(2), heard[1].0 + 3));
}
