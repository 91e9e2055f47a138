// The picture of a tree that the server drew: shown, made larger and smaller, pushed about, and clicked on.

import { byId, drawing, make } from "./dom.js";
import { patched } from "./tree-patch.js";

const SVG = "http://www.w3.org/2000/svg";

export class Canvas {
  /** @param {(at: number, shift: boolean) => void} clicked a node was clicked */
  constructor(clicked) {
    this.frame = byId("tree-frame");
    this.canvas = byId("tree-canvas");
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** The bytes of the picture, as the server sent them. */
    this.text = "";
    /** For each node of the picture its place in the tree. @type {number[]} */
    this.nodes = [];
    /** Pixels for each unit of the picture; 0 fits it into the frame, as far as it can then be read. */
    this.zoom = 0;
    this.canvas.addEventListener("click", (event) => {
      const at = this.at(event.target);
      if (at !== null && !this.pushed) clicked(at, event.shiftKey);
    });
    this.pushed = false;
    this.pushing();
    this.frame.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.scale(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
      },
      { passive: false },
    );
    new ResizeObserver(() => this.resize()).observe(this.frame);
  }

  /** The node that an element of the picture belongs to. @param {EventTarget | null} target */
  at(target) {
    const node = target instanceof Element ? target.closest("[data-node]")?.getAttribute("data-node") : null;
    return node == null ? null : (this.nodes[Number(node)] ?? null);
  }

  /** The group of a node, unless it is folded away. @param {number} at */
  group(at) {
    return this.svg?.querySelector(`[data-node="${this.nodes.indexOf(at)}"]`) ?? null;
  }

  /** @param {import("./types.js").Picture} picture */
  show({ picture, nodes }) {
    this.nodes = nodes;
    for (const old of this.canvas.querySelectorAll(".laid")) old.remove();
    this.mark(null, "chosen");
    if (picture !== this.text && !(this.svg && patched(this.svg, this.text, picture))) {
      const svg = drawing(picture);
      if (!svg) throw new Error("The server sent a picture that cannot be shown.");
      this.svg = svg;
      this.canvas.replaceChildren(svg);
    }
    this.text = picture;
    this.resize();
  }

  /**
   * Lays an element over the picture, its middle at a point of a shape in it.
   *
   * @param {HTMLElement} element
   * @param {DOMPoint} point
   */
  lay(element, point) {
    const box = this.svg?.viewBox.baseVal;
    if (!box) return;
    element.classList.add("laid");
    element.style.left = `${(100 * point.x) / box.width}%`;
    element.style.top = `${(100 * point.y) / box.height}%`;
    this.canvas.append(element);
  }

  /**
   * A point of a shape, as the whole picture counts.
   *
   * @param {SVGGraphicsElement} shape
   * @param {number} x
   * @param {number} y
   */
  point(shape, x, y) {
    const matrix = this.svg
      ?.getCTM()
      ?.inverse()
      .multiply(shape.getCTM() ?? new DOMMatrix());
    return new DOMPoint(x, y).matrixTransform(matrix);
  }

  /**
   * A point of a node's shape: from 0 at its left and top to 1.
   *
   * @param {number} at
   * @param {number} across
   * @param {number} down
   */
  place(at, across, down) {
    const shape = this.group(at)?.querySelector("path, rect");
    if (!(shape instanceof SVGGraphicsElement)) return null;
    const { x, y, width, height } = shape.getBBox();
    return this.point(shape, x + width * across, y + height * down);
  }

  /** A point on the edge to a node. @param {number} at */
  onEdge(at) {
    const edge = this.svg?.querySelector(`[data-edge="${this.nodes.indexOf(at)}"]`);
    if (!(edge instanceof SVGPathElement)) return null;
    const { x, y } = edge.getPointAtLength(edge.getTotalLength() * 0.6);
    return this.point(edge, x, y);
  }

  /** Marks a node. @param {number | null} at @param {string} name */
  mark(at, name) {
    for (const element of this.canvas.querySelectorAll(`.${name}`)) element.classList.remove(name);
    if (at !== null) this.group(at)?.classList.add(name);
  }

  /** Brings a node into sight, if the picture is larger than the frame. @param {number} at */
  reveal(at) {
    const node = this.group(at)?.getBoundingClientRect();
    if (!node) return;
    const box = this.frame.getBoundingClientRect();
    if (node.left < box.left || node.right > box.right) this.frame.scrollLeft += node.left - box.left - box.width / 2;
    if (node.top < box.top || node.bottom > box.bottom) this.frame.scrollTop += node.top - box.top - box.height / 2;
  }

  /** The zoom at which all of it is seen. A small tree is not blown up beyond what is pleasant. */
  fitting() {
    const box = this.svg?.viewBox.baseVal;
    if (!box) return 1;
    const room = parseFloat(getComputedStyle(this.frame).maxHeight) || this.frame.clientHeight;
    return Math.min((this.frame.clientWidth - 2) / box.width, Math.max(room - 4, 200) / box.height, 2.4);
  }

  readable() {
    return Math.max(this.fitting(), 0.5);
  }

  resize() {
    const box = this.svg?.viewBox.baseVal;
    if (!this.svg || !box) return;
    const zoom = this.zoom || this.readable();
    for (const element of [this.svg, this.canvas]) {
      element.style.width = `${box.width * zoom}px`;
      element.style.height = `${box.height * zoom}px`;
    }
    this.canvas.style.setProperty("--zoom", String(zoom));
  }

  fit() {
    this.zoom = this.fitting();
    this.resize();
  }

  /**
   * Makes it larger, about a point of the window or the middle.
   *
   * @param {number} by
   * @param {number} [x]
   * @param {number} [y]
   */
  scale(by, x, y) {
    const box = this.frame.getBoundingClientRect();
    const [dx, dy] = [(x ?? box.left + box.width / 2) - box.left, (y ?? box.top + box.height / 2) - box.top];
    const before = this.zoom || this.readable();
    this.zoom = Math.min(8, Math.max(0.02, before * by));
    const [left, top] = [this.frame.scrollLeft + dx, this.frame.scrollTop + dy];
    this.resize();
    this.frame.scrollLeft = (left * this.zoom) / before - dx;
    this.frame.scrollTop = (top * this.zoom) / before - dy;
  }

  /** The picture is pushed about by the mouse; fingers do that by themselves. */
  pushing() {
    /** @type {{ x: number, y: number, left: number, top: number } | null} */
    let from = null;
    this.frame.addEventListener("pointerdown", (event) => {
      this.pushed = false;
      if (
        event.pointerType !== "mouse" ||
        event.button !== 0 ||
        (event.target instanceof Element && event.target.closest(".laid"))
      )
        return;
      from = { x: event.clientX, y: event.clientY, left: this.frame.scrollLeft, top: this.frame.scrollTop };
    });
    addEventListener("pointermove", (event) => {
      if (!from) return;
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > 4) this.pushed = true;
      if (!this.pushed) return;
      this.frame.scrollLeft = from.left - (event.clientX - from.x);
      this.frame.scrollTop = from.top - (event.clientY - from.y);
    });
    addEventListener("pointerup", () => (from = null));
  }
}

/** The picture as pixels, twice as many as it has units. @param {string} text @returns {Promise<Blob>} */
export async function pixels(text) {
  const image = make("img");
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.namespaceURI !== SVG) throw new Error("This is no picture.");
  // Browsers refuse pictures beyond some size.
  const [width, height] = [Number(parsed.getAttribute("width")), Number(parsed.getAttribute("height"))];
  const scale = Math.min(2, 16000 / Math.max(width, height), Math.sqrt(2e8 / (width * height)));
  const canvas = make("canvas");
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("The picture is too large for PNG."))), "image/png"),
  );
}
