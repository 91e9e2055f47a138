// What a position is worth, for people: words, letters, and a height between -1 and 1.

/** @typedef {import("./types.js").Value} Value */
/** @typedef {"win" | "draw" | "loss" | "plus" | "even" | "minus"} Kind */

/** A number with its sign, no longer than it needs to be. @param {number} score */
export function signed(score) {
  const size = Math.abs(score);
  const text = size >= 100 || Number.isInteger(score) ? size.toFixed(0) : size >= 10 ? size.toFixed(1) : size.toFixed(2);
  return Number(text) === 0 ? "0" : (score < 0 ? "−" : "+") + text;
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

/** @param {Value} value */
export function words(value) {
  const score = value.score === null ? "unknown" : signed(value.score);
  if (value.outcome) {
    const what = { win: "Win", draw: "Draw", loss: "Loss" }[value.outcome];
    return value.plies && value.outcome !== "draw" ? `${what} in ${value.plies}` : what;
  }
  if (value.proof === "lower") return `at least ${score}`;
  if (value.proof === "upper") return `at most ${score}`;
  return score;
}

/** Whether it is known or guessed. @param {Value} value */
export function certainty(value) {
  if (value.outcome) return "proven";
  if (value.proof === "exact") return "exact";
  return value.proof === "estimate" ? "estimate" : "bound";
}

/** The height of a value in a bar or a graph, from -1 to 1. @param {Value} value */
export function height(value) {
  if (value.outcome) return { win: 1, draw: 0, loss: -1 }[value.outcome];
  return Math.max(-0.97, Math.min(0.97, Math.tanh(value.score ?? 0)));
}

/** @param {number} count */
export function amount(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  return count >= 1e4 ? `${(count / 1e3).toFixed(0)} k` : String(Math.round(count));
}

/** `First` or `Second`. @param {string} seat */
export const capital = (seat) => seat.charAt(0).toUpperCase() + seat.slice(1);
