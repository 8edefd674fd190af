// Small charts: lines over time, bars by level.

import { element, shape } from "./elements.js";

const WIDTH = 340;
const HIGH = 120;
const LEFT = 52;
const BOTTOM = 20;
const TOP = 8;

// A figure with an axis to the right and one upwards. `points` are pairs, ascending; `kind` is "line" or "bars".
export function chart({ title, points, kind = "line", across, up, acrossTitle }) {
  const most = Math.max(...points.map(([, y]) => y), 1);
  const [first, last] = [points[0]?.[0] ?? 0, points[points.length - 1]?.[0] ?? 1];
  const span = last - first || 1;
  const x = (value) => LEFT + ((value - first) / span) * (WIDTH - LEFT - 10);
  const y = (value) => HIGH - BOTTOM - (value / most) * (HIGH - BOTTOM - TOP);
  const parts = [
    shape("path", { class: "axis", d: `M${LEFT} ${TOP}V${HIGH - BOTTOM}H${WIDTH - 6}` }),
    shape("text", { class: "tick end", x: LEFT - 5, y: TOP + 6 }, up(most)),
    shape("text", { class: "tick end", x: LEFT - 5, y: HIGH - BOTTOM }, up(0)),
    shape("text", { class: "tick", x: LEFT, y: HIGH - 6 }, across(first)),
    shape("text", { class: "tick end", x: WIDTH - 6, y: HIGH - 6 }, across(last)),
    shape("text", { class: "tick middle", x: (LEFT + WIDTH) / 2, y: HIGH - 6 }, acrossTitle),
  ];
  if (kind === "bars") {
    const width = Math.max(0.8, Math.min(24, ((WIDTH - LEFT - 10) / points.length) * 0.8));
    const middle = (at) => LEFT + ((at + 0.5) / points.length) * (WIDTH - LEFT - 10);
    const bars = points.map(([, value], at) => `M${middle(at).toFixed(1)} ${HIGH - BOTTOM}V${y(value).toFixed(1)}`).join("");
    parts.push(shape("path", { class: "bars", d: bars, "stroke-width": width }));
  } else if (points.length) {
    const way = points.map(([a, b]) => `${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("L");
    parts.push(shape("path", { class: "area", d: `M${x(first)} ${y(0)}L${way}L${x(last)} ${y(0)}Z` }), shape("path", { class: "curve", d: `M${way}` }));
  }
  const summary = `${title}: from ${across(first)} to ${across(last)} ${acrossTitle}, at most ${up(most)}, at the end ${up(points[points.length - 1]?.[1] ?? 0)}`;
  return element("figure", { class: "chart" }, element("figcaption", {}, title),
    shape("svg", { viewBox: `0 0 ${WIDTH} ${HIGH}`, role: "img", "aria-label": summary }, parts));
}
