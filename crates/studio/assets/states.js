// A small state space as a graph: a state shows its marking, and the path to it.

import { announce, button, element, shape, shortened } from "./elements.js";
import { amount, count, stepBetween } from "./markings.js";
import { aside, bow, head, line, loop, middleOf, rim } from "./geometry.js";
import { Canvas } from "./canvas.js";
import { folded } from "./fold.js";
import { link } from "./links.js";

const ROUND = { radius: 17 };

export class StatesView {
  // `onPlay`, where there is one, is called with the events that lead to a state.
  constructor({ onMarking, onTrace, onPlay }) {
    this.onPlay = onPlay;
    this.onMarking = onMarking;
    this.onTrace = onTrace;
  }

  // Draws states; answers what is to be put on the stage.
  draw(drawn, isCoverability = false) {
    this.isCoverability = isCoverability;
    const { graph: given } = drawn;
    drawn = { ...drawn, ...folded(drawn, (at) => [given.edges[at].source, given.edges[at].target]) };
    this.drawn = drawn;
    const { graph, positions, width, height } = drawn;
    this.canvas = new Canvas(width, height, "The state space. Tab goes from state to state along the path, Enter shows one.");
    this.between = new Map();
    graph.edges.forEach(({ source, target }, at) => {
      const key = between(source, target);
      this.between.set(key, [...(this.between.get(key) ?? []), at]);
    });
    this.edges = graph.edges.map((edge, at) => this.drawEdge(edge, at));
    this.canvas.content.append(...this.edges.map(({ group }) => group));
    const leaves = new Set(graph.edges.map(({ source }) => source));
    this.nodes = graph.states.map((state, at) => {
      const isDead = state.expanded && !leaves.has(at);
      const kind = [at === 0 && "initial", isDead && "dead", !state.expanded && "open", state.error && "error"].filter(Boolean).join(" ");
      const node = shape("g", { class: `state ${kind}`, transform: `translate(${positions[at].map((part) => part.toFixed(1)).join(" ")})`, tabindex: at === 0 ? 0 : -1, role: "button",
        "aria-label": `state ${at}${isDead ? ", deadlock" : ""}${at === 0 ? ", initial" : ""}` },
      shape("circle", { r: ROUND.radius }), shape("text", { y: 5 }, String(at)));
      node.addEventListener("click", () => this.select(at));
      node.addEventListener("keydown", (event) => this.key(event, at));
      return node;
    });
    this.canvas.content.append(...this.nodes);
    this.outgoing = graph.states.map(() => []);
    graph.edges.forEach((edge, at) => this.outgoing[edge.source].push({ edge, at }));
    this.findWays();
    this.detail = element("div", { class: "row detail" }, element("span", { "aria-live": "polite" }, "Choose a state: click it, or use n and p."));
    return this.canvas;
  }

  summary() {
    const { states, edges, exhaustive, reason } = this.drawn.graph;
    if (this.isCoverability) return exhaustive ? `What can be covered: ${count(states.length, "maximal marking")}, ${count(edges.length, "edge")}. ∞ is as many tokens as one likes; an edge leads to a marking that covers what the firing leads to.` : "The coverability graph could not be finished.";
    const dead = this.nodes.filter((node) => node.classList.contains("dead")).length;
    const whole = exhaustive ? "" : ` ${reason === "unbounded" ? "There are infinitely many states; these are the first" : "This is the beginning of the state space"}: dashed states lead on.`;
    return `${count(states.length, "state")}, ${count(edges.length, "edge")}, ${dead || exhaustive ? count(dead, "deadlock") : "no deadlock so far"}.${whole}`;
  }

  drawEdge({ source, target, event }, at) {
    const { positions, bends } = this.drawn;
    const [a, b] = [positions[source], positions[target]];
    const parallel = this.between.get(between(source, target));
    const nth = parallel.indexOf(at);
    const isBeside = Math.abs(a[0] - b[0]) < 1 || Math.abs(a[1] - b[1]) < 1;
    const bent = bends[at].length ? bends[at] : isBeside ? bow(a, b, nth) : source <= target ? aside(a, b, nth, parallel.length) : aside(b, a, nth, parallel.length);
    const points = source === target ? loop(a, 10, 14, nth) : [rim(a, bent[0] ?? b, ROUND), ...bent, rim(b, bent[bent.length - 1] ?? a, ROUND)];
    const [x, y] = middleOf(points);
    const group = shape("g", { class: "edge" }, shape("title", {}, event), shape("path", { class: "touch", d: line(points) }),
      shape("path", { class: "way", d: line(points) }), shape("path", { class: "tip", d: head(points, 7) }), shape("text", { class: "weight", x, y: y - 3 }, shortened(event, 16)));
    return { group };
  }

  // The edge by which a search from the initial state first comes to each state.
  findWays() {
    this.via = new Map([[0, null]]);
    const open = [0];
    for (let at = 0; at < open.length; at += 1) {
      for (const { edge, at: number } of this.outgoing[open[at]]) {
        if (this.via.has(edge.target)) continue;
        this.via.set(edge.target, number);
        open.push(edge.target);
      }
    }
  }

  wayTo(state) {
    const edges = [];
    for (let via = this.via.get(state); via !== null && via !== undefined; via = this.via.get(this.drawn.graph.edges[via].source)) edges.unshift(via);
    return edges;
  }

  key(event, at) {
    const step = { n: 1, p: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") this.select(at);
    else if (step) this.select((at + step + this.nodes.length) % this.nodes.length, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  select(at, hasKeys = false) {
    const { graph, positions } = this.drawn;
    const way = this.wayTo(at);
    for (const node of this.nodes) node.classList.remove("chosen");
    for (const { group } of this.edges) group.classList.remove("on-way");
    for (const node of this.nodes) node.tabIndex = -1;
    for (const number of way) this.edges[number].group.classList.add("on-way");
    this.nodes[at].classList.add("chosen");
    this.nodes[at].tabIndex = 0;
    if (hasKeys) this.nodes[at].focus({ preventScroll: true });
    this.canvas.reveal(...positions[at]);
    const summary = this.isCoverability ? `Maximal marking ${at}.` : `State ${at}, ${amount(way.length)} firing${way.length === 1 ? "" : "s"} from the initial one.`;
    const trace = {
      initial: graph.states[0].marking,
      steps: way.map((number) => {
        const { source, target, event } = graph.edges[number];
        return stepBetween(event, graph.states[source].marking, graph.states[target].marking);
      }),
    };
    // An edge that covers is no firing: there is no run to step through.
    this.detail.replaceChildren(element("span", { "aria-live": "polite" }, summary), ...(this.isCoverability ? [] : [
      button("Step through the path", () => this.onTrace(`The path to state ${at}`, trace), { disabled: way.length === 0 }),
      this.onPlay ? button("Play on from here", () => this.onPlay(way.map((number) => graph.edges[number].event)), { id: "play-from-state" }) : ""]));
    const step = trace.steps[trace.steps.length - 1];
    const enabled = this.outgoing[at].map(({ edge }) => edge.event);
    link({ state: this.isCoverability ? null : at, fired: null });
    this.onMarking({ marking: graph.states[at].marking, enabled, step, caption: this.isCoverability ? `Marking ${at} of the coverability graph` : `State ${at} of the state space` });
    announce(summary);
  }
}

function between(one, other) {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}
