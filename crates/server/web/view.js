// How the page looks: light or dark, what is laid over the board, the board alone. This is kept for the next visit.

import { byId } from "./dom.js";

/** @typedef {"badges" | "targets" | "bar" | "graph"} Overlay */

/** @param {string} name @returns {string | null} */
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It is forgotten with the page.
  }
}

/** Whether something is laid over the board. @param {Overlay} name */
export const overlay = (name) => kept(`overlay ${name}`) !== "off";

/** @param {Overlay} name @returns {boolean} whether it is there now */
export function toggleOverlay(name) {
  const on = !overlay(name);
  keep(`overlay ${name}`, on ? "on" : "off");
  return on;
}

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Light or dark, as it is now. */
const theme = () => kept("theme") ?? (dark.matches ? "dark" : "light");

export function showTheme() {
  document.documentElement.dataset["theme"] = theme();
  byId("theme").textContent = theme() === "dark" ? "Light" : "Dark";
  byId("theme").setAttribute("aria-label", theme() === "dark" ? "Light colours" : "Dark colours");
}

export function toggleTheme() {
  keep("theme", theme() === "dark" ? "light" : "dark");
  showTheme();
}

dark.addEventListener("change", showTheme);

/** Buttons that stand in the row of actions where there is room, and else in the menu at its end. */
export function fitActions() {
  const narrow = matchMedia("(max-width: 1099px)");
  const fit = () => {
    for (const id of ["heat", "review-start"]) {
      if (narrow.matches) byId("more").prepend(byId(id));
      else byId("analyse").before(byId(id));
    }
  };
  narrow.addEventListener("change", fit);
  fit();
}

/** Nothing but the board, on the whole screen where the browser allows it. */
export async function toggleAlone() {
  const alone = document.body.classList.toggle("alone");
  try {
    if (alone) await document.documentElement.requestFullscreen();
    else if (document.fullscreenElement) await document.exitFullscreen();
  } catch {
    // The board fills the window then.
  }
}

document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement) document.body.classList.remove("alone");
});
