// A drawing of the server, fit for the page: no wider than what is drawn, and what is written below it as text of the page.

import { drawing } from "./dom.js";

/**
 * @typedef {object} Picture
 * @property {SVGSVGElement | null} svg   null if there is nothing but text
 * @property {string[]} notes
 * @property {number} ratio   width by height
 * @property {number} units   how many cells wide it is
 */

/** Room around the cells, and for captions, in the units of the drawing. */
const EDGE = 2;
const CAPTION = 15;

/** @param {string} text @returns {Picture} */
export function picture(text) {
  const svg = drawing(text);
  if (!svg) return { svg: null, notes: [], ratio: 1, units: 1 };
  const notes = [...svg.querySelectorAll(".note")].map((note) => {
    note.remove();
    return note.textContent ?? "";
  });
  svg.classList.add("board");
  for (const name of ["width", "height"]) svg.removeAttribute(name);
  const grounds = [...svg.querySelectorAll(".ground")].map(box);
  const captions = [...svg.querySelectorAll(".caption")].map((element) => ({ x: number(element, "x"), y: number(element, "y") }));
  const first = grounds[0];
  if (!first) {
    const { width, height } = svg.viewBox.baseVal;
    return { svg: notes.length > 0 ? null : svg, notes, ratio: width / (height || 1), units: 4 };
  }
  const left = Math.min(...grounds.map((one) => one.x), ...captions.map(({ x }) => x - CAPTION / 2)) - EDGE;
  const top = Math.min(...grounds.map((one) => one.y), ...captions.map(({ y }) => y - CAPTION)) - EDGE;
  const right = Math.max(...grounds.map((one) => one.x + one.width)) + EDGE;
  const bottom = Math.max(...grounds.map((one) => one.y + one.height), ...captions.map(({ y }) => y)) + EDGE;
  svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  svg.style.setProperty("--units", String((right - left) / first.width));
  return { svg, notes, ratio: (right - left) / (bottom - top), units: (right - left) / first.width };
}

/** @param {Element} element @param {string} name */
const number = (element, name) => Number(element.getAttribute(name) ?? 0);

/** Where the ground of a cell is: a rectangle, or a polygon where the board lies aslant. @param {Element} element */
function box(element) {
  const points = (element.getAttribute("points") ?? "").trim().split(/[\s,]+/).map(Number);
  if (points.length < 6) return rectangle(element);
  const [xs, ys] = [points.filter((_, at) => at % 2 === 0), points.filter((_, at) => at % 2 === 1)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** @param {Element} element */
const rectangle = (element) => ({ x: number(element, "x"), y: number(element, "y"), width: number(element, "width"), height: number(element, "height") });
