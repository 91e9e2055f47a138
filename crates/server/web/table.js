// A game on the table: the session on the server, the tree of moves, and where one is in it.

import { aborted, ApiError, sleep } from "./api.js";
import { Session } from "./session.js";

/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Scene} Scene */

/** How long a move of the machine or of chance is waited for, at least. */
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450;

export class Table extends Session {
  /**
   * @param {import("./types.js").Entry} entry
   * @param {import("./address.js").Wish} wish
   * @param {import("./session.js").Hooks} hooks
   */
  constructor(entry, wish, hooks) {
    super(entry, wish, hooks);
    /** The place that the server's line is at, if that is known. @type {import("./line.js").Place | null} */
    this.placed = null;
    /** Whether the machine and chance play when it is their turn. */
    this.running = wish.at.children.length === 0;
    this.thinking = false;
    /** Whether the board is looked at from the other edge than usual. */
    this.turned = false;
    /** Whether a move is on its way to the server. */
    this.sending = false;
    this.turns = 0;
    this.abort = new AbortController();
    /** @type {Promise<void> | null} */
    this.syncing = null;
  }

  /** Whether somebody at this page is to move. */
  mine() {
    const turn = this.scene?.turn;
    if (turn !== "first" && turn !== "second") return false;
    return this.players[turn] === "person" && (!this.secrets || this.seat === turn);
  }

  /** Whether the move is the machine's or chance's. */
  machines() {
    const turn = this.scene?.turn;
    if (!this.scene || this.scene.over || turn === "nobody") return false;
    return turn === "chance" || this.players[/** @type {Seat} */ (turn)] !== "person";
  }

  /** Whether there is something to wait for. */
  busy() {
    return this.sending || this.thinking || (this.running && this.machines());
  }

  /** Another seat that is to move and sits at this page too: its secrets are not shown before it says that it looks. */
  curtain() {
    const turn = this.scene?.turn;
    if (!this.secrets || this.seat === turn || (turn !== "first" && turn !== "second")) return null;
    return this.keys[turn] ? turn : null;
  }

  /** Begins the session, or takes a seat at one that there is. */
  async open() {
    if (this.id) {
      this.adopt(await this.call((remote) => remote.scene()));
    } else {
      await this.begin();
      await this.learn();
    }
    this.drive();
    if (this.secrets) this.poll();
  }

  /**
   * Learns who made the moves that come after this place, as those of a file do, and what players write for them; for
   * that other lines are looked at, too.
   */
  async learn() {
    if (this.secrets) return;
    const turn = this.turns;
    const others = this.scene?.short_moves ? this.root.tips() : [];
    for (const tip of [this.place.tip(), ...others]) {
      if (tip.by !== null || tip === this.place) continue;
      // Whoever goes on meanwhile puts the line back first.
      if (turn !== this.turns) return;
      this.placed = null;
      try {
        tip.told(await this.call((remote) => remote.line(tip.words())));
      } catch (error) {
        // A move that cannot be played is told to whoever steps on it.
        if (!(error instanceof ApiError)) throw error;
      }
    }
    await this.sync();
  }

  /** Shows what the server said. @override @param {Scene} scene */
  adopt(scene) {
    if (this.secrets) this.blank();
    this.place = this.root.follow(scene.moves);
    this.place.told(scene);
    this.place.choose();
    this.placed = this.place;
    const { played: _, ...still } = scene;
    this.place.scene = still;
    super.adopt(scene);
    this.hooks.changed();
  }

  /** Nothing that was asked before matters any more. */
  interrupt() {
    this.turns += 1;
    if (this.thinking) {
      this.abort.abort();
      this.abort = new AbortController();
      this.placed = null;
      this.thinking = false;
    }
    return this.turns;
  }

  /** Lets the machine and chance play, one ply each, until somebody at a page is to move. */
  async drive() {
    const turn = this.turns;
    while (this.running && !this.closed && this.machines() && turn === this.turns && !this.curtain()) {
      this.thinking = true;
      this.hooks.changed();
      const began = performance.now();
      const length = this.scene?.moves.length ?? 0;
      try {
        await this.hooks.quiet();
        if (turn !== this.turns) return;
        const { signal } = this.abort;
        const time = this.hooks.time();
        const scene = await this.call(async (remote, again) => {
          const now = again ? await remote.scene() : null;
          return now && now.moves.length > length ? now : remote.advance(signal, time);
        });
        await sleep(Math.max(0, Math.min(PAUSE, time ?? PAUSE) - (performance.now() - began)));
        if (turn !== this.turns || this.closed) return;
        this.thinking = false;
        this.adopt(scene);
        this.hooks.played(scene);
      } catch (error) {
        if (turn !== this.turns || this.closed || aborted(error)) return;
        this.thinking = false;
        if (this.secrets && error instanceof ApiError && error.status === 409) return this.refresh();
        this.running = false;
        this.fail(error);
      }
    }
    this.hooks.changed();
  }

