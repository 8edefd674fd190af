// The form for the standard properties, with limits and the places of the workflow.

import { announce, element, field } from "./elements.js";
import { Analysis } from "./analysis.js";
import { Completion, quoted } from "./completion.js";
import { PropertiesPage } from "./properties.js";

export class StandardPanel {
  constructor(connection, net, { places, properties, onTrace, onPoint, onExcept }) {
    Object.assign(this, { net, page: { properties, onTrace, onPoint, onExcept } });
    this.time = element("input", { id: "standard-time", placeholder: "1m", size: 8 });
    this.source = element("input", { id: "standard-source", list: "standard-places", spellcheck: "false", placeholder: "the only place without inputs" });
    this.sink = element("input", { id: "standard-sink", list: "standard-places", spellcheck: "false", placeholder: "the only place without outputs" });
    this.cases = element("input", { id: "standard-cases", type: "number", min: 1, step: 1, placeholder: "1" });
    this.final = element("input", { id: "standard-final", spellcheck: "false", placeholder: "tokens(done) = 1, for nets that are no workflow nets" });
    this.sums = element("textarea", { id: "standard-sums", rows: 2, spellcheck: "false", placeholder: sumOf(places) });
    const sums = new Completion(this.sums, ["tokens("], places.map(({ id }) => id));
    const known = element("datalist", { id: "standard-places" }, places.slice(0, 500).map(({ id, name }) => element("option", { value: id }, name ?? id)));
    const ask = element("button", { type: "submit", id: "standard-ask", class: "main" }, "Analyse");
    this.analysis = new Analysis(connection, { start: ask, id: "standard-cancel", onReport: (report) => this.show(report) });
    this.result = element("div", { id: "standard" });
    const form = element("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); this.start(); } },
      element("details", {}, element("summary", {}, "Options"), element("div", { class: "stack" },
        field("Time at most", this.time), field("Workflow begins at", this.source), field("Workflow ends at", this.sink), field("Cases at the same time (k-soundness)", this.cases), field("Process ends where", this.final), known)),
      element("div", { class: "row" }, ask, this.analysis.cancel));
    this.root = element("div", { class: "stack" }, form, this.analysis.problem, this.analysis.progress,
      element("details", { id: "sums" }, element("summary", {}, "Greatest value of a sum of places"), this.sumsForm(connection, sums.root)), this.result);
  }

  // If sums of places are given, only these are computed.
  sumsForm(connection, shown) {
    const ask = element("button", { type: "submit", id: "sums-ask" }, "Find");
    const result = element("div", { id: "greatest" });
    const analysis = new Analysis(connection, {
      start: ask, id: "sums-cancel", onReport: (report) => {
        analysis.progress.replaceChildren();
        result.replaceChildren(new PropertiesPage(report, this.page).greatest() ?? "");
        result.scrollIntoView({ block: "nearest" });
        announce("The greatest values are here");
      },
    });
    const start = (event) => {
      event.preventDefault();
      const lines = this.sums.value.split("\n").map((text, at) => ({ text: text.trim(), line: at + 1 })).filter(({ text }) => text);
      if (!lines.length) return null;
      const time = this.time.value.trim();
      return analysis.begin("analysis/standard", { net: this.net, bounds: lines.map(({ text }) => text), options: time ? { time } : {} }, lines.map(({ line }) => line));
    };
    return element("form", { class: "stack", onsubmit: start }, field("Sums, one a line", this.sums, shown),
      element("div", { class: "row" }, ask, analysis.cancel), analysis.problem, analysis.progress, result);
  }

  // Starts when the panel is first shown. Most nets take a moment.
  begin() {
    if (!this.hasBegun) this.start();
  }

  start() {
    this.hasBegun = true;
    const written = (input) => input.value.trim() || null;
    const time = written(this.time);
    this.result.replaceChildren();
    this.page.onPoint([], false);
    return this.analysis.begin("analysis/standard", {
      net: this.net, source: written(this.source), sink: written(this.sink), cases: this.cases.value ? Number(this.cases.value) : null, final: written(this.final), options: time ? { time } : {},
    });
  }

  show(report) {
    this.analysis.progress.replaceChildren();
    this.result.replaceChildren(new PropertiesPage(report, this.page).root);
    announce("The standard properties are here");
  }
}

// An example of a sum.
function sumOf(places) {
  return places.slice(0, 2).map(({ id }) => `tokens(${quoted(id)})`).join(" + ");
}
