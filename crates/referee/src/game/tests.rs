use super::*;
use crate::player::{Kind, PlayerSettings};

/// Does what it was told to, and remembers what it was told.
struct Puppet {
    begins: Result<(), Fault>,
    does: Result<Choice, Fault>,
    told: Arc<std::sync::Mutex<Vec<String>>>,
}

impl Player for Puppet {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        self.told.lock().unwrap().push(format!("{} {}", beginning.seat, beginning.seed));
        self.begins.clone().map_err(Trouble::Fault)
    }
    fn choose(&mut self, _: &dyn AnyPosition) -> Result<Choice, Trouble> {
        self.does.clone().map_err(Trouble::Fault)
    }
    fn end(&mut self, _: &dyn AnyPosition, outcome: Outcome) {
        self.told.lock().unwrap().push(outcome.as_str().to_owned());
    }
}

fn setting(game: &str, longest: usize) -> Setting {
    let options = Vec::new();
    Setting {
        name: game.to_owned(),
        options,
        game: counterplay_standard::catalog().game(game, &[]).unwrap(),
        seed: 1,
        longest,
    }
}

/// A game of tic-tac-toe in which player B is a puppet, and what the puppet was told.
fn against_puppet(number: u64, begins: Result<(), Fault>, does: Result<Choice, Fault>) -> (GameRecord, Vec<String>) {
    let told = Arc::default();
    let puppet = Puppet { begins, does, told: Arc::clone(&told) };
    let mut players = [Kind::Random.player(&PlayerSettings::default(), &Arc::default()), Box::new(puppet)];
    let game = setting("tictactoe", 1000).play(number, Opening::default(), &mut players).unwrap();
    let told = told.lock().unwrap().clone();
    (game, told)
}

#[test]
fn whoever_is_at_fault_loses_in_either_seat() {
    let illegal = Fault::Illegal("z9".to_owned());
    for (number, actions) in [(1, 1), (2, 0)] {
        let (game, told) = against_puppet(number, Ok(()), Ok(Choice::Action("z9".into())));
        assert_eq!((game.winner, &game.reason), (Some(Who::A), &Reason::Fault(illegal.clone())));
        assert_eq!((game.actions.len(), game.effort[1].0, told[1].as_str()), (actions, 1, "loss"));
        assert!(told[0].starts_with(if number == 1 { "second " } else { "first " }), "{told:?}");
        let (game, _) = against_puppet(number, Err(Fault::Time), Ok(Choice::Resign));
        assert_eq!((game.winner, game.reason, game.plies), (Some(Who::A), Reason::Fault(Fault::Time), 0));
        let (game, _) = against_puppet(number, Ok(()), Ok(Choice::Resign));
        assert_eq!((game.winner, game.reason), (Some(Who::A), Reason::Resignation));
    }
}

/// Of 64 discs that could have been won, one counts.
#[test]
fn a_game_has_its_points_and_one_that_is_given_up_counts_for_one() {
    let play = |game: &str, number: u64, players: &mut [Box<dyn Player>; 2]| {
        setting(game, 1000).play(number, Opening::default(), players).unwrap()
    };
    let random = || Kind::Random.player(&PlayerSettings::default(), &Arc::default());
    for number in 1..=4 {
        let game = play("othello", number, &mut [random(), random()]);
        let mut position = setting("othello", 1000).game.start();
        game.actions.iter().for_each(|word| position.play(word).unwrap());
        let seat = if number % 2 == 1 { Seat::FIRST } else { Seat::SECOND };
        assert_eq!(game.points, position.result(seat));
        let puppet = Puppet { begins: Ok(()), does: Ok(Choice::Resign), told: Arc::default() };
        assert_eq!(play("othello", number, &mut [random(), Box::new(puppet)]).points, Some(1.0));
        let puppet = Puppet { begins: Err(Fault::Time), does: Ok(Choice::Resign), told: Arc::default() };
        assert_eq!(play("pig", number, &mut [Box::new(puppet), random()]).points, Some(0.0));
    }
}

#[test]
fn the_games_of_a_pair_have_one_seed_and_each_player_its_own() {
    let resign = || Ok(Choice::Resign);
    let seed = |number| against_puppet(number, Ok(()), resign()).1[0].split_once(' ').unwrap().1.to_owned();
    assert!(seed(1) == seed(2) && seed(2) != seed(3));
    let game = |number| against_puppet(number, Ok(()), resign()).0;
    assert_eq!((game(1).seed, game(1).first, game(2).first), (game(2).seed, Who::A, Who::B));
    assert!(game(3).seed != game(1).seed && game(3).seed < 1 << 53 && seed(1) != game(1).seed.to_string());
}

#[test]
fn a_game_that_takes_too_long_is_a_draw() {
    let mut players = [(); 2].map(|()| Kind::Random.player(&PlayerSettings::default(), &Arc::default()));
    let game = setting("pig", 7).play(1, Opening::default(), &mut players).unwrap();
    assert_eq!((game.winner, game.reason, game.plies), (None, Reason::Length, 7));
    assert_eq!(game.points, Some(0.5));
    // A game that ends with the last ply has ended by the rules.
    let whole = setting("tictactoe", 1000).play(1, Opening::default(), &mut players).unwrap();
    let again = setting("tictactoe", whole.plies).play(1, Opening::default(), &mut players).unwrap();
    assert_eq!((again.reason, again.actions), (Reason::Rules, whole.actions));
}
