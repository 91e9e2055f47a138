//! Expectation tables of a game of chance, printed for people and for programs.

use counterplay_api::tables::Tables;
use counterplay_api::{AnyPosition, TurnWord, expected_actions};
use counterplay_core::Seat;
use serde_json::json;

use super::ProbeArgs;
use crate::Context;
use crate::failure::Failure;

/// Prints the expected value of a position, and of each action or throw. Returns whether the tables know it.
pub(super) fn probe(
    args: &ProbeArgs,
    position: &dyn AnyPosition,
    tables: &Tables,
    context: &mut Context<'_>,
) -> Result<bool, Failure> {
    // At chance's turn the values are the first seat's.
    let seat = match position.turn() {
        TurnWord::Seat(seat) => seat,
        TurnWord::Chance | TurnWord::Over => Seat::FIRST,
    };
    let found = position.expected(tables, seat);
    let value = found.value;
    let after = expected_actions(position, tables, seat);
    let known = value.is_some() || found.race.is_some();
    if args.json {
        let race = found.race.map(|race| {
            json!({
                "first_throws": race.max_throws, "throws": [race.throws.0, race.throws.1], "win": race.chances.win,
                "win_double": race.chances.win_double, "lose_double": race.chances.lose_double,
            })
        });
        let actions = after.iter().map(|(action, value)| json!({"action": action.word, "value": value}));
        context.output.json(&json!({
            "game": args.position.game, "position": position.text(), "for": seat.to_string(), "value": value,
            "race": race, "actions": actions.collect::<Vec<_>>(),
        }))?;
        return Ok(known);
    }
    match value {
        Some(value) => context.output.line(format!("{value:+.9} for {seat} on average"))?,
        None => context.output.line("the tables do not tell the value")?,
    }
    if let Some(race) = found.race {
        let (own, other) = race.throws;
        let chances = race.chances;
        let double =
            |chance: f64| if chance > 0.0 { format!(", {:.2} % doubly", 100.0 * chance) } else { String::new() };
        context.output.line(format!(
            "as a race: {own:.6} throws against {other:.6}; who throws next wins {:.2} %{}, and loses {:.2} %{}",
            100.0 * chances.win,
            double(chances.win_double),
            100.0 * (1.0 - chances.win),
            double(chances.lose_double)
        ))?;
    }
    for (action, value) in &after {
        let value = value.map_or_else(|| "unknown".to_owned(), |value| format!("{value:+.9}"));
        context.output.line(format!("  {:<16} {value}", action.word))?;
    }
    Ok(known)
}
