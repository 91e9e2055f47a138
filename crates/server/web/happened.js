// What happened with the last move, in one sentence: what it gave away, and what answers it.

import { byId, make } from "./dom.js";
import { sideOf } from "./sides.js";
import { certainty, difference, graded, isError, SIGNS, turned } from "./value.js";

/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").Grade} Grade */
/** @typedef {import("./line.js").Place} Place */

/** @typedef {{ grade: Grade | null, before: Value | null, after: Value | null, loss: number | null, exact: boolean, best: string[] }} Verdict   from the eyes of who moved */

/** How a win or a draw was lost. @type {Record<string, string>} */
const LOST = { "win draw": "lets a win slip to a draw", "win loss": "turns a win into a loss", "draw loss": "loses a drawn game" };

/** What is known of the move that led to a place: by the review, or by the analysis of the position before it. @param {Place} place @param {import("./memory.js").Memory} memory @param {import("./types.js").Scale | null} scale @returns {Verdict | null} */
export function verdictOn(place, memory, scale) {
  const by = place.by ?? place.parent?.scene?.turn;
  if (!place.parent || (by !== "first" && by !== "second")) return null;
  const known = memory.at(place);
  const after = known && turned(known, by);
  const { judged } = place;
  if (judged) return { grade: judged.grade, before: judged.value, after, loss: judged.loss, exact: judged.exact ?? judged.value.proof === "exact", best: judged.best };
  const found = place.parent.scene ? memory.get(place.parent.scene) : null;
  const best = found?.lines[0];
  if (!found || !best) return null;
  const before = best.value;
  const tied = found.lines.filter(({ value }) => value.score === before.score && value.outcome === before.outcome).flatMap(({ line }) => line.slice(0, 1));
  const mine = found.lines.find(({ line }) => line[0] === place.word)?.value ?? null;
  if (tied.includes(place.word)) return { grade: "best", before, after: after ?? before, loss: 0, exact: certainty(before) !== "estimate", best: tied };
  const now = mine ?? (before.outcome && after?.outcome ? after : null);
  if (!now) return null;
  const exact = certainty(before) !== "estimate" && certainty(now) !== "estimate";
  const loss = (before.score ?? 0) - (now.score ?? 0);
  const worse = before.outcome && now.outcome && before.outcome !== now.outcome;
  return { grade: worse ? "blunder" : graded(loss, scale), before, after: after ?? now, loss, exact, best: tied };
}

/** The sentence, without the name of the grade. @param {Place} place @param {Verdict} verdict @param {import("./memory.js").Memory} memory @param {import("./types.js").Scale | null} scale */
export function sentence(place, verdict, memory, scale) {
  const { grade, before, after, loss, exact, best } = verdict;
  const word = place.word;
  const others = best.filter((one) => one !== word);
  if (grade === null) return `${word} was played${others[0] ? `; ${others[0]} was looked at first` : ""}.`;
  if (grade === "best") return `${word} is best${others.length > 0 ? `, and so is ${others[0]}` : ""}${exact ? "" : ", as far as is known"}.`;
  const lost = loss === null ? "" : `${exact ? "" : "~"}${difference(loss, scale)}`;
  if (!isError(grade)) return `${word} is good; ${others[0] ?? "the best move"} is better by ${lost}.`;
  const change = LOST[`${before?.outcome} ${after?.outcome}`];
  const what = change ?? `gives away ${lost}`;
  const answer = place.scene ? memory.get(place.scene)?.lines[0]?.line[0] : undefined;
  const better = others[0] ? ` Better was ${others[0]}.` : "";
  if (!answer) return others[0] ? `${word} ${what}: ${others[0]} was better.` : `${word} ${what}.`;
  if (after?.outcome === "loss") return `${word} ${what}: ${answer} wins (proven${after.plies ? `, ${after.plies} plies` : ""}).${better}`;
  return `${word} ${what}: ${answer} is the answer.${better}`;
}

/** Shows the sentence of the place that one is at. @param {import("./page.js").Page} page */
export function showHappened(page) {
  const { table, memory, entry } = page;
  const { place, scene } = table;
  const panel = byId("happened");
  const found = page.analysis.hidden ? null : verdictOn(place, memory, page.scale);
  const grade = found?.grade ?? null;
  const text = found ? sentence(place, found, memory, page.scale) : plain(entry, place, scene);
  panel.hidden = text === "";
  const shown = `${grade} ${text}`;
  if (panel.dataset["shown"] === shown) return;
  panel.dataset["shown"] = shown;
  const mark = grade && isError(grade) ? [make("b", { class: `grade ${grade}` }, `${SIGNS[grade]} ${grade}`), " "] : [];
  byId("happened-text").replaceChildren(...mark, text);
}

/** What is said of a move that nobody has judged. @param {import("./types.js").Entry} entry @param {Place} place @param {import("./types.js").Scene | null} scene */
function plain(entry, place, scene) {
  if (!scene) return "";
  if (!place.parent) return scene.turn === "chance" || scene.over ? "" : `${sideOf(entry, scene.turn)} begins. What can be clicked is marked on the board.`;
  const by = place.by;
  if (by === "chance") return `Chance: ${place.word}`;
  return by ? `${sideOf(entry, by)} played ${place.word}.` : `${place.word} was played.`;
}
