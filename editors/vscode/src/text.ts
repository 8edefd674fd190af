// Places in a text: the engine counts characters from 1, an editor units of UTF-16 from 0.

/** A place in a text as editors count. */
export interface Place {
  line: number;
  character: number;
}

/** A part of a text. */
export interface Part {
  start: Place;
  end: Place;
}

/** The place of a line and a column of the engine; where there is no such line, the end of the text. */
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

/** The lines of a text, whatever ends them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** The place behind so many units of a text that begins at a place. */
export function behind(start: Place, text: string): Place {
  const lines = linesOf(text);
  const last = lines.at(-1) ?? "";
  return lines.length === 1
    ? { line: start.line, character: start.character + last.length }
    : { line: start.line + lines.length - 1, character: last.length };
}

/** What finds the place of an offset in bytes of the text in UTF-8, as the engine counts. */
export function placesOf(text: string): (offset: number) => Place {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
  const units = unitsOf(text);
  return (offset) => {
    const unit = units(offset);
    // The last line that starts at or before it.
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= unit) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: unit - (starts[low] ?? 0) };
  };
}

/** What turns offsets in bytes of UTF-8 into units of UTF-16. */
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
