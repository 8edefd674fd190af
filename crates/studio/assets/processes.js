// A program: each process an automaton, the location where it is lit up, and what can happen next.

import { shape, shortened } from "./elements.js";
import { FAR, Labels } from "./labels.js";
import { aside, head, line, loop, middleOf, pointOf, rim } from "./geometry.js";

const HEIGHT = 15;
const STEP_LETTERS = 28;
const LETTER_WIDTH = 6.3;
// Where a label may be along its line, the best first, and how far from it.
const ALONG = [0.5, 0.38, 0.62, 0.26, 0.74, 0.14, 0.86];
const ASIDE = [-8, 10, -20, 22];

export class ProcessDrawing {
  constructor(drawing, onFire) {
    this.drawing = drawing;
    this.onFire = onFire;
    this.root = shape("g", { class: "processes" });
    this.steps = [];
    this.locations = new Map();
    this.kinds = new Set();
    this.unplaced = [];
    this.named = new Map();
    this.rims = [];
    drawing.processes.forEach((process) => this.drawProcess(process));
    const locations = drawing.processes.flatMap(({ place, locations: all }) => all.map(({ name, x, y }) => ({ id: name, x, y, place })));
    this.labels = new Labels(locations, HEIGHT);
    this.root.append(...this.placedLabels(), this.labels.root);
  }

  // From far away, locations have their names below them, the current ones first.
  reveal(box, scale, isMoving) {
    if (isMoving) return;
    this.sight = [box, scale];
    this.name();
  }

  name() {
    if (!this.sight) return;
    if (this.sight[1] >= FAR) this.labels.root.replaceChildren();
    else this.labels.show(...this.sight, ({ id, place }) => (this.marking?.[place] === id ? 1 : 0));
  }

  // Labels above everything, so that no location hides them, each where it hides nothing else.
  placedLabels() {
    const boxes = this.drawing.processes.flatMap(({ x, y, name, locations }) => [
      { x: x + 14 + name.length * 4.5, y: y - 12, width: name.length * 4.5, height: 9 },
      ...locations.map((location) => ({ x: location.x, y: location.y, width: halfWidth(location), height: HEIGHT })),
    ]);
    return this.unplaced.map(({ text, points }) => {
      const box = placed({ width: (text.length * LETTER_WIDTH) / 2, height: 7 }, points, boxes);
      boxes.push(box);
      return shape("text", { class: "weight on-card", x: box.x.toFixed(1), y: (box.y + 4).toFixed(1) }, text);
    });
  }

  // What can be looked for: processes and their locations.
  nodes() {
    return this.drawing.processes.flatMap(({ name, x, y, width, locations }) => [{ id: name, x: x + width / 2, y }, ...locations.map((location) => ({ id: `${name}.${location.name}`, x: location.x, y: location.y }))]);
  }

  // Makes processes and locations stand out; answers where the first one is.
  point(ids) {
    for (const rim of this.rims) rim.remove();
    const found = ids.map((id) => this.named.get(id)).filter(Boolean);
    this.rims = found.map(({ group, box }) => {
      const rim = shape("rect", { class: "rim", ...box, rx: HEIGHT });
      group.append(rim);
      return rim;
    });
    return found[0]?.at ?? null;
  }

  drawProcess(process) {
    const { x, y, width, height, name } = process;
    const box = shape("g", { class: "process", role: "group", "aria-label": `process ${name}` },
      shape("rect", { class: "frame", x, y: y - 30, width, height: height + 30, rx: 8 }),
      shape("text", { class: "heading", x: x + 14, y: y - 8 }, shortened(name, 40)));
    this.root.append(box);
    this.named.set(name, { group: box, box: { x: x - 4, y: y - 34, width: width + 8, height: height + 38 }, at: [x + width / 2, y + height / 2] });
    const numbers = new Map(process.locations.map((location, at) => [location.name, at]));
    const steps = process.steps.map((step) => ({ ...step, from: numbers.get(step.from), to: numbers.get(step.to) }));
    const several = new Map();
    for (const step of steps) {
      const key = [step.from, step.to].sort((a, b) => a - b).join(" ");
      several.set(key, [...(several.get(key) ?? []), step]);
    }
    for (const step of steps) {
      const group = several.get([step.from, step.to].sort((a, b) => a - b).join(" "));
      box.append(this.drawStep(process, step, group.indexOf(step), group.length));
    }
    const shown = new Map();
    for (const location of process.locations) {
      const half = halfWidth(location);
      const node = shape("g", { class: location.is_committed ? "location committed" : "location", transform: `translate(${location.x} ${location.y})` },
        shape("title", {}, `${name}.${location.name}${location.is_committed ? ", committed" : ""}`),
        shape("rect", { x: -half, y: -HEIGHT, width: 2 * half, height: 2 * HEIGHT, rx: HEIGHT }),
        shape("text", { y: 5 }, shortened(location.name, 24)));
      box.append(node);
      shown.set(location.name, node);
      this.named.set(`${name}.${location.name}`, { group: node, box: { x: -half - 4, y: -HEIGHT - 4, width: 2 * half + 8, height: 2 * HEIGHT + 8 }, at: [location.x, location.y] });
    }
    this.locations.set(process.place, { shown, current: null });
  }

