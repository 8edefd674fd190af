// A running analysis: starts and cancels it, draws its progress, and passes on its report.

import { button, byId, element } from "./elements.js";
import { amount, bytesText, roughly, secondsText } from "./markings.js";
import { chart } from "./charts.js";
import { errorText } from "./diagnostics.js";

const MOST_POINTS = 600;
// The error code for an analysis that has already ended.
const UNKNOWN_ANALYSIS = 3;

export class Analysis {
  // `start` is the button that starts the analysis; `id` is the id of the button that cancels it.
  constructor(connection, { start, id, onReport }) {
    Object.assign(this, { connection, start, onReport });
    this.cancel = button("Cancel", () => this.stop(), { id, disabled: true });
    this.problem = element("p", { class: "problem", role: "alert" });
    this.progress = element("div", { class: "progress" });
  }

  // `lines` are the lines of the properties in their text field.
  async begin(method, params, lines) {
    this.lines = lines;
    this.problem.textContent = "";
    this.points = [];
    this.busy(true);
    try {
      const { analysis } = await this.connection.ask(method, params);
      this.name = analysis;
      this.connection.listen(analysis, (what, params) => this.receive(what, params));
    } catch (error) {
      this.fail(error.refusal ?? error);
    }
  }

  async stop() {
    try {
      await this.connection.ask("analysis/cancel", { analysis: this.name });
    } catch (error) {
      if (error.code !== UNKNOWN_ANALYSIS) this.problem.textContent = error.message;
    }
  }

  busy(isBusy) {
    this.start.disabled = isBusy;
    this.cancel.disabled = !isBusy;
    byId("panel").setAttribute("aria-busy", isBusy);
    this.progress.replaceChildren(...(isBusy ? [element("p", {}, "Searching…")] : []));
  }

  fail(error) {
    this.busy(false);
    this.problem.textContent = errorText(error, this.lines);
    this.problem.scrollIntoView({ block: "nearest" });
  }

  receive(method, params) {
    if (method === "analysis/progress") return this.advance(params);
    this.connection.forget(params.analysis);
    this.busy(false);
    if (this.points.length > 1) this.progress.replaceChildren(this.curves());
    if (params.error) return this.fail(params.error);
    return this.onReport(params.report);
  }

  advance(now) {
    this.points.push(now);
    // When there are many points, keep every second one.
    if (this.points.length > MOST_POINTS) this.points = this.points.filter((_, at) => at % 2 === 1);
    const level = now.level ? `, level ${amount(now.level)}` : "";
    this.progress.replaceChildren(
      element("p", { class: "where" }, `${amount(now.states)} states, ${amount(now.open)} open${level}, ${bytesText(now.memory_bytes)}, ${secondsText(now.elapsed_s)}`), this.curves());
  }

  curves() {
    const over = (key) => this.points.map((point) => [point.elapsed_s, point[key]]);
    const curve = (title, points, up) => chart({ title, points, across: secondsText, up, acrossTitle: "" });
    const byLevel = this.levels();
    return element("div", { class: "charts" },
      curve("States over time", over("states"), roughly), curve("Memory over time", over("memory_bytes"), bytesText),
      byLevel.length > 2 ? chart({ title: "States by level, so far", points: byLevel, kind: "bars", across: amount, up: roughly, acrossTitle: "level" }) : null);
  }

  // Returns the number of states discovered while each level was explored, from the progress so far.
  levels() {
    const grown = new Map();
    let last = 0;
    for (const { level, states } of this.points) {
      grown.set(level, (grown.get(level) ?? 0) + states - last);
      last = states;
    }
    grown.delete(0);
    return [...grown].sort(([a], [b]) => a - b);
  }
}
