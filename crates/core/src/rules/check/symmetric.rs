//! The laws of symmetries.

use super::law::{Law, When, same};
use crate::{Symmetric, Turn};

/// More symmetries than most games have.
const MANY: u32 = 16;

pub(super) fn laws<'g, G: Symmetric + 'g>() -> Vec<Law<'g, G>> {
    vec![
        Law::new("symmetry 0 changes nothing", When::Anywhere, |game: &G, place| {
            let image = format!("{:?}", game.image(place.state, 0));
            same("the state and its image", place.text, &image)
        }),
        Law::new("mirror images have one representative", When::Anywhere, |game: &G, place| {
            let (key, symmetry) = game.representative(place.state);
            let standing = game.image(place.state, symmetry);
            same("the key of the representative", &format!("{key:?}"), &format!("{:?}", game.key(&standing)))?;
            let step = game.symmetries().div_ceil(MANY) as usize;
            for symmetry in (0..game.symmetries()).skip(place.text.len() % step).step_by(step) {
                let (other, _) = game.representative(&game.image(place.state, symmetry));
                let what = format!("the representative of the state and of its image by symmetry {symmetry}");
                same(&what, &format!("{key:?}"), &format!("{other:?}"))?;
            }
            Ok(())
        }),
        Law::new("the image of a result is the result of the images", When::Anywhere, |game: &G, place| {
            // What chance can do is not listed by the actions.
            if !matches!(place.turn, Some(Turn::Seat(_))) {
                return Ok(());
            }
            // Where there are many symmetries, each is tried with some of the actions: over all states they all have
            // their turn.
            let actions = &place.options.list;
            let step = game.symmetries().div_ceil(MANY) as usize;
            for symmetry in 0..game.symmetries() {
                let image = game.image(place.state, symmetry);
                let legal = game.action_list(&image);
                same("the number of actions of an image", &actions.len().to_string(), &legal.len().to_string())?;
                for &action in actions.iter().skip(symmetry as usize % step).step_by(step) {
                    let moved = game.image_of_action(action, symmetry);
                    if !legal.contains(&moved) {
                        return Err(format!("the image {moved:?} of {action:?} by symmetry {symmetry} is not legal"));
                    }
                    let [one, other] =
                        [game.image(&game.result(place.state, action), symmetry), game.result(&image, moved)];
                    let what = format!("what {action:?} leads to, by symmetry {symmetry}");
                    same(&what, &format!("{one:?}"), &format!("{other:?}"))?;
                }
            }
            Ok(())
        }),
    ]
}
