// The first page: the games that there are, each with its board. A click starts one.

import { hashOf, wish } from "./address.js";
import { byId, make } from "./dom.js";
import { picture } from "./picture.js";

/** @param {import("./types.js").Catalog} catalog @param {(entry: import("./types.js").Entry) => void} options */
export function showHome(catalog, options) {
  const cards = catalog.games.map((entry) => {
    const frame = make("span", { class: "picture", "aria-hidden": "true" });
    const { svg, notes } = picture(entry.board);
    if (svg) {
      for (const element of [svg, ...svg.querySelectorAll("*")]) {
        element.removeAttribute("role");
        element.removeAttribute("data-cell");
        if (element.nodeName === "title") element.remove();
      }
      frame.append(svg);
    }
    frame.append(...notes.map((note) => make("span", { class: "note-line" }, note)));
    const traits = [entry.luck ? "chance" : "", entry.secrets ? "hidden information" : ""].filter(Boolean);
    const card = make("a", { class: "card", href: hashOf(wish({ game: entry.name })), "data-game": entry.name },
      frame, make("span", { class: "name" }, entry.title),
      make("span", { class: "traits" }, traits.length > 0 ? `with ${traits.join(" and ")}` : "no chance, nothing hidden"));
    const more = make("button", { type: "button", class: "quiet" }, "Sides, level, options", make("span", { class: "unseen" }, ` of ${entry.title}`));
    more.addEventListener("click", () => options(entry));
    return make("li", {}, card, more);
  });
  byId("games").replaceChildren(...cards);
}
