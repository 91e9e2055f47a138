// The search tree of the position on the board, unfolded node by node. Every value, window, cut and sentence is the
// server's.

import { open } from "./dialogs.js";
import { make } from "./dom.js";
import { picture } from "./picture.js";
import { say } from "./speech.js";

/** @typedef {import("./types.js").GameNode} GameNode */
/** @typedef {import("./types.js").Unfolding} Unfolding */
/** @typedef {import("./table.js").Table} Table */

/** What was chosen last, for the next time. */
const chosen = { search: "alphabeta", depth: "4", order: "ltr", cutoff: "ge" };

/**
 * A number of the server as its sentences have it, no longer than it needs to be.
 *
 * @param {import("./types.js").Limit} value
 */
const numeral = (value) =>
  value === "inf" ? "+∞" : value === "-inf" ? "-∞" : value === null ? "" : String(Number(value.toFixed(3)));

const SIGNS = { lower: "≥ ", upper: "≤ ", exact: "", estimate: "" };

/** A node that is shown, and what is below it once it is unfolded. */
class Shown {
  /** @param {GameTree} tree @param {GameNode} node */
  constructor(tree, node) {
    this.tree = tree;
    this.node = node;
    /** @type {Shown[] | null} */
    this.children = null;
    this.list = make("ul", { hidden: true });
    this.reason = make("p", { class: "why", role: "status", hidden: true });
    this.button = make("button", { type: "button", class: "move quiet" }, node.action ?? "The position");
    if (node.children > 0) {
      this.button.setAttribute("aria-expanded", "false");
      this.button.addEventListener("click", () => this.toggle());
    }
    const states = [node.status, node.principal ? "principal" : "", node.table_hit ? "table" : ""].filter(Boolean);
    this.element = make("li", { class: states.join(" "), "data-path": node.path }, this.row(), this.reason, this.list);
  }

  row() {
    const { node } = this;
    const board = node.board === null ? null : picture(node.board).svg;
    board?.setAttribute("aria-hidden", "true");
    const tags = [
      node.principal && node.path !== "" ? make("span", { class: "tag line" }, "principal line") : "",
      node.status === "cut" ? make("span", { class: "tag", title: node.sentence ?? "" }, "cut") : "",
      node.table_hit ? make("span", { class: "tag table" }, "table") : "",
    ];
    const facts = make("span", { class: "facts" }, this.button, ...this.worth(), ...tags, this.asked());
    // Why it was cut is said once, at the node whose actions were.
    const sentence = node.status !== "cut" && node.sentence ? make("p", { class: "sentence" }, node.sentence) : "";
    return make(
      "div",
      { class: "node" },
      make("div", { class: "small" }, board ?? ""),
      make("div", {}, facts, sentence),
    );
  }

  /** Whose turn it is, the value, and the window. */
  worth() {
    const { player, value, bound, alpha, beta, order, estimate } = this.node;
    const shown = [];
    if (player) shown.push(make("span", { class: `whose ${player}` }, player === "max" ? "▲ MAX" : "▼ MIN"));
    if (typeof value === "number" && this.node.status === "visited") {
      const text = `${bound ? SIGNS[bound] : ""}${numeral(value)}`;
      shown.push(
        make(
          "b",
          {
            class: "value",
            "data-value": String(value),
            title: estimate ? "an evaluation entered into it" : "no evaluation entered into it",
          },
          text,
        ),
      );
    }
    if (alpha !== null && beta !== null && this.tree.search !== "minimax") {
      shown.push(make("small", {}, `α ${numeral(alpha)}, β ${numeral(beta)}`));
    }
    if (order !== null) shown.push(make("small", { title: "visited as the n-th state" }, `#${order}`));
    return shown;
  }

  /** The button that shows the refutation, where there is one. */
  asked() {
    if (!this.node.why_not) return "";
    const button = make(
      "button",
      { type: "button", class: "quiet why-not", "aria-label": `Why not ${this.node.action ?? ""}?` },
      "Why not?",
    );
    button.addEventListener("click", () => this.refute());
    return button;
  }

  async refute() {
    const { why_not: why, line } = this.node;
    this.reason.textContent =
      line.length > 0 ? `${why} The line: ${[this.node.action, ...line].join(" ")}.` : (why ?? "");
    this.reason.hidden = false;
    for (const before of this.tree.list.querySelectorAll(".refuting")) before.classList.remove("refuting");
    await this.follow("refuting");
  }

  /** Unfolds the line that the value comes from, and marks it. @param {string} [mark] */
  async follow(mark) {
    if (mark) this.element.classList.add(mark);
    const { best } = this.node;
    if (best === null || !(await this.unfold())) return;
    await this.children?.find((child) => child.node.path === best)?.follow(mark);
  }

  toggle() {
    if (this.list.hidden) return this.unfold();
    this.list.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    return Promise.resolve(true);
  }

