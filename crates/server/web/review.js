// The review of a whole game: every move judged, the errors by size, and "find better" without giving the answer away.

import { aborted, ApiError, begin, Remote } from "./api.js";
import { byId, make } from "./dom.js";
import { shownAction } from "./line.js";
import { numbered } from "./moves.js";
import { follow } from "./stream.js";
import { sideOf } from "./sides.js";
import { isError, seen, SIGNS, turned } from "./value.js";

/** @typedef {import("./types.js").Judged} Judged */
/** @typedef {import("./line.js").Place} Place */

/** @typedef {{ place: Place, judged: Judged }} Finding   a move and what was found of it */

export class Review {
  /**
   * @param {import("./table.js").Table} table @param {import("./memory.js").Memory} memory
   * @param {{ changed: () => void, say: (text: string) => void, hide: (hidden: boolean) => void, point: (word: string | null) => void }} page
   */
  constructor(table, memory, page) {
    this.table = table;
    this.memory = memory;
    this.page = page;
    /** @type {Finding[]} */
    this.findings = [];
    /** The error for which somebody looks for something better. @type {Finding | null} */
    this.sought = null;
    this.answer = "";
    this.state = "none";
    this.total = 0;
    /** How many positions have been tried to be proven, of how many. */
    this.proven = "";
    /** @type {import("./types.js").Summary | null} */
    this.summary = null;
    this.abort = new AbortController();
  }

  /** Judges the line that one is in, in a session of its own, so that one can look around meanwhile. */
  async start() {
    this.abort.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    const places = this.table.place.tip().line();
    this.findings = [];
    this.sought = null;
    this.state = "running";
    this.total = places.length;
    this.summary = null;
    this.proven = "";
    this.show();
    this.page.changed();
    let own = this.table.remote();
    try {
      if (!this.table.secrets) {
        const { entry, options, start } = this.table;
        const players = { first: "person", second: "person" };
        const begun = await begin({
          game: entry.name,
          options,
          position: start,
          players,
          moves: places.map((place) => place.word),
        });
        own = new Remote(begun.session);
      }
      await follow(own.at("/review", {}), signal, (event, data) => {
        if (event === "failed") throw new ApiError(500, data);
        if (event === "proving") {
          this.proven = `Proving: ${data.done} of ${data.of} positions. `;
          this.show();
        }
        if (event === "progress") this.add(places, data);
        if (event === "done") {
          this.state = "done";
          this.summary = data.summary ?? null;
        }
      });
      const errors = this.errors().length;
      this.page.say(
        `The review is finished: ${errors === 0 ? "no errors" : errors === 1 ? "one error" : `${errors} errors`}.`,
      );
    } catch (error) {
      if (!aborted(error)) this.table.fail(error);
      this.state = this.findings.length > 0 ? "stopped" : "none";
    } finally {
      if (own.id !== this.table.id) own.end();
    }
    this.show();
    this.page.changed();
  }

  /** @param {Place[]} places @param {Judged} judged */
  add(places, judged) {
    const place = places[judged.ply - 1];
    if (!place) return;
    place.judged = judged;
    place.by = judged.by;
    this.findings.push({ place, judged });
    const before = place.parent;
    if (before) this.memory.values.set(before.words().join(" "), turned(seen(judged.value, judged.by), judged.by));
    // Of the position after the last move there is no other word.
    if (judged.played)
      this.memory.values.set(place.words().join(" "), turned(seen(judged.played, judged.by), judged.by));
    this.show();
    this.page.changed();
  }

  /** The errors, the largest first. */
  errors() {
    const bad = this.findings.filter(({ judged }) => isError(judged.grade));
    return bad.sort((a, b) => b.judged.loss - a.judged.loss || a.judged.ply - b.judged.ply);
  }

  /** Goes to the position before an error, with everything that tells the answer hidden. @param {Finding} finding */
  seek(finding) {
    this.sought = finding;
    this.answer = "";
    this.page.hide(true);
    this.page.point(null);
    this.table.go(finding.place.parent ?? this.table.root);
    const { by, action, short } = finding.judged;
    this.page.say(`${sideOf(this.table.entry, by)} erred here with ${short ?? action}. Find better: make your move.`);
    this.show();
    byId("find").scrollIntoView({ block: "nearest" });
  }

  /** Judges a try; tells whether the move was taken as one. @param {string} word */
  trial(word) {
    if (!this.sought || this.table.place !== this.sought.place.parent) {
      this.leave();
      return false;
    }
    this.judge(this.sought, word);
    return true;
  }

