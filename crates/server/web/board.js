// The board that the server drew, with what a person does on it: clicks, keys, and what is marked.
//
// `arrows` are the lines of play to be shown, `[{ from, to, label, best }]` by the names of cells: see overlay.js.
// Whoever sets them calls `mark()`.

import { byId, draw, make } from "./dom.js";
import { Overlay } from "./overlay.js";
import { Paths } from "./paths.js";
import { picture } from "./picture.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Value} Value */
/** @typedef {SVGElement | HTMLElement} CellElement */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Where boards side by side stand one below the other, so that a finger can tell their cells apart. */
const narrow = matchMedia("(max-width: 40rem)");

export class Board {
  /** @param {(word: string) => void} play @param {(text: string) => void} say */
  constructor(play, say) {
    this.play = play;
    this.say = say;
    this.element = byId("board");
    this.buttons = byId("buttons");
    this.choice = byId("choose");
    this.notes = byId("notes");
    this.paths = new Paths([]);
    this.enabled = false;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Map<string, CellElement>} */
    this.cells = new Map();
    this.focused = "";
    /** The cell that a person went to last, even if it is away for now. */
    this.wanted = "";
    this.held = false;
    /** @type {Map<string, Value>} */
    this.values = new Map();
    /** An action to point at. @type {string | null} */
    this.pointed = null;
    /** Lines of play. @type {import("./overlay.js").Arrow[]} */
    this.arrows = [];
    /** Whose edge is the lower one, where each side has one. @type {import("./types.js").Seat} */
    this.near = "first";
    /** Whose edge was the lower one when the board was drawn. @type {import("./types.js").Seat} */
    this.drawnNear = "first";
    this.targets = true;
    this.badges = true;
    this.element.addEventListener("pointerover", (event) =>
      this.overlay()?.aim(this.paths.aim(this.nameOf(event.target))),
    );
    this.element.addEventListener("pointerleave", () => this.overlay()?.aim(null));
    narrow.addEventListener("change", () => {
      if (!this.scene) return;
      this.redraw(this.scene);
      this.mark();
    });
    for (const area of [this.element, this.buttons]) {
      area.addEventListener("click", (event) => this.clicked(event));
      area.addEventListener("keydown", (event) => this.key(event));
      area.addEventListener("focusin", (event) => {
        this.roam(this.nameOf(event.target));
        this.ring();
      });
      area.addEventListener("focusout", () => this.overlay()?.focus(null));
    }
  }

  /** @param {EventTarget | null} target */
  nameOf(target) {
    return target instanceof Element ? (target.closest("[data-cell]")?.getAttribute("data-cell") ?? "") : "";
  }

  /** Shows a scene; `enabled` says whether somebody here may act. @param {Scene} scene @param {boolean} enabled */
  show(scene, enabled) {
    const kept = this.scene?.board === scene.board && this.scene.buttons.join() === scene.buttons.join();
    const same = kept && this.drawnNear === this.near;
    const moved = this.scene?.moves.join() !== scene.moves.join() || this.scene.session !== scene.session;
    if (!same) this.redraw(scene);
    if (!same || moved || this.enabled !== enabled || this.scene?.actions.length !== scene.actions.length) {
      this.paths = new Paths(enabled ? scene.actions : []);
      this.choice.replaceChildren();
    }
    if (moved) [this.pointed, this.arrows] = [null, []];
    this.scene = scene;
    this.enabled = enabled;
    this.mark();
  }

  /** @param {Scene} scene */
  redraw(scene) {
    const held = this.element.contains(document.activeElement) || this.buttons.contains(document.activeElement);
    const { svg, notes, ratio, units } = picture(
      scene.board,
      narrow.matches ? { width: innerWidth, height: innerHeight * 0.68 } : undefined,
      this.near,
    );
    this.drawnNear = this.near;
    const before = new Map([...this.cells].map(([name, cell]) => [name, cell.dataset["title"]]));
    const thrown = scene.played?.by === "chance";
    this.element.replaceChildren(...(svg ? [svg] : notes.length > 0 ? [] : [make("pre", {}, scene.text)]));
    this.notes.replaceChildren(...notes.map((note) => make("p", {}, note)));
    // Buttons that end what a click on the board begins are asked for when it has come so far.
    const first = new Set(scene.actions.flatMap(({ paths }) => paths.map(([cell]) => cell)));
    const late = scene.buttons.length > 0 && scene.buttons.every((name) => !first.has(name));
    this.buttons.classList.toggle("late", late);
    this.buttons.replaceChildren(
      ...scene.buttons.map((name) => {
        const face = picture(scene.faces[name] ?? "").svg;
        face?.setAttribute("aria-hidden", "true");
        return make(
          "button",
          { type: "button", class: face ? "choice face" : "choice", "data-cell": name },
          face ?? "",
          make("span", {}, name),
        );
      }),
    );
    this.cells = new Map();
    for (const cell of /** @type {NodeListOf<CellElement>} */ (
      document.querySelectorAll("#board [data-cell], #buttons [data-cell]")
    )) {
      const name = cell.getAttribute("data-cell") ?? "";
      if (!this.cells.has(name)) this.cells.set(name, cell);
      if (cell instanceof SVGElement) {
        cell.setAttribute("role", "button");
        const title = cell.querySelector(":scope > title");
        cell.dataset["title"] = title?.textContent?.trim() ?? "";
        title?.remove();
        cell.querySelector(".piece")?.setAttribute("aria-hidden", "true");
        const changed = before.size > 0 && before.get(name) !== cell.dataset["title"];
        if (thrown) cell.querySelector(changed ? ".piece.die, .piece.card" : ".piece.die")?.classList.add("thrown");
      }
    }
    if (svg) {
      this.element.style.setProperty("--ratio", String(ratio));
      this.element.style.setProperty("--units", String(units));
      svg.setAttribute("role", "group");
      svg.setAttribute("aria-label", `Board. ${scene.spoken}`);
      svg.querySelector(":scope > title")?.remove();
      svg.append(draw("g", { class: "overlay", "aria-hidden": "true" }));
    }
    this.hold(held || (this.held && document.activeElement === document.body));
  }

  /** Keeps the focus where it was, or gives it back to a button that was away for a moment. @param {boolean} held */
  hold(held) {
    const wanted = this.wanted;
    this.held = held;
    this.focused = this.cells.has(wanted) && !this.isLate(wanted) ? wanted : ([...this.cells.keys()][0] ?? "");
    const cell = this.cells.get(this.focused);
    cell?.setAttribute("tabindex", "0");
    if (held) cell?.focus({ preventScroll: true });
    this.wanted = wanted;
  }

  /** Whether the board is seen from its other edge; null if it has no edges. @returns {boolean | null} */
  turned() {
    const near = this.element.querySelector("svg")?.dataset["near"];
    return near ? near !== this.near : null;
  }

  /** Whether something is a button that is asked for late. @param {string} name */
  isLate(name) {
    return this.buttons.classList.contains("late") && this.cells.get(name) instanceof HTMLButtonElement;
  }

  /** What a cell is, for those who hear it. @param {string} name @param {CellElement} cell @param {boolean} can */
  label(name, cell, can) {
    if (!(cell instanceof SVGElement)) return null;
    const title = cell.dataset["title"] ?? "";
    const piece = cell.querySelector(".piece")?.textContent?.trim() ?? "";
    const parts =
      title && title !== name ? [title] : [name, piece || (cell.querySelector(".piece") ? "taken" : "empty")];
    if (cell.classList.contains("last") && !/last/.test(title)) parts.push("last move");
    if (cell.classList.contains("winning") && !/winning/.test(title)) parts.push("winning");
    if (this.paths.begun.includes(name)) parts.push("chosen");
    if (can) parts.push("legal");
    return parts.join(", ");
  }

  /** Marks what can be clicked, what was begun, what is pointed at, and what each action is worth. */
  mark() {
    const next = this.paths.next();
    const main = this.paths.main();
    this.buttons.classList.toggle(
      "asked",
      [...next].some((name) => this.isLate(name)),
    );
    for (const [name, cell] of this.cells) {
      const can = next.has(name);
      cell.classList.toggle("can", can);
      cell.classList.remove("hint");
      cell.classList.toggle("begun", this.paths.begun.includes(name));
      cell.setAttribute("tabindex", name === this.focused ? "0" : "-1");
      if (cell instanceof SVGElement) {
        cell.setAttribute("aria-disabled", String(!can));
        cell.setAttribute("aria-label", this.label(name, cell, main.has(name)) ?? name);
      } else if (cell instanceof HTMLButtonElement) {
        cell.setAttribute("aria-disabled", String(!can));
        cell.querySelector(".badge")?.remove();
      }
    }
    const overlay = this.overlay();
    if (!overlay) return;
    overlay.clear();
    if (this.targets) overlay.targets(main);
    overlay.begun(this.paths.begun);
    if (this.paths.begun.length === 0) overlay.arrows(this.arrows);
    const actions = this.scene?.actions ?? [];
    overlay.point(actions.find((action) => action.word === this.pointed)?.paths[0] ?? []);
    if (this.badges) overlay.worth(actions, this.values, this.paths.begun);
    this.ring();
  }

  overlay() {
    const layer = this.element.querySelector(".overlay");
    return layer ? new Overlay(layer, this.cells) : null;
  }

  /** Shows where the focus is, when it came by the keyboard. */
  ring() {
    const seen = document.activeElement?.matches("#board [data-cell]:focus-visible");
    this.overlay()?.focus(seen ? this.nameOf(document.activeElement) : null);
  }

  /** @param {Event} event */
  clicked(event) {
    const name = this.nameOf(event.target);
    if (name) this.click(name);
  }

  /** @param {string} name */
  click(name) {
    this.roam(name);
    if (!this.enabled) return;
    const answer = this.paths.click(name);
    this.choice.replaceChildren();
    if (answer && "play" in answer) {
      this.drop();
      this.play(answer.play);
      return;
    }
    if (answer) this.ask(answer.ask);
    else if (this.paths.begun.length > 0) this.say(`${name} chosen. Next: ${[...this.paths.next()].join(", ")}`);
    this.mark();
    this.buttons.style.top = `${this.element.offsetTop + this.element.offsetHeight / 2}px`;
    /** @type {HTMLElement | null} */ (document.querySelector("#buttons.asked .can"))?.focus({ preventScroll: true });
  }

  /** Several actions have the same path: which one? @param {import("./types.js").Action[]} actions */
  ask(actions) {
    this.choice.append(
      make("span", {}, this.paths.next().size > 0 ? "Play this, or go on:" : "Which one?"),
      ...actions.map(({ word, short }) => {
        const button = make("button", { type: "button", class: "choice" }, short ?? word);
        button.addEventListener("click", () => {
          this.drop();
          this.play(word);
        });
        return button;
      }),
    );
    this.say(`Which one: ${actions.map(({ word, short }) => short ?? word).join(", ")}?`);
    if (this.paths.next().size === 0) this.choice.querySelector("button")?.focus();
  }

  /** Forgets what was begun; tells whether there was anything. */
  drop() {
    const any = this.paths.begun.length > 0;
    const cell = this.paths.begun.findLast((name) => !this.isLate(name));
    const asked = this.buttons.classList.contains("asked") && this.buttons.contains(document.activeElement);
    this.paths.begun = [];
    this.choice.replaceChildren();
    this.mark();
    // What was asked goes away, and the focus must not go with it.
    if (asked) this.cells.get(cell ?? "")?.focus({ preventScroll: true });
    return any;
  }

  /** The one cell that the tab key reaches. @param {string} name */
  roam(name) {
    if (!name) return;
    this.wanted = name;
    if (name === this.focused) return;
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    this.cells.get(name)?.setAttribute("tabindex", "0");
  }

  /** Takes the board away. */
  clear() {
    this.scene = null;
    this.cells = new Map();
    [this.pointed, this.arrows] = [null, []];
    this.values = new Map();
    this.paths = new Paths([]);
    for (const area of [this.element, this.buttons, this.choice, this.notes]) area.replaceChildren();
  }

  focus() {
    this.cells.get(this.focused)?.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const name = this.nameOf(event.target);
    const way = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (way && name) {
      const to = this.beside(name, way[0] ?? 0, way[1] ?? 0);
      if (to) this.cells.get(to)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.click(name);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest cell in a direction, as the eye sees it. @param {string} name @param {number} dx @param {number} dy */
  beside(name, dx, dy) {
    const centre = (/** @type {Element} */ cell) => {
      const { left, top, width, height } = (cell.querySelector(".ground") ?? cell).getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    };
    const cell = this.cells.get(name);
    if (!cell) return null;
    const from = centre(cell);
    let best = null;
    let least = Infinity;
    for (const [other, element] of this.cells) {
      if (this.isLate(other) !== this.isLate(name)) continue;
      const to = centre(element);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      // Across, one stays in the row; up and down, one goes to the next row, even if nothing stands straight above or
      // below: but not far aside.
      if (along < 2 || aside > (dy === 0 ? 2 : 1) * along + 1) continue;
      const far = dy === 0 ? along + 3 * aside : 3 * along + aside;
      if (far < least) [best, least] = [other, far];
    }
    return best;
  }
}
