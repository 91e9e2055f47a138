// The page of trees: stepped, built, practised, exported. What it shows is held against what the command line tells.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { close, open, seeded, serve, until } from "./harness.js";
import { BOOK, command, graded, seen, told, treeAt } from "./tree-steps.js";

const server = await serve();
const at = (search, more) => treeAt(server, search, more);

/** How a number is written on the page, and in a picture. */
const written = (value) =>
  value === null ? "–" : value === "inf" ? "+∞" : value === "-inf" ? "−∞" : String(value).replace("-", "−");
const drawn = (value) => (value === "inf" ? "+∞" : value === "-inf" ? "-∞" : String(value));

/** Whether the picture on the page, drawn at once or from the one before, is this one. */
const shows = (page, text) =>
  page.locator("#tree-canvas > svg").evaluate((svg, text) => {
    const plain = (element) => {
      const copy = element.cloneNode(true);
      copy.removeAttribute("style");
      return new XMLSerializer().serializeToString(copy).replaceAll("\n", "");
    };
    return plain(svg) === plain(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  }, text);

/** Goes on when the page is at a step. */
async function reached(page, step) {
  await page.waitForFunction(
    (step) => document.querySelector("#trees").dataset.step === String(step) && document.body.dataset.state === "ready",
    step,
  );
}

/** All nodes of an answer, in preorder. */
const flat = (node) => [node, ...(node.children ?? []).flatMap(flat)];

/** What the page has on its pictures if nothing else is chosen. */
const LAYERS = "values,window,order,pruned,line";

const SEARCHES = [
  [BOOK, {}],
  [BOOK, { order: "rtl" }],
  ["A:[B:[3,5,10],C:[2,[8,-4],19],D:[2,7,3]]", { cutoff: "gt" }],
  ["A:[B:[3,5,10],C:[2,[8,-4],19],D:[2,7,3]]", { order: "rtl", root: "min" }],
  ["[[3,12],[2,4]]", { algorithm: "minimax", order: "rtl" }],
  ["[chance[0.25:3,0.75:[9,4]],chance[2,6.5]]", { order: "ltr" }],
];

for (const [tree, choices] of SEARCHES) {
  test(`${tree} with ${JSON.stringify(choices)}: every step to the end and back is that of the library`, async () => {
    const options = Object.entries(choices).flatMap(([name, value]) => [`--${name}`, value]);
    const { steps, answer } = told(tree, ...options);
    const folder = mkdtempSync(join(tmpdir(), "tree-steps-"));
    command(tree, ...options, "--steps", folder, "--show", LAYERS);
    const same = (step) => shows(page, readFileSync(join(folder, `step-${String(step).padStart(4, "0")}.svg`), "utf8"));
    const page = await open(`${server.address}/#/trees`);
    await until(page);
    for (const [name, value] of Object.entries(choices)) await page.selectOption(`#tree-${name}`, value);
    await page.locator("#tree-text").fill(tree);
    await page.locator("#tree-form button[type=submit]").click();
    await page.waitForFunction((count) => document.querySelector("#tree-slider").max === String(count), steps.length);
    await reached(page, 0);
    const forward = [await seen(page)];
    for (const [index, step] of steps.entries()) {
      if (index % 2 === 0) await page.locator("#tree-forward").click();
      else await page.locator("#tree-frame").press("ArrowRight");
      await reached(page, index + 1);
      const now = await seen(page);
      assert.deepEqual(
        [now.row[0], ...now.row.slice(2)],
        [step.node, written(step.value), written(step.alpha), written(step.beta)],
      );
      const leaves = steps.slice(0, index + 1).filter(({ event }) => event === "leaf").length;
      assert.match(now.count, new RegExp(`^Step ${index + 1} of ${steps.length}, ${leaves} lea`));
      if (step.event === "cutoff")
        for (const name of [...step.pruned, step.by])
          assert.ok(now.sentence.includes(name.replace("the root", "root")), now.sentence);
      assert.ok(await same(index + 1), `the picture of step ${index + 1}`);
      forward.push(now);
    }
    // At the end every value, window, visit and cut is on the picture, and nothing else.
    const nodes = await page
      .locator("#tree-canvas [data-node]")
      .evaluateAll((groups) =>
        groups.map((group) => ({
          texts: [...group.querySelectorAll("text, title")].map((text) => text.textContent),
          class: group.getAttribute("class"),
        })),
      );
    const windows = steps.some(({ alpha, beta }) => alpha !== "-inf" || beta !== "inf");
    for (const [place, node] of flat(answer.tree).entries()) {
      const { texts, class: names } = nodes[place];
      assert.equal(names.includes("pruned"), node.status === "pruned", `${place}: ${names}`);
      if (node.order !== null) assert.ok(texts.includes(String(node.order)), `${place}: ${texts}`);
      const sign = node.status === "visited" ? ({ lower: "≥", upper: "≤" }[node.bound] ?? "") : "";
      if (node.value !== null)
        assert.ok(texts.includes(sign + drawn(node.value)), `${place}: ${texts} without ${sign}${node.value}`);
      if (windows && node.alpha !== null)
        assert.ok(texts.includes(`[${drawn(node.alpha)}, ${drawn(node.beta)}]`), `${place}: ${texts}`);
    }
    assert.equal(nodes.length, flat(answer.tree).length);
    const facts = await page.locator("#tree-answer dd").allTextContents();
    assert.deepEqual(
      [facts[0], facts[3], facts[5]],
      [
        written(answer.value),
        `${answer.leaves_visited} of ${answer.leaves}`,
        answer.pruned_paths.join(", ") || "nothing",
      ],
    );
    for (let step = steps.length - 1; step >= 0; step--) {
      if (step % 2 === 0) await page.locator("#tree-back").click();
      else await page.locator("#tree-frame").press("ArrowLeft");
      await reached(page, step);
      assert.deepEqual(await seen(page), forward[step]);
      assert.ok(await same(step), `the picture of step ${step} on the way back`);
    }
    rmSync(folder, { recursive: true });
    await close(page);
  });
}

test("a click on a node goes to where it was entered, a path does too, and the search plays by itself", async () => {
  const page = await open(at({ tree: BOOK }));
  await until(page);
  const { steps } = told(BOOK);
  const entered = (name) => steps.findIndex(({ event, node }) => event === "enter" && node === name) + 1;
  await page.locator('#tree-canvas [data-node="5"]').click();
  await reached(page, entered("2"));
  await page.locator("#tree-node").fill("3.1");
  await page.keyboard.press("Enter");
  await reached(page, entered("3.1"));
  await page.locator('#tree-canvas [data-node="7"]').click();
  await page.locator("#notice").filter({ hasText: "never entered 2.2" }).waitFor();
  // What is pasted anywhere on the page is a tree.
  await page.evaluate(() => navigator.clipboard.writeText("[[3,12,8], [2,4,6], [14,5,2]]"));
  await page.locator("#tree-frame").press("Control+v");
  await page.waitForFunction(() => document.querySelector("#tree-text").value.includes("[2,4,6], "));
  await reached(page, 0);
  await page.selectOption("#tree-speed", "20");
  await page.locator("#tree-play").click();
  await reached(page, steps.length);
  assert.equal(await page.locator("#tree-play").textContent(), "Play");
  await close(page);
});

/** The tree that the page has now, as the server reads it. */
async function built(page) {
  const text = await page.locator("#tree-text").inputValue();
  return { text, answer: told(text).answer };
}

test("a tree is built by clicks alone", async () => {
  const page = await open(`${server.address}/#/trees`, { allowed: ["status of 400"] });
  await until(page);
  const node = (place) => page.locator(`#tree-canvas [data-node="${place}"]`);
  const count = async (nodes) => {
    await page.waitForFunction(
      (nodes) =>
        document.querySelectorAll("#tree-canvas [data-node]").length === nodes &&
        document.body.dataset.state === "ready",
      nodes,
    );
  };
  const set = async (place, id, value) => {
    await node(place).click();
    await page.locator(id).fill(value);
    await page.locator("#tree-item button").click();
    await until(page);
  };
  await page.locator('[data-mode="build"]').click();
  await page.locator("#tree-new").click();
  await count(1);
  const add = async (...nodes) => {
    for (const more of nodes) {
      await page.locator("#tree-add").click();
      await count(more);
    }
  };
  await add(2, 3);
  await node(1).click();
  await add(4, 5);
  await node(4).click();
  await add(6, 7);
  for (const [place, value] of [
    [2, "3"],
    [3, "12"],
    [5, "2"],
    [6, "4"],
  ])
    await set(place, "#item-value", value);
  const { text, answer } = await built(page);
  assert.deepEqual([text, answer.value, answer.pruned_paths], ["[[3,12],[2,4]]", 3, ["2.2"]]);
  // A name, and chance with its odds.
  await set(1, "#item-label", "left move");
  await node(4).click();
  await page.selectOption("#item-player", "chance");
  await page.waitForFunction(() => document.querySelector("#tree-text").value.includes("chance"));
  await set(4, "#item-odds", "1/4, 3/4");
  assert.equal((await built(page)).text, '["left move":[3,12],chance[1/4:2,3/4:4]]');
  assert.equal((await built(page)).answer.value, 3.5);
  // What the server does not take is not done, and is said.
  await set(4, "#item-odds", "1/4, 1/4");
  await page.locator("#notice").filter({ hasText: "This cannot be" }).waitFor();
  assert.equal((await built(page)).answer.value, 3.5);
  await node(6).click();
  await page.locator("#tree-remove").click();
  await count(6);
  assert.equal((await built(page)).answer.value, 3);
  await page.locator("#tree-undo").click();
  await count(7);
  assert.equal((await built(page)).answer.value, 3.5);
  await close(page);
});

test("a tree is built by the keyboard alone, from the home page on", async () => {
  const page = await open(server.address);
  await page.locator("[data-game]").first().waitFor();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.getAttribute("href") === "#/trees")) break;
  }
  await page.keyboard.press("Enter");
  await until(page);
  const press = async (...keys) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await until(page);
    }
  };
  const type = async (key, text) => {
    const before = await page.locator("#tree-text").inputValue();
    await press(key);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      (before) => document.querySelector("#tree-text").value !== before && document.body.dataset.state === "ready",
      before,
    );
  };
  await press("2", "w", "a", "a", "ArrowDown", "a", "a", "ArrowDown");
  await type("v", "3");
  await press("ArrowRight");
  await type("v", "12");
  await press("ArrowUp", "ArrowRight", "a", "a", "ArrowDown");
  await type("v", "2");
  await press("ArrowRight");
  await type("v", "x");
  await type("l", "last one");
  await press("ArrowUp");
  await type("l", "C");
  assert.equal((await built(page)).text, '[[3,12],C:[2,"last one":x]]');
  assert.deepEqual((await built(page)).answer.pruned_paths, ["2.2"]);
  await press("ArrowDown", "ArrowRight");
  await type("v", "9");
  await press("ArrowUp", "ArrowUp", "n");
  assert.deepEqual([(await built(page)).text, (await built(page)).answer.value], ['min[[3,12],C:[2,"last one":9]]', 9]);
  await close(page);
});

