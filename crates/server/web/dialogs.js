// The dialogs: a new game, a position or a file from elsewhere, and the keys.

import { ApiError, read } from "./api.js";
import { wish } from "./address.js";
import { INCREMENTS, MINUTES } from "./clock.js";
import { byId, make } from "./dom.js";
import { parsed } from "./line.js";
import { picture } from "./picture.js";
import { describe, playerField, SEATS } from "./players.js";
import { sideOf } from "./sides.js";

/** @typedef {import("./types.js").Catalog} Catalog */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./address.js").Wish} Wish */

/**
 * Shows a dialog with a form; what its buttons of type submit mean is told to `done`.
 * @param {string} title @param {(Node | string)[]} body @param {{ text: string, act: () => boolean | void, id?: string }[]} acts
 */
export function open(title, body, acts) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  const close = make("button", { type: "button", class: "quiet" }, acts.length > 0 ? "Cancel" : "Close");
  close.addEventListener("click", () => dialog.close());
  const buttons = acts.map(({ text, act, id }, at) => {
    const button = make(
      "button",
      { type: at === 0 ? "submit" : "button", class: at === 0 ? "main" : "quiet", ...(id ? { id } : {}) },
      text,
    );
    const run = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (act() !== false) dialog.close();
    };
    if (at > 0) button.addEventListener("click", run);
    return { button, run };
  });
  const form = make(
    "form",
    { method: "dialog" },
    make("h2", { id: "dialog-title" }, title),
    ...body,
    make("div", { class: "row end" }, close, ...buttons.map(({ button }) => button)),
  );
  form.addEventListener("submit", (event) => buttons[0]?.run(event));
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** @param {string} text @param {HTMLElement} field @param {(Node | string)[]} more */
const labelled = (text, field, ...more) => make("label", {}, make("span", {}, text), field, ...more);

/**
 * A new game: options, sides, clock.
 *
 * @param {Catalog} catalog
 * @param {Entry} entry
 * @param {Wish | null} now
 * @param {(wish: Wish) => void} start
 */
export function newGame(catalog, entry, now, start) {
  const same = now?.game === entry.name ? now : null;
  const options = entry.options.map((option) => {
    const field = make("input", {
      type: "number",
      min: String(option.least),
      max: String(option.most),
      step: "1",
      required: option.default !== null,
      value: String(same?.options[option.name] ?? option.default ?? ""),
    });
    return { option, field };
  });
  const seats = SEATS.map((seat) => {
    const field = playerField(
      catalog.levels,
      now?.players[seat] ?? (seat === "first" ? "person" : "level:5"),
      `${sideOf(entry, seat)} is played by`,
    );
    const text = make("small", {});
    const tell = () => (text.textContent = describe(catalog.levels, field.value));
    field.addEventListener("change", tell);
    tell();
    return { seat, field, text };
  });
  const minutes = make(
    "select",
    {},
    make("option", { value: "0" }, "no clock"),
    ...MINUTES.map((count) => make("option", { value: String(count) }, `${count} min for each side`)),
  );
  minutes.value = String(now?.clock?.minutes ?? 0);
  const increment = make(
    "select",
    {},
    ...INCREMENTS.map((count) =>
      make("option", { value: String(count) }, count === 0 ? "nothing" : `${count} s a move`),
    ),
  );
  increment.value = String(now?.clock?.increment ?? 0);
  const swap = make("button", { type: "button", class: "quiet" }, "Swap sides");
  swap.addEventListener("click", () => {
    const [a, b] = seats;
    if (!a || !b) return;
    [a.field.value, b.field.value] = [b.field.value, a.field.value];
    for (const { field } of seats) field.dispatchEvent(new Event("change"));
  });
  const begin = () => {
    const made = wish({ game: entry.name, analysis: same?.analysis ?? false, lines: same?.lines ?? null });
    for (const { option, field } of options) {
      if (!field.reportValidity()) return false;
      if (field.value !== "" && Number(field.value) !== option.default) made.options[option.name] = Number(field.value);
    }
    for (const { seat, field } of seats) made.players[seat] = field.value;
    if (minutes.value !== "0") made.clock = { minutes: Number(minutes.value), increment: Number(increment.value) };
    start(made);
    return true;
  };
  open(
    `New game: ${entry.title}`,
    [
      ...seats.map(({ seat, field, text }) => labelled(sideOf(entry, seat), field, text)),
      make("div", { class: "row" }, swap),
      ...options.map(({ option, field }) =>
        labelled(option.name, field, make("small", {}, `${option.help}, ${option.least} to ${option.most}`)),
      ),
      labelled("Clock", minutes),
      labelled("and for each move", increment),
    ],
    [{ text: "Start", act: begin, id: "start" }],
  );
}

