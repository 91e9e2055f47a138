// The tabs below the board of a narrow page: lines, moves and graph, one at a time. A wide page shows them all.

import { byId } from "./dom.js";

/** @typedef {"lines" | "moves" | "graph"} Tab */

const tabs = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll('#tabs [role="tab"]')]);

/** @param {string} name */
export function showTab(name) {
  byId("game").dataset["tab"] = name;
  for (const tab of tabs()) {
    const chosen = tab.dataset["tab"] === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
  }
}

/** A click chooses a tab, and so do the arrows along them. */
export function listenToTabs() {
  for (const [at, tab] of tabs().entries()) {
    tab.addEventListener("click", () => showTab(tab.dataset["tab"] ?? ""));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const next = step && tabs().at((at + step) % tabs().length);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      next.focus();
      next.click();
    });
  }
}
