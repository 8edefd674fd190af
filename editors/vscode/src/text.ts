// Positions in a text. The engine counts characters from 1, and an editor counts UTF-16 units from 0.

/** A position in a text, in the units of editors. */
export interface Place {
  line: number;
  character: number;
}

/** A part of a text. */
export interface Part {
  start: Place;
  end: Place;
}

/** Returns the position of a line and a column of the engine, or the end of the text if there is no such line. */
export function place(lines: readonly string[], line: number, column: number): Place {
  const text = lines[line - 1];
  if (text === undefined) {
    return { line: Math.max(lines.length - 1, 0), character: lines.at(-1)?.length ?? 0 };
  }
  let character = 0;
  let left = column - 1;
  for (const one of text) {
    if (left <= 0) break;
    left -= 1;
    character += one.length;
  }
  return { line: line - 1, character };
}

/** Returns the lines of a text, with any line ending. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** Returns the position after a text that begins at `start`. */
export function behind(start: Place, text: string): Place {
  const lines = linesOf(text);
  const last = lines.at(-1) ?? "";
  return lines.length === 1
    ? { line: start.line, character: start.character + last.length }
    : { line: start.line + lines.length - 1, character: last.length };
}

/** Returns a function from the engine's offsets, in bytes of UTF-8, to positions. */
export function placesOf(text: string): (offset: number) => Place {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
  const units = unitsOf(text);
  return (offset) => {
    const unit = units(offset);
    // The last line that starts at or before the unit.
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= unit) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: unit - (starts[low] ?? 0) };
  };
}

/** Returns a function from offsets in bytes of UTF-8 to UTF-16 units. */
function unitsOf(text: string): (offset: number) => number {
  const bytes = Buffer.byteLength(text);
  if (bytes === text.length) return (offset) => Math.min(offset, bytes);
  const units = new Uint32Array(bytes + 1);
  let [byte, unit] = [0, 0];
  for (const one of text) {
    const length = Buffer.byteLength(one);
    units.fill(unit, byte, byte + length);
    byte += length;
    unit += one.length;
  }
  units[bytes] = unit;
  return (offset) => units[Math.min(offset, bytes)] ?? unit;
}
