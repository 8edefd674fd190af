// Markings as in docs/json.md: for each place a count, a value, or the number of tokens of each colour.

const AMOUNT = new Intl.NumberFormat("en");

// A number for people; counts beyond 2^53 come as texts.
export function amount(count) {
  if (typeof count === "number") return AMOUNT.format(count);
  return /^\d+$/.test(count) ? AMOUNT.format(BigInt(count)) : String(count);
}

// So many of something, in words.
export function count(number, one) {
  return `${amount(number)} ${one}${String(number) === "1" ? "" : "s"}`;
}

const ROUGH = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

// The same for the axis of a chart.
export function roughly(count) {
  return ROUGH.format(count);
}

export function tokensText(tokens) {
  if (tokens === undefined) return "0";
  if (Array.isArray(tokens)) return `[${tokens.map(tokensText).join(", ")}]`;
  if (typeof tokens === "object") {
    const parts = Object.entries(tokens).map(([colour, count]) => `${amount(count)}×${colour}`);
    return parts.length ? parts.join(" + ") : "0";
  }
  return tokens === "+inf" ? "∞" : String(tokens);
}

// The same in short form, which omits the count of a colour that occurs once.
export function coloursText(tokens) {
  if (tokens === undefined || typeof tokens !== "object" || Array.isArray(tokens)) return tokensText(tokens);
  return Object.entries(tokens).map(([colour, count]) => (count === 1 ? colour : `${amount(count)}×${colour}`)).join(" + ") || "0";
}

// Returns the number of tokens if it is known; a value is one token.
export function tokensCount(tokens, hasColours) {
  if (tokens === undefined) return 0;
  if (typeof tokens === "object" && !Array.isArray(tokens)) {
    return Object.values(tokens).reduce((sum, count) => sum + Number(count), 0);
  }
  if (tokens === "+inf") return Infinity;
  return hasColours ? 1 : Number(tokens);
}

function isNothing(tokens) {
  if (tokens === 0) return true;
  return typeof tokens === "object" && !Array.isArray(tokens) && Object.keys(tokens).length === 0;
}

function put(marking, place, tokens) {
  if (isNothing(tokens)) delete marking[place];
  else marking[place] = tokens;
}

// A run: a marking and steps that change it. It goes forward and back, and remembers only where it is.
export class Run {
  constructor(trace) {
    this.steps = trace.steps.filter((step) => !step.error);
    this.undefined = trace.steps.find((step) => step.error);
    this.marking = { ...trace.initial };
    // From which step on the run is repeated for ever; where it is the number of steps, nothing is enabled at the end.
    this.repeatedFrom = trace.repeated_from ?? null;
    this.at = 0;
  }

  // Whether the steps come round.
  get isCycle() {
    return this.repeatedFrom !== null && this.repeatedFrom < this.steps.length;
  }

  // Where one step on is: at the end of a cycle, behind its first step.
  get next() {
    return this.isCycle && this.at === this.steps.length ? this.repeatedFrom + 1 : this.at + 1;
  }

  go(target) {
    const end = Math.max(0, Math.min(this.steps.length, target));
    for (; this.at < end; this.at += 1) {
      for (const { place, after } of this.steps[this.at].changed ?? []) put(this.marking, place, after);
    }
    for (; this.at > end; this.at -= 1) {
      for (const { place, before } of this.steps[this.at - 1].changed ?? []) put(this.marking, place, before);
    }
    return this.marking;
  }
}

// The steps that lead from one known marking to the next.
export function stepBetween(event, before, after) {
  const places = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [];
  for (const place of places) {
    const [was, is] = [before[place] ?? 0, after[place] ?? 0];
    if (JSON.stringify(was) !== JSON.stringify(is)) changed.push({ place, before: was, after: is });
  }
  return { event, changed };
}

// Which of some ids a name of an unfolded net belongs to: `P(a,b)` is of the place `P`.
export function owner(name, ids) {
  if (ids.has(name)) return name;
  for (let at = name.indexOf("("); at > 0; at = name.indexOf("(", at + 1)) {
    if (ids.has(name.slice(0, at))) return name.slice(0, at);
  }
  return null;
}

// What each place of a drawing holds, where a marking may be that of the unfolded net.
export function byPlace(marking, ids) {
  const held = new Map();
  for (const [name, tokens] of Object.entries(marking)) {
    const id = owner(name, ids);
    if (id === null) continue;
    if (id === name) {
      held.set(id, tokens);
      continue;
    }
    const colours = held.get(id) ?? {};
    colours[name.slice(id.length)] = tokens;
    held.set(id, colours);
  }
  return held;
}

export function bindingText(step) {
  const parts = Object.entries(step.binding ?? {}).map(([name, value]) => `${name}=${value}`);
  return parts.length ? ` (${parts.join(", ")})` : "";
}

// A step in a line.
export function stepText(step) {
  if (step.moves?.length) {
    const moves = step.moves.map(({ process, from, to }) => `${process}: ${from} → ${to}`);
    return `${moves.join(", ")}${step.communication ? ` · ${step.communication}` : ""}`;
  }
  const isSame = !step.name || plain(step.name) === plain(step.event);
  return `${isSame ? step.event : `${step.name} · ${step.event}`}${bindingText(step)}`;
}

// Letters and digits alone: names often are ids with spaces.
function plain(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

export function bytesText(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let [value, unit] = [Number(bytes), 0];
  while (value >= 1024 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

export function secondsText(seconds) {
  return seconds >= 100 ? `${Math.round(seconds)} s` : seconds >= 1 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds * 1000)} ms`;
}
