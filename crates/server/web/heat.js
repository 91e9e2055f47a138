// What each action is worth, painted on the board by the server: asked for at each choice while it is wanted.

import { byId } from "./dom.js";
import { notice, say } from "./speech.js";

/** @typedef {import("./types.js").Scene} Scene */

export class Heat {
  /**
   * @param {import("./table.js").Table} table @param {() => unknown} quiet stops what else searches the position
   * @param {() => void} changed
   */
  constructor(table, quiet, changed) {
    this.table = table;
    this.quiet = quiet;
    this.changed = changed;
    this.on = false;
    /** The position that was asked about. */
    this.asked = "";
    /** @type {import("./types.js").Painted | null} */
    this.painted = null;
    /** Whether it was said what the numbers are. */
    this.told = false;
  }

  toggle() {
    this.on = !this.on;
    this.asked = "";
    this.painted = null;
    say(this.on ? "What each cell is worth is painted on the board." : "The board is as it was.");
    this.changed();
  }

  /** @param {Scene} scene */
  key(scene) {
    return `${scene.session} ${scene.seat} ${scene.moves.length} ${scene.position}`;
  }

  /** The scene, painted if that is wanted and known. @param {Scene} scene @returns {Scene} */
  over(scene) {
    const { painted } = this;
    if (!this.on || !painted || this.asked !== this.key(scene)) return scene;
    return { ...scene, board: painted.board, spoken: painted.spoken, text: painted.text };
  }

  /** Asks for the paint of a position, once. @param {Scene} scene @param {boolean} enabled */
  async follow(scene, enabled) {
    byId("heat").setAttribute("aria-pressed", String(this.on));
    const key = this.key(scene);
    if (!this.on || !enabled || scene.turn === "chance" || this.asked === key) return;
    this.asked = key;
    this.painted = null;
    try {
      await this.quiet();
      await this.table.sync();
      const painted = await this.table.call((remote) => remote.heat());
      if (this.asked !== key) return;
      this.painted = painted;
      if (painted.note && !this.told) notice(painted.note);
      this.told = true;
    } catch (error) {
      if (this.asked === key) this.table.fail(error);
    }
    this.changed();
  }
}
