// What the sides are called: by the game's own words, such as black and white, or else first and second.

import { capital } from "./value.js";

/** @typedef {import("./types.js").Seat} Seat */

/**
 * The name of a side, with a capital.
 *
 * @param {import("./types.js").Entry} entry
 * @param {import("./types.js").Turn} turn
 */
export function sideOf(entry, turn) {
  if (turn === "chance" || turn === "nobody") return capital(turn);
  return capital(entry.sides?.[turn === "first" ? 0 : 1] ?? turn);
}

/**
 * A name for a side, and who plays it.
 *
 * @param {import("./types.js").Entry} entry
 * @param {import("./types.js").Players} players
 * @param {Seat} seat
 */
export function named(entry, players, seat) {
  const player = players[seat];
  const side = sideOf(entry, seat);
  if (player !== "person") return `${side} (level ${player.slice(6)})`;
  const alone = players[seat === "first" ? "second" : "first"] !== "person";
  return alone ? `${side} (you)` : side;
}

/**
 * The seat at the near edge of the table: that of whoever looks at the page.
 *
 * @param {import("./table.js").Table} table
 * @returns {Seat}
 */
export function nearSeat(table) {
  if (table.seat) return table.seat;
  const second = table.players.first !== "person" && table.players.second === "person";
  return second !== table.turned ? "second" : "first";
}