test("an opponent who errs: both strategies, the sentence, and the picture", async () => {
  const page = await open(at({ tree: "[[5,6],[4,20]]" }), { allowed: ["status of 400"] });
  await until(page);
  const field = page.locator("#tree-opponent");
  await field.fill("random:0.2");
  await field.press("Enter");
  await page.locator("#tree-reply").waitFor();
  assert.match(
    await page.locator("#tree-reply").textContent(),
    /MAX plays 2 instead of 1\. It gains 0\.5 on average, and loses 1/,
  );
  const cells = await page.locator("#tree-answer table").first().locator("td").allTextContents();
  assert.deepEqual(cells, ["minimax", "5", "5.1", "best reply", "4", "5.6"]);
  await page.locator("#tree-last").click();
  await page.waitForFunction(() => document.querySelector("#tree-canvas").textContent.includes("reply 5.6 by 2"));
  await page.waitForFunction(() => location.hash.includes("opponent=random%3A0.2"));
  // A sheet has no answers on it.
  await page.locator('[data-mode="build"]').click();
  await page.waitForFunction(() => !document.querySelector("#tree-canvas").textContent.includes("reply"));
  await page.locator('[data-mode="watch"]').click();
  await field.fill("often");
  await field.press("Enter");
  await page.waitForFunction(() =>
    document.querySelector("#tree-error").textContent.includes("line 1 of the opponent"),
  );
  await close(page);
});

