// What goes out of the page of trees: pictures, texts, slides and a link. The server makes all of them but the pixels.

import { slides, treePicture } from "./api.js";
import { byId, make } from "./dom.js";
import { copy } from "./share.js";
import { notice } from "./speech.js";
import { pixels } from "./tree-canvas.js";

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {string} text @param {string} name @param {string} kind */
const saveText = (text, name, kind) => save(new Blob([text], { type: kind }), name);

/** @param {import("./trees.js").Trees} page */
export function exports(page) {
  const { canvas } = page;
  /** The picture of the end, in another format. @param {string} format @param {string} name */
  const other = async (format, name) => {
    const { picture } = await treePicture({
      search: page.search,
      format,
      show: page.mode === "watch" ? [...page.layers].join(",") : "",
      fold: page.fold,
    });
    saveText(picture, name, format === "svg" ? "image/svg+xml" : "text/plain");
  };
  /** @type {Record<string, () => unknown>} */
  const acts = {
    SVG: () => saveText(canvas.text, "tree.svg", "image/svg+xml"),
    "Final SVG": () => other("svg", "tree.svg"),
    PNG: async () => save(await pixels(canvas.text), "tree.png"),
    TikZ: () => other("tikz", "tree.tex"),
    DOT: () => other("dot", "tree.dot"),
    Text: () => other("text", "tree.txt"),
    JSON: () => saveText(`${JSON.stringify(page.study?.answer ?? null)}\n`, "tree.json", "application/json"),
    "All steps": async () =>
      save(await slides({ search: page.search, show: [...page.layers, "sentence"].join(",") }), "tree-steps.zip"),
    "Copy link": () => copy(new URL(page.hash(), location.href).href, "Link"),
  };
  byId("tree-exports").append(
    ...Object.entries(acts).map(([name, act]) => {
      const button = make("button", { type: "button", "data-export": name }, name);
      button.addEventListener("click", async () => {
        try {
          await act();
        } catch (error) {
          notice(error instanceof Error ? error.message : String(error), "error");
        }
      });
      return button;
    }),
  );
}
