// The race: every search on the position that is shown, its nodes counted while it runs; and what the order of branches
// is worth on uniform
// trees. All counts, values and plots are the server's.

import { aborted, ApiError, begin, Remote, uniform } from "./api.js";
import { byId, drawing, make } from "./dom.js";
import { notice, say } from "./speech.js";
import { follow } from "./stream.js";
import { signed } from "./value.js";

/**
 * @typedef {object} Row   What one search took.
 * @property {string} name
 * @property {number} depth
 * @property {number} nodes
 * @property {number | null} effective_branching
 * @property {number | null} value
 * @property {number} ms
 * @property {string | null} stopped
 */
/** @typedef {{ depth: number, name: string, nodes: number, row: Row | null }} Progress */
/**
 * @typedef {{ rows: Row[], minimal: { nodes: number } | null, value: number | null, others: string[], plot: string, notes: string[] }} Result
 */
/** @typedef {{ name: string, nodes: number, row: Row | null, state: string }} Runner   a bar */

export class Race {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.open = false;
    this.abort = new AbortController();
    this.running = false;
    /** @type {Map<string, Runner>} */
    this.runners = new Map();
    this.words = "";
    byId("race-value").textContent = "";
    byId("race-plot").replaceChildren();
    this.draw();
  }

  toggle() {
    this.open = !this.open;
    this.show();
    if (this.open) byId("race").scrollIntoView({ block: "nearest" });
  }

  /** @returns {HTMLInputElement} */
  depth() {
    return /** @type {HTMLInputElement} */ (byId("race-depth"));
  }

  /** Runs it in a session of its own, so that one can play on meanwhile; or stops it. */
  async start() {
    if (this.running) return this.abort.abort();
    if (!this.depth().reportValidity()) return;
    this.abort = new AbortController();
    const { signal } = this.abort;
    const { entry, options, start, place } = this.table;
    this.running = true;
    this.runners.clear();
    this.words = "waiting";
    byId("race-value").textContent = "";
    byId("race-plot").replaceChildren();
    this.show();
    this.draw();
    const depth = this.depth().value;
    /** @type {Remote | null} */
    let own = null;
    try {
      const players = { first: "person", second: "person" };
      const begun = await begin({
        game: entry.name,
        options,
        position: start,
        players,
        moves: place.line().map((one) => one.word),
      });
      own = new Remote(begun.session);
      await follow(own.at("/race", { depth }), signal, (event, data) => this.event(event, data, depth));
    } catch (error) {
      if (!aborted(error)) notice(error instanceof Error ? error.message : String(error), "error");
      this.words = "stopped";
    }
    own?.end();
    this.running = false;
    if (!this.table.closed) this.show();
  }

  /** @param {string} name @param {any} data @param {string} depth */
  event(name, data, depth) {
    if (this.table.closed) return;
    if (name === "failed") throw new ApiError(500, data);
    if (name === "queued") this.words = `waiting, ${data.place} before`;
    if (name === "progress") this.progress(data, depth);
    if (name === "done") this.finish(data);
    this.draw();
    this.show();
  }

  /** @param {Progress} told @param {string} depth */
  progress({ depth: now, name, nodes, row }, depth) {
    for (const runner of this.runners.values()) {
      if (runner.state === "runs") runner.state = "past";
    }
    this.runners.set(name, { name, nodes, row, state: row ? "done" : "runs" });
    // What is there of the depth before is dim until its turn comes.
    for (const runner of this.runners.values()) {
      if (runner.row && runner.row.depth < now) runner.state = "past";
    }
    this.words = `depth ${now} of ${depth}: ${name}`;
  }

  /** @param {Result} result */
  finish({ rows, minimal, value, others, plot, notes }) {
    const last = Math.max(...rows.map((row) => row.depth));
    this.runners.clear();
    for (const row of rows.filter((row) => row.depth === last)) {
      this.runners.set(row.name, { name: row.name, nodes: row.nodes, row, state: row.stopped ? "past" : "done" });
    }
    if (minimal)
      this.runners.set("minimal tree", { name: "minimal tree", nodes: minimal.nodes, row: null, state: "least" });
    this.words = `finished at depth ${last}`;
    const but =
      others.length > 0
        ? `, but for ${others.join(", ")}, where the game’s own knowledge says more than its evaluation, or what is unlikely to matter is left out`
        : "";
    const words =
      value === null
        ? "No search came to its end in its time."
        : `All that came to their end found the same value: ${signed(value)} for MAX${but}.`;
    byId("race-value").textContent = words;
    const picture = drawing(plot);
    byId("race-plot").replaceChildren(...(picture ? [picture] : []), ...notes.map((note) => make("p", {}, note)));
    say(`The race is over. ${words}`);
  }

  /** The bars. */
  draw() {
    const runners = [...this.runners.values()];
    const decades = Math.max(1, Math.ceil(Math.log10(Math.max(10, ...runners.map((one) => one.nodes)))));
    byId("race-scale").textContent =
      runners.length > 0 ? `1 to ${(10 ** decades).toLocaleString("en")}, logarithmic` : "";
    byId("race-rows").replaceChildren(
      ...runners.map(({ name, nodes, row, state }) => {
        const fill = make("span", { class: "fill" });
        fill.style.width = `${(100 * Math.log10(Math.max(1, nodes))) / decades}%`;
        const stopped = row?.stopped ? ` (${row.stopped})` : "";
        return make(
          "tr",
          { "data-runner": name, "data-state": state },
          make("th", { scope: "row" }, name),
          make("td", { class: "track", "aria-hidden": "true" }, fill),
          make("td", { class: "nodes" }, nodes.toLocaleString("en")),
          make("td", {}, row?.effective_branching?.toFixed(2) ?? ""),
          make("td", { class: "found" }, row ? (row.value === null ? `–${stopped}` : signed(row.value)) : ""),
          make("td", {}, row ? `${row.ms < 100 ? row.ms.toFixed(1) : row.ms.toFixed(0)} ms` : ""),
        );
      }),
    );
    byId("race-table").hidden = runners.length === 0;
  }

  /** The panel and its buttons. */
  show() {
    const { secrets } = this.table;
    byId("race").hidden = !this.open;
    byId("race").dataset["state"] = this.running ? "running" : this.words ? "done" : "none";
    byId("race-state").textContent = this.words;
    byId("race-start").textContent = this.running ? "Stop" : "Start";
    const opener = /** @type {HTMLButtonElement} */ (byId("race-open"));
    opener.setAttribute("aria-pressed", String(this.open));
    opener.disabled = secrets;
    opener.title = secrets
      ? "The searches of a race see everything, and this game has secrets."
      : "All searches side by side";
  }

  close() {
    this.abort.abort();
  }
}

/** Counts on uniform trees, when it is asked for. */
export function uniformTrees() {
  byId("uniform-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const number = (/** @type {string} */ id) => Number(/** @type {HTMLInputElement} */ (byId(id)).value);
    try {
      const { plot } = await uniform({ branching: number("uniform-branching"), depth: number("uniform-depth") });
      const picture = drawing(plot);
      byId("uniform-plot").replaceChildren(...(picture ? [picture] : []));
    } catch (error) {
      notice(error instanceof Error ? error.message : String(error), "error");
    }
  });
}