/** What a button of the page saves. */
async function saved(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(`[data-export="${name}"]`).click(),
  ]);
  return readFileSync(await download.path());
}

test("what is exported is what the command line writes, and an SVG that is opened again is the same picture", async () => {
  const page = await open(at({ tree: BOOK, order: "rtl" }, { step: 11 }));
  await until(page);
  await page.locator("#tree-forward").click();
  await reached(page, 12);
  await page.locator("details.files summary").click();
  const { answer, steps } = told(BOOK, "--order", "rtl");
  assert.deepEqual(JSON.parse(await saved(page, "JSON")), answer);
  for (const [name, option] of [
    ["TikZ", "--tikz"],
    ["DOT", "--dot"],
    ["Final SVG", "--svg"],
  ]) {
    const expected = command(BOOK, "--order", "rtl", option, "-", "--show", LAYERS);
    const text = String(await saved(page, name));
    assert.ok(expected.startsWith(text), name);
  }
  assert.match(String(await saved(page, "Text")), /MIN/);
  const svg = String(await saved(page, "SVG"));
  const again = await open(at({ tree: BOOK }));
  await again.goto(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
  assert.ok(
    await shows(page, await again.evaluate(() => new XMLSerializer().serializeToString(document.documentElement))),
  );
  assert.match(svg, /after step 12 of/);
  await close(again);
  const png = await saved(page, "PNG");
  const [wide, high] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg).slice(1).map(Number);
  assert.deepEqual(
    [png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)],
    ["PNG", Math.ceil(2 * wide), Math.ceil(2 * high)],
  );
  const archive = await saved(page, "All steps");
  assert.equal(archive.readUInt16LE(archive.length - 12), steps.length + 1);
  assert.ok(archive.includes("step-0012.svg") && archive.includes("after step 12 of"));
  await close(page);
});

