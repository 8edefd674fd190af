// The standard properties of a net: what holds and what not, how that is known, and what shows it.

import { button, element } from "./elements.js";
import { amount, count, tokensText } from "./markings.js";
import { tellHint } from "./verdict.js";

const ANSWERS = { holds: ["✓", "yes"], violated: ["✗", "no"], proper: ["✓", "no: it ends properly"], unknown: ["?", "unknown"] };
// What every process that ends violates.
const ENDING = ["deadlock_free", "live", "reversible"];
const LEVELS = { L0: "dead", L1: "can fire", L2: "can fire as often as one likes", L3: "can fire for ever", L4: "live" };
// What people ask first.
const FIRST = ["sound", "bounded", "safe", "deadlock_free", "live", "reversible"];
const MOST_LISTED = 300;
const MOST_TERMS = 40;
const MOST_PLACES = 8;

export function propertyText(property) {
  return property.replaceAll("_", " ");
}

// The page. `properties` say to which group each one belongs. `onTrace` is called with a title and a run that is to be stepped
// through, `onPoint` with the ids of nodes that are to stand out and whether they are to stay so, and `onExcept`, where there is one,
// with a condition that leaves out a deadlock that is meant.
export class PropertiesPage {
  constructor(report, { properties, onTrace, onPoint, onExcept }) {
    Object.assign(this, { report, properties, onTrace, onPoint, onExcept });
    this.names = new Map(Object.entries(report.names ?? {}));
    this.pinned = null;
    const groups = ["structure", "behaviour", "workflow"].map((group) => this.group(group));
    this.root = element("div", { class: "properties" }, this.summary(), this.hints(({ kind }) => kind !== "meant_end"), this.greatest(), groups, this.tables(), this.lists(), this.warnings());
  }

  name(id) {
    return this.names.get(id) ?? id;
  }

  // How an answer is shown. A weakly sound process can always reach its end, and leaves nothing behind there: so its only deadlocks are its ends,
  // and that it has some is no fault. The deadlock has to be a meant one, since the net may begin with other tokens than the process.
  shown({ property, verdict }) {
    const answer = (name) => this.report.answers.find((one) => one.property === name);
    const isMeant = /: (the proper end of a workflow|a final marking of the file)$/.test(answer("deadlock_free")?.text ?? "");
    const ends = isMeant && answer("weakly_sound")?.verdict === "holds";
    return ends && verdict === "violated" && ENDING.includes(property) ? "proper" : verdict;
  }

  // Returns links to the most important answers, and the number of answers by verdict.
  summary() {
    const { answers, places, transitions, arcs, unfolding } = this.report;
    const first = FIRST.map((property) => answers.find((answer) => answer.property === property)).filter(Boolean);
    const chips = first.map((answer) => {
      const [property, verdict] = [answer.property, this.shown(answer)];
      const [sign, word] = ANSWERS[verdict];
      const go = () => this.root.querySelector(`.property[data-property="${property}"]`).scrollIntoView({ block: "center" });
      return element("li", {}, button([element("span", { "aria-hidden": "true" }, `${sign} `), propertyText(property), element("span", { class: "unseen" }, `: ${word}`)], go, { class: `badge ${verdict}` }));
    });
    const size = unfolding ? `Unfolded from ${count(unfolding.coloured_places, "place")} and ${count(unfolding.coloured_transitions, "transition")} into ${count(places, "place")}, ${count(transitions, "transition")} and ${count(arcs, "arc")}. ` : "";
    const tally = Object.keys(ANSWERS).map((verdict) => [verdict, answers.filter((answer) => this.shown(answer) === verdict).length]);
    const counts = tally.filter(([, number]) => number).map(([verdict, number]) => `${amount(number)} ${ANSWERS[verdict][1]}`);
    return [chips.length > 1 ? element("ul", { class: "plain chips", "aria-label": "In short" }, chips) : null, element("p", { class: "hint" }, `${size}${counts.join(", ")}.`)];
  }

  hints(isWanted) {
    const hints = (this.report.hints ?? []).filter(isWanted).map((hint) => tellHint(hint, this.onExcept, this.report.names));
    return hints.length ? element("ul", { class: "plain advices" }, hints) : null;
  }

