// The page: creates its parts and connects them.

import { button, byId, element, tabs } from "./elements.js";
import { amount, count } from "./markings.js";
import { quoted } from "./completion.js";
import { Stage } from "./stage.js";
import { MarkingTable } from "./tables.js";
import { MarkingStrip } from "./strip.js";
import { reportElement, tracesOf } from "./verdict.js";
import { TracePanel } from "./trace.js";
import { StatesView } from "./states.js";
import { Connection } from "./connection.js";
import { LocalConnection } from "./local.js";
import { linked } from "./links.js";
import { GamePanel } from "./game.js";
import { QuestionPanel } from "./questions.js";
import { howMade } from "./made.js";
import { chosenNet } from "./chooser.js";
import { PropertiesPage } from "./properties.js";
import { StandardPanel } from "./standard.js";

const FEW_STATES = 300;
const MANY_STATES = 2000;
const KIND_WORDS = { place_transition: "place/transition net", coloured: "coloured net", program: "program" };

// Completions in properties: keywords, and names, which may need quotes. Properties of a program are about its variables,
// channels and locations.
function completed({ places, transitions, processes }) {
  const names = (nodes) => nodes.map(({ id }) => id);
  if (!processes.length) return { keywords: ["tokens(", "fireable("], names: [...names(places), ...names(transitions)] };
  const controls = new Set(processes.map(({ place }) => place));
  const values = names(places).filter((id) => !controls.has(id));
  const locations = processes.flatMap(({ name, locations: all }) => all.map((location) => `${name}.${location.name}`));
  const terms = [...values, ...locations].map((term) => term.split(".").map(quoted).join("."));
  return { keywords: ["value(", "length(", "empty(", "full(", "fireable(", ...terms], names: names(transitions) };
}

