// A trace, step by step: forward and back, to its ends, or by itself.

import { button, element, shape } from "./elements.js";
import { amount, Run, stepText, tokensText } from "./markings.js";

const AROUND = 60;
const PACE_MS = 700;
// Signs are drawn: not every font has them.
const ICONS = { first: "M3 3v10M13 3L6 8l7 5z", back: "M11 3L4 8l7 5z", play: "M4 2l10 6-10 6z", pause: "M5 3v10M11 3v10", next: "M5 3l7 5-7 5z", last: "M13 3v10M3 3l7 5-7 5z" };

function sign(name) {
  return shape("svg", { class: "sign", viewBox: "0 0 16 16", "aria-hidden": "true" }, shape("path", { d: ICONS[name] }));
}

function valueText(holds) {
  return holds ? "holds" : "fails";
}

// Where something is claimed: after which steps.
function positionText(after, until) {
  if (until !== undefined) return after ? `After each step from ${amount(after)} to ${amount(until)}` : `At the start and after each step up to ${amount(until)}`;
  return after ? `After step ${amount(after)}` : "At the start";
}

function claimText({ after, until, formula, holds, shown_by }) {
  const shown = { run: "this run shows it", branch: "step through a run that shows it", nothing: "this is about all runs, and no run shows it" }[shown_by];
  return `${positionText(after, until)}, ${formula} ${valueText(holds)}: ${shown}`;
}

export class TracePanel {
  constructor(onShow) {
    this.onShow = onShow;
    this.title = element("h3", {}, "No trace yet");
    this.hint = element("p", { class: "hint" }, "A question whose answer has a run to show it puts it here.");
    this.controls = [
      ["first", "to the start", () => this.go(0)],
      ["back", "one step back", () => this.go(this.run.at - 1)],
      ["play", "play", () => this.play()],
      ["next", "one step on", () => this.go(this.run.next)],
      ["last", "to the end", () => this.go(this.run.steps.length)],
    ].map(([id, name, act]) => button(sign(id), () => this.run && act(), { id: `trace-${id}`, "aria-label": name, title: name, disabled: true }));
    this.where = element("p", { class: "where" });
    this.changes = element("ul", { class: "changes" });
    this.list = element("ol", { class: "steps", "aria-label": "steps" });
    this.claims = element("ul", { class: "claims", "aria-label": "what is claimed along the run" });
    this.root = element("div", { class: "stack" }, this.title, this.hint,
      element("div", { class: "row", role: "group", "aria-label": "Steps" }, this.controls), this.where, this.changes, element("div", { class: "scroll" }, this.list), this.claims);
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (!this.run || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = { ArrowLeft: this.run.at - 1, ArrowRight: this.run.next, Home: 0, End: this.run.steps.length }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.go(target);
  }

  open(title, trace) {
    this.left = [];
    this.enter(title, trace, 0);
  }

  // Takes a run, that of the answer or one that branches off, and goes to one of its markings.
  enter(title, trace, at) {
    this.stop();
    [this.trace, this.run] = [trace, new Run(trace)];
    this.title.textContent = title;
    this.hint.textContent = "Left and right arrow, Home and End work here, too.";
    this.fillClaims();
    this.go(at);
  }

  branchOff({ after, formula, holds, trace }) {
    this.left.push({ title: this.title.textContent, trace: this.trace, after });
    this.enter(`${formula} ${valueText(holds)}`, trace, 0);
  }

  goBack() {
    const { title, trace, after } = this.left.pop();
    this.enter(title, trace, after);
  }

  // What is claimed of markings on the run: a click goes to the first of them, or to the run that branches off there.
  fillClaims() {
    const { branches = [], left_out_from: from } = this.trace;
    const items = branches.map((claim) => button(claimText(claim), () => (claim.trace ? this.branchOff(claim) : this.go(claim.after)), { class: `wide ${claim.trace ? "branch" : "claim"}` }));
    if (this.left.length) items.unshift(button("Back to the run that this one branches off", () => this.goBack(), { class: "wide leave-branch" }));
    if (from !== undefined) items.push(`${positionText(from)} and later, further claims are omitted`);
    this.claims.replaceChildren(...items.map((item) => element("li", {}, item)));
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.showPlay("play");
  }

  showPlay(name) {
    this.controls[2].replaceChildren(sign(name));
    this.controls[2].setAttribute("aria-label", name);
  }

  play() {
    if (this.playing) return this.stop();
    const isOver = () => this.run.at === this.run.steps.length && !this.run.isCycle;
    if (isOver()) this.go(0);
    this.showPlay("pause");
    this.playing = setInterval(() => {
      this.go(this.run.next, true);
      if (isOver()) this.stop();
    }, PACE_MS);
  }

  go(target, isPlaying = false) {
    const { run } = this;
    if (!isPlaying) this.stop();
    const isNext = target === run.next;
    run.go(target);
    this.show(isNext && run.at === target);
  }

  // Shows where the trace is; `flows` says whether tokens move first.
  show(flows = false) {
    const { run } = this;
    if (!run) return;
    const [at, all] = [run.at, run.steps.length];
    const step = at ? run.steps[at - 1] : null;
    const isLast = at === all;
    this.controls.forEach((control, index) => (control.disabled = [at === 0, at === 0, all === 0, isLast && !run.isCycle, isLast][index]));
    this.where.textContent = `Step ${amount(at)} of ${amount(all)}${step ? `: ${stepText(step)}` : ": the initial marking"}${isLast ? this.ending() : ""}`;
    this.changes.replaceChildren(...(step?.changed ?? []).slice(0, 12).map(({ place, before, after }) => element("li", {}, `${place}: ${tokensText(before)} → ${tokensText(after)}`)));
    this.fillList();
    const next = run.steps[isLast && run.isCycle ? run.repeatedFrom : at];
    this.onShow({ marking: { ...run.marking }, enabled: next ? [next.event] : [], step, flows, reveals: true, caption: `Trace, step ${amount(at)} of ${amount(all)}` });
  }

  // What comes after the last step.
  ending() {
    const { run } = this;
    if (run.undefined) return `; then ${run.undefined.event} has no meaning: ${run.undefined.error}`;
    if (run.isCycle) return `; then step ${amount(run.repeatedFrom + 1)} again, and so on for ever`;
    return run.repeatedFrom === null ? "" : "; and nothing is enabled any more";
  }

  // The steps around the current one: a trace may have a hundred thousand.
  fillList() {
    const { at, steps, repeatedFrom } = this.run;
    const first = Math.max(0, at - AROUND);
    const shown = steps.slice(first, at + AROUND);
    this.list.start = first + 1;
    this.list.replaceChildren(...shown.map((step, index) => {
      const number = first + index + 1;
      const isHere = number === at;
      const isRepeated = repeatedFrom !== null && number > repeatedFrom;
      const classes = [isHere && "here", isRepeated && "repeated"].filter(Boolean).join(" ");
      return element("li", { class: classes || null, title: isRepeated ? "repeated for ever" : null }, button(stepText(step), () => this.go(number), { class: "step-button", "aria-current": isHere ? "step" : null }));
    }));
    this.list.querySelector(".here")?.scrollIntoView({ block: "nearest" });
  }
}
