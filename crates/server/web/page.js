// The page of a game: what is shown when something changed, and what the buttons do.

import { hashOf } from "./address.js";
import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { byId } from "./dom.js";
import { FirstGame } from "./first-game.js";
import { Graph, showBar } from "./graph.js";
import { showHappened } from "./happened.js";
import { Heat } from "./heat.js";
import { shownAction } from "./line.js";
import { Memory } from "./memory.js";
import { MoveList } from "./moves.js";
import { PlayersPanel, SEATS } from "./players.js";
import { Race } from "./race.js";
import { Review } from "./review.js";
import { Said } from "./said.js";
import { nearSeat, sideOf } from "./sides.js";
import { notice, say } from "./speech.js";
import { showTools, statusOf } from "./status.js";
import { Table } from "./table.js";
import { showTab } from "./tabs.js";
import { certainty, readBy, seen, words } from "./value.js";
import { Values } from "./values.js";
import { overlay } from "./view.js";

/** @typedef {import("./address.js").Wish} Wish */

export class Page {
  /**
   * @param {import("./types.js").Catalog} catalog @param {import("./types.js").Entry} entry @param {Wish} wish
   * @param {import("./link.js").Link} link @param {Board} board
   */
  constructor(catalog, entry, wish, link, board) {
    this.catalog = catalog;
    this.entry = entry;
    this.link = link;
    this.board = board;
    this.lost = false;
    readBy(entry.scale);
    this.table = new Table(entry, wish, {
      changed: () => this.show(),
      quiet: () => this.analysis.stop(),
      reach: () => link.reach(),
      restarted: () => link.restarted(),
      notice,
      played: (scene) => this.played(scene),
      time: () => {
        const turn = this.table.scene?.turn;
        return this.clock && (turn === "first" || turn === "second") ? this.clock.share(turn) : null;
      },
      lost: () => (this.lost = true),
    });
    this.memory = new Memory(`${entry.name} ${JSON.stringify(wish.options)} ${wish.position}`, !entry.secrets);
    this.analysis = new Analysis(
      this.table,
      this.memory,
      () => this.show(),
      (word) => this.play(word),
    );
    this.analysis.on = wish.analysis;
    this.analysis.lines = wish.lines;
    this.clock = wish.clock ? new Clock(wish.clock, wish.left, () => this.fell()) : null;
    this.players = new PlayersPanel(entry, catalog.levels, (players) => this.table.seats(players));
    this.list = new MoveList((place) => this.go(place));
    this.graph = new Graph(entry, (place) => this.go(place));
    this.review = new Review(this.table, this.memory, {
      changed: () => this.show(),
      say,
      hide: (hidden) => {
        this.analysis.hidden = hidden;
        this.show();
      },
      point: (word) => this.point(word),
    });
    this.review.show();
    showTab(wish.analysis ? "lines" : "moves");
    for (const seat of SEATS) byId("game").dataset[seat] = sideOf(entry, seat).toLowerCase();
    this.race = new Race(this.table);
    this.said = new Said(wish.file, wish.root);
    this.values = new Values(this.table, this.analysis, this.memory, wish.after, () => this.show());
    this.heat = new Heat(
      this.table,
      () => this.analysis.stop(),
      () => this.show(),
    );
    this.plies = wish.at.ply;
    this.firstGame = new FirstGame(entry);
    this.shownHash = "";
    this.timer = setInterval(() => this.players.time(this.clock), 100);
  }

  async open() {
    await this.table.open();
    this.show();
    if (this.table.scene) say(`${this.entry.title}. ${this.status()}`);
  }

  /** The state as the address bar holds it. @returns {Wish} */
  wish() {
    const { table } = this;
    this.clock?.settle();
    return {
      game: this.entry.name,
      options: table.options,
      position: table.start,
      root: table.root,
      at: table.place,
      players: table.players,
      analysis: this.analysis.on,
      lines: this.analysis.lines,
      clock: this.clock?.setting ?? null,
      left: this.clock?.left ?? null,
      file: this.said.name,
      after: this.values.after,
      session: this.entry.secrets ? table.id : null,
      keys: table.keys,
    };
  }

  status() {
    return statusOf(this.table, this.clock, this.lost);
  }

