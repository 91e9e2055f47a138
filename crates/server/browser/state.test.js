// What the page keeps: through a reload, beside another tab, and when the server goes away and comes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clickable,
  close,
  freePort,
  moment,
  changed,
  open,
  playByMouse,
  seeded,
  seated,
  serve,
  until,
} from "./harness.js";

const server = await serve();
const GAME = "connect4";
const alone = `${server.address}/#/${GAME}?first=person&second=person`;

/** Clicks the n-th of the cells that can be clicked. */
async function click(page, at) {
  const before = await moment(page);
  await clickable(page).nth(at).click();
  await changed(page, before);
  await until(page);
}

const seen = (page) =>
  page.evaluate(() => ({
    board: [...document.querySelectorAll("#board [data-cell]")].map((cell) =>
      [cell.getAttribute("data-cell"), cell.querySelector(".piece")?.getAttribute("class")].join(" "),
    ),
    moves: document.querySelector("#moves").textContent,
    status: document.querySelector("#status").textContent,
    hash: location.hash,
  }));

test("a reload loses nothing, branches included, and a link opens the same", async () => {
  const page = await open(alone);
  await until(page);
  for (const at of [3, 3, 2, 4]) await click(page, at);
  await page.locator("#back").click();
  await until(page);
  await page.locator("#back").click();
  await until(page);
  await click(page, 5);
  const before = await seen(page);
  assert.ok(before.moves.length > 0);
  await page.reload();
  await until(page);
  assert.deepEqual(await seen(page), before);
  const other = await open(page.url());
  await until(other);
  assert.deepEqual(await seen(other), before);
  await close(other);
  await close(page);
});

test("take back, forward, to the start and to the end, by buttons and by keys", async () => {
  const page = await open(alone);
  await until(page);
  const boards = [(await seen(page)).board];
  for (const at of [3, 3, 2]) {
    await click(page, at);
    boards.push((await seen(page)).board);
  }
  /** Does something, after which the board is the one after so many moves. */
  const leads = async (act, moves) => {
    const before = await moment(page);
    await act();
    await changed(page, before);
    await until(page);
    assert.deepEqual((await seen(page)).board, boards[moves]);
  };
  const button = (id) => () => page.locator(id).click();
  const key = (name) => async () => {
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press(name);
  };
  for (const [first, back, forward, last] of [
    ["#first-move", "#back", "#forward", "#last-move"].map(button),
    ["Home", "ArrowLeft", "ArrowRight", "End"].map(key),
  ]) {
    await leads(back, 2);
    await leads(first, 0);
    await leads(forward, 1);
    await leads(last, 3);
  }
  await leads(button("#take-back"), 2);
  await close(page);
});

test("two tabs do not disturb each other", async () => {
  const [one, two] = [await open(alone), await open(alone)];
  await Promise.all([until(one), until(two)]);
  await click(one, 0);
  await click(two, 6);
  const before = await seen(one);
  await click(two, 6);
  assert.deepEqual(await seen(one), before);
  assert.notDeepEqual((await seen(two)).board, before.board);
  await close(one);
  await close(two);
});

test("the server is restarted under the page: the game is restored, and the page says so", async () => {
  const port = await freePort();
  const first = await serve(undefined, port);
  // What the browser says of a server that is away is no fault of the page.
  const page = await open(`${first.address}/#/${GAME}?first=person&second=person`, {
    allowed: ["Failed to load resource", "net::ERR"],
  });
  await until(page);
  for (const at of [3, 3, 2]) await click(page, at);
  const before = await seen(page);
  await first.stop();
  await clickable(page).first().click();
  await until(page, "offline");
  const second = await serve(undefined, port);
  await until(page);
  await page
    .locator("#notice")
    .filter({ hasText: /restart|restored/i })
    .waitFor();
  assert.deepEqual((await seen(page)).moves.slice(0, before.moves.length), before.moves);
  await click(page, 1);
  await close(page);
  await second.stop();
});

test("a game with secrets does not outlive its server, and the page says that too", async () => {
  const port = await freePort();
  const first = await serve(undefined, port);
  const page = await open(`${first.address}/#/kuhn`, { allowed: ["Failed to load resource", "net::ERR"] });
  await until(page);
  await first.stop();
  const second = await serve(undefined, port);
  await page.reload();
  await page.locator("#notice, #status").filter({ hasText: /lost/i }).first().waitFor();
  await second.stop();
  await close(page);
});

test("what a seat may not see never reaches its page", async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const page = await open(server.address);
    const traffic = [];
    page.on("response", async (response) => {
      if (!response.url().includes("/api/")) return;
      traffic.push(response.text().catch(() => ""));
    });
    await page.locator('[data-game="kuhn"]').click();
    await seated(page);
    await playByMouse(page, seeded(seed));
    const scenes = (await Promise.all(traffic)).flatMap((text) => {
      try {
        const body = JSON.parse(text);
        return [body.scene ?? body].filter((scene) => scene.board && scene.turn);
      } catch {
        return [];
      }
    });
    assert.ok(scenes.length > 2);
    for (const scene of scenes.filter((scene) => !scene.over)) {
      const text = JSON.stringify(scene);
      assert.ok(!/[JQK][JQK]/.test(text), text);
      const ranks = [...scene.board.matchAll(/>([JQK])<\/text>/g)].map((match) => match[1]);
      assert.ok(ranks.length <= 1, scene.board);
      assert.ok(!/seed/.test(text), text);
    }
    await close(page);
  }
});

test("a die is seen to roll", async () => {
  const page = await open(`${server.address}/#/pig?first=person&second=person`);
  await until(page);
  const faces = new Set();
  for (let rolls = 0; rolls < 12; rolls++) {
    await click(page, 0);
    faces.add(await page.locator("#board .die .pip").count());
  }
  assert.ok(faces.size > 2, [...faces].join(" "));
  await close(page);
});