test("a link opens the same tree, search and step; a reload and a step back in the browser do too", async () => {
  const page = await open(at({ tree: "A:[[3,12],[2,x]]", cutoff: "gt", root: "max" }, { step: 5 }));
  await until(page);
  await page.locator("#tree-forward").click();
  await reached(page, 6);
  await page.waitForFunction(() => location.hash.includes("step=6"));
  const before = await seen(page);
  await page.reload();
  await reached(page, 6);
  assert.deepEqual(await seen(page), before);
  await page.locator("details.files summary").click();
  await page.locator('[data-export="Copy link"]').click();
  await page.locator("#notice").filter({ hasText: "copied" }).waitFor();
  const other = await open(await page.evaluate(() => navigator.clipboard.readText()));
  await reached(other, 6);
  assert.deepEqual(await seen(other), before);
  assert.equal(await other.locator("#tree-cutoff").inputValue(), "gt");
  await other.locator("#brand").click();
  await other.locator("[data-game]").first().waitFor();
  await other.goBack();
  await reached(other, 6);
  assert.deepEqual(await seen(other), before);
  await close(other);
  await close(page);
});

test("the page follows the trace, whatever it says", async () => {
  const page = await open(`${server.address}/favicon.svg`);
  const change = (path, alter) =>
    page.route(`**/api/trees/${path}`, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      alter(body);
      await route.fulfill({ response, json: body });
    });
  await change("study", (study) => {
    study.answer.value = 77;
    study.answer.pruned_paths = ["1.3"];
    for (const step of study.steps)
      Object.assign(step, { value: 99, alpha: 41, beta: 43, leaves: 5, sentence: `Nobody knows ${step.step}.` });
  });
  await change("picture", (answer) => (answer.picture = answer.picture.replaceAll(">3<", ">1234<")));
  await change("grade", (grade) =>
    Object.assign(grade, {
      points: 11,
      of: 13,
      first_wrong: { item: 0, step: 2, message: "all of it", explanation: "Because." },
    }),
  );
  await page.goto(at({ tree: BOOK }, { step: 37 }));
  await reached(page, 37);
  const now = await seen(page);
  assert.deepEqual(
    [now.sentence, now.row.slice(2), now.count],
    ["Nobody knows 37.", ["99", "41", "43"], "Step 37 of 37, 5 leaves visited"],
  );
  assert.ok(now.picture.includes(">1234<") && !now.picture.includes(">3<"));
  const facts = await page.locator("#tree-answer dd").allTextContents();
  assert.deepEqual([facts[0], facts[5]], ["77", "1.3"]);
  await page.locator('[data-mode="practise"]').click();
  await page.locator(".laid").first().waitFor();
  const { text } = await graded(page, { "": "3" });
  assert.match(text, /^11 of 13 points.*all of it.*Because/);
  await close(page);
});

