"use strict";
// What answers to the reader: the scatter plot of any two configurations, and the table of all runs.
// The page is whole without it.

// The scatter plot. Rows of cases are [model, question, configuration, outcome, seconds, MiB, firings a second].
(() => {
  const form = document.getElementById("scatter-form");
  if (!form) return;
  const all = JSON.parse(document.getElementById("cases").textContent);
  const units = ["seconds", "MiB", "firings a second"];
  const [width, height, left, right, above, below] = [620, 400, 70, 24, 16, 52];
  const status = document.getElementById("scatter-dot");

  const element = (name, attributes, text) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const short = (number) => {
    const [least, unit] = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [0, ""]].find(([least]) => number >= least);
    return number < 1e4 ? String(+number.toPrecision(4)) : +(number / least).toPrecision(4) + unit;
  };

  // The figure of a case: nothing unless it was answered.
  const figure = (row, measure) => {
    const value = row[4 + measure];
    if (row[3] !== 0 || value === null) return null;
    return measure === 0 ? Math.max(value, 0.001) : value > 0 ? value : null;
  };
  const pairs = (across, upright, measure, question) => {
    const found = new Map();
    for (const row of all.cases) {
      if (question >= 0 && row[1] !== question) continue;
      const key = row[0] * all.questions.length + row[1];
      if (!found.has(key)) found.set(key, {});
      if (row[2] === across) found.get(key).x = row;
      if (row[2] === upright) found.get(key).y = row;
    }
    return [...found.values()].filter((pair) => pair.x && pair.y)
      .map(({ x, y }) => ({ x, y, at: [figure(x, measure), figure(y, measure)] }));
  };
  const greatest = (values) => values.reduce((most, value) => Math.max(most, value), 0);
  // Never of nothing: what has no figure lies somewhere, too.
  const scale = (values) => {
    const least = values.reduce((least, value) => Math.min(least, value), Infinity);
    const most = greatest(values);
    const room = most < 2 * least ? 4 : 1.3;
    return [least / room, most * room];
  };
  const labels = ([start, end]) => {
    const of = (digits) => {
      const made = [];
      for (let power = Math.floor(Math.log10(start)); power <= Math.ceil(Math.log10(end)); power++) {
        for (const digit of digits) made.push(digit * 10 ** power);
      }
      return made.filter((value) => value >= start && value <= end);
    };
    const powers = of([1]);
    const step = Math.ceil(powers.length / 9);
    return powers.length < 3 ? of([1, 2, 5]) : powers.filter((_, index) => index % step === 0);
  };

  const draw = () => {
    const chosen = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, +value]));
    const { across, upright, measure, question } = chosen;
    const dots = pairs(across, upright, measure, question);
    const known = dots.flatMap((dot) => dot.at).filter((value) => value !== null);
    const beyond = known.length ? 2 * greatest(known) : 1;
    const place = (dot) => dot.at.map((value) => value ?? beyond);
    const ranges = [0, 1].map((axis) => scale([...dots.map((dot) => place(dot)[axis]), beyond]));
    const part = (axis, value) => Math.log(value / ranges[axis][0]) / Math.log(ranges[axis][1] / ranges[axis][0]);
    const x = (value) => left + part(0, value) * (width - left - right);
    const y = (value) => height - below - part(1, value) * (height - above - below);
    const names = [all.configurations[across], all.configurations[upright]];
    const title = `${units[measure]}: ${names[0]} and ${names[1]}`;

    const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": title });
    const line = (x1, y1, x2, y2, stroke) => svg.append(element("line", { x1, y1, x2, y2, stroke }));
    const text = (x, y, anchor, size, text, more = {}) =>
      svg.append(element("text", { x, y, "text-anchor": anchor, "font-size": size, ...more }, text));
    for (const value of labels(ranges[0])) {
      line(x(value), above, x(value), height - below, "#DDDDDD");
      text(x(value), height - below + 17, "middle", 11, short(value));
    }
    for (const value of labels(ranges[1])) {
      line(left, y(value), width - right, y(value), "#DDDDDD");
      text(left - 8, y(value) + 4, "end", 11, short(value));
    }
    line(left, above, left, height - below, "#000000");
    line(left, height - below, width - right, height - below, "#000000");
    line(x(beyond), height - below, x(beyond), y(beyond), "#888888");
    line(left, y(beyond), x(beyond), y(beyond), "#888888");
    text(left + 6, y(beyond) - 6, "start", 11, "not answered");
    const least = Math.max(ranges[0][0], ranges[1][0]);
    line(x(least), y(least), x(beyond), y(beyond), "#888888");
    text((left + width - right) / 2, height - 10, "middle", 12, `${names[0]}: ${units[measure]}`);
    text(0, 0, "middle", 12, `${names[1]}: ${units[measure]}`,
      { transform: `translate(14 ${(above + height - below) / 2}) rotate(-90)` });

    // One dot can be reached by the tab key, the others from it by the arrow keys, from left to right.
    dots.sort((a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1]);
    const drawn = dots.map((dot) => {
      const side = (row, value) => value === null ? all.outcomes[row[3]] : short(value);
      const says = `${all.models[dot.x[0]]}, ${all.questions[dot.x[1]]}: ` +
        `${names[0]} ${side(dot.x, dot.at[0])}, ${names[1]} ${side(dot.y, dot.at[1])}`;
      const open = dot.at.includes(null) ? " open" : "";
      const [cx, cy] = [x(place(dot)[0]), y(place(dot)[1])].map((value) => value.toFixed(1));
      const circle = element("circle", { class: "dot" + open, cx, cy, r: 4, tabindex: -1, role: "img", "aria-label": says });
      circle.append(element("title", {}, says));
      for (const event of ["focus", "mouseenter"]) circle.addEventListener(event, () => { status.textContent = says; });
      return circle;
    });
    drawn.forEach((circle, index) => circle.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      const next = drawn[index + step];
      if (!next) return;
      event.preventDefault();
      circle.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    }));
    if (drawn.length) drawn[0].tabIndex = 0;
    svg.append(...drawn);
    status.textContent = `${drawn.length} ${drawn.length === 1 ? "dot" : "dots"}. Point at one, or use the arrow keys, to read its model.`;

    const shown = document.createElement("figure");
    const caption = document.createElement("figcaption");
    caption.textContent = title;
    shown.append(caption, svg);
    document.getElementById("scatter-chart").replaceChildren(shown);
  };
  form.hidden = false;
  form.addEventListener("change", draw);
  form.addEventListener("submit", (event) => event.preventDefault());
  draw();
})();

