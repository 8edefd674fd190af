// The nets of a page without a server. Users choose one, or open a file. Each choice loads the page again, so that no state
// of the previous net remains. The address names the net; the browser's history keeps the text of an opened file.

import { button, byId, element } from "./elements.js";
import { linked } from "./links.js";

const LARGEST_FILE = 32 << 20;

function baseName(path) {
  return path.split(/[\\/]/).pop();
}

function wanted() {
  return JSON.stringify([history.state?.load, linked().net]);
}

function reload(state, hash) {
  history.pushState(state, "", location.pathname + location.search + hash);
  location.reload();
}

async function openFile(file) {
  if (!file) return;
  if (file.size > LARGEST_FILE) throw new Error(`${file.name}: the file has more than 32 MiB; use the program for it`);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  reload({ load: { text, name: file.name } }, "");
}

// Shows the choice in the header, and returns the parameters with which the chosen net is loaded.
export function chosenNet(nets, onFailure) {
  const named = nets.findIndex(({ name }) => baseName(name) === linked().net);
  const opened = history.state?.load;
  const at = opened ? -1 : Math.max(named, 0);
  const choice = element("select", {
    id: "nets",
    "aria-label": "Net",
    onchange: () => reload(null, `#${new URLSearchParams({ net: baseName(nets[choice.value].name) })}`),
  }, nets.map(({ name }, index) => element("option", { value: index, selected: index === at }, baseName(name))));
  if (opened) choice.prepend(element("option", { value: -1, selected: true, disabled: true }, opened.name));
  const openAny = (file) => openFile(file).catch(({ message }) => onFailure(new Error(message)));
  const input = element("input", { type: "file", id: "file", hidden: true, onchange: () => openAny(input.files[0]) });
  byId("facts").after(element("div", { class: "row", id: "chooser" }, choice, button("Open a file…", () => input.click(), { id: "open-file" }), input));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    openAny(event.dataTransfer.files[0]);
  });
  // Back and forward lead to other nets; other parts of the address are read when the page is loaded.
  const current = wanted();
  addEventListener("popstate", () => wanted() !== current && location.reload());
  return opened ?? nets[at];
}