  drawStep(process, step, nth, several) {
    const [from, to] = [process.locations[step.from], process.locations[step.to]];
    const points = stepPoints(step, from, to, nth, several);
    const condition = step.guard ? `[${step.guard}]` : "";
    // Its own variables are called as the process calls them.
    const text = shortened((step.communication ?? condition).replaceAll(`${process.name}.`, ""), STEP_LETTERS);
    const [x, y] = middleOf(points);
    const where = `line ${step.line}`;
    const group = shape("g", { class: "step" },
      shape("title", {}, `${process.name}: ${from.name} → ${to.name}, ${[where, condition, step.communication].filter(Boolean).join("\n")}`),
      shape("path", { class: "touch", d: line(points) }),
      shape("path", { class: "way", d: line(points) }),
      shape("path", { class: "tip", d: head(points) }));
    if (text) this.unplaced.push({ text, points });
    const fire = () => {
      const event = step.events.find((id) => this.enabled?.has(id));
      if (event && this.onFire) this.onFire(step.events.filter((id) => this.enabled.has(id)));
    };
    group.addEventListener("click", fire);
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      fire();
    });
    this.steps.push({ step, group, name: `${process.name}: ${from.name} to ${to.name}, ${where}`, middle: [x, y] });
    return group;
  }

  show({ marking, enabled, step }) {
    this.marking = marking;
    this.name();
    this.enabled = new Set(enabled ?? []);
    for (const [place, known] of this.locations) {
      known.current?.classList.remove("current");
      known.current = known.shown.get(marking[place]) ?? null;
      known.current?.classList.add("current");
    }
    for (const { step: one, group, name } of this.steps) {
      const isEnabled = one.events.some((id) => this.enabled.has(id));
      group.classList.toggle("enabled", isEnabled);
      group.classList.toggle("fired", step !== undefined && step !== null && one.events.includes(step.event) && hasMoved(step, one));
      if (isEnabled && this.onFire) {
        group.setAttribute("tabindex", "0");
        group.setAttribute("role", "button");
        group.setAttribute("aria-label", `fire ${name}`);
      } else {
        for (const attribute of ["tabindex", "role", "aria-label"]) group.removeAttribute(attribute);
      }
    }
  }

  // A program's steps light up, which `show` does.
  async flow() {}

  where(id) {
    return this.steps.find(({ step }) => step.events.includes(id))?.middle ?? null;
  }
}

// The box of a label, by its half sides, where it overlaps as little of some other boxes as it can.
function placed({ width, height }, points, boxes) {
  const overlap = (a, b) => Math.max(0, a.width + b.width - Math.abs(a.x - b.x)) * Math.max(0, a.height + b.height - Math.abs(a.y - b.y));
  let best = null;
  for (const aside of ASIDE) {
    for (const part of ALONG) {
      const [x, y] = pointOf(points, part);
      const box = { x, y: y + aside, width, height };
      const hidden = boxes.reduce((sum, other) => sum + overlap(box, other), 0);
      if (hidden === 0) return box;
      if (!best || hidden < best.hidden) best = { box, hidden };
    }
  }
  return best.box;
}

function halfWidth(location) {
  return (Math.min(24, location.name.length) * 8 + 24) / 2;
}

function hasMoved(step, one) {
  return !step.moves || step.moves.some(({ line: at, column }) => at === one.line && column === one.column);
}

function stepPoints(step, from, to, nth, several) {
  const [a, b] = [[from.x, from.y], [to.x, to.y]];
  const box = (location) => ({ width: halfWidth(location), height: HEIGHT });
  if (step.from === step.to) {
    return loop(a, Math.min(20, halfWidth(from)), HEIGHT, nth);
  }
  // What goes back is bent to the other side, seen from its own beginning.
  const bends = step.bends ?? (step.from < step.to ? aside(a, b, nth, several) : aside(b, a, nth, several));
  const [first, last] = [bends[0] ?? b, bends[bends.length - 1] ?? a];
  return [rim(a, first, box(from)), ...bends, rim(b, last, box(to))];
}
