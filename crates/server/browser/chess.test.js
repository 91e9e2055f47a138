// Chess: promotion, castling and check, by touch and by keys; arrows and clocks; the board from Black's side.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, faults, open, serve, until } from "./harness.js";

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
  assert.match(await page.locator("#moves").innerText(), /a7a8n|a8=N/);
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
  // Two seconds are added for the move.
  await page.waitForFunction(() => document.querySelector("#players .clock")?.textContent >= "5:01");
  await until(page);
  await page.goto(at("first=person&second=level:2&clock=5,2&left=0.2,60"));
  await page.locator("#status").filter({ hasText: "Black wins on time" }).waitFor();
  assert.equal(await clocks.nth(0).innerText(), "time is up");
  assert.equal(await page.locator("#board .cell.can").count(), 0);
  await close(page);
});
