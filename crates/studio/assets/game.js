// The token game: firing by hand, back and forward, with what has happened.

import { announce, button, element } from "./elements.js";
import { link } from "./links.js";
import { amount, count, stepText } from "./markings.js";

const MOST_BUTTONS = 150;
const MOST_HISTORY = 200;

// A firing as a transition of the unfolded net is called: `t(x=a,y=b)`.
function firingName({ event, binding }) {
  const values = Object.entries(binding ?? {}).map(([name, value]) => `${name}=${value}`);
  return values.length ? `${event}(${values.join(",")})` : event;
}

export class GamePanel {
  // `onAsk` receives a marking for questions, and its text.
  constructor(connection, net, { onShow, onAsk }) {
    Object.assign(this, { connection, net, onShow });
    const ask = () => onAsk(this.standing.marking, `after ${count(this.standing.steps, "firing")}`);
    this.ask = button("Analyse from this marking", ask, { id: "game-ask" });
    this.history = [];
    this.undone = [];
    this.back = button("◀ Back", () => this.undo(), { id: "game-back" });
    this.forward = button("Forward ▶", () => this.redo(), { id: "game-forward" });
    this.restart = button("Reset", () => this.reset(), { id: "game-reset" });
    this.heading = element("h3", {}, "What can fire");
    this.choices = element("ul", { class: "plain choices", "aria-labelledby": "choices-title" });
    this.heading.id = "choices-title";
    this.problem = element("p", { class: "problem", role: "alert" });
    this.past = element("ol", { class: "steps", "aria-label": "What has fired" });
    this.root = element("div", { class: "stack" },
      element("div", { class: "row" }, this.back, this.forward, this.restart, this.ask), this.problem, this.heading, this.choices,
      element("h3", {}, "What has fired"), element("div", { class: "scroll" }, this.past));
  }

  async begin() {
    await this.carryOut("simulation/enabled", {});
  }

  // Requests go one after the other, however fast the clicks come.
  carryOut(method, params, then = () => {}) {
    const task = async () => {
      try {
        this.problem.textContent = "";
        const standing = await this.connection.ask(method, { net: this.net, ...params });
        then(standing);
        this.standing = standing;
        this.fill();
        this.show(standing.fired);
      } catch (error) {
        this.problem.textContent = error.message;
      }
    };
    this.last = (this.last ?? Promise.resolve()).then(task);
    return this.last;
  }

  fire(step) {
    const params = { transition: step.event };
    if (Object.keys(step.binding ?? {}).length) params.binding = step.binding;
    return this.carryOut("simulation/fire", params, ({ fired }) => {
      this.history.push(fired);
      const next = this.undone.pop();
      if (next && JSON.stringify([next.event, next.binding]) !== JSON.stringify([fired.event, fired.binding])) this.undone = [];
      announce(`Fired ${stepText(fired)}`);
    });
  }

  // Fires what an element of the drawing stands for: one of some transitions. Where there are several ways, they are to be chosen from.
  fireAny(ids) {
    const wanted = new Set([ids].flat());
    const ways = this.standing.enabled.filter(({ event, error }) => wanted.has(event) && !error);
    if (ways.length === 1) return this.fire(ways[0]);
    this.fill(wanted);
    this.choices.querySelector("button")?.focus();
    announce(`${ways.length} ways: choose one`);
    return null;
  }

  undo() {
    return this.carryOut("simulation/undo", {}, () => this.undone.push(this.history.pop()));
  }

  redo() {
    const next = this.undone[this.undone.length - 1];
    return next && this.fire(next);
  }

  reset() {
    return this.carryOut("simulation/reset", {}, () => {
      this.undone = [...this.undone, ...this.history.reverse()];
      this.history = [];
    });
  }

  // Plays a run from the initial marking, until an event is not enabled. `events` are ids, or names of the unfolded net.
  async follow(events) {
    if (this.history.length) await this.reset();
    for (const event of events) {
      const step = this.standing.enabled.find((one) => !one.error && (firingName(one) === event || one.event === event));
      if (!step) {
        this.problem.textContent = `${event} is not enabled here: the run ends before it`;
        return;
      }
      await this.fire(step);
    }
  }

  async backTo(length) {
    while (this.history.length > length) {
      const before = this.history.length;
      await this.undo();
      if (this.history.length === before) return;
    }
  }

  show(fired) {
    if (!this.standing) return;
    const { steps, marking, enabled } = this.standing;
    const ids = enabled.filter(({ error }) => !error).map(({ event }) => event);
    link({ fired: this.history.length ? JSON.stringify(this.history.map(firingName)) : null, state: null });
    const dead = enabled.length ? "" : ". Nothing can fire: a deadlock";
    this.onShow({ marking, enabled: ids, step: fired ?? this.history[this.history.length - 1], flows: Boolean(fired), caption: `Token game, after ${amount(steps)} firing${steps === 1 ? "" : "s"}${dead}` });
  }

  fill(wanted) {
    const { enabled } = this.standing;
    const ways = wanted ? enabled.filter(({ event }) => wanted.has(event)) : enabled;
    this.heading.textContent = wanted ? `${amount(ways.length)} ways, choose one` : `What can fire (${amount(enabled.length)})`;
    const rows = ways.slice(0, MOST_BUTTONS).map((step) => element("li", {}, step.error
      ? element("span", { class: "hint" }, `${stepText(step)} has no meaning: ${step.error}`)
      : button(stepText(step), () => this.fire(step), { class: "wide fire", "data-event": step.event })));
    if (wanted) rows.push(element("li", {}, button("Show all", () => this.fill(), { class: "wide" })));
    if (ways.length > MOST_BUTTONS) rows.push(element("li", { class: "hint" }, `and ${amount(ways.length - MOST_BUTTONS)} more`));
    if (!ways.length) rows.push(element("li", { class: "hint" }, "Nothing: this is a deadlock."));
    this.choices.replaceChildren(...rows);
    this.back.disabled = this.history.length === 0;
    this.restart.disabled = this.history.length === 0;
    this.forward.disabled = this.undone.length === 0;
    const first = Math.max(0, this.history.length - MOST_HISTORY);
    this.past.start = first + 1;
    this.past.replaceChildren(...this.history.slice(first).map((step, index) => {
      const number = first + index + 1;
      return element("li", { class: number === this.history.length ? "here" : null }, button(stepText(step), () => this.backTo(number), { class: "step-button", title: "go back to here" }));
    }));
    this.past.lastElementChild?.scrollIntoView({ block: "nearest" });
  }
}
