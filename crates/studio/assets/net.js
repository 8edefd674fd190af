// A net: places as circles with their tokens, transitions as boxes, arcs by what they do.

import { isCalm, shape, shortened } from "./elements.js";
import { amount, byPlace, coloursText, owner, tokensCount, tokensText } from "./markings.js";
import { aside, before, HALF, middleOf, RADIUS, rim } from "./geometry.js";
import { Cells, Overview, pieces } from "./cells.js";
import { Labels } from "./labels.js";

const DOTS = { 1: [[0, 0]], 2: [[-6, 0], [6, 0]], 3: [[-6, 4], [6, 4], [0, -6]], 4: [[-6, -6], [6, -6], [-6, 6], [6, 6]], 5: [[-7, -7], [7, -7], [-7, 7], [7, 7], [0, 0]] };
const LABEL_LETTERS = 18;
const LINE = 12.5;
const SHORT_COLOURS = 14;
const MOST_COLOURS = 4;
// Of sorts, guards and colours, which stand beside the nodes of a coloured net.
const NOTE_LETTERS = 30;
const SHORT = new Intl.NumberFormat("en", { notation: "compact" });
const FLOW_MS = 260;
// How far a second rim is from the first.
const BESIDE = 4;
// Larger nets are drawn as marks from far away, and without their long arcs while they are moved.
const MANY = 600;
const FAR_SCALE = 0.45;
const MOST_TEXTS = 160;

export class NetDrawing {
  constructor(drawing, onFire) {
    this.drawing = drawing;
    this.onFire = onFire;
    this.root = shape("g", { class: "net" });
    this.placeIds = new Set(drawing.places.map(({ id }) => id));
    this.transitionIds = new Set(drawing.transitions.map(({ id }) => id));
    this.byId = new Map([...drawing.places, ...drawing.transitions].map((node) => [node.id, node]));
    this.places = new Map();
    this.transitions = new Map();
    this.lit = [];
    this.pointed = new Map();
    this.cells = new Cells();
    this.kinds = new Set(drawing.arcs.map(({ kind }) => kind));
    const lines = this.lines();
    this.drawArcs(lines);
    drawing.places.forEach((place) => this.drawPlace(place));
    drawing.transitions.forEach((transition) => this.drawTransition(transition));
    this.cells.finish();
    if (drawing.places.length + drawing.transitions.length > MANY) {
      this.overview = new Overview(lines.map((points) => [points[0], points[points.length - 1]]), drawing.places, drawing.transitions);
    }
    this.moving = shape("g", { class: "flowing" });
    this.labels = new Labels([...drawing.places, ...drawing.transitions], RADIUS);
    this.degrees = degrees(drawing);
    this.root.append(this.cells.arcs, this.cells.nodes, this.moving, this.labels.root);
  }

  // Draws what is in sight, as far as its size deserves.
  reveal(box, scale, isMoving) {
    this.sight = [box, scale];
    if (!isMoving) this.name();
    const isFar = this.overview !== undefined && scale < FAR_SCALE;
    this.root.classList.toggle("hurried", Boolean(isMoving && this.overview));
    if (this.overview && isFar !== this.isFar) {
      this.isFar = isFar;
      this.root.replaceChildren(...(isFar ? [this.overview.root] : [this.cells.arcs, this.cells.nodes]), this.moving, this.labels.root);
    }
    // Marks are never too small to be seen.
    if (isFar && !isMoving && this.scale !== scale) {
      this.scale = scale;
      this.mark();
    }
    // Texts cost most, as each is laid out anew in every frame.
    if (this.overview && !isFar) this.root.classList.toggle("wordless", this.cells.reveal(box) > MOST_TEXTS);
  }

  // Names what matters most, where not everything has room for its name.
  name() {
    if (!this.sight) return;
    const rank = ({ id }) => (this.pointed.has(id) ? 4e6 : 0) + (this.lit.includes(id) ? 2e6 : 0) + (this.places.get(id)?.isMarked ? 1e6 : 0) + this.degrees.get(id);
    this.labels.show(...this.sight, rank);
  }

  mark() {
    this.overview.show(this.scale, (id) => this.places.get(id).isMarked, this.enabled ?? new Set(), this.lit[this.lit.length - 1], new Set(this.pointed.keys()));
  }

