// A board that is set up piece by piece: by the mouse, by keys, or as text. The server puts the pieces on it and says
// whether the rules allow it.

import { arrange } from "./api.js";
import { wish } from "./address.js";
import { open } from "./dialogs.js";
import { make } from "./dom.js";
import { picture } from "./picture.js";
import { SEATS } from "./players.js";
import { sideOf } from "./sides.js";

/** @typedef {import("./types.js").Arranged} Arranged */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./address.js").Wish} Wish */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Editor {
  /**
   * @param {Entry} entry
   * @param {Wish} now
   * @param {string} position what to begin with
   * @param {(wish: Wish) => void} start
   */
  constructor(entry, now, position, start) {
    this.entry = entry;
    this.now = now;
    this.start = start;
    /** @type {Arranged | null} */
    this.arranged = null;
    /** The kind that a click puts; null is what comes next at the cell. @type {number | null} */
    this.brush = null;
    this.focused = "";
    this.asked = 0;
    this.board = make("div", {
      class: "editor-board",
      role: "group",
      "aria-label": "The board: arrows go from cell to cell, the space bar changes the piece",
    });
    this.palette = make("div", { class: "row", role: "group", "aria-label": "What a click puts" });
    this.turn = make(
      "select",
      { "aria-label": "Who is to move" },
      ...SEATS.map((seat) => make("option", { value: seat }, `${sideOf(entry, seat)} to move`)),
    );
    this.fault = make("p", { class: "error", role: "status", id: "editor-fault" });
    this.text = make("input", {
      type: "text",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      "aria-label": "The position as text",
      id: "editor-text",
    });
    this.turn.addEventListener("change", () => this.ask({ pieces: this.arranged?.pieces ?? [] }));
    this.text.addEventListener("change", () => this.ask({ position: this.text.value }));
    this.board.addEventListener("click", (event) => this.click(this.nameOf(event.target)));
    this.board.addEventListener("keydown", (event) => this.key(event));
    this.board.addEventListener("focusin", (event) => (this.focused = this.nameOf(event.target) || this.focused));
    const button = (/** @type {string} */ text, /** @type {() => void} */ act) => {
      const made = make("button", { type: "button", class: "quiet" }, text);
      made.addEventListener("click", act);
      return made;
    };
    open(
      `Set up: ${entry.title}`,
      [
        make("div", { class: "row" }, this.palette, this.turn),
        this.board,
        this.fault,
        make("label", { class: "editor-text" }, make("span", {}, "As text"), this.text),
        make(
          "div",
          { class: "row" },
          button("Empty board", () => this.ask({ pieces: [] })),
          button("Start of the game", () => this.ask({ pieces: null })),
        ),
        make(
          "p",
          { class: "hint-text" },
          "A click changes the piece. Keys: arrows move, the space bar changes, Delete empties, 1 to 9 or its letter put a piece.",
        ),
      ],
      [{ text: "Start from here", act: () => this.begin(), id: "start" }],
    );
    this.ask({ position }).then(() => this.cell(this.focused)?.focus());
  }

  /** Asks the server for the board. @param {{ pieces?: Arranged["pieces"] | null, position?: string }} draft */
  async ask(draft) {
    const mine = (this.asked += 1);
    try {
      const arranged = await arrange(this.entry.name, { options: this.now.options, turn: this.turn.value, ...draft });
      if (mine !== this.asked) return;
      this.arranged = arranged;
      this.show();
    } catch (error) {
      if (mine === this.asked) this.fault.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  show() {
    const { arranged } = this;
    if (!arranged) return;
    const held = this.board.contains(document.activeElement);
    const { svg, ratio } = picture(arranged.board);
    this.board.style.setProperty("--ratio", String(ratio));
    if (svg) {
      svg.querySelector(":scope > title")?.remove();
      // The frame around it says what it is.
      svg.setAttribute("role", "presentation");
      for (const cell of svg.querySelectorAll("[data-cell]")) {
        cell.setAttribute("role", "button");
        cell.setAttribute("tabindex", "-1");
        const title = cell.querySelector(":scope > title");
        cell.setAttribute("aria-label", title?.textContent?.trim() || (cell.getAttribute("data-cell") ?? ""));
        title?.remove();
      }
      this.board.replaceChildren(svg);
    }
    const first = this.board.querySelector("[data-cell]")?.getAttribute("data-cell") ?? "";
    if (!this.cell(this.focused)) this.focused = first;
    this.cell(this.focused)?.setAttribute("tabindex", "0");
    if (held) this.cell(this.focused)?.focus({ preventScroll: true });
    this.turn.hidden = arranged.turn === null;
    if (arranged.turn) this.turn.value = arranged.turn;
    this.text.value = arranged.position;
    this.fault.textContent = arranged.fault ? `This cannot be: ${arranged.fault}.` : "";
    this.brushes(arranged);
  }

  /** What a click puts. @param {Arranged} arranged */
  brushes(arranged) {
    const brush = (
      /** @type {string | Node} */ content,
      /** @type {number | null} */ kind,
      /** @type {string} */ label,
    ) => {
      const made = make(
        "button",
        {
          type: "button",
          class: "brush",
          "aria-pressed": String(this.brush === kind),
          "aria-label": label,
          title: label,
        },
        content,
      );
      made.addEventListener("click", () => {
        this.brush = kind;
        this.brushes(arranged);
      });
      return made;
    };
    this.palette.replaceChildren(
      brush("next", null, "The next piece at each click"),
      ...arranged.kinds.map((kind, number) =>
        brush(
          picture(arranged.pictures[number] ?? "").svg ?? kind,
          number,
          `${kind}, key ${number < 9 ? number + 1 : kind}`,
        ),
      ),
      brush("empty", -1, "empty, Delete key"),
    );
  }

  /** @param {EventTarget | null} target */
  nameOf(target) {
    return target instanceof Element ? (target.closest("[data-cell]")?.getAttribute("data-cell") ?? "") : "";
  }

  /** @param {string} name @returns {SVGElement | null} */
  cell(name) {
    return this.board.querySelector(`[data-cell="${CSS.escape(name)}"]`);
  }

  /** @param {string} name */
  click(name) {
    if (name === "") return;
    this.focused = name;
    this.put(name, this.brush);
  }

  /**
   * Puts a piece on a cell: another one on its pile, or the next kind where none is said.
   *
   * @param {string} name
   * @param {number | null} kind
   */
  put(name, kind) {
    const { arranged } = this;
    if (!arranged) return;
    const before = arranged.pieces.find(([cell]) => cell === name);
    const others = arranged.pieces.filter(([cell]) => cell !== name);
    let [next, count] = [kind ?? (before ? before[1] + 1 : 0), 1];
    if (arranged.tallest > 1 && before && (kind === null || kind === before[1])) {
      // A pile grows up to a row of five, and then comes the next kind.
      const most = kind === null ? 5 : arranged.tallest;
      if (before[2] < most) [next, count] = [before[1], before[2] + 1];
    }
    const isPiece = next >= 0 && next < arranged.kinds.length;
    this.ask({ pieces: isPiece ? [...others, [name, next, count]] : others });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const name = this.nameOf(event.target) || this.focused;
    const way = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    const number = Number(event.key);
    if (way) this.go(name, way[0] ?? 0, way[1] ?? 0);
    else if (event.key === " " || event.key === "Enter") this.put(name, null);
    else if (event.key === "Delete" || event.key === "Backspace" || event.key === "0") this.put(name, -1);
    else if (Number.isInteger(number) && number >= 1 && number <= (this.arranged?.kinds.length ?? 0))
      this.put(name, number - 1);
    else if (this.arranged?.kinds.includes(event.key)) this.put(name, this.arranged.kinds.indexOf(event.key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Goes to the nearest cell in a direction, as the eye sees it.
   *
   * @param {string} name
   * @param {number} dx
   * @param {number} dy
   */
  go(name, dx, dy) {
    const centre = (/** @type {Element} */ cell) => {
      const { left, top, width, height } = (cell.querySelector(".ground") ?? cell).getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    };
    const here = this.cell(name);
    if (!here) return;
    const from = centre(here);
    let best = null;
    let least = Infinity;
    for (const cell of this.board.querySelectorAll("[data-cell]")) {
      const to = centre(cell);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (along < 2 || aside > 2 * along + 1) continue;
      if (along + 3 * aside < least) [best, least] = [cell, along + 3 * aside];
    }
    if (!best) return;
    here.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    /** @type {SVGElement} */ (best).focus();
  }

  begin() {
    const { arranged } = this;
    if (!arranged || arranged.fault) {
      this.cell(this.focused)?.focus();
      return false;
    }
    const { now } = this;
    this.start(
      wish({
        game: this.entry.name,
        options: { ...now.options },
        position: arranged.position,
        players: { ...now.players },
        analysis: now.analysis,
        lines: now.lines,
      }),
    );
    return true;
  }
}
