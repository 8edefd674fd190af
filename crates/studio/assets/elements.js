// Elements of HTML and SVG. Texts are always put in as texts: an id may hold anything.

const SVG_SPACE = "http://www.w3.org/2000/svg";

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function shape(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG_SPACE, tag), attributes, children);
}

export function byId(id) {
  return document.getElementById(id);
}

export function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, ...[text].flat());
}

// A control with its label above it; `shown` is what it is shown in.
export function field(text, control, shown = control) {
  return element("div", { class: "field" }, element("label", { for: control.id }, text), shown);
}

// Announces a text to screen readers.
export function announce(text) {
  byId("announcement").textContent = text;
}

export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function shortened(text, length) {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

// Tabs as assistive technology knows them: arrows go from one to the other.
export function tabs(list, panels, entries, onChosen) {
  const controls = entries.map(({ id, title, content }) => {
    const control = element("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}` }, title);
    const panel = element("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}` }, content);
    control.addEventListener("click", () => choose(id));
    list.append(control);
    panels.append(panel);
    return { id, control, panel };
  });
  function choose(chosen) {
    for (const { id, control, panel } of controls) {
      const isIt = id === chosen;
      control.setAttribute("aria-selected", isIt);
      control.tabIndex = isIt ? 0 : -1;
      panel.hidden = !isIt;
    }
    onChosen?.(chosen);
  }
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const shown = controls.filter(({ control }) => !control.hidden);
    const at = shown.findIndex(({ control }) => control === document.activeElement);
    const next = shown[(at + step + shown.length) % shown.length];
    next.control.focus();
    choose(next.id);
    event.preventDefault();
  });
  choose(entries[0].id);
  return {
    choose,
    reveal: (id, isShown) => (byId(`tab-${id}`).hidden = !isShown),
  };
}
