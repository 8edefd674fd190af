// The search and the menu of the site. SECTIONS is a list of [address, page, heading, text].
const MOST = 12;
const AROUND = 60;

const root = document.body.dataset.root;
const field = document.getElementById("search");
const list = document.getElementById("found");
const menu = document.getElementById("menu");
const pages = document.getElementById("pages");
let chosen = -1;

menu.addEventListener("click", () => {
  const isOpen = pages.classList.toggle("open");
  menu.setAttribute("aria-expanded", String(isOpen));
});

/** How well a section fits the words: 0 if one of them is missing. */
function score([, page, heading, text], words) {
  let sum = 0;
  for (const word of words) {
    const inHeading = heading.toLowerCase().includes(word);
    const inPage = page.toLowerCase().includes(word);
    const inText = text.toLowerCase().includes(word);
    if (!inHeading && !inPage && !inText) return 0;
    sum += (inHeading ? 10 : 0) + (inPage ? 5 : 0) + (inText ? 1 : 0);
  }
  return sum;
}

/** A text node for each part, with the words marked. */
function marked(text, words) {
  const parts = document.createDocumentFragment();
  const lower = text.toLowerCase();
  let from = 0;
  while (from < text.length) {
    const hits = words.map((word) => [lower.indexOf(word, from), word.length]).filter(([at]) => at >= 0);
    if (hits.length === 0) break;
    const [at, length] = hits.reduce((one, other) => (other[0] < one[0] ? other : one));
    parts.append(text.slice(from, at));
    const mark = document.createElement("mark");
    mark.textContent = text.slice(at, at + length);
    parts.append(mark);
    from = at + length;
  }
  parts.append(text.slice(from));
  return parts;
}

function excerpt(text, words) {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]));
  const start = Math.max(0, at - AROUND);
  return (start > 0 ? "… " : "") + text.slice(start, at + 2 * AROUND) + (text.length > at + 2 * AROUND ? " …" : "");
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  list.replaceChildren();
  chosen = -1;
  list.hidden = words.length === 0;
  if (list.hidden) return;
  const found = window.SECTIONS.map((section) => [score(section, words), section]).filter(([points]) => points > 0);
  found.sort((one, other) => other[0] - one[0]);
  for (const [, [address, page, heading, text]] of found.slice(0, MOST)) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = root + address;
    link.append(marked(heading === page ? page : `${page}: ${heading}`, words));
    const line = document.createElement("small");
    line.append(marked(excerpt(text, words), words));
    link.append(line);
    item.append(link);
    list.append(item);
  }
  if (found.length === 0) {
    const none = document.createElement("p");
    none.textContent = "Nothing found.";
    list.append(none);
  }
}

function choose(step) {
  const links = [...list.querySelectorAll("a")];
  if (links.length === 0) return;
  chosen = (chosen + step + links.length) % links.length;
  links.forEach((link, at) => link.classList.toggle("chosen", at === chosen));
  links[chosen].scrollIntoView({ block: "nearest" });
}

field.addEventListener("input", show);
field.addEventListener("focus", show);
field.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") choose(1);
  else if (event.key === "ArrowUp") choose(-1);
  else if (event.key === "Enter") list.querySelectorAll("a")[Math.max(chosen, 0)]?.click();
  else if (event.key === "Escape") field.blur();
  else return;
  event.preventDefault();
});
document.addEventListener("click", (event) => {
  if (!event.target.closest(".search")) list.hidden = true;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
});
