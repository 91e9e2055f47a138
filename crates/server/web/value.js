// What a position is worth, for people: words, signs, and a height between -1 and 1, all in the scale of the game.

/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").Scale} Scale */
/** @typedef {import("./types.js").Grade} Grade */
/** @typedef {"win" | "draw" | "loss" | "plus" | "even" | "minus"} Kind */

/** The sign beside a move of each grade: no colour stands alone. @type {Record<Grade, string>} */
export const SIGNS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @param {Grade | null} grade */
export const isError = (grade) => grade !== null && SIGNS[grade] !== "";

/** @param {number} score */
function digits(score) {
  const size = Math.abs(score);
  return size >= 100 || Number.isInteger(score) ? size.toFixed(0) : size >= 10 ? size.toFixed(1) : size.toFixed(2);
}

/** A number with its sign, no longer than it needs to be. @param {number} score */
export function signed(score) {
  const text = digits(score);
  return Number(text) === 0 ? "0" : (score < 0 ? "−" : "+") + text;
}

/** A difference in the unit of the game: `0.40 men`, `1 disc`. @param {number} size @param {Scale | null} scale */
export function difference(size, scale) {
  const text = digits(size);
  if (!scale?.units) return Math.abs(size) === 1 ? "1 point" : `${text} points`;
  return `${text} ${Number(text) === 1 ? scale.unit : scale.units}`;
}

/** From the eyes of the side to move to those of the first seat, and back. @param {Value} value @param {import("./types.js").Turn} turn @returns {Value} */
export function turned(value, turn) {
  if (turn !== "second") return value;
  const outcomes = { win: "loss", draw: "draw", loss: "win" };
  const proofs = { exact: "exact", estimate: "estimate", lower: "upper", upper: "lower" };
  return /** @type {Value} */ ({
    score: value.score === null ? null : -value.score,
    proof: proofs[value.proof],
    outcome: value.outcome && outcomes[value.outcome],
    plies: value.plies,
  });
}

/** What sort of value it is, for its shape and colour. @param {Value} value @returns {Kind} */
export function kind(value) {
  if (value.outcome) return value.outcome;
  const score = value.score ?? 0;
  return Math.abs(score) < 0.005 ? "even" : score > 0 ? "plus" : "minus";
}

/** A sign or two, for a badge on the board. @param {Value} value */
export function short(value) {
  if (value.outcome) return { win: "W", draw: "D", loss: "L" }[value.outcome];
  return value.score === null ? "?" : signed(value.score);
}

/** The value in as few signs as a list has room for; `~` is an estimate. @param {Value} value */
export function brief(value) {
  if (value.outcome) return words(value);
  if (value.score === null) return "?";
  return { exact: "", estimate: "~", lower: "≥", upper: "≤" }[value.proof] + signed(value.score);
}

/** @param {Value} value @param {Scale | null} [scale] the unit, where it is to be named */
export function words(value, scale = null) {
  if (value.outcome) {
    const what = { win: "Win", draw: "Draw", loss: "Loss" }[value.outcome];
    return value.plies && value.outcome !== "draw" ? `${what} in ${value.plies}` : what;
  }
  if (value.score === null) return "unknown";
  const text = signed(value.score);
  const number = scale?.units ? `${text} ${/^.1$/.test(text) ? scale.unit : scale.units}` : text;
  if (value.proof === "lower") return `at least ${number}`;
  if (value.proof === "upper") return `at most ${number}`;
  return value.proof === "estimate" ? `~${number}` : number;
}

/** Whether it is known or guessed. @param {Value} value */
export function certainty(value) {
  if (value.outcome) return "proven";
  if (value.proof === "exact") return "exact";
  return value.proof === "estimate" ? "estimate" : "bound";
}

/**
 * The height of a value in a bar or a graph, from -1 to 1: full for what is proven, and three quarters at the score that is as good as won.
 * @param {Value} value from the first seat's eyes @param {Scale | null} scale
 */
export function height(value, scale) {
  if (value.outcome) return { win: 1, draw: 0, loss: -1 }[value.outcome];
  const above = (value.score ?? 0) - (scale?.even ?? 0);
  return Math.max(-0.97, Math.min(0.97, Math.tanh(above / (scale?.decisive || 1))));
}

/** The grade of a loss by the marks of the game; none where the game has no scale. @param {number} loss @param {Scale | null} scale @returns {Grade | null} */
export function graded(loss, scale) {
  if (!scale) return null;
  if (loss >= scale.blunder) return "blunder";
  if (loss >= scale.mistake) return "mistake";
  return loss >= scale.inaccuracy ? "inaccuracy" : loss > 1e-9 ? "good" : "best";
}

/** @param {number} count */
export function amount(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  return count >= 1e4 ? `${(count / 1e3).toFixed(0)} k` : String(Math.round(count));
}

/** A word with a capital. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