  // The points of every arc, from its source to its target.
  lines() {
    const { arcs } = this.drawing;
    const between = new Map();
    const ends = ({ place, transition }) => JSON.stringify([place, transition]);
    for (const arc of arcs) {
      const key = ends(arc);
      between.set(key, [...(between.get(key) ?? []), arc]);
    }
    return arcs.map((arc) => {
      const [place, transition] = [this.byId.get(arc.place), this.byId.get(arc.transition)];
      const [p, t] = [[place.x, place.y], [transition.x, transition.y]];
      const several = between.get(ends(arc));
      const isOut = arc.kind === "output";
      const bent = arc.bends ?? aside(p, t, several.indexOf(arc), several.length);
      const bends = arc.bends || !isOut ? bent : [...bent].reverse();
      const [from, to] = isOut ? [t, p] : [p, t];
      const [first, last] = [bends[0] ?? to, bends[bends.length - 1] ?? from];
      const box = { width: HALF, height: HALF };
      const circle = { radius: RADIUS };
      return [rim(from, first, isOut ? box : circle), ...bends, rim(to, last, isOut ? circle : box)];
    });
  }

  drawArcs(lines) {
    lines.forEach((points, at) => {
      const { kind, label } = this.drawing.arcs[at];
      const [x, y] = label ? middleOf(points) : [0, 0];
      const text = label ? shape("text", { class: "weight", x, y: y - 4 }, shortened(label, 24), shape("title", {}, label)) : null;
      this.cells.addArc(points, pieces(kind, points, before), text);
    });
  }

  drawPlace(place) {
    const tokens = shape("g", { class: "tokens" });
    const title = shape("title");
    const colours = place.note === undefined ? null : shape("text", { class: "note colours" });
    const group = shape("g", { class: "place", transform: `translate(${place.x} ${place.y})` },
      title, shape("circle", { r: RADIUS }), tokens, caption(place, RADIUS + 14), inscription(place.note, RADIUS + 14 + LINE * captionLines(place.name || place.id).length), colours ?? "");
    this.cells.addNode(place.x, place.y, group);
    this.places.set(place.id, { place, group, tokens, title, colours, shown: "" });
  }

  drawTransition(transition) {
    const { id, note } = transition;
    const title = shape("title", {}, `${id}${note ? `\nguard: ${note}` : ""}`);
    const group = shape("g", { class: "transition", transform: `translate(${transition.x} ${transition.y})` },
      title, shape("rect", { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 3 }), caption(transition, HALF + 14), inscription(transition.note && `[${transition.note}]`, -HALF - 6));
    group.addEventListener("click", () => this.isEnabled(id) && this.onFire(id));
    group.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && this.isEnabled(id)) {
        event.preventDefault();
        event.stopPropagation();
        this.onFire(id);
      }
    });
    this.cells.addNode(transition.x, transition.y, group);
    this.transitions.set(id, { transition, group });
  }

  isEnabled(id) {
    return this.enabled?.has(id);
  }

  // Shows a marking, what can fire there, and what has just fired.
  show({ marking, enabled, step }) {
    const held = byPlace(marking, this.placeIds);
    for (const [id, shown] of this.places) this.fill(shown, held.get(id));
    for (const id of this.lit) this.transitions.get(id)?.group.classList.remove("enabled", "fired");
    for (const id of this.enabled ?? []) quiet(this.transitions.get(id)?.group);
    this.enabled = new Set([...(enabled ?? [])].map((id) => owner(id, this.transitionIds)).filter((id) => id !== null));
    for (const id of this.enabled) {
      const { group, transition } = this.transitions.get(id);
      group.classList.add("enabled");
      if (!this.onFire) continue;
      group.setAttribute("tabindex", "0");
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", `fire ${transition.name ?? id}`);
    }
    const fired = step ? owner(step.event, this.transitionIds) : null;
    if (fired !== null) this.transitions.get(fired).group.classList.add("fired");
    this.lit = [...this.enabled, fired];
    if (this.isFar) this.mark();
    this.name();
  }

  // Makes nodes stand out by a second rim, whatever else is shown of them; answers where one of them is.
  point(names) {
    for (const rim of this.pointed.values()) rim.remove();
    this.pointed.clear();
    let first = null;
    for (const name of names) {
      const place = this.places.get(owner(name, this.placeIds));
      const node = place ?? this.transitions.get(owner(name, this.transitionIds));
      if (!node) continue;
      const { id, x, y } = node.place ?? node.transition;
      const rim = place ? shape("circle", { class: "rim", r: RADIUS + BESIDE }) : shape("rect", { class: "rim", x: -HALF - BESIDE, y: -HALF - BESIDE, width: 2 * (HALF + BESIDE), height: 2 * (HALF + BESIDE), rx: 5 });
      first ??= [x, y];
      if (this.pointed.has(id)) continue;
      this.pointed.set(id, rim);
      node.group.append(rim);
    }
    if (this.isFar) this.mark();
    this.name();
    return first;
  }

  fill(shown, tokens) {
    const { place, title, colours } = shown;
    const text = tokensText(tokens);
    if (shown.shown === text) return;
    shown.shown = text;
    const count = tokensCount(tokens, place.note !== undefined);
    const dots = DOTS[count];
    const isValue = place.note !== undefined && typeof tokens !== "object" && tokens !== undefined;
    shown.isMarked = count > 0;
    title.textContent = `${place.id}: ${text}${place.note ? ` of ${place.note}` : ""}${place.capacity ? `, at most ${place.capacity}` : ""}`;
    if (colours) showColours(colours, typeof tokens === "object" && !Array.isArray(tokens) ? tokens : {});
    if (dots && !isValue) {
      shown.tokens.replaceChildren(...dots.map(([cx, cy]) => shape("circle", { cx, cy, r: 4 })));
    } else {
      const label = isValue || tokens === "+inf" ? shortened(text, 6) : count ? shortCount(count) : "";
      shown.tokens.replaceChildren(shape("text", { y: 5 }, label));
    }
  }

  // Tokens move along the arcs of a step: to its transition, and on from there.
  async flow(step) {
    const id = owner(step.event, this.transitionIds);
    if (id === null || isCalm() || document.hidden) return;
    const middle = this.byId.get(id);
    const ends = (kind) => this.drawing.arcs.filter((arc) => arc.transition === id && arc.kind === kind).slice(0, 40).map((arc) => this.byId.get(arc.place));
    const phase = async (places, isIn) => {
      const dots = places.map(() => shape("circle", { r: 5 }));
      this.moving.replaceChildren(...dots);
      const moves = dots.map((dot, index) => {
        const away = [places[index], middle].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
        return dot.animate(isIn ? away : away.reverse(), { duration: FLOW_MS, easing: "ease-in-out" }).finished;
      });
      await Promise.allSettled(moves);
      this.moving.replaceChildren();
    };
    await phase(ends("input"), true);
    await phase(ends("output"), false);
  }

  where(id) {
    const node = this.drawing.transitions.find((transition) => transition.id === owner(id, this.transitionIds));
    return node ? [node.x, node.y] : null;
  }
}

