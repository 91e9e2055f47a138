// The beginning: the catalog, the address bar, the buttons and the keys.

import { ApiError, catalog as askCatalog, sleep } from "./api.js";
import { hashOf, wish, wishOf } from "./address.js";
import { Board } from "./board.js";
import { newGame, open, rematch, setUp } from "./dialogs.js";
import { byId, onClick, writing } from "./dom.js";
import { Editor } from "./editor.js";
import { openText, textOf } from "./files.js";
import { GameTree } from "./gametree.js";
import { dropPlace, showHome } from "./home.js";
import { Keys } from "./keys.js";
import { Link } from "./link.js";
import { forget } from "./memory.js";
import { Page } from "./page.js";
import { uniformTrees } from "./race.js";
import { hideReading, reading, showReading } from "./reading.js";
import { copyFile, copyLink, copyPosition } from "./share.js";
import { isTree } from "./tree-address.js";
import { Trees } from "./trees.js";
import { notice, say } from "./speech.js";
import { listenToTabs, showTab } from "./tabs.js";
import { fitActions, showTheme, toggleAlone, toggleOverlay, toggleTheme } from "./view.js";
import { placeValues } from "./values.js";

/** @typedef {import("./address.js").Wish} Wish */

/** @type {import("./types.js").Catalog} */
let catalog;
/** @type {Link} */
let link;
/** @type {Page | null} */
let page = null;
/** @type {Board} */
let board;
/** The page of trees, once somebody has been there. @type {Trees | null} */
let trees = null;

/** The page of trees, if it is the one that is seen. */
const treesNow = () => (byId("trees").hidden ? null : trees);

/** Shows what the address bar says. */
async function route() {
  hideReading();
  if (isTree(location.hash)) return showTrees();
  treesNow()?.leave();
  byId("trees").hidden = true;
  const text = reading(location.hash);
  const wanted = text ? null : wishOf(location.hash);
  if (wanted && page && page.shownHash === location.hash) return;
  if (page) forget();
  page?.close();
  page = null;
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  if (dialog.open) dialog.close();
  if (text) return read(text);
  if (!wanted) return home();
  const entry = catalog.games.find((game) => game.name === wanted.game);
  if (!entry) {
    home();
    notice(`There is no game “${wanted.game}” here.`, "error");
    return;
  }
  await play(entry, wanted);
}

/** Leaves the game, if there is one, for the page of trees. */
async function showTrees() {
  if (page) forget();
  page?.close();
  page = null;
  document.title = "Trees – Counterplay";
  byId("title").textContent = "Trees";
  byId("home").hidden = byId("game").hidden = true;
  byId("trees").hidden = false;
  trees ??= new Trees();
  await trees.open();
}

/** Shows the rules of a game, or a chapter of the course. @param {NonNullable<ReturnType<typeof reading>>} text */
async function read(text) {
  byId("home").hidden = byId("game").hidden = true;
  document.body.dataset["state"] = "loading";
  const title = await showReading(catalog, text);
  if (title === null) return;
  document.title = `${title} – Counterplay`;
  byId("title").textContent = text.what === "rules" ? "Rules" : "Course";
  document.body.dataset["state"] = "ready";
}

function home() {
  document.title = "Counterplay";
  byId("title").textContent = "";
  byId("rules-link").setAttribute("href", "#/rules");
  byId("home").hidden = false;
  byId("game").hidden = true;
  showHome(catalog, (entry) => newGame(catalog, entry, null, start));
  document.body.dataset["state"] = "ready";
}

/** @param {import("./types.js").Entry} entry @param {Wish} wanted */
async function play(entry, wanted) {
  document.body.dataset["state"] = "loading";
  document.title = `${entry.title} – Counterplay`;
  byId("title").textContent = entry.title;
  for (const id of ["rules-link", "tab-rules"])
    byId(id).setAttribute("href", `#/rules/${encodeURIComponent(entry.name)}`);
  byId("home").hidden = true;
  byId("game").hidden = false;
  board.clear();
  if (!link.offline) notice("");
  /** @type {HTMLSelectElement} */ (byId("line-count")).value = wanted.lines === null ? "" : String(wanted.lines);
  const mine = new Page(catalog, entry, wanted, link, board);
  page = mine;
  mine.show();
  try {
    await mine.open();
  } catch (error) {
    if (page !== mine) return;
    if (error instanceof ApiError && error.code === "illegal-move" && wanted.root.children.length > 0) {
      mine.close();
      await play(
        entry,
        wish({ game: entry.name, options: wanted.options, position: wanted.position, players: wanted.players }),
      );
      notice(`The moves of this link cannot be played: ${error.message}`, "error");
      return;
    }
    if (mine.lost) {
      mine.show();
    } else {
      mine.close();
      page = null;
      home();
    }
    notice(error instanceof Error ? error.message : String(error), "error");
  }
}