  state() {
    const { table } = this;
    if (this.link.offline) return "offline";
    if (!table.scene && !this.lost) return "loading";
    if (table.scene?.over || this.lost || this.clock?.flag) return "over";
    return table.busy() ? "thinking" : "ready";
  }

  show() {
    const { table, analysis } = this;
    const { scene } = table;
    if (table.closed) return;
    this.firstGame.show(scene, analysis.on);
    document.body.dataset["state"] = this.state();
    const status = this.status();
    if (byId("status").textContent !== status) byId("status").textContent = status;
    byId("new-game").classList.toggle("main", this.lost || scene?.over === true);
    if (!scene) return;
    const curtain = table.curtain();
    byId("curtain").hidden = curtain === null;
    byId("game").classList.toggle("covered", curtain !== null);
    if (curtain) {
      this.cover(curtain);
      return;
    }
    const free = !table.running && !table.secrets && !table.sending;
    const enabled =
      !scene.over && !this.lost && !this.link.offline && (table.mine() ? !table.sending && !this.flagged() : free);
    analysis.follow();
    this.board.values = analysis.values();
    const arrows = "arrows" in this.board && overlay("badges") ? analysis.arrows() : [];
    // The head of an arrow stands where a value would.
    this.board.badges = overlay("badges") && arrows.length === 0;
    this.board.targets = overlay("targets");
    this.board.near = nearSeat(table);
    this.board.show(this.heat.over(scene), enabled);
    if ("arrows" in this.board) this.point(this.board.pointed, arrows);
    this.heat.follow(scene, enabled);
    const turned = this.board.turned();
    byId("flip").hidden = turned === null;
    byId("game").classList.toggle("edges", turned !== null);
    byId("game").classList.toggle("turned", turned === true);
    for (const name of ["--ratio", "--units"])
      byId("game").style.setProperty(name, byId("board").style.getPropertyValue(name) || "1");
    byId("board").classList.toggle("rolling", table.thinking && scene.turn === "chance");
    this.list.show(table.root, table.place);
    this.players.show(table, this.clock);
    analysis.show();
    this.said.show(table.place);
    this.values.show();
    this.race.show();
    this.picture();
    showHappened(this);
    showTools(table, scene, this.clock, this.review.state === "running");
    this.keepTime(scene);
    this.keep();
  }

  /** Nothing of the other side may be seen when the page changes hands. @param {import("./types.js").Seat} seat */
  cover(seat) {
    byId("curtain-text").textContent = `${sideOf(this.entry, seat)} is to move. What the other side knows is covered.`;
    byId("look").textContent = `I am ${sideOf(this.entry, seat)}: show my side`;
    this.board.clear();
    this.list.clear();
    this.analysis.follow();
    this.players.show(this.table, this.clock);
    this.keep();
  }

  flagged() {
    return Boolean(this.clock?.flag) && this.table.place.children.length === 0;
  }

  /** The bar and the graph. */
  picture() {
    const { table, analysis, memory } = this;
    const hidden = analysis.hidden || this.values.hides;
    const found = hidden ? null : memory.at(table.place);
    byId("evaluation").hidden = !overlay("bar");
    byId("graph-box").hidden = !overlay("graph");
    showBar(found, this.entry);
    this.graph.show(table.place, (place) => (hidden ? null : memory.at(place)));
  }

  /** @param {import("./types.js").Scene} scene */
  keepTime(scene) {
    if (!this.clock) return;
    const turn = scene.turn === "first" || scene.turn === "second" ? scene.turn : this.clock.running;
    const moved = this.table.place.ply > this.plies;
    this.plies = this.table.place.ply;
    const live = this.table.running && !scene.over && !this.link.offline;
    this.clock.run(live ? turn : null, moved);
  }

  fell() {
    this.table.running = false;
    this.table.interrupt();
    const flag = this.clock?.flag ?? "first";
    notice(`${sideOf(this.entry, flag)}’s time is up.`);
    this.show();
  }

  /** Puts the state into the address bar. */
  keep() {
    const hash = hashOf(this.wish());
    if (hash === this.shownHash) return;
    this.shownHash = hash;
    history.replaceState(null, "", hash);
  }

