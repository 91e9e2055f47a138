// What a value and a judged move look like in words, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { signOf } from "../web/value.js";

test("the sign of a move says how bad it was, and whether that is proven", () => {
  const sign = (grade, exact) => signOf({ grade, exact });
  assert.deepEqual([sign("blunder", true), sign("mistake", true), sign("inaccuracy", true)], ["??", "?", "?!"]);
  assert.deepEqual([sign("blunder", false), sign("inaccuracy", false)], ["~??", "~?!"]);
  assert.deepEqual([sign("best", false), sign("good", true), signOf(null)], ["", "", ""]);
});
