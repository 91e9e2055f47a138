// What there is to read in the page: the rules of the games, and the course.

import { ApiError, chapter as askChapter, course as askCourse, rules as askRules } from "./api.js";
import { hashOf, wish } from "./address.js";
import { make } from "./dom.js";
import { parsed, Place } from "./line.js";

/** @typedef {import("./types.js").Catalog} Catalog */

/** `#/rules`, `#/rules/GAME`, `#/course`, `#/course/04-order`; typed by hand, `#rules=GAME` will do. */
const ADDRESS = /^#\/?(rules|course)(?:[/=]([^?]*))?$/;

/** What an address asks to read; null if it asks for something else. @param {string} hash */
export function reading(hash) {
  const match = ADDRESS.exec(hash);
  if (!match) return null;
  let name = match[2] ?? "";
  try {
    name = decodeURIComponent(name);
  } catch {
    // As it is.
  }
  return { what: /** @type {"rules" | "course"} */ (match[1]), name };
}

/** The place in the page where it is read, made when it is first needed. */
function box() {
  const found = document.getElementById("reading");
  if (found) return found;
  const made = make("section", { id: "reading", hidden: true, tabindex: "-1" });
  document.querySelector("main")?.append(made);
  return made;
}

export function hideReading() {
  latest = null;
  box().hidden = true;
}

/** @typedef {{ what: "rules" | "course", name: string }} Wanted   What is to be read. */

/** @type {Wanted | null} What was asked for last; the answer to an earlier question is not shown. */
let latest = null;

/**
 * Shows a text, and says its title; null if something else was asked for in the meantime.
 *
 * @param {Catalog} catalog
 * @param {Wanted} wanted
 * @returns {Promise<string | null>}
 */
export async function showReading(catalog, wanted) {
  const { what, name } = wanted;
  const section = box();
  latest = wanted;
  section.hidden = false;
  section.dataset["what"] = what === "rules" && name ? "rules" : "text";
  section.setAttribute("aria-label", what === "rules" ? "Rules" : "Course");
  try {
    const [title, ...parts] = await text(catalog, wanted);
    if (latest !== wanted) return null;
    section.replaceChildren(...parts);
    scrollTo(0, 0);
    return title;
  } catch (error) {
    if (latest !== wanted) return null;
    const back = make("a", { href: `#/${what}` }, what === "rules" ? "All rules" : "All chapters");
    section.replaceChildren(
      make("p", { class: "error" }, error instanceof ApiError ? error.message : String(error)),
      make("p", {}, back),
    );
    return "Not found";
  }
}

/**
 * HTML that the server made of a text of ours or of a game's author, in which there is no other HTML.
 *
 * @param {string} html
 */
function article(html) {
  const parts = new DOMParser().parseFromString(html, "text/html").body;
  for (const element of parts.querySelectorAll("script, style, iframe, object, embed, form")) element.remove();
  return make("article", {}, ...[...parts.childNodes].map((node) => document.importNode(node, true)));
}

/**
 * The text with each heading and what follows it in one piece, so that columns do not part them.
 *
 * @param {HTMLElement} text
 */
function sections(text) {
  for (const heading of text.querySelectorAll("h2")) {
    const piece = make("section", {});
    heading.before(piece);
    for (
      let next = /** @type {ChildNode | null} */ (heading);
      next && (next === heading || !(next instanceof HTMLHeadingElement));
      next = piece.nextSibling
    )
      piece.append(next);
  }
  return text;
}

/** @typedef {[string, ...Node[]]} Shown   A title, and what is shown. */

/** @param {Catalog} catalog @param {Wanted} wanted @returns {Promise<Shown>} */
function text(catalog, { what, name }) {
  if (what === "rules") return name ? rules(catalog, name) : allRules(catalog);
  return name ? chapter(name) : course();
}

/** @param {Catalog} catalog @returns {Promise<Shown>} */
async function allRules(catalog) {
  const items = catalog.games.map(({ name, title }) =>
    make("li", {}, make("a", { href: `#/rules/${encodeURIComponent(name)}` }, title)),
  );
  return [
    "Rules",
    make("h1", {}, "The rules of every game"),
    make("p", {}, "One screen each: aim, moves, end, notation, an example, and what is known."),
    make("ul", { class: "contents" }, ...items),
  ];
}

/** @param {Catalog} catalog @param {string} name @returns {Promise<Shown>} */
async function rules(catalog, name) {
  const found = await askRules(name);
  const entry = catalog.games.find((game) => game.name === name);
  const shown = sections(article(found.html));
  const block = shown.querySelector("code.language-example")?.parentElement;
  if (found.example && entry && !entry.secrets) {
    const link = make("a", { href: exampleHash(name, found.example), class: "try" }, "Show it on the board");
    block?.after(make("p", { class: "try" }, link));
  }
  const play = make("a", { class: "main", href: hashOf(wish({ game: name })) }, `Play ${found.title}`);
  return [
    `Rules of ${found.title}`,
    shown,
    make("nav", { class: "turn", "aria-label": "Rules" }, make("a", { href: "#/rules" }, "All rules"), play),
  ];
}

/**
 * The address of an example: the position, and the moves played from it.
 *
 * @param {string} game
 * @param {{ position: string | null, moves: string[] }} example
 */
export function exampleHash(game, { position, moves }) {
  const { root } = parsed("", null);
  /** @type {Place} */
  let at = root;
  for (const word of moves) at = at.child(word);
  return hashOf(wish({ game, position: position ?? "", root, at, players: { first: "person", second: "person" } }));
}

/** @returns {Promise<Shown>} */
async function course() {
  const { chapters } = await askCourse();
  const items = chapters.map(({ name, title, about }) =>
    make("li", {}, make("a", { href: `#/course/${name}` }, title.replace(/^\d+\. /, "")), ` – ${about}`),
  );
  return [
    "Course",
    make("h1", {}, "A course in adversarial search"),
    make(
      "p",
      {},
      "From a tree of two plies to a player with endgame tables. Each chapter has commands to type, and what they print; trees can be opened here with a click.",
    ),
    make("ol", { class: "contents" }, ...items),
  ];
}

/** @param {string} name @returns {Promise<Shown>} */
async function chapter(name) {
  const { title, html, previous, next } = await askChapter(name);
  const to = (/** @type {{ name: string, title: string } | null} */ other, /** @type {string} */ sign) =>
    other
      ? make(
          "a",
          { href: `#/course/${other.name}` },
          sign === "←" ? `${sign} ${other.title}` : `${other.title} ${sign}`,
        )
      : make("span", {});
  return [
    title,
    article(html),
    make(
      "nav",
      { class: "turn", "aria-label": "Chapters" },
      to(previous, "←"),
      make("a", { href: "#/course" }, "All chapters"),
      to(next, "→"),
    ),
  ];
}
