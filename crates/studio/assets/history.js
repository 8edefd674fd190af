// Earlier questions with their verdicts. A click shows the question and its answer again.

import { button, element } from "./elements.js";
import { badge } from "./verdict.js";

const MOST_KEPT = 50;

export class QuestionHistory {
  // `onChosen` is called with what was added.
  constructor(onChosen) {
    this.onChosen = onChosen;
    this.entries = [];
    this.list = element("ul", { class: "plain", id: "earlier" });
    this.root = element("details", { hidden: true }, element("summary", {}, "Earlier questions"), this.list);
  }

  // The newest comes first; the same question is there once.
  add(entry) {
    this.entries = [entry, ...this.entries.filter(({ text }) => text !== entry.text)].slice(0, MOST_KEPT);
    this.root.hidden = this.entries.length < 2;
    this.list.replaceChildren(...this.entries.map((one) => element("li", {},
      button([badge(one.report.verdict, ""), ` ${one.text}`], () => this.onChosen(one), { class: "wide" }))));
  }
}
