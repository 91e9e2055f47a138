//! Equilibria: regrets, best responses and linear programming hold each other, and the naive way holds them all.

use counterplay_core::equilibrium::{Fraction, Minimiser, Plan, Profile, Regret, SequenceForm, approach, exact};
use counterplay_core::{
    Actions, Bounds, Cause, Game, Hidden, Limit, Limits, Random, Score, Seat, Seeded, Side, Turn, With, Without,
};
use counterplay_kuhn::{Action, Kuhn};
use counterplay_leduc::Leduc;
use counterplay_testkit::{Behaviour, Dealt};

type Form<G> = SequenceForm<<G as Hidden>::View, <G as Game>::Action>;

fn form<G: Hidden + counterplay_core::ChanceNodes>(game: &G) -> Form<G> {
    SequenceForm::of(game, &game.initial(), &Limits::default()).unwrap_or_else(|halt| panic!("{halt}"))
}

/// The profile as a table, for the naive ones.
fn told(form: &Form<Dealt>, profile: &Profile) -> Behaviour {
    let of = |side: Side| {
        let sets = form.choices(side).sets.iter().enumerate();
        sets.map(move |(number, set)| (set.view.clone(), profile.of(side).behaviour(form.choices(side), number)))
    };
    of(Side::Max).chain(of(Side::Min)).collect()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn values_and_best_responses_are_those_of_trying_everything() {
    let mut random = Seeded::new(1);
    let mut tried = 0;
    for _ in 0..400 {
        let game = Dealt::random(&mut random);
        let form = form(&game);
        let behaviour = |side: Side, random: &mut Seeded| {
            Plan::of(form.choices(side), |set| {
                let parts: Vec<f64> = form.choices(side).of_set(set).map(|_| random.below(4) as f64 + 0.25).collect();
                let whole: f64 = parts.iter().sum();
                parts.iter().map(|part| part / whole).collect()
            })
        };
        let profile = Profile { max: behaviour(Side::Max, &mut random), min: behaviour(Side::Min, &mut random) };
        let plain = told(&form, &profile);
        assert!(near(form.value(&profile), game.value(&game.initial(), &plain)), "{game:?}");
        for side in [Side::Max, Side::Min] {
            if let Some(naive) = game.best_reply(side, &plain) {
                let found = form.best_response(side, profile.of(side.other()));
                assert!(near(found.worth, naive), "{game:?} {side:?}: {} and {naive}", found.worth);
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

#[test]
fn regrets_are_those_of_the_textbook() {
    let mut random = Seeded::new(2);
    for _ in 0..60 {
        let game = Dealt::random(&mut random);
        let form = form(&game);
        let mut minimiser = Minimiser::new(&form, Regret::Plus);
        (0..20).for_each(|_| minimiser.round());
        let (found, naive) = (told(&form, &minimiser.average()), game.regret_plus(20));
        for (seen, shares) in &naive {
            let same = shares.iter().zip(&found[seen]).all(|(a, b)| (a - b).abs() < 1e-6);
            assert!(same, "{game:?} at {seen:?}: {shares:?} and {:?}", found[seen]);
        }
    }
}

#[test]
fn all_regrets_come_to_the_value_of_the_linear_program() {
    let mut random = Seeded::new(3);
    let mut solved = 0;
    for _ in 0..150 {
        let game = Dealt::random(&mut random);
        let form = form(&game);
        let Some(truth) = exact(&form) else { continue };
        solved += 1;
        let value = f64::from(truth.value);
        assert!(form.exploitability(&truth.profile()) < 1e-12, "{game:?}");
        for regret in Regret::ALL {
            let mut minimiser = Minimiser::new(&form, regret);
            (0..400).for_each(|_| minimiser.round());
            let profile = minimiser.average();
            let (low, high) = form.bounds(&profile);
            assert!(low <= value + 1e-9 && value <= high + 1e-9, "{game:?} {regret:?}: {low} {value} {high}");
            assert!(form.exploitability(&profile) < 0.2, "{game:?} {regret:?}");
        }
    }
    assert!(solved > 140, "{solved}");
}

#[test]
fn kuhn_poker_is_worth_minus_an_eighteenth_to_the_first_player() {
    let form = form(&Kuhn);
    assert_eq!((form.information_sets(), form.games()), (12, 30));
    let truth = exact(&form).unwrap();
    assert_eq!(truth.value.to_string(), "-1/18");
    let mut minimiser = Minimiser::new(&form, Regret::Plus);
    let mut curve = Vec::new();
    let limit = approach(&mut minimiser, 1e-6, &Limits::default(), &mut |rounds, found| curve.push((rounds, found)));
    assert_eq!(limit, None);
    let profile = minimiser.average();
    assert!((form.value(&profile) + 1.0 / 18.0).abs() < 1e-6);
    assert!(curve.is_sorted_by_key(|(rounds, _)| *rounds) && curve.last().is_some_and(|(_, found)| *found <= 1e-6));
    // In every equilibrium the second player calls a bet with a queen once in three, and bluffs with a jack as often.
    let second = form.choices(Side::Min);
    let third = Fraction::new(1, 3);
    for (set, text) in [("?Q b", 1), ("?J p", 1)] {
        let number = second.sets.iter().position(|known| Kuhn.view_text(&known.view) == set).unwrap();
        assert_eq!(second.sets[number].actions, [Action::Pass, Action::Bet]);
        let shares = truth.behaviour(&form, Side::Min, number).unwrap();
        assert_eq!(Some(shares[text]), third, "{set}");
        assert!((profile.min.behaviour(second, number)[text] - 1.0 / 3.0).abs() < 1e-2);
    }
    // What an action is worth is told where it can happen: a king that is bet into wins two by calling, and loses one
    // by folding.
    let king = second.sets.iter().position(|known| Kuhn.view_text(&known.view) == "?K b").unwrap();
    let worths = form.action_worths(Side::Min, &truth.profile())[king].clone();
    assert!(worths.is_none_or(|worths| near(worths[0], -1.0) && near(worths[1], 2.0)));
}

#[test]
fn leduc_poker_has_the_value_that_others_found() {
    let form = form(&Leduc);
    assert_eq!((form.information_sets(), form.games()), (936, 5520));
    assert!(exact(&form).is_none(), "it is too large to be solved in fractions");
    for (regret, rounds) in [(Regret::Plus, 3000), (Regret::Discounted, 3000)] {
        let mut minimiser = Minimiser::new(&form, regret);
        (0..rounds).for_each(|_| minimiser.round());
        let profile = minimiser.average();
        assert!((form.value(&profile) + 0.085_606_4).abs() < 1e-5, "{regret:?}: {}", form.value(&profile));
        assert!(form.exploitability(&profile) < 1e-4, "{regret:?}: {}", form.exploitability(&profile));
        let (low, high) = form.bounds(&profile);
        assert!(low <= -0.085_606_4 && -0.085_606_4 <= high);
    }
}

#[test]
fn limits_are_kept_and_what_was_found_is_there() {
    let form = form(&Kuhn);
    let mut minimiser = Minimiser::new(&form, Regret::Discounted);
    let limits = Limits { nodes: Some(50), ..Limits::default() };
    assert_eq!(approach(&mut minimiser, 0.0, &limits, &mut |_, _| {}), Some(Limit::Nodes));
    assert_eq!(minimiser.rounds(), 50);
    assert!(form.exploitability(&minimiser.average()) < 0.1);
    let halt = SequenceForm::of(&Kuhn, &Kuhn.initial(), &limits).map(|_| ()).unwrap_err();
    assert_eq!(halt.cause, Cause::Limit(Limit::Nodes));
}

/// Two moves of one seat that sees nothing but whose turn it is, or too little: not a game that can be planned.
struct Blind {
    forgets: bool,
}

impl Game for Blind {
    type State = Vec<bool>;
    type Action = bool;
    type Luck = Without;
    type Secrets = With;
    fn initial(&self) -> Vec<bool> {
        Vec::new()
    }
    fn turn(&self, said: &Vec<bool>) -> Turn {
        Turn::Seat(if said.len() == 1 && !self.forgets { Seat::SECOND } else { Seat::FIRST })
    }
    fn actions(&self, said: &Vec<bool>, out: &mut Actions<bool>) {
        let choices = if !self.forgets && said == &[true] { 1 } else { 2 };
        out.extend([false, true].into_iter().take(if said.len() < 2 { choices } else { 0 }));
    }
    fn apply(&self, said: &mut Vec<bool>, coin: bool) {
        said.push(coin);
    }
    fn is_terminal(&self, said: &Vec<bool>) -> bool {
        said.len() == 2
    }
    fn utility(&self, said: &Vec<bool>) -> Score {
        if said[0] == said[1] { Score::WIN } else { Score::LOSS }
    }
    fn bounds(&self) -> Bounds {
        Bounds::WIN_DRAW_LOSS
    }
}

impl Hidden for Blind {
    type View = (Seat, usize);
    fn view(&self, said: &Vec<bool>, seat: Seat) -> (Seat, usize) {
        (seat, said.len())
    }
    fn viewer(&self, &(seat, _): &(Seat, usize)) -> Seat {
        seat
    }
    fn observation(&self, _: &Vec<bool>, _: bool, _: Seat) -> String {
        String::new()
    }
    fn sample(&self, _: &(Seat, usize), _: &mut dyn Random) -> Option<Vec<bool>> {
        None
    }
}

#[test]
fn a_game_that_cannot_be_planned_is_refused_with_the_place() {
    let halt = |forgets| {
        let game = Blind { forgets };
        *SequenceForm::of(&game, &game.initial(), &Limits::default()).map(|_| ()).unwrap_err()
    };
    assert_eq!((halt(true).cause, halt(true).path), (Cause::Forgets, vec![2]));
    assert_eq!((halt(false).cause, halt(false).path), (Cause::ActionsTell, vec![2]));
    assert!(halt(true).to_string().contains("does not see what it has done"), "{}", halt(true));
}
