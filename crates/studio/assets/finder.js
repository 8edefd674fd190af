// Finding a node by its name: what is typed makes those that have it stand out, and Enter goes from one to the next.

import { announce, element } from "./elements.js";
import { count } from "./markings.js";

const MOST_OFFERED = 30;

export class Finder {
  // `nodes` have an `id` and perhaps a `name`; `onFound` is called with the ids of those that are meant, the one to be looked at first.
  constructor(nodes, onFound) {
    this.nodes = nodes.map(({ id, name }) => ({ id, name, text: `${id}\n${name ?? ""}`.toLowerCase() }));
    this.onFound = onFound;
    this.at = 0;
    this.offered = element("datalist", { id: "nodes" });
    this.input = element("input", { type: "search", id: "find", list: "nodes", placeholder: "Find a node (/)", "aria-label": "Find a node by its id or name", autocomplete: "off", spellcheck: "false", size: 16 });
    this.input.addEventListener("input", () => this.offer());
    this.input.addEventListener("change", () => this.go(0));
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.go(this.wanted === this.input.value ? this.at + (event.shiftKey ? -1 : 1) : 0);
      if (event.key === "Escape") this.clear();
    });
    document.addEventListener("keydown", (event) => {
      const isTyping = event.target.closest?.("input, textarea, select");
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.input.focus();
      this.input.select();
    });
    this.note = element("span", { class: "hint" });
    this.root = element("span", { class: "finder" }, this.input, this.offered, this.note);
  }

  // Those that have a text in their id or name: who is called just that comes first, then who begins so.
  matches(wanted) {
    const text = wanted.trim().toLowerCase();
    if (!text) return [];
    const rank = (node) => node.text.split("\n").reduce((best, part) => Math.min(best, part === text ? 0 : part.startsWith(text) ? 1 : 2), 2);
    return this.nodes.filter((node) => node.text.includes(text)).map((node) => [rank(node), node]).sort(([a], [b]) => a - b).map(([, node]) => node);
  }

  offer() {
    const found = this.matches(this.input.value).slice(0, MOST_OFFERED);
    this.offered.replaceChildren(...found.map(({ id, name }) => element("option", { value: id }, name ?? id)));
    if (!this.input.value) this.clear();
  }

  go(at) {
    const found = this.matches(this.input.value);
    if (this.wanted === this.input.value && at === this.at) return;
    this.wanted = this.input.value;
    this.at = found.length ? (at + found.length) % found.length : 0;
    const ids = found.map(({ id }) => id);
    this.note.textContent = !this.wanted.trim() ? "" : found.length ? `${this.at + 1} of ${found.length}` : "none";
    if (this.wanted.trim()) announce(found.length ? `${count(found.length, "node")}, ${ids[this.at]}` : "No node has that name");
    this.onFound([...ids.slice(this.at), ...ids.slice(0, this.at)]);
  }

  // Searches for a node as if the user had typed its name.
  look(text) {
    this.input.value = text;
    this.wanted = undefined;
    this.go(0);
  }

  clear() {
    this.wanted = this.input.value = this.note.textContent = "";
    this.onFound([]);
  }
}