  /** @param {import("./types.js").Scene} scene */
  played(scene) {
    const played = scene.played;
    const by = played ? sideOf(this.entry, played.by) : "";
    const word = scene.short_moves?.at(-1) ?? played?.word ?? scene.moves.at(-1) ?? "";
    say(`${by ? `${by}: ${word}` : word}. ${this.status()}.`);
  }

  /** @param {string} word @returns {Promise<boolean>} whether it could be played */
  async play(word) {
    if (this.review.trial(word)) return true;
    this.values.moved(word);
    return this.table.play(word);
  }

  /** Shows the board from its other edge. */
  flip() {
    this.table.turned = !this.table.turned;
    this.show();
  }

  /** A move that was typed. @param {string} text @returns {Promise<boolean>} whether it could be played */
  async type(text) {
    const { scene } = this.table;
    const word = text.trim();
    if (!scene || word === "") return false;
    if (!this.board.enabled) {
      const why = this.link.offline
        ? "The server cannot be reached; the move was not made."
        : scene.over
          ? "The game is over."
          : "It is not your turn.";
      notice(why, this.link.offline ? "offline" : "info");
      return false;
    }
    const fits = scene.actions.filter((action) => action.word.toLowerCase() === word.toLowerCase());
    const is = (/** @type {import("./types.js").Action} */ action) => action.word === word || action.short === word;
    const exact = scene.actions.find(is) ?? (fits.length === 1 ? fits[0] : undefined);
    // The server reads more ways to write a move than the one that it tells, and says what is wrong with the others.
    return this.play(exact?.word ?? word);
  }

  /** @param {import("./line.js").Place} place */
  go(place) {
    this.review.leave();
    this.table.go(place);
    const { scene } = this.table;
    if (scene) say(`${place.parent ? `After ${place.text}` : "Start"}. ${this.status()}.`);
  }

  /** @param {number} step */
  step(step) {
    const { place } = this.table;
    const to = step < 0 ? place.parent : place.next();
    if (to || this.table.secrets) this.go(to ?? place);
  }

  /** Another move instead of the last one, if there is one in the tree. */
  sibling() {
    const { place } = this.table;
    const all = place.parent?.children ?? [];
    const other = all[(all.indexOf(place) + 1) % Math.max(1, all.length)];
    if (other && other !== place) this.go(other);
  }

  takeBack() {
    this.review.leave();
    this.table.takeBack().then(
      () => say(`Taken back. ${this.status()}.`),
      (error) => this.table.fail(error),
    );
  }

  /**
   * Points at an action, and at lines of play.
   *
   * @param {string | null} word
   * @param {ReturnType<Analysis["arrows"]>} [arrows]
   */
  point(word, arrows = []) {
    this.board.pointed = word;
    if ("arrows" in this.board) Object.assign(this.board, { arrows });
    this.board.mark();
  }

  async hint() {
    const { table } = this;
    if (/** @type {HTMLButtonElement} */ (byId("hint")).disabled) return;
    try {
      await this.analysis.stop();
      await table.sync();
      const place = table.place;
      const { action, value: told } = await table.call((remote) => remote.hint());
      if (table.place !== place) return;
      this.point(action);
      const turn = table.scene?.turn ?? "first";
      const value = seen(told, turn);
      notice(
        `Hint: ${shownAction(table.scene, action)} (${words(value)} for ${sideOf(this.entry, turn === "second" ? "second" : "first")}, ${certainty(value)})`,
      );
    } catch (error) {
      table.fail(error);
    }
    this.show();
  }

  analyse() {
    this.analysis.on = !this.analysis.on;
    this.values.after = this.analysis.unseen = false;
    if (!this.analysis.on) this.analysis.stop();
    if (this.analysis.on) showTab("lines");
    say(this.analysis.on ? "Analysis on." : "Analysis stopped; its results stay.");
    this.show();
  }

  close() {
    this.review.close();
    this.values.close();
    this.race.close();
    this.list.close();
    this.analysis.on = false;
    this.analysis.stop();
    this.clock?.close();
    clearTimeout(this.memory.timer);
    clearInterval(this.timer);
    this.table.close();
  }
}
