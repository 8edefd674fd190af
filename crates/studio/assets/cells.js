// A large drawing in cells, of which only those in sight are drawn; from far away, only marks.
// What is large is in larger cells, so that a long arc does not keep a small cell in sight.

import { shape } from "./elements.js";
import { head, line, ring } from "./geometry.js";

const SMALLEST = 450;
const LARGEST = 450 * 4 ** 4;

export class Cells {
  constructor() {
    this.arcs = shape("g", { class: "arcs" });
    this.nodes = shape("g", { class: "nodes" });
    this.cells = new Map();
  }

  // The cell for something that reaches so far.
  cell(layer, [left, top, right, bottom]) {
    let size = SMALLEST;
    while (size < LARGEST && Math.max(right - left, bottom - top) > size) size *= 4;
    const key = `${layer} ${size} ${Math.floor((left + right) / 2 / size)} ${Math.floor((top + bottom) / 2 / size)}`;
    let cell = this.cells.get(key);
    if (!cell) {
      cell = { layer, group: shape("g", { class: size > SMALLEST ? "long" : null }), box: [left, top, right, bottom], paths: {}, isShown: true, nodes: 0 };
      this[layer].append(cell.group);
      this.cells.set(key, cell);
    }
    const { box } = cell;
    cell.box = [Math.min(box[0], left), Math.min(box[1], top), Math.max(box[2], right), Math.max(box[3], bottom)];
    return cell;
  }

  addNode(x, y, node) {
    const cell = this.cell("nodes", [x - 60, y - 30, x + 60, y + 40]);
    cell.nodes += 1;
    cell.group.append(node);
  }

  // An arc, by pieces of paths of several kinds, and its label.
  addArc(points, pieces, label) {
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const cell = this.cell("arcs", [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
    for (const [kind, piece] of Object.entries(pieces)) cell.paths[kind] = (cell.paths[kind] ?? "") + piece;
    if (label) (cell.labels ??= []).push(label);
  }

  // All arcs of a kind in a cell are one path.
  finish() {
    for (const { group, paths, labels } of this.cells.values()) {
      for (const [kind, d] of Object.entries(paths)) group.append(shape("path", { class: `arc ${kind}`, d }));
      group.append(...(labels ?? []));
    }
  }

  // Shows what is in sight; answers how many nodes that are.
  reveal([left, top, right, bottom]) {
    let nodes = 0;
    for (const cell of this.cells.values()) {
      const { box } = cell;
      const isShown = box[0] < right && box[2] > left && box[1] < bottom && box[3] > top;
      if (isShown) nodes += cell.nodes;
      if (isShown === cell.isShown) continue;
      cell.isShown = isShown;
      // Out of the document: what is only not displayed is still laid out.
      if (isShown) this[cell.layer].append(cell.group);
      else cell.group.remove();
    }
    return nodes;
  }
}

// The pieces of an arc: its line, and what is at its end.
export function pieces(kind, points, before) {
  const to = (end) => line([...points.slice(0, -1), end]);
  switch (kind) {
    case "inhibitor": return { inhibitor: to(before(points, 10)), rings: ring(before(points, 5), 5) };
    case "read": return { read: to(before(points, 8)), discs: ring(before(points, 4), 4) };
    case "reset": return { reset: line(points), heads: head(points) + head([...points.slice(0, -1), before(points, 9)]) };
    default: return { plain: line(points), heads: head(points) };
  }
}

// A drawing from far away: a mark for each node, as few paths as there are colours.
export class Overview {
  constructor(lines, places, transitions) {
    this.places = places;
    this.transitions = transitions;
    const way = ([from, to]) => `M${from.map(Math.round).join(" ")}L${to.map(Math.round).join(" ")}`;
    this.marks = ["quiet", "bars", "marked", "can", "did", "pointed"].map((kind) => shape("path", { class: `mark ${kind}` }));
    this.ways = shape("path", { class: "arc plain", d: lines.map(way).join("") });
    this.root = shape("g", { class: "overview" }, this.ways, this.marks);
  }

  show(scale, isMarked, enabled, fired, pointed) {
    const half = Math.max(15, 1.3 / scale);
    this.root.setAttribute("stroke-width", Math.max(1.3, 0.4 / scale));
    const mark = ({ x, y }, size) => `M${Math.round(x - size)} ${Math.round(y - size)}h${2 * size}v${2 * size}h${-2 * size}z`;
    const parts = ["", "", "", "", "", ""];
    for (const place of this.places) parts[isMarked(place.id) ? 2 : 0] += ring([place.x, place.y], isMarked(place.id) ? 1.25 * half : half);
    for (const transition of this.transitions) parts[transition.id === fired ? 4 : enabled.has(transition.id) ? 3 : 1] += mark(transition, transition.id === fired ? 3 * half : enabled.has(transition.id) ? 1.6 * half : half);
    for (const node of [...this.places, ...this.transitions]) if (pointed.has(node.id)) parts[5] += mark(node, 2 * half);
    this.marks.forEach((path, at) => path.setAttribute("d", parts[at]));
  }
}