/** Begins a game; the one before is a step back in the browser's history. @param {Wish} wanted */
function start(wanted) {
  const hash = hashOf(wanted);
  page?.keep();
  forget();
  if (page) page.shownHash = "";
  history.pushState(null, "", hash);
  route();
}

/** @param {string} text */
function pasted(text) {
  const now = treesNow();
  if (now) {
    /** @type {HTMLTextAreaElement} */ (byId("tree-text")).value = text;
    now.searchText();
    return;
  }
  if (text.trim() !== "") {
    openText(text, page, start);
    return;
  }
  if (!page) return;
  if (page.entry.secrets) {
    notice("A game with secrets cannot be set up.");
    return;
  }
  setUp(page.entry, page.wish(), pasted);
}

/** Sets a position up: piece by piece where the game can, and else as text. @param {Page} now */
function arrange(now) {
  if (now.entry.arranged && now.table.scene) new Editor(now.entry, now.wish(), now.table.scene.position, start);
  else pasted("");
}

async function paste() {
  let text = "";
  try {
    text = await navigator.clipboard.readText();
  } catch {
    // The browser does not give it; it can be pasted into the field.
  }
  pasted(text);
}

/** @param {import("./view.js").Overlay} name @param {string} words */
function toggle(name, words) {
  say(`${words} ${toggleOverlay(name) ? "shown" : "hidden"}.`);
  page?.show();
}

function escape() {
  if (board.drop()) say("Dropped.");
  else if (document.body.classList.contains("alone")) toggleAlone();
  else if (page?.review.sought) page.review.leave();
  else notice("");
}

const help = () => open("Keys", [keys.help()], []);
/** @param {Page} now */
const searchTree = (now) => {
  if (!(/** @type {HTMLButtonElement} */ (byId("search-tree")).disabled))
    new GameTree(now.table, () => now.analysis.stop());
};
const again = () => page && newGame(catalog, page.entry, page.wish(), start);

/** What the keys do; without a game there are few. @returns {import("./keys.js").Key[]} */
function table() {
  const general = [
    { keys: ["?"], shown: "?", text: "show these keys", act: help },
    { keys: ["Escape"], shown: "Esc", text: "drop what was begun, close what is open", act: escape },
  ];
  const seen = treesNow();
  if (seen) return [...seen.keys(), ...general];
  const now = page;
  if (!now) return general;
  const { table: game } = now;
  return [
    { keys: ["ArrowLeft"], shown: "←", text: "one move back", act: () => now.step(-1) },
    { keys: ["ArrowRight"], shown: "→", text: "one move forward", act: () => now.step(1) },
    { keys: ["ArrowUp", "Home"], shown: "↑ Home", text: "to the start", act: () => now.go(game.root) },
    { keys: ["ArrowDown", "End"], shown: "↓ End", text: "to the end", act: () => now.go(game.place.tip()) },
    { keys: ["v"], shown: "v", text: "the next branch instead of this move", act: () => now.sibling() },
    {
      keys: ["k"],
      shown: "k",
      text: "to the board; there the arrows go from cell to cell, Enter clicks",
      act: () => board.focus(),
    },
    { keys: ["/"], shown: "/", text: "type a move", act: () => byId("typed").focus() },
    { keys: ["Backspace", "u"], shown: "u", text: "take back", act: () => now.takeBack() },
    {
      keys: ["p"],
      shown: "p",
      text: "let the machine play on, or pause it",
      act: () => {
        game.toggle();
      },
    },
    {
      keys: ["h"],
      shown: "h",
      text: "hint",
      act: () => {
        now.hint();
      },
    },
    { keys: ["w"], shown: "w", text: "what each cell is worth, on or off", act: () => now.heat.toggle() },
    { keys: ["l"], shown: "l", text: "analysis on or off", act: () => now.analyse() },
    { keys: ["t"], shown: "t", text: "the search tree of the position", act: () => searchTree(now) },
    {
      keys: ["a"],
      shown: "a",
      text: "values on the board on or off",
      act: () => toggle("badges", "Values on the board"),
    },
    { keys: ["m"], shown: "m", text: "marks of legal moves on or off", act: () => toggle("targets", "Legal moves") },
    { keys: ["b"], shown: "b", text: "value bar on or off", act: () => toggle("bar", "Value bar") },
    { keys: ["g"], shown: "g", text: "graph on or off", act: () => toggle("graph", "Graph") },
    { keys: ["r"], shown: "r", text: "review the game", act: () => byId("review-start").click() },
    { keys: ["f"], shown: "f", text: "the board from its other edge", act: () => byId("flip").hidden || now.flip() },
    {
      keys: ["z"],
      shown: "z",
      text: "the board alone",
      act: () => {
        toggleAlone();
      },
    },
    {
      keys: ["n"],
      shown: "n",
      text: "new game",
      act: () => {
        again();
      },
    },
    { keys: ["s"], shown: "s", text: "set up a position", act: () => arrange(now) },
    { keys: [], shown: "Ctrl V", text: "paste a position or a game file", act: () => undefined },
    ...general,
  ];
}
const keys = new Keys(table);

