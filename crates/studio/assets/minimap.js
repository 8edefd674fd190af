// A small map of the whole drawing, where only a part of it is in sight: it shows which one, and leads elsewhere.

import { shape } from "./elements.js";

const MAP_WIDTH = 170;
const MAP_HEIGHT = 120;

export class Minimap {
  constructor(canvas, points, label) {
    this.canvas = canvas;
    const { width, height } = canvas.size;
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const of = (choose, list) => list.reduce((a, b) => choose(a, b));
    this.extent = [of(Math.min, xs), of(Math.min, ys), of(Math.max, xs), of(Math.max, ys)];
    this.scale = Math.min(MAP_WIDTH / width, MAP_HEIGHT / height);
    const mark = 1.2 / this.scale;
    const path = points.map(({ x, y }) => `M${Math.round(x - mark)} ${Math.round(y - mark)}h${(2 * mark).toFixed(1)}v${(2 * mark).toFixed(1)}h${(-2 * mark).toFixed(1)}z`).join("");
    this.frame = shape("rect", { class: "sight" });
    this.root = shape("svg", { class: "minimap", role: "img", "aria-label": label, width: Math.ceil(width * this.scale), height: Math.ceil(height * this.scale), viewBox: `0 0 ${width} ${height}` },
      shape("path", { class: "mark bars", d: path }), this.frame);
    this.root.addEventListener("pointerdown", (event) => {
      this.root.setPointerCapture(event.pointerId);
      this.lead(event);
    });
    this.root.addEventListener("pointermove", (event) => event.buttons && this.lead(event));
  }

  lead(event) {
    const box = this.root.getBoundingClientRect();
    const { width, height } = this.canvas.size;
    this.canvas.centre(((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height);
  }

  // Shows which part is in sight; nothing, where all of it is.
  show([left, top, right, bottom]) {
    const { width, height } = this.canvas.size;
    const [least, highest, most, lowest] = this.extent;
    this.root.toggleAttribute("hidden", left <= least && top <= highest && right >= most && bottom >= lowest);
    const [x, y] = [Math.max(0, left), Math.max(0, top)];
    for (const [name, value] of Object.entries({ x, y, width: Math.max(0, Math.min(width, right) - x), height: Math.max(0, Math.min(height, bottom) - y), "stroke-width": 2 / this.scale })) this.frame.setAttribute(name, value);
  }
}
