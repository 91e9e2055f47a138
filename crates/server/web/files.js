// Texts from elsewhere: files that are dropped, chosen or pasted. The server finds out of which game they are; of
// several games one chooses.

import { ApiError, readFile } from "./api.js";
import { wish } from "./address.js";
import { open, pointed } from "./dialogs.js";
import { byId, make } from "./dom.js";
import { Place } from "./line.js";
import { notice } from "./speech.js";

/** @typedef {import("./types.js").Listed} Listed */
/** @typedef {import("./types.js").FileGame} FileGame */
/** @typedef {import("./types.js").FileReading} FileReading */

/** The largest file that is read. */
const MOST_BYTES = 8 << 20;

/** How many games of a file are shown at once. */
const SHOWN = 300;

/** The text of a file, in the encodings that programs write. @param {ArrayBuffer} bytes */
export function decoded(bytes) {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The text of a file, or nothing if it is too large. @param {File} file */
export async function textOf(file) {
  if (file.size > MOST_BYTES) {
    notice(`That file is larger than ${MOST_BYTES >> 20} MB.`, "error");
    return "";
  }
  return decoded(await file.arrayBuffer());
}

/** Who played, in a few words. @param {Listed} game */
export function playersOf(game) {
  const [first, second] = game.players;
  return first || second ? `${first ?? "?"} – ${second ?? "?"}` : "";
}

/** @param {Listed} game @param {string} name */
const tag = (game, name) => game.tags.find(([known]) => known.toLowerCase() === name)?.[1] ?? "";

/** The event and the date of a game. @param {Listed} game */
export function eventOf(game) {
  return [
    tag(game, "event"),
    tag(game, "round") && `round ${tag(game, "round")}`,
    tag(game, "date") || tag(game, "dt"),
    tag(game, "score") && `score ${tag(game, "score")}`,
  ]
    .filter((part) => part && !/^[?.]+$/.test(part))
    .join(", ");
}

/** @param {number} count @param {string} word */
const counted = (count, word) => (count === 1 ? `1 ${word}` : `${count} ${word === "ply" ? "plies" : `${word}s`}`);

/**
 * Opens what a text tells: at once if there is one game, and from a list if there are several.
 * @param {string} text @param {import("./page.js").Page | null} page @param {(wish: import("./address.js").Wish) => void} start
 */
export async function openText(text, page, start) {
  const own = page && !page.entry.secrets ? { game: page.entry.name, options: page.table.options } : {};
  /** @type {FileReading[]} */
  let readings = [];
  try {
    readings = (await readFile({ text, ...own })).readings;
  } catch (error) {
    refused(error, text);
    return;
  }
  /** @param {number} reading @param {number} number */
  const take = async (reading, number) => {
    try {
      const game = await readFile({ text, ...own, wanted: [reading + 1, number + 1] });
      begin(game, page, start);
    } catch (error) {
      refused(error, text);
    }
  };
  const all = readings.flatMap((reading) => reading.games);
  const only = all[0];
  if (all.length === 1 && only?.opens && !only.fault && only.remarks.length === 0) return take(0, 0);
  list(readings, take);
}

/** The players of a game that was played here. @param {Listed} game @returns {import("./types.js").Players | null} */
function seats({ players }) {
  const [first, second] = players.map((name) =>
    /^(person|level[ :]([1-9]|10))$/.exec(name ?? "")?.[1]?.replace(" ", ":"),
  );
  return first && second ? { first, second } : null;
}

/**
 * Begins with a game of a file.
 *
 * @param {FileGame} game
 * @param {import("./page.js").Page | null} page
 * @param {(wish: import("./address.js").Wish) => void} start
 */
function begin(game, page, start) {
  const root = new Place("", null);
  const end = root.follow(game.moves);
  const isFile = game.form !== "position" && game.form !== "list of moves";
  const now = page?.wish();
  const same = now?.game === game.game ? now : null;
  start(
    wish({
      game: game.game,
      options: game.options,
      position: game.position,
      root,
      // A game that is over is looked at from its beginning; one that is not is played on.
      at: isFile && game.result ? root : end,
      players: seats(game) ?? (isFile || !same ? { first: "person", second: "person" } : { ...same.players }),
      analysis: same?.analysis ?? isFile,
      lines: same?.lines ?? null,
      file: isFile || game.notes.length > 0 ? keep(game) : "",
    }),
  );
  const words = [
    playersOf(game),
    game.moves.length > 0 ? counted(game.moves.length, "ply") : "",
    game.result ? `result ${game.result}` : "",
  ].filter(Boolean);
  notice(`${game.title}, ${game.form}${words.length > 0 ? `: ${words.join(", ")}` : ""}.`);
}

/**
 * The games of a text to choose from.
 *
 * @param {FileReading[]} readings
 * @param {(reading: number, number: number) => void} take
 */
function list(readings, take) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  const rows = readings.flatMap((reading, at) => reading.games.map((game, number) => ({ reading, at, game, number })));
  const filter = make("input", {
    type: "search",
    placeholder: "Find a player or an event",
    "aria-label": "Find a player or an event",
  });
  const body = make("ol", { class: "found-games", id: "found-games" });
  const more = make("p", { class: "hint-text" });
  const show = () => {
    const wanted = filter.value.trim().toLowerCase();
    const fits = rows.filter(({ game }) =>
      `${playersOf(game)} ${eventOf(game)} ${game.title}`.toLowerCase().includes(wanted),
    );
    body.replaceChildren(
      ...fits.slice(0, SHOWN).map(({ reading, at, game, number }) => {
        const choose = make(
          "button",
          { type: "button", class: "found", disabled: !game.opens || game.secrets },
          make("span", { class: "count", "aria-hidden": "true" }, String(number + 1)),
          make("b", {}, playersOf(game) || `${game.title}, game ${number + 1}`),
          make("span", { class: "result" }, game.result ?? ""),
          make(
            "small",
            {},
            [
              eventOf(game),
              readings.length > 1 || reading.game === null ? `${game.title}, ${reading.form}` : "",
              counted(game.plies, "ply"),
            ]
              .filter(Boolean)
              .join(" · "),
          ),
        );
        choose.addEventListener("click", () => {
          dialog.close();
          take(at, number);
        });
        const said = [
          ...(game.fault ? [{ ...game.fault, class: "error" }] : []),
          ...game.remarks.map((remark) => ({ ...remark, class: "remark" })),
        ];
        if (game.secrets)
          said.push({ message: "a game with secrets cannot be set up", line: 1, column: 1, class: "error" });
        return make(
          "li",
          {},
          choose,
          ...said.map((one) =>
            make("p", { class: one.class }, `line ${one.line}, column ${one.column}: ${one.message}`),
          ),
        );
      }),
    );
    const left = fits.length - SHOWN;
    more.textContent = left > 0 ? `and ${left} more: find them by a name` : "";
  };
  filter.addEventListener("input", show);
  show();
  const [first] = readings;
  const total = readings.reduce((sum, reading) => sum + reading.count, 0);
  const unlisted = total - rows.length;
  const titles = [...new Set(rows.map(({ game }) => game.title))];
  const head =
    readings.length > 1
      ? `This can be read in several ways: as ${titles.join(", or as ")}. Which one is meant?`
      : `${counted(total, "game")} of ${titles.join(" and ")} (${first?.form ?? ""}). Which one?`;
  open(
    "Choose a game",
    [
      make("p", {}, head),
      ...(rows.length > 8 ? [filter] : []),
      body,
      more,
      ...(unlisted > 0
        ? [
            make(
              "p",
              { class: "error" },
              `Of this file the first ${rows.length} games are listed, and ${unlisted} are not.`,
            ),
          ]
        : []),
    ],
    [],
  );
  /** @type {HTMLElement | null} */ (body.querySelector("button:not(:disabled)"))?.focus();
}