  /** @param {Finding} sought @param {string} word */
  async judge(sought, word) {
    const text = shownAction(this.table.scene, word);
    this.answer = `Looking at ${text} …`;
    this.show();
    try {
      await this.table.sync();
      await this.table.hooks.quiet();
      const verdict = await this.table.call((remote) => remote.judge(word));
      if (this.sought !== sought) return;
      if (verdict.grade === null) this.answer = `${text}: there was no time to judge it. Try again.`;
      else if (verdict.grade === "best")
        this.answer = `${text}: yes, that is best${verdict.exact ? ", and that is exact" : ""}.`;
      else if (verdict.loss < sought.judged.loss - 1e-9)
        this.answer =
          verdict.grade === "good"
            ? `${text}: yes, that is good.`
            : `${text}: better than ${sought.judged.short ?? sought.judged.action}, but there is better still.`;
      else
        this.answer =
          word === sought.judged.action ? `${text} is what was played. Try another.` : `${text}: not yet. Try another.`;
    } catch (error) {
      this.answer = "";
      this.table.fail(error);
    }
    this.page.say(this.answer);
    this.show();
  }

  /** Gives the answer away. */
  reveal() {
    const best = this.sought?.judged.best ?? [];
    const shown = this.sought?.judged.short_best ?? best;
    this.answer = shown.length > 1 ? `Best were ${shown.join(", ")}.` : `Best was ${shown[0] ?? "not known"}.`;
    this.page.point(best[0] ?? null);
    this.page.say(this.answer);
    this.show();
  }

  leave() {
    if (!this.sought) return;
    this.sought = null;
    this.page.hide(false);
    this.show();
  }

  show() {
    const element = byId("review");
    const held = document.activeElement?.closest("#review, #find")
      ? document.activeElement.getAttribute("data-what")
      : null;
    element.hidden = this.state === "none";
    element.dataset["state"] = this.state;
    const errors = this.errors();
    const counted =
      errors.length === 0
        ? "No errors found."
        : `${errors.length === 1 ? "One error" : `${errors.length} errors, the largest first`}.`;
    const progress =
      this.state === "running"
        ? `${this.findings.length > 0 ? `${this.findings.length} of up to ${this.total} moves judged. ` : this.proven || "Looking at the game. "}`
        : "";
    element.replaceChildren(
      make(
        "div",
        { class: "head" },
        make("h2", {}, "Review"),
        make("p", {}, progress + (this.state === "running" && errors.length === 0 ? "" : counted)),
      ),
      make("ol", { class: "errors" }, ...errors.map((finding, at) => this.row(finding, at))),
      ...(this.summary?.seats ?? []).map(({ seat, words }) =>
        make("p", { class: "summary" }, make("b", {}, sideOf(this.table.entry, seat)), `: ${words}`),
      ),
    );
    this.task();
    if (held) /** @type {HTMLElement | null} */ (document.querySelector(`[data-what="${CSS.escape(held)}"]`))?.focus();
  }

  /** What is looked for, above the board. */
  task() {
    const element = byId("find");
    const { sought } = this;
    element.hidden = sought === null;
    if (!sought) return;
    const { by, action, short, grade } = sought.judged;
    const errors = this.errors();
    const next = errors[errors.indexOf(sought) + 1];
    element.replaceChildren(
      make(
        "p",
        {},
        make("b", {}, "Find better. "),
        `${sideOf(this.table.entry, by)} played ${short ?? action} here, ${article(grade)}. `,
        make("span", { class: "answer" }, this.answer || "Make your move on the board."),
      ),
      make(
        "div",
        { class: "row" },
        button("Show it", "show", () => this.reveal()),
        ...(next ? [button("Next error", "next", () => this.seek(next))] : []),
        button("Back to the review", "back", () => this.leave()),
      ),
    );
  }

  /** @param {Finding} finding @param {number} at */
  row(finding, at) {
    const { judged, place } = finding;
    const move = button(numbered(place), `go ${at}`, () => this.table.go(place));
    move.classList.add("move", judged.by);
    return make(
      "li",
      {},
      move,
      make(
        "span",
        { class: `grade ${judged.grade}` },
        `${SIGNS[judged.grade]} ${judged.exact ? "" : "~"}${judged.grade}`,
      ),
      make("span", { class: "loss" }, judged.short_sentence ?? judged.sentence),
      button("Find better", `seek ${at}`, () => this.seek(finding)),
    );
  }

  /** Ends it; what was found stays. */
  stop() {
    this.abort.abort();
  }

  close() {
    this.stop();
  }
}

/** @param {string} word */
const article = (word) => `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;

/** @param {string} text @param {string} what @param {() => void} act */
function button(text, what, act) {
  const made = make("button", { type: "button", "data-what": what }, text);
  made.addEventListener("click", act);
  return made;
}
