// A tree that is built by hand: what a click or a key changes in it, and how it is written. The server reads what is
// written.

/**
 * @typedef {object} Item   A node that can be changed.
 * @property {string | null} player   null is whoever is next
 * @property {string | null} label
 * @property {string} value   of a leaf
 * @property {string | null} set
 * @property {string[] | null} odds   of the children of a chance node; null if they are equal
 * @property {Item[]} children
 */

/** Who is next after a node; chance does not change it. @param {string} player @param {string} next */
const after = (player, next) => (player === "chance" ? next : player === "max" ? "min" : "max");

/**
 * The nodes of a study as items, in the same order.
 *
 * @param {import("./types.js").TreeNode[]} nodes
 * @param {string} root who moves there if nothing is said
 * @returns {Item[]}
 */
export function items(nodes, root) {
  /** @type {string[]} */
  const turns = [];
  const made = nodes.map((node) => {
    const unknown = typeof node.value === "string";
    const turn = node.parent === null ? root : after(nodes[node.parent]?.player ?? "max", turns[node.parent] ?? root);
    turns.push(turn);
    /** @type {Item} */
    const item = {
      player: node.player === turn ? null : node.player,
      label: unknown && node.label === node.value ? null : node.label,
      value: String(node.value ?? "0"),
      set: node.set,
      odds: null,
      children: [],
    };
    return item;
  });
  nodes.forEach((node, at) => {
    if (node.parent !== null && made[at]) made[node.parent]?.children.push(made[at]);
  });
  made.forEach((item, at) => {
    if (nodes[at]?.player !== "chance") return;
    const odds = nodes.filter((node) => node.parent === at).map((node) => node.probability ?? 0);
    if (odds.some((one) => one !== odds[0])) item.odds = odds.map(String);
  });
  return made;
}

/** All items below one, itself first. @param {Item} item @returns {Item[]} */
export const preorder = (item) => [item, ...item.children.flatMap(preorder)];

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const WORD = /^[a-z_][a-z_0-9]*$/i;
const TAKEN = /^(max|min|chance)$/i;

/** A name, in quotation marks unless it is a plain word. @param {string} name */
const quoted = (name) => (WORD.test(name) && !TAKEN.test(name) ? name : `"${name.replace(/["\\]/g, "\\$&")}"`);

/**
 * How a tree is written. Who moves is said where it is not whose turn it is anyhow.
 *
 * @param {Item} item
 * @param {string} next who is next
 * @param {string} [odds]
 * @returns {string}
 */
export function written(item, next, odds) {
  const head = (odds ? `${odds}:` : "") + (item.label ? `${quoted(item.label)}:` : "");
  if (item.children.length === 0) return head + (NUMBER.test(item.value) ? item.value : quoted(item.value || "?"));
  const player = item.player ?? next;
  const said = item.set !== null ? `${player}@${quoted(item.set)}` : player === next ? "" : player;
  const children = item.children.map((child, at) =>
    written(child, after(player, next), player === "chance" ? item.odds?.[at] : undefined),
  );
  return `${head}${said}[${children.join(",")}]`;
}

/** Adds a child; a leaf becomes its own first child. @param {Item} item @returns {Item} */
export function grow(item) {
  if (item.children.length === 0) {
    item.children = [{ player: null, label: null, value: item.value, set: null, odds: null, children: [] }];
    item.player = null;
    return /** @type {Item} */ (item.children[0]);
  }
  /** @type {Item} */
  const child = { player: null, label: null, value: "0", set: null, odds: null, children: [] };
  item.children.push(child);
  item.odds = null;
  return child;
}

/** Removes a child; a node without children is a leaf. @param {Item} parent @param {Item} child */
export function cut(parent, child) {
  parent.children.splice(parent.children.indexOf(child), 1);
  parent.odds = null;
  if (parent.children.length === 0) parent.value = "0";
}

/** The odds in a text, one for each child; null if there is nothing. @param {string} text @returns {string[] | null} */
export function oddsOf(text) {
  const odds = text.split(/[\s,;]+/).filter(Boolean);
  return odds.length > 0 ? odds : null;
}

/**
 * The node in a direction.
 *
 * @param {import("./types.js").TreeNode[]} nodes
 * @param {number} at
 * @param {string} key
 * @returns {number}
 */
export function neighbour(nodes, at, key) {
  const parent = nodes[at]?.parent ?? null;
  const children = (/** @type {number | null} */ of) =>
    nodes.flatMap((node, place) => (node.parent === of && place > 0 ? [place] : []));
  if (key === "ArrowUp") return parent ?? at;
  if (key === "ArrowDown") return children(at)[0] ?? at;
  const siblings = parent === null ? [at] : children(parent);
  return siblings[siblings.indexOf(at) + (key === "ArrowLeft" ? -1 : 1)] ?? at;
}
