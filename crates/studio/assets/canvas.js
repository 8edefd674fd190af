// A drawing that is moved and zoomed: by pointer, by wheel, by two fingers, by keys.

import { shape } from "./elements.js";
import { FAR, NEAR } from "./labels.js";

const KEY_STEP = 60;
const STILL_MS = 180;
// The room around a drawing that is in sight as a whole, in pixels.
const RIM = 14;
const LARGEST_FIT = 1.6;
// On paper a drawing has this size, see studio.css.
const ON_PAPER = [640, 380];
// A node that is looked for is to be read.
const LEGIBLE = 0.9;

export class Canvas {
  constructor(width, height, label) {
    this.size = { width, height };
    this.content = shape("g");
    this.root = shape("svg", { class: "canvas", tabindex: 0, role: "group", "aria-label": label }, this.content);
    this.view = { x: 0, y: 0, scale: 1 };
    this.pointers = new Map();
    this.listen();
    new ResizeObserver(() => this.isTouched || this.fit()).observe(this.root);
    addEventListener("beforeprint", () => {
      this.isOnPaper = true;
      this.fitInto(...ON_PAPER);
      // No frame comes before the page is printed.
      this.put();
    });
    addEventListener("afterprint", () => {
      this.isOnPaper = false;
      this.fit();
    });
  }

  listen() {
    const { root } = this;
    root.addEventListener("wheel", (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 20 : 1;
      this.zoom(Math.exp(-event.deltaY * lines * 0.0015), this.inside(event));
    }, { passive: false });
    root.addEventListener("pointerdown", (event) => {
      this.pointers.set(event.pointerId, this.inside(event));
      this.moved = 0;
    });
    root.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      root.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    }
    // What was a drag is no click.
    root.addEventListener("click", (event) => this.moved > 5 && event.stopPropagation(), true);
    root.addEventListener("keydown", (event) => this.key(event));
  }

  inside(event) {
    const box = this.root.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  drag(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const here = this.inside(event);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, here);
    const [x, y] = [here[0] - last[0], here[1] - last[1]];
    this.moved += Math.abs(x) + Math.abs(y);
    if (this.moved > 5 && !this.root.hasPointerCapture(event.pointerId)) this.root.setPointerCapture(event.pointerId);
    if (other) {
      const [was, is] = [last, here].map((point) => Math.hypot(point[0] - other[0], point[1] - other[1]));
      this.zoom(is / (was || 1), [(here[0] + other[0]) / 2, (here[1] + other[1]) / 2]);
    }
    this.move(other ? x / 2 : x, other ? y / 2 : y);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const move = moves[event.key];
    if (move) this.move(move[0] * KEY_STEP, move[1] * KEY_STEP);
    else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  move(x, y) {
    this.isTouched = true;
    this.view.x += x;
    this.view.y += y;
    this.hurry();
  }

  zoom(factor, around = [this.root.clientWidth / 2, this.root.clientHeight / 2]) {
    this.isTouched = true;
    const { view } = this;
    const scale = Math.min(8, Math.max(0.01, view.scale * factor));
    const change = scale / view.scale;
    view.x = around[0] - (around[0] - view.x) * change;
    view.y = around[1] - (around[1] - view.y) * change;
    view.scale = scale;
    this.hurry();
  }

  // While it moves, less may be drawn.
  hurry() {
    clearTimeout(this.still);
    this.isMoving = true;
    this.still = setTimeout(() => {
      this.isMoving = false;
      this.draw();
    }, STILL_MS);
    this.draw();
  }

  // Shows all of it, names and labels too. `below` are pixels at the lower edge that something else covers.
  fit() {
    const [width, height] = [this.root.clientWidth, this.root.clientHeight - (this.below?.() ?? 0)];
    if (width && height > 0 && !this.isOnPaper) this.fitInto(width, height);
  }

  fitInto(width, height) {
    const box = this.box();
    const scale = Math.min(LARGEST_FIT, (width - 2 * RIM) / box.width, (height - 2 * RIM) / box.height);
    this.view = { scale, x: width / 2 - (box.x + box.width / 2) * scale, y: height / 2 - (box.y + box.height / 2) * scale };
    this.isTouched = false;
    this.draw();
  }

  // What the drawing takes. Of a large one only a part is in the document, but its nodes are within its size.
  box() {
    if (this.isPartial) return { x: 0, y: 0, ...this.size };
    this.root.classList.remove("far", "mapped");
    const { x, y, width, height } = this.content.getBBox();
    return width && height ? { x, y, width, height } : { x: 0, y: 0, ...this.size };
  }

  // What is in sight.
  sight() {
    const { x, y, scale } = this.view;
    return { x: -x / scale, y: -y / scale, width: this.root.clientWidth / scale, height: this.root.clientHeight / scale };
  }

  // Puts a point in the middle.
  centre(x, y) {
    const { view } = this;
    this.move(this.root.clientWidth / 2 - x * view.scale - view.x, this.root.clientHeight / 2 - y * view.scale - view.y);
  }

  // Puts a point in the middle, so near that it can be read.
  approach(x, y) {
    this.view.scale = Math.max(LEGIBLE, this.view.scale);
    this.centre(x, y);
  }

  // Sees to it that a point is in sight.
  reveal(x, y) {
    const [width, height] = [this.root.clientWidth, this.root.clientHeight];
    const { view } = this;
    const [left, top] = [x * view.scale + view.x, y * view.scale + view.y];
    if (left > 20 && top > 20 && left < width - 20 && top < height - 20) return;
    this.move(width / 2 - left, height / 2 - top);
  }

  draw() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.put();
    });
  }

  put() {
    const { x, y, scale } = this.view;
    // A style, and a layer of its own while it moves: so nothing is laid out and painted anew for it.
    this.content.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${scale.toFixed(4)})`;
    this.root.classList.toggle("moving", Boolean(this.isMoving));
    this.root.classList.toggle("far", scale < FAR);
    this.root.classList.toggle("mapped", scale < NEAR);
    const [right, bottom] = [(this.root.clientWidth - x) / scale, (this.root.clientHeight - y) / scale];
    this.onView?.([-x / scale, -y / scale, right, bottom], scale, this.isMoving);
  }
}
