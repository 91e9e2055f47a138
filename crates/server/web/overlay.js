// What is laid over the board: where one may go, what was begun, what is pointed at, and what each action is worth.
//
// `arrows([{ from, to, label, best }])` draws lines of play: `from` and `to` are names of cells (`from` null for an action of one cell), `label` is
// what stands in the head, `best` makes it the blue one. `Board.arrows` keeps them over the board: set it, then call `Board.mark()`.

import { draw, make } from "./dom.js";
import { certainty, kind, short, words } from "./value.js";

/** @typedef {import("./types.js").Value} Value */
/** @typedef {{ x: number, y: number, size: number, width: number, height: number, free: number }} Spot */
/** @typedef {{ from: string | null, to: string, label: string, best: boolean }} Arrow */

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

  /** Where a cell is in the drawing, as the server says; a button is not in it. @param {string} name @returns {Spot | null} */
  middle(name) {
    const cell = this.cells.get(name);
    if (!(cell instanceof SVGElement)) return null;
    const [x = 0, y = 0, width = 48, height = 48] = numbers(cell.dataset["at"]);
    const [right = 0, down = 0] = numbers(/translate\(([^)]*)\)/.exec(cell.closest(".block")?.getAttribute("transform") ?? "")?.[1]);
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
          ? draw("rect", { class: "target around", x: at.x - across / 2, y: at.y - down / 2, width: across, height: down, rx: at.size * 0.2 })
          : draw("circle", { class: "target", cx: at.x, cy: at.free, r: Math.max(3, at.size * 0.09) }),
      );
    }
  }

  /** The cell that has the focus, a double ring: in the overlay, for the next cell would cover a border. @param {string | null} name */
  focus(name) {
    this.layer.querySelector(".focus")?.remove();
    const at = name === null ? null : this.middle(name);
    if (!at) return;
    const [across, down] = [at.width - 3, at.height - 3];
    const frame = { x: at.x - across / 2, y: at.y - down / 2, width: across, height: down, rx: 4 };
    this.layer.append(draw("g", { class: "focus" }, draw("rect", { class: "outer", ...frame }), draw("rect", { class: "inner", ...frame })));
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
    if (at) this.layer.append(draw("circle", { class: `ring ${what}`, cx: at.x, cy: at.height > at.width ? at.free : at.y, r: at.size * 0.44, fill: "none" }));
    else this.cells.get(name)?.classList.add(what);
  }

  /** Points at an action: a ring where it ends, and arrows from each cell to the next. @param {string[]} path */
  point(path) {
    for (const name of path.length > 1 ? [] : path) this.ring(name, "hint");
    for (let at = 1; at < path.length; at += 1) {
      this.arrows([{ from: path[at - 1] ?? null, to: path[at] ?? "", label: "", best: true }]);
    }
    for (const name of path) if (!this.middle(name)) this.ring(name, "hint");
  }

  /** Arrows, the best one on top; see above. @param {Arrow[]} lines */
  arrows(lines) {
    for (const { from, to, label, best } of [...lines].sort((one, other) => Number(one.best) - Number(other.best))) {
      const end = this.middle(to);
      const start = from === null || from === to ? null : this.middle(from);
      if (!end) continue;
      const group = draw("g", { class: best ? "arrow best" : "arrow" });
      const [tip, r] = [end.height > end.width ? end.free : end.y, end.size * (label ? 0.27 : 0.16)];
      if (start) {
        const foot = start.height > start.width ? start.free : start.y;
        const length = Math.hypot(end.x - start.x, tip - foot) || 1;
        const [dx, dy] = [(end.x - start.x) / length, (tip - foot) / length];
        const wide = r * 1.05;
        const [bx, by] = [end.x - dx * r * 0.3, tip - dy * r * 0.3];
        group.append(draw("line", { x1: start.x + dx * start.size * 0.2, y1: foot + dy * start.size * 0.2, x2: bx - dx * r, y2: by - dy * r, "stroke-width": end.size * 0.1 }));
        if (!label) group.append(draw("polygon", { points: `${end.x + dx * r},${tip + dy * r} ${bx - dx * r - dy * wide},${by - dy * r + dx * wide} ${bx - dx * r + dy * wide},${by - dy * r - dx * wide}` }));
      }
      if (label) {
        const font = Math.min(r * 1.1, (r * 3) / label.length);
        group.append(draw("circle", { cx: end.x, cy: tip, r }), draw("text", { x: end.x, y: tip + font * 0.36, "font-size": font, "text-anchor": "middle" }, label));
      }
      this.layer.append(group);
    }
  }

  /**
   * Each action's value, where it is known, on the cell at which it ends. Of those that begin at one cell and end at another, the best; those that
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
      else if (best[0]) this.cells.get(name)?.append(make("span", { class: `badge ${kind(best[0])} ${certainty(best[0])}`, title: words(best[0]) }, short(best[0])));
    }
  }

  /** The badges of a cell, one below the other: in the middle of one that is free, else in its corner. @param {Spot} at @param {boolean} taken @param {Value[]} values */
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
      const y = corner ? at.y - at.height / 2 + high / 2 + 1 : (tall ? at.free : at.y) + (number - (shown.length - 1) / 2) * pitch;
      this.layer.append(badge(x, y, wide, high, kind(value), certainty(value), text));
    }
  }
}

/** @param {string | undefined} text */
const numbers = (text) => (text ?? "").split(/[ ,]+/).filter(Boolean).map(Number);

/** A value on the board: the shape says what it is, and so do letter and colour; an estimate is hollow. @param {number} x @param {number} y @param {number} wide @param {number} high @param {string} what @param {string} sure @param {string} text */
function badge(x, y, wide, high, what, sure, text) {
  const [left, top, cut] = [x - wide / 2, y - high / 2, high * 0.3];
  const font = Math.min(high * 0.72, (wide * 1.35) / Math.max(1, text.length));
  const shape =
    what === "loss" ? draw("polygon", { points: `${left},${top} ${left + wide},${top} ${left + wide - cut},${top + high} ${left + cut},${top + high}` })
    : draw("rect", { x: left, y: top, width: wide, height: high, rx: what === "draw" ? high * 0.12 : high / 2 });
  return draw("g", { class: `badge ${what} ${sure}` }, shape, draw("text", { x, y: y + font * 0.36, "font-size": font, "text-anchor": "middle" }, text));
}
