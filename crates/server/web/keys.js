// The table of keys: what they do, and the help that is made of it. Letters are letters while somebody writes.

import { make, writing } from "./dom.js";

/** @typedef {{ keys: string[], shown: string, text: string, act: () => void }} Key */

export class Keys {
  /** @param {() => Key[]} table what can be done now */
  constructor(table) {
    this.table = table;
    addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || writing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const button = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
    if (button && (event.key === "Enter" || event.key === " ")) return;
    const name = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
    const key = this.table().find((one) => one.keys.includes(name));
    if (!key) return;
    event.preventDefault();
    key.act();
  }

  /** The help. */
  help() {
    const rows = this.table().filter((key) => key.text);
    return make(
      "dl",
      { class: "keys" },
      ...rows.map((key) =>
        make(
          "div",
          {},
          make("dt", {}, ...key.shown.split(" ").map((word) => make("kbd", {}, word))),
          make("dd", {}, key.text),
        ),
      ),
    );
  }
}
