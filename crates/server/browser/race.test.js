// The race: all searches on one position, side by side, and the plots. Everything that is shown is the server's.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { close, more, open, PROGRAM, resize, screenshots, serve, until } from "./harness.js";

const server = await serve();

/** What the command line says of the same position. */
const compared = (game, moves) =>
  JSON.parse(
    execFileSync(
      PROGRAM,
      ["compare", game, "--moves", moves.join(" "), "--depth", "1..5", "--memory", "16M", "--json"],
      { encoding: "utf8" },
    ),
  );

/** What the bars say: the nodes and the value of each search, by its name. */
const bars = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll("#race-rows tr")].map((row) => [
        row.dataset.runner,
        {
          nodes: Number(row.querySelector(".nodes").textContent.replaceAll(",", "")),
          value: row.querySelector(".found").textContent,
          width: row.querySelector(".fill").getBoundingClientRect().width,
          state: row.dataset.state,
        },
      ]),
    ),
  );

/** A page with the race of a position open. */
async function atRace(game, moves, rest = {}) {
  const page = await open(
    `${server.address}/#/${game}?first=person&second=person&moves=${moves.join(".")}&at=${moves.length}`,
    rest,
  );
  await until(page);
  await more(page, "#race-open");
  return page;
}

/** Runs the race to its end. */
async function run(page, depth) {
  await page.locator("#race-depth").fill(String(depth));
  await page.locator("#race-start").click();
  await page.locator('#race[data-state="done"]').waitFor({ timeout: 60_000 });
}

for (const [game, moves] of [
  ["connect4", ["4", "4", "5"]],
  ["checkers", ["11-15", "23-19"]],
]) {
  test(`a race on a position of ${game} to depth 5 has the counts of the command line, and one value`, async () => {
    const page = await atRace(game, moves);
    await run(page, 5);
    const { rows, minimal } = compared(game, moves);
    const last = rows.filter((row) => row.depth === 5);
    const shown = await bars(page);
    assert.deepEqual(Object.keys(shown), [...last.map((row) => row.name), "minimal tree"]);
    for (const row of last) assert.equal(shown[row.name].nodes, row.nodes, row.name);
    assert.equal(shown["minimal tree"].nodes, minimal.nodes);
    // Up to its own knowledge of a leaf all that checkers does is exact; what comes after it may find something else,
    // and the page says which searches do.
    const exact = last.findIndex((row) => game === "checkers" && row.name === "+ knowledge");
    const alike = exact < 0 ? last : last.slice(0, exact);
    const others = last.filter((row) => row.value !== last[0].value).map((row) => row.name);
    assert.ok(alike.length > 8);
    assert.equal(new Set(alike.map((row) => row.value)).size, 1, "the searches find one value");
    assert.equal(new Set(alike.map((row) => shown[row.name].value)).size, 1);
    const said = await page.locator("#race-value").textContent();
    assert.ok(
      said.includes(
        `the same value: ${shown.minimax.value} for MAX${others.length > 0 ? `, but for ${others.join(", ")}, where` : "."}`,
      ),
      said,
    );
    // Longer bars for more nodes.
    assert.ok(shown.minimax.width > shown.alphabeta.width && shown.alphabeta.width > shown["minimal tree"].width);
    const plot = page.locator("#race-plot svg");
    assert.equal(await plot.locator("g.series").count(), last.length + 1);
    assert.equal(await plot.locator("g.reference").count(), 2, "b^m and b^(m/2)");
    assert.match(
      await plot.locator("desc").textContent(),
      new RegExp(`minimax, b\\* = [\\d.]+ from \\d+ at 1 to ${last[0].nodes} at 5`),
    );
    for (const width of [1280, 390]) {
      await resize(page, width, 900);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `at ${width} pixels it is ${wide} too wide`);
      await page.locator("#race").screenshot({ path: `${screenshots}/race-${game}-${width}.png` });
    }
    await close(page);
  });
}

test("the page shows what the stream says while it runs, and computes nothing", async () => {
  const page = await atRace("tictactoe", []);
  const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const row = (name, nodes) => ({
    name,
    depth: 3,
    nodes,
    leaves: 1,
    effective_branching: 1.5,
    value: 42,
    first_action_cutoffs: null,
    ms: 7,
    stopped: null,
  });
  const told = [
    event("progress", { depth: 3, name: "minimax", nodes: 512, row: null }),
    event("progress", { depth: 3, name: "minimax", nodes: 1234, row: row("minimax", 1234) }),
    event("progress", { depth: 3, name: "alphabeta", nodes: 99, row: null }),
  ];
  let body = told.join("");
  await page.route("**/race?*", (route) => route.fulfill({ status: 200, contentType: "text/event-stream", body }));
  await run(page, 3);
  const live = await bars(page);
  assert.deepEqual([live.minimax.nodes, live.minimax.state, live.minimax.value], [1234, "done", "+42"]);
  assert.deepEqual([live.alphabeta.nodes, live.alphabeta.state, live.alphabeta.value], [99, "runs", ""]);
  assert.match(await page.locator("#race-state").textContent(), /depth 3 of 3: alphabeta/);
  const plot =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>document.body.dataset.hacked = 1</script><title>theirs</title></svg>';
  body += event("done", {
    rows: [row("minimax", 5), row("<b>odd</b>", 6)],
    minimal: null,
    value: 42,
    others: [],
    plot,
    notes: ["a note"],
  });
  await run(page, 3);
  assert.deepEqual(
    Object.entries(await bars(page)).map(([name, bar]) => [name, bar.nodes]),
    [
      ["minimax", 5],
      ["<b>odd</b>", 6],
    ],
  );
  assert.match(await page.locator("#race-value").textContent(), /\+42/);
  assert.equal(await page.locator("#race-plot title").textContent(), "theirs");
  assert.equal(await page.evaluate(() => document.body.dataset.hacked), undefined);
  await close(page);
});

test("a race is stopped by its button, and games with secrets have none", async () => {
  const page = await atRace("connect4", []);
  await page.locator("#race-depth").fill("60");
  await page.locator("#race-start").click();
  await page.locator("#race-rows tr").first().waitFor();
  await page.locator("#race-start").filter({ hasText: "Stop" }).click();
  await page.locator('#race[data-state="done"]').waitFor();
  assert.equal(await page.locator("#race-state").textContent(), "stopped");
  await page.goto(`${server.address}/#/kuhn`);
  await page.waitForFunction(() => document.querySelector("#race-open").disabled);
  assert.ok(await page.locator("#race").isHidden());
  await close(page);
});

test("uniform trees are counted in the best, a random and the worst order", async () => {
  const page = await atRace("tictactoe", []);
  await page.locator("#uniform summary").click();
  await page.locator("#uniform-branching").fill("3");
  await page.locator("#uniform-depth").fill("9");
  await page.locator("#uniform-form button").click();
  const text = await page.locator("#uniform-plot svg desc").textContent();
  assert.match(text, /best order, b\* = [\d.]+ from 3 at 1 to 323 at 9;/);
  assert.match(text, /worst order, b\* = 3\.00 from 3 at 1 to 19683 at 9;/);
  await page.locator("#uniform").screenshot({ path: `${screenshots}/uniform.png` });
  await close(page);
});
