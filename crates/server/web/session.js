// The session on the server: begun, asked, begun again if the server forgot it, waited for if it is away.

import { aborted, ApiError, begin, Remote, Unreachable } from "./api.js";
import { Place } from "./line.js";

/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Scene} Scene */

/**
 * @typedef {object} Hooks   What the page does for the table.
 * @property {() => void} changed   something is to be shown again
 * @property {() => Promise<void>} quiet   ends a search of this session
 * @property {() => Promise<void>} reach   waits until the server can be reached
 * @property {() => Promise<boolean>} restarted   whether another run of the server answers by now
 * @property {(text: string, kind?: "info" | "error") => void} notice
 * @property {(scene: Scene) => void} played   somebody made a move
 * @property {() => number | null} time   how long the machine may think, in milliseconds, if it has a clock
 * @property {() => void} lost   a game with secrets is gone
 */

export class Session {
  /** @param {import("./types.js").Entry} entry @param {import("./address.js").Wish} wish @param {Hooks} hooks */
  constructor(entry, wish, hooks) {
    this.entry = entry;
    this.hooks = hooks;
    this.options = wish.options;
    this.start = wish.position;
    this.players = wish.players;
    this.root = wish.root;
    this.place = wish.at;
    this.id = wish.session ?? "";
    this.keys = wish.keys;
    /** The seat that looks, in a game with secrets. @type {Seat | null} */
    this.seat = wish.session === null ? null : wish.keys.first ? "first" : wish.keys.second ? "second" : null;
    /** @type {Scene | null} */
    this.scene = null;
    this.closed = false;
    /** @type {Promise<void> | null} */
    this.restoring = null;
    /** The session that is being begun. @type {Promise<unknown> | null} */
    this.beginning = null;
  }

  get secrets() {
    return this.entry.secrets;
  }

  /** @param {Seat | null} [seat] */
  remote(seat = this.seat) {
    return new Remote(this.id, seat ? this.keys[seat] : undefined);
  }

  async begin() {
    const beginning = begin({
      game: this.entry.name,
      options: this.options,
      position: this.start,
      players: this.players,
      moves: this.place.words(),
    });
    this.beginning = beginning;
    const begun = await beginning;
    this.id = begun.session;
    this.keys = begun.keys ?? {};
    this.seat = this.secrets ? begun.scene.seat : null;
    if (this.closed) this.remote().end();
    this.adopt(begun.scene);
  }

  /**
   * Asks the session; if the server forgot it, begins it again, and if it cannot be reached, waits until it can.
   * @template T @param {(remote: Remote, again: boolean) => Promise<T>} request @returns {Promise<T>}
   */
  async call(request) {
    // Somebody may press a key before the session is there.
    if (this.id === "") await this.beginning;
    for (let again = false; ;) {
      try {
        return await request(this.remote(), again);
      } catch (error) {
        if (this.closed) throw error;
        if (error instanceof Unreachable) {
          await this.hooks.reach();
          again = true;
        } else if (error instanceof ApiError && error.code === "no-session") {
          this.restoring ??= this.restore().finally(() => (this.restoring = null));
          await this.restoring;
        } else {
          throw error;
        }
      }
    }
  }

  async restore() {
    const restarted = await this.hooks.restarted();
    if (this.secrets) {
      this.hooks.lost();
      throw new ApiError(404, {
        code: "lost",
        message: restarted
          ? "The server was restarted, and this game is lost."
          : "The server has forgotten this game: it is lost.",
      });
    }
    await this.begin();
    this.hooks.notice(
      restarted
        ? "The server was restarted; your game is restored."
        : "The server had forgotten this game; it is restored.",
    );
  }

  /** @param {Scene} scene */
  adopt(scene) {
    this.players = scene.players;
    this.scene = scene;
  }

  /** Forgets the moves: in a game with secrets they are told anew each time. */
  blank() {
    this.root = new Place("", null);
  }

  /** @param {unknown} error */
  fail(error) {
    if (aborted(error)) return;
    this.hooks.notice(error instanceof Error ? error.message : String(error), "error");
    this.hooks.changed();
  }
}
