// Chess: promotion, castling, check and mate, by touch and by keys; arrows and clocks; the board from Black's side; a
// file that is dropped, stepped through and reviewed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, faults, open, resize, serve, until } from "./harness.js";

const server = await serve();
const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };
const at = (query) => `${server.address}/#/chess?${query}`;
const people = (query = "") => at(`first=person&second=person${query}`);
const from = (fen) => `&position=${encodeURIComponent(fen)}`;
const cell = (page, name) => page.locator(`#board [data-cell="${name}"]`);
const PROMOTION = from("8/P5k1/8/8/8/8/6K1/8 w - - 0 1");
const SPANISH = "&moves=e2e4.e7e5.g1f3.b8c6.f1b5.a7a6&at=6";

/** Waits until a cell is told to hold something. */
const holds = (page, name, words) => page.locator(`#board [data-cell="${name}"][aria-label*="${words}"]`).waitFor();

test("a pawn is promoted by touch: the pieces are offered over the board, each large enough for a finger", async () => {
  const page = await open(people(PROMOTION), PHONE);
  await until(page);
  assert.ok(await page.locator("#buttons").isHidden());
  await cell(page, "a7").tap();
  await cell(page, "a8").tap();
  const pieces = page.locator("#buttons .choice");
  await pieces.nth(3).waitFor();
  assert.deepEqual(await pieces.allInnerTexts(), ["queen", "rook", "bishop", "knight"]);
  for (const piece of await pieces.all()) {
    const { x, width, height } = await piece.boundingBox();
    assert.ok(width >= 44 && height >= 44 && x >= 0 && x + width <= 390, `${x}, ${width} by ${height}`);
    assert.equal(await piece.locator("svg").count(), 1);
  }
  assert.deepEqual(await faults(page, { all: true }), []);
  // A tap elsewhere takes the beginning back.
  await cell(page, "h8").tap({ force: true });
  await pieces.first().waitFor({ state: "hidden" });
  await cell(page, "a7").tap();
  await cell(page, "a8").tap();
  await pieces.nth(3).tap();
  await holds(page, "a8", "White knight");
  assert.match(await page.locator("#moves").innerText(), /a8=N/);
  await close(page);
});

test("a pawn is promoted by keys alone, and a move is typed", async () => {
  const page = await open(people(PROMOTION));
  await until(page);
  const focus = (name) => page.locator(`[data-cell="${name}"]:focus`).waitFor();
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("k");
  await focus("a8");
  await press("ArrowDown", "Enter", "ArrowUp", "Enter");
  await focus("queen");
  assert.deepEqual(await faults(page, { all: true }), []);
  await press("ArrowRight", "ArrowRight", "ArrowLeft");
  await focus("rook");
  await press("Escape");
  await focus("a8");
  assert.ok(await page.locator("#buttons").isHidden());
  await press("ArrowDown", "Enter", "ArrowUp", "Enter");
  await focus("queen");
  await press("ArrowRight", "Enter");
  await holds(page, "a8", "White rook");
  await focus("a8");
  await press("/");
  await page.keyboard.type("g7f7");
  await press("Enter");
  await holds(page, "f7", "Black king");
  assert.equal(await page.locator("#typed").inputValue(), "");
  await page.keyboard.type("h9h8");
  await press("Enter");
  await page.locator("#notice").filter({ hasText: "h9h8" }).waitFor();
  assert.equal(await page.locator("#typed").inputValue(), "h9h8");
  page.faults.splice(0); // The browser tells of an answer with an error.
  await close(page);
});

test("a whole game by keys alone, to the shortest mate, which is seen and told", async () => {
  const page = await open(server.address);
  await page.locator("[data-game]").first().waitFor();
  /** Goes by the tab key alone. */
  const tabTo = async (selector) => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    }
    assert.fail(`the tab key does not lead to ${selector}`);
  };
  await tabTo('[data-game="chess"]');
  await page.keyboard.press("Enter");
  await page.locator("#game").waitFor();
  await until(page);
  // Both sides by the same person.
  await tabTo('[aria-label="Black is played by"]');
  await page.keyboard.press("Home");
  await page.waitForFunction(() => /second=person/.test(location.hash) && document.body.dataset.state === "ready");
  await tabTo("#board [data-cell]");
  /** Goes by the arrows to a cell, and presses Enter there. */
  const enter = async (name) => {
    const at = await page.evaluate(() => document.activeElement.dataset.cell);
    const across = name.charCodeAt(0) - at.charCodeAt(0);
    const up = Number(name[1]) - Number(at[1]);
    for (let step = 0; step < Math.abs(across); step++)
      await page.keyboard.press(across > 0 ? "ArrowRight" : "ArrowLeft");
    for (let step = 0; step < Math.abs(up); step++) await page.keyboard.press(up > 0 ? "ArrowUp" : "ArrowDown");
    await page.locator(`[data-cell="${name}"]:focus`).waitFor();
    await page.keyboard.press("Enter");
  };
  for (const [from, to, piece] of [
    ["f2", "f3", "White pawn"],
    ["e7", "e5", "Black pawn"],
    ["g2", "g4", "White pawn"],
    ["d8", "h4", "Black queen"],
  ]) {
    await enter(from);
    await page.locator("#board .begun, #board .ring.begun").first().waitFor();
    await enter(to);
    await holds(page, to, piece);
    await until(page);
  }
  assert.equal(await page.locator("#status").innerText(), "Black wins by checkmate");
  assert.match(await page.locator("#live").textContent(), /Qh4#\. Black wins/);
  assert.equal(await page.locator("#board .cell.check").getAttribute("data-cell"), "e1");
  assert.deepEqual(await faults(page, { all: true }), []);
  await close(page);
});

