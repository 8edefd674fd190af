// A large net in groups, each of which is opened on demand: it is drawn by itself, or in groups again where it is too large for that.

import { button, element, shape, shortened } from "./elements.js";
import { amount, byPlace, count, owner } from "./markings.js";
import { aside, head, line, middleOf, rim } from "./geometry.js";
import { Canvas } from "./canvas.js";
import { foldedGroups, foldedNet } from "./fold.js";
import { NetDrawing } from "./net.js";

const GROUP_KINDS = { units: "the units of the file", pages: "the pages of the file", clusters: "clusters of nodes with many arcs among them" };
const NAME_LETTERS = 19;
const NEIGHBOURS = 6;
// Larger groups are opened in groups.
const DRAWN = 1000;

const nodesOf = ({ places, transitions }) => [...places, ...transitions];

// The groups of a net, or of one of its groups, as one drawing.
class Level {
  // `name` and `at` are those of the group on the level above, if there is one; `onOpen` is called with the position of a group.
  constructor(drawn, { name, at }, onOpen) {
    Object.assign(this, { name, at });
    this.drawn = foldedGroups(drawn);
    const numbers = new Map(this.drawn.groups.map(({ id }, at) => [id, at]));
    this.links = this.drawn.links.map((link) => ({ ...link, from: numbers.get(link.from), to: numbers.get(link.to) }));
    this.groupOf = new Map(this.drawn.groups.flatMap((group, at) => nodesOf(group).map((id) => [id, at])));
    // What has been opened, by position.
    this.below = new Map();
    const { groups, width, height } = this.drawn;
    this.canvas = new Canvas(width, height, `The groups of ${name ?? "the net"}. Tab goes from one to the next, Enter opens one.`);
    const most = Math.max(1, ...this.links.map(({ arcs }) => arcs));
    this.boxes = groups.map((group, at) => drawBox(group, () => onOpen(at)));
    this.canvas.content.append(...this.links.map((link) => this.drawLink(link, most)), ...this.boxes.map(({ box }) => box));
  }

  drawLink({ from, to, arcs, bends }, most) {
    const [one, other] = [this.drawn.groups[from], this.drawn.groups[to]];
    const [a, b] = [[one.x, one.y], [other.x, other.y]];
    const isBoth = this.links.some((link) => link.from === to && link.to === from);
    const bent = bends ?? (isBoth ? aside(a, b, 0, 2) : []);
    const half = ({ width, height }) => ({ width: width / 2, height: height / 2 });
    const points = [rim(a, bent[0] ?? b, half(one)), ...bent, rim(b, bent[bent.length - 1] ?? a, half(other))];
    const [x, y] = middleOf(points);
    return shape("g", { class: "link" }, shape("title", {}, `${one.name} → ${other.name}: ${count(arcs, "arc")}`),
      shape("path", { class: "bundle", d: line(points), "stroke-width": (1.2 + (3 * arcs) / most).toFixed(1) }), shape("path", { class: "tip", d: head(points, 10) }),
      shape("text", { class: "weight", x, y: y - 3 }, amount(arcs)));
  }

  // The groups that have most arcs from or to this one, by position, with how many.
  neighbours(at) {
    const arcs = new Map();
    for (const { from, to, arcs: number } of this.links) {
      if (from === at || to === at) arcs.set(from === at ? to : from, (arcs.get(from === at ? to : from) ?? 0) + number);
    }
    return [...arcs].sort(([, a], [, b]) => b - a).slice(0, NEIGHBOURS);
  }

  // Shows which groups have marked places, can fire or have just fired, each by the ids of nodes; returns that in a sentence.
  show(marked, enabled, fired) {
    const markedOf = this.boxes.map(() => 0);
    for (const id of marked) if (this.groupOf.has(id)) markedOf[this.groupOf.get(id)] += 1;
    const within = [...enabled].filter((id) => this.groupOf.has(id));
    const canFire = new Set(within.map((id) => this.groupOf.get(id)));
    this.boxes.forEach(({ box, state }, at) => {
      box.classList.toggle("enabled", canFire.has(at));
      box.classList.toggle("fired", this.groupOf.get(fired) === at);
      state.textContent = markedOf[at] ? `${amount(markedOf[at])} marked` : "";
    });
    const { kind, groups } = this.drawn;
    const sum = (kind) => groups.reduce((all, group) => all + group[kind].length, 0);
    return `${count(sum("places"), "place")} (${amount(markedOf.reduce((all, number) => all + number, 0))} marked) and ${count(sum("transitions"), "transition")} (${amount(within.length)} can fire) in ${count(groups.length, "group")}, ${GROUP_KINDS[kind]}. Open one to see its nodes.`;
  }
}

function drawBox(group, open) {
  const state = shape("text", { class: "note", y: 30 });
  const box = shape("g", { class: "group-box", transform: `translate(${group.x} ${group.y})`, tabindex: 0, role: "button", "aria-label": `open ${group.name}` },
    shape("title", {}, group.name),
    shape("rect", { x: -group.width / 2, y: -group.height / 2, width: group.width, height: group.height, rx: 6 }),
    shape("text", { class: "group-name", y: -14 }, shortened(group.name, NAME_LETTERS)),
    shape("text", { class: "group-size", y: 9 }, `${count(group.places.length, "place")}, ${count(group.transitions.length, "transition")}`), state);
  box.addEventListener("click", open);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    open();
  });
  return { box, state };
}

