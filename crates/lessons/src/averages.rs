//! Averaging over the nodes of each information set.

use counterplay_core::search::{Averages, Dealing, Settings, averaging};
use counterplay_core::{Game, Halt, Hidden, Limits, Role, Turn};
use counterplay_tree::{Branch, NodeId, Tree};
use serde_json::{Value, json};

use crate::equilibrium::{self, Comparison};
use crate::{Study, json};

/// Information set: its name, whose it is, and what averaging finds there.
pub type Set = (String, Role, Averages<NodeId, Branch>);

/// Averages of each information set, in the order of the text.
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

/// JSON of a tree with information sets: the averages, and beside them what `compared` has. `revealed` is its study
/// with all cards face up, which is what averaging believes in.
#[must_use]
pub fn answer(tree: &Tree, revealed: &Study, sets: &[Set], compared: &Result<Comparison, String>) -> Value {
    let believed = revealed.result.as_ref().ok().map(|decision| json::number(decision.value.score, tree.scale()));
    let mut answer = json!({
        "algorithm": "averaging",
        "value_if_revealed": believed,
        "information_sets": sets.iter().map(|set| of_set(set, tree)).collect::<Vec<_>>(),
    });
    if let (Some(answer), Value::Object(compared)) = (answer.as_object_mut(), equilibrium::to_json(compared, tree)) {
        answer.extend(compared);
    }
    answer
}

fn of_set((name, role, averages): &Set, tree: &Tree) -> Value {
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
