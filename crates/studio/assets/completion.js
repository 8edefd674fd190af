// Completion of names in a text field: what is being written, with those that it may become in a list below.

import { element } from "./elements.js";

const MOST_COMPLETIONS = 8;
const WRITTEN = /(?:"[^"\n]*|[\p{L}\p{N}_.]+)$/u;
const PLAIN = /^[\p{L}_][\p{L}\p{N}_]*$/u;

// A name as the property language has it.
export function quoted(name) {
  return PLAIN.test(name) ? name : `"${name}"`;
}

export class Completion {
  // `keywords` are offered as they are, `names` as names.
  constructor(field, keywords, names) {
    this.field = field;
    this.words = [...keywords.map((word) => ({ word, text: word })), ...names.map((name) => ({ word: name, text: quoted(name) }))];
    this.list = element("ul", { class: "plain completions", role: "listbox", id: `${field.id}-completions`, hidden: true });
    for (const [name, value] of Object.entries({ "aria-autocomplete": "list", "aria-controls": this.list.id, autocomplete: "off" })) field.setAttribute(name, value);
    field.addEventListener("input", () => this.offer());
    field.addEventListener("keydown", (event) => this.key(event));
    field.addEventListener("blur", () => this.close());
    this.root = element("div", { class: "completed" }, field, this.list);
  }

  written() {
    return this.field.value.slice(0, this.field.selectionStart).match(WRITTEN)?.[0] ?? "";
  }

  offer() {
    const written = this.written();
    const text = written.replace(/^"/, "").toLowerCase();
    const begins = ({ word }) => word.toLowerCase().startsWith(text);
    const has = ({ word }) => word.toLowerCase().includes(text);
    const found = text ? [...this.words.filter(begins), ...this.words.filter((one) => has(one) && !begins(one))].slice(0, MOST_COMPLETIONS) : [];
    if (!found.length || found[0].text === written) return this.close();
    this.chosen = 0;
    this.options = found.map((one, at) => element("li", { role: "option", id: `${this.list.id}-${at}`, onpointerdown: (event) => { event.preventDefault(); this.take(one); } }, one.text));
    this.found = found;
    this.list.replaceChildren(...this.options);
    this.list.hidden = false;
    return this.mark();
  }

  mark() {
    this.options.forEach((option, at) => option.setAttribute("aria-selected", at === this.chosen));
    this.field.setAttribute("aria-activedescendant", this.options[this.chosen].id);
  }

  key(event) {
    if (this.list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.chosen = (this.chosen + step + this.found.length) % this.found.length;
    else if (event.key === "Tab" || event.key === "Enter") this.take(this.found[this.chosen]);
    else if (event.key === "Escape") this.close();
    else return;
    if (step) this.mark();
    event.preventDefault();
  }

  take({ text }) {
    const end = this.field.selectionStart;
    this.field.setRangeText(text, end - this.written().length, end, "end");
    this.close();
  }

  close() {
    this.list.hidden = true;
    this.field.removeAttribute("aria-activedescendant");
  }
}