// How many arcs each node has.
function degrees({ places, transitions, arcs }) {
  const degrees = new Map([...places, ...transitions].map(({ id }) => [id, 0]));
  for (const arc of arcs) {
    for (const id of [arc.place, arc.transition]) degrees.set(id, degrees.get(id) + 1);
  }
  return degrees;
}

// A name on one line, or on two where it is long.
function caption({ id, name }, y) {
  const lines = captionLines(name || id);
  if (lines.length === 1) return shape("text", { class: "name", y }, lines[0]);
  return shape("text", { class: "name", y }, lines.map((text, at) => shape("tspan", { x: 0, dy: at ? LINE : 0 }, text)));
}

function captionLines(text) {
  if (text.length <= LABEL_LETTERS) return [text];
  const end = text.slice(0, LABEL_LETTERS + 1).search(/[\s_.:/-][^\s_.:/-]*$/);
  const at = end > 0 ? end + 1 : LABEL_LETTERS;
  return [text.slice(0, at).trimEnd(), shortened(text.slice(at), LABEL_LETTERS)];
}

// The colours that a place holds: a few at its side, more above it, one a line.
function showColours(text, tokens) {
  const all = Object.entries(tokens).map((one) => coloursText(Object.fromEntries([one])));
  const line = all.join(" + ");
  const isShort = line.length <= SHORT_COLOURS;
  const lines = isShort ? [line] : all.length > MOST_COLOURS ? [...all.slice(0, MOST_COLOURS - 1), `and ${amount(all.length - MOST_COLOURS + 1)} more`] : all;
  text.classList.toggle("above", !isShort);
  text.setAttribute("y", isShort ? 2 - RADIUS : -RADIUS - 5 - LINE * (lines.length - 1));
  text.replaceChildren(...lines.map((line, at) => shape("tspan", { x: isShort ? RADIUS * 0.8 : 0, dy: at ? LINE : 0 }, shortened(line, NOTE_LETTERS))));
}

// A place's sort or a transition's guard.
function inscription(text, y) {
  return text ? shape("text", { class: "note", y }, shortened(text, NOTE_LETTERS)) : "";
}

function quiet(group) {
  if (!group) return;
  for (const name of ["tabindex", "role", "aria-label"]) group.removeAttribute(name);
}

function shortCount(count) {
  if (count < 10000) return amount(count);
  return count < 1e15 ? SHORT.format(count) : `10^${Math.floor(Math.log10(count))}`;
}
