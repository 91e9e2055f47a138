//! Averaging over the nodes of each information set.

use counterplay_core::search::{Averages, Dealing, Settings, averaging};
use counterplay_core::{Game, Halt, Hidden, Limits, Role, Turn};
use counterplay_games::tree::{Branch, NodeId, Tree};
use serde_json::{Value, json};

use crate::json;

/// An information set: its name, whose it is, and what averaging finds there.
pub type Set = (String, Role, Averages<NodeId, Branch>);

/// The averages of each information set, in the order of the text.
///
/// # Errors
/// What halted a search.
pub fn average(tree: &Tree, stack: usize) -> Result<Vec<Set>, Box<Halt>> {
    let settings = Settings::new().limits(Limits { stack, ..Limits::default() });
    let game = tree.veiled();
    let mut sets = Vec::new();
    for (index, name) in tree.information_sets().iter().enumerate() {
        let Some(node) = tree.member(index) else { continue };
        let Turn::Seat(seat) = game.turn(&node) else { continue };
        let view = game.view(&node, seat);
        let averages = averaging(&game, &view, &Dealing::new(), &settings)?;
        sets.push((name.clone(), Role::from(game.side(seat)), averages));
    }
    Ok(sets)
}

/// It as JSON.
#[must_use]
pub fn of_set((name, role, averages): &Set, tree: &Tree) -> Value {
    let number = |value: f64| json::number(value, tree.scale());
    let actions: Vec<Value> = (averages.actions.iter())
        .map(|entry| {
            let values: Vec<Value> = entry.values.iter().map(|&value| number(value)).collect();
            json!({ "action": entry.action.to_string(), "average": number(entry.average), "values": values })
        })
        .collect();
    json!({
        "name": name,
        "player": if *role == Role::Max { "max" } else { "min" },
        "probabilities": averages.states.iter().map(|(_, probability)| probability).collect::<Vec<_>>(),
        "actions": actions,
        "action": averages.choice.to_string(),
        "average": number(averages.average),
    })
}
