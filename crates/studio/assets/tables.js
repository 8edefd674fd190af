// What the places hold, as a table; of a program, its variables by process.

import { element } from "./elements.js";
import { tokensText } from "./markings.js";

const MOST_ROWS = 500;

export class MarkingTable {
  constructor(drawing) {
    this.drawing = drawing;
    this.filter = element("input", { type: "search", id: "filter", placeholder: "filter by id", "aria-label": "filter places by id", oninput: () => this.fill() });
    this.rows = element("tbody");
    this.note = element("p", { class: "hint" });
    this.caption = element("caption");
    this.root = element("div", { class: "stack" }, this.filter,
      element("div", { class: "scroll" }, element("table", {}, this.caption,
        element("thead", {}, element("tr", {}, element("th", { scope: "col" }, drawing.processes.length ? "variable" : "place"), element("th", { scope: "col" }, "holds"))), this.rows)),
      this.note);
    this.view = { marking: {}, caption: "" };
  }

  show(view) {
    const changed = new Set((view.step?.changed ?? []).map(({ place }) => place));
    this.view = { ...view, changed };
    this.fill();
  }

  // Groups of places: a program's variables, then each process; otherwise one group of what is marked.
  groups() {
    const { marking } = this.view;
    if (!this.drawing.processes.length) return [[null, Object.keys(marking)]];
    const processes = this.drawing.processes.map(({ name, place, variables }) => [`process ${name}`, [place, ...variables]]);
    return [["all processes", this.drawing.variables], ...processes].filter(([, places]) => places.length);
  }

  fill() {
    const { marking, changed, caption } = this.view;
    const wanted = this.filter.value.toLowerCase();
    const rows = [];
    let left = 0;
    for (const [title, places] of this.groups()) {
      const shown = places.filter((place) => place.toLowerCase().includes(wanted));
      const room = Math.max(0, MOST_ROWS - rows.length);
      left += Math.max(0, shown.length - room);
      if (title && shown.length && room) rows.push(element("tr", {}, element("th", { colspan: 2, scope: "colgroup" }, title)));
      for (const place of shown.slice(0, room)) {
        rows.push(element("tr", { class: changed?.has(place) ? "changed" : null },
          element("th", { scope: "row" }, place), element("td", {}, tokensText(marking[place]))));
      }
    }
    this.caption.textContent = caption ?? "";
    this.rows.replaceChildren(...rows);
    this.note.textContent = left ? `and ${left} more` : rows.length ? "" : "Nothing here holds anything.";
  }
}
