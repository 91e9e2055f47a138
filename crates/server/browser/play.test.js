// Games are played to their ends, by the mouse and by the keyboard, in every game that there is.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { EXAMPLE, clickable, close, open, playByMouse, seeded, serve, until } from "./harness.js";

const server = await serve();
const { games } = await (await fetch(`${server.address}/api/catalog`)).json();

test("the page is there when the address is printed, and lists every game", async () => {
  const fresh = await serve();
  const answer = await fetch(`${fresh.address}/`);
  assert.equal(answer.status, 200);
  const page = await open(fresh.address);
  await page.locator("[data-game]").first().waitFor();
  assert.deepEqual(await page.locator("[data-game]").evaluateAll((cards) => cards.map((card) => card.dataset.game)), games.map((game) => game.name));
  await close(page);
  await fresh.stop();
});

for (const { name } of games) {
  test(`a game of ${name} by the mouse, from the home page`, async () => {
    const page = await open(server.address);
    await page.locator(`[data-game="${name}"]`).click();
    await until(page);
    await playByMouse(page, seeded(name.length));
    assert.match(await page.locator("#status").textContent(), /wins|draw/i);
    await close(page);
  });

  test(`a game of ${name} by the keyboard alone`, async () => {
    const page = await open(server.address);
    // The tab key leads to the card of the game.
    await page.locator("[data-game]").first().waitFor();
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((name) => document.activeElement?.closest("[data-game]")?.dataset.game === name, name)) break;
    }
    await page.keyboard.press("Enter");
    await until(page);
    assert.match(new URL(page.url()).hash, new RegExp(`^#/${name}`));
    const random = seeded(7);
    let turns = 0;
    while ((await until(page)) !== "over") {
      assert.ok(turns++ < 200, "the game does not end");
      const moves = await page.locator("#moves").textContent();
      await reach(page, random);
      await page.keyboard.press("Enter");
      await page.waitForFunction((moves) => document.querySelector("#moves")?.textContent !== moves
        || document.querySelector(".begun") !== null || document.body.dataset.state === "over", moves);
    }
    assert.match(await page.locator("#status").textContent(), /wins|draw/i);
    await close(page);
  });
}

/** Goes by tab and arrow keys to one of the cells and buttons that can be clicked, as an eye on the screen would. */
async function reach(page, random) {
  const onBoard = () => page.evaluate(() => document.activeElement?.closest("[data-cell]") != null);
  for (let presses = 0; presses < 30 && !(await onBoard()); presses++) await page.keyboard.press("Tab");
  const wanted = random(await clickable(page).count());
  for (let presses = 0; presses < 60; presses++) {
    const { x, y } = await page.evaluate((wanted) => {
      const centre = (cell) => {
        const { left, top, width, height } = (cell.querySelector(".ground") ?? cell).getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      };
      const to = centre(document.querySelectorAll(".can[data-cell]")[wanted]);
      const at = centre(document.activeElement.closest("[data-cell]"));
      return { x: to.x - at.x, y: to.y - at.y };
    }, wanted);
    if (Math.hypot(x, y) < 2) return;
    // Now and then the other way round: cells need not stand in rows and columns.
    const wide = Math.abs(x) >= Math.abs(y);
    const across = random(5) === 0 && Math.min(Math.abs(x), Math.abs(y)) > 2 ? !wide : wide;
    await page.keyboard.press(across ? (x > 0 ? "ArrowRight" : "ArrowLeft") : (y > 0 ? "ArrowDown" : "ArrowUp"));
  }
  throw new Error("no arrow key leads to what can be clicked");
}

test("a user's own game, served by its own program, is played by clicks along its paths", async () => {
  const own = await serve(EXAMPLE);
  const page = await open(own.address);
  await page.locator("[data-game]").first().click();
  await until(page);
  // A pawn, and then where it goes: after the first click only the squares ahead can be clicked.
  const before = await clickable(page).count();
  await clickable(page).first().click();
  await page.locator("#board .cell.begun").waitFor();
  assert.ok((await clickable(page).count()) < before);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#board .cell.begun").count(), 0);
  await playByMouse(page, seeded(3));
  assert.match(await page.locator("#status").textContent(), /wins/i);
  await close(page);
  await own.stop();
});

test("no script knows a game", () => {
  const folder = new URL("../web/", import.meta.url);
  for (const file of readdirSync(folder).filter((file) => /\.(js|html|css)$/.test(file))) {
    const text = readFileSync(new URL(file, folder), "utf8").toLowerCase();
    for (const { name, title } of games) {
      for (const word of [name, title.toLowerCase()]) {
        assert.ok(!new RegExp(`(?<![a-z])${word}(?![a-z])`).test(text), `${file} speaks of ${word}`);
      }
    }
  }
});