// A list in a link; what is none is an empty one.
function listed(text) {
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

function openState(stage, states, text) {
  const state = Number(text);
  stage.tabs.choose("states");
  if (Number.isInteger(state) && states.nodes?.[state]) states.select(state);
}

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
function parts(drawing, { onFire, onPlay, ask } = {}) {
  const stage = new Stage(drawing, onFire ?? null, ask);
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
  const states = new StatesView({ onMarking: (view) => stage.show(view), onTrace: openTrace, onPlay });
  const putStates = (drawn, isCoverability, ...more) => {
    const canvas = states.draw(drawn, isCoverability);
    stage.putStates(canvas, canvas.root, element("div", { class: "note" }, element("p", {}, states.summary()), states.detail, ...more));
    canvas.isTouched = false;
  };
  let panels = null;
  const putPanels = (entries, onChosen) => (panels = tabs(byId("tabs"), byId("panels"), entries, onChosen));
  const onPoint = (ids, isToStay) => stage.point(ids, isToStay);
  return { stage, table, trace, openTrace, onPoint, putStates, putPanels, states };
}

// The result of a report, as the content of a panel with its title.
function resultPanel({ report, properties, made }, { openTrace, onPoint }, note) {
  const isPage = report.question === "analyse";
  const result = isPage ? new PropertiesPage(report, { properties, onTrace: openTrace, onPoint }).root : reportElement(report, { onTrace: openTrace });
  return { id: "result", title: isPage ? "Standard properties" : "Result", content: element("div", { class: "stack" }, note, result, howMade(report, made)) };
}

function openReport(data, note) {
  const { drawing, report, states, initial } = data;
  const page = parts(drawing);
  const { stage, table, trace, putStates, putPanels, states: view } = page;
  headline(report.file, [report.net, count(drawing.places.length, "place"), count(drawing.transitions.length, "transition")]);
  putPanels([
    resultPanel(data, page, note),
    { id: "trace", title: "Trace", content: trace.root },
    { id: "marking", title: "Marking", content: table.root },
  ], (id) => id === "trace" && trace.show());
  const [first] = report.question === "analyse" ? [] : tracesOf(report);
  if (first) trace.open(first.title, first.trace);
  if (states) putStates(states, false);
  stage.tabs.reveal("states", Boolean(states));
  stage.show({ marking: initial, enabled: [], caption: "The initial marking" });
  const { state, node } = linked();
  if (states && state !== undefined) openState(stage, view, state);
  if (node !== undefined) stage.finder.look(node);
}

// A report with the engine in it: the same page as the studio, with the result before the other panels.
async function openExplorable(data) {
  let connection;
  try {
    connection = await LocalConnection.open(byId("engine").textContent, data.load);
    await openStudio({ ...data, file: data.report.file }, connection);
  } catch (error) {
    if (connection && byId("tabs").childElementCount) throw error;
    openReport(data, element("p", { class: "problem", role: "alert" }, `The net is shown, but the token game and questions are not available: the engine cannot be started here (${error.message}).`));
  }
}

// The studio with the engine in it, for nets to choose from.
async function openStandalone(data) {
  const load = chosenNet(data.nets, failure);
  const connection = await LocalConnection.open(byId("engine").textContent, load);
  await openStudio({ ...data, file: load.name }, connection);
}

async function openStudio(data, connection = new Connection((isLost) => byId("facts").classList.toggle("lost", isLost))) {
  const { file, defaults, properties } = data;
  const loaded = await connection.ask("net/load", {});
  const { net } = loaded;
  addEventListener("pagehide", () => connection.leave(net));
  headline(file, [loaded.name ?? loaded.id, KIND_WORDS[loaded.kind], count(loaded.places, "place"), count(loaded.transitions, "transition"), count(loaded.arcs, "arc")]);
  const drawing = await connection.ask("net/drawing", { net });
  const page = parts(drawing, {
    onFire: (ids) => {
      panels.choose("game");
      return game.fireAny(ids);
    },
    onPlay: (events) => {
      panels.choose("game");
      stage.tabs.choose("net");
      return game.follow(events);
    },
    ask: (method, params) => connection.ask(method, { net, ...params }),
  });
  const { stage, table, trace, openTrace, onPoint, putStates, putPanels, states } = page;
  const game = new GamePanel(connection, net, {
    onShow: (view) => stage.show(view),
    onAsk: (marking, markingText) => {
      panels.choose("ask");
      questions.begin(marking, markingText);
    },
  });
  const tokens = (place) => `tokens(${/^\w+$/.test(place?.id) ? place.id : `"${place?.id ?? "p"}"`})`;
  const isProgram = drawing.processes.length > 0;
  const example = `always ${isProgram ? "value(x) <= 3" : `${tokens(drawing.places[0])} <= 1`}\nreach deadlock`;
  const exception = isProgram ? "value(x) == 3" : `${tokens(drawing.places.at(-1))} == 1`;
  const questions = new QuestionPanel(connection, net, { isProgram, example, exception, words: completed(drawing), defaults, onTrace: openTrace });
  const standard = loaded.kind === "program" ? null : new StandardPanel(connection, net, {
    places: drawing.places, properties, onTrace: openTrace, onPoint,
    onExcept: (formula) => {
      panels.choose("ask");
      questions.leaveOut(formula);
    },
  });
  const panels = putPanels([
    ...(data.report ? [resultPanel(data, page)] : []),
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
  const [first] = data.report && data.report.question !== "analyse" ? tracesOf(data.report) : [];
  if (first) trace.open(first.title, first.trace);
  let isRequested = false;
  const CANCELLED = -32800;
  let exploring = null;
  const askStates = async (mostStates, coverability = false) => {
    exploring?.abort();
    const own = (exploring = new AbortController());
    stage.statesPane.replaceChildren(element("div", { class: "note row" }, element("span", {}, "Exploring…"), button("Cancel", () => own.abort(), { id: "states-cancel" })));
    try {
      const drawn = await connection.ask("graph/states", { net, max_states: mostStates, coverability }, own.signal);
      if (own !== exploring) return;
      const more = !coverability && !drawn.graph.exhaustive && mostStates < MANY_STATES ? button(`Up to ${amount(MANY_STATES)} states`, () => askStates(MANY_STATES)) : null;
      const other = coverability ? button("State space", () => askStates(FEW_STATES), { id: "states-back" })
        : loaded.kind === "program" || drawn.graph.exhaustive ? null : button("Coverability graph", () => askStates(MANY_STATES, true), { id: "coverability" });
      putStates(drawn, coverability, element("div", { class: "row" }, more, other));
      stage.statesCanvas.fit();
    } catch (error) {
      if (own !== exploring) return;
      const again = button("Explore again", () => askStates(mostStates, coverability), { id: "states-again" });
      stage.statesPane.replaceChildren(error.code === CANCELLED ? element("div", { class: "note row" }, element("span", {}, "Cancelled."), again) : element("p", { class: "problem", role: "alert" }, error.message));
    }
  };
  const begin = (mostStates) => {
    if (isRequested) return null;
    isRequested = true;
    return askStates(mostStates);
  };
  stage.onView = (id) => id === "states" && begin(FEW_STATES);
  const wanted = linked();
  await game.begin();
  if (wanted.fired !== undefined) await game.follow(listed(wanted.fired));
  if (wanted.state !== undefined) {
    await begin(Number(wanted.state) < FEW_STATES ? FEW_STATES : MANY_STATES);
    openState(stage, states, wanted.state);
  }
  if (wanted.node !== undefined) stage.finder.look(wanted.node);
  if (wanted.question !== undefined) {
    panels.choose("ask");
    questions.fill(wanted);
    await questions.start();
  }
}

// The address stays, since it says what is shown.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("panel").focus();
});

const data = JSON.parse(byId("data").textContent);
if (data.mode === "report") openReport(data);
else if (data.mode === "explorable") openExplorable(data).catch(failure);
else if (data.mode === "standalone") openStandalone(data).catch(failure);
else if (data.mode === "studio") openStudio(data).catch(failure);
