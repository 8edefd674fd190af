// The question of the report, the command, the options and the time, for readers of a saved page.

import { element } from "./elements.js";

const QUESTIONS = {
  analyse: "Which standard properties does the net have?",
  check: "Do the properties hold?",
  deadlock: "Can a deadlock be reached?",
  explore: "How large is the state space?",
};

function row(title, ...content) {
  return [element("dt", {}, title), element("dd", {}, ...content)];
}

function questionContent({ question, except, answers }) {
  const properties = question === "check" ? (answers ?? []).map(({ property }) => element("li", {}, element("code", {}, property))) : [];
  const exception = except ? [` Except where `, element("code", {}, except), "."] : [];
  return [QUESTIONS[question] ?? question, ...exception, properties.length ? element("ul", {}, ...properties) : null];
}

function chosen(options) {
  return Object.entries(options ?? {}).map(([name, value]) => `${name} ${value}`).join(", ");
}

// Returns a time in the same format for all languages.
function moment(seconds) {
  return `${new Date(1000 * seconds).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function howMade(report, { command, at_s: at }) {
  const options = chosen(report.options);
  return element(
    "section",
    { class: "made", "aria-label": "Question and options" },
    element(
      "dl",
      {},
      ...row("Question", ...questionContent(report)),
      ...row("Command", element("code", {}, command)),
      ...(options ? row("Options", options) : []),
      ...row("Version", `sanderling ${report.version}`),
      ...row("Written", moment(at)),
    ),
  );
}
