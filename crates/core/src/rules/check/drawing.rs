//! The laws of drawings: what is clicked means one action and no other.

use std::collections::HashSet;
use std::rc::Rc;

use super::law::{Law, Verdict, When};
use super::object::{Action, PictureRules, Rules};
use crate::rules::picture::Path;

pub(super) fn laws<'g>(game: &Rc<dyn PictureRules + 'g>) -> Vec<Law<'g>> {
    vec![
        Law::new(game, "the cells of a board have different names", When::Anywhere, |game, place| {
            let mut names = HashSet::new();
            let drawing = game.picture(place.state);
            match drawing.cells.iter().find(|cell| !names.insert(cell.name.as_str())) {
                Some(twin) => Err(format!("two cells are called {:?}", twin.name)),
                None => Ok(()),
            }
        }),
        Law::new(game, "no click path is the beginning of another action's", When::SeatsTurn, |game, place| {
            let options = place.tried().map(|action| (action, game.clicks(place.state, action)));
            tell_apart(place.rules, &options.collect::<Vec<_>>())
        }),
    ]
}

/// Whether each path belongs to one action alone. In sorted order a beginning comes right before what it begins.
fn tell_apart(rules: &dyn Rules, options: &[(Action, Vec<Path>)]) -> Verdict {
    let mut paths: Vec<(&Path, usize)> =
        options.iter().enumerate().flat_map(|(at, (_, paths))| paths.iter().map(move |path| (path, at))).collect();
    paths.sort();
    for pair in paths.windows(2) {
        let [(first, one), (second, other)] = [pair[0], pair[1]];
        if one != other && second.starts_with(first) {
            let [one, other] = [one, other].map(|at| rules.action_text(options[at].0));
            return Err(format!("{first:?} means {one}, and {second:?} means {other}"));
        }
    }
    match options.iter().find(|(_, paths)| paths.iter().any(Vec::is_empty)) {
        Some(&(action, _)) => Err(format!("{} is made by clicking nothing", rules.action_text(action))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Battery;
    use crate::rules::picture::{Cell, Drawing, Picture};
    use crate::{Actions, Game, Score, Seat, Turn, Without};

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
