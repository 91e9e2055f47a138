// Practice: what the search finds is not shown, but asked for on the picture itself. The server grades.

import { grade as askGrade, quiz } from "./api.js";
import { byId, make } from "./dom.js";
import { notice, say } from "./speech.js";

/** @typedef {import("./types.js").Question} Question */
/** @typedef {import("./types.js").TreeGrade} Grade */

/** What is asked, and how it is answered. @type {Record<Question, string>} */
const ASKED = {
  values: "Write the value that the search returns at each inner node; leave out what it does not visit.",
  windows: "Write alpha and beta at each inner node as the search enters it: a number, inf or -inf.",
  visits: "Click the leaves in the order in which the search visits them. A second click takes one back.",
  cuts: "Mark the edges that are cut.",
};
const SEARCHES = {
  minimax: "Minimax",
  alphabeta: "Alpha-beta",
  expectiminimax: "Expectiminimax",
  star1: "Star1",
  star2: "Star2",
  averaging: "Averaging",
};
const NAMES = { values: "the values", windows: "alpha and beta", visits: "the order of visits", cuts: "the cuts" };

export class Practice {
  /** @param {import("./trees.js").Trees} page */
  constructor(page) {
    this.page = page;
    /** @type {Question} */
    this.question = "values";
    /** What the sheets below are about. */
    this.about = "";
    /** The tree that was watched before, and the one that is asked about instead. @type {string | null} */
    this.watched = null;
    this.own = "";
    /** @type {Record<string, string>} */
    this.values = {};
    /** @type {Record<string, [string, string]>} */
    this.windows = {};
    /** @type {string[]} */
    this.visits = [];
    /** @type {string[]} */
    this.cuts = [];
    /** @type {Grade | null} */
    this.grade = null;
    this.select = make(
      "select",
      { "aria-label": "What is asked" },
      ...Object.entries(NAMES).map(([name, text]) => new Option(text, name)),
    );
    this.select.addEventListener("change", () => {
      this.question = /** @type {Question} */ (this.select.value);
      this.grade = null;
      this.show();
    });
    const button = (
      /** @type {string} */ id,
      /** @type {string} */ text,
      /** @type {() => unknown} */ act,
      main = false,
    ) => {
      const made = make("button", { type: "button", id, class: main ? "main" : "" }, text);
      made.addEventListener("click", () => act());
      return made;
    };
    this.which = make("p", { id: "practice-search" });
    this.task = make("p", {});
    this.same = button("practice-watched", "The tree that I watched", () => this.back());
    this.verdict = make("div", { id: "practice-grade", role: "status" });
    byId("tree-practice").append(
      make("h2", {}, "Practise"),
      this.which,
      this.select,
      this.task,
      make(
        "div",
        { class: "acts" },
        button("practice-check", "Check", () => this.check(), true),
        button("practice-clear", "Clear", () => this.clear()),
      ),
      this.verdict,
    );
    const choice = (/** @type {string} */ text, /** @type {number[]} */ numbers, /** @type {number} */ chosen) => {
      const select = make(
        "select",
        {},
        ...numbers.map((number) => new Option(String(number), String(number), false, number === chosen)),
      );
      return { label: make("label", {}, text, select), number: () => Number(select.value) };
    };
    this.wishes = {
      depth: choice("Plies", [1, 2, 3, 4, 5], 3),
      branches: choice("Branches", [2, 3, 4], 2),
      cuts: choice("Cuts, at least", [0, 1, 2, 3, 4, 6, 8], 1),
    };
    byId("tree-practice").append(
      make(
        "div",
        { class: "choices" },
        ...Object.values(this.wishes).map(({ label }) => label),
        button("practice-new", "Another tree", () => this.another()),
        this.same,
      ),
    );
  }

  /** Begins with another tree than the one just watched; one that was practised before is gone on with. */
  async begin() {
    const { page } = this;
    const tree = page.search.tree;
    if (tree === this.own || page.mode !== "watch") return page.setMode("practise");
    this.watched = tree;
    page.mode = "practise";
    // Where none can be made, such as trees with chance nodes, the one that was watched has to do.
    if (!(await this.another(true))) {
      this.own = tree;
      await page.setMode("practise");
    }
    return undefined;
  }

  /** Goes back to the tree that was watched. */
  async back() {
    if (this.watched === null) return;
    /** @type {HTMLTextAreaElement} */ (byId("tree-text")).value = this.watched;
    this.watched = null;
    await this.page.searchText();
  }

  /** Which search is asked about: its name, its direction, when it cuts, and who begins. */
  searched() {
    const { study, search } = this.page;
    const algorithm = study?.algorithm ?? "";
    const root = study?.nodes[0]?.player;
    return [
      SEARCHES[/** @type {keyof typeof SEARCHES} */ (algorithm)] ?? algorithm,
      search.order === "rtl" ? "from right to left" : "from left to right",
      ...(algorithm === "minimax" || algorithm === "expectiminimax"
        ? []
        : [search.cutoff === "gt" ? "cut only at a better value" : "cut at an equal or better value"]),
      ...(root ? [`${root === "chance" ? "chance" : root.toUpperCase()} at the root`] : []),
    ].join(", ");
  }

  /** Another tree, or another search of it, is another sheet. */
  load() {
    const about = JSON.stringify(this.page.search);
    if (about !== this.about) this.empty();
    this.about = about;
  }

  empty() {
    [this.values, this.windows, this.visits, this.cuts, this.grade] = [{}, {}, [], [], null];
  }

  clear() {
    this.empty();
    this.show();
  }

