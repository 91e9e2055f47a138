// The first page: the games that there are, each as it looks in play, and a place for files.

import { hashOf, wish } from "./address.js";
import { byId, make } from "./dom.js";
import { picture } from "./picture.js";

/** The quadrant of a game, in words. @param {import("./types.js").Entry} entry */
export const quadrant = (entry) =>
  `${entry.luck ? "with chance" : "no chance"}, ${entry.secrets ? "hidden information" : "nothing hidden"}`;

/** @param {import("./types.js").Entry} entry */
function board(entry) {
  const frame = make("span", { class: "picture", "aria-hidden": "true" });
  const { svg, notes } = picture(entry.board);
  if (svg) {
    for (const element of [svg, ...svg.querySelectorAll("*")]) {
      element.removeAttribute("role");
      element.removeAttribute("data-cell");
      if (element.nodeName === "title") element.remove();
    }
    frame.append(svg);
  } else {
    frame.append(...notes.map((note) => make("span", { class: "note-line" }, note)));
  }
  return frame;
}

/**
 * @param {import("./types.js").Catalog} catalog @param {(entry: import("./types.js").Entry) => void} options
 */
export function showHome(catalog, options) {
  const cards = catalog.games.map((entry) => {
    const card = make(
      "a",
      { class: "card", href: hashOf(wish({ game: entry.name })), "data-game": entry.name },
      board(entry),
      make("span", { class: "name" }, entry.title),
      make("span", { class: "traits" }, quadrant(entry)),
      make("span", { class: "play", "aria-hidden": "true" }, "Play"),
    );
    const more = make(
      "button",
      { type: "button", class: "quiet" },
      "Sides, level, options",
      make("span", { class: "unseen" }, ` of ${entry.title}`),
    );
    more.addEventListener("click", () => options(entry));
    return make("li", {}, card, more);
  });
  byId("games").replaceChildren(...cards);
  const formats = [...new Set(catalog.games.flatMap((entry) => entry.formats))];
  byId("drop-formats").textContent =
    formats.length > 0
      ? `${formats.join(", ")}, our own game files, bare moves or a position`
      : "our own game files, bare moves or a position";
}

/**
 * The place for files, which is on the first page.
 *
 * @param {(text: string) => void} arrived
 * @param {(file: File) => Promise<string>} textOf
 */
export function dropPlace(arrived, textOf) {
  const place = byId("drop");
  const file = /** @type {HTMLInputElement} */ (byId("drop-file"));
  const text = /** @type {HTMLTextAreaElement} */ (byId("drop-text"));
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen) arrived(await textOf(chosen));
    file.value = "";
  });
  byId("drop-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (text.value.trim() !== "") arrived(text.value);
    else text.focus();
  });
  text.addEventListener("paste", () => setTimeout(() => text.value.trim() !== "" && arrived(text.value)));
  for (const name of ["dragenter", "dragover"]) addEventListener(name, () => place.classList.add("over"));
  for (const name of ["dragleave", "drop"]) addEventListener(name, () => place.classList.remove("over"));
}
