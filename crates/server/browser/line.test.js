// The line of play: a draw that only the moves before make is seen on the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, close, moment, open, serve, until } from "./harness.js";

const server = await serve();

/** Two kings hunt one, which has been where it was twice before: to go back is a draw, and everything else is worse. */
const HUNTS = [
  ["W:WK10,K14:BK32", "10-6 32-28 6-10 28-32 10-6 32-28 6-10", "28-32"],
  ["B:BK23,K19:WK1", "23-27 1-5 27-23 5-1 23-27 1-5 27-23", "5-1"],
  ["W:WK9,K14:BK32", "9-6 32-28 6-9 28-32 9-6 32-28 6-9", "28-32"],
];

/** Clicks where a piece stands, and then where it goes. */
async function play(page, move) {
  for (const cell of move.split("-")) {
    const before = await moment(page);
    await page.locator(`#board [data-cell="${cell}"].can`).click();
    await changed(page, before);
  }
  return until(page);
}

for (const [position, moves, draw] of HUNTS) {
  test(`after ${moves}, played by clicks, the hint is to draw by ${draw}`, async () => {
    const page = await open(
      `${server.address}/#/checkers?first=person&second=person&position=${encodeURIComponent(position)}`,
    );
    await until(page);
    for (const move of moves.split(" ")) assert.equal(await play(page, move), "ready");
    await page.locator("#hint").click();
    await page
      .locator("#notice")
      .filter({ hasText: `Hint: ${draw}` })
      .waitFor();
    await page.locator("#board .arrow.best").waitFor();
    assert.equal(await play(page, draw), "over");
    assert.equal(await page.locator("#status").textContent(), "A draw");
    await close(page);
  });
}