  /** Lays the sheet over the picture. */
  show() {
    this.own = this.page.search.tree;
    this.same.hidden = this.watched === null || this.watched === this.own;
    this.which.replaceChildren("Asked about: ", make("b", {}, this.searched()), ".");
    this.task.textContent = ASKED[this.question];
    const { canvas, study } = this.page;
    for (const old of canvas.canvas.querySelectorAll(".laid")) old.remove();
    for (const [at, node] of (study?.nodes ?? []).entries()) {
      const inner = node.player !== null;
      const visits = this.question === "visits";
      const asked = this.question === "cuts" ? at > 0 : inner !== visits;
      const place = !asked
        ? null
        : this.question === "cuts"
          ? canvas.onEdge(at)
          : visits
            ? canvas.place(at, 0.5, 1)
            : canvas.place(at, 0.95, 0.5);
      if (!place) continue;
      const element = this.element(node.path, node.name);
      element.dataset["path"] = node.path;
      canvas.lay(element, place);
    }
    this.showGrade();
  }

  /**
   * A tree as it is wished, made by the server; says whether there is one.
   *
   * @param {boolean} [quietly]
   * @returns {Promise<boolean>}
   */
  async another(quietly = false) {
    const { depth, branches, cuts } = this.wishes;
    const { page } = this;
    const { tree: _, opponent: __, ...choices } = page.asked();
    try {
      const wish = {
        ...choices,
        depth: depth.number(),
        branching: [branches.number(), branches.number()],
        no_ties: true,
      };
      const cutting = cuts.number() > 0 && choices.algorithm !== "minimax" && choices.algorithm !== "expectiminimax";
      const { tree } = await quiz(cutting ? { ...wish, cuts: [cuts.number(), 1000] } : wish);
      /** @type {HTMLTextAreaElement} */ (byId("tree-text")).value = tree;
      await page.searchText();
      return true;
    } catch (error) {
      if (!quietly) notice(error instanceof Error ? error.message : String(error), "error");
      return false;
    }
  }

  /** What is filled in or clicked at a node. @param {string} path @param {string} name @returns {HTMLElement} */
  element(path, name) {
    if (this.question === "values") {
      return this.field(`Value of ${name}`, this.values[path] ?? "", (text) => (this.values[path] = text));
    }
    if (this.question === "windows") {
      const pair = (this.windows[path] ??= ["", ""]);
      return make(
        "span",
        { class: "pair" },
        .../** @type {const} */ ([0, 1]).map((side) =>
          this.field(
            `${side === 0 ? "Alpha" : "Beta"} of ${name}`,
            pair[side],
            (text) => (pair[side] = text),
            side === 0 ? "α" : "β",
          ),
        ),
      );
    }
    const list = this.question === "visits" ? this.visits : this.cuts;
    const at = list.indexOf(path);
    const cuts = this.question === "cuts";
    const text = at < 0 ? "" : cuts ? "✂" : String(at + 1);
    const label = cuts ? `The edge to ${name} is cut` : `Leaf ${name}${at < 0 ? "" : `, visit ${at + 1}`}`;
    const button = make(
      "button",
      { type: "button", class: cuts ? "edge" : "visit", "aria-pressed": String(at >= 0), "aria-label": label },
      text,
    );
    button.addEventListener("click", () => {
      if (at < 0) list.push(path);
      else list.splice(at, 1);
      this.grade = null;
      this.show();
      /** @type {HTMLElement | null} */ (this.page.canvas.canvas.querySelector(`.laid[data-path="${path}"]`))?.focus();
    });
    return button;
  }

  /** @param {string} label @param {string} value @param {(text: string) => void} put @param {string} [hint] */
  field(label, value, put, hint = "") {
    const input = make("input", { type: "text", "aria-label": label, placeholder: hint, autocomplete: "off", value });
    input.addEventListener("input", () => put(input.value.trim()));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.check();
    });
    return input;
  }

  /** The sheet as the server reads it; what was left empty is not on it. */
  sheet() {
    const filled = (/** @type {Record<string, string | [string, string]>} */ entries) =>
      Object.fromEntries(Object.entries(entries).filter(([, entry]) => [entry].flat().some(Boolean)));
    const answer = { values: filled(this.values), windows: filled(this.windows), visits: this.visits, cuts: this.cuts }[
      this.question
    ];
    return { question: this.question, answer };
  }

  async check() {
    try {
      this.grade = await askGrade(this.page.search, this.sheet());
      this.showGrade();
      const first = this.grade.first_wrong;
      say(`${this.grade.points} of ${this.grade.of} points. ${first ? first.message : "All is right."}`);
    } catch (error) {
      notice(error instanceof Error ? error.message : String(error), "error");
    }
  }

  showGrade() {
    const { grade } = this;
    this.verdict.replaceChildren();
    for (const element of this.page.canvas.canvas.querySelectorAll(".laid"))
      element.classList.remove("right", "wrong", "missing", "extra", "unreadable", "first");
    if (!grade) return;
    const laid = (/** @type {string | null} */ path) =>
      path === null
        ? null
        : [...this.page.canvas.canvas.querySelectorAll(".laid")].find(
            (one) => one instanceof HTMLElement && one.dataset["path"] === path,
          );
    for (const item of grade.items) laid(item.path)?.classList.add(item.verdict);
    this.verdict.append(make("p", { class: "points" }, `${grade.points} of ${grade.of} points`));
    const first = grade.first_wrong;
    if (!first) {
      this.verdict.append(make("p", {}, "All is right."));
      return;
    }
    laid(grade.items[first.item]?.path ?? null)?.classList.add("first");
    const look = make("button", { type: "button", id: "practice-look" }, `Show step ${first.step}`);
    look.addEventListener("click", () => {
      this.page.player.step = first.step;
      this.page.setMode("watch");
    });
    this.verdict.append(
      make("p", { class: "first-wrong" }, make("b", {}, "First wrong: "), first.message),
      make("p", {}, first.explanation),
      look,
    );
  }
}