  /** Shows the children, and says whether that was possible. @returns {Promise<boolean>} */
  async unfold() {
    if (!this.children) {
      const found = await this.tree.ask(this.node.path);
      if (!found) return false;
      this.adopt(found);
    }
    this.list.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    return true;
  }

  /** @param {Unfolding} found */
  adopt(found) {
    this.children = found.children.map((node) => new Shown(this.tree, node));
    this.list.replaceChildren(...this.children.map((child) => child.element));
  }
}

export class GameTree {
  /** @param {Table} table @param {() => Promise<void>} quiet   ends a search of the session */
  constructor(table, quiet) {
    this.table = table;
    this.quiet = quiet;
    this.search = chosen.search;
    /** How often a tree was asked for: an answer to an older question is not shown. */
    this.asked = 0;
    /** @type {Shown | null} */
    this.root = null;
    this.error = make("p", { class: "error", role: "status" });
    this.summary = make("p", { id: "gametree-summary", role: "status" });
    this.list = make("ul", { id: "gametree", "aria-label": "The search tree" });
    this.list.addEventListener("keydown", (event) => this.key(event));
    const line = make("button", { type: "button", id: "gametree-line" }, "Unfold the principal line");
    line.addEventListener("click", () => this.root?.follow());
    open("Search tree", [this.choices(), this.error, make("div", { class: "row" }, this.summary, line), this.list], []);
    this.start();
  }

  choices() {
    const select = (/** @type {"search" | "order" | "cutoff"} */ name, /** @type {Record<string, string>} */ words) => {
      const field = make(
        "select",
        { id: `gametree-${name}` },
        ...Object.entries(words).map(([value, text]) => new Option(text, value)),
      );
      field.value = chosen[name];
      field.addEventListener("change", () => this.choose(name, field.value));
      return field;
    };
    const depth = make("input", { id: "gametree-depth", type: "number", min: "1", max: "30", value: chosen.depth });
    depth.addEventListener("change", () => this.choose("depth", depth.value));
    return make(
      "div",
      { class: "choices" },
      make(
        "label",
        {},
        "Search ",
        select("search", { minimax: "minimax", alphabeta: "alpha-beta", engine: "engine, with table" }),
      ),
      make("label", {}, "Depth ", depth),
      make("label", {}, "Order ", select("order", { ltr: "as listed", rtl: "last first" })),
      make("label", {}, "Cut at ", select("cutoff", { ge: "equal or better", gt: "better only" })),
    );
  }

  /** @param {"search" | "depth" | "order" | "cutoff"} name @param {string} value */
  choose(name, value) {
    chosen[name] = value;
    this.start();
  }

  /** Searches, and shows the root with its children. */
  async start() {
    this.asked += 1;
    this.search = chosen.search;
    this.root = null;
    this.list.replaceChildren();
    this.summary.textContent = "Searching …";
    const found = await this.ask("");
    if (!found) return;
    const { visited, leaves, cut, table_hits: hits, value, line } = found.summary;
    const counts = [
      `${visited} positions visited, ${leaves} of them leaves`,
      `${cut} branches cut`,
      hits > 0 ? `${hits} known from the table` : "",
    ];
    this.summary.textContent = `${counts.filter(Boolean).join("; ")}. Value for MAX: ${numeral(value)}${line.length > 0 ? `, by ${line.join(" ")}` : ""}.`;
    this.root = new Shown(this, found.node);
    this.root.adopt(found);
    this.list.replaceChildren(this.root.element);
    await this.root.unfold();
    say(this.summary.textContent);
  }

  /**
   * A node and its children; nothing if there is no answer, or nobody waits for it any more.
   *
   * @param {string} node
   * @returns {Promise<Unfolding | null>}
   */
  async ask(node) {
    const mine = this.asked;
    const { search, order, cutoff } = chosen;
    try {
      if (node === "") {
        await this.quiet();
        await this.table.sync();
      }
      const found = await this.table.call((remote) =>
        remote.tree({ search, depth: Number(chosen.depth), order, cutoff, node }),
      );
      if (mine !== this.asked) return null;
      this.error.textContent = "";
      return found;
    } catch (error) {
      if (mine !== this.asked) return null;
      if (node === "") this.summary.textContent = "";
      this.error.textContent = error instanceof Error ? error.message : String(error);
      return null;
    }
  }

  /** The arrows go from node to node. @param {KeyboardEvent} event */
  key(event) {
    const moves = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll("button.move")]).filter(
      (move) => move.offsetParent !== null,
    );
    const at = moves.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: moves.length - 1 }[event.key];
    const now = moves[at];
    if (to !== undefined && moves[to]) {
      moves[to].focus();
    } else if (
      now &&
      event.key === { true: "ArrowLeft", false: "ArrowRight" }[now.getAttribute("aria-expanded") ?? ""]
    ) {
      now.click();
    } else {
      return;
    }
    event.preventDefault();
  }
}
