// Whose turn it is, in a sentence, and which buttons there are.

import { byId } from "./dom.js";
import { named, sideOf } from "./sides.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./clock.js").Clock | null} AnyClock */

/** Whose turn it is, or how it ended. @param {Table} table @param {AnyClock} clock @param {boolean} lost */
export function statusOf(table, clock, lost) {
  const { scene } = table;
  if (lost) return "This game is lost.";
  if (!scene) return "Setting the board …";
  if (scene.over) return ending(table.entry, scene.result);
  if (clock?.flag) return `${sideOf(table.entry, clock.flag === "first" ? "second" : "first")} wins on time`;
  if (scene.turn === "chance") return table.running ? "Chance decides …" : "Chance is to decide";
  if (scene.turn === "nobody") return "Nobody is to move";
  const name = named(table.entry, table.players, scene.turn);
  if (table.machines()) return table.running ? `${name} is thinking …` : `${name} is to move`;
  if (table.secrets && !table.keys[scene.turn]) return `Waiting for ${name}`;
  return `${name} to move${inCheck(scene) ? ", in check" : ""}`;
}

/** Whether the board marks something as being in check. @param {import("./types.js").Scene} scene */
const inCheck = (scene) => /<g class="cell[^"]* check"/.test(scene.board);

/**
 * How the game ended.
 *
 * @param {import("./types.js").Entry} entry
 * @param {import("./types.js").Scene["result"]} result
 */
function ending(entry, result) {
  if (!result) return "The game is over";
  const { first, second, ending: how } = result;
  const words = first === second ? "A draw" : `${sideOf(entry, first > second ? "first" : "second")} wins`;
  return how ? `${words} ${how}` : words;
}

/** @param {Table} table @param {import("./types.js").Scene} scene @param {AnyClock} clock @param {boolean} reviewing */
export function showTools(table, scene, clock, reviewing) {
  const { place, secrets } = table;
  const off = (/** @type {string} */ id, /** @type {boolean} */ disabled) => {
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = disabled;
  };
  byId("take-back").title = secrets
    ? "No take-back in a game with secrets: what has been seen cannot be unseen."
    : "Back to your last choice (u)";
  byId("take-back").setAttribute("aria-disabled", String(!secrets && !place.parent));
  for (const id of ["back", "first-move"]) off(id, secrets || !place.parent);
  for (const id of ["forward", "last-move"]) off(id, secrets || !place.next());
  off("hint", scene.over || table.busy() || scene.actions.length === 0 || scene.turn === "chance");
  off("heat", scene.over);
  off("search-tree", scene.over || table.busy() || scene.luck || scene.secrets);
  byId("search-tree").title =
    scene.luck || scene.secrets
      ? "The search tree is shown of games without chance and without secrets."
      : "A search of this position, node by node (t)";
  off("copy-position", !scene.notation || scene.position === "");
  off("review-start", place.tip().ply === 0 || (secrets && !scene.over));
  byId("review-start").textContent = reviewing ? "Stop" : "Review";
  for (const id of ["set-up", "paste"]) off(id, secrets);
  byId("rematch").hidden = !scene.over && !clock?.flag;
  const go = byId("go-on");
  const nobody = table.players.first !== "person" && table.players.second !== "person";
  go.hidden = scene.over || secrets || (!(nobody && table.running) && (!table.machines() || table.running));
  go.textContent = table.running ? "Pause" : scene.turn === "chance" ? "Let chance decide" : "Let it play";
  byId("branch-tools").hidden = !place.line().some((one) => one.parent?.children[0] !== one);
  const words = byId("words");
  const list = scene.actions.slice(0, 200).map((action) => action.short ?? action.word);
  if (words.dataset["list"] === list.join(" ")) return;
  words.dataset["list"] = list.join(" ");
  words.replaceChildren(...list.map((word) => new Option(word)));
}
