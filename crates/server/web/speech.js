// What is said: to those who hear the page in the live region, to those who see it in a calm notice.

import { byId } from "./dom.js";

/** Says something to a screen reader. @param {string} text */
export function say(text) {
  const live = byId("live");
  // The same words twice are said twice.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** @type {number | undefined} */
let timer;

/**
 * Shows a notice, and says it. An error stays until it is closed or something else is to be said.
 *
 * @param {string} text
 * @param {"info" | "error" | "offline"} [kind]
 */
export function notice(text, kind = "info") {
  const element = byId("notice");
  byId("notice-text").textContent = text;
  element.dataset["kind"] = kind;
  element.hidden = text === "";
  clearTimeout(timer);
  if (text === "") return;
  say(text);
  if (kind === "info") timer = setTimeout(() => notice(""), 8000);
}
