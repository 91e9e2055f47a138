//! Averaging over the nodes of each information set.

use counterplay_core::Role;
use counterplay_games::tree::Tree;
use counterplay_lessons::averages::{average, of_set};
use counterplay_lessons::{Algorithm, Choices, Direction, json, study};
use counterplay_render::Script;
use counterplay_render::number::Numerals;
use serde_json::Value;

use super::{Args, draw};
use crate::failure::Failure;
use crate::output::Output;

pub(super) fn run(args: &Args, tree: &Tree, stack: usize, output: &mut Output) -> Result<(), Failure> {
    // The picture is that of the tree with all cards face up, which is what averaging believes in.
    let revealed = study(
        tree,
        Choices { algorithm: Algorithm::Expectiminimax, direction: Direction::Ltr, cutoff: args.cutoff },
        stack,
    );
    draw(args, &revealed, false, output)?;
    let sets = average(tree, stack).map_err(|halt| Failure::input(halt.to_string()))?;
    if args.json {
        let sets: Vec<Value> = sets.iter().map(|set| of_set(set, tree)).collect();
        let believed = revealed.result.ok().map(|decision| json::number(decision.value.score, tree.scale()));
        return output.json(
            &serde_json::json!({ "algorithm": "averaging", "value_if_revealed": believed, "information_sets": sets }),
        );
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
