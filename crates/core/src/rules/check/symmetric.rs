//! The laws of symmetries.

use std::rc::Rc;

use super::law::{Law, When, same};
use super::object::SymmetricRules;
use crate::Turn;

/// More symmetries than most games have.
const MANY: u32 = 16;

pub(super) fn laws<'g>(game: &Rc<dyn SymmetricRules + 'g>) -> Vec<Law<'g>> {
    vec![
        Law::new(game, "symmetry 0 changes nothing", When::Anywhere, |game, place| {
            let image = place.rules.text(game.image(place.state, 0));
            same("the state and its image", place.text, &image)
        }),
        Law::new(game, "mirror images have one representative", When::Anywhere, |game, place| {
            let (key, symmetry) = game.representative(place.state);
            let standing = game.image(place.state, symmetry);
            same("the key of the representative", &format!("{key:?}"), &format!("{:?}", game.key(standing)))?;
            let step = game.symmetries().div_ceil(MANY) as usize;
            for symmetry in (0..game.symmetries()).skip(place.text.len() % step).step_by(step) {
                let (other, _) = game.representative(game.image(place.state, symmetry));
                let what = format!("the representative of the state and of its image by symmetry {symmetry}");
                same(&what, &format!("{key:?}"), &format!("{other:?}"))?;
            }
            Ok(())
        }),
        Law::new(game, "the image of a result is the result of the images", When::Anywhere, |game, place| {
            // What chance can do is not listed by the actions.
            if !matches!(place.turn, Some(Turn::Seat(_))) {
                return Ok(());
            }
            // Where there are many symmetries, each is tried with some of the actions: over all states they all have
            // their turn.
            let (rules, actions) = (place.rules, &place.options.list);
            let step = game.symmetries().div_ceil(MANY) as usize;
            (0..game.symmetries()).try_for_each(|symmetry| {
                rules.scoped(|| {
                    let image = game.image(place.state, symmetry);
                    let legal = rules.action_list(image);
                    same("the number of actions of an image", &actions.len().to_string(), &legal.len().to_string())?;
                    for &action in actions.iter().skip(symmetry as usize % step).step_by(step) {
                        let moved = game.image_of_action(action, symmetry);
                        let told = rules.action_text(action);
                        if rules.find(moved, &legal).is_none() {
                            let moved = rules.action_text(moved);
                            return Err(format!("the image {moved} of {told} by symmetry {symmetry} is not legal"));
                        }
                        let one = game.image(rules.result(place.state, action), symmetry);
                        let other = rules.result(image, moved);
                        let what = format!("what {told} leads to, by symmetry {symmetry}");
                        same(&what, &rules.text(one), &rules.text(other))?;
                    }
                    Ok(())
                })
            })
        }),
    ]
}