/** A line of a text with a caret under a column. @param {string} text @param {number} line @param {number} column */
export function pointed(text, line, column) {
  const words = (text.split("\n")[line - 1] ?? "").replaceAll("\t", " ");
  const from = Math.max(0, column - 60);
  return `${words.slice(from, from + 80)}\n${" ".repeat(Math.max(0, column - 1 - from))}^`;
}

/**
 * A position, a line of moves or a game file, looked at while it is written.
 * @param {Entry} here @param {Wish} now @param {(text: string) => void} arrived
 */
export function setUp(here, now, arrived) {
  const field = make("textarea", {
    rows: "6",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-label": "Position, moves or game file",
    "aria-describedby": "notation",
    id: "pasted",
  });
  const preview = make("div", { class: "preview", "aria-hidden": "true" });
  const error = make("div", { class: "error", role: "status" });
  const kind = make("p", { class: "kind" });
  let asked = 0;
  const look = async () => {
    const mine = (asked += 1);
    try {
      const reading = await read(here.name, now.options, field.value);
      if (mine !== asked) return;
      error.replaceChildren();
      const moves = reading.moves.length === 1 ? "1 move" : `${reading.moves.length} moves`;
      kind.textContent = {
        position: "A position",
        moves: `A line of ${moves}`,
        file: `A game of ${here.title}, ${moves}`,
      }[reading.kind];
      const { svg, notes } = picture(reading.board);
      preview.replaceChildren(svg ?? "", ...notes.map((note) => make("p", {}, note)));
    } catch (problem) {
      if (mine !== asked) return;
      kind.textContent = "";
      preview.replaceChildren();
      error.replaceChildren(make("p", {}, problem instanceof Error ? problem.message : String(problem)));
      if (problem instanceof ApiError && problem.line && problem.column)
        error.append(make("pre", { "aria-hidden": "true" }, pointed(field.value, problem.line, problem.column)));
    }
  };
  /** @type {number | undefined} */
  let timer;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, 250);
  });
  const begin = () => {
    if (field.value.trim() === "") {
      field.focus();
      return false;
    }
    arrived(field.value);
    return true;
  };
  open(
    "Set up or paste",
    [
      make("p", { class: "hint-text" }, "Paste or write a position, a line of moves, or a whole game file."),
      field,
      make("p", { id: "notation", class: "notation" }, `How it is written: ${here.notation}`),
      error,
      kind,
      preview,
    ],
    [{ text: "Start from here", act: begin, id: "start" }],
  );
  field.focus();
}

/** Text that could not be put on the clipboard, to be copied by hand. @param {string} title @param {string} text */
export function byHand(title, text) {
  const field = make("textarea", { rows: "8", readonly: true, "aria-label": title });
  field.value = text;
  open(title, [field], []);
  field.select();
}

/** The same game with the sides swapped. @param {Wish} now */
export function rematch(now) {
  const { root, at } = parsed("", null);
  return wish({
    ...now,
    session: null,
    keys: {},
    root,
    at,
    left: null,
    players: { first: now.players.second, second: now.players.first },
  });
}
