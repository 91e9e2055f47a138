// What is read in the page: the course, the rules, and how to move in a first game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, open, serve, until } from "./harness.js";

const server = await serve();

test("the course is read in the page, chapter by chapter, and its trees are opened", async () => {
  const page = await open(`${server.address}/#/course`);
  await page.locator("#reading .contents a").first().waitFor();
  assert.ok((await page.locator("#reading .contents li").count()) >= 12);
  await page.locator("#reading .contents a").first().click();
  await page.getByRole("heading", { name: "1. Two plies" }).waitFor();
  await page.locator("#reading .turn a").last().click();
  await page.getByRole("heading", { name: /^2\. / }).waitFor();
  await page.locator("#reading p.try a").first().click();
  await page.waitForFunction(() => !document.querySelector("#trees").hidden && document.body.dataset.state === "ready");
  assert.ok(await page.locator("#reading").isHidden());
  await close(page);
});

test("the rules of every game are read in the page, and the example is shown on the board", async () => {
  const page = await open(`${server.address}/#/rules`, { allowed: ["status of 400"] });
  await page.locator("#reading .contents a").first().waitFor();
  const names = await page
    .locator("#reading .contents a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href").split("/").at(-1)));
  assert.ok(names.length >= 11 && names.includes("othello"));
  for (const name of names) {
    await page.goto(`${server.address}/#/rules/${name}`);
    await page.waitForFunction(
      (name) => document.querySelector("#reading h1") && document.querySelector(`#reading .turn a[href^="#/${name}"]`),
      name,
    );
    assert.deepEqual(await page.locator("#reading h2").allTextContents(), [
      "Aim",
      "How to move",
      "How it ends",
      "How it is written",
      "Example",
      "What is known",
    ]);
  }
  await page.goto(`${server.address}/#rules=connect4`);
  await page.getByText("Show it on the board").click();
  await page.locator("#game").waitFor();
  await until(page);
  assert.match(await page.locator("#moves").textContent(), /7[^]*3/);
  await page.goto(`${server.address}/#/rules/nosuch`);
  await page.getByText("there is no game").waitFor();
  await close(page);
});

test("a first game tells how to move until a move is made, and not again", async () => {
  const page = await open(`${server.address}/#/connect4?first=person&second=person`);
  await until(page);
  // How to move is known at once; what the game is about is asked for.
  await page.locator("#first-game span", { hasText: "Be the first" }).waitFor();
  assert.match(await page.locator("#first-game").textContent(), /^Click a marked cell\. Be the first/);
  await page.locator("#board [data-cell].can").first().click();
  await page.locator("#first-game").waitFor({ state: "detached" });
  await page.reload();
  await until(page);
  assert.equal(await page.locator("#first-game").count(), 0);
  await page.goto(`${server.address}/#/checkers?first=person&second=person`);
  await page.locator("#first-game").waitFor();
  assert.match(await page.locator("#first-game").textContent(), /^Click what you move, then where it goes/);
  await page.locator("#first-game button").click();
  assert.equal(await page.locator("#first-game").count(), 0);
  await close(page);
});
