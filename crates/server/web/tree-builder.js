// Building a tree: a node is chosen, and changed by buttons, fields and keys. A change that the server does not take is
// not made.

import { byId, onClick } from "./dom.js";
import { notice, say } from "./speech.js";
import { cut, grow, items, neighbour, oddsOf, preorder, written } from "./tree-build.js";

/** @typedef {import("./tree-build.js").Item} Item */

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (byId(id));

export class Builder {
  /** @param {import("./trees.js").Trees} page */
  constructor(page) {
    this.page = page;
    this.chosen = 0;
    /** The trees before each change. @type {string[]} */
    this.past = [];
    /** Changes are made one after the other. @type {Promise<unknown>} */
    this.last = Promise.resolve();
    onClick("tree-new", () => this.begin());
    onClick("tree-add", () => this.add());
    onClick("tree-remove", () => this.remove());
    onClick("tree-undo", () => this.undo());
    byId("tree-item").addEventListener("submit", (event) => {
      event.preventDefault();
      this.set();
      byId("tree-frame").focus();
    });
    for (const id of ["item-value", "item-label", "item-player", "item-odds"])
      byId(id).addEventListener("change", () => this.set());
    byId("tree-item").addEventListener("keydown", (event) => {
      if (event.key === "Escape") byId("tree-frame").focus();
    });
  }

  /** @param {import("./types.js").Study} study */
  load(study) {
    if (this.chosen >= study.nodes.length) this.chosen = 0;
  }

  /** The node that is chosen. */
  node() {
    return this.page.study?.nodes[this.chosen];
  }

  /** Who moves at the root if the tree does not say it. */
  side() {
    return this.page.search.root ?? "max";
  }

  items() {
    return items(this.page.study?.nodes ?? [], this.side());
  }

  leaf() {
    return this.node()?.player === null;
  }

  /** @param {number} at */
  choose(at) {
    this.chosen = at;
    this.show();
    const node = this.node();
    if (node) say(`${node.name}, ${node.player ?? `leaf ${node.value}`}`);
  }

  show() {
    const { page, chosen } = this;
    const [node, item] = [this.node(), this.items()[chosen]];
    if (!node || !item) return;
    page.canvas.mark(chosen, "chosen");
    page.canvas.reveal(chosen);
    byId("tree-chosen").textContent =
      `${node.name}: ${node.player === null ? "a leaf" : node.player === "chance" ? "chance" : node.player.toUpperCase()}`;
    field("item-value").value = this.leaf() ? item.value : "";
    field("item-value").disabled = !this.leaf();
    field("item-label").value = item.label ?? "";
    field("item-player").value = node.player ?? "max";
    field("item-player").disabled = this.leaf();
    field("item-odds").value = item.odds?.join(", ") ?? "";
    field("item-odds").disabled = node.player !== "chance";
    field("tree-remove").disabled = chosen === 0;
    field("tree-undo").disabled = this.past.length === 0;
  }

  /**
   * Changes the tree, and shows what has become of it.
   *
   * @param {(item: Item, all: Item[]) => Item} change tells which node is chosen then
   */
  change(change) {
    this.last = this.last.then(() => this.changed(change));
    return this.last;
  }

  /** @param {(item: Item, all: Item[]) => Item} change */
  async changed(change) {
    const all = this.items();
    const [root, item] = [all[0], all[this.chosen]];
    if (!root || !item) return;
    const next = change(item, all);
    const before = this.page.search.tree;
    const chosen = preorder(root).indexOf(next);
    const text = written(root, this.side());
    if (text === before || !(await this.take(text, chosen))) return;
    this.past.push(before);
    this.show();
  }

  /** @param {string} text @param {number} chosen */
  async take(text, chosen) {
    const area = /** @type {HTMLTextAreaElement} */ (byId("tree-text"));
    const [before, kept] = [area.value, this.chosen];
    area.value = text;
    this.chosen = Math.max(0, chosen);
    if (await this.page.look(this.page.asked(text), null, [])) return true;
    const problem = byId("tree-error").querySelector("p")?.textContent ?? "";
    [area.value, this.chosen] = [before, kept];
    this.page.complain(null);
    notice(`This cannot be: ${problem}`, "error");
    this.show();
    return false;
  }

  add() {
    return this.change((item) => {
      grow(item);
      return item;
    });
  }

  remove() {
    const parent = this.node()?.parent ?? null;
    if (parent === null) return notice("The root stays.");
    return this.change((item, all) => {
      const above = /** @type {Item} */ (all[parent]);
      cut(above, item);
      return above;
    });
  }

  /** What the fields say. */
  set() {
    const [value, label, player, odds] = ["item-value", "item-label", "item-player", "item-odds"].map((id) =>
      field(id).value.trim(),
    );
    const was = this.node()?.player;
    return this.change((item) => {
      item.label = label || null;
      if (item.children.length === 0) {
        item.value = value || "0";
        return item;
      }
      if (was !== player) {
        item.odds = null;
        item.player = player ?? null;
      } else if (player === "chance") {
        item.odds = oddsOf(odds ?? "");
      }
      return item;
    });
  }

  /** @param {string} player */
  give(player) {
    if (this.leaf()) return notice("A leaf is nobody’s turn; add a child first.");
    field("item-player").value = player;
    return this.set();
  }

  /** A tree of one leaf, to begin with. */
  begin() {
    return this.change((_, all) => {
      const root = /** @type {Item} */ (all[0]);
      Object.assign(root, { player: null, label: null, value: "0", set: null, odds: null, children: [] });
      return root;
    });
  }

  undo() {
    this.last = this.last.then(() => {
      const text = this.past.pop();
      return text === undefined ? undefined : this.take(text, this.chosen);
    });
  }

  /** @param {(keys: string[], shown: string, text: string, act: () => unknown) => import("./keys.js").Key} key */
  keys(key) {
    const go = (/** @type {string} */ name) => () =>
      this.choose(neighbour(this.page.study?.nodes ?? [], this.chosen, name));
    const into = (/** @type {string} */ id) => () => {
      byId(id).focus();
      field(id).select?.();
    };
    return [
      ...["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((name, at) =>
        key(
          [name],
          "↑↓←→"[at] ?? "",
          ["to the parent", "to the first child", "to the left", "to the right"][at] ?? "",
          go(name),
        ),
      ),
      key(["a"], "a", "add a child", () => this.add()),
      key(["Delete", "Backspace"], "Del", "remove", () => this.remove()),
      key(
        ["v", "Enter"],
        "v",
        "change the value; Esc goes back to the tree",
        into(this.leaf() ? "item-value" : "item-label"),
      ),
      key(["l"], "l", "change the name", into("item-label")),
      key(["x"], "x", "MAX", () => this.give("max")),
      key(["n"], "n", "MIN", () => this.give("min")),
      key(["c"], "c", "chance", () => this.give("chance")),
      key(["o"], "o", "the odds of a chance node", into("item-odds")),
      key(["u"], "u", "undo", () => this.undo()),
      key(["w"], "w", "a new tree", () => this.begin()),
    ];
  }
}
