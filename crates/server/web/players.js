// Who sits where, with their clocks.

import { face } from "./clock.js";
import { byId, make } from "./dom.js";
import { nearSeat, sideOf } from "./sides.js";

/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Catalog["levels"]} Levels */

export const SEATS = /** @type {const} */ (["first", "second"]);

/** A field to choose a player in. @param {Levels} levels @param {string} chosen @param {string} label */
export function playerField(levels, chosen, label) {
  const select = make("select", { "aria-label": label }, make("option", { value: "person" }, "Person"));
  for (const { level } of levels) select.append(make("option", { value: `level:${level}` }, `Machine, level ${level}`));
  select.value = chosen;
  return select;
}

/** What a player does. @param {Levels} levels @param {string} player */
export function describe(levels, player) {
  const level = levels.find((one) => `level:${one.level}` === player);
  return level ? level.text : "moves by hand";
}

export class PlayersPanel {
  /**
   * @param {import("./types.js").Entry} entry
   * @param {Levels} levels
   * @param {(players: Partial<import("./types.js").Players>) => void} change
   */
  constructor(entry, levels, change) {
    this.levels = levels;
    this.rows = SEATS.map((seat) => {
      const side = sideOf(entry, seat);
      const select = playerField(levels, "person", `${side} is played by`);
      const text = make("p", { class: "level" });
      const clock = make("span", { class: "clock", role: "timer", "aria-label": `${side}’s clock` });
      select.addEventListener("change", () => change({ [seat]: select.value }));
      const row = make(
        "div",
        { class: "player", "data-seat": seat },
        make("span", { class: `swatch ${seat}`, "aria-hidden": "true" }),
        make("span", { class: "seat" }, side),
        select,
        text,
        clock,
      );
      return { seat, row, select, text, clock };
    });
    byId("players").replaceChildren(...this.rows.map(({ row }) => row));
  }

  /** @param {import("./table.js").Table} table @param {import("./clock.js").Clock | null} clock */
  show(table, clock) {
    for (const { seat, row, select, text } of this.rows) {
      const player = table.players[seat];
      if (select.value !== player) select.value = player;
      select.disabled = table.secrets && player === "person";
      const words =
        table.secrets && player === "person" && !table.keys[seat]
          ? "sits at another page"
          : describe(this.levels, player);
      // A long one is cut where there is no room for it.
      if (text.textContent !== words) text.textContent = text.title = words;
      row.classList.toggle("near", seat === nearSeat(table));
      row.classList.toggle("turn", table.scene?.turn === seat && !table.scene.over);
    }
    this.time(clock);
  }

  /** @param {import("./clock.js").Clock | null} clock */
  time(clock) {
    for (const { seat, clock: element } of this.rows) {
      element.hidden = clock === null;
      if (!clock) continue;
      const fallen = clock.flag === seat;
      const text = fallen ? "time is up" : face(clock.rest(seat));
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("running", clock.running === seat);
      element.classList.toggle("low", !fallen && clock.rest(seat) < 20000);
      element.classList.toggle("fallen", fallen);
    }
  }
}
