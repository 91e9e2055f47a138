// What goes out of the page: a position, a game file, a link.

import { writeFile } from "./api.js";
import { hashOf } from "./address.js";
import { byHand } from "./dialogs.js";
import { notice } from "./speech.js";

/**
 * Puts a text on the clipboard, or shows it where the browser does not allow that.
 *
 * @param {string} text
 * @param {string} what
 * @param {string} [more]
 */
export async function copy(text, what, more = "") {
  try {
    await navigator.clipboard.writeText(text);
    notice(`${what} copied.${more}`);
  } catch {
    byHand(what, text);
  }
}

/**
 * The whole line that one is in, as a file, with what a file said of it.
 *
 * @param {import("./page.js").Page} page
 * @returns {Promise<string>}
 */
async function fileOf({ table, said }) {
  const tip = table.place.tip();
  if (table.secrets) {
    await table.sync();
    return table.call((remote) => remote.file());
  }
  const { entry, options, start, players } = table;
  return writeFile({
    game: entry.name,
    options,
    position: start,
    moves: tip.words(),
    players: [players.first, players.second],
    ...said.written(tip),
  });
}

/** @param {import("./page.js").Page} page */
export async function copyFile(page) {
  try {
    await copy(await fileOf(page), "Game file");
  } catch (error) {
    page.table.fail(error);
  }
}

/** @param {import("./page.js").Page} page */
export function copyPosition(page) {
  return copy(page.table.scene?.position ?? "", "Position");
}

/**
 * The link to this game. Where two seats with secrets sit here, it is the link of the second one, who then sits
 * elsewhere.
 *
 * @param {import("./page.js").Page} page
 */
export async function copyLink(page) {
  const { table } = page;
  const { first, second } = table.keys;
  if (!table.secrets || !first || !second) return copy(location.href, "Link");
  const link = new URL(hashOf({ ...page.wish(), keys: { second } }), location.href).href;
  table.keys = { first };
  await table.look("first");
  return copy(link, "The link of second’s seat", " This page keeps first’s seat.");
}