/** A move as programs are told it. */
const WORD = /\b[a-h][1-8][a-h][1-8]/;

test("moves are shown as players write them, in every branch of a link; the link keeps their words", async () => {
  const page = await open(people("&moves=e2e4.e7e5(c7c5.g1f3).g1f3.b8c6&at=1&analysis=on"));
  await until(page);
  /** Waits until the list has these moves. */
  const lists = (words) =>
    page.waitForFunction(
      (words) => [...document.querySelectorAll("#moves .move")].map((move) => move.textContent).join(" ") === words,
      words,
    );
  await lists("Start e4 e5 c5 Nf3 Nf3 Nc6");
  await page.keyboard.press("End");
  await page.locator("#live").filter({ hasText: "After Nc6." }).waitFor({ state: "attached" });
  await page.locator("#lines .first-of-line").first().waitFor();
  for (const line of await page.locator("#lines .words").allTextContents()) assert.doesNotMatch(line, WORD);
  await page.locator("#typed").fill("Bb5");
  await page.keyboard.press("Enter");
  await holds(page, "b5", "White bishop");
  await until(page);
  await lists("Start e4 e5 c5 Nf3 Nf3 Nc6 Bb5");
  assert.match(page.url(), /b8c6\.f1b5/);
  await page.locator("#hint").click();
  await page.locator("#notice").filter({ hasText: "Hint: " }).filter({ hasNotText: WORD }).waitFor();
  await close(page);
});

