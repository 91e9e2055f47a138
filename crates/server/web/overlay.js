// What is laid over the board: where one may go, what was begun, what is pointed at, and what each action is worth.

import { draw, make } from "./dom.js";
import { certainty, kind, short, words } from "./value.js";

/** @typedef {import("./types.js").Value} Value */
/** @typedef {{ x: number, y: number, size: number, width: number, height: number }} Spot */

/**
 * Where cells are, whatever is laid over them. The browser lays the whole drawing out anew for a question that comes after a change, so all cells are
 * asked at once. @type {WeakMap<Element, Spot>}
 */
const spots = new WeakMap();

export class Overlay {
  /** @param {Element} layer the last group of the drawing @param {Map<string, SVGElement | HTMLElement>} cells */
  constructor(layer, cells) {
    this.layer = layer;
    this.cells = cells;
    const units = Number(layer.closest("svg")?.style.getPropertyValue("--units") || 7);
    /** Where cells are large, what is laid over them need not be. */
    this.scale = Math.max(0.6, Math.min(1, units / 7));
  }

  /** Takes everything away. */
  clear() {
    this.layer.replaceChildren();
  }

  /** Where a cell is in the drawing; a button is not in it. @param {string} name @returns {Spot | null} */
  middle(name) {
    const cell = this.cells.get(name);
    if (!(cell instanceof SVGElement)) return null;
    if (!spots.has(cell)) this.measure();
    return spots.get(cell) ?? spot(cell);
  }

  /** Asks all cells where they are. A drawing that is not shown has no size, and is asked again. */
  measure() {
    for (const cell of this.cells.values()) {
      const found = cell instanceof SVGElement ? spot(cell) : null;
      if (found && found.width > 0) spots.set(cell, found);
    }
  }

  /** Cells that can be clicked next: a dot, or a frame around what stands there. @param {Set<string>} names */
  targets(names) {
    for (const name of names) {
      const at = this.middle(name);
      // A number stands where the dot would.
      if (!at || this.cells.get(name)?.querySelector(".degree")) continue;
      const [across, down] = [at.width * 0.9, at.height - at.width * 0.1];
      this.layer.append(
        this.cells.get(name)?.querySelector(".piece")
          ? draw("rect", { class: "target around", x: at.x - across / 2, y: at.y - down / 2, width: across, height: down, rx: at.size * 0.12 })
          : draw("circle", { class: "target", cx: at.x, cy: at.y, r: at.size * 0.1 * this.scale }),
      );
    }
  }

  /** The cell that has the focus: in the overlay, for the next cell would cover a border. @param {string | null} name */
  focus(name) {
    this.layer.querySelector(".focus")?.remove();
    const at = name === null ? null : this.middle(name);
    if (!at) return;
    const [across, down] = [at.width - 2, at.height - 2];
    this.layer.append(draw("rect", { class: "focus", x: at.x - across / 2, y: at.y - down / 2, width: across, height: down, rx: 2 }));
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
    if (at) this.layer.append(draw("circle", { class: `ring ${what}`, cx: at.x, cy: at.y, r: at.size * 0.44, fill: "none" }));
    else this.cells.get(name)?.classList.add(what);
  }

  /** Points at an action: rings on its cells, and arrows from each to the next. @param {string[]} path */
  point(path) {
    for (const name of path) this.ring(name, "hint");
    const places = path.map((name) => this.middle(name)).filter((at) => at !== null);
    for (let at = 1; at < places.length; at += 1) {
      const [from, to] = [places[at - 1], places[at]];
      if (from && to) this.arrow(from, to);
    }
  }

  /** @param {Spot} from @param {Spot} to */
  arrow(from, to) {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const [tip, wide] = [to.size * 0.3, to.size * 0.14];
    const [bx, by] = [to.x - dx * tip, to.y - dy * tip];
    this.layer.append(
      draw("line", { class: "arrow", x1: from.x, y1: from.y, x2: bx, y2: by, "stroke-width": to.size * 0.09 }),
      draw("polygon", { class: "arrow", points: `${to.x},${to.y} ${bx - dy * wide},${by + dx * wide} ${bx + dy * wide},${by - dx * wide}` }),
    );
  }

  /**
   * Each action's value, where it is known, on the cell at which it ends; of several that end there, the best one's.
   * @param {import("./types.js").Action[]} actions @param {Map<string, Value>} values @param {string[]} begun
   */
  worth(actions, values, begun) {
    /** @type {Map<string, Value>} */
    const best = new Map();
    for (const { word, paths } of actions) {
      const value = values.get(word);
      const path = paths.find((way) => begun.every((cell, at) => way[at] === cell));
      const cell = path?.at(-1);
      if (!value || cell === undefined) continue;
      const known = best.get(cell);
      if (!known || (value.score ?? 0) > (known.score ?? 0)) best.set(cell, value);
    }
    for (const [name, value] of best) {
      const at = this.middle(name);
      const text = short(value);
      if (at) this.layer.append(badge(at, this.scale, kind(value), certainty(value), text));
      else this.cells.get(name)?.append(make("span", { class: `badge ${kind(value)} ${certainty(value)}`, title: words(value) }, text));
    }
  }
}

/** Where a cell is, as the browser says. @param {SVGElement} cell @returns {Spot} */
function spot(cell) {
  const ground = /** @type {SVGGraphicsElement} */ (cell.querySelector(".ground") ?? cell);
  const { x, y, width, height } = ground.getBBox();
  return { x: x + width / 2, y: y + height / 2, size: Math.min(width, height), width, height };
}

/** A value on the board: the shape says what it is, and so do letter and colour; an estimate is hollow. @param {Spot} at @param {number} scale @param {string} what @param {string} sure @param {string} text */
function badge({ x, y, size }, scale, what, sure, text) {
  const r = size * 0.17 * scale;
  const [cx, cy] = [x + size * 0.46 - r, y - size * 0.46 + r];
  const font = text.length > 1 ? r * 0.95 : r * 1.25;
  const wide = text.length > 1 ? Math.min(size * 0.42, font * 0.32 * text.length + r * 0.3) : r * 0.95;
  const left = text.length > 1 ? Math.min(cx, x + size * 0.47 - wide) : cx;
  const box = { x: left - wide, y: cy - r * 0.9, width: 2 * wide, height: 1.8 * r };
  const shape =
    what === "win" ? draw("circle", { cx, cy, r })
    : what === "loss" ? draw("polygon", { points: `${cx},${cy + r * 1.4} ${cx - r * 1.25},${cy - r} ${cx + r * 1.25},${cy - r}` })
    : draw("rect", { ...box, rx: what === "draw" ? 0 : r * 0.8 });
  const lift = what === "loss" ? -r * 0.2 : 0;
  return draw("g", { class: `badge ${what} ${sure}` }, shape,
    draw("text", { x: left, y: cy + lift + font * 0.36, "font-size": font, "text-anchor": "middle" }, text));
}
