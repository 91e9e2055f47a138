//! The laws of keys.
//!
//! A key stands for the whole state, as `Debug` writes it. What only the rule of repetition passes over is the business
//! of [`Game::repetition_key`](crate::Game::repetition_key), which may be the same for different states.

use std::collections::HashMap;
use std::rc::Rc;

use super::law::{Law, When, differ, same};
use super::object::{Action, KeyedRules};
use crate::Key;

pub(super) fn laws<'g>(game: &Rc<dyn KeyedRules + 'g>) -> Vec<Law<'g>> {
    let mut keys: HashMap<String, Key> = HashMap::new();
    let mut states: HashMap<Key, String> = HashMap::new();
    vec![
        Law::new(game, "a key is the same each time", When::Anywhere, |game, place| {
            let [first, second] = [game.key(place.state), game.key(place.state)];
            same("the key", &format!("{first:?}"), &format!("{second:?}"))
        }),
        // Checked whenever a state is reached: a key that is kept up to date along the way may depend on the way.
        Law::new(game, "equal states have equal keys", When::EachTime, move |game, place| {
            let key = game.key(place.state);
            let known = *keys.entry(place.text.to_owned()).or_insert(key);
            same("the keys of the state, reached by two lines", &format!("{known:?}"), &format!("{key:?}"))
        }),
        Law::new(game, "the actions of a state have different codes", When::Anywhere, |game, place| {
            let mut codes: HashMap<u16, Action> = HashMap::new();
            for &action in &place.options.list {
                if let Some(code) = game.code(action)
                    && let Some(other) = codes.insert(code, action)
                {
                    let [other, action] = [other, action].map(|action| place.rules.action_text(action));
                    return Err(format!("{other} and {action} have the code {code}"));
                }
            }
            Ok(())
        }),
        Law::new(game, "different states have different keys", When::Anywhere, move |game, place| {
            let key = game.key(place.state);
            let known = states.entry(key).or_insert_with(|| place.text.to_owned());
            if known == place.text {
                Ok(())
            } else {
                Err(differ(&format!("two states have the key {}", key.0), known, place.text))
            }
        }),
    ]
}
