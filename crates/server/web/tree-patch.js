// Two pictures of one tree differ in few lines: what is the same stays in the page, so that a step through a large tree
// is quick.

import { drawing } from "./dom.js";

/** The parts of a picture that have a line for each node or edge. */
const PARTS = ["edges", "nodes"];

/** The lines of a part, and where they stand. @param {string} text @param {string} name */
function part(text, name) {
  const from = text.indexOf("\n", text.indexOf(`<g class="${name}"`)) + 1;
  const to = text.startsWith("</g>", from) ? from : text.indexOf("\n</g>\n", from) + 1;
  return { from, to, lines: text.slice(from, to).split("\n").slice(0, -1) };
}

/** A picture without those lines. @param {string} text */
function frame(text) {
  let rest = text;
  for (const { from, to } of PARTS.map((name) => part(text, name)).sort((one, two) => two.from - one.from))
    rest = rest.slice(0, from) + rest.slice(to);
  return rest;
}

/**
 * Makes one picture of another; false if they have too little in common.
 *
 * @param {SVGSVGElement} svg
 * @param {string} before
 * @param {string} after
 * @returns {boolean}
 */
export function patched(svg, before, after) {
  const next = drawing(frame(after));
  if (!next || next.getAttribute("viewBox") !== svg.getAttribute("viewBox")) return false;
  const [tree, planned] = [svg.querySelector(".tree"), next.querySelector(".tree")];
  if (
    !tree ||
    !planned ||
    tree.children.length !== planned.children.length ||
    svg.children.length !== next.children.length
  )
    return false;
  for (const name of PARTS) {
    const group = tree.querySelector(`:scope > .${name}`);
    if (group) exchange(group, part(before, name).lines, part(after, name).lines);
  }
  // What remains is small: the title, the captions, the marks, the legend.
  replace(tree, planned, PARTS);
  replace(svg, next, ["tree"]);
  return true;
}

/**
 * Puts the children of one element in the place of another's, but for those of some classes.
 *
 * @param {Element} into
 * @param {Element} from
 * @param {string[]} except
 */
function replace(into, from, except) {
  [...from.children].forEach((element, at) => {
    const old = into.children[at];
    if (old && !except.includes(element.getAttribute("class") ?? "") && !old.isEqualNode(element))
      old.replaceWith(element);
  });
}

/**
 * Puts other lines in the place of those that a group was made from.
 *
 * @param {Element} group
 * @param {string[]} before
 * @param {string[]} after
 */
function exchange(group, before, after) {
  /** @type {Map<string, Element[]>} */
  const kept = new Map();
  [...group.children].forEach((element, at) => {
    const line = before[at] ?? "";
    const same = kept.get(line);
    if (same) same.push(element);
    else kept.set(line, [element]);
  });
  const found = after.map((line) => kept.get(line)?.shift() ?? null);
  for (const gone of kept.values()) for (const element of gone) element.remove();
  const missing = after.filter((_, at) => found[at] === null);
  const made = missing.length > 0 ? drawing(`<svg xmlns="http://www.w3.org/2000/svg">${missing.join("")}</svg>`) : null;
  const fresh = [...(made?.children ?? [])];
  let cursor = group.firstElementChild;
  for (const element of found) {
    const next = element ?? fresh.shift();
    if (!next) continue;
    if (next === cursor) cursor = cursor.nextElementSibling;
    else group.insertBefore(next, cursor);
  }
}
