// What a file says of the game that is looked at: who played, and what was said of the move that led here.

import { byId, make } from "./dom.js";
import { eventOf, kept, playersOf } from "./files.js";

/** @typedef {import("./line.js").Place} Place */

/** The panel, which stands before the moves. A long comment is scrolled by keys, too. */
const panel = make("section", { id: "said", "aria-label": "What the file says", tabindex: "0" });

/** A mark that is as short as a sign beside the move: `?!`. */
const SIGN = /^[!?]{1,2}$/;

export class Said {
  /** @param {string} name the name by which the file is kept @param {Place} root */
  constructor(name, root) {
    this.game = kept(name);
    this.name = this.game ? name : "";
    this.shown = "";
    /** The places of the line that was played, the start first. @type {Place[]} */
    this.line = [];
    if (!this.game) return;
    this.line = [root];
    for (const word of this.game.moves) {
      const next = this.line.at(-1)?.children.find((child) => child.word === word);
      if (!next) break;
      this.line.push(next);
    }
    for (const { ply, kind, text } of this.game.notes) {
      const place = this.line[ply];
      if (place && kind === "mark" && SIGN.test(text)) place.mark = text;
    }
  }

  /** What is said at a place. @param {Place} place */
  notes(place) {
    const ply = this.line.indexOf(place);
    return ply < 0 ? [] : (this.game?.notes ?? []).filter((note) => note.ply === ply);
  }

  /**
   * The tags and notes for a file of the line up to a place: notes on what was played otherwise are left out.
   *
   * @param {Place} tip
   */
  written(tip) {
    const { game } = this;
    if (!game) return {};
    const places = [tip.root(), ...tip.line()];
    const common = places.filter((place, ply) => this.line[ply] === place).length;
    const whole = common === this.line.length;
    return {
      players: game.players,
      result: whole && places.length === common ? game.result : null,
      tags: game.tags,
      notes: game.notes.filter((note) => note.ply < common),
    };
  }

  /** @param {Place} place */
  show(place) {
    const { game } = this;
    panel.hidden = game === null;
    if (!panel.isConnected) byId("moves").closest("section")?.before(panel);
    if (!game) return;
    const notes = this.notes(place);
    const print = `${this.name} ${this.line.indexOf(place)}`;
    if (print === this.shown) return;
    this.shown = print;
    const head = [playersOf(game), game.result ?? ""].filter(Boolean).join(" · ");
    const event = eventOf(game);
    // The marks stand before the first comment, as in a book.
    const marks = notes.filter(({ kind }) => kind === "mark").map(({ text }) => text);
    const first = notes.find(({ kind }) => kind === "comment") ?? notes.find(({ kind }) => kind === "mark");
    const line = notes
      .filter((note) => note.kind !== "mark" || note === first)
      .map((note) => {
        const { kind, text } = note;
        const words = { clock: `Clock: ${text}`, variation: `Instead: ${text}`, mark: "", comment: text }[kind] ?? text;
        const signs = note === first && marks.length > 0 ? [make("b", {}, marks.join(" ")), " "] : [];
        return make("p", { class: kind, "data-kind": kind }, ...signs, words);
      });
    panel.replaceChildren(
      ...(head || event
        ? [make("p", { class: "who" }, make("b", {}, head), " ", make("span", { class: "event" }, event))]
        : []),
      ...line,
    );
  }
}
