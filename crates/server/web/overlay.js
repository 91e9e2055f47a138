// What is laid over the board: where one may go, what was begun, what is pointed at, and what each action is worth.
//
// `arrows([{ path, label, best }])` draws actions: `path` are the cells that are clicked for it, `label` is what stands
// in the heads, `best` makes it
// the blue one. `Board.arrows` keeps them over the board: set it, then call `Board.mark()`.

import { draw, make } from "./dom.js";
import { stepsOf } from "./paths.js";
import { certainty, kind, short, words } from "./value.js";

/** @typedef {import("./types.js").Value} Value */
/** @typedef {{ x: number, y: number, size: number, width: number, height: number, free: number }} Spot */
/** @typedef {{ path: string[], label: string, best: boolean }} Arrow */

export class Overlay {
  /** @param {Element} layer the last group of the drawing @param {Map<string, SVGElement | HTMLElement>} cells */
  constructor(layer, cells) {
    this.layer = layer;
    this.cells = cells;
  }

  /** Takes everything away. */
  clear() {
    this.layer.replaceChildren();
  }

  /**
   * Where a cell is in the drawing, as the server says; a button is not in it.
   *
   * @param {string} name
   * @returns {Spot | null}
   */
  middle(name) {
    const cell = this.cells.get(name);
    if (!(cell instanceof SVGElement)) return null;
    const [x = 0, y = 0, width = 48, height = 48] = numbers(cell.dataset["at"]);
    const [right = 0, down = 0] = numbers(
      /translate\(([^)]*)\)/.exec(cell.closest(".block")?.getAttribute("transform") ?? "")?.[1],
    );
    const free = Number(cell.dataset["free"] ?? y) + down;
    return { x: x + right, y: y + down, size: Math.min(width, height), width, height, free };
  }

  /** @param {string} name */
  taken(name) {
    return !!this.cells.get(name)?.querySelector(".piece");
  }

  /** Cells that can be clicked next: a dot, or a glow around what stands there. @param {Set<string>} names */
  targets(names) {
    for (const name of names) {
      const at = this.middle(name);
      // A number stands where the dot would.
      if (!at || this.cells.get(name)?.querySelector(".degree")) continue;
      const [across, down] = [at.width * 0.92, at.height - at.width * 0.08];
      this.layer.append(
        this.taken(name)
          ? draw("rect", {
              class: "target around",
              x: at.x - across / 2,
              y: at.y - down / 2,
              width: across,
              height: down,
              rx: at.size * 0.2,
            })
          : draw("circle", { class: "target", cx: at.x, cy: at.free, r: Math.max(3, at.size * 0.09) }),
      );
    }
  }

  /**
   * The cell that has the focus, a double ring: in the overlay, for the next cell would cover a border.
   *
   * @param {string | null} name
   */
  focus(name) {
    this.layer.querySelector(".focus")?.remove();
    const at = name === null ? null : this.middle(name);
    if (!at) return;
    const [across, down] = [at.width - 3, at.height - 3];
    const frame = { x: at.x - across / 2, y: at.y - down / 2, width: across, height: down, rx: 4 };
    this.layer.append(
      draw(
        "g",
        { class: "focus" },
        draw("rect", { class: "outer", ...frame }),
        draw("rect", { class: "inner", ...frame }),
      ),
    );
  }

  /** Where the pointer would play. @param {string | null} name */
  aim(name) {
    this.layer.querySelector(".aim")?.remove();
    if (name !== null && this.middle(name)) this.ring(name, "aim");
  }

  /** @param {string[]} names */
  begun(names) {
    for (const name of names) this.ring(name, "begun");
  }

  /** @param {string} name @param {string} what */
  ring(name, what) {
    const at = this.middle(name);
    if (at)
      this.layer.append(
        draw("circle", {
          class: `ring ${what}`,
          cx: at.x,
          cy: at.height > at.width ? at.free : at.y,
          r: at.size * 0.44,
          fill: "none",
        }),
      );
    else this.cells.get(name)?.classList.add(what);
  }

  /** Points at an action: a ring where it is one cell, else an arrow for each step. @param {string[]} path */
  point(path) {
    if (path.length > 1) this.arrows([{ path, label: "", best: true }]);
    for (const name of path) if (path.length === 1 || !this.middle(name)) this.ring(name, "hint");
  }

  /** Arrows, the best one on top; see above. Heads that meet on a cell stand side by side. @param {Arrow[]} lines */
  arrows(lines) {
    const steps = lines.flatMap(({ path, label, best }) => {
      return stepsOf(path, (name) => this.taken(name)).map(([from, to]) => ({ from, to, label, best }));
    });
    const meeting = (/** @type {string} */ to) => [
      ...new Set(steps.filter((step) => step.to === to).map(({ label }) => label)),
    ];
    for (const step of [...steps].reverse().sort((one, other) => Number(one.best) - Number(other.best))) {
      const [start, end] = [this.middle(step.from), this.middle(step.to)];
      if (!start || !end) continue;
      const heads = meeting(step.to);
      const tall = end.height > end.width;
      // Where a piece stands, the number is before it: what would be taken is to be seen.
      const before = step.label && !tall && this.taken(step.to) ? end.size * 0.4 : 0;
      const way = Math.hypot(end.x - start.x, end.y - start.y) || 1;
      const r = Math.min(end.size * (before ? 0.2 : step.label ? 0.27 : 0.16), (end.width * 0.48) / heads.length);
      const x = end.x + (heads.indexOf(step.label) - (heads.length - 1) / 2) * r * 2;
      const head = {
        x: x - (before * (end.x - start.x)) / way,
        y: tall ? end.free : end.y - (before * (end.y - start.y)) / way,
        r,
        thick: end.size * 0.1,
      };
      const foot = { x: start.x, y: start.height > start.width ? start.free : start.y, away: start.size * 0.2 };
      this.layer.append(arrow(foot, head, step.label, step.best));
    }
  }

  /**
   * Each action's value, where it is known, on the cell at which it ends. Of those that begin at one cell and end at
   * another, the best; those that
   * begin elsewhere have a badge of their own. @param {import("./types.js").Action[]} actions @param {Map<string, Value>} values @param {string[]} begun
   */
  worth(actions, values, begun) {
    /** @type {Map<string, Map<string, Value>>} */
    const ends = new Map();
    for (const { word, paths } of actions) {
      const value = values.get(word);
      const path = paths.find((way) => begun.every((cell, at) => way[at] === cell));
      const cell = path?.at(-1);
      if (!value || !path || cell === undefined) continue;
      const here = ends.get(cell) ?? new Map();
      ends.set(cell, here);
      const from = path[begun.length] ?? cell;
      const known = here.get(from);
      if (!known || (value.score ?? 0) > (known.score ?? 0)) here.set(from, value);
    }
    for (const [name, here] of ends) {
      const at = this.middle(name);
      const best = [...here.values()].sort((one, other) => (other.score ?? 0) - (one.score ?? 0));
      if (at) this.badges(at, this.taken(name), best);
      else if (best[0])
        this.cells
          .get(name)
          ?.append(
            make(
              "span",
              { class: `badge ${kind(best[0])} ${certainty(best[0])}`, title: words(best[0]) },
              short(best[0]),
            ),
          );
    }
  }

  /**
   * The badges of a cell, one below the other: in the middle of one that is free, else in its corner.
   *
   * @param {Spot} at
   * @param {boolean} taken
   * @param {Value[]} values
   */
  badges(at, taken, values) {
    const tall = at.height > at.width * 1.5;
    const corner = taken && !tall;
    const shown = values.slice(0, corner ? 1 : 3);
    const high = at.size * (corner ? 0.2 : shown.length > 2 ? 0.28 : 0.36);
    const pitch = high * 1.08;
    for (const [number, value] of shown.entries()) {
      const text = short(value);
      const wide = Math.min(at.width * (corner ? 0.34 : 0.94), Math.max(high, high * 0.46 * (text.length + 0.8)));
      const x = corner ? at.x + at.width / 2 - wide / 2 - 1 : at.x;
      const y = corner
        ? at.y - at.height / 2 + high / 2 + 1
        : (tall ? at.free : at.y) + (number - (shown.length - 1) / 2) * pitch;
      this.layer.append(badge(x, y, wide, high, kind(value), certainty(value), text));
    }
  }
}

