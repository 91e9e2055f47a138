// Games are played to their ends, by the mouse and by the keyboard, in every game that there is.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { EXAMPLE, clickable, close, everything, open, playByMouse, seated, seeded, serve, until } from "./harness.js";

const server = await serve();
const { games } = await (await fetch(`${server.address}/api/catalog`)).json();

test("the page is there when the address is printed, and lists every game", async () => {
  const fresh = await serve();
  const answer = await fetch(`${fresh.address}/`);
  assert.equal(answer.status, 200);
  const page = await open(fresh.address);
  await page.locator("[data-game]").first().waitFor();
  assert.deepEqual(
    await page.locator("[data-game]").evaluateAll((cards) => cards.map((card) => card.dataset.game)),
    games.map((game) => game.name),
  );
  await close(page);
  await fresh.stop();
});

for (const [number, { name }] of games.entries()) {
  if (everything || number % 2 === 0)
    test(`a game of ${name} by the mouse, from the home page`, async () => {
      const page = await open(server.address);
      await page.locator(`[data-game="${name}"]`).click();
      await seated(page);
      await playByMouse(page, seeded(name.length));
      assert.match(await page.locator("#status").textContent(), /wins|draw/i);
      await close(page);
    });

  if (everything || number % 2 === 1)
    test(`a game of ${name} by the keyboard alone`, async () => {
      const page = await open(server.address);
      // The tab key leads to the card of the game.
      await page.locator("[data-game]").first().waitFor();
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate((name) => document.activeElement?.closest("[data-game]")?.dataset.game === name, name))
          break;
      }
      await page.keyboard.press("Enter");
      await seated(page);
      assert.match(new URL(page.url()).hash, new RegExp(`^#/${name}`));
      const random = seeded(7);
      let turns = 0;
      while ((await until(page)) !== "over") {
        assert.ok(turns++ < 200, "the game does not end");
        const moves = await page.locator("#moves").textContent();
        await reach(page, random);
        await page.keyboard.press("Enter");
        await page.waitForFunction(
          (moves) =>
            document.querySelector("#moves")?.textContent !== moves ||
            document.querySelector(".begun") !== null ||
            document.body.dataset.state === "over",
          moves,
        );
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
    await page.keyboard.press(across ? (x > 0 ? "ArrowRight" : "ArrowLeft") : y > 0 ? "ArrowDown" : "ArrowUp");
  }
  throw new Error("no arrow key leads to what can be clicked");
}

test("a user's own game, served by its own program, is played by clicks along its paths", async () => {
  const own = await serve(EXAMPLE);
  const page = await open(own.address);
  await page.locator("[data-game]").first().click();
  await seated(page);
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

/** Drops a file on the page. */
const drop = (page, bytes) =>
  page.evaluate(
    (bytes) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([new Uint8Array(bytes)], "games.txt"));
      dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
    },
    [...bytes],
  );

const hostile = "<img src=x onerror=document.body.dataset.hacked=1>";

