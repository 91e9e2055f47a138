// The list of moves, branches set in below the move that they differ from.

import { byId, make } from "./dom.js";

/** @typedef {import("./line.js").Place} Place */

const GRADES = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

export class MoveList {
  /** @param {(place: Place) => void} go */
  constructor(go) {
    this.go = go;
    this.element = byId("moves");
    this.shown = "";
  }

  /** @param {Place} root @param {Place} at */
  show(root, at) {
    /** @type {string[]} */
    const print = [];
    const items = this.line(root, at, print);
    const text = print.join(" ");
    if (text === this.shown) return;
    this.shown = text;
    const held = this.element.contains(document.activeElement);
    const start = make("li", {}, this.button(root, "Start", root === at));
    this.element.replaceChildren(start, ...items);
    const current = /** @type {HTMLElement | null} */ (this.element.querySelector("[aria-current]"));
    if (held) current?.focus({ preventScroll: true });
    if (current) {
      const box = this.element.getBoundingClientRect();
      const mark = current.getBoundingClientRect();
      if (mark.top < box.top || mark.bottom > box.bottom) this.element.scrollTop += mark.top - box.top - box.height / 2;
    }
  }

  clear() {
    this.shown = "";
    this.element.replaceChildren();
  }

  /** The moves after a place, with the branches. @param {Place} from @param {Place} at @param {string[]} print @returns {HTMLElement[]} */
  line(from, at, print) {
    const items = [];
    print.push(from === at ? "@" : "");
    for (let parent = from; parent.children.length > 0; ) {
      const [main, ...others] = parent.children;
      if (!main) break;
      items.push(this.item(main, at, print));
      for (const other of others) {
        print.push("(");
        const first = this.item(other, at, print);
        items.push(make("li", { class: "branch" }, make("ol", {}, first, ...this.line(other, at, print))));
        print.push(")");
      }
      parent = main;
    }
    return items;
  }

  /** @param {Place} place @param {Place} at @param {string[]} print */
  item(place, at, print) {
    const grade = place.grade ? GRADES[place.grade] : "";
    print.push(`${place === at ? "@" : ""}${place.word}${grade}${place.by ?? ""}`);
    const button = this.button(place, place.word, place === at);
    if (grade) button.append(make("b", { class: `grade ${place.grade ?? ""}`, title: place.grade ?? "" }, grade));
    if (place.by) button.classList.add(place.by);
    return make("li", {}, make("span", { class: "number", "aria-hidden": "true" }, String(place.ply)), button);
  }

  /** @param {Place} place @param {string} text @param {boolean} current */
  button(place, text, current) {
    const button = make("button", { type: "button", class: "move", tabindex: current ? "0" : "-1" }, text);
    if (current) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => this.go(place));
    return button;
  }
}
