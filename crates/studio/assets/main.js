// The page: what it is about, and how its parts hear of each other.

import { button, byId, element, tabs } from "./elements.js";
import { amount } from "./markings.js";
import { Stage } from "./stage.js";
import { MarkingTable } from "./tables.js";
import { MarkingStrip } from "./strip.js";
import { tellReport, tracesOf } from "./verdict.js";
import { TracePanel } from "./trace.js";
import { StatesView } from "./states.js";
import { Connection } from "./connection.js";
import { GamePanel } from "./game.js";
import { QuestionPanel } from "./questions.js";
import { PropertiesPage } from "./properties.js";
import { StandardPanel } from "./standard.js";

const KIND_WORDS = { place_transition: "place/transition net", coloured: "coloured net", program: "program" };

function headline(path, facts) {
  const name = path.split(/[\\/]/).pop() || path;
  byId("title").textContent = name;
  byId("title").title = path;
  byId("facts").textContent = facts.filter(Boolean).join(" · ");
  document.title = `${name} – Sanderling`;
}

function failure(error) {
  byId("panels").replaceChildren(element("p", { class: "problem", role: "alert" }, error.message));
}

// What studio and report share: the stage, the trace, the marking, the states.
function parts(drawing, onFire, ask) {
  const stage = new Stage(drawing, onFire, ask);
  const table = new MarkingTable(drawing);
  const strip = new MarkingStrip(drawing);
  stage.listeners.push((view) => table.show(view), (view) => strip.show(view));
  const trace = new TracePanel((view) => stage.show(view));
  const openTrace = (title, steps) => {
    trace.open(title, steps);
    panels.choose("trace");
    stage.tabs.choose("net");
    byId("trace-next").focus();
  };
  const states = new StatesView({ onMarking: (view) => stage.show(view), onTrace: openTrace });
  const putStates = (drawn, ...more) => {
    const canvas = states.draw(drawn);
    stage.putStates(canvas, canvas.root, element("div", { class: "note" }, element("p", {}, states.summary()), states.detail, ...more));
    canvas.isTouched = false;
  };
  let panels = null;
  const putPanels = (entries, onChosen) => (panels = tabs(byId("tabs"), byId("panels"), entries, onChosen));
  const onPoint = (ids, isToStay) => stage.point(ids, isToStay);
  return { stage, table, trace, openTrace, onPoint, putStates, putPanels };
}

function openReport({ drawing, report, states, initial, properties }) {
  const { stage, table, trace, openTrace, onPoint, putStates, putPanels } = parts(drawing, null);
  headline(report.file, [report.net, `${amount(drawing.places.length)} places`, `${amount(drawing.transitions.length)} transitions`, `sanderling ${report.version}`]);
  const isPage = report.question === "analyse";
  const told = isPage ? new PropertiesPage(report, { properties, onTrace: openTrace, onPoint }).root : tellReport(report, { onTrace: openTrace });
  putPanels([
    { id: "result", title: isPage ? "Standard properties" : "Result", content: element("div", { class: "stack" }, told) },
    { id: "trace", title: "Trace", content: trace.root },
    { id: "marking", title: "Marking", content: table.root },
  ], (id) => id === "trace" && trace.show());
  const [first] = isPage ? [] : tracesOf(report);
  if (first) trace.open(first.title, first.trace);
  if (states) putStates(states);
  stage.tabs.reveal("states", Boolean(states));
  stage.show({ marking: initial, enabled: [], caption: "The initial marking" });
}

async function openStudio({ file, defaults, properties }) {
  const connection = new Connection((isLost) => byId("facts").classList.toggle("lost", isLost));
  const loaded = await connection.ask("net/load", {});
  const { net } = loaded;
  addEventListener("pagehide", () => connection.leave(net));
  headline(file, [loaded.name ?? loaded.id, KIND_WORDS[loaded.kind], `${amount(loaded.places)} places`, `${amount(loaded.transitions)} transitions`, `${amount(loaded.arcs)} arcs`]);
  const drawing = await connection.ask("net/drawing", { net });
  const { stage, table, trace, openTrace, onPoint, putStates, putPanels } = parts(drawing, (ids) => {
    panels.choose("game");
    return game.fireAny(ids);
  }, (method, params) => connection.ask(method, { net, ...params }));
  const game = new GamePanel(connection, net, (view) => stage.show(view));
  const tokens = (place) => `tokens(${/^\w+$/.test(place?.id) ? place.id : `"${place?.id ?? "p"}"`})`;
  const isProgram = drawing.processes.length > 0;
  const example = `always ${isProgram ? "value(x) <= 3" : `${tokens(drawing.places[0])} <= 1`}\nreach deadlock`;
  const exception = isProgram ? "value(x) == 3" : `${tokens(drawing.places.at(-1))} == 1`;
  const questions = new QuestionPanel(connection, net, { example, exception, defaults, onTrace: openTrace });
  const standard = loaded.kind === "program" ? null : new StandardPanel(connection, net, {
    places: drawing.places, properties, onTrace: openTrace, onPoint,
    onExcept: (formula) => {
      panels.choose("ask");
      questions.leaveOut(formula);
    },
  });
  const panels = putPanels([
    { id: "game", title: "Token game", content: game.root },
    { id: "ask", title: "Questions", content: questions.root },
    ...(standard ? [{ id: "standard", title: "Properties", content: standard.root }] : []),
    { id: "trace", title: "Trace", content: trace.root },
    { id: "marking", title: "Marking", content: table.root },
  ], (id) => {
    if (id === "game") game.show();
    if (id === "trace") trace.show();
    if (id === "standard") standard.begin();
  });
  let isAsked = false;
  const CANCELLED = -32800;
  let exploring = null;
  const askStates = async (mostStates) => {
    exploring?.abort();
    const own = (exploring = new AbortController());
    stage.statesPane.replaceChildren(element("div", { class: "note row" }, element("span", {}, "Exploring…"), button("Cancel", () => own.abort(), { id: "states-cancel" })));
    try {
      const drawn = await connection.ask("graph/states", { net, max_states: mostStates }, own.signal);
      if (own !== exploring) return;
      const more = !drawn.graph.exhaustive && mostStates < 2000 ? button("Up to 2,000 states", () => askStates(2000)) : null;
      putStates(drawn, more);
      stage.statesCanvas.fit();
    } catch (error) {
      if (own !== exploring) return;
      const again = button("Explore again", () => askStates(mostStates), { id: "states-again" });
      stage.statesPane.replaceChildren(error.code === CANCELLED ? element("div", { class: "note row" }, element("span", {}, "Cancelled."), again) : element("p", { class: "problem", role: "alert" }, error.message));
    }
  };
  stage.onView = (id) => {
    if (id !== "states" || isAsked) return;
    isAsked = true;
    askStates(300);
  };
  await game.begin();
}

const data = JSON.parse(byId("data").textContent);
if (data.mode === "report") openReport(data);
else if (data.mode === "studio") openStudio(data).catch(failure);
