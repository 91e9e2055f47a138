// Practice with trees: sheets that are filled in and graded.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, open, serve, until } from "./harness.js";
import { BOOK, graded, seen, told, treeAt } from "./tree-steps.js";

const server = await serve();
const at = (search, more) => treeAt(server, search, more);

test("a sheet is graded right, wrong and half right, and the first wrong step is named and shown", async () => {
  const page = await open(at({ tree: BOOK }, { mode: "practise" }));
  await until(page);
  // Nothing that the search found is on the page.
  assert.ok((await page.locator("#tree-answer").isHidden()) && (await page.locator("#tree-path").isHidden()));
  assert.equal(
    await page
      .locator("#tree-canvas [data-node].pruned, #tree-canvas .cut, #tree-canvas .max text, #tree-canvas .min text")
      .count(),
    0,
  );
  const right = await graded(page, { "": "3", 1: "3", 2: "2", 3: "2" });
  assert.match(right.text, /^4 of 4 points.*All is right/);
  const half = await graded(page, { "": "3", 1: "3", 2: "4", 3: "" });
  assert.match(half.text, /^2 of 4 points.*First wrong: 2: 4 is wrong/);
  assert.deepEqual(half.classes, { "": "right", 1: "right", 2: "wrong first", 3: "missing" });
  await page.locator("#practice-look").click();
  const { steps } = told(BOOK);
  await page.waitForFunction(
    () => !document.querySelector("#tree-player").hidden && document.body.dataset.state === "ready",
  );
  assert.equal(steps[(await seen(page)).step - 1].node, "2");
  await page.locator('[data-mode="practise"]').click();
  await page.locator(".laid").first().waitFor();
  const wrong = await graded(page, { "": "14", 1: "12", 2: "6", 3: "14" });
  assert.match(wrong.text, /^0 of 4 points.*First wrong: 1: 12 is wrong/);
  await close(page);
});

test("practice begins with another tree than the one just watched, and says which search is asked about", async () => {
  const page = await open(at({ tree: BOOK, order: "rtl" }));
  await until(page);
  await page.locator('[data-mode="practise"]').click();
  await page.waitForFunction(
    (tree) => document.querySelector("#tree-text").value !== tree && document.body.dataset.state === "ready",
    BOOK,
  );
  await page.locator(".laid").first().waitFor();
  assert.equal(
    await page.locator("#practice-search").textContent(),
    "Asked about: Alpha-beta, from right to left, cut at an equal or better value, MAX at the root.",
  );
  const made = await page.locator("#tree-text").inputValue();
  // What is being practised is gone on with, also after a look at it.
  await page.locator('[data-mode="watch"]').click();
  await page.locator('[data-mode="practise"]').click();
  await page.locator(".laid").first().waitFor();
  assert.equal(await page.locator("#tree-text").inputValue(), made);
  await page.locator("#practice-watched").click();
  await page.waitForFunction(
    (tree) => document.querySelector("#tree-text").value === tree && document.body.dataset.state === "ready",
    BOOK,
  );
  assert.match((await graded(page, { "": "3", 1: "3", 2: "2", 3: "2" })).text, /^4 of 4 points/);
  assert.ok(await page.locator("#practice-watched").isHidden());
  await close(page);
});

test("windows, visits and cuts are asked for on the picture too", async () => {
  const page = await open(at({ tree: BOOK }, { mode: "practise" }));
  await until(page);
  const laid = (path) => page.locator(`.laid[data-path="${path}"]`);
  const points = async () => {
    await page.locator("#practice-check").click();
    await page.locator("#practice-grade .points").waitFor();
    return page.locator("#practice-grade .points").textContent();
  };
  await page.selectOption("#tree-practice select", "cuts");
  for (const path of ["2.2", "2.3"]) await laid(path).click();
  assert.equal(await points(), "2 of 2 points");
  await laid("1.1").click();
  assert.equal(await points(), "1 of 2 points");
  await page.selectOption("#tree-practice select", "visits");
  for (const path of ["1.1", "1.2", "1.3", "2.1", "3.1", "3.2"]) await laid(path).click();
  assert.equal(await laid("2.1").textContent(), "4");
  assert.equal(await points(), "6 of 7 points");
  await laid("3.3").focus();
  await page.keyboard.press("Enter");
  assert.equal(await points(), "7 of 7 points");
  await page.selectOption("#tree-practice select", "windows");
  for (const [path, pair] of Object.entries({
    "": ["-inf", "inf"],
    1: ["-inf", "inf"],
    2: ["3", "inf"],
    3: ["2", "inf"],
  })) {
    for (const side of [0, 1]) await laid(path).locator("input").nth(side).fill(pair[side]);
  }
  assert.equal(await points(), "7 of 8 points");
  assert.match(await page.locator(".first-wrong").textContent(), /3/);
  await close(page);
});

test("another tree is made as it is wished, and what cannot be is said", async () => {
  const page = await open(at({ tree: BOOK }, { mode: "practise" }), { allowed: ["status of 400"] });
  await until(page);
  const wish = async (depth, branches, cuts) => {
    for (const [at, value] of [depth, branches, cuts].entries())
      await page.locator("#tree-practice .choices select").nth(at).selectOption(value);
    await page.locator("#practice-new").click();
  };
  const text = () => page.locator("#tree-text").inputValue();
  await page.locator('.laid[data-path="1"]').fill("3");
  await wish("3", "2", "2");
  await page.waitForFunction(
    (before) => document.querySelector("#tree-text").value !== before && document.body.dataset.state === "ready",
    BOOK,
  );
  const { answer } = told(await text());
  assert.ok(answer.leaves === 8 && answer.pruned_paths.length >= 2, await text());
  assert.equal(await page.locator('.laid[data-path="1"]').inputValue(), "", "another tree is another sheet");
  const before = await text();
  await wish("1", "2", "8");
  await page.locator("#notice").filter({ hasText: "cuts at most" }).waitFor();
  assert.equal(await text(), before);
  await close(page);
});
