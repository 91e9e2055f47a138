// What stands beside the picture of a tree: the answer, the path of the search, and what can be folded.

import { byId, make } from "./dom.js";

/** @typedef {import("./types.js").Study} Study */
/** @typedef {import("./types.js").TreeNode} TreeNode */

const LAYERS = { values: "values", window: "alpha and beta", order: "visits", pruned: "cuts", line: "best line" };

/** A number as the page writes it. @param {import("./types.js").Limit | undefined} value */
export function number(value) {
  if (value === null || value === undefined) return "–";
  if (value === "inf") return "+∞";
  if (value === "-inf") return "−∞";
  return (Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7)))).replace("-", "−");
}

/** Boxes for what is on the picture. @param {() => void} changed @returns {Set<string>} */
export function showLayers(changed) {
  const chosen = new Set(Object.keys(LAYERS));
  byId("tree-layers").append(
    ...Object.entries(LAYERS).map(([name, text]) => {
      const box = make("input", { type: "checkbox", checked: true });
      box.addEventListener("change", () => {
        if (box.checked) chosen.add(name);
        else chosen.delete(name);
        changed();
      });
      return make("label", {}, box, ` ${text}`);
    }),
  );
  return chosen;
}

/** What the search found. @param {Study} study */
export function showAnswer({ answer, algorithm }) {
  const box = byId("tree-answer");
  box.replaceChildren(make("h2", {}, `Answer of ${algorithm}`));
  if (!answer) {
    box.append(make("p", {}, "None: the search could not be finished."));
    return;
  }
  if ("information_sets" in answer) {
    box.append(
      ...answer.information_sets.map(averages),
      make("small", {}, "Each action’s value at each node of the set, as if the node were known, and the mean."),
      ...beside(answer),
    );
    return;
  }
  const rows = /** @type {[string, string][]} */ ([
    ["Value", number(answer.value)],
    ["Best", answer.best.join(", ") || "–"],
    ["Line", answer.line.join(" ") || "–"],
    ["Leaves visited", `${answer.leaves_visited} of ${answer.leaves}`],
    ["Nodes visited", `${answer.nodes_visited} of ${answer.nodes}`],
    ["Cut", listed(answer.pruned_paths)],
  ]);
  box.append(
    make(
      "dl",
      { class: "facts" },
      ...rows.map(([name, text]) => make("div", {}, make("dt", {}, name), make("dd", {}, text))),
    ),
  );
  if (answer.opponent) box.append(...fallible(answer.opponent));
}

/**
 * Minimax beside the best reply to an opponent who errs, and what each gets from both.
 *
 * @param {import("./types.js").AgainstOpponent} found
 */
function fallible({ player, errs, minimax, reply, sentence, nodes }) {
  const they = player.toUpperCase();
  const gained = (/** @type {string} */ name, /** @type {import("./types.js").Gained} */ { infallible, fallible }) => ({
    cells: [name, number(infallible), number(fallible)],
  });
  const shown = nodes
    .slice(0, 60)
    .map((node) => ({
      now: node.minimax_action !== node.reply_action,
      cells: [
        node.path || "root",
        node.player.toUpperCase(),
        number(node.minimax),
        node.minimax_action ?? "",
        number(node.reply),
        node.reply_action ?? (node.probabilities ?? []).map((share) => number(Number(share.toPrecision(3)))).join(" "),
      ],
    }));
  return [
    make("h3", {}, `A ${they} who errs`),
    make("p", {}, `It ${errs}.`),
    table(
      "What each strategy gets",
      ["strategy", `${they} never errs`, "on average"],
      [gained("minimax", minimax), gained("best reply", reply)],
    ),
    make("p", { id: "tree-reply" }, sentence),
    table("At each node", ["node", "", "minimax", "plays", "best reply", "plays"], shown),
  ];
}

/** @param {string[]} names */
const listed = (names) =>
  names.length === 0
    ? "nothing"
    : names.length > 24
      ? `${names.slice(0, 24).join(", ")} and ${names.length - 24} more`
      : names.join(", ");

/** @param {import("./types.js").InformationSet} set */
function averages(set) {
  const row = (/** @type {import("./types.js").InformationSet["actions"][number]} */ { action, average, values }) => ({
    now: action === set.action,
    cells: [action, number(average), values.map((value) => number(value)).join(", ")],
  });
  return table(
    `Information set ${set.name} (${set.player.toUpperCase()})`,
    ["action", "mean", "at each node"],
    set.actions.map(row),
  );
}

/**
 * The equilibrium beside averaging: what each does where, and what that is worth.
 *
 * @param {import("./types.js").Averages} answer
 */
