use counterplay_core::search::{Settings, expectiminimax};
use counterplay_core::trace::Silent;
use counterplay_core::{Actions, Game, Score, Turn, With, Without};

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
    fn utility(&self, _: &Option<bool>) -> Score {
        Score::DRAW
    }
}

fn main() {
    expectiminimax(&Coin, &Coin.initial(), &Settings::new(), &mut Silent).unwrap();
}