function buttons() {
  const on = (/** @type {string} */ id, /** @type {(page: Page) => unknown} */ act) =>
    onClick(id, () => page && act(page));
  on("take-back", (now) => now.takeBack());
  on("back", (now) => now.step(-1));
  on("forward", (now) => now.step(1));
  on("first-move", (now) => now.go(now.table.root));
  on("last-move", (now) => now.go(now.table.place.tip()));
  on("hint", (now) => now.hint());
  on("heat", (now) => now.heat.toggle());
  on("analyse", (now) => now.analyse());
  on("search-tree", searchTree);
  on("new-game", again);
  on("rematch", (now) => start(rematch(now.wish())));
  on("go-on", (now) => now.table.toggle());
  on("look", (now) => {
    const seat = now.table.curtain();
    if (seat) now.table.look(seat).then(() => board.focus());
  });
  on("promote", (now) => {
    now.table.place.promote();
    now.show();
  });
  on("cut", (now) => {
    const branch = now.table.place.line().findLast((place) => place.parent?.children[0] !== place);
    now.go(branch?.parent ?? now.table.root);
    branch?.remove();
    now.show();
  });
  on("review-start", (now) => {
    showTab("moves");
    if (now.review.state === "running") now.review.stop();
    else now.review.start();
  });
  on("race-open", (now) => now.race.toggle());
  on("race-start", (now) => now.race.start());
  on("flip", (now) => now.flip());
  on("set-up", arrange);
  on("paste", paste);
  on("copy-position", copyPosition);
  on("copy-file", copyFile);
  on("copy-link", copyLink);
  uniformTrees();
  listenToTabs();
  fitActions();
  menus();
  onClick("help", help);
  onClick("menu", () => openNav(byId("menu").getAttribute("aria-expanded") !== "true"));
  onClick("theme", toggleTheme);
  onClick("notice-close", () => notice(""));
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    if (page) board.focus();
    else if (treesNow()) byId("tree-frame").focus();
    else /** @type {HTMLElement | null} */ (document.querySelector("[data-game]"))?.focus();
  });
  byId("type").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (byId("typed"));
    if (await page?.type(field.value)) field.value = "";
    else field.select();
  });
  placeValues((mode) => page?.values.set(mode));
  byId("line-count").addEventListener("change", (event) => {
    if (!page || !(event.target instanceof HTMLSelectElement)) return;
    page.analysis.lines = event.target.value === "" ? null : Number(event.target.value);
    page.show();
  });
}

/** @param {boolean} open whether the links of the header are seen on a narrow page */
const openNav = (open) => byId("menu").setAttribute("aria-expanded", String(open));

/** What opens over the page closes when something in it is chosen, or a click goes elsewhere. */
function menus() {
  const more = /** @type {HTMLDetailsElement} */ (document.querySelector("details.tools"));
  addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest?.("details.tools summary")) more.open = false;
    if (!target.closest?.("#menu")) openNav(false);
  });
  more.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !more.open) return;
    event.stopPropagation();
    more.open = false;
    more.querySelector("summary")?.focus();
  });
}

/** Text from elsewhere: pasted into the page, or a file dropped on it. */
function arrivals() {
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (writing(event.target) || document.querySelector("dialog[open]") || text.trim() === "") return;
    event.preventDefault();
    pasted(text);
  });
  dropPlace(pasted, textOf);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (file) pasted(await textOf(file));
    else if (text) pasted(text);
  });
}

async function main() {
  showTheme();
  for (let pause = 300; ; pause = Math.min(10000, pause * 1.6)) {
    try {
      catalog = await askCatalog();
      break;
    } catch (error) {
      document.body.dataset["state"] = "offline";
      notice(`${error instanceof Error ? error.message : String(error)} Asking again.`, "offline");
      await sleep(pause);
    }
  }
  notice("");
  link = new Link(catalog.server, () => page?.show());
  board = new Board((word) => page?.play(word), say);
  buttons();
  arrivals();
  addEventListener("hashchange", route);
  addEventListener("pagehide", () => {
    page?.memory.save();
    if (page?.table.secrets === false) page.table.remote().end();
  });
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  await route();
}

main();
