//! A game with secrets behind the catalog.

use counterplay_core::{Actions, Game, Hidden, Limit, Limits, Proof, Random, Score, Seat, Turn, With, Without};

use counterplay_adapt::Entry;
use counterplay_api::{Catalog, HiddenSearch, Report, Request, TurnWord};

/// The first hides a coin in one of two hands, the second guesses: nothing is dealt, and something is concealed.
struct Hands;

impl Game for Hands {
    type State = Vec<bool>;
    type Action = bool;
    type Luck = Without;
    type Secrets = With;
    fn initial(&self) -> Vec<bool> {
        Vec::new()
    }
    fn turn(&self, said: &Vec<bool>) -> Turn {
        Turn::Seat(Seat(said.len() as u8))
    }
    fn actions(&self, said: &Vec<bool>, out: &mut Actions<bool>) {
        out.extend([false, true].into_iter().filter(|_| said.len() < 2));
    }
    fn apply(&self, said: &mut Vec<bool>, hand: bool) {
        said.push(hand);
    }
    fn is_terminal(&self, said: &Vec<bool>) -> bool {
        said.len() == 2
    }
    fn utility(&self, said: &Vec<bool>) -> Score {
        if said[0] == said[1] { Score::LOSS } else { Score::WIN }
    }
}

impl Hidden for Hands {
    type View = (Seat, Vec<Option<bool>>);
    fn view(&self, said: &Vec<bool>, seat: Seat) -> Self::View {
        let hides = |place: usize| seat == Seat::SECOND && place == 0 && said.len() < 2;
        (seat, said.iter().enumerate().map(|(place, &hand)| (!hides(place)).then_some(hand)).collect())
    }
    fn viewer(&self, view: &Self::View) -> Seat {
        view.0
    }
    fn observation(&self, said: &Vec<bool>, hand: bool, seat: Seat) -> String {
        match said.as_slice() {
            [] if seat == Seat::SECOND => "hidden".to_owned(),
            [] => format!("{hand}"),
            // When it is over, all is seen.
            [first, ..] => format!("{hand}, and it was {first}"),
        }
    }
    fn sample(&self, (_, hands): &Self::View, random: &mut dyn Random) -> Option<Vec<bool>> {
        Some(hands.iter().map(|hand| hand.unwrap_or(random.below(2) == 1)).collect())
    }
}

#[test]
fn a_game_with_secrets_and_without_luck_is_averaged_over_samples() {
    let game = Catalog::new().with(Entry::new("hands", "Hands", || Hands)).game("hands", &[]).unwrap();
    game.check(&Limits::default(), 1).unwrap_or_else(|violation| panic!("{violation}"));
    let mut position = game.start();
    position.play("true").unwrap();
    assert_eq!(position.turn(), TurnWord::Seat(Seat::SECOND));
    assert!(!position.text().contains("true"), "{}", position.text());
    assert_eq!(position.history(Some(Seat::SECOND)), ["hidden"]);
    let report = position.best(&Request { deals: Some(1000), ..Request::default() }, &mut |_| {}).unwrap();
    assert_eq!((report.value.proof, report.averages.len()), (Proof::Estimate, 2));
    assert!(report.value.score.abs() < 0.2, "{report:?}");
    assert!(report.note.unwrap().contains("a sample of 1000 states"));
    assert_eq!((report.lines.len(), &report.lines[0].line), (1, &report.line));
    let both = position.best(&Request { lines: 9, ..Request::default() }, &mut |_| {}).unwrap();
    let averages = both.lines.iter().map(|line| (line.line[0].clone(), line.value.score, line.value.proof));
    let mut expected: Vec<_> =
        both.averages.into_iter().map(|entry| (entry.action, entry.score, Proof::Estimate)).collect();
    expected.sort_by(|a, b| b.1.total_cmp(&a.1));
    assert_eq!(averages.collect::<Vec<_>>(), expected);
    // A coin in either hand, and a guess at either: whoever does anything else is found out.
    let solved = position.solve(&Request::default(), &mut |_| {}).unwrap();
    assert_eq!((solved.value.score, solved.value.proof), (0.0, Proof::Exact));
    let found = solved.equilibrium.unwrap();
    let halves: Vec<_> = found.strategy[0].actions.iter().map(|share| share.fraction.as_deref()).collect();
    assert_eq!((found.strategy.len(), halves), (1, vec![Some("1/2"); 2]));
    position.play("false").unwrap();
    assert_eq!((position.result(Seat::FIRST), position.result(Seat::SECOND)), (Some(1.0), Some(-1.0)));
}