// The table of all runs.
(() => {
  const table = document.getElementById("all");
  const form = document.getElementById("filter");
  if (!table) return;
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => ({
    row,
    text: row.textContent.toLowerCase(),
    cells: [...row.cells].map((cell) => cell.textContent.trim()),
  }));
  const shown = document.getElementById("shown");

  const filter = () => {
    const words = form.elements.text.value.toLowerCase().split(/\s+/);
    const outcome = form.elements.outcome.value;
    let count = 0;
    for (const { row, text, cells } of rows) {
      const wanted = (!outcome || cells[3] === outcome) && words.every((word) => text.includes(word));
      row.hidden = !wanted;
      count += wanted;
    }
    shown.textContent = `${count} of ${rows.length} rows`;
  };

  // Numbers are in front of words, and what is not known is behind both, in either direction.
  const rank = (text) => {
    if (text === "–" || text === "") return [2, 0];
    const number = Number(text.replaceAll("\u202f", ""));
    return Number.isNaN(number) ? [1, text] : [0, number];
  };
  const sort = (column, direction) => {
    const ranked = rows.map((entry) => ({ entry, rank: rank(entry.cells[column]) }));
    ranked.sort((a, b) => {
      if (a.rank[0] !== b.rank[0]) return a.rank[0] - b.rank[0];
      const [x, y] = [a.rank[1], b.rank[1]];
      return direction * (typeof x === "string" ? x.localeCompare(y, "en", { numeric: true }) : x - y);
    });
    body.replaceChildren(...ranked.map(({ entry }) => entry.row));
  };
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent.trim();
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const ascending = head.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      sort(column, ascending ? 1 : -1);
    });
  });
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
})();
