// A large net in groups, each of which is opened on demand and then drawn by itself.

import { button, element, shape, shortened } from "./elements.js";
import { amount, byPlace, count, owner } from "./markings.js";
import { aside, head, line, middleOf, rim } from "./geometry.js";
import { Canvas } from "./canvas.js";
import { foldedGroups, foldedNet } from "./fold.js";
import { NetDrawing } from "./net.js";

const GROUP_KINDS = { units: "the units of the file", pages: "the pages of the file", clusters: "clusters of nodes with many arcs among them" };
const NAME_LETTERS = 22;

export class GroupsView {
  // `ask` sends a request about the net.
  constructor({ drawing, ask, onFire }) {
    Object.assign(this, { ask, onFire });
    this.placeIds = new Set(drawing.places.map(({ id }) => id));
    this.transitionIds = new Set(drawing.transitions.map(({ id }) => id));
    this.root = element("div", { class: "pane" });
    this.view = { marking: {}, enabled: [] };
  }

  // Asks for the groups when they are first looked at.
  begin() {
    this.begun ??= this.load();
    return this.begun;
  }

  async load() {
    this.root.replaceChildren(element("p", { class: "note" }, "Grouping…"));
    try {
      this.drawn = foldedGroups(await this.ask("net/groups", {}));
    } catch (error) {
      this.root.replaceChildren(element("p", { class: "problem", role: "alert" }, error.message));
      return;
    }
    const numbers = new Map(this.drawn.groups.map(({ id }, at) => [id, at]));
    this.drawn.links = this.drawn.links.map((link) => ({ ...link, from: numbers.get(link.from), to: numbers.get(link.to) }));
    this.groupOf = new Map(this.drawn.groups.flatMap(({ places, transitions }, at) => [...places, ...transitions].map((id) => [id, at])));
    this.whole = this.drawWhole();
    this.showWhole();
  }

  drawWhole() {
    const { groups, links, width, height } = this.drawn;
    const canvas = new Canvas(width, height, "The groups of the net. Tab goes from one to the next, Enter opens one.");
    const most = Math.max(1, ...links.map(({ arcs }) => arcs));
    canvas.content.append(...links.map((link) => this.drawLink(link, most)));
    this.boxes = groups.map((group, at) => {
      const open = () => this.open(at);
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
    });
    canvas.content.append(...this.boxes.map(({ box }) => box));
    return canvas;
  }

  drawLink({ from, to, arcs, bends }, most) {
    const [one, other] = [this.drawn.groups[from], this.drawn.groups[to]];
    const [a, b] = [[one.x, one.y], [other.x, other.y]];
    const isBoth = this.drawn.links.some((link) => link.from === to && link.to === from);
    const bent = bends ?? (isBoth ? aside(a, b, 0, 2) : []);
    const half = ({ width, height }) => ({ width: width / 2, height: height / 2 });
    const points = [rim(a, bent[0] ?? b, half(one)), ...bent, rim(b, bent[bent.length - 1] ?? a, half(other))];
    const [x, y] = middleOf(points);
    return shape("g", { class: "link" }, shape("title", {}, `${one.name} → ${other.name}: ${count(arcs, "arc")}`),
      shape("path", { class: "bundle", d: line(points), "stroke-width": (1.2 + (3 * arcs) / most).toFixed(1) }), shape("path", { class: "tip", d: head(points, 10) }),
      shape("text", { class: "weight", x, y: y - 3 }, amount(arcs)));
  }

  showWhole() {
    this.opened = this.part = null;
    this.canvas = this.whole;
    this.summary = element("p", { class: "note", id: "groups-summary" });
    this.root.replaceChildren(this.summary, this.whole.root);
    this.whole.fit();
    this.show(this.view);
  }

  // Draws a group by itself, with a way back and to its neighbours.
  async open(at, then = () => {}) {
    const group = this.drawn.groups[at];
    let drawing = null;
    try {
      drawing = foldedNet(await this.ask("net/drawing", { only: [...group.places, ...group.transitions] }));
    } catch (error) {
      this.root.prepend(element("p", { class: "problem", role: "alert" }, error.message));
      return;
    }
    this.opened = at;
    this.part = new NetDrawing(drawing, this.onFire);
    this.canvas = new Canvas(drawing.width, drawing.height, `The group ${group.name}. Arrows move, plus and minus zoom, 0 shows all.`);
    this.canvas.isPartial = this.part.overview !== undefined;
    this.canvas.content.append(this.part.root);
    this.canvas.onView = (...view) => this.part?.reveal(...view);
    const back = button("All groups", () => this.showWhole(), { id: "groups-back" });
    this.root.replaceChildren(element("div", { class: "note row" }, back, element("strong", {}, group.name), ...this.neighbours(at)), this.canvas.root);
    this.canvas.fit();
    this.part.show(this.view);
    back.focus({ preventScroll: true });
    then();
  }

  neighbours(at) {
    const arcs = new Map();
    for (const { from, to, arcs: number } of this.drawn.links) {
      if (from === at || to === at) arcs.set(from === at ? to : from, (arcs.get(from === at ? to : from) ?? 0) + number);
    }
    const nearest = [...arcs].sort(([, a], [, b]) => b - a).slice(0, 6);
    return nearest.map(([other, number]) => button(`→ ${shortened(this.drawn.groups[other].name, NAME_LETTERS)} (${count(number, "arc")})`, () => this.open(other), { class: "neighbour" }));
  }

  // Shows a marking: how many places of each group are marked, and whether something can fire there.
  show(view) {
    this.view = view;
    if (!this.drawn) return;
    if (this.part) return this.part.show(view);
    const marked = new Map();
    for (const id of byPlace(view.marking, this.placeIds).keys()) marked.set(this.groupOf.get(id), (marked.get(this.groupOf.get(id)) ?? 0) + 1);
    const { kind, groups } = this.drawn;
    const group = (id) => this.groupOf.get(owner(id, this.transitionIds));
    const places = [...marked.values()].reduce((all, number) => all + number, 0);
    const fireable = new Set((view.enabled ?? []).map((id) => owner(id, this.transitionIds))).size;
    this.summary.textContent = `${count(this.placeIds.size, "place")} (${amount(places)} marked) and ${count(this.transitionIds.size, "transition")} (${amount(fireable)} can fire) in ${count(groups.length, "group")}, ${GROUP_KINDS[kind]}. Open one to see its nodes.`;
    const enabled = new Set((view.enabled ?? []).map(group));
    const fired = view.step ? group(view.step.event) : null;
    this.boxes.forEach(({ box, state }, at) => {
      box.classList.toggle("enabled", enabled.has(at));
      box.classList.toggle("fired", fired === at);
      state.textContent = marked.get(at) ? `${amount(marked.get(at))} marked` : "";
    });
  }

  // Makes nodes stand out, in the group of the first one.
  async find(ids) {
    await this.begin();
    const at = ids.length ? this.groupOf?.get(ids[0]) : undefined;
    if (at === undefined) return this.part?.point([]);
    const look = () => {
      const first = this.part.point(ids);
      requestAnimationFrame(() => this.canvas.approach(...first));
    };
    if (this.opened === at) return look();
    return this.open(at, look);
  }
}
