// What happened with the last move, in one sentence: what it gave away, and what answers it.

import { byId, make } from "./dom.js";
import { shownLine } from "./line.js";
import { sideOf } from "./sides.js";
import { certainty, difference, graded, isError, lostBetween, SIGNS } from "./value.js";

/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").Grade} Grade */
/** @typedef {import("./line.js").Place} Place */

/**
 * What is known of a move: its grade, and the sentence that says why.
 *
 * @typedef {{ grade: Grade | null, text: string }} Verdict
 */

const NOUNS = { win: "a win", draw: "a draw", loss: "a loss" };
const VERBS = { win: "wins", draw: "draws", loss: "loses" };

/**
 * What is known of the move that led to a place: by the review, or by the analysis of the position before it.
 *
 * @param {Place} place
 * @param {import("./memory.js").Memory} memory
 * @returns {Verdict | null}
 */
export function verdictOn(place, memory) {
  const { judged } = place;
  const answer = place.scene && !place.scene.over ? memory.get(place.scene)?.lines[0] : undefined;
  if (judged) {
    const { grade, sentence, short_sentence: short } = judged;
    return { grade, text: `${short ?? sentence}.${isError(grade) ? reply(answer) : ""}` };
  }
  const found = place.parent?.scene ? memory.get(place.parent.scene) : null;
  const best = found?.lines[0];
  const mine = found?.lines.find(({ line }) => line[0] === place.word);
  if (!found || !best || !mine) return null;
  const exact = certainty(best.value) !== "estimate" && certainty(mine.value) !== "estimate";
  const tied = mine === best || (mine.value.score === best.value.score && mine.value.outcome === best.value.outcome);
  const grade = tied ? "best" : graded(best.value, mine.value);
  return {
    grade,
    text: `${sentence(place.text, best, mine.value, tied, exact)}.${isError(grade) ? reply(answer) : ""}`,
  };
}

/**
 * The same words as a review has.
 *
 * @param {string} word
 * @param {import("./types.js").Variation} best
 * @param {Value} played
 * @param {boolean} tied
 * @param {boolean} exact
 */
function sentence(word, best, played, tied, exact) {
  const before = best.value;
  if (tied) return exact ? `${word} is as good as any, proven` : `${word} is best as far as the search has looked`;
  const { outcome, plies } = before;
  const first = shownLine(best)[0];
  const better = outcome
    ? `${first} ${VERBS[outcome]}${plies ? ` in ${plies === 1 ? "1 ply" : `${plies} plies`}` : ""}`
    : `${first} was better`;
  if (outcome && played.outcome && outcome !== played.outcome)
    return `${word} turns ${NOUNS[outcome]} into ${NOUNS[played.outcome]}, proven; ${better}`;
  const lost = lostBetween(before, played);
  return `${word} loses ${exact ? "" : "about "}${lost === null ? "something" : difference(lost)}; ${better}`;
}

/** What answers an error. @param {import("./types.js").Variation | undefined} answer */
function reply(answer) {
  const first = answer && shownLine(answer)[0];
  if (!first) return "";
  const { outcome, plies } = answer.value;
  return outcome === "win" ? ` ${first} wins (proven${plies ? `, ${plies} plies` : ""}).` : ` The answer is ${first}.`;
}

/** Shows the sentence of the place that one is at. @param {import("./page.js").Page} page */
export function showHappened(page) {
  const { table, memory, entry } = page;
  const { place, scene } = table;
  const panel = byId("happened");
  const found = page.analysis.hidden ? null : verdictOn(place, memory);
  const grade = found?.grade ?? null;
  const text = found ? found.text : plain(entry, place, scene);
  panel.hidden = text === "";
  const shown = `${grade} ${text}`;
  if (panel.dataset["shown"] === shown) return;
  panel.dataset["shown"] = shown;
  const mark = grade && isError(grade) ? [make("b", { class: `grade ${grade}` }, `${SIGNS[grade]} ${grade}`), " "] : [];
  byId("happened-text").replaceChildren(...mark, text);
}

/**
 * What is said of a move that nobody has judged.
 *
 * @param {import("./types.js").Entry} entry
 * @param {Place} place
 * @param {import("./types.js").Scene | null} scene
 */
function plain(entry, place, scene) {
  if (!scene) return "";
  if (!place.parent)
    return scene.turn === "chance" || scene.over
      ? ""
      : `${sideOf(entry, scene.turn)} begins. What can be clicked is marked on the board.`;
  const by = place.by;
  if (by === "chance") return `Chance: ${place.text}`;
  return by ? `${sideOf(entry, by)} played ${place.text}.` : `${place.text} was played.`;
}
