// How the page looks, and whether everybody can use it: axe, sizes, light and dark. The pictures are kept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, everything, faults, more, open, resize, screenshots, serve, until } from "./harness.js";

const server = await serve();

/** Waits until the page is laid out for its size, and nothing that ends by itself moves any more. */
const settled = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });

const SCENES = {
  home: "/",
  midgame: "/#/connect4?first=person&second=person&moves=4.4.5.3.3.4.6&at=7&analysis=on&lines=3",
  won: "/#/tictactoe?first=person&second=person&moves=a1.a2.b1.b2.c1&at=5",
  dice: "/#/pig?first=person&second=person",
  cards: "/#/kuhn",
  ships: "/#/battleships",
  gametree: "/#/checkers?first=person&second=person",
  trees: "/#/trees?tree=%5B%5B3%2C12%2C8%5D%2C%5B2%2C4%2C6%5D%2C%5B14%2C5%2C2%5D%5D&step=25",
  build: "/#/trees?tree=%5B%5B3%2C12%5D%2Cchance%5B0.25%3A4%2C0.75%3A6%5D%5D&mode=build",
  practise: "/#/trees?tree=%5B%5B3%2C12%2C8%5D%2C%5B2%2C4%2C6%5D%5D&mode=practise",
};

for (const [name, path] of Object.entries(SCENES)) {
  // The pages of trees are drawn in the colours of the others.
  for (const colorScheme of everything || !path.includes("trees") ? ["light", "dark"] : ["dark"]) {
    test(`${name}, ${colorScheme}: nothing serious for axe, and pictures at three sizes`, async () => {
      const page = await open(server.address + path, { colorScheme });
      if (name === "home") await page.locator("[data-game]").first().waitFor();
      else await until(page);
      if (name === "midgame") await page.locator("#lines li").nth(2).waitFor();
      if (name === "gametree") {
        await more(page, "#search-tree");
        await page.locator('#gametree [data-path="2"] > .node .why-not').click();
        await page.locator("#gametree .refuting .refuting").first().waitFor();
      }
      if (name === "ships") {
        for (const ship of [
          ["a1", "e1"],
          ["c3", "c6"],
          ["e8", "g8"],
          ["i2", "i4"],
          ["j9", "j10"],
        ]) {
          for (const end of ship) await page.locator(`#board [data-cell="own-${end}"]`).click();
          await until(page);
        }
        await page.locator('#board [data-cell="e5"]').click();
        await until(page);
        await page.locator("#heat").click();
        await page.locator("#board .heat").first().waitFor();
      }
      if (name === "dice") await page.locator("#buttons [data-cell]").first().click();
      for (const [width, height] of [
        [390, 844],
        [1280, 800],
        [1920, 1080],
      ]) {
        await resize(page, width, height);
        await settled(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `at ${width} pixels it is ${wide} too wide`);
        await page.screenshot({ path: `${screenshots}/${name}-${colorScheme}-${width}.png`, fullPage: width === 390 });
      }
      assert.deepEqual(await faults(page), []);
      await close(page);
    });
  }
}

/** What of the board, of what can be pressed and of the analysis is not in sight, in words. */
const hidden = (page) =>
  page.evaluate(() => {
    const bar = document.querySelector("#actions").getBoundingClientRect();
    const below = getComputedStyle(document.querySelector("#actions")).position === "sticky" ? bar.top : innerHeight;
    const faults = [];
    /** A pixel is forgiven: sizes are rounded. */
    const inSight = (element, what, end = below) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2) faults.push(`${what} is ${width} by ${height}`);
      else if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > end + 1)
        faults.push(`${what} is at ${[left, top, right, bottom].map(Math.round)}`);
    };
    const drawing = document.querySelector("#board svg");
    if (drawing) inSight(drawing, "the board");
    for (const cell of document.querySelectorAll("#board [data-cell]"))
      inSight(cell.querySelector(".ground") ?? cell, `the cell ${cell.dataset.cell}`);
    for (const button of document.querySelectorAll("#buttons [data-cell], #status"))
      inSight(button, button.id || button.textContent);
    for (const button of document.querySelectorAll("#actions > button:not([hidden])"))
      inSight(button, button.id, innerHeight);
    const line = document.querySelector("#lines li");
    if (line) {
      inSight(line, "the first line of the analysis");
      const { left, top, width, height } = line.getBoundingClientRect();
      if (!line.contains(document.elementFromPoint(left + width / 2, top + height / 2)))
        faults.push("something covers the first line of the analysis");
    }
    if (document.documentElement.scrollWidth > innerWidth)
      faults.push(`it is ${document.documentElement.scrollWidth} wide`);
    if (innerWidth > 1000 && document.documentElement.scrollHeight > innerHeight)
      faults.push(`it is ${document.documentElement.scrollHeight} high`);
    return faults;
  });

test("every game is whole on a phone and on a desktop, and the first line of its analysis is in sight", async () => {
  const { games } = await (await fetch(`${server.address}/api/catalog`)).json();
  const page = await open(server.address);
  const faults = [];
  const measure = async (what) => {
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ]) {
      await resize(page, width, height);
      await settled(page);
      faults.push(...(await hidden(page)).map((fault) => `${what} at ${width}x${height}: ${fault}`));
    }
  };
  for (const { name, title } of games) {
    await page.goto(`${server.address}/#/${name}`);
    await page.waitForFunction(
      (title) => document.title.startsWith(`${title} `) && /^(ready|over)$/.test(document.body.dataset.state ?? ""),
      title,
    );
    await measure(name);
    await page.locator("#analyse").click();
    await page.waitForFunction(
      () =>
        document.querySelector("#lines li") ||
        /^(done|failed)$/.test(document.querySelector("#analysis")?.dataset.state ?? ""),
    );
    await measure(`${name}, analysed,`);
    await page.locator("#analyse").click();
  }
  assert.deepEqual(faults, []);
  await close(page);
});

test("the keys are shown, and the dialog is usable by the keyboard", async () => {
  const page = await open(`${server.address}/#/connect4`);
  await until(page);
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.screenshot({ path: `${screenshots}/keys-1280.png` });
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await page.keyboard.press("n");
  await page.locator("dialog[open]").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.screenshot({ path: `${screenshots}/new-game-1280.png` });
  await close(page);
});
