//! The laws of drawings: what is clicked means one action and no other.

use std::collections::HashSet;

use super::law::{Law, Verdict, When};
use crate::rules::picture::{Drawing, Path, Picture, PictureOfView};
use crate::{Game, Turn};

/// How the board of a state looks to whoever is to move, and the paths of an action in it.
struct Boards<G: Game> {
    board: fn(&G, &G::State) -> Drawing,
    clicks: fn(&G, &G::State, G::Action) -> Vec<Path>,
}

/// Of a game in which everybody sees everything.
pub(super) fn laws<'g, G: Picture + 'g>() -> Vec<Law<'g, G>> {
    of(&Boards { board: |game: &G, state| game.picture(state, None), clicks: G::clicks })
}

/// Of a game with secrets.
pub(super) fn laws_of_views<'g, G: PictureOfView + 'g>() -> Vec<Law<'g, G>> {
    of(&Boards {
        board: |game: &G, state| match mover(game, state) {
            Some(seat) => game.picture_of_view(&game.view(state, seat)),
            None => Drawing::default(),
        },
        clicks: |game, state, action| {
            mover(game, state).map_or_else(Vec::new, |seat| game.clicks_in_view(&game.view(state, seat), action))
        },
    })
}

fn mover<G: Game>(game: &G, state: &G::State) -> Option<crate::Seat> {
    match game.turn(state) {
        _ if game.is_terminal(state) => None,
        Turn::Seat(seat) => Some(seat),
        Turn::Chance => None,
    }
}

fn of<'g, G: Game + 'g>(&Boards { board, clicks }: &Boards<G>) -> Vec<Law<'g, G>> {
    vec![
        Law::new("the cells of a board have different names", When::Anywhere, move |game: &G, place| {
            let mut names = HashSet::new();
            let drawing = board(game, place.state);
            match drawing.cells.iter().find(|cell| !names.insert(cell.name.as_str())) {
                Some(twin) => Err(format!("two cells are called {:?}", twin.name)),
                None => Ok(()),
            }
        }),
        Law::new("no click path is the beginning of another action's", When::SeatsTurn, move |game: &G, place| {
            let options = place.tried().map(|action| (action, clicks(game, place.state, action)));
            tell_apart(&options.collect::<Vec<_>>())
        }),
    ]
}

/// Whether each path belongs to one action alone. In sorted order a beginning comes right before what it begins.
fn tell_apart<A: Copy + std::fmt::Debug>(options: &[(A, Vec<Path>)]) -> Verdict {
    let mut paths: Vec<(&Path, usize)> =
        options.iter().enumerate().flat_map(|(at, (_, paths))| paths.iter().map(move |path| (path, at))).collect();
    paths.sort();
    for pair in paths.windows(2) {
        let [(first, one), (second, other)] = [pair[0], pair[1]];
        if one != other && second.starts_with(first) {
            let (one, other) = (options[one].0, options[other].0);
            return Err(format!("{first:?} means {one:?}, and {second:?} means {other:?}"));
        }
    }
    match options.iter().find(|(_, paths)| paths.iter().any(Vec::is_empty)) {
        Some((action, _)) => Err(format!("{action:?} is made by clicking nothing")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Battery;
    use crate::rules::picture::Cell;
    use crate::{Actions, Score, Seat, Without};

    /// Somebody takes one of three stones, and that is all; what is wrong with its board, if anything.
    #[derive(Clone, Copy, PartialEq)]
    enum Stones {
        Honest,
        Twins,
        Shared,
        Begun,
        Nothing,
    }

    impl Game for Stones {
        type State = bool;
        type Action = u8;
        type Luck = Without;
        type Secrets = Without;
        fn initial(&self) -> bool {
            false
        }
        fn turn(&self, _: &bool) -> Turn {
            Turn::Seat(Seat::FIRST)
        }
        fn actions(&self, taken: &bool, out: &mut Actions<u8>) {
            out.extend((0..3).filter(|_| !taken));
        }
        fn apply(&self, taken: &mut bool, _: u8) {
            *taken = true;
        }
        fn is_terminal(&self, taken: &bool) -> bool {
            *taken
        }
        fn utility(&self, _: &bool) -> Score {
            Score::DRAW
        }
    }

    impl Picture for Stones {
        fn picture(&self, _: &bool, _: Option<u8>) -> Drawing {
            let name = |at: u16| if *self == Stones::Twins { "stone".to_owned() } else { at.to_string() };
            Drawing { cells: (0..3).map(|at| Cell::new(name(at), at, 0)).collect(), ..Drawing::default() }
        }
        fn clicks(&self, _: &bool, action: u8) -> Vec<Path> {
            let path = |names: &[u8]| names.iter().map(u8::to_string).collect::<Path>();
            match (self, action) {
                (Stones::Shared, 1) => vec![path(&[1]), path(&[2])],
                (Stones::Begun, 1) => vec![path(&[2, 0])],
                (Stones::Nothing, 1) => vec![path(&[])],
                _ => vec![path(&[action])],
            }
        }
    }

    #[test]
    fn what_is_clicked_means_one_action() {
        assert!(Battery::new(&Stones::Honest).drawing().run().is_ok());
        for (liar, words) in [
            (Stones::Twins, "two cells are called \"stone\""),
            (Stones::Shared, "[\"2\"] means 1, and [\"2\"] means 2"),
            (Stones::Begun, "[\"2\"] means 2, and [\"2\", \"0\"] means 1"),
            (Stones::Nothing, "means 1"),
        ] {
            let violation = Battery::new(&liar).drawing().run().unwrap_err();
            assert!(violation.to_string().contains(words), "{violation}");
        }
    }

    #[test]
    fn what_the_board_has_no_place_for_is_a_button() {
        let paths = [vec!["0".to_owned()], vec!["roll".to_owned()], vec!["roll".to_owned(), "1".to_owned()]];
        let drawing = Stones::Honest.picture(&false, None).with_buttons(&paths);
        assert_eq!((drawing.buttons.as_slice(), drawing.cells.len()), (&["roll".to_owned()][..], 3));
    }
}
