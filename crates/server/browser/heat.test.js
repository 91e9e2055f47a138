// Battleships on the page: ships are placed by their ends, shots fall on the other sea, and what each cell is worth is
// painted by the server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, open, serve, until } from "./harness.js";

const server = await serve();

test("ships are placed by bow and stern, and the heat of the other sea is seen and taken away", async () => {
  const page = await open(`${server.address}/#/battleships?option.size=5&option.fleet=32`);
  await until(page);
  for (const [bow, stern] of [
    ["own-a1", "own-c1"],
    ["own-e4", "own-e5"],
  ]) {
    await page.locator(`#board [data-cell="${bow}"]`).click();
    await page.locator(`#board [data-cell="${stern}"]`).click();
    await until(page);
  }
  assert.equal(await page.locator("#board .piece.ship").count(), 5);
  assert.equal(await page.locator("#board .heat").count(), 0);
  await page.locator("#heat").click();
  await page.locator("#board .heat").first().waitFor();
  assert.equal(await page.locator("#board .heat").count(), 25);
  assert.equal(await page.locator("#heat").getAttribute("aria-pressed"), "true");
  // After a shot it is asked for again: a cell less.
  await page.locator('#board [data-cell="c3"]').click();
  await page.waitForFunction(() => document.querySelectorAll("#board .heat").length === 24);
  assert.equal(await page.locator('#board [data-cell="c3"] .piece').count(), 1);
  await page.keyboard.press("w");
  await page.waitForFunction(() => document.querySelectorAll("#board .heat").length === 0);
  await close(page);
});

test("where no action is a cell it is said so", async () => {
  const page = await open(`${server.address}/#/kuhn`, { allowed: ["Failed to load resource"] });
  await until(page);
  await page.locator("#heat").click();
  await page.locator("#notice:not([hidden])").waitFor();
  assert.match(await page.locator("#notice").textContent(), /nothing to paint/);
  await close(page);
});