test("one castles by the king's two steps or by taking one's own rook, and check is seen and told", async () => {
  const page = await open(people(from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")));
  await until(page);
  await cell(page, "e1").click();
  await cell(page, "g1").click();
  await holds(page, "f1", "White rook");
  await holds(page, "g1", "White king");
  await cell(page, "e8").click();
  await cell(page, "a8").click();
  await holds(page, "c8", "Black king");
  await holds(page, "d8", "Black rook");
  await cell(page, "a1").click();
  await cell(page, "c1").click();
  await holds(page, "c8", "Black king in check");
  await page.locator("#status").filter({ hasText: "Black to move, in check" }).waitFor();
  assert.equal(await page.locator("#board .cell.check").count(), 1);
  assert.deepEqual(await faults(page, { all: true }), []);
  // The same board where pieces are set up.
  await page.keyboard.press("s");
  await page.locator(".editor-board [data-cell]").first().waitFor();
  assert.deepEqual(await faults(page, { all: true }), []);
  await close(page);
});

test("who plays Black sees the board from Black's side, and anybody may turn it", async () => {
  const page = await open(at("first=level:1&second=person"));
  await page.waitForFunction(() => document.querySelectorAll("#moves .move").length > 1);
  await until(page);
  const isBelow = async (one, other) => {
    const [low, high] = await Promise.all([cell(page, one).boundingBox(), cell(page, other).boundingBox()]);
    return low.y > high.y;
  };
  const rows = () => page.locator("#board .caption.row").allTextContents();
  assert.ok(await isBelow("e8", "e1"));
  assert.deepEqual(await rows(), ["1", "2", "3", "4", "5", "6", "7", "8"]);
  // The arrow keys go as the eye sees it.
  await cell(page, "d7").focus();
  await page.keyboard.press("ArrowUp");
  await page.locator('[data-cell="d6"]:focus').waitFor();
  await page.keyboard.press("f");
  assert.ok(await isBelow("e1", "e8"));
  assert.equal((await rows())[0], "8");
  await page.keyboard.press("f");
  await cell(page, "d7").click();
  await cell(page, "d5").click();
  await holds(page, "d5", "Black pawn");
  await close(page);
});

for (const [name, size, colorScheme] of [
  ["a phone", PHONE, "light"],
  ["a desktop", { width: 1280, height: 800 }, "dark"],
]) {
  test(`played and analysed on ${name}: nothing for axe, and the best line is an arrow with its number`, async () => {
    const page = await open(people(SPANISH), { ...size, colorScheme });
    await until(page);
    assert.deepEqual(await faults(page, { all: true }), []);
    await page.locator("#analyse").click();
    await page.locator("#board .arrow.best text").filter({ hasText: "1" }).waitFor();
    await page.locator("#lines li").first().waitFor();
    assert.deepEqual(await faults(page, { all: true }), []);
    await close(page);
  });
}

test("the number of an arrow stands before the piece that would be taken", async () => {
  const page = await open(
    people(from("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4") + "&analysis=on"),
  );
  await until(page);
  const head = page.locator("#board .arrow.best circle");
  await page.locator("#lines li").first().filter({ hasText: "Qxf7#" }).waitFor();
  await head.waitFor();
  const { left, piece } = await head.evaluate((head) => {
    const square = document.querySelector('#board [data-cell="f7"]');
    const [x, y, size] = square.dataset.at.split(" ").map(Number);
    const away = Math.hypot(Number(head.getAttribute("cx")) - x, Number(head.getAttribute("cy")) - y);
    return { left: (away - Number(head.getAttribute("r"))) / size, piece: square.querySelector(".piece") !== null };
  });
  assert.ok(piece && left > 0.15, `the head is ${left} of a cell from the middle`);
  await close(page);
});

/** Every position of it is proven at once, so that the review does not wait. */
const FILE = `[Event "Club evening"]
[Date "2024.05.01"]
[White "Anna"]
[Black "Ben"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]

1. Qe1+ $6 {Slow.} (1. Qh3+ Kg8 2. Qc8#) 1... Kg8 2. Qe7 $2 {[%clk 0:01:00] Still won.} 2... Kh8 3. Qf7 $4 1/2-1/2
`;

test("a file is dropped and stepped through: comments, signs and other lines; then it is reviewed, with its graph", async () => {
  const page = await open(server.address, { height: 800 });
  await page.locator("[data-game]").first().waitFor();
  await page.evaluate((text) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([text], "evening.pgn"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
  }, FILE);
  const said = page.locator("#said");
  await said.filter({ hasText: "Anna – Ben · 1/2-1/2 Club evening, 2024.05.01" }).waitFor();
  await until(page);
  await page.keyboard.press("ArrowRight");
  await holds(page, "e1", "White queen");
  await said.filter({ hasText: /\?! Slow\.Instead: 1\. Qh3\+ Kg8/ }).waitFor();
  for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await said
    .filter({ hasText: /Clock: 0:01:00/ })
    .filter({ hasText: "? Still won." })
    .waitFor();
  await page.locator("#board .arrow.best").waitFor();
  assert.deepEqual(await faults(page, { all: true }), []);
  await page.keyboard.press("End");
  await page.locator("#status").filter({ hasText: "A draw by stalemate" }).waitFor();
  assert.deepEqual(await page.locator("#moves .turn").allTextContents(), ["Qe1?!", "Kg8", "Qe7?", "Kh8", "Qf7??"]);
  await page.keyboard.press("r");
  await page.locator('#review[data-state="done"]').waitFor();
  const error = page.locator("#review li").first();
  assert.match(
    await error.textContent(),
    /^3\. Qf7\?+ (mistake|blunder)Qf7 turns a win into a draw, proven.*Find better$/,
  );
  assert.equal(await page.locator("#graph .point.sure").count(), 6);
  assert.equal(await page.locator("#graph .sign").count(), 1);
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ]) {
    await resize(page, width, height);
    assert.deepEqual(await faults(page, { all: true }), []);
  }
  // Beside the board there is room for the lines, the move that one is at and the largest error at once.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.locator("#lines li").first().waitFor();
  const cut = await page.evaluate(() =>
    ["#lines li:last-child", "#moves [aria-current]", "#review li"].filter((name) => {
      const row = document.querySelector(name);
      const [{ top, bottom }, panel] = [row, row.closest("section")].map((one) => one.getBoundingClientRect());
      return top < panel.top || bottom > Math.min(panel.bottom, innerHeight) + 1;
    }),
  );
  assert.deepEqual(cut, []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
  await close(page);
});

test("clocks run: the machine is given its share, and whose time is up has lost", async () => {
  const page = await open(at("first=person&second=level:2&clock=5,2"));
  await until(page);
  const clocks = page.locator("#players .clock");
  assert.match(await clocks.nth(0).innerText(), /^(5:00|4:5\d)$/);
  assert.equal(await clocks.nth(1).innerText(), "5:00");
  const asked = page.waitForRequest(/\/advance\?time=\d+ms/);
  await cell(page, "e2").click();
  await cell(page, "e4").click();
  await asked;
  assert.deepEqual(await faults(page, { all: true }), []);
  // Two seconds are added for the move.
  await page.waitForFunction(() => document.querySelector("#players .clock")?.textContent >= "5:01");
  await until(page);
  await page.goto(at("first=person&second=level:2&clock=5,2&left=0.2,60"));
  await page.locator("#status").filter({ hasText: "Black wins on time" }).waitFor();
  assert.equal(await clocks.nth(0).innerText(), "time is up");
  assert.equal(await page.locator("#board .cell.can").count(), 0);
  await close(page);
});
