// The live analysis of the position that is shown: its lines, and what it cost to find them.

import { aborted, ApiError, sleep, Unreachable } from "./api.js";
import { byId, make } from "./dom.js";
import { shownLine } from "./line.js";
import { worth } from "./memory.js";
import { follow } from "./stream.js";
import { sideOf } from "./sides.js";
import { amount, brief, certainty, kind, measured, words } from "./value.js";

/** @typedef {import("./types.js").Progress} Progress */
/** @typedef {import("./types.js").Scene} Scene */

export class Analysis {
  /**
   * @param {import("./table.js").Table} table @param {import("./memory.js").Memory} memory
   * @param {() => void} changed @param {(word: string) => void} play
   */
  constructor(table, memory, changed, play) {
    this.table = table;
    this.memory = memory;
    this.changed = changed;
    this.play = play;
    this.on = false;
    /** How many lines; null is every move, where there are few. @type {number | null} */
    this.lines = null;
    /** Nothing is shown while somebody looks for a better move. */
    this.hidden = false;
    /** Nothing is shown before somebody has moved. */
    this.unseen = false;
    /** @type {AbortController | null} */
    this.abort = null;
    /** @type {Promise<void>} */
    this.ended = Promise.resolve();
    /** The position that was asked about last, and with how many lines. */
    this.asked = "";
    this.queued = 0;
    this.state = "off";
  }

  count() {
    const many = this.table.scene?.actions.length ?? this.table.entry.actions;
    return this.lines ?? (many <= 12 ? Math.max(1, many) : 3);
  }

  /** Ends the search; what it found stays. */
  async stop() {
    this.abort?.abort();
    this.abort = null;
    this.asked = "";
    await this.ended;
  }

  /** Sees to it that the position which is shown is searched, if it should be. */
  follow() {
    const { scene } = this.table;
    const wanted =
      this.on &&
      !this.hidden &&
      scene &&
      !scene.over &&
      !this.table.busy() &&
      !this.table.curtain() &&
      scene.actions.length > 0;
    if (!wanted || !scene) {
      if (this.abort) this.stop();
      this.state = !this.on ? "off" : scene?.over ? "over" : "waiting";
      return;
    }
    const key = `${scene.session} ${this.memory.key(scene)} ${scene.moves.length} ${this.count()}`;
    if (key === this.asked) return;
    this.stop();
    this.asked = key;
    this.abort = new AbortController();
    this.state = "running";
    const signal = this.abort.signal;
    this.ended = this.ended.then(() => this.search(scene, signal));
  }

  /** @param {Scene} scene @param {AbortSignal} signal */
  async search(scene, signal) {
    await sleep(120);
    if (signal.aborted) return;
    try {
      await this.table.sync();
      await this.table.call(async (remote) => {
        for (let tries = 0; !signal.aborted; tries += 1) {
          try {
            const path = remote.at("/analysis", { lines: String(this.count()), time: "600s" });
            return await follow(path, signal, (event, data) => this.event(scene, event, data));
          } catch (error) {
            if (!(error instanceof ApiError) || error.code !== "busy" || tries > 20) throw error;
            await sleep(150);
          }
        }
      });
    } catch (error) {
      if (aborted(error) || signal.aborted) return;
      if (!(error instanceof Unreachable)) this.table.fail(error);
      this.state = "failed";
    }
    if (!signal.aborted) this.changed();
  }

  /** @param {Scene} scene @param {string} name @param {any} data */
  event(scene, name, data) {
    if (name === "queued") this.queued = data.place;
    if (name === "failed") {
      this.state = "failed";
      this.table.fail(new ApiError(500, data));
    }
    if (name === "progress" || name === "done") {
      this.queued = 0;
      if (name === "done") this.state = "done";
      if (Array.isArray(data.lines) && (data.lines.length > 0 || data.value)) this.memory.put(scene, data);
    }
    this.changed();
  }

  /** What is known of the position that is shown. */
  found() {
    const { scene } = this.table;
    return scene && !scene.over ? this.memory.get(scene) : null;
  }

