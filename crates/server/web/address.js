// The address bar holds the whole state of the page, so that a link can be shared and a reload loses nothing.
// Of a game with secrets it holds the session and the keys of the seats that sit here, and nothing else.

import { parsed, written } from "./line.js";

/**
 * @typedef {object} Wish   A game that an address tells of.
 * @property {string} game
 * @property {Record<string, number>} options
 * @property {string} position
 * @property {import("./line.js").Place} root
 * @property {import("./line.js").Place} at
 * @property {import("./types.js").Players} players
 * @property {boolean} analysis
 * @property {number | null} lines
 * @property {import("./clock.js").Setting | null} clock
 * @property {[number, number] | null} left
 * @property {string} file   the name by which what a file said of the game is kept in this browser
 * @property {boolean} after   whether values are seen after one's own move alone
 * @property {string | null} session
 * @property {Partial<Record<import("./types.js").Seat, string>>} keys
 */

/** @param {Partial<Wish> & { game: string }} part @returns {Wish} */
export function wish(part) {
  const { root, at } = parsed("", null);
  const players = { first: "person", second: "level:5" };
  return {
    options: {},
    position: "",
    root,
    at,
    players,
    analysis: false,
    lines: null,
    clock: null,
    left: null,
    file: "",
    after: false,
    session: null,
    keys: {},
    ...part,
  };
}

/** Signs that need no escape after `#`, for addresses that can be read. @param {string} text */
const plain = (text) => encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2F", "/").replaceAll("%2C", ",");

/** What comes after the `#`. @param {Wish} wish @returns {string} */
export function hashOf(wish) {
  /** @type {string[]} */
  const parts = [];
  const put = (/** @type {string} */ name, /** @type {string} */ text) => parts.push(`${name}=${text}`);
  if (wish.session !== null) {
    put("session", plain(wish.session));
    for (const seat of /** @type {const} */ (["first", "second"])) {
      const key = wish.keys[seat];
      if (key) put(`key.${seat}`, plain(key));
    }
    return `#/${plain(wish.game)}?${parts.join("&")}`;
  }
  for (const [name, value] of Object.entries(wish.options)) put(`option.${plain(name)}`, plain(String(value)));
  if (wish.position) put("position", plain(wish.position));
  put("first", plain(wish.players.first));
  put("second", plain(wish.players.second));
  if (wish.clock) put("clock", `${wish.clock.minutes},${wish.clock.increment}`);
  if (wish.left) put("left", wish.left.map((ms) => Math.round(ms / 100) / 10).join(","));
  if (wish.analysis) put("analysis", "on");
  if (wish.lines !== null) put("lines", String(wish.lines));
  if (wish.after) put("values", "after");
  if (wish.file) put("file", plain(wish.file));
  const { text, at } = written(wish.root, wish.at);
  if (text) {
    put("moves", text);
    put("at", String(at));
  }
  return `#/${plain(wish.game)}?${parts.join("&")}`;
}

/** The game that an address tells of; null is the home page. @param {string} hash @returns {Wish | null} */
export function wishOf(hash) {
  const match = /^#\/([^?]+)(?:\?(.*))?$/.exec(hash);
  if (!match) return null;
  /** @type {Map<string, string>} */
  const raw = new Map();
  for (const part of (match[2] ?? "").split("&")) {
    const at = part.indexOf("=");
    if (at > 0) raw.set(decoded(part.slice(0, at)), part.slice(at + 1));
  }
  const get = (/** @type {string} */ name) => decoded(raw.get(name) ?? "");
  const made = wish({ game: decoded(match[1] ?? "") });
  for (const name of raw.keys()) {
    const value = Number(get(name));
    if (name.startsWith("option.") && Number.isFinite(value)) made.options[name.slice(7)] = value;
  }
  made.position = get("position");
  made.players.first = player(get("first"), "person");
  made.players.second = player(get("second"), "level:5");
  made.analysis = get("analysis") === "on";
  made.lines = whole(get("lines"), 1, 1000);
  made.after = get("values") === "after";
  made.file = get("file");
  const clock = get("clock").split(",").map(Number);
  if (clock.length === 2 && clock.every((part) => part >= 0 && part <= 600)) {
    made.clock = { minutes: clock[0] ?? 0, increment: clock[1] ?? 0 };
    const left = get("left")
      .split(",")
      .map((part) => 1000 * Number(part));
    if (left.length === 2 && left.every(Number.isFinite)) made.left = [left[0] ?? 0, left[1] ?? 0];
  }
  Object.assign(made, parsed(raw.get("moves") ?? "", whole(get("at"), 0, 1e6)));
  made.session = get("session") || null;
  for (const seat of /** @type {const} */ (["first", "second"])) {
    if (get(`key.${seat}`)) made.keys[seat] = get(`key.${seat}`);
  }
  return made;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} text @param {string} otherwise */
const player = (text, otherwise) => (/^(person|level:([1-9]|10))$/.test(text) ? text : otherwise);

/** @param {string} text @param {number} least @param {number} most */
function whole(text, least, most) {
  const value = Number(text);
  return text !== "" && Number.isInteger(value) && value >= least && value <= most ? value : null;
}
