// The list of moves in pairs, one column for each side; branches are set in below the move that they differ from.

import { byId, make } from "./dom.js";
import { signOf } from "./value.js";

/** @typedef {import("./line.js").Place} Place */
/** @typedef {import("./types.js").Seat} Seat */
/**
 * @typedef {{ seat: Seat, places: Place[] }} Turn   what one side did before the other's turn, with the chance that came before it
 */

export class MoveList {
  /** @param {(place: Place) => void} go */
  constructor(go) {
    this.go = go;
    this.element = byId("moves");
    this.shown = "";
    this.size = new ResizeObserver(() => this.reveal());
    this.size.observe(this.element);
  }

  /** @param {Place} root @param {Place} at */
  show(root, at) {
    const text = print(root, at);
    if (text === this.shown) return;
    this.shown = text;
    const held = this.element.contains(document.activeElement);
    const start = make("li", { class: "start" }, this.button(root, "Start", root === at));
    this.element.replaceChildren(start, ...this.pairs(root, at));
    const current = /** @type {HTMLElement | null} */ (this.element.querySelector("[aria-current]"));
    if (held) current?.focus({ preventScroll: true });
    this.reveal();
  }

  /** Brings the move that one is at into sight, within the list. */
  reveal() {
    const current = this.element.querySelector("[aria-current]");
    if (!current) return;
    const box = this.element.getBoundingClientRect();
    const mark = current.getBoundingClientRect();
    if (mark.top < box.top || mark.bottom > box.bottom) this.element.scrollTop += mark.top - box.top - box.height / 2;
  }

  close() {
    this.size.disconnect();
  }

  clear() {
    this.shown = "";
    this.element.replaceChildren();
  }

  /**
   * The main line after a place as rows of two turns, a branch in a row of its own.
   *
   * @param {Place} from
   * @param {Place} at
   * @returns {HTMLElement[]}
   */
  pairs(from, at) {
    /** @type {HTMLElement[]} */
    const rows = [];
    let number = 0;
    /** The row that waits for the other side's turn, and which turns it has. @type {HTMLElement | null} */
    let row = null;
    /** @type {Seat | null} */
    let last = null;
    for (const { seat, places } of turns(from)) {
      if (seat === "first" || last === null) number += 1;
      if (row === null || seat === "first") {
        row = make("li", { class: "both" }, make("span", { class: "number", "aria-hidden": "true" }, String(number)));
        rows.push(row);
      }
      const cell = make(
        "span",
        { class: `turn ${seat}` },
        ...places.map((place) => this.button(place, place.text, place === at)),
      );
      row?.append(cell);
      last = seat;
      const branches = places.flatMap((place) => place.parent?.children.slice(1) ?? []);
      for (const branch of branches)
        rows.push(make("li", { class: "branch" }, make("ol", {}, ...this.branch(branch, at))));
      if (branches.length > 0) row = null;
    }
    return rows;
  }

  /**
   * A branch, one move after the other, with the branches in it.
   *
   * @param {Place} first
   * @param {Place} at
   * @returns {HTMLElement[]}
   */
  branch(first, at) {
    const items = [];
    for (let place = /** @type {Place | undefined} */ (first); place; place = place.children[0]) {
      const { number, seat, begins } = turnOf(place);
      const label = begins && seat === "first" ? String(number) : place === first ? `${number} …` : "";
      items.push(
        make(
          "li",
          {},
          label ? make("span", { class: "number", "aria-hidden": "true" }, label) : "",
          this.button(place, place.text, place === at),
        ),
      );
      if (place === first) continue;
      for (const other of place.parent?.children.slice(1) ?? [])
        items.push(make("li", { class: "branch" }, make("ol", {}, ...this.branch(other, at))));
    }
    return items;
  }

  /** @param {Place} place @param {string} text @param {boolean} current */
  button(place, text, current) {
    const button = make("button", { type: "button", class: "move", tabindex: current ? "0" : "-1" }, text);
    if (place.by === "chance") button.classList.add("chance");
    const sign = signOf(place.judged);
    if (place.grade && sign) button.append(make("b", { class: `grade ${place.grade}`, title: place.grade }, sign));
    else if (place.mark) button.append(make("b", { class: "grade", title: "the mark in the file" }, place.mark));
    if (current) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => this.go(place));
    return button;
  }
}

/** Who moves, where that is not known: the sides in turn. @param {Place} place */
const moverOf = (place) => place.by ?? (place.ply % 2 === 1 ? "first" : "second");

/**
 * In which turn of which side a move is, counted as the rows are, and whether it is the first in it.
 *
 * @param {Place} place
 */
function turnOf(place) {
  let [number, seat, begins] = [0, "", false];
  for (const one of place.line()) {
    const by = moverOf(one);
    if (by !== "first" && by !== "second") continue;
    begins = by !== seat;
    if (begins && (by === "first" || number === 0)) number += 1;
    seat = by;
  }
  return { number, seat, begins };
}

/** A move with the number of its turn, as the list has it: `5. e4`, and `5 … c5` for the other side. @param {Place} place */
export function numbered(place) {
  const { number, seat } = turnOf(place);
  return `${number}${seat === "second" ? " …" : "."} ${place.text}`;
}

/**
 * The turns of the main line. What chance did belongs to the turn that follows it; if nobody moved before, or nobody
 * after, to the one that is there.
 * @param {Place} from @returns {Turn[]}
 */
function turns(from) {
  /** @type {Turn[]} */
  const found = [];
  /** @type {Place[]} */
  let waiting = [];
  for (let place = from.children[0]; place; place = place.children[0]) {
    waiting.push(place);
    const by = moverOf(place);
    if (by !== "first" && by !== "second") continue;
    const last = found.at(-1);
    if (last?.seat === by) last.places.push(...waiting);
    else found.push({ seat: by, places: waiting });
    waiting = [];
  }
  const last = found.at(-1);
  if (waiting.length > 0 && last) last.places.push(...waiting);
  else if (waiting.length > 0) found.push({ seat: "first", places: waiting });
  return found;
}

/**
 * What the list shows, as a text: it is drawn again when that changes.
 *
 * @param {Place} place
 * @param {Place} at
 * @returns {string}
 */
function print(place, at) {
  const own = `${place === at ? "@" : ""}${place.text} ${place.grade ?? ""}${signOf(place.judged)} ${place.mark} ${place.by ?? ""}`;
  return `${own}${place.children.map((child) => `(${print(child, at)})`).join("")}`;
}