/// Whatever is true, a seat that sees the same is answered the same, word for word.
#[test]
fn a_report_depends_on_what_is_seen_and_on_nothing_else() {
    let game = counterplay_standard::catalog().game("kuhn", &[]).unwrap();
    for search in HiddenSearch::ALL {
        for deals in [None, Some(1), Some(50)] {
            for (one, other) in [("QJ", "QK"), ("JQ pb", "JK pb"), ("QK b", "JK b"), ("JQ p", "KQ p")] {
                let request = Request { search: Some(search), deals, lines: 2, ..Request::default() };
                let [one, other] =
                    [one, other].map(|text| game.read(text).unwrap().best(&request, &mut |_| {}).unwrap());
                assert_eq!(one, other);
                let method = match search {
                    HiddenSearch::Ismcts => "ismcts",
                    HiddenSearch::Equilibrium => "linear programming",
                    // Without a limit of nodes nobody says that an equilibrium can be afforded.
                    HiddenSearch::Averaging | HiddenSearch::Strongest => "averaging",
                };
                assert_eq!(one.method, method);
            }
        }
    }
}

#[test]
fn a_tree_search_says_how_often_each_action_was_tried() {
    let game = Catalog::new().with(Entry::new("hands", "Hands", || Hands)).game("hands", &[]).unwrap();
    let mut position = game.start();
    position.play("true").unwrap();
    let request = Request { search: Some(HiddenSearch::Ismcts), deals: Some(400), lines: 2, ..Request::default() };
    let report = position.best(&request, &mut |_| {}).unwrap();
    let visits: Vec<u64> = report.averages.iter().map(|entry| entry.visits.unwrap()).collect();
    assert_eq!((visits.iter().sum::<u64>(), report.confidence, report.stopped), (400, None, None));
    assert!(report.note.as_ref().unwrap().starts_with("400 games simulated from states that second may be in"));
    // The memory holds a single node: the root.
    let small = position.best(&Request { memory: 1, ..request }, &mut |_| {}).unwrap();
    assert!(small.action.is_some() && !small.note.unwrap().contains("all that the memory holds"));
}

#[test]
fn limits_that_are_not_enough_for_a_deal_leave_a_guess() {
    let game = counterplay_standard::catalog().game("kuhn", &[]).unwrap();
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let report = game.read("QJ").unwrap().best(&Request { limits, ..Request::default() }, &mut |_| {}).unwrap();
    assert_eq!((report.statistics.nodes, report.stopped, report.confidence), (1, Some(Limit::Nodes), Some(0.0)));
    assert!(report.action.is_some() && report.note.unwrap().contains("a guess"));
}

/// An equilibrium takes a tree of 55 states for kuhn and of 9,451 for leduc, and ten rounds at the least.
#[test]
fn the_strongest_search_is_an_equilibrium_where_it_can_be_afforded() {
    for (game, view, nodes, method) in [
        ("kuhn", "Q?", 549, "averaging"),
        ("kuhn", "Q?", 550, "linear programming"),
        ("leduc", "Jh?", 94_509, "averaging"),
        ("leduc", "Jh?", 94_510, "CFR+"),
        ("battleships", "a1h,a2h,a3h,a4h,a5h ?", 1_000_000, Report::ADVICE),
    ] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let request = Request { limits, search: Some(HiddenSearch::Strongest), ..Request::default() };
        let position = counterplay_standard::catalog().game(game, &[]).unwrap().read(view).unwrap();
        let report = position.best(&request, &mut |_| {}).unwrap();
        assert_eq!(report.method, method, "{game} {nodes}");
        assert!(position.actions().iter().any(|action| Some(&action.word) == report.action.as_ref()), "{report:?}");
    }
}