  title(group) {
    const { states, firings, terminal_components: ends, source, sink } = this.report;
    if (group === "workflow" && source && sink) return `Workflow from ${this.name(source)} to ${this.name(sink)}`;
    if (group !== "behaviour" || states === null) return group[0].toUpperCase() + group.slice(1);
    if (states === "+inf") return "Behaviour: infinitely many markings";
    return `Behaviour: ${count(states, "marking")}, ${count(firings, "firing")}${ends === null ? "" : `, ${count(ends, "terminal component")}`}`;
  }

  group(group) {
    const answers = this.report.answers.filter(({ property }) => this.properties[property]?.group === group);
    if (!answers.length) return null;
    return element("section", { class: `group ${group}` }, element("h3", {}, this.title(group)),
      element("ul", { class: "plain" }, answers.map((answer) => this.answer(answer))));
  }

  // The greatest values of the requested sums.
  greatest() {
    const rows = (this.report.greatest ?? []).map((one) => this.greatestOf(one));
    return rows.length ? element("section", { class: "group greatest" }, element("h3", {}, "Greatest values"), element("ul", { class: "plain" }, rows)) : null;
  }

  greatestOf({ sum, verdict, value, at_least: least, at_most: most, text, trace, marking }) {
    const word = value === "+inf" ? "∞ (unbounded)" : value !== null ? amount(value) : [least === null ? null : `at least ${amount(least)}`, most === null ? null : `at most ${amount(most)}`].filter(Boolean).join(", ") || "unknown";
    const run = trace ? button(trace.steps.length ? `Step through ${count(trace.steps.length, "firing")}` : "Show the marking", () => this.onTrace(`${sum}: ${word}`, trace), { class: "open-trace", "data-sum": sum }) : null;
    return element("li", { class: `property ${verdict}`, "data-sum": sum },
      element("div", { class: "property-line" }, element("span", { class: "sign-of", "aria-hidden": "true" }, verdict === "unknown" ? "?" : "•"), element("code", { class: "property-name" }, sum), element("span", { class: "word" }, word)),
      text ? element("p", { class: "why" }, text) : null, marking ? element("p", { class: "why" }, `→ ${this.marking(marking)}`) : null, run);
  }

  answer(answer) {
    const { property, text, nodes = [], trace, marking } = answer;
    const verdict = this.shown(answer);
    const [sign, word] = ANSWERS[verdict];
    const title = [element("span", { class: "sign-of", "aria-hidden": "true" }, sign), element("span", { class: "property-name", title: this.properties[property]?.meaning }, propertyText(property)), element("span", { class: "word" }, word)];
    const line = this.pointing(nodes, title, { class: "property-line" });
    const open = () => {
      this.stay(line, nodes);
      this.onTrace(`${propertyText(property)}: ${word} – ${text}`, trace);
    };
    const steps = trace?.steps.length;
    const run = trace ? button(steps ? `Step through ${count(steps, "firing")}` : "Show the marking", open, { class: "open-trace", "data-property": property }) : null;
    return element("li", { class: `property ${verdict}`, "data-property": property }, line, text ? element("p", { class: "why" }, text) : null,
      marking && answer.verdict === "violated" ? element("p", { class: "why" }, `→ ${this.marking(marking)}`) : null, run,
      property === "deadlock_free" ? this.hints(({ kind }) => kind === "meant_end") : null);
  }

  marking(marking) {
    const held = Object.entries(marking).map(([place, tokens]) => (tokens === 1 ? this.name(place) : `${this.name(place)}: ${tokensText(tokens)}`));
    if (!held.length) return "no token anywhere";
    return held.length > MOST_PLACES ? `${held.slice(0, MOST_PLACES).join(", ")} and ${amount(held.length - MOST_PLACES)} more` : held.join(", ");
  }

  // Something that makes nodes stand out: while it is pointed at, and from a click on until the next one.
  pointing(nodes, content, attributes = {}) {
    if (!nodes.length) return element("div", attributes, content);
    const it = button("", () => this.stay(it, this.pinned?.it === it ? [] : nodes), {
      ...attributes, class: `points ${attributes.class ?? ""}`, "aria-pressed": "false", title: nodes.length > MOST_TERMS ? `${amount(nodes.length)} nodes` : nodes.join(", "),
      onpointerenter: () => this.onPoint(nodes, false), onpointerleave: () => this.onPoint(this.pinned?.nodes ?? [], false),
      onfocus: () => this.onPoint(nodes, false), onblur: () => this.onPoint(this.pinned?.nodes ?? [], false),
    });
    it.append(...[content].flat());
    return it;
  }

