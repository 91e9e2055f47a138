// The steps of an action, as arrows show them: found from the cells that are clicked for it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stepsOf } from "../web/paths.js";

const steps = (path, ...taken) =>
  stepsOf(path.split(" "), (name) => taken.includes(name)).map((step) => step.join("-"));

test("a man goes on from where he came to, or another one begins", () => {
  assert.deepEqual(steps("e3 e4", "e3"), ["e3-e4"]);
  assert.deepEqual(steps("1 10 17", "1"), ["1-10", "10-17"]);
  assert.deepEqual(steps("1 10 17 26", "1"), ["1-10", "10-17", "17-26"]);
  assert.deepEqual(steps("24 18 13 11", "24", "13"), ["24-18", "13-11"]);
  assert.deepEqual(steps("24 22 22 21", "24"), ["24-22", "22-21"]);
  assert.deepEqual(steps("13 7 13 7", "13"), ["13-7"]);
  assert.deepEqual(steps("a1"), []);
});
