// Questions: what is asked, with options; progress while it is searched; the verdict.

import { button, byId, element, say } from "./elements.js";
import { amount, bytesText, roughly, secondsText } from "./markings.js";
import { chart } from "./charts.js";
import { tellReport, verdictText } from "./verdict.js";

const ORDERS = [["", "breadth-first (shortest traces)"], ["dfs", "depth-first"], ["best", "best-first"], ["random", "random"]];
const MOST_POINTS = 600;

export class QuestionPanel {
  constructor(connection, net, { example, defaults, onTrace }) {
    Object.assign(this, { connection, net, defaults, onTrace });
    this.question = choice("question", [["deadlock", "Can it deadlock?"], ["explore", "How large is its state space?"], ["check", "Do these properties hold?"]]);
    this.question.addEventListener("change", () => (this.properties.parentElement.hidden = this.question.value !== "check"));
    this.properties = element("textarea", { id: "properties", rows: 3, spellcheck: "false", placeholder: example });
    this.order = choice("order", ORDERS);
    this.time = element("input", { id: "time", placeholder: "60s", size: 8 });
    this.more = element("input", { id: "more", placeholder: "--bounds --reduce none", spellcheck: "false" });
    this.ask = element("button", { type: "submit", id: "ask", class: "main" }, "Ask");
    this.cancel = button("Cancel", () => this.stop(), { id: "cancel", disabled: true });
    this.problem = element("p", { class: "problem", role: "alert" });
    this.progress = element("div", { class: "progress" });
    this.result = element("div", { id: "result", "aria-live": "polite" });
    const form = element("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); this.start(); } },
      labelled("Question", this.question), hiddenField(labelled("Properties, one a line", this.properties)),
      element("details", {}, element("summary", {}, "Options"), element("div", { class: "stack" },
        labelled("Order of the search", this.order), labelled("Time at most", this.time), labelled("More, as on the command line", this.more))),
      element("div", { class: "row" }, this.ask, this.cancel));
    this.root = element("div", { class: "stack" }, form, this.problem, this.progress, this.result);
  }

  options() {
    const options = { ...this.defaults };
    const words = this.more.value.match(/--?[\w-]+(?:[= ](?:"[^"]*"|'[^']*'|(?!--)\S+))?/g) ?? [];
    for (const word of words) {
      const [, name, value] = word.match(/^--?([\w-]+)(?:[= ](.*))?$/);
      options[name] = value === undefined ? true : value.replace(/^(["'])(.*)\1$/, "$2");
    }
    if (this.order.value) options.order = this.order.value;
    if (this.time.value.trim()) options.time = this.time.value.trim();
    return options;
  }

  async start() {
    const question = this.question.value;
    const { except, ...options } = this.options();
    if (question === "explore" && !this.order.value && !this.more.value.trim()) options.levels = true;
    const properties = question === "check" ? this.properties.value.split("\n").map((text) => text.trim()).filter(Boolean) : [];
    this.problem.textContent = "";
    this.result.replaceChildren();
    this.points = [];
    this.busy(true);
    try {
      const { analysis } = await this.connection.ask("analysis/start", { net: this.net, question, properties, except, options });
      this.analysis = analysis;
      this.connection.listen(analysis, (method, params) => this.hear(method, params));
    } catch (error) {
      this.fail(error.message);
    }
  }

  async stop() {
    try {
      await this.connection.ask("analysis/cancel", { analysis: this.analysis });
    } catch (error) {
      // It may just have ended.
      if (error.code !== 3) this.problem.textContent = error.message;
    }
  }

  busy(isBusy) {
    this.ask.disabled = isBusy;
    this.cancel.disabled = !isBusy;
    byId("panel").setAttribute("aria-busy", isBusy);
    this.progress.replaceChildren(...(isBusy ? [element("p", {}, "Searching…")] : []));
  }

  fail(message) {
    this.busy(false);
    this.problem.textContent = message;
  }

  hear(method, params) {
    if (method === "analysis/progress") return this.advance(params);
    this.connection.forget(params.analysis);
    this.busy(false);
    if (this.points.length > 1) this.progress.replaceChildren(this.curves());
    if (params.error) {
      const more = Array.isArray(params.error.data) ? params.error.data.map(({ message }) => message) : [];
      return this.fail([params.error.message, ...more].join("\n"));
    }
    this.result.replaceChildren(tellReport(params.report, this.onTrace));
    say(verdictText(params.report));
    return null;
  }

  advance(now) {
    this.points.push(now);
    // Half of the points are as good, once there are many.
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

  // How many states were discovered while each level was explored, as far as the notes tell.
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

function choice(id, entries) {
  return element("select", { id }, entries.map(([value, text]) => element("option", { value }, text)));
}

function labelled(text, control) {
  return element("div", { class: "field" }, element("label", { for: control.id }, text), control);
}

function hiddenField(field) {
  field.hidden = true;
  return field;
}
