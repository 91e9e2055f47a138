// What is known about positions: it stays when an analysis stops, when one goes elsewhere, and over a reload.

import { seen, turned } from "./value.js";

/** @typedef {import("./types.js").Progress} Progress */
/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").Scene} Scene */

const MOST = 300;

/** A new game begins with nothing known. */
export function forget() {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith("analysis ")) sessionStorage.removeItem(name);
    }
  } catch {
    // Nothing was kept.
  }
}

export class Memory {
  /** @param {string} name what the game is, with its options @param {boolean} kept whether it may be written down */
  constructor(name, kept) {
    this.name = `analysis ${name}`;
    this.kept = kept;
    /** @type {Map<string, Progress>} */
    this.known = new Map();
    /** Values from the first seat's eyes, by the moves that led there. @type {Map<string, Value>} */
    this.values = new Map();
    /** @type {number | undefined} */
    this.timer = undefined;
    this.load();
  }

  /** @param {Scene} scene */
  key(scene) {
    return `${scene.turn} ${scene.position || scene.moves.join(" ")}`;
  }

  /** @param {Scene} scene */
  get(scene) {
    return this.known.get(this.key(scene)) ?? null;
  }

  /** Keeps what was found, unless it is less than what is known. @param {Scene} scene @param {Progress} told */
  put(scene, told) {
    const found = { ...told, lines: told.lines.map((line) => ({ ...line, value: seen(line.value, told.turn) })) };
    if (told.value) found.value = seen(told.value, told.turn);
    const before = this.get(scene);
    if (before && before.lines.length >= found.lines.length && better(before, found)) return;
    this.known.delete(this.key(scene));
    this.known.set(this.key(scene), found);
    const value = worth(found);
    if (value) this.values.set(scene.moves.join(" "), turned(value, found.turn));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), 500);
  }

  /**
   * The value at a place, from the first seat's eyes.
   *
   * @param {import("./line.js").Place} place
   * @returns {Value | null}
   */
  at(place) {
    const result = place.scene?.result;
    if (result) {
      const outcome = result.first > result.second ? "win" : result.first < result.second ? "loss" : "draw";
      return { score: result.first, proof: "exact", outcome, plies: 0 };
    }
    const found = place.scene ? this.get(place.scene) : null;
    const value = found ? worth(found) : null;
    if (found && value) return turned(value, found.turn);
    return this.values.get(place.words().join(" ")) ?? null;
  }

  load() {
    try {
      const { known, values } = JSON.parse(sessionStorage.getItem(this.name) ?? "{}");
      this.known = new Map(known ?? []);
      this.values = new Map(values ?? []);
    } catch {
      this.known = new Map();
    }
  }

  save() {
    if (!this.kept) return;
    try {
      const last = (/** @type {Map<string, any>} */ map) => [...map].slice(-MOST);
      sessionStorage.setItem(this.name, JSON.stringify({ known: last(this.known), values: last(this.values) }));
    } catch {
      // There is no room; it is known as long as the page is open.
    }
  }
}

/** The value of the position that was searched. @param {Progress} found @returns {Value | null} */
export function worth(found) {
  return found.value ?? found.lines[0]?.value ?? null;
}

/** Whether what is known already is the better answer. @param {Progress} before @param {Progress} found */
function better(before, found) {
  const sure = (/** @type {Progress} */ one) => Number(worth(one)?.proof === "exact");
  if (sure(before) !== sure(found)) return sure(before) > sure(found);
  return before.depth > found.depth || (before.depth === found.depth && before.nodes > found.nodes);
}
