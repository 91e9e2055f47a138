// The value bar beside the board and the graph of the game, both from the first seat's eyes.

import { byId, draw } from "./dom.js";
import { numbered } from "./moves.js";
import { sideOf } from "./sides.js";
import { brief, certainty, height, isError, measured, signOf, words } from "./value.js";

/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./line.js").Place} Place */

/** @param {Value | null} value from the first seat's eyes @param {import("./types.js").Entry} entry */
export function showBar(value, entry) {
  const bar = byId("evaluation");
  const fill = byId("evaluation-fill");
  const text = byId("evaluation-text");
  bar.classList.toggle("unknown", value === null);
  bar.classList.toggle("sure", value !== null && certainty(value) !== "estimate");
  const level = value ? height(value) : 0;
  fill.style.setProperty("--level", `${50 + 50 * level}%`);
  text.textContent = value ? brief(value) : "";
  const side = level === 0 ? "even" : `${sideOf(entry, level > 0 ? "first" : "second")} is ahead`;
  bar.setAttribute("aria-label", `Value of the position, ${sideOf(entry, "first")}’s point of view`);
  bar.title = value ? `${winner(value, entry)}, ${certainty(value)}` : "";
  bar.setAttribute("aria-valuenow", level.toFixed(2));
  bar.setAttribute("aria-valuetext", value ? `${winner(value, entry)}, ${certainty(value)}; ${side}` : "not known yet");
}

/** @param {Value} value from the first seat's eyes @param {import("./types.js").Entry} entry */
function winner(value, entry) {
  if (!value.outcome || value.outcome === "draw") return words(value);
  const name = sideOf(entry, value.outcome === "win" ? "first" : "second");
  return value.plies ? `${name} wins in ${value.plies}` : `${name} wins`;
}

const WIDTH = 600;
const HEIGHT = 72;

export class Graph {
  /** @param {import("./types.js").Entry} entry @param {(place: Place) => void} go */
  constructor(entry, go) {
    this.entry = entry;
    this.go = go;
    this.element = byId("graph");
    /** @type {Place[]} */
    this.places = [];
    this.element.addEventListener("click", (event) => this.clicked(event));
  }

  /** @param {Place} at @param {(place: Place) => Value | null} value */
  show(at, value) {
    const tip = at.tip();
    this.places = [at.root(), ...tip.line()];
    const points = this.places.map((place, ply) => ({ place, x: this.x(ply), value: value(place) }));
    const known = points.filter((point) => point.value !== null);
    this.element.classList.toggle("empty", known.length === 0);
    const { entry } = this;
    byId("graph-note").textContent =
      known.length === 0
        ? "No values yet: Analyse or Review draws them."
        : `Up is good for ${sideOf(entry, "first")}${measured() ? `, ${measured()}` : ""}. Hollow points are estimates.`;
    const y = (/** @type {Value | null} */ one) => HEIGHT / 2 - (HEIGHT / 2 - 7) * (one ? height(one) : 0);
    const svg = draw("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": spoken(known, entry),
    });
    svg.append(draw("line", { class: "zero", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
    /** @type {string[]} */
    const runs = [];
    points.forEach((point, ply) => {
      if (point.value === null) return;
      const before = points[ply - 1]?.value;
      if (before === null || before === undefined) runs.push("");
      runs[runs.length - 1] += `${point.x},${y(point.value)} `;
    });
    for (const run of runs) svg.append(draw("polyline", { class: "curve", points: run.trim(), fill: "none" }));
    const here = this.x(at.ply);
    svg.append(draw("line", { class: "here", x1: here, x2: here, y1: 0, y2: HEIGHT }));
    this.element.replaceChildren(svg);
    const marks = draw("svg", { class: "marks", "aria-hidden": "true" });
    for (const { place, x, value: one } of points) {
      if (one === null) continue;
      const bad = isError(place.grade);
      const sure = certainty(one) !== "estimate";
      const shape = draw("circle", {
        class: `point ${bad ? place.grade : ""} ${sure ? "sure" : ""}`,
        cx: `${(100 * x) / WIDTH}%`,
        cy: `${(100 * y(one)) / HEIGHT}%`,
        r: place === at ? 5 : bad ? 4.5 : 3,
      });
      shape.append(
        draw(
          "title",
          {},
          `${place.parent ? numbered(place) : "Start"}: ${words(one)} for ${sideOf(entry, "first")}, ${certainty(one)}`,
        ),
      );
      marks.append(shape);
      if (bad && place.grade)
        marks.append(
          draw(
            "text",
            {
              class: `sign ${place.grade}`,
              x: `${(100 * x) / WIDTH}%`,
              y: `${(100 * y(one)) / HEIGHT}%`,
              dy: y(one) < 20 ? 17 : -7,
            },
            signOf(place.judged),
          ),
        );
    }
    this.element.append(marks);
  }

  /** @param {number} ply */
  x(ply) {
    return this.places.length < 2 ? WIDTH / 2 : 8 + ((WIDTH - 16) * ply) / (this.places.length - 1);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const { left, width } = this.element.getBoundingClientRect();
    const part = ((event.clientX - left) / width) * WIDTH;
    const ply = Math.round(((part - 8) / (WIDTH - 16)) * (this.places.length - 1));
    const place = this.places[Math.max(0, Math.min(this.places.length - 1, ply))];
    if (place) this.go(place);
  }
}

/** @param {{ place: Place, value: Value | null }[]} known @param {import("./types.js").Entry} entry */
function spoken(known, entry) {
  if (known.length === 0) return "Graph of the game: no values known yet";
  const values = known.map(
    ({ place, value }) => `${place.ply === 0 ? "start" : numbered(place)}: ${value ? words(value) : ""}`,
  );
  return `Graph of the game, ${sideOf(entry, "first")}’s point of view: ${values.slice(-12).join("; ")}`;
}
