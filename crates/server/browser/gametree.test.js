// The search tree of the position on the board, unfolded node by node.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, more, open, screenshots, serve, until } from "./harness.js";

const server = await serve();
const CHECKERS = `${server.address}/#/checkers?first=person&second=person&position=${encodeURIComponent("B:W21,22,K6:B9,12,K30")}`;

/** What the server says of a node, asked for by itself. */
async function told(wish) {
  const post = async (path, body) =>
    (await fetch(server.address + path, { method: "POST", body: JSON.stringify(body) })).json();
  const { session } = await post("/api/sessions", { game: "checkers", position: "B:W21,22,K6:B9,12,K30" });
  return (node) => post(`/api/sessions/${session}/tree`, { ...wish, node });
}

const row = (page, path) => page.locator(`#gametree [data-path="${path}"]`);
const move = (page, path) => row(page, path).locator("> .node button.move");

/** The nodes that are seen, as the page shows them. */
const seen = (page) =>
  page.locator("#gametree li:visible").evaluateAll((rows) =>
    rows.map((row) => {
      const card = row.firstElementChild;
      return {
        path: row.dataset.path,
        action: card.querySelector(".move").textContent,
        value: card.querySelector("[data-value]")?.dataset.value ?? null,
        cut: row.classList.contains("cut"),
        principal: row.classList.contains("principal"),
        table: row.classList.contains("table"),
        board: card.querySelectorAll("svg .piece").length > 0,
        sentence: card.querySelector(".sentence")?.textContent ?? null,
      };
    }),
  );

/** The same as the server tells it. */
const expected = (node) => ({
  path: node.path,
  action: node.action ?? "The position",
  value: node.status === "visited" ? String(node.value) : null,
  cut: node.status === "cut",
  principal: node.principal,
  table: node.table_hit,
  board: true,
  sentence: node.status === "cut" ? null : node.sentence,
});

async function opened(page) {
  await until(page);
  await more(page, "#search-tree");
  await row(page, "1").waitFor();
}

for (const search of ["alphabeta", "minimax", "engine"]) {
  test(`the tree of a checkers position is unfolded to depth 4 by ${search}, and all that is shown is the server's`, async () => {
    const page = await open(CHECKERS);
    await opened(page);
    if (search !== "alphabeta") {
      await page.locator("#gametree-search").selectOption(search);
      await page.locator("#gametree [data-path]").nth(1).waitFor();
    }
    const ask = await told({ search, depth: 4 });
    // Down along the last children that have any: that is where there are cuts, one click for each.
    const nodes = [(await ask("")).node];
    for (let path = ""; ;) {
      const { children } = await ask(path);
      nodes.splice(nodes.findIndex((node) => node.path === path) + 1, 0, ...children);
      if (path !== "") await move(page, path).click();
      await row(page, children[0].path).waitFor();
      const next = children.findLast((child) => child.children > 0);
      if (!next) break;
      path = next.path;
    }
    assert.ok(
      nodes.some((node) => node.path.split(".").length === 4),
      "four plies deep",
    );
    assert.deepEqual(await seen(page), nodes.map(expected));
    if (search === "alphabeta") {
      assert.ok(nodes.some((node) => node.status === "cut"));
      await page.screenshot({ path: `${screenshots}/gametree.png` });
    }
    await close(page);
  });
}

test("why a move was not preferred is shown, with its refutation unfolded", async () => {
  const page = await open(CHECKERS);
  await opened(page);
  const ask = await told({ search: "alphabeta", depth: 4 });
  const refuted = (await ask("")).children.find((child) => child.why_not?.startsWith("Not "));
  await row(page, refuted.path).locator("> .node .why-not").click();
  let last = refuted;
  while (last.best) last = (await ask(last.best)).node;
  assert.notEqual(last, refuted);
  await row(page, last.path).and(page.locator(".refuting")).waitFor();
  const reason = await row(page, refuted.path).locator("> .why").textContent();
  assert.ok(reason.startsWith(refuted.why_not) && reason.includes(refuted.line.join(" ")), reason);
  await page.screenshot({ path: `${screenshots}/gametree-refutation.png` });
  await page.locator("#gametree-line").click();
  const root = await ask("");
  await page.locator("#gametree .principal").nth(root.summary.line.length).waitFor();
  await close(page);
});

test("it is unfolded by keyboard alone, and what the server replaces is what is shown", async () => {
  const page = await open(CHECKERS, { allowed: ["status of 400"] });
  await until(page);
  await page.route("**/tree", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const child of body.children ?? [])
      Object.assign(child, { value: 77.5, status: "visited", sentence: "Because." });
    await route.fulfill({ response: answer, json: body });
  });
  await page.keyboard.press("t");
  await row(page, "1").waitFor();
  assert.ok((await seen(page)).slice(1).every((node) => node.value === "77.5" && node.sentence === "Because."));
  await move(page, "").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await row(page, "1.1").waitFor();
  await page.keyboard.press("ArrowLeft");
  await row(page, "1.1").waitFor({ state: "hidden" });
  await page.keyboard.press("ArrowRight");
  await row(page, "1.1").waitFor();
  // What is too large is refused in words.
  await page.locator("#gametree-search").selectOption("minimax");
  await page.locator("#gametree-depth").fill("30");
  await page.keyboard.press("Tab");
  await page.locator("dialog .error").filter({ hasText: "200000 nodes" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "hidden" });
  await close(page);
});

test("a game with chance or secrets says that it has no such tree", async () => {
  const page = await open(`${server.address}/#/pig?first=person&second=person`);
  await until(page);
  assert.ok(await page.locator("#search-tree").isDisabled());
  assert.match(await page.locator("#search-tree").getAttribute("title"), /without chance/);
  await close(page);
});
