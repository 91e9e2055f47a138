//! A small game with superko, for the edges: none of them may let the forbidden move through.

use counterplay_core::notation::ReadGame;
use counterplay_core::{Actions, Game, Key, Keyed, Notation, Repetition, Score, Seat, TextError, Turn, Without};

/// A coin lies tails up. By turns one flips it or passes, and no position may come again; whoever wants heads has won
/// if it lies so when both have passed. By flipping first, the first seat wins: the second may not flip it back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ko;

/// How the coin lies, who is to move, and how many have passed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Coin {
    heads: bool,
    mover: Seat,
    passes: u8,
}

/// What one can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turning {
    /// Turn the coin over.
    Flip,
    /// Leave it.
    Pass,
}

impl Game for Ko {
    type State = Coin;
    type Action = Turning;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Coin {
        Coin { heads: false, mover: Seat::FIRST, passes: 0 }
    }
    fn turn(&self, coin: &Coin) -> Turn {
        Turn::Seat(coin.mover)
    }
    fn actions(&self, coin: &Coin, out: &mut Actions<Turning>) {
        if coin.passes < 2 {
            out.extend([Turning::Flip, Turning::Pass]);
        }
    }
    fn apply(&self, coin: &mut Coin, action: Turning) {
        match action {
            Turning::Flip => (coin.heads, coin.passes) = (!coin.heads, 0),
            Turning::Pass => coin.passes += 1,
        }
        coin.mover = coin.mover.other();
    }
    fn is_terminal(&self, coin: &Coin) -> bool {
        coin.passes == 2
    }
    fn utility(&self, coin: &Coin) -> Score {
        if coin.heads { Score::WIN } else { Score::LOSS }
    }
    fn repetition(&self) -> Repetition {
        Repetition::Forbidden
    }
    /// The coin and who is to move; a pass is passed over.
    fn repetition_key(&self, coin: &Coin) -> Option<Key> {
        (coin.passes == 0).then(|| Key::of(&(coin.heads, coin.mover)))
    }
}

impl Keyed for Ko {
    fn key(&self, coin: &Coin) -> Key {
        Key::of(coin)
    }
}

impl Notation for Ko {
    fn action_text(&self, _: &Coin, action: Turning) -> String {
        format!("{action:?}").to_lowercase()
    }
    /// A whole game: `ko` and its moves. The reader knows the rules of a state, and not what came before.
    fn parse_game(&self, text: &str) -> Option<ReadGame<Coin, Turning>> {
        let moves = text.strip_prefix("ko ")?.split(' ').map(|word| match word {
            "flip" => Ok(Turning::Flip),
            "pass" => Ok(Turning::Pass),
            _ => Err(TextError::new(0, "expected flip or pass")),
        });
        Some(moves.collect::<Result<_, _>>().map(|moves| (self.initial(), moves)))
    }
}