test("a file of ten games finds its game on the home page, and what is said of them survives", async () => {
  const game = (number) =>
    `[Event "Open ${hostile}"]\r\n[Round "${number}"]\r\n[Black "Ann\xe9 ${number}"]\r\n[White "Ben"]\r\n[Result "1-0"]\r\n\r\n` +
    `1. 11-15 23-19 {the usual ${hostile}} (1... 22-18 15x22) 2. 8-11! {[%clk 0:04:50]} ${number === 4 ? "99-98" : ""} 1-0\r\n\r\n`;
  const page = await open(server.address);
  await page.locator("[data-game]").first().waitFor();
  // As programs of Windows write it.
  await drop(page, Buffer.from(Array.from({ length: 10 }, (_, at) => game(at + 1)).join(""), "latin1"));
  const listed = page.locator("#found-games li");
  await listed.nth(9).waitFor();
  assert.equal(await listed.count(), 10);
  assert.match(await listed.nth(2).innerText(), /Anné 3 – Ben[^]*1-0[^]*3 plies/);
  assert.match(await listed.nth(3).innerText(), /99-98.* is not legal/);
  await listed.nth(2).locator("button").click();
  const said = page.locator("#said");
  await said.filter({ hasText: "Anné 3" }).waitFor();
  await until(page);
  assert.match(new URL(page.url()).hash, /^#\/checkers/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await said.filter({ hasText: "the usual" }).waitFor();
  assert.match(await said.innerText(), /Anné 3 – Ben[^]*1-0[^]*Instead: 1\.\.\. 22-18/);
  // It stays over a reload, and is in what is saved.
  await page.reload();
  await until(page);
  await said.filter({ hasText: "the usual" }).waitFor();
  await page.evaluate(() => document.querySelector("#copy-file")?.click());
  let file = "";
  for (let tries = 0; tries < 100 && !file.includes("[Game"); tries++)
    file = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(file, /\[First "Anné 3"\][^]*\[Result "1-0"\][^]*23-19 \{the usual/);
  assert.match(file.replaceAll("\n", " "), /\(1\.\.\. 22-18 2\. 15x22\) 2\. 8-11 ! \{\[%clk 0:04:50\]\} 1-0/);
  assert.equal(await page.evaluate(() => document.body.dataset.hacked), undefined);
  await close(page);
});

test("what is pasted on the home page finds its game, or is told who was asked", async () => {
  const page = await open(server.address, { allowed: ["status of 400"] });
  const field = page.locator("#drop-text");
  await field.fill("f5d6c3d3c4");
  await page.locator("#drop-form button").click();
  await page.waitForFunction(
    () => /^#\/othello.*f5\.d6\.c3\.d3\.c4/.test(location.hash) && document.querySelector("#board .piece") !== null,
  );
  await page.goto(`${server.address}/#/`);
  await field.fill(
    " 3 point match\n\n Game 1\n anna : 0              bert : 0\n  1) 31: 8/5 6/5        52: 13/11 13/8\n      Wins 1 point\n\n Game 2\n anna : 1              bert : 0\n  1) 31: 8/5 6/5\n",
  );
  await page.locator("#drop-form button").click();
  const listed = page.locator("#found-games li");
  await listed.nth(1).waitFor();
  assert.match(await listed.nth(1).innerText(), /anna – bert[^]*score 1 : 0/);
  // A side's turns stand in its column, with the dice before them, also of moves that nobody has gone to yet.
  await listed.nth(0).locator("button").click();
  await page.locator("#moves .turn.second").first().filter({ hasText: "13/8 13/11" }).waitFor();
  assert.match(await page.locator("#moves .turn.first").first().innerText(), /31\s*8\/5 6\/5/);
  await page.goto(`${server.address}/#/`);
  await field.fill("no game at all");
  await page.locator("#drop-form button").click();
  await page.locator("dialog .reasons li").first().waitFor({ state: "attached" });
  assert.equal(await page.locator("dialog .reasons li").count(), games.length);
  await close(page);
});

test("a position is set up by keys and by the mouse, and what cannot be is told", async () => {
  const page = await open(`${server.address}/#/tictactoe?first=person&second=person`);
  await until(page);
  await page.keyboard.press("s");
  const text = page.locator("#editor-text");
  await page.locator(".editor-board [data-cell='a1']:focus").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("2");
  await page.locator("#editor-fault").filter({ hasText: "X begins" }).waitFor();
  assert.equal(await text.inputValue(), "-O-------");
  await page.locator(".editor-board [data-cell='b2']").click();
  await page.waitForFunction(() => document.querySelector("#editor-text")?.value === "-O--X----");
  assert.equal(await page.locator("#editor-fault").innerText(), "");
  await page.locator("#start").click();
  await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 2);
  assert.match(new URL(page.url()).hash, /position=-O--X----/);
  await close(page);
});

test("values are kept back until one has moved", async () => {
  const page = await open(`${server.address}/#/tictactoe?first=person&second=level:10&moves=b2.b1&at=2`);
  await until(page);
  await page.evaluate(() => {
    const choice = document.querySelector("#values-mode");
    choice.value = "after";
    choice.dispatchEvent(new Event("change", { bubbles: true }));
  });
  assert.match(new URL(page.url()).hash, /values=after/);
  assert.equal(await page.locator("#board .overlay .badge, #lines li").count(), 0);
  await page.locator("#board [data-cell='b3']").click();
  await page
    .locator("#after-move .sentence")
    .filter({ hasText: /You played b3: Draw, proven\. Best was .*: Win/ })
    .waitFor();
  assert.equal(await page.locator("#after-move li").count(), 7);
  await close(page);
});
