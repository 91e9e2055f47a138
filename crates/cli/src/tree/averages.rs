//! Averaging over the nodes of each information set.

use counterplay_core::search::{Averages, Settings, averaging};
use counterplay_core::{Game, Hidden, Limits, Role, Seeded, Turn};
use counterplay_games::tree::{Branch, NodeId, Tree};
use counterplay_render::Script;
use counterplay_render::number::Numerals;
use serde_json::{Value, json};

use super::search;
use super::{Algorithm, Args, Direction, draw, json};
use crate::failure::Failure;
use crate::output::Output;

type Set = (String, Role, Averages<NodeId, Branch>);

pub(super) fn run(args: &Args, tree: &Tree, stack: usize, output: &mut Output) -> Result<(), Failure> {
    // The picture is that of the tree with all cards face up, which is what averaging believes in.
    let revealed = search::run(tree, Algorithm::Expectiminimax, Direction::Ltr, args.cutoff, stack);
    draw(args, &revealed, false, output)?;
    let sets = average(tree, stack)?;
    if args.json {
        let sets: Vec<Value> = sets.iter().map(|set| of_set(set, tree)).collect();
        let believed = revealed.result.ok().map(|decision| json::number(decision.value.score, tree.scale()));
        return output
            .json(&json!({ "algorithm": "averaging", "value_if_revealed": believed, "information_sets": sets }));
    }
    let numerals = Numerals::new(tree.scale(), Script::Unicode);
    output.line("averaging: each action's value in each node of the set, as if the node were known, and the mean")?;
    for (name, role, averages) in &sets {
        let side = if *role == Role::Max { "MAX" } else { "MIN" };
        output.line(format!("\ninformation set {name} ({side}), {} nodes", averages.states.len()))?;
        let chances: Vec<String> =
            averages.states.iter().map(|(_, p)| counterplay_render::number::probability(*p)).collect();
        output.line(format!(
            "  {:8}  {:>10}  at each node, with probability {}",
            "action",
            "mean",
            chances.join(", ")
        ))?;
        for entry in &averages.actions {
            let mark = if entry.action == averages.choice { "*" } else { " " };
            let values: Vec<String> = entry.values.iter().map(|&value| numerals.value(value)).collect();
            output.line(format!(
                "{mark} {:<8}  {:>10}  {}",
                entry.action,
                numerals.value(entry.average),
                values.join(", ")
            ))?;
        }
    }
    output.line("\n* the action with the best mean; it is no proven value of the game, for it is right only if the node\n  becomes known before the next choice")
}

/// The averages of each information set, in the order of the text.
fn average(tree: &Tree, stack: usize) -> Result<Vec<Set>, Failure> {
    let settings = Settings::new().limits(Limits { stack, ..Limits::default() });
    let game = tree.veiled();
    let mut sets = Vec::new();
    for (index, name) in tree.information_sets().iter().enumerate() {
        let Some(node) = tree.member(index) else { continue };
        let Turn::Seat(seat) = game.turn(&node) else { continue };
        let view = game.view(&node, seat);
        let averages = averaging(&game, &view, 1, &settings, &mut Seeded::new(0));
        let averages = averages.map_err(|halt| Failure::input(halt.to_string()))?;
        sets.push((name.clone(), Role::from(game.side(seat)), averages));
    }
    Ok(sets)
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
