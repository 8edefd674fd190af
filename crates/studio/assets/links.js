// What is shown, as a part of the page's address: who opens it sees the same state, run, node or question.

const LONGEST = 6000;

// What the address says.
export function linked() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

// Puts something into the address; what is null goes. A link that is too long would lead nowhere.
export function link(parts) {
  const all = new URLSearchParams(location.hash.slice(1));
  for (const [key, value] of Object.entries(parts)) {
    if (value === null || value === undefined || String(value).length > LONGEST) all.delete(key);
    else all.set(key, value);
  }
  const text = all.toString();
  history.replaceState(history.state, "", text ? `#${text}` : location.pathname + location.search);
}
