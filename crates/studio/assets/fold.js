// A drawing that is a long band, folded into rows like lines of a text: so it can be seen as a whole.

const LONG = 6;
const BETWEEN = 60;
// Rows and columns are about as long on the screen.
const RATIO = 1.4;

// `bends` are the points between the ends of each line, and `ends` answers the positions of these. Only bands are changed.
export function folded({ width, height, positions, bends }, ends) {
  const rows = Math.round(Math.sqrt(width / ((height + BETWEEN) * RATIO)));
  if (width < LONG * height || rows < 3) return { width, height, positions, bends };
  const row = width / rows;
  const rowOf = ([x]) => Math.min(rows - 1, Math.floor(x / row));
  const moved = (point, at) => [point[0] - at * row + BETWEEN / 2, point[1] + at * (height + BETWEEN)];
  return {
    width: row + BETWEEN, height: rows * (height + BETWEEN) - BETWEEN,
    positions: positions.map((point) => moved(point, rowOf(point))),
    bends: bends.map((points, at) => {
      const [one, other] = ends(at).map((end) => rowOf(positions[end]));
      return one === other ? points.map((point) => moved(point, one)) : [];
    }),
  };
}

// The same for the drawing of a net that was laid out; where the file draws its nodes, they stay.
export function foldedNet(drawing) {
  const { places, transitions, arcs, width, height } = drawing;
  if (drawing.is_from_file || !arcs.length) return drawing;
  const nodes = [...places, ...transitions];
  const positions = nodes.map(({ x, y }) => [x, y]);
  const numbers = new Map(nodes.map(({ id }, at) => [id, at]));
  const rows = folded({ width, height, positions, bends: arcs.map(({ bends }) => bends ?? []) }, (at) => [numbers.get(arcs[at].place), numbers.get(arcs[at].transition)]);
  if (rows.positions === positions) return drawing;
  const put = (nodes, first) => nodes.map((node, at) => ({ ...node, x: rows.positions[first + at][0], y: rows.positions[first + at][1] }));
  return {
    ...drawing, width: rows.width, height: rows.height, places: put(places, 0), transitions: put(transitions, places.length),
    arcs: arcs.map((arc, at) => ({ ...arc, bends: rows.bends[at].length ? rows.bends[at] : undefined })),
  };
}

// Groups that take up more than this are too small to be read where all of them are in sight.
const LARGEST_IN_SIGHT = 2000;

// The same for groups, which are boxes that are not to be cut: they become rows, read as an ox ploughs, so that neighbours stay neighbours. That is
// done where they are too small otherwise, and half as large again in rows.
export function foldedGroups(drawn) {
  const { groups, links, width, height } = drawn;
  const size = (width, height) => Math.max(width, height * RATIO);
  if (size(width, height) < LARGEST_IN_SIGHT) return drawn;
  const [across, down] = [groups[0].width + BETWEEN, groups[0].height + BETWEEN];
  const columns = Math.max(1, Math.round(Math.sqrt((groups.length * RATIO * down) / across)));
  const along = width > height ? (a, b) => a.x - b.x || a.y - b.y : (a, b) => a.y - b.y || a.x - b.x;
  const order = new Map([...groups].sort(along).map(({ id }, at) => [id, at]));
  const put = (group) => {
    const row = Math.floor(order.get(group.id) / columns);
    const at = order.get(group.id) % columns;
    return { ...group, x: ((row % 2 ? columns - 1 - at : at) + 0.5) * across, y: (row + 0.5) * down };
  };
  const rows = Math.ceil(groups.length / columns);
  if (size(width, height) < 1.5 * size(columns * across, rows * down)) return drawn;
  return { ...drawn, groups: groups.map(put), links: links.map((link) => ({ ...link, bends: undefined })), width: columns * across, height: rows * down };
}