export class GroupsView {
  // `ask` sends a request about the net.
  constructor({ drawing, ask, onFire }) {
    Object.assign(this, { ask, onFire });
    this.placeIds = new Set(drawing.places.map(({ id }) => id));
    this.transitionIds = new Set(drawing.transitions.map(({ id }) => id));
    this.root = element("div", { class: "pane" });
    this.view = { marking: {}, enabled: [] };
    // The levels from the groups of the net to what is shown.
    this.path = [];
    this.turn = 0;
  }

  // Requests the groups when they are first shown.
  begin() {
    this.begun ??= this.load();
    return this.begun;
  }

  async load() {
    this.root.replaceChildren(element("p", { class: "note" }, "Grouping…"));
    try {
      this.showLevel([await this.level([])]);
    } catch (error) {
      this.root.replaceChildren(problem(error));
    }
  }

  // The groups of the net, or of the group at a position of the last of some levels.
  async level(path, at) {
    const group = path.at(-1)?.drawn.groups[at];
    const drawn = await this.ask("net/groups", group ? { only: nodesOf(group) } : {});
    const level = new Level(drawn, { name: group?.name, at }, (at) => this.open([...path, level], at));
    return level;
  }

  // Opens a group of the last of some levels; with the id of a node, whatever is in it down to the drawing of this node.
  async open(path, at, id) {
    const turn = (this.turn += 1);
    let drawing = null;
    try {
      for (let group = path.at(-1).drawn.groups[at]; ; group = path.at(-1).drawn.groups[at]) {
        if (nodesOf(group).length <= DRAWN) {
          drawing = foldedNet(await this.ask("net/drawing", { only: nodesOf(group) }));
          break;
        }
        const { below } = path.at(-1);
        if (!below.has(at)) below.set(at, await this.level(path, at));
        path = [...path, below.get(at)];
        if (id === undefined) break;
        at = path.at(-1).groupOf.get(id);
      }
    } catch (error) {
      if (turn === this.turn) this.root.prepend(problem(error));
      return;
    }
    // Something else may have been opened by now.
    if (turn !== this.turn) return;
    if (drawing) this.showPart(path, at, drawing);
    else this.showLevel(path);
    this.root.querySelector("#groups-back")?.focus({ preventScroll: true });
  }

  showLevel(path) {
    this.turn += 1;
    const level = path.at(-1);
    this.path = path;
    this.part = null;
    this.canvas = level.canvas;
    this.summary = element("p", { class: "note", id: "groups-summary" });
    this.root.replaceChildren(path.length > 1 ? this.way(path.slice(0, -1), level.name, level.at) : "", this.summary, this.canvas.root);
    this.canvas.fit();
    this.show(this.view);
  }

  // A group drawn by itself.
  showPart(path, at, drawing) {
    const { name } = path.at(-1).drawn.groups[at];
    this.path = path;
    this.part = new NetDrawing(drawing, this.onFire);
    this.canvas = new Canvas(drawing.width, drawing.height, `The group ${name}. Arrows move, plus and minus zoom, 0 shows all.`);
    this.canvas.isPartial = this.part.overview !== undefined;
    this.canvas.content.append(this.part.root);
    this.canvas.onView = (...view) => this.part?.reveal(...view);
    this.root.replaceChildren(this.way(path, name, at), this.canvas.root);
    this.canvas.fit();
    this.part.show(this.view);
  }

  // The way to a group of the last of some levels: buttons for these, its name, and buttons for its neighbours.
  way(path, name, at) {
    const back = ({ name }, depth) => button(name === undefined ? "All groups" : shortened(name, NAME_LETTERS), () => this.showLevel(path.slice(0, depth + 1)), name === undefined ? { id: "groups-back" } : { title: name });
    const level = path.at(-1);
    const neighbour = ([other, arcs]) => button(`→ ${shortened(level.drawn.groups[other].name, NAME_LETTERS)} (${count(arcs, "arc")})`, () => this.open(path, other), { class: "neighbour" });
    return element("div", { class: "note row" }, path.map(back), element("strong", {}, name), level.neighbours(at).map(neighbour));
  }

  // Shows a marking: in the groups, or in the group that is drawn.
  show(view) {
    this.view = view;
    if (this.part) return this.part.show(view);
    const level = this.path.at(-1);
    if (!level) return;
    const transition = (id) => owner(id, this.transitionIds);
    const marked = byPlace(view.marking, this.placeIds).keys();
    this.summary.textContent = level.show(marked, new Set((view.enabled ?? []).map(transition)), view.step ? transition(view.step.event) : null);
  }

  // Makes nodes stand out, in the group of the first one.
  async find(ids) {
    await this.begin();
    const [id] = ids;
    const at = this.path[0]?.groupOf.get(id);
    if (at === undefined) return this.part?.point([]);
    if (!this.part?.byId.has(id)) await this.open(this.path.slice(0, 1), at, id);
    if (!this.part?.byId.has(id)) return;
    this.turn += 1;
    const first = this.part.point(ids);
    requestAnimationFrame(() => this.canvas.approach(...first));
  }
}

function problem(error) {
  return element("p", { class: "problem", role: "alert" }, error.message);
}