function beside({ averaging, rounds, equilibrium, trouble }) {
  if (!equilibrium || !averaging) return [make("p", {}, `No equilibrium: ${trouble ?? ""}.`)];
  const often = (/** @type {import("./types.js").Mixed["actions"][number]} */ { action, fraction, probability }) =>
    `${action}: ${fraction ?? number(probability)}`;
  const doing = equilibrium.strategy.map((mixed) => ({
    cells: [
      mixed.player.toUpperCase(),
      mixed.set === null ? (mixed.node ?? "") : `@${mixed.set}`,
      mixed.averaging,
      mixed.reached ? mixed.actions.map(often).join(", ") : "never reached",
    ],
  }));
  const worth = (/** @type {string} */ name, /** @type {import("./types.js").Worth} */ { bounds, exploitability }) => ({
    cells: [name, ...[...bounds, exploitability].map((value) => number(Number(value.toPrecision(4))))],
  });
  const value = equilibrium.fraction?.replace("-", "−") ?? number(equilibrium.value);
  return [
    table(`Equilibrium: ${value} for MAX`, ["side", "where", "averaging", "equilibrium"], doing),
    table(
      "What MAX is sure of, MIN gives at most",
      ["strategy", "MAX", "MIN", "exploitability"],
      [
        worth("averaging", averaging),
        ...rounds.map((round) => worth(`CFR+ ${round.rounds}`, round)),
        worth("equilibrium", equilibrium),
      ],
    ),
  ];
}

/** @param {string} caption @param {string[]} head @param {{ now?: boolean, cells: string[] }[]} rows */
function table(caption, head, rows) {
  return make(
    "table",
    {},
    make("caption", {}, caption),
    make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
    make(
      "tbody",
      {},
      ...rows.map(({ now, cells }) =>
        make("tr", now ? { class: "now" } : {}, ...cells.map((text) => make("td", {}, text))),
      ),
    ),
  );
}

/**
 * The nodes from the root to where the search is, each as the last step there left it.
 *
 * @param {Study} study
 * @param {number} count
 */
export function showPath({ steps, nodes }, count) {
  /** @type {number[]} */
  const path = [];
  /** @type {number | null} */
  let here = steps[count - 1]?.at ?? null;
  for (; here !== null; here = nodes[here]?.parent ?? null) path.unshift(here);
  /** @type {Map<number, import("./types.js").Step>} */
  const last = new Map();
  for (let step = count - 1; step >= 0 && last.size < path.length; step -= 1) {
    const one = steps[step];
    if (one && path.includes(one.at) && !last.has(one.at)) last.set(one.at, one);
  }
  // Of a very deep path the end is what happens now.
  const rows = path.slice(-12).map((at) => {
    const step = last.get(at);
    return make(
      "tr",
      at === path.at(-1) ? { class: "now" } : {},
      make("th", { scope: "row" }, nodes[at]?.name ?? ""),
      make("td", {}, (nodes[at]?.player ?? "leaf").toUpperCase()),
      ...[step?.value, step?.alpha, step?.beta].map((value) => make("td", {}, number(value))),
    );
  });
  const head = ["node", "", "value", "alpha", "beta"].map((text) => make("th", { scope: "col" }, text));
  byId("tree-path").replaceChildren(
    make("h2", {}, "Where the search is"),
    rows.length > 0
      ? make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows))
      : make("p", {}, "It has not begun."),
  );
}

/** How far from the root each node is. @param {TreeNode[]} nodes */
function plies(nodes) {
  /** @type {number[]} */
  const found = [];
  for (const node of nodes) found.push(node.parent === null ? 0 : (found[node.parent] ?? 0) + 1);
  return found;
}

/**
 * The inner nodes of a level; of the deepest level down to which there are not too many, if none is said.
 *
 * @param {TreeNode[]} nodes
 * @param {number | null} level
 * @param {number} [most]
 */
export function foldedAt(nodes, level, most = 0) {
  const ply = plies(nodes);
  if (level === null) {
    /** @type {number[]} */
    const wide = [];
    for (const at of ply) wide[at] = (wide[at] ?? 0) + 1;
    let [seen, deepest] = [0, 0];
    while (deepest < wide.length && (seen += wide[deepest] ?? 0) <= most) deepest += 1;
    level = Math.max(1, deepest - 1);
  }
  return nodes.flatMap((node, at) => (ply[at] === level && node.player !== null ? [at] : []));
}

/** The levels below which one can fold. @param {TreeNode[]} nodes @param {number[]} fold */
export function fillLevels(nodes, fold) {
  const inner = plies(nodes).filter((_, at) => nodes[at]?.player !== null);
  const deepest = Math.min(
    60,
    inner.reduce((most, ply) => Math.max(most, ply), 0),
  );
  const chosen = fold[0] === undefined ? "" : String(plies(nodes)[fold[0]] ?? "");
  const select = /** @type {HTMLSelectElement} */ (byId("tree-levels"));
  select.replaceChildren(
    new Option("nothing", ""),
    ...Array.from({ length: deepest }, (_, at) => new Option(`below level ${at + 1}`, String(at + 1))),
  );
  select.value = chosen;
}