  /**
   * Plays an action, for a person or, where one only looks around, for anybody.
   *
   * @param {string} word
   * @returns {Promise<boolean>} whether it could be played
   */
  async play(word) {
    const turn = this.interrupt();
    await this.sync();
    if (turn !== this.turns || !this.scene) return false;
    const mine = this.mine();
    const known = this.place.children.find((child) => child.word === word);
    const moves = [...this.place.words(), word];
    this.sending = true;
    this.hooks.changed();
    try {
      if (known?.scene && !this.secrets) {
        this.go(known);
        this.hooks.played(known.scene);
        await this.sync();
      } else {
        const scene = await this.call(async (remote, again) => {
          const now = again ? await remote.scene() : null;
          if (now && now.moves.length >= moves.length) return now;
          return mine ? remote.move(word) : remote.line(moves);
        });
        if (turn !== this.turns) return true;
        if (mine) this.running = true;
        this.adopt(scene);
        this.hooks.played({
          ...scene,
          played: scene.played ?? { by: this.place.by ?? "nobody", word: this.place.word },
        });
      }
      if (mine) this.running = true;
      this.drive();
      return true;
    } catch (error) {
      this.fail(error);
      if (this.secrets) this.refresh();
      return false;
    } finally {
      this.sending = false;
      this.hooks.changed();
    }
  }

  /** Goes to a place in the tree. @param {import("./line.js").Place} place */
  go(place) {
    if (this.secrets) {
      this.hooks.notice("There is no going back in a game with secrets: what has been seen cannot be unseen.");
      return;
    }
    this.interrupt();
    this.running = false;
    this.place = place;
    place.choose();
    if (place.scene) this.scene = { ...place.scene, players: this.players };
    this.hooks.changed();
    this.sync().catch((error) => this.fail(error));
  }

  /**
   * Puts the line of the place that one is at on the server. One request at a time; of many places the last one
   * counts.
   */
  sync() {
    this.syncing ??= (async () => {
      while (this.placed !== this.place && !this.closed) {
        const place = this.place;
        const scene = await this.call((remote) => remote.line(place.words()));
        this.placed = place;
        place.scene = scene;
        place.told(scene);
        if (this.place !== place) continue;
        this.scene = scene;
        this.hooks.changed();
      }
    })().finally(() => (this.syncing = null));
    return this.syncing;
  }

  /** Back to the last choice that a person had; where nobody sits, one ply. */
  async takeBack() {
    if (this.secrets || !this.place.parent) return this.go(this.place.parent ?? this.root);
    const people = this.players.first === "person" || this.players.second === "person";
    do {
      this.go(/** @type {import("./line.js").Place} */ (this.place.parent));
      await this.sync();
    } while (people && this.place.parent && !this.mine());
    this.running = this.mine();
    this.hooks.changed();
  }

  /** Lets the machine play on, or stops it. */
  async toggle() {
    this.running = !this.running;
    if (this.running) {
      await this.sync();
      this.drive();
    } else {
      this.interrupt();
      await this.sync();
    }
    this.hooks.changed();
  }

  /** @param {Partial<import("./types.js").Players>} players */
  async seats(players) {
    try {
      this.interrupt();
      await this.sync();
      const scene = await this.call((remote) => remote.players(players));
      this.adopt(scene);
      this.running = true;
      this.drive();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Looks through the eyes of another seat of this page. @param {Seat} seat */
  async look(seat) {
    this.seat = seat;
    await this.refresh();
  }

  /** Asks again what there is to see. */
  async refresh() {
    try {
      const before = this.scene?.moves.length;
      this.adopt(await this.call((remote) => remote.scene()));
      if (this.scene && before !== undefined && this.scene.moves.length > before) this.hooks.played(this.scene);
      this.drive();
    } catch (error) {
      this.fail(error);
    }
  }

  /** In a game with secrets somebody else may move elsewhere. */
  async poll() {
    while (!this.closed) {
      await sleep(1500);
      // While a move of this page is on its way, the answer to it tells what there is to see.
      if (this.closed || this.thinking || this.sending || document.hidden || this.scene?.over || this.curtain())
        continue;
      const turn = this.turns;
      try {
        const scene = await this.call((remote) => remote.scene());
        if (turn !== this.turns || this.thinking || this.sending || scene.moves.length === this.scene?.moves.length)
          continue;
        this.adopt(scene);
        this.hooks.played(scene);
        this.drive();
      } catch (error) {
        if (!this.closed) this.fail(error);
        return;
      }
    }
  }

  /** Leaves the table. Of a game with secrets others may still need the session. */
  close() {
    this.closed = true;
    this.interrupt();
    if (this.id && !this.secrets) this.remote().end();
  }
}
