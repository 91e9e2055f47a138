// When the values of moves are seen: never, always, or only after one has moved, to learn by.

import { begin, Remote } from "./api.js";
import { byId, make } from "./dom.js";
import { shownAction, shownLine } from "./line.js";
import { worth } from "./memory.js";
import { say } from "./speech.js";
import { follow } from "./stream.js";
import { certainty, kind, short, words } from "./value.js";

/** The switch, which is the first in the menu of the actions, and the panel, which stands before the moves. */
const choice = make(
  "select",
  { id: "values-mode", title: "When the values of moves are shown" },
  make("option", { value: "off" }, "off"),
  make("option", { value: "shown" }, "shown"),
  make("option", { value: "after" }, "after my move"),
);
const panel = make("section", { id: "after-move", "aria-label": "After your move" });

/** Puts both into the page. @param {(mode: string) => void} chosen */
export function placeValues(chosen) {
  byId("more").prepend(make("label", { class: "values-mode" }, "Values ", choice));
  byId("moves").closest("section")?.before(panel);
  choice.addEventListener("change", () => chosen(choice.value));
}

/** How long the position before a move is searched. */
const TIME = "3s";

export class Values {
  /**
   * @param {import("./table.js").Table} table @param {import("./analysis.js").Analysis} analysis @param {import("./memory.js").Memory} memory
   * @param {boolean} after @param {() => void} changed
   */
  constructor(table, analysis, memory, after, changed) {
    this.table = table;
    this.analysis = analysis;
    this.memory = memory;
    this.changed = changed;
    /** Whether values are seen after one's own move alone. */
    this.after = after && !table.secrets;
    analysis.unseen = this.after;
    /**
     * The choice that was made last, and what is known of it.
     *
     * @type {{ scene: import("./types.js").Scene, word: string, text: string, found: import("./types.js").Progress | null, done: boolean } | null}
     */
    this.last = null;
    this.abort = new AbortController();
    if (this.after) analysis.on = false;
  }

  get mode() {
    return this.after ? "after" : this.analysis.on ? "shown" : "off";
  }

  /** @param {string} mode */
  set(mode) {
    this.after = mode === "after" && !this.table.secrets;
    this.analysis.unseen = this.after;
    this.analysis.on = mode === "shown";
    if (!this.analysis.on) this.analysis.stop();
    if (!this.after) this.last = null;
    say(
      { off: "Values are not shown.", shown: "Values are shown.", after: "Values are shown after your move." }[mode] ??
        "",
    );
    this.changed();
  }

  /** Whether values are to be kept from whoever is to choose. */
  get hides() {
    return this.after;
  }

  /**
   * Somebody here is about to make a move: what else could have been made is found out meanwhile.
   *
   * @param {string} word
   */
  async moved(word) {
    const { table } = this;
    const { scene } = table;
    if (!this.after || !scene || !table.mine()) return;
    this.abort.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    const mine = { scene, word, text: shownAction(scene, word), found: this.memory.get(scene), done: false };
    this.last = mine;
    this.changed();
    /** @type {Remote | null} */
    let own = null;
    try {
      const { entry, options, start } = table;
      const players = { first: "person", second: "person" };
      own = new Remote(
        (await begin({ game: entry.name, options, position: start, players, moves: scene.moves })).session,
      );
      const lines = String(Math.min(100, Math.max(1, scene.actions.length)));
      await follow(own.at("/analysis", { lines, time: TIME }), signal, (event, data) => {
        if ((event === "progress" || event === "done") && Array.isArray(data.lines) && data.lines.length > 0) {
          mine.found = data;
          if (this.last === mine) this.changed();
        }
      });
    } catch (error) {
      if (!signal.aborted && this.last === mine) table.fail(error);
    } finally {
      own?.end();
    }
    mine.done = true;
    if (mine.found) this.memory.put(scene, mine.found);
    if (this.last !== mine) return;
    say(this.sentence(mine));
    this.changed();
  }

  /** What the move was worth, beside the best one. @param {NonNullable<Values["last"]>} last */
  sentence({ word, text, found, done }) {
    const best = found?.lines[0];
    const own = found?.lines.find((line) => line.line[0] === word);
    if (!found || !best)
      return done ? `Nothing could be found out about ${text}.` : `Looking at what ${text} was worth …`;
    const value = worth(found);
    if (!own)
      return `You played ${text}. Best was ${shownLine(best)[0] ?? ""}: ${words(best.value)}, ${certainty(best.value)}.`;
    const told = `You played ${text}: ${words(own.value)}, ${certainty(own.value)}.`;
    const as = value && own.value.score === value.score && own.value.outcome === value.outcome;
    return as
      ? `${told} Nothing was better.`
      : `${told} Best was ${shownLine(best)[0] ?? ""}: ${words(best.value)}, ${certainty(best.value)}.`;
  }

  show() {
    if (choice.value !== this.mode) choice.value = this.mode;
    for (const option of choice.options) if (option.value === "after") option.disabled = this.table.secrets;
    panel.hidden = !this.after;
    if (!this.after) return;
    const { last } = this;
    if (!last) {
      panel.replaceChildren(make("p", {}, "Make a move: what each move was worth is shown after it."));
      return;
    }
    const rows = (last.found?.lines ?? []).map(({ line, short_line: shown = line, value }) =>
      make(
        "li",
        line[0] === last.word ? { class: "own" } : {},
        make("span", { class: `badge ${kind(value)} ${certainty(value)}`, "aria-hidden": "true" }, short(value)),
        make("b", {}, shown[0] ?? ""),
        ` ${words(value)}`,
        line[0] === last.word ? " (your move)" : "",
      ),
    );
    panel.replaceChildren(make("p", { class: "sentence" }, this.sentence(last)), make("ol", {}, ...rows));
  }

  close() {
    this.abort.abort();
  }
}