  /** What each action is worth, as far as that is known. @returns {Map<string, import("./types.js").Value>} */
  values() {
    const found = this.hidden || this.unseen ? null : this.found();
    /** @type {Map<string, import("./types.js").Value>} */
    const values = new Map();
    for (const { action, score } of found?.averages ?? []) {
      values.set(action, {
        score,
        proof: worth(/** @type {Progress} */ (found))?.proof ?? "estimate",
        outcome: null,
        plies: null,
        seat: found?.turn === "second" ? "second" : "first",
      });
    }
    for (const { line, value } of found?.lines ?? []) {
      if (line[0] !== undefined) values.set(line[0], value);
    }
    return values;
  }

  /**
   * The best lines as arrows over the board, with their numbers. What is put on one cell has no way to show: there the
   * value stands.
   * @returns {import("./overlay.js").Arrow[]}
   */
  arrows() {
    const found = this.on && !this.hidden ? this.found() : null;
    return (found?.lines ?? []).slice(0, 3).flatMap(({ line }, at) => {
      const path = this.table.scene?.actions.find(({ word }) => word === line[0])?.paths[0] ?? [];
      return path.length > 1 ? [{ path, label: String(at + 1), best: at === 0 }] : [];
    });
  }

  /** Shows the panel. */
  show() {
    const panel = byId("analysis");
    const found = this.hidden || this.unseen ? null : this.found();
    panel.hidden = !this.on && !found;
    panel.dataset["state"] = this.state;
    byId("analyse").setAttribute("aria-pressed", String(this.on));
    byId("effort").textContent = this.hidden
      ? "Hidden while you look for a better move."
      : found
        ? effort(found, this.table.entry)
        : "";
    byId("no-lines").hidden = !panel.hidden;
    byId("search-state").textContent = this.words();
    const note = byId("search-note");
    note.textContent = found?.note ?? "";
    note.hidden = !found?.note;
    byId("lines").replaceChildren(
      ...(found?.lines ?? []).map((variation, at) => this.line(variation, at + 1, found?.turn ?? "first")),
    );
  }

  words() {
    if (this.hidden) return "hidden";
    if (this.queued > 0) return `waiting, ${this.queued} before`;
    return (
      {
        off: "stopped",
        over: "the game is over",
        waiting: "waits for the move",
        running: "searching",
        done: "finished",
        failed: "failed",
      }[this.state] ?? ""
    );
  }

  /**
   * @param {import("./types.js").Variation} variation
   * @param {number} number as in the head of its arrow
   * @param {import("./types.js").Turn} turn
   */
  line(variation, number, turn) {
    const { entry } = this.table;
    const { line, value } = variation;
    const shown = shownLine(variation);
    const sure = certainty(value);
    const whole = `${words(value)} for ${sideOf(entry, turn === "second" ? "second" : "first")}, ${sure}`;
    const button = make(
      "button",
      { type: "button", class: "first-of-line", title: `Play ${shown[0] ?? ""}` },
      shown[0] ?? "",
    );
    button.addEventListener("click", () => line[0] !== undefined && this.play(line[0]));
    return make(
      "li",
      {},
      make("span", { class: "rank", "aria-hidden": "true" }, String(number)),
      make(
        "span",
        { class: `worth ${kind(value)}`, title: whole },
        make("span", { "aria-hidden": "true" }, brief(value)),
        make("span", { class: "unseen" }, whole),
      ),
      make(
        "span",
        { class: "words" },
        button,
        sure === "estimate" ? "" : make("small", { "aria-hidden": "true" }, sure),
        shown.length > 1 ? ` ${shown.slice(1, 24).join(" ")}${shown.length > 24 ? " …" : ""}` : "",
      ),
    );
  }
}

/** @param {Progress} found @param {import("./types.js").Entry} entry */
function effort(found, entry) {
  const whose = sideOf(entry, found.turn === "second" ? "second" : "first");
  const speed = found.ms > 20 ? `, ${amount((1000 * found.nodes) / found.ms)} a second` : "";
  const depth = found.depth > 0 ? `depth ${found.depth}, ` : "";
  const method = found.method ? ` · ${found.method}` : "";
  return `for ${whose}${measured() ? `, ${measured()}` : ""} · ${depth}${amount(found.nodes)} positions in ${(found.ms / 1000).toFixed(1)} s${speed}${method}`;
}