test("a tree of some thousand nodes is folded, unfolded, made larger and stepped through", async () => {
  const random = seeded(4);
  const grown = (depth) =>
    depth === 0 ? String(random(90)) : `[${Array.from({ length: 6 }, () => grown(depth - 1)).join(",")}]`;
  const tree = grown(4);
  const page = await open(at({ tree }, { step: 2 }));
  await reached(page, 2);
  const nodes = () => page.locator("#tree-canvas [data-node]").count();
  const folded = await nodes();
  assert.ok(folded > 6 && folded < 300, `${folded}`);
  await page.locator('#tree-canvas [data-node="1"]').click({ modifiers: ["Shift"] });
  await page.waitForFunction(
    (folded) =>
      document.querySelectorAll("#tree-canvas [data-node]").length !== folded &&
      document.body.dataset.state === "ready",
    folded,
  );
  await page.selectOption("#tree-levels", "");
  await page.waitForFunction(
    () =>
      document.querySelectorAll("#tree-canvas [data-node]").length === 1555 && document.body.dataset.state === "ready",
  );
  // What is drawn from the picture before is what would be drawn at once: forward, far forward, and back.
  for (const [step, go] of [
    [3, "#tree-forward"],
    [4, "#tree-forward"],
    [0, "#tree-first"],
    [1, "#tree-forward"],
    ["end", "#tree-last"],
    ["end", "#tree-back"],
  ]) {
    // The page says that it draws before the click is over.
    await page.locator(go).click();
    await until(page);
    const now = (await seen(page)).step;
    if (step !== "end") assert.equal(now, step);
    const answer = await fetch(`${server.address}/api/trees/picture`, {
      method: "POST",
      body: JSON.stringify({ search: { tree }, step: now, show: LAYERS }),
    });
    assert.ok(await shows(page, (await answer.json()).picture), `${now}`);
  }
  await page.locator("#tree-node").fill("1.1.1.2");
  await page.keyboard.press("Enter");
  await until(page);
  const wide = () => page.locator("#tree-canvas").evaluate((canvas) => canvas.clientWidth);
  const before = await wide();
  for (let times = 0; times < 8; times++) await page.locator("#tree-larger").click();
  assert.ok((await wide()) > 4 * before);
  // Pushed about by the mouse, without a jump to the node below it.
  const { step: here } = await seen(page);
  const { x, y, width, height } = await page.locator("#tree-frame").boundingBox();
  const place = () => page.locator("#tree-frame").evaluate((frame) => frame.scrollLeft);
  const from = await place();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 90, y + height / 2, { steps: 3 });
  await page.mouse.up();
  assert.equal(await place(), from + 90);
  assert.equal((await seen(page)).step, here);
  await close(page);
});

test("a tree that cannot be read says where, names are text, and unknown leaves and information sets have their words", async () => {
  const page = await open(at({ tree: BOOK }), { allowed: ["status of 400"] });
  await until(page);
  const give = async (text) => {
    await page.locator("#tree-text").fill(text);
    await page.locator("#tree-text").press("Enter");
  };
  await give("[[3,12],[2,4]");
  await page.locator("#tree-error pre").filter({ hasText: "^" }).waitFor();
  assert.equal(await page.locator("#tree-canvas [data-node]").count(), 13);
  await give("[[3,x],[2,4]]");
  await page.locator("#tree-error").filter({ hasText: "needs the value of the leaf x" }).waitFor();
  await page.locator("#tree-answer").filter({ hasText: "None" }).waitFor();
  await give(`"<img src=x onerror=document.body.dataset.hacked=1>":[3,"<b>":4]`);
  await page.locator("#tree-canvas text").filter({ hasText: "<b>" }).first().waitFor();
  assert.equal(await page.evaluate(() => document.body.dataset.hacked), undefined);
  assert.equal(await page.locator("#trees img, #trees b").count(), 0);
  await give("chance[max@J[3,4],max@J[1,2]]");
  await page.locator("#tree-answer caption").filter({ hasText: "Information set J (MAX)" }).waitFor();
  await page.locator("#tree-canvas .information-set").waitFor({ state: "attached" });
  assert.deepEqual(await page.locator("#tree-answer tr.now td").allTextContents(), ["2", "3", "4, 2"]);
  await page.getByRole("link", { name: "a bluff" }).click();
  await page.locator("#tree-answer caption").filter({ hasText: "Equilibrium: 1/3 for MAX" }).waitFor();
  const rows = async (/** @type {string} */ caption) =>
    (await page.locator("#tree-answer table").filter({ hasText: caption }).locator("tbody tr").allInnerTexts()).map(
      (row) => row.split("\t"),
    );
  assert.deepEqual(await rows("Equilibrium:"), [
    ["MAX", "king", "1", "1: 0, 2: 1"],
    ["MAX", "queen", "1", "1: 2/3, 2: 1/3"],
    ["MIN", "@bet", "2", "1: 1/3, 2: 2/3"],
  ]);
  const worth = await rows("MAX is sure of");
  assert.deepEqual(
    [worth[0], worth.at(-1)],
    [
      ["averaging", "0", "0.5", "0.25"],
      ["equilibrium", "0.3333", "0.3333", "0"],
    ],
  );
  await give("max[max@J[3,4],max@J[1,2]]");
  await page
    .locator("#tree-answer p")
    .filter({ hasText: "No equilibrium: the side to move at 2 does not see" })
    .waitFor();
  await close(page);
});