/** @param {string | undefined} text */
const numbers = (text) => (text ?? "").split(/[ ,]+/).filter(Boolean).map(Number);

/**
 * An arrow: from beside the foot to the head, which is a tip, or a disc with a label.
 *
 * @param {{ x: number, y: number, away: number }} foot
 * @param {{ x: number, y: number, r: number, thick: number }} head
 * @param {string} label
 * @param {boolean} best
 */
function arrow(foot, { x, y, r, thick }, label, best) {
  const length = Math.hypot(x - foot.x, y - foot.y) || 1;
  const [dx, dy] = [(x - foot.x) / length, (y - foot.y) / length];
  const [bx, by] = [x - dx * r * 1.3, y - dy * r * 1.3];
  const shaft = draw("line", {
    x1: foot.x + dx * foot.away,
    y1: foot.y + dy * foot.away,
    x2: bx,
    y2: by,
    "stroke-width": thick,
  });
  const group = draw("g", { class: best ? "arrow best" : "arrow" }, shaft);
  if (label) {
    const font = Math.min(r * 1.1, (r * 3) / label.length);
    group.append(
      draw("circle", { cx: x, cy: y, r }),
      draw("text", { x, y: y + font * 0.36, "font-size": font, "text-anchor": "middle" }, label),
    );
  } else {
    const wide = r * 1.05;
    const points = [
      [x + dx * r, y + dy * r],
      [bx - dy * wide, by + dx * wide],
      [bx + dy * wide, by - dx * wide],
    ];
    group.append(draw("polygon", { points: points.map((point) => point.join(",")).join(" ") }));
  }
  return group;
}

/**
 * A value on the board: the shape says what it is, and so do letter and colour; an estimate is hollow.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @param {number} high
 * @param {string} what
 * @param {string} sure
 * @param {string} text
 */
function badge(x, y, wide, high, what, sure, text) {
  const [left, top, cut] = [x - wide / 2, y - high / 2, high * 0.3];
  const font = Math.min(high * 0.72, (wide * 1.35) / Math.max(1, text.length));
  const shape =
    what === "loss"
      ? draw("polygon", {
          points: `${left},${top} ${left + wide},${top} ${left + wide - cut},${top + high} ${left + cut},${top + high}`,
        })
      : draw("rect", { x: left, y: top, width: wide, height: high, rx: what === "draw" ? high * 0.12 : high / 2 });
  return draw(
    "g",
    { class: `badge ${what} ${sure}` },
    shape,
    draw("text", { x, y: y + font * 0.36, "font-size": font, "text-anchor": "middle" }, text),
  );
}
