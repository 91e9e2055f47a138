// The page of trees: a tree, a search of it, and the step that is looked at. All that is shown of the search was told
// by the server.

import { ApiError, study as askStudy, treePicture } from "./api.js";
import { Builder } from "./tree-builder.js";
import { Canvas } from "./tree-canvas.js";
import { exports } from "./tree-exports.js";
import { Player } from "./tree-player.js";
import { Practice } from "./tree-practice.js";
import { treeHash, treeWish } from "./tree-address.js";
import { fillLevels, foldedAt, showAnswer, showLayers } from "./tree-show.js";
import { pointed } from "./dialogs.js";
import { byId, make, onClick } from "./dom.js";

/** @typedef {import("./types.js").Study} Study */
/** @typedef {import("./tree-address.js").Mode} Mode */

/** A tree with more nodes than this is folded when it is opened. */
const MANY = 600;
const CHOICES = /** @type {const} */ (["algorithm", "order", "cutoff", "root", "opponent"]);

export class Trees {
  constructor() {
    /** @type {Study | null} */
    this.study = null;
    /** What the study is of. @type {import("./types.js").Search} */
    this.search = { tree: "" };
    /** @type {Mode} */
    this.mode = "watch";
    /** @type {number[]} */
    this.fold = [];
    this.shownHash = "";
    /** @type {Promise<void> | null} */
    this.drawing = null;
    this.stale = false;
    /** How many searches were asked for: only the last one is shown. */
    this.looks = 0;
    this.canvas = new Canvas((at, shift) => this.clicked(at, shift));
    this.player = new Player(this);
    this.builder = new Builder(this);
    this.practice = new Practice(this);
    /** Which layers are on the picture. @type {Set<string>} */
    this.layers = showLayers(() => this.draw());
    exports(this);
    this.wire();
  }

