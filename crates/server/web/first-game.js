// A first game explains itself: how to move, in a line below the board, until the first move is made or it is put away.

import { rules as askRules } from "./api.js";
import { byId, make } from "./dom.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Entry} Entry */

/** @param {string} game */
const kept = (game) => `known ${game}`;

/** Whether somebody has played a game of this kind here. @param {string} game */
function isKnown(game) {
  try {
    return localStorage.getItem(kept(game)) !== null;
  } catch {
    return false;
  }
}

/** @param {string} game */
function know(game) {
  try {
    localStorage.setItem(kept(game), "1");
  } catch {
    // It will be told again.
  }
}

/** How one moves, told by what is clicked for the actions that there are. @param {Scene} scene @returns {string} */
export function howToMove({ actions, buttons }) {
  const paths = actions.flatMap((action) => action.paths.slice(0, 1));
  if (paths.length === 0) return "Type a move below, or choose it from the list.";
  const pressed = paths.filter((path) => buttons.includes(path[0] ?? "")).length;
  if (pressed === paths.length) return "Press a button below the board.";
  // A button that is pressed in the end says for itself what it is.
  const cells = paths.map((path) => path.filter((cell) => !buttons.includes(cell)).length);
  const longest = Math.max(...cells);
  const clicks =
    longest === 1
      ? "Click a marked cell."
      : longest === 2
        ? "Click what you move, then where it goes."
        : "Click what you move, then cell by cell where it goes.";
  return pressed > 0 ? `${clicks} Or press a button.` : clicks;
}

export class FirstGame {
  /** @param {Entry} entry */
  constructor(entry) {
    this.entry = entry;
    /** Nothing is told to those who know the game. */
    this.over = isKnown(entry.name);
    this.aim = "";
    this.start = -1;
    document.getElementById("first-game")?.remove();
  }

  /**
   * Tells it, or no longer: after a person's move, or where somebody analyses.
   *
   * @param {Scene | null} scene
   * @param {boolean} analysed
   */
  async show(scene, analysed) {
    if (this.over || !scene) return;
    if (this.start < 0) this.start = scene.moves.length;
    const turn = scene.turn === "first" || scene.turn === "second" ? scene.turn : null;
    const moved = scene.moves.length > this.start && turn !== null && scene.players[turn] === "person";
    if (scene.over || moved) {
      this.end();
      return;
    }
    let box = document.getElementById("first-game");
    if (!turn || scene.players[turn] !== "person" || analysed) {
      if (box) box.hidden = true;
      return;
    }
    if (!box) {
      const close = make("button", { type: "button", class: "quiet" }, "Got it");
      close.addEventListener("click", () => this.end());
      box = make(
        "aside",
        { id: "first-game", "aria-label": "How to move" },
        make("p", {}, make("b", {}, howToMove(scene)), make("span", {})),
        make("a", { href: `#/rules/${encodeURIComponent(this.entry.name)}` }, "Rules"),
        close,
      );
      byId("board").parentElement?.after(box);
      const { aim } = await askRules(this.entry.name).catch(() => ({ aim: null }));
      const words = new DOMParser().parseFromString(aim ?? "", "text/html").body.textContent?.trim() ?? "";
      const span = box.querySelector("span");
      if (span && words) span.textContent = ` ${words}`;
    }
    box.hidden = false;
  }

  /** Not again for this game. */
  end() {
    this.over = true;
    know(this.entry.name);
    document.getElementById("first-game")?.remove();
  }
}
