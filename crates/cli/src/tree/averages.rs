//! Averaging over the nodes of each information set, and an equilibrium beside it.

use counterplay_core::Role;
use counterplay_lessons::averages::{Set, answer, average};
use counterplay_lessons::equilibrium::{Comparison, Mixed, MixedAction, Worth, compare};
use counterplay_lessons::{Algorithm, Choices, Direction, study};
use counterplay_render::Script;
use counterplay_render::number::{Numerals, probability};
use counterplay_tree::Tree;

use super::{Args, draw};
use crate::failure::Failure;
use crate::output::Output;

/// Most sets whose strategy is printed.
const MOST_SETS: usize = 60;

pub(super) fn run(args: &Args, tree: &Tree, stack: usize, output: &mut Output) -> Result<(), Failure> {
    // The picture is that of the tree with all cards face up, which is what averaging believes in.
    let revealed = study(
        tree,
        Choices { algorithm: Algorithm::Expectiminimax, direction: Direction::Ltr, cutoff: args.cutoff },
        stack,
    );
    draw(args, &revealed, false, output)?;
    let sets = average(tree, stack).map_err(|halt| Failure::input(halt.to_string()))?;
    let compared = compare(tree, &sets, &revealed, stack);
    if args.json {
        return output.json(&answer(tree, &revealed, &sets, &compared));
    }
    let numerals = Numerals::new(tree.scale(), Script::Unicode);
    output.line("averaging: each action's value in each node of the set, as if the node were known, and the mean")?;
    sets.iter().try_for_each(|set| averages(set, numerals, output))?;
    output.line(
        "\n* the action with the best mean; it is no proven value of the game, for it is right only if the \
                 node\n  becomes known before the next choice",
    )?;
    match compared {
        Ok(compared) => comparison(&compared, tree, numerals, output),
        Err(why) => output.line(format!("\nno equilibrium: {why}")),
    }
}

const fn side(role: Role) -> &'static str {
    match role {
        Role::Max => "MAX",
        _ => "MIN",
    }
}

fn averages((name, role, averages): &Set, numerals: Numerals, output: &mut Output) -> Result<(), Failure> {
    output.line(format!("\ninformation set {name} ({}), {} nodes", side(*role), averages.states.len()))?;
    let chances: Vec<String> = averages.states.iter().map(|(_, share)| probability(*share)).collect();
    let (action, mean) = ("action", "mean");
    output.line(format!("  {action:8}  {mean:>10}  at each node, with probability {}", chances.join(", ")))?;
    for entry in &averages.actions {
        let mark = if entry.action == averages.choice { "*" } else { " " };
        let values: Vec<String> = entry.values.iter().map(|&value| numerals.value(value)).collect();
        let mean = numerals.value(entry.average);
        output.line(format!("{mark} {:<8}  {mean:>10}  {}", entry.action, values.join(", ")))?;
    }
    Ok(())
}

fn comparison(found: &Comparison, tree: &Tree, numerals: Numerals, output: &mut Output) -> Result<(), Failure> {
    output.line(match (found.value, found.equilibrium.bounds) {
        (Some(value), _) => format!("\nequilibrium: {value} for MAX, without a rounding error"),
        (None, (low, high)) => {
            let [low, high] = [low, high].map(|units| units / f64::from(tree.scale()));
            format!("\nequilibrium: between {low:.6} and {high:.6} for MAX, proven by CFR+")
        }
    })?;
    strategy(&found.strategy, output)?;
    output.line(format!(
        "\n  {:18}{:>16}{:>20}{:>17}",
        "strategy", "MAX is sure of", "MIN gives at most", "exploitability"
    ))?;
    let mut row = |name: &str, worth: &Worth| {
        let [low, high, gain] =
            [worth.bounds.0, worth.bounds.1, worth.exploitability].map(|units| numerals.value(units));
        output.line(format!("  {name:18}{low:>16}{high:>20}{gain:>17}"))
    };
    row("averaging", &found.averaging)?;
    for (rounds, worth) in &found.rounds {
        row(&format!("CFR+, {rounds} {}", if *rounds == 1 { "round" } else { "rounds" }), worth)?;
    }
    row("equilibrium", &found.equilibrium)?;
    output.line("\nexploitability: what a best reply gains, on average over the two sides")
}

/// Prints the strategies of averaging and of the equilibrium.
fn strategy(strategy: &[Mixed], output: &mut Output) -> Result<(), Failure> {
    let place = |mixed: &Mixed| match (&mixed.set, &mixed.node) {
        (Some(set), _) => format!("@{set}"),
        (None, node) => node.clone().unwrap_or_default(),
    };
    let shown = &strategy[..strategy.len().min(MOST_SETS)];
    let width = shown.iter().map(|mixed| place(mixed).chars().count()).max().unwrap_or(0).max("where".len());
    let reached = shown.iter().filter(|mixed| mixed.reached);
    let share_width = reached.flat_map(|mixed| &mixed.equilibrium).map(|of| share(of).len()).max().unwrap_or(0);
    output.line(format!("  {:4}  {:width$}  {:9}  equilibrium: action and how often", "side", "where", "averaging"))?;
    for mixed in shown {
        let shares: Vec<String> = mixed.equilibrium.iter().map(|of| format!("{:share_width$}", share(of))).collect();
        let shares = if mixed.reached { shares.join("  ") } else { "never reached".to_owned() };
        let line = format!("  {:4}  {:width$}  {:<9}  {shares}", side(mixed.role), place(mixed), mixed.averaging);
        output.line(line.trim_end())?;
    }
    match strategy.len() - shown.len() {
        0 => Ok(()),
        more => output.line(format!("  … and {more} more; --json has all")),
    }
}

/// Share of an action, `2: 1/3`: the second action, once in three.
fn share(share: &MixedAction) -> String {
    let often = share.fraction.map_or_else(|| format!("{:.4}", share.probability), |fraction| fraction.to_string());
    format!("{}: {often}", share.action)
}