/** Tells why a text was not read, with the line that it is about. @param {unknown} error @param {string} text */
function refused(error, text) {
  const message = error instanceof Error ? error.message : String(error);
  const [head, ...reasons] = message.split("\n");
  /** @type {HTMLElement[]} */
  const body = [make("p", { class: "error" }, head ?? "")];
  if (reasons.length > 0)
    body.push(
      make(
        "details",
        {},
        make("summary", {}, "What each game says"),
        make("ul", { class: "reasons" }, ...reasons.map((reason) => make("li", {}, reason.trim()))),
      ),
    );
  else if (error instanceof ApiError && error.line && error.column)
    body.push(make("pre", { "aria-hidden": "true" }, pointed(text, error.line, error.column)));
  open("This cannot be read", body, []);
}

/** What was said of games, while the page is open. @type {Map<string, FileGame>} */
const known = new Map();

/**
 * Keeps what a file says of a game, over a reload too.
 *
 * @param {FileGame} game
 * @returns {string} the name by which it is found again
 */
function keep(game) {
  const name = Math.random().toString(36).slice(2, 10);
  known.set(name, game);
  try {
    sessionStorage.setItem(`file ${name}`, JSON.stringify(game));
  } catch {
    // There is no room; it is known as long as the page is open.
  }
  return name;
}

/** What a file said of a game. @param {string} name @returns {FileGame | null} */
export function kept(name) {
  if (name === "") return null;
  const found = known.get(name);
  if (found) return found;
  try {
    const game = JSON.parse(sessionStorage.getItem(`file ${name}`) ?? "null");
    return game && Array.isArray(game.moves) && Array.isArray(game.notes) && Array.isArray(game.players) ? game : null;
  } catch {
    return null;
  }
}
