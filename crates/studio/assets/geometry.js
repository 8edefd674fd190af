// Lines between nodes: where they begin and end, and how they bend.

export const RADIUS = 18;
export const HALF = 14;

function unit(from, to) {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

// The point of a circle's rim, or of a box's, on the way from its middle to another point.
export function rim(middle, towards, { radius, width, height }) {
  const [x, y] = unit(middle, towards);
  const far = radius ?? Math.min(Math.abs(width / x || Infinity), Math.abs(height / y || Infinity));
  return [middle[0] + x * far, middle[1] + y * far];
}

// A line through points, its corners rounded.
export function line(points) {
  const text = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  let path = `M${text(points[0])}`;
  for (let at = 1; at + 1 < points.length; at += 1) {
    if (at === 1) path += `L${text(middle(points[0], points[1]))}`;
    path += `Q${text(points[at])} ${text(middle(points[at], points[at + 1]))}`;
  }
  return `${path}L${text(points[points.length - 1])}`;
}

// The head of an arrow at the end of a line.
export function head(points, size = 9) {
  const [end, before] = [points[points.length - 1], points[points.length - 2]];
  const [x, y] = unit(before, end);
  const [left, right] = [[-y, x], [y, -x]].map(([a, b]) => [end[0] - x * size + a * size * 0.4, end[1] - y * size + b * size * 0.4]);
  const text = ([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`;
  return `M${text(end)}L${text(left)}L${text(right)}Z`;
}

// A circle as a piece of a path.
export function ring([x, y], radius) {
  return `M${(x - radius).toFixed(1)} ${y.toFixed(1)}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`;
}

// A point a little before the end.
export function before(points, distance) {
  const [end, last] = [points[points.length - 1], points[points.length - 2]];
  const [x, y] = unit(last, end);
  return [end[0] - x * distance, end[1] - y * distance];
}

// The middle of a line, for its label.
export function middleOf(points) {
  return pointOf(points, 0.5);
}

// The point of a line where a part of its length lies before.
export function pointOf(points, share) {
  const lengths = points.slice(1).map((point, at) => Math.hypot(point[0] - points[at][0], point[1] - points[at][1]));
  let left = lengths.reduce((sum, length) => sum + length, 0) * share;
  for (let at = 0; at < lengths.length; at += 1) {
    if (left <= lengths[at]) {
      const part = left / (lengths[at] || 1);
      const [a, b] = [points[at], points[at + 1]];
      return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
    }
    left -= lengths[at];
  }
  return points[0];
}

// Lines between the same two nodes do not lie on each other: the nth of several is bent aside.
export function aside(from, to, nth, several) {
  if (several < 2) return [];
  const [x, y] = unit(from, to);
  const offset = (nth - (several - 1) / 2) * 26;
  return [[(from[0] + to[0]) / 2 - y * offset, (from[1] + to[1]) / 2 + x * offset]];
}

// A line between nodes of the same layer goes around what is between them.
export function bow(from, to, nth) {
  const [x, y] = unit(from, to);
  const reach = Math.min(120, Math.hypot(to[0] - from[0], to[1] - from[1]) * 0.22) + nth * 14;
  return [[(from[0] + to[0]) / 2 - y * reach, (from[1] + to[1]) / 2 + x * reach]];
}

// A loop beside a node.
export function loop([x, y], width, height, nth) {
  const reach = 26 + nth * 16;
  return [[x + width * 0.5, y - height], [x + width * 0.5 + reach * 0.4, y - height - reach], [x - width * 0.5 - reach * 0.4, y - height - reach], [x - width * 0.5, y - height]];
}
