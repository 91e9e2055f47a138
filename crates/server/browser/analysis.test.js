// Analysis: live, kept and stopped; hints, reviews, and files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clickable, close, moment, changed, more, open, serve, until } from "./harness.js";

const server = await serve();

test("analysis is started, its results stay when it is stopped, and are there again on the way back", async () => {
  const page = await open(`${server.address}/#/connect4?first=person&second=person`);
  await until(page);
  await page.locator("#analyse").click();
  assert.equal(await page.locator("#analyse").getAttribute("aria-pressed"), "true");
  await page.locator("#lines li").first().waitFor();
  await page.waitForFunction(() => /\d/.test(document.querySelector("#effort")?.textContent ?? ""));
  await page.locator("#analyse").click();
  assert.equal(await page.locator("#analyse").getAttribute("aria-pressed"), "false");
  const kept = await page.locator("#lines").textContent();
  assert.ok(kept.length > 0);
  const before = await moment(page);
  await clickable(page).first().click();
  await changed(page, before);
  await until(page);
  await page.locator("#back").click();
  await until(page);
  assert.equal(await page.locator("#lines").textContent(), kept);
  await close(page);
});

test("what is proven is said to be exact, and every move carries its value", async () => {
  const page = await open(`${server.address}/#/tictactoe?first=person&second=person&analysis=on&lines=100`);
  await until(page);
  await page
    .locator("#analysis")
    .filter({ hasText: /exact|proven/i })
    .waitFor();
  await page.waitForFunction(() => document.querySelectorAll("#board .badge, #board .overlay text").length >= 9);
  // Every overlay has a key.
  const badges = () => page.locator("#board .overlay .badge").count();
  const shown = await badges();
  await page.keyboard.press("a");
  assert.notEqual(await badges(), shown);
  await close(page);
});

test("a hint points at a cell, and the page is not left waiting", async () => {
  const page = await open(`${server.address}/#/tictactoe?first=person&second=person&position=XX-OO----`);
  await until(page);
  await page.keyboard.press("h");
  await page.locator("#board .hint, #board .overlay .point").first().waitFor();
  await close(page);
});

test("a whole game is reviewed, an error is found, and a better move is asked for without telling it", async () => {
  // X does not take the corner that wins.
  const page = await open(`${server.address}/#/tictactoe?first=person&second=person&moves=b2.b1.a1.c3.b3&at=5`);
  await until(page);
  await page.locator("#analyse").click();
  await page.locator("#review-start").click();
  const error = page.locator("#review li").filter({ hasText: "b3" });
  await error.filter({ hasText: /mistake|blunder|inaccuracy/i }).waitFor();
  await page.locator('#review[data-state="done"]').waitFor();
  // The sign stands beside the move in its column and on the graph, and a sentence says what the move did.
  const row = page.locator("#moves .both").nth(2);
  assert.match(await row.locator(".turn.first").textContent(), /^b3\?+$/);
  assert.equal(await row.locator(".turn.second").count(), 0);
  assert.match(await page.locator("#graph .sign").last().textContent(), /^\?+$/);
  await row.locator(".move").click();
  await page
    .locator("#happened-text")
    .filter({ hasText: /b3 turns a win into a \w+, proven; a\d wins/ })
    .waitFor();
  assert.match(await page.locator("#happened-text .grade").textContent(), /^\?+ (mistake|blunder)$/);
  await error.locator('[data-what^="seek"]').click();
  await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 4);
  // Nothing on the page tells what is better: neither in words nor by a mark on the board.
  const best = ["a2", "a3"];
  const task = page.locator("#find");
  for (const word of best) assert.ok(!(await task.textContent()).includes(word));
  assert.equal(await page.locator("#board .badge").count(), 0);
  // What was played is not better; what wins is.
  const answer = task.locator(".answer");
  await page.locator('#board [data-cell="b3"]').click();
  await answer.filter({ hasText: "what was played" }).waitFor();
  await page.locator(`#board [data-cell="${best[0]}"]`).click();
  await answer.filter({ hasText: "yes, that is best" }).waitFor();
  await close(page);
});

test("values are told in the unit of the game, and the bar goes by the lead that is as good as won", async () => {
  const { games } = await (await fetch(`${server.address}/api/catalog`)).json();
  for (const [game, told] of [
    ["othello", /^([~≥≤ ]*)([+−]?[\d.]+) discs?/],
    ["backgammon", /^([~≥≤ ]*)([+−]?[\d.]+) points?/],
  ]) {
    const { scale } = games.find(({ name }) => name === game);
    const page = await open(`${server.address}/#/${game}?first=person&second=person&analysis=on`);
    await until(page);
    await page.locator("#lines li").first().waitFor();
    const { level, text } = await page
      .locator("#evaluation")
      .evaluate((bar) => ({
        level: Number(bar.getAttribute("aria-valuenow")),
        text: bar.getAttribute("aria-valuetext"),
      }));
    const number = told.exec(text.replace("at least ", "").replace("at most ", ""))?.[2];
    assert.ok(number !== undefined, text);
    const lead = Math.tanh((Number(number.replace("−", "-")) / scale.per_point - scale.even) / scale.decisive);
    assert.ok(Math.abs(level - lead) < 0.02, `${text} is at ${level}, and not at ${lead}`);
    await close(page);
  }
});

test("positions and files are copied and pasted, and errors say where", async () => {
  const page = await open(`${server.address}/#/connect4?first=person&second=person&moves=4.4.5&at=3`, {
    allowed: ["status of 400"],
  });
  await until(page);
  await more(page, "#copy-position");
  const position = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(position.includes("X"));
  await more(page, "#copy-file");
  await page.locator("#notice").filter({ hasText: "Game file copied" }).waitFor();
  const file = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(file, /\[Game/);
  assert.match(file, /4 4/);
  await page.goto(`${server.address}/#/connect4?first=person&second=person`);
  await until(page);
  await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 0);
  await page.keyboard.press("Control+v");
  await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 3);
  // A fault in it is told with its place, and what comes before it can be opened.
  const dialog = page.locator("dialog[open]");
  await page.evaluate(() => navigator.clipboard.writeText("4 4 9"));
  await page.keyboard.press("Control+v");
  await dialog.locator("#found-games .error").filter({ hasText: "line 1, column 5" }).waitFor();
  await dialog.locator("#found-games button").click();
  await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 2);
  await page.evaluate(() => navigator.clipboard.writeText("no game"));
  await page.keyboard.press("Control+v");
  await dialog.locator(".error + pre").filter({ hasText: "^" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#typed").fill("99");
  await page.keyboard.press("Enter");
  await page.locator("#notice").filter({ hasText: /99/ }).waitFor();
  await close(page);
});

test("names from the server are text and nothing else", async () => {
  const hostile = `<img src=x onerror="document.body.dataset.hacked=1"><script>document.body.dataset.hacked=1</script>`;
  const page = await open(`${server.address}/favicon.svg`);
  await page.route("**/api/catalog", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const game of body.games) game.title = hostile;
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(server.address);
  await page.locator("[data-game]").first().waitFor();
  assert.ok((await page.locator("#games").textContent()).includes("<img"));
  assert.equal(await page.locator("#games img").count(), 0);
  assert.equal(await page.evaluate(() => document.body.dataset.hacked), undefined);
  await close(page);
});
