// The stage: the drawing of the net and that of its states, one of them in sight, and a line that says what is shown.

import { button, byId, element, isCalm, shape, tabs } from "./elements.js";
import { count } from "./markings.js";
import { Canvas } from "./canvas.js";
import { Finder } from "./finder.js";
import { foldedNet } from "./fold.js";
import { link } from "./links.js";
import { savePicture } from "./picture.js";
import { Minimap } from "./minimap.js";
import { GroupsView } from "./groups.js";
import { NetDrawing } from "./net.js";
import { ProcessDrawing } from "./processes.js";

const KINDS = { inhibitor: "○ forbids tokens", read: "● requires tokens and keeps them", reset: "» empties the place" };

// Larger nets are shown in groups, too; of much larger ones, these are seen first.
const GROUPED = 300;
const GROUPED_FIRST = 1000;

export class Stage {
  // `ask` sends a request about the net, if there is an engine.
  constructor(given, onFire, ask) {
    const drawing = (this.drawing = foldedNet(given));
    this.listeners = [];
    this.isProgram = drawing.processes.length > 0;
    this.content = drawing.is_too_large ? null : new (this.isProgram ? ProcessDrawing : NetDrawing)(drawing, onFire);
    this.netPane = this.content ? this.drawnPane() : summary(drawing);
    this.statesPane = element("div", { class: "pane" });
    const size = this.isProgram ? 0 : drawing.places.length + drawing.transitions.length;
    this.groups = ask && size > GROUPED ? new GroupsView({ drawing, ask, onFire }) : null;
    const groups = this.groups ? [{ id: "groups", title: "Groups", content: this.groups.root }] : [];
    this.tabs = tabs(byId("views"), byId("drawings"), [
      ...(size > GROUPED_FIRST ? groups : []),
      { id: "net", title: this.isProgram ? "Processes" : "Net", content: this.netPane },
      ...(size > GROUPED_FIRST ? [] : groups),
      { id: "states", title: "State space", content: this.statesPane },
    ], (id) => this.chosen(id));
    this.finder = new Finder(this.content?.nodes?.() ?? [...drawing.places, ...drawing.transitions], (ids) => this.find(ids));
    byId("zoom").append(this.content || this.groups ? this.finder.root : "",
      button("−", () => this.canvas?.zoom(0.8), { "aria-label": "smaller" }),
      button("+", () => this.canvas?.zoom(1.25), { "aria-label": "larger" }),
      button("Fit", () => this.canvas?.fit(), { "aria-label": "show all of it" }),
      ...["svg", "png"].map((kind) => button(kind.toUpperCase(), () => this.canvas && savePicture(this.canvas, `${byId("title").textContent}-${this.view}`, kind), { id: `save-${kind}`, title: `Save the drawing as ${kind.toUpperCase()}` })));
  }

  drawnPane() {
    const label = this.isProgram ? "The processes. Arrows move, plus and minus zoom, 0 shows all." : "The net. Arrows move, plus and minus zoom, 0 shows all.";
    this.netCanvas = new Canvas(this.drawing.width, this.drawing.height, label);
    this.netCanvas.content.append(this.content.root);
    this.netCanvas.isPartial = this.content.overview !== undefined;
    const map = new Minimap(this.netCanvas, this.content.nodes?.() ?? [...this.drawing.places, ...this.drawing.transitions], "the whole drawing, and which part is in sight");
    this.netCanvas.onView = (box, ...view) => {
      this.content.reveal?.(box, ...view);
      map.show(box);
    };
    const kinds = Object.entries(KINDS).filter(([kind]) => this.content.kinds.has(kind)).map(([, text]) => element("li", {}, text));
    const legend = kinds.length ? element("ul", { class: "legend" }, kinds) : null;
    this.netCanvas.below = () => (legend ? legend.offsetHeight + 6 : 0);
    return element("div", { class: "pane" }, this.netCanvas.root, legend, map.root);
  }

  // Makes the nodes that were looked for stand out, and goes to the first of them.
  find(ids) {
    link({ node: ids[0] ?? null });
    if (this.groups && (this.view === "groups" || !this.content)) {
      this.tabs.choose("groups");
      return this.groups.find(ids);
    }
    const first = this.content?.point?.(ids);
    if (!first) return null;
    this.tabs.choose("net");
    return this.netCanvas.approach(...first);
  }

  chosen(id) {
    this.view = id;
    this.onView?.(id);
    if (id === "groups") this.groups?.begin();
    requestAnimationFrame(() => this.canvas && !this.canvas.isTouched && this.canvas.fit());
  }

  get canvas() {
    return { states: this.statesCanvas, groups: this.groups?.canvas }[this.view] ?? (this.view === "net" ? this.netCanvas : null);
  }

  putStates(canvas, ...rest) {
    this.statesCanvas = canvas;
    this.statesPane.replaceChildren(...rest);
  }

  // Shows a marking: `enabled` are the ids of what can fire, `step` is what led here, `flows` whether its tokens move first.
  async show(view) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    if (view.flows && view.step && this.content && !isCalm()) {
      await this.content.flow(view.step);
      // Something newer may be shown by now.
      if (turn !== this.turn) return;
    }
    this.content?.show(view);
    this.groups?.show(view);
    byId("caption").textContent = view.caption;
    const at = view.step && this.content?.where(view.step.event);
    if (at && view.reveals) this.netCanvas.reveal(...at);
    for (const listener of this.listeners) listener(view);
  }

  // Makes some nodes stand out, and sees to it that one of them is in sight if they are to stay so.
  point(ids, isToStay) {
    if (!this.content && this.groups && isToStay && ids.length) {
      this.tabs.choose("groups");
      this.groups.find(ids);
      return;
    }
    const first = this.content?.point?.(ids);
    if (!isToStay || !first) return;
    this.tabs.choose("net");
    this.netCanvas.reveal(...first);
  }
}

// Beyond what can be drawn: statistics.
function summary(drawing) {
  const marks = shape("svg", { class: "sketch", viewBox: "0 0 120 60", "aria-hidden": "true" },
    shape("circle", { cx: 30, cy: 30, r: 16 }), shape("path", { d: "M46 30H74" }), shape("rect", { x: 74, y: 16, width: 28, height: 28 }));
  return element("div", { class: "pane summary" }, marks,
    element("p", {}, `This net is too large to be drawn: ${count(drawing.places.length, "place")} and ${count(drawing.transitions.length, "transition")}.`),
    element("p", {}, "The token game, questions and traces are in the panel all the same."));
}
