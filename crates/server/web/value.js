// What a position is worth, for people: words, signs, and a height between -1 and 1, all in the scale of the game.

/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").Scale} Scale */
/** @typedef {import("./types.js").Grade} Grade */
/** @typedef {"win" | "draw" | "loss" | "plus" | "even" | "minus"} Kind */

/** The sign beside a move of each grade: no colour stands alone. @type {Record<Grade, string>} */
export const SIGNS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @param {Grade | null} grade */
export const isError = (grade) => grade !== null && SIGNS[grade] !== "";

/**
 * The sign of a judged move, such as ??, or ~?? where the loss is not proven; nothing of a move that is no error.
 * @param {import("./types.js").Judged | null} judged
 */
export const signOf = (judged) =>
  judged && isError(judged.grade) ? `${judged.exact ? "" : "~"}${SIGNS[judged.grade]}` : "";

/**
 * How the values of the game on the table are read; a game without a scale of its own has points.
 *
 * @type {Scale | null}
 */
let scale = null;

/** @param {Scale | null | undefined} wanted the scale of the game that is shown from now on */
export function readBy(wanted) {
  scale = wanted ?? null;
}

/** Two digits that tell something, and no more. @param {number} amount */
function digits(amount) {
  const size = Math.abs(amount);
  const text = size.toFixed(size >= 10 ? 0 : size >= 1 ? 1 : size >= 0.1 ? 2 : 3);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A number with its sign, no longer than it needs to be. @param {number} score */
export function signed(score) {
  const size = Math.abs(score);
  const text =
    size >= 100 || Number.isInteger(score) ? size.toFixed(0) : size >= 10 ? size.toFixed(1) : size.toFixed(2);
  return Number(text) === 0 ? "0" : (score < 0 ? "−" : "+") + text;
}

/** Whether the game tells its values as a chance to win, in per cent. */
const isChance = () => scale?.units.startsWith("%") === true;

/** The score of an even game, from the eyes of a value. @param {Value} value */
const evenOf = (value) => (value.seat === "second" ? -1 : 1) * (scale?.even ?? 0);

/** From -1, as good as lost, to 1, as good as won: what is not proven never gets there. @param {Value} value */
const lead = (value) => Math.tanh(((value.score ?? 0) - evenOf(value)) / (scale?.decisive || 1));

/** The chance to win, in per cent. @param {Value} value */
function chance(value) {
  if (value.outcome) return { win: 100, draw: 50, loss: 0 }[value.outcome];
  const above = scale?.per_point ? scale.per_point * ((value.score ?? 0) - evenOf(value)) : 50 * lead(value);
  return Math.max(0, Math.min(100, 50 + above));
}

/** The number of a value, in the unit of the game. @param {Value} value */
function number(value) {
  if (value.score === null) return "?";
  return isChance() ? `${Math.round(chance(value))} %` : signed(value.score * (scale?.per_point ?? 1));
}

/** The unit for a number. @param {string} text */
const unitOf = (text) => (!scale?.units || isChance() ? "" : ` ${/^[+−]?1$/.test(text) ? scale.unit : scale.units}`);

/** What the numbers are, in words: `in men`, `chance to win`. */
export const measured = () =>
  !scale?.units ? "" : isChance() ? scale.units.replace(/^% of the /, "") : `in ${scale.units}`;

/**
 * Two values are compared: what was lost, in the unit of the game; null if that is an outcome and no amount.
 *
 * @param {Value} best
 * @param {Value} played
 */
export function lostBetween(best, played) {
  if (scale && !scale.per_point) return Math.max(0, chance(best) - chance(played));
  if (scale && !scale.margin && best.outcome && played.outcome && best.outcome !== played.outcome) return null;
  return Math.max(0, (scale?.per_point ?? 1) * ((best.score ?? 0) - (played.score ?? 0)));
}

/** An amount in the unit of the game, in words: `0.4 men`, `1 disc`. @param {number} amount */
export function difference(amount) {
  const text = digits(amount);
  if (!scale?.units) return `${text} ${text === "1" ? "point" : "points"}`;
  return `${text} ${text === "1" ? scale.unit : scale.units}`;
}

/**
 * From the eyes of the side to move to those of the first seat, and back.
 *
 * @param {Value} value
 * @param {import("./types.js").Turn} turn
 * @returns {Value}
 */
export function turned(value, turn) {
  if (turn !== "second") return value;
  const outcomes = { win: "loss", draw: "draw", loss: "win" };
  const proofs = { exact: "exact", estimate: "estimate", lower: "upper", upper: "lower" };
  return /** @type {Value} */ ({
    score: value.score === null ? null : -value.score,
    proof: proofs[value.proof],
    outcome: value.outcome && outcomes[value.outcome],
    plies: value.plies,
    seat: value.seat === "second" ? "first" : "second",
  });
}

/**
 * A value with whose eyes it is seen by.
 *
 * @param {Value} value
 * @param {import("./types.js").Turn} turn
 * @returns {Value}
 */
export const seen = (value, turn) => ({ ...value, seat: turn === "second" ? "second" : "first" });

/** What sort of value it is, for its shape and colour. @param {Value} value @returns {Kind} */
export function kind(value) {
  if (value.outcome) return value.outcome;
  const above = lead(value);
  return Math.abs(above) < 0.005 ? "even" : above > 0 ? "plus" : "minus";
}

/** A sign or two, for a badge on the board. @param {Value} value */
export function short(value) {
  if (value.outcome && !(scale?.margin && value.score)) return { win: "W", draw: "D", loss: "L" }[value.outcome];
  return number(value).replace(" ", "");
}

/** The value in as few signs as a list has room for; `~` is an estimate. @param {Value} value */
export function brief(value) {
  if (value.outcome && !(scale?.margin && value.score)) return words(value);
  return { exact: "", estimate: "~", lower: "≥ ", upper: "≤ " }[value.proof] + number(value);
}

/** @param {Value} value */
export function words(value) {
  const text = number(value);
  const whole = `${text}${unitOf(text)}`;
  if (value.outcome) {
    const what = { win: "Win", draw: "Draw", loss: "Loss" }[value.outcome];
    if (value.outcome === "draw") return what;
    if (scale?.margin && !isChance() && value.score) return `${what} by ${whole.slice(1)}`;
    return value.plies ? `${what} in ${value.plies}` : what;
  }
  if (value.score === null) return "unknown";
  if (value.proof === "lower") return `at least ${whole}`;
  if (value.proof === "upper") return `at most ${whole}`;
  return value.proof === "estimate" ? `~${whole}` : whole;
}

/** Whether it is known or guessed. @param {Value} value */
export function certainty(value) {
  if (value.outcome) return "proven";
  if (value.proof === "exact") return "exact";
  return value.proof === "estimate" ? "estimate" : "bound";
}

/**
 * The height of a value in a bar or a graph, from -1 to 1: full for what is proven.
 *
 * @param {Value} value from the first seat's eyes
 */
export function height(value) {
  if (value.outcome) return { win: 1, draw: 0, loss: -1 }[value.outcome];
  return Math.max(-0.97, Math.min(0.97, lead(value)));
}

/**
 * The grade of a move by what it was worth beside the best, as the review gives it; none where the game has no scale.
 *
 * @param {Value} best
 * @param {Value} played
 * @returns {Grade | null}
 */
export function graded(best, played) {
  const lost = lostBetween(best, played);
  if (!scale) return null;
  const changed = best.outcome && played.outcome && best.outcome !== played.outcome;
  if (changed) return best.outcome === "win" && played.outcome === "loss" ? "blunder" : "mistake";
  if (lost === null || (best.outcome && played.outcome && !scale.margin)) return "good";
  if (lost >= scale.blunder) return "blunder";
  if (lost >= scale.mistake) return "mistake";
  return lost >= scale.inaccuracy ? "inaccuracy" : "good";
}

/** @param {number} count */
export function amount(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  return count >= 1e4 ? `${(count / 1e3).toFixed(0)} k` : String(Math.round(count));
}

/** A word with a capital. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
