// What a person clicks, one cell after the other, until it is an action.

/** @typedef {import("./types.js").Action} Action */

/** Whether a path begins with some cells. @param {string[]} path @param {string[]} begun */
const starts = (path, begun) => begun.every((cell, at) => path[at] === cell);

/**
 * The steps of an action, from cell to cell, each once. A man may go on from where he came to; a step may also begin
 * anew, and it does where every
 * second cell of the path has a man on it, or is one that a step before has led to.
 *
 * @param {string[]} path
 * @param {(name: string) => boolean} taken
 * @returns {[string, string][]}
 */
export function stepsOf(path, taken) {
  const begins = (/** @type {string} */ cell, /** @type {number} */ at) =>
    taken(cell) || path.slice(0, at).some((other, before) => before % 2 === 1 && other === cell);
  const anew = path.length % 2 === 0 && path.every((cell, at) => at % 2 === 1 || begins(cell, at));
  /** @type {Map<string, [string, string]>} */
  const steps = new Map();
  for (let at = 1; at < path.length; at += anew ? 2 : 1) {
    const [from = "", to = ""] = path.slice(at - 1, at + 1);
    if (from !== to) steps.set(`${from} ${to}`, [from, to]);
  }
  return [...steps.values()];
}

export class Paths {
  /** @param {Action[]} actions */
  constructor(actions) {
    this.actions = actions;
    /** The cells clicked so far. @type {string[]} */
    this.begun = [];
  }

  /** The cells that can be clicked next. @returns {Set<string>} */
  next() {
    const cells = new Set();
    for (const { paths } of this.actions) {
      for (const path of paths) {
        const cell = path[this.begun.length];
        if (cell !== undefined && starts(path, this.begun)) cells.add(cell);
      }
    }
    return cells;
  }

  /** Those of them to point at: one for each action. @returns {Set<string>} */
  main() {
    const cells = new Set();
    for (const { paths } of this.actions) {
      const cell = paths.find((path) => starts(path, this.begun))?.[this.begun.length];
      if (cell !== undefined) cells.add(cell);
    }
    return cells;
  }

  /** The actions that what was clicked can still become. */
  open() {
    return this.actions.filter((action) => action.paths.some((path) => starts(path, this.begun)));
  }

  /** The cell to point at for one that can be clicked: where a piece would come to stand. @param {string} cell */
  aim(cell) {
    const at = this.begun.length;
    const fits = (/** @type {string[]} */ path) => starts(path, this.begun);
    const action = this.actions.find(({ paths }) => paths.some((path) => fits(path) && path[at] === cell));
    return action?.paths.find(fits)?.[at] ?? null;
  }

  /** The actions that it is already. */
  complete() {
    const length = this.begun.length;
    if (length === 0) return [];
    return this.actions.filter((action) =>
      action.paths.some((path) => path.length === length && starts(path, this.begun)),
    );
  }

  /**
   * Clicks a cell: the action it makes, or the actions to choose from, or nothing yet.
   * @param {string} cell @returns {{ play: string } | { ask: Action[] } | null}
   */
  click(cell) {
    const done = this.complete();
    if (!this.next().has(cell)) {
      if (done.length === 1 && done[0] && this.begun.at(-1) === cell) return { play: done[0].word };
      const again = this.begun.length === 1 && this.begun[0] === cell;
      this.begun = [];
      if (again || !this.next().has(cell)) return null;
    }
    this.begun.push(cell);
    const complete = this.complete();
    const more = this.next().size > 0;
    if (complete.length === 0) return null;
    if (complete.length === 1 && complete[0] && !more) return { play: complete[0].word };
    return { ask: complete };
  }
}
