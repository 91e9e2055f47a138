// The address of the page of trees: the tree, how it is searched, and the step.

/** @typedef {"watch" | "build" | "practise"} Mode */

/**
 * @typedef {object} TreeWish
 * @property {import("./types.js").Search} search
 * @property {number | null} step   null is the end
 * @property {Mode} mode
 * @property {number[]} fold
 */

const CHOICES = /** @type {const} */ (["algorithm", "order", "cutoff", "root", "opponent"]);
const FIRST = "[[3,12,8],[2,4,6],[14,5,2]]";

/** Whether an address is one of the page of trees. @param {string} hash */
export const isTree = (hash) => /^#\/trees(\?|$)/.test(hash);

/** @param {TreeWish} wish @returns {string} */
export function treeHash({ search, step, mode, fold }) {
  const query = new URLSearchParams({ tree: search.tree });
  for (const name of CHOICES) {
    if (search[name]) query.set(name, search[name]);
  }
  if (step !== null) query.set("step", String(step));
  if (mode !== "watch") query.set("mode", mode);
  if (fold.length > 0) query.set("fold", fold.join("."));
  return `#/trees?${query}`;
}

/** @param {string} hash @returns {TreeWish} */
export function treeWish(hash) {
  const query = new URLSearchParams(hash.split("?").slice(1).join("?"));
  const whole = (/** @type {string} */ text) => (/^\d{1,7}$/.test(text) ? Number(text) : null);
  /** @type {import("./types.js").Search} */
  const search = { tree: query.get("tree") ?? FIRST };
  for (const name of CHOICES) {
    const value = query.get(name);
    if (value) search[name] = value;
  }
  const mode = query.get("mode");
  const fold = (query.get("fold") ?? "")
    .split(".")
    .map(whole)
    .filter((at) => at !== null);
  const step = query.has("tree") ? whole(query.get("step") ?? "") : 0;
  return { search, step, mode: mode === "build" || mode === "practise" ? mode : "watch", fold };
}
