// The form for questions with their options, and the answer.

import { announce, button, element, field } from "./elements.js";
import { Analysis } from "./analysis.js";
import { QuestionHistory } from "./history.js";
import { Completion } from "./completion.js";
import { link } from "./links.js";
import { reportElement, verdictText } from "./verdict.js";

// Keywords of properties of all kinds of models.
const KEYWORDS = ["always", "reach", "ltl", "ctl", "no livelock without", "deadlock", "and", "or", "not", "implies"];
const ORDERS = [["", "breadth-first"], ["dfs", "depth-first"], ["best", "best-first"], ["random", "random"]];

export class QuestionPanel {
  constructor(connection, net, { isProgram, example, exception, words, defaults, onTrace }) {
    Object.assign(this, { net, defaults, onTrace });
    this.question = choice("question", [["deadlock", "Can it deadlock?"], ["explore", "How large is its state space?"], ["check", "Do these properties hold?"], ...(isProgram ? [["process", "Does its property process accept no run?"]] : [])]);
    this.question.addEventListener("change", () => this.reveal());
    this.properties = element("textarea", { id: "properties", rows: 3, spellcheck: "false", placeholder: example });
    this.except = element("textarea", { id: "except", rows: 2, spellcheck: "false", placeholder: exception });
    this.order = choice("order", ORDERS);
    this.time = element("input", { id: "time", placeholder: "60s", size: 8 });
    this.more = element("input", { id: "more", placeholder: "--bounds --reduce none", spellcheck: "false" });
    const ask = element("button", { type: "submit", id: "ask", class: "main" }, "Ask");
    this.analysis = new Analysis(connection, { start: ask, id: "cancel", onReport: (report) => this.answer(report) });
    this.result = element("div", { id: "result", "aria-live": "polite" });
    const complete = (control, label) => field(label, control, new Completion(control, [...KEYWORDS, ...words.keywords], words.names).root);
    this.fields = { check: complete(this.properties, "Properties, one a line"), deadlock: complete(this.except, "Except where (deadlocks that are meant)") };
    this.history = new QuestionHistory((entry) => this.recall(entry));
    const form = element("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); this.start(); } },
      field("Question", this.question), Object.values(this.fields),
      element("details", {}, element("summary", {}, "Options"), element("div", { class: "stack" },
        field("Order of the search", this.order), field("Time at most", this.time), field("More, as on the command line", this.more))),
      element("div", { class: "row" }, ask, this.analysis.cancel));
    this.from = element("p", { class: "hint row from", hidden: true });
    this.root = element("div", { class: "stack" }, this.from, form, this.analysis.problem, this.result, this.history.root, this.analysis.progress);
    this.reveal();
  }

  // Starts later searches from a marking; `null` is the initial one.
  begin(marking, markingText) {
    Object.assign(this, { marking, markingText });
    this.from.hidden = !marking;
    this.from.replaceChildren(element("span", {}, `From the marking ${markingText}`), button("From the initial one", () => this.begin(null, ""), { id: "from-initial" }));
  }

  // Shows the fields of the chosen question.
  reveal() {
    for (const [question, shown] of Object.entries(this.fields)) shown.hidden = question !== this.question.value;
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

  start() {
    const question = this.question.value;
    const { except: usual, "property-process": processOption, ...options } = this.options();
    const propertyProcess = question === "process" || processOption === true;
    if (question === "explore" && !this.order.value && !this.more.value.trim()) options.levels = true;
    const written = this.properties.value.split("\n").map((text, at) => ({ text: text.trim(), line: at + 1 })).filter(({ text }) => text);
    const properties = question === "check" ? written.map(({ text }) => text) : [];
    const except = (question === "deadlock" && this.except.value.trim()) || usual;
    this.result.replaceChildren();
    this.form = { question, properties: this.properties.value, except: this.except.value, order: this.order.value, time: this.time.value, more: this.more.value, marking: this.marking, markingText: this.markingText };
    // A link cannot contain a marking. It omits the question if there is one.
    link({ question: this.marking ? null : question, properties: question === "check" ? this.properties.value : null, except: (question === "deadlock" && this.except.value) || null });
    return this.analysis.begin("analysis/start", { net: this.net, question: question === "process" ? "check" : question, properties, property_process: propertyProcess || undefined, except, options, marking: this.marking ?? undefined }, written.map(({ line }) => line));
  }

  answer(report) {
    this.history.add({ text: describedForm(this.form, this.question), form: this.form, report });
    this.show(report);
  }

  // Shows an earlier question and its answer again.
  recall({ form, report }) {
    this.fill(form);
    this.begin(form.marking ?? null, form.markingText ?? "");
    this.show(report);
  }

  fill(form) {
    for (const [name, value] of Object.entries(form)) if (this[name]?.tagName && typeof value === "string") this[name].value = value;
    this.reveal();
  }

  show(report) {
    this.result.replaceChildren(reportElement(report, { onTrace: this.onTrace, onExcept: (formula) => this.leaveOut(formula) }));
    // Scroll to the verdict.
    this.result.scrollIntoView({ block: "nearest" });
    this.result.querySelector("h3").scrollIntoView({ block: "nearest" });
    announce(verdictText(report));
  }

  // Searches for deadlocks that do not satisfy this condition, nor the earlier exceptions.
  leaveOut(formula) {
    const before = this.except.value.trim() || this.options().except;
    this.question.value = "deadlock";
    this.reveal();
    this.except.value = before ? `(${before}) or (${formula})` : formula;
    this.except.focus();
    return this.start();
  }
}

function describedForm({ question, properties, except, order, more, marking, markingText }, choices) {
  const label = [...choices.options].find(({ value }) => value === question).text;
  const title = question === "check" ? properties.trim().replace(/\s*\n\s*/g, "; ") : label;
  return [title, question === "deadlock" && except.trim() ? `except ${except.trim()}` : "", order, more.trim(), marking ? `from the marking ${markingText}` : ""].filter(Boolean).join(" · ");
}

function choice(id, entries) {
  return element("select", { id }, entries.map(([value, text]) => element("option", { value }, text)));
}