  wire() {
    onClick("tree-smaller", () => this.canvas.scale(1 / 1.3));
    onClick("tree-larger", () => this.canvas.scale(1.3));
    onClick("tree-fit", () => this.canvas.fit());
    byId("tree-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.searchText();
    });
    byId("tree-text").addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      this.searchText();
    });
    for (const name of CHOICES) byId(`tree-${name}`).addEventListener("change", () => this.searchText());
    byId("tree-levels").addEventListener("change", (event) => {
      if (!this.study || !(event.target instanceof HTMLSelectElement)) return;
      const level = event.target.value;
      this.fold = level === "" ? [] : foldedAt(this.study.nodes, Number(level));
      this.draw();
    });
    for (const button of byId("tree-modes").querySelectorAll("button")) {
      button.addEventListener("click", () => this.choose(/** @type {Mode} */ (button.dataset["mode"])));
    }
  }

  /** Shows what the address bar says. */
  async open() {
    if (location.hash === this.shownHash) return;
    const wanted = treeWish(location.hash);
    this.player.pause();
    this.mode = wanted.mode;
    /** @type {HTMLTextAreaElement} */ (byId("tree-text")).value = wanted.search.tree;
    for (const name of CHOICES)
      /** @type {HTMLSelectElement} */ (byId(`tree-${name}`)).value =
        wanted.search[name] ?? (name === "order" ? "ltr" : name === "cutoff" ? "ge" : "");
    await this.look(this.asked(), wanted.step, wanted.fold.length > 0 ? wanted.fold : null);
  }

  /**
   * The tree and the choices as they stand on the page.
   *
   * @param {string} [tree]
   * @returns {import("./types.js").Search}
   */
  asked(tree) {
    const search = { tree: tree ?? /** @type {HTMLTextAreaElement} */ (byId("tree-text")).value };
    const chosen = CHOICES.map((name) => [name, /** @type {HTMLSelectElement} */ (byId(`tree-${name}`)).value]).filter(
      (pair) => pair[1],
    );
    return { ...search, ...Object.fromEntries(chosen) };
  }

  async searchText() {
    this.player.pause();
    const same = this.asked().tree === this.search.tree;
    await this.look(this.asked(), 0, same ? this.fold : null);
  }

  /**
   * Asks for a search, and shows it. A tree that cannot be read leaves the last one where it is.
   *
   * @param {import("./types.js").Search} search
   * @param {number | null} step
   * @param {number[] | null} fold
   * @returns {Promise<boolean>}
   */
  async look(search, step, fold) {
    document.body.dataset["state"] = "loading";
    const mine = (this.looks += 1);
    try {
      const study = await askStudy(search);
      if (mine !== this.looks) return false;
      const other = search.tree !== this.search.tree;
      this.study = study;
      this.search = search;
      this.fold = fold ?? (study.nodes.length > MANY ? foldedAt(study.nodes, null, MANY / 4) : []);
      if (other) this.canvas.zoom = 0;
      this.complain(study.trouble ? new ApiError(400, study.trouble) : null);
      fillLevels(study.nodes, this.fold);
      this.player.load(study, step);
      this.builder.load(study);
      this.practice.load();
      this.setMode(this.mode);
      await this.drawing;
      return true;
    } catch (error) {
      if (mine === this.looks) this.complain(error);
      document.body.dataset["state"] = "ready";
      return false;
    }
  }

  /** What is wrong with the tree, and where. @param {unknown} error */
  complain(error) {
    const box = byId("tree-error");
    box.replaceChildren();
    if (error === null) return;
    box.append(make("p", {}, error instanceof Error ? error.message : String(error)));
    if (error instanceof ApiError && error.line && error.column) {
      box.append(
        make(
          "pre",
          { "aria-hidden": "true" },
          pointed(/** @type {HTMLTextAreaElement} */ (byId("tree-text")).value, error.line, error.column),
        ),
      );
    }
  }

  /**
   * A mode that somebody chose: what was watched is not asked about, for the answer has been seen.
   *
   * @param {Mode} mode
   */
  choose(mode) {
    if (mode === "practise" && this.mode === "watch") return this.practice.begin();
    return this.setMode(mode);
  }

  /** @param {Mode} mode */
  setMode(mode) {
    if (mode !== this.mode) this.player.pause();
    this.mode = mode;
    for (const button of byId("tree-modes").querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.dataset["mode"] === mode));
    for (const id of ["tree-player", "tree-path", "tree-jump"]) byId(id).hidden = mode !== "watch";
    byId("tree-build").hidden = mode !== "build";
    byId("tree-practice").hidden = mode !== "practise";
    byId("tree-answer").hidden = mode === "practise";
    if (this.study) showAnswer(this.study);
    return this.draw();
  }

  /** The picture that belongs to what is looked at. @returns {import("./types.js").PictureWish} */
  wanted() {
    const { search, fold } = this;
    // What the best reply is worth is an answer too, and stays off a sheet.
    const { opponent: _, ...plain } = search;
    if (this.mode !== "watch") return { search: plain, show: "", fold };
    return { search, step: this.player.step, show: [...this.layers].join(","), fold };
  }

  /** Draws; while a picture is under way, only the last one that was asked for comes after it. */
  draw() {
    this.stale = true;
    this.drawing ??= this.drawAll().finally(() => (this.drawing = null));
    return this.drawing;
  }

  async drawAll() {
    while (this.stale && this.study) {
      this.stale = false;
      document.body.dataset["state"] = "loading";
      const [mode, step] = [this.mode, this.player.step];
      try {
        this.canvas.show(await treePicture(this.wanted()));
        byId("trees").dataset["step"] = String(step);
        if (mode === "watch") this.player.show(step);
        if (mode === "build") this.builder.show();
        if (mode === "practise") this.practice.show();
      } catch (error) {
        this.complain(error);
      }
    }
    this.keep();
    document.body.dataset["state"] = "ready";
  }

  /** Writes the address; not at each of many steps, for browsers do not like that. */
  keep() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (byId("trees").hidden || !this.study) return;
      this.shownHash = this.hash();
      history.replaceState(null, "", this.shownHash);
    }, 250);
  }

  hash() {
    const { search, mode, fold, player } = this;
    return treeHash({ search, mode, fold, step: player.step });
  }

  /** @param {number} at @param {boolean} shift */
  clicked(at, shift) {
    if (shift) this.toggle(at);
    else if (this.mode === "watch") this.player.jump(at);
    else if (this.mode === "build") this.builder.choose(at);
  }

  /** Folds a node up, or open. @param {number} at */
  toggle(at) {
    this.fold = this.fold.includes(at) ? this.fold.filter((other) => other !== at) : [...this.fold, at];
    return this.draw();
  }

  leave() {
    this.player.pause();
    this.shownHash = "";
    clearTimeout(this.timer);
  }

  /** What the keys do here. @returns {import("./keys.js").Key[]} */
  keys() {
    const key = (
      /** @type {string[]} */ keys,
      /** @type {string} */ shown,
      /** @type {string} */ text,
      /** @type {() => unknown} */ act,
    ) => ({ keys, shown, text, act: () => void act() });
    const size = [
      key(["+", "="], "+", "larger", () => this.canvas.scale(1.3)),
      key(["-"], "−", "smaller", () => this.canvas.scale(1 / 1.3)),
      key(["0"], "0", "the whole tree", () => this.canvas.fit()),
      key(["t"], "t", "write the tree", () => byId("tree-text").focus()),
      ...["watch", "build", "practise"].map((mode, at) =>
        key([`${at + 1}`], `${at + 1}`, mode, () => this.choose(/** @type {Mode} */ (mode))),
      ),
    ];
    if (this.mode === "watch") return [...this.player.keys(key), ...size];
    if (this.mode === "build") return [...this.builder.keys(key), ...size];
    return size;
  }
}
