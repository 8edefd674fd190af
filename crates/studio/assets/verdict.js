// A result: the verdict with its reason, the answers one by one, the statistics.

import { button, element } from "./elements.js";
import { amount, bytesText, roughly, secondsText } from "./markings.js";
import { chart } from "./charts.js";

const WORDS = {
  explore: { computed: "Explored", violated: "An assertion is violated", unknown: "Not explored as a whole" },
  deadlock: { holds: "No deadlock can be reached", violated: "A deadlock can be reached", unknown: "Not found out whether there is a deadlock" },
  check: { holds: "Every property holds", violated: "A property is violated", unknown: "Not all of it was found out" },
};
const SIGNS = { holds: "✓", violated: "✗", unknown: "?", computed: "•", infinite: "∞" };

// Whether an exploration has ended since there are infinitely many states.
function isInfinite({ states }) {
  return states === "+inf";
}

// The verdict in words.
export function verdictText(report) {
  const { question, verdict } = report;
  if (verdict === "computed" && isInfinite(report)) return "Infinitely many states: the net is unbounded";
  return WORDS[question]?.[verdict] ?? verdict;
}

function reasonText({ reason, reason_text: more, ...report }) {
  if (!reason || (reason === "unbounded" && isInfinite(report))) return null;
  return more || reason.replaceAll("_", " ");
}

// All runs that a result has, each with a title.
export function tracesOf(report) {
  const traces = [];
  const add = (title, trace) => trace && traces.push({ title, trace });
  for (const answer of report.answers ?? []) add(answer.property, answer.trace);
  if (!traces.length) add({ deadlock: "The run to the deadlock" }[report.question] ?? "The run that decides it", report.trace);
  add("The run to the model error", report.model_error?.trace);
  if (report.unbounded?.prefix) {
    const { prefix, pump } = report.unbounded;
    add("What can be repeated for ever", { initial: prefix.initial, steps: [...prefix.steps, ...(pump ?? [])] });
  }
  return traces;
}

function statistics(report) {
  // A partial exploration without deadlocks does not show that there are none.
  const isWhole = report.exhaustive !== false;
  const deadlocks = isWhole || Number(report.deadlocks) > 0 ? report.deadlocks : null;
  const end = report.program ? "Terminal states" : "Deadlocks";
  const most = (count) => (report.program ? null : count);
  const rows = [
    ["States", report.states], ["Firings", report.firings], [isWhole ? end : `${end} so far`, deadlocks],
    ["Explored states", report.explored?.states], ["Explored firings", report.explored?.firings],
    ["Most tokens in a place", most(report.max_tokens_in_place)],
    ["Most tokens in a marking", most(report.max_tokens_in_marking)],
    ["Bits per state", report.bits_per_state || null],
  ].filter(([, value]) => value !== null && value !== undefined).map(([name, value]) => [name, value === "+inf" ? "∞" : amount(value)]);
  rows.push(["Time", secondsText(report.time_s.total)], ["Memory at its peak", bytesText(report.peak_memory_bytes)]);
  if (report.decided_by) rows.push(["Decided by", report.decided_by.technique.replaceAll("_", " ")]);
  return element("dl", { class: "statistics" }, rows.map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]).flat());
}

export function badge(verdict, text) {
  return element("span", { class: `badge ${verdict}` }, element("span", { "aria-hidden": "true" }, `${SIGNS[verdict] ?? "?"} `), text);
}

// A text of a report, in which ids of places stand between backticks: these by their names, where they have one.
function inNames(text, names = {}) {
  return text.split("`").map((piece, at) => (at % 2 ? element("code", {}, names[piece] ?? piece) : piece));
}

// A hint. `onExcept` repeats the search without the deadlocks of the hint.
export function tellHint({ message, except }, onExcept, names) {
  if (!except) return element("li", { class: "advice" }, ...inNames(message, names));
  const again = onExcept ? button("Leave it out, and look for others", () => onExcept(except), { class: "leave-out" }) : null;
  return element("li", { class: "advice" }, ...inNames(message, names), "; to exclude it, use ", element("code", {}, `deadlock --except '${except}'`), again);
}

// The unbounded places. The places of a cycle that can be repeated are some of them; all are known only if the coverability set is.
function unboundedText({ unbounded, names = {} }) {
  const all = unbounded?.coverable?.unbounded_places;
  const places = (all ?? unbounded?.places ?? []).map((place) => place.place ?? place);
  if (!places.length) return null;
  const listed = places.slice(0, 10).map((place) => names[place] ?? place).join(", ");
  const more = places.length > 10 ? ` and ${places.length - 10} more` : "";
  return `${all ? "Without bound" : "Without bound, perhaps among others"}: ${listed}${more}`;
}

// A result as elements; `onTrace` is called with a title and a trace that is to be stepped through.
export function reportElement(report, { onTrace, onExcept }) {
  const traces = tracesOf(report);
  const open = traces.map(({ title, trace }) => {
    const steps = trace.steps.length;
    const howShort = steps < 2 ? "" : { true: ", a shortest run", false: ", perhaps not a shortest run" }[trace.shortest] ?? "";
    const forEver = trace.repeated_from === undefined || trace.repeated_from === steps ? "" : ", and then for ever";
    const claims = trace.branches?.length ? ", with what is claimed along it" : "";
    return element("li", {}, button(`Step through: ${title} (${amount(steps)} firing${steps === 1 ? "" : "s"}${howShort}${forEver}${claims})`, () => onTrace(title, trace), { class: "wide open-trace" }));
  });
  const answers = (report.answers ?? []).map((answer) => element("li", {},
    badge(answer.verdict, answer.verdict), " ", element("code", {}, answer.property), reasonText(answer) ? ` — ${reasonText(answer)}` : ""));
  const hints = (report.hints ?? []).map((hint) => tellHint(hint, onExcept, report.names));
  const warnings = (report.warnings ?? []).slice(0, 5).map(({ message, line }) => element("li", {}, line ? `line ${line}: ${message}` : message));
  const unbounded = unboundedText(report);
  const levels = report.levels?.length > 1 ? chart({
    title: "States by distance from the initial one", kind: "bars", acrossTitle: "firings",
    points: report.levels.map((states, level) => [level, Number(states)]), across: amount, up: roughly,
  }) : null;
  return element("div", { class: "result" },
    element("h3", {}, badge(report.verdict === "computed" && isInfinite(report) ? "infinite" : report.verdict, verdictText(report))),
    reasonText(report) ? element("p", { class: "reason" }, reasonText(report)) : null,
    report.model_error ? element("p", { class: "reason" }, `Model error: ${report.model_error.message}`) : null,
    report.except ? element("p", {}, "Except where ", element("code", {}, report.except)) : null,
    hints.length ? element("ul", { class: "plain" }, hints) : null,
    unbounded ? element("p", {}, unbounded) : null,
    answers.length ? element("ul", { class: "answers" }, answers) : null,
    open.length ? element("ul", { class: "plain" }, open) : null,
    statistics(report), levels,
    report.decided_by?.proof?.length ? element("details", {}, element("summary", {}, "Why"), element("ul", {}, report.decided_by.proof.map((text) => element("li", {}, ...inNames(text, report.names))))) : null,
    warnings.length ? element("details", {}, element("summary", {}, "Warnings about the file"), element("ul", {}, warnings)) : null);
}
