// The steps of a search: forward and back, by themselves at a chosen speed, and to a node. What is said is what the
// server told.

import { sleep } from "./api.js";
import { byId, onClick } from "./dom.js";
import { notice, say } from "./speech.js";
import { showPath } from "./tree-show.js";

export class Player {
  /** @param {import("./trees.js").Trees} page */
  constructor(page) {
    this.page = page;
    this.step = 0;
    this.playing = false;
    /** How often it was started: a loop that was paused does not go on with the next one. */
    this.starts = 0;
    onClick("tree-first", () => this.go(0));
    onClick("tree-back", () => this.go(this.step - 1));
    onClick("tree-forward", () => this.go(this.step + 1));
    onClick("tree-last", () => this.go(this.count()));
    onClick("tree-play", () => this.toggle());
    this.slider = /** @type {HTMLInputElement} */ (byId("tree-slider"));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    byId("tree-jump").addEventListener("submit", (event) => {
      event.preventDefault();
      this.find(/** @type {HTMLInputElement} */ (byId("tree-node")).value.trim());
    });
  }

  /** @returns {import("./types.js").Step[]} */
  steps() {
    return this.page.study?.steps ?? [];
  }

  count() {
    return this.steps().length;
  }

  /** @param {import("./types.js").Study} study @param {number | null} step */
  load(study, step) {
    this.step = Math.min(step ?? study.steps.length, study.steps.length);
    this.slider.max = String(study.steps.length);
  }

  /** @param {number} step */
  go(step) {
    if (this.playing) this.pause();
    return this.set(step);
  }

  /** @param {number} step */
  set(step) {
    this.step = Math.max(0, Math.min(step, this.count()));
    return this.page.draw();
  }

  /** Shows what belongs to a step, beside its picture. @param {number} step */
  show(step) {
    const steps = this.steps();
    const now = steps[step - 1];
    const sentence = now?.sentence ?? `Before the first of ${steps.length} steps.`;
    if (byId("tree-sentence").textContent !== sentence && !this.playing) say(sentence);
    byId("tree-sentence").textContent = sentence;
    const leaves = now?.leaves ?? 0;
    byId("tree-count").textContent =
      `Step ${step} of ${steps.length}, ${leaves} ${leaves === 1 ? "leaf" : "leaves"} visited`;
    this.slider.value = String(step);
    this.slider.setAttribute("aria-valuetext", sentence);
    for (const id of ["tree-first", "tree-back"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = step === 0;
    for (const id of ["tree-forward", "tree-last"])
      /** @type {HTMLButtonElement} */ (byId(id)).disabled = step === steps.length;
    if (this.page.study) showPath(this.page.study, step);
    if (now) this.page.canvas.reveal(now.at);
  }

  /** To the step at which a node was entered. @param {number} at */
  jump(at) {
    const step = this.steps().findIndex((one) => one.event === "enter" && one.at === at);
    if (step >= 0) return this.go(step + 1);
    const name = this.page.study?.nodes[at]?.name ?? "";
    notice(`The search never entered ${name}.`);
    return undefined;
  }

  /** To a node by its path or its name. @param {string} text */
  find(text) {
    const at = (this.page.study?.nodes ?? []).findIndex(
      (node) => node.path === text || node.name === text || node.label === text,
    );
    if (at < 0)
      notice(`There is no node “${text}”. A path is written 2.3: the third action after the second.`, "error");
    else this.jump(at);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  async play() {
    const mine = (this.starts += 1);
    this.playing = true;
    this.showPlay();
    if (this.step === this.count()) await this.set(0);
    const goes = () => this.playing && mine === this.starts;
    while (goes() && this.step < this.count()) {
      await sleep(1000 / Number(/** @type {HTMLSelectElement} */ (byId("tree-speed")).value));
      if (goes()) await this.set(this.step + 1);
    }
    if (goes()) this.pause();
  }

  pause() {
    this.playing = false;
    this.showPlay();
  }

  showPlay() {
    byId("tree-play").textContent = this.playing ? "Pause" : "Play";
    byId("tree-play").setAttribute("aria-pressed", String(this.playing));
  }

  /** @param {(keys: string[], shown: string, text: string, act: () => unknown) => import("./keys.js").Key} key */
  keys(key) {
    const now = () => this.steps()[this.step - 1]?.at ?? 0;
    return [
      key(["ArrowLeft"], "←", "one step back", () => this.go(this.step - 1)),
      key(["ArrowRight"], "→", "one step forward", () => this.go(this.step + 1)),
      key(["ArrowUp", "Home"], "↑ Home", "to the start", () => this.go(0)),
      key(["ArrowDown", "End"], "↓ End", "to the end", () => this.go(this.count())),
      key(["p", " "], "p", "play by itself, or pause", () => this.toggle()),
      key(["g"], "g", "go to a node", () => byId("tree-node").focus()),
      key(["f"], "f", "fold the node of this step, or open it; a click with Shift does it too", () =>
        this.page.toggle(now()),
      ),
    ];
  }
}