  // Makes nodes stand out for good, in place of others; `it` is what they are the nodes of.
  stay(it, nodes) {
    this.pinned?.it.setAttribute("aria-pressed", "false");
    this.pinned = nodes.length ? { it, nodes } : null;
    if (nodes.length) it.setAttribute("aria-pressed", "true");
    this.onPoint(nodes, true);
  }

  // What each place may hold at most, and how live each transition is.
  tables() {
    const { bounds, liveness, states } = this.report;
    const bound = (most) => (most === "+inf" ? "∞ (unbounded)" : amount(most));
    // Of a net with infinitely many markings, it is known which transitions are dead.
    const level = (one) => `${states === "+inf" && one !== "L0" ? "at least " : ""}${one}, ${LEVELS[one]}`;
    return [
      this.table("Bounds of places", "place", "tokens at most", bounds, bound, (most) => most !== 1 && most !== 0),
      this.table("Liveness of transitions", "transition", "level", liveness, level, (one) => one !== "L4"),
    ];
  }

  table(title, node, value, entries, text, isNotable) {
    const rows = Object.entries(entries ?? {});
    if (!rows.length) return null;
    const hasNames = rows.some(([id]) => this.names.has(id));
    const shown = rows.slice(0, MOST_LISTED).map(([id, one]) => element("tr", {},
      element("th", { scope: "row" }, this.pointing([id], this.name(id))), hasNames ? element("td", {}, id) : null, element("td", {}, text(one))));
    const heads = [node, ...(hasNames ? ["id"] : []), value].map((head) => element("th", { scope: "col" }, head));
    return element("details", { open: rows.length <= 20 && rows.some(([, one]) => isNotable(one)) }, element("summary", {}, `${title} (${amount(rows.length)})`),
      element("div", { class: "scroll" }, element("table", {}, element("thead", {}, element("tr", {}, heads)), element("tbody", {}, shown))), left(rows.length - MOST_LISTED));
  }

  lists() {
    const { place_invariants: places, transition_invariants: transitions, siphons, traps } = this.report;
    const set = ({ places: nodes, marked }) => [nodes, `{${this.listed(nodes.map((id) => this.name(id)), ", ")}}${marked ? "" : " – not marked"}`];
    return [
      this.list("Place invariants", places, ({ weights, value }) => [Object.keys(weights), `${this.sum(weights)} = ${amount(value)}`]),
      this.list("Transition invariants", transitions, (counts) => [Object.keys(counts), this.sum(counts)]),
      this.list("Minimal siphons", siphons, set), this.list("Minimal traps", traps, set),
    ];
  }

  list(title, listed, row) {
    if (!listed) return null;
    if (!listed.list.length) return listed.complete || this.report.verdict !== "computed" || this.report.greatest?.length ? null : element("p", {}, `${title}: too many to list`);
    const more = listed.complete ? "" : ` first ones; there are more`;
    const rows = listed.list.slice(0, MOST_LISTED).map(row);
    return element("details", { open: rows.length <= 6 }, element("summary", {}, `${title} (${listed.complete ? "" : "the "}${amount(listed.list.length)}${more})`),
      element("ul", { class: "plain equations scroll" }, rows.map(([nodes, text]) => element("li", {}, this.pointing(nodes, text)))), left(listed.list.length - MOST_LISTED));
  }

  sum(weights) {
    return this.listed(Object.entries(weights).map(([id, weight]) => (weight === 1 ? this.name(id) : `${amount(weight)} ${this.name(id)}`)), " + ");
  }

  listed(texts, separator) {
    return texts.length > MOST_TERMS ? `${texts.slice(0, MOST_TERMS).join(separator)}${separator}… (${amount(texts.length)})` : texts.join(separator);
  }

  warnings() {
    const rows = (this.report.warnings ?? []).slice(0, 5).map(({ message, line }) => element("li", {}, line ? `line ${line}: ${message}` : message));
    return rows.length ? element("details", {}, element("summary", {}, "Warnings about the file"), element("ul", {}, rows)) : null;
  }
}

function left(number) {
  return number > 0 ? element("p", { class: "hint" }, `and ${amount(number)} more`) : null;
}
