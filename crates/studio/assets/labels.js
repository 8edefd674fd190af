// Names of nodes as a map has them: as large as they are to be read from any distance, and as many as there is room for.
// Who matters most is named first.

import { shape, shortened } from "./elements.js";

// Closer than this, every node has its own name.
export const NEAR = 0.75;
// From further away, what is written in the drawing is too small to be read.
export const FAR = 0.45;
const SIZE = 11;
const LETTER = 6.4;
const LETTERS = 18;
// The screen in squares, each of which is taken by one label.
const SQUARE = 7;
const MOST_LABELS = 150;

export class Labels {
  // `nodes` have `x`, `y`, `id` and perhaps `name`; `half` is half of their height.
  constructor(nodes, half) {
    this.nodes = nodes;
    this.half = half;
    this.root = shape("g", { class: "labels", "aria-hidden": "true" });
  }

  // `rank` says how much a node matters.
  show([left, top, right, bottom], scale, rank) {
    if (scale >= NEAR) return this.root.replaceChildren();
    const inside = this.nodes.filter(({ x, y }) => x > left && x < right && y > top && y < bottom);
    const ranked = inside.map((node) => [rank(node), node]).sort(([a], [b]) => b - a);
    const taken = new Set();
    // Where a node is drawn as such, no name is to hide it.
    const core = 0.5 * this.half * scale;
    if (core > 2) for (const { x, y } of inside) squares((x - left) * scale, (y - top) * scale, core, core).forEach((key) => taken.add(key));
    const texts = [];
    for (const [, node] of ranked) {
      if (texts.length >= MOST_LABELS) break;
      const text = shortened(node.name || node.id, LETTERS);
      const half = (text.length * LETTER) / 2;
      const y = node.y + this.half + (SIZE + 3) / scale;
      // No name is cut off at a side.
      const x = Math.max(left + half / scale, Math.min(right - half / scale, node.x));
      const keys = squares((x - left) * scale, (y - top) * scale - SIZE / 2, half, SIZE / 2);
      if (keys.some((key) => taken.has(key))) continue;
      keys.forEach((key) => taken.add(key));
      texts.push(shape("text", { x: x.toFixed(1), y: y.toFixed(1) }, text));
    }
    this.root.style.fontSize = `${(SIZE / scale).toFixed(2)}px`;
    this.root.style.strokeWidth = `${(3 / scale).toFixed(2)}px`;
    return this.root.replaceChildren(...texts);
  }
}

// The squares that a box takes, by its middle and its half sides.
function squares(x, y, width, height) {
  const keys = [];
  for (let column = Math.floor((x - width) / SQUARE); column <= (x + width) / SQUARE; column += 1) {
    for (let row = Math.floor((y - height) / SQUARE); row <= (y + height) / SQUARE; row += 1) keys.push(`${column} ${row}`);
  }
  return keys;
}
