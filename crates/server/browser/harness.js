// What the tests share: a server, a browser, and a person who plays by looking at the page alone.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = here("../../..");
/** Whether everything is tried in every way: in a usual run each game is played in one of two ways, by turns. */
export const everything = process.env.COUNTERPLAY_BROWSER === "all";
export const screenshots = here("screenshots");
mkdirSync(screenshots, { recursive: true });

/** Programs that were built before the tests, where Cargo puts them: ours, and the example of a user's own. */
const built = resolve(root, process.env.CARGO_TARGET_DIR ?? "target", "debug");
export const PROGRAM = process.env.COUNTERPLAY ?? `${built}/counterplay`;
export const EXAMPLE = process.env.YOUR_GAME ?? `${built}/your_game`;

let browser;

/** What is to be ended when all tests of a file are done. */
const running = [];
after(async () => {
  await (await browser)?.close();
  await Promise.all(running.map((stop) => stop()));
});

/** A port that nobody has. */
export async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** A server of the program, at this port or a free one. It ends with the tests, or when it is told to. */
export async function serve(program = PROGRAM, port = 0) {
  const started = performance.now();
  const child = spawn(program, ["serve", "--no-open", "--port", String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  const address = await new Promise((found, failed) => {
    child.stdout.once("data", (data) => found(String(data).trim()));
    child.once("error", failed);
    child.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  running.push(stop);
  return {
    address: address.replace(/\/$/, ""),
    port: Number(new URL(address).port),
    stop,
    startup: performance.now() - started,
  };
}

/** A browser that reaches this machine alone. */
async function theBrowser() {
  browser ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  return browser;
}

/**
 * A page in a window of its own. What it asks of other machines is refused, and is a fault; so is an error in its
 * console.
 */
export async function open(url, { width = 1280, height = 900, motion = "reduce", allowed = [], ...rest } = {}) {
  const context = await (
    await theBrowser()
  ).newContext({
    viewport: { width, height },
    reducedMotion: motion,
    permissions: ["clipboard-read", "clipboard-write"],
    ...rest,
  });
  const faults = [];
  const home = new URL(url).origin;
  await context.route("**/*", (route) => {
    const target = new URL(route.request().url());
    if (target.origin === home || target.protocol === "data:") return route.fallback();
    faults.push(`asked for ${target}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(String(error.stack ?? error)));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !allowed.some((part) => text.includes(part))) faults.push(text);
  });
  page.faults = faults;
  // Looked at by the clock and not with each frame: what is waited for does not depend on painting, which takes long on
  // a busy machine.
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (holds, argument, options) => wait(holds, argument, { polling: 10, ...options });
  await page.goto(url);
  return page;
}

/** Gives the window another size, and waits until the page has taken it: what is moved by a script is moved then. */
export async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Closes a page, which must have had no fault. */
export async function close(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

/** Waits until the page is in one of these states. */
export async function until(page, states = "ready|over", timeout = 30_000) {
  await page.waitForFunction((states) => new RegExp(`^(${states})$`).test(document.body.dataset.state ?? ""), states, {
    timeout,
  });
  return page.evaluate(() => document.body.dataset.state);
}

/** Waits until a game is on the page: the list of games that one comes from is ready, too. */
export async function seated(page) {
  await page.locator("#game").waitFor();
  return until(page);
}

/** The cells and buttons that the page marks as what can be clicked now. */
export const clickable = (page) => page.locator("#board [data-cell].can, #buttons [data-cell].can");

/** Presses a button of the menu at the end of the actions. */
export async function more(page, button) {
  await page.locator("details.tools summary").click();
  await page.locator(button).click();
}

/** Numbers that are the same in each run. */
export function seeded(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Plays by the mouse until the game is over: clicks any of the cells that are marked. Returns the number of clicks. */
export async function playByMouse(page, random, most = 400) {
  for (let clicks = 0; clicks < most; clicks++) {
    if ((await until(page)) === "over") return clicks;
    const before = await moment(page);
    const count = await clickable(page).count();
    assert.ok(count > 0, "it is a person's turn, and nothing can be clicked");
    await clickAt(page, random(count));
    await changed(page, before);
  }
  throw new Error(`the game was not over after ${most} clicks`);
}

/**
 * Clicks the n-th of the cells that are marked, in its middle, where nothing may lie upon it. A click of Playwright
 * would also wait for two frames
 * in which the cell stands still, which is most of the time of a long game; and the cells of a board do not move.
 */
async function clickAt(page, wanted) {
  const { x, y, hit } = await clickable(page)
    .nth(wanted)
    .evaluate((cell) => {
      cell.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      const { left, top, width, height } = (cell.querySelector(".ground") ?? cell).getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return { x, y, hit: document.elementFromPoint(x, y)?.closest("[data-cell]") === cell };
    });
  assert.ok(hit, `something lies upon the cell at ${x}, ${y}`);
  await page.mouse.click(x, y);
}

/** What a click can change: the moves, what is begun or asked, and the state. */
const shown = () =>
  [
    document.body.dataset.state,
    location.hash,
    document.querySelector("#moves")?.textContent,
    [...document.querySelectorAll(".begun")].map((cell) => cell.getAttribute("data-cell")).join(),
    document.querySelector("#choose")?.textContent,
  ].join("|");

export const moment = (page) => page.evaluate(shown);

/** Waits until the page shows something else than it did. */
export async function changed(page, before, timeout = 30_000) {
  await page
    .waitForFunction(`(${shown})() !== ${JSON.stringify(before)}`, undefined, { timeout })
    .catch((error) => assert.fail(`nothing happened after a click in ${before}: ${error}`));
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds: everything that it calls serious or worse, or all of it. */
export async function faults(page, { all = false } = {}) {
  // Past the content security policy, which would not let a script of ours in.
  const client = await page.context().newCDPSession(page);
  const run = async (expression) => {
    const { result, exceptionDetails } = await client.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    assert.equal(exceptionDetails, undefined);
    return result.value;
  };
  await run(axe);
  const found = await run("axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations)");
  return found
    .filter(({ impact }) => all || impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
