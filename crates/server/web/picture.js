// A drawing of the server, fit for the page: the board alone, and what is written below it as text of the page.

import { drawing } from "./dom.js";

/**
 * @typedef {object} Picture
 * @property {SVGSVGElement | null} svg   null if there is nothing but text
 * @property {string[]} notes
 * @property {number} ratio   width by height
 * @property {number} units   how many cells wide it is
 */

/** The width of a cell in the units of a drawing. */
const CELL = 48;

/**
 * How many drawings there were: a gradient is known by its name in the whole page, so each drawing has names of its
 * own.
 */
let count = 0;

/**
 * @param {string} text
 * @param {{ width: number, height: number }} [room] where boards side by side may stand one below the other
 * @param {import("./types.js").Seat} [near] whose edge is to be the lower one, where each side has one
 * @returns {Picture}
 */
export function picture(text, room, near) {
  count += 1;
  const svg = drawing(text.replaceAll('id="cp-', `id="cp${count}-`).replaceAll("url(#cp-", `url(#cp${count}-`));
  if (!svg) return { svg: null, notes: [], ratio: 1, units: 1 };
  const notes = [...svg.querySelectorAll(".note")].map((note) => {
    note.remove();
    return note.textContent ?? "";
  });
  svg.classList.add("board");
  for (const name of ["width", "height"]) svg.removeAttribute(name);
  let view = numbers(svg.dataset["board"] ?? svg.getAttribute("viewBox"));
  const stack = numbers(svg.dataset["stack"]);
  if (room && stack.length === 4 && fit(stack, room) > fit(view, room)) {
    view = stack;
    for (const block of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll(".block"))) {
      block.setAttribute("transform", `translate(${block.dataset["stack"] ?? "0 0"})`);
    }
  }
  if (near && svg.dataset["near"] && svg.dataset["near"] !== near) turn(svg);
  const [, , width = 1, height = 1] = view;
  svg.setAttribute("viewBox", view.join(" "));
  const empty = !svg.querySelector(".cell");
  return {
    svg: empty && notes.length > 0 ? null : svg,
    notes,
    ratio: width / (height || 1),
    units: empty ? 4 : width / CELL,
  };
}

/** Shows a board from its other edge: the cells change their places, and what stands on them stays upright. @param {SVGSVGElement} svg */
function turn(svg) {
  const field = svg.querySelector(".field");
  if (!field) return;
  const [x = 0, y = 0, width = 0, height = 0] = ["x", "y", "width", "height"].map((name) =>
    Number(field.getAttribute(name)),
  );
  for (const cell of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll(".cell"))) {
    const [left = 0, top = 0, ...size] = numbers(cell.dataset["at"]);
    const [across, down] = [2 * x + width - left, 2 * y + height - top];
    cell.dataset["at"] = [across, down, ...size].join(" ");
    cell.setAttribute("transform", `translate(${across - left} ${down - top})`);
  }
  for (const captions of [svg.querySelectorAll(".caption.row"), svg.querySelectorAll(".caption.column")]) {
    const words = [...captions].map((caption) => caption.textContent).reverse();
    captions.forEach((caption, at) => (caption.textContent = words[at] ?? ""));
  }
}

/** @param {string | null | undefined} text */
const numbers = (text) => (text ?? "").split(" ").filter(Boolean).map(Number);

/** How large a view can be shown in a room. @param {number[]} view @param {{ width: number, height: number }} room */
const fit = ([, , width = 1, height = 1], room) => Math.min(room.width / width, room.height / height);
