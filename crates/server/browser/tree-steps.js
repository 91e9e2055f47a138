// What the tests of trees share: the book's tree, what the command line says of a tree, and what the page shows of it.

import { execFileSync } from "node:child_process";
import { PROGRAM } from "./harness.js";

/** The tree of the book. */
export const BOOK = "[[3,12,8],[2,4,6],[14,5,2]]";

/** The address of a tree on the page of a server. */
export const treeAt = (server, search, more = {}) =>
  `${server.address}/#/trees?${new URLSearchParams({ ...search, ...more })}`;

/** What the command line says of a tree. */
export const command = (tree, ...options) => execFileSync(PROGRAM, ["tree", tree, ...options], { encoding: "utf8" });

/** The steps and the answer as the library has them. */
export function told(tree, ...options) {
  const lines = command(tree, ...options, "--json", "--trace")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { steps: lines.slice(0, -1), answer: lines.at(-1) };
}

/** What the page shows of the step that it is at. */
export const seen = (page) =>
  page.evaluate(() => ({
    step: Number(document.querySelector("#trees").dataset.step),
    sentence: document.querySelector("#tree-sentence").textContent,
    count: document.querySelector("#tree-count").textContent,
    row: [...document.querySelectorAll("#tree-path tr.now > *")].map((cell) => cell.textContent),
    picture: document.querySelector("#tree-canvas svg").innerHTML.replaceAll("\n", ""),
  }));

/** Fills in a sheet of values, checks it, and tells what the page says. */
export async function graded(page, values) {
  await page.locator("#practice-clear").click();
  for (const [path, value] of Object.entries(values)) await page.locator(`.laid[data-path="${path}"]`).fill(value);
  await page.locator("#practice-check").click();
  await page.locator("#practice-grade .points").waitFor();
  const classes = await page
    .locator(".laid")
    .evaluateAll((laid) =>
      Object.fromEntries(
        laid.map((one) => [one.dataset.path, [...one.classList].filter((name) => name !== "laid").join(" ")]),
      ),
    );
  return { text: await page.locator("#practice-grade").textContent(), classes };
}
