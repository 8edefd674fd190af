// The properties in the comments of a model, which can be checked.
//
//     // always not (A.served and B.served)          in DVE
//     <!-- always tokens(eat_1, eat_2) <= 1 -->      in PNML
//
// A comment is a property if it begins with a keyword of the property language, or with `property NAME:` and a keyword.

import { behind, linesOf, place, type Part, type Place } from "./text.js";

/** The languages of models. */
export type Language = "pnml" | "dve";

/** A property in a comment. */
export interface Property {
  /** The text for the engine. */
  text: string;
  /** Its position in the document. */
  part: Part;
}

const BEGINS = /^(property\s+[\w-]+\s*:\s*)?(always|reach|ltl|ctl)\s+\S|^deadlock$/;

/** Patterns of the comments in each language. */
const COMMENTS: Record<Language, RegExp> = {
  pnml: /<!--(?<content>[\s\S]*?)-->/g,
  dve: /\/\/(?<content>[^\r\n]*)|\/\*(?<block>[\s\S]*?)\*\//g,
};

/** Returns the properties of a text, in their order. */
export function propertiesOf(text: string, language: Language): Property[] {
  const found: Property[] = [];
  for (const match of text.matchAll(COMMENTS[language])) {
    const content = match.groups?.["content"] ?? match.groups?.["block"] ?? "";
    const property = content.trim();
    if (!BEGINS.test(property)) continue;
    const offset = match.index + match[0].indexOf(content) + content.indexOf(property);
    const start = placeAt(text, offset);
    found.push({ text: property, part: { start, end: behind(start, property) } });
  }
  return found;
}

function placeAt(text: string, offset: number): Place {
  return behind({ line: 0, character: 0 }, text.slice(0, offset));
}

/** Returns the part of the document that a diagnostic about a property marks. */
export function partOf(property: Property, found: { line?: number; column?: number; end_line?: number; end_column?: number }): Part {
  const { line, column } = found;
  if (line === undefined || column === undefined) return property.part;
  const lines = linesOf(property.text);
  const { start } = property.part;
  const inDocument = (at: Place): Place =>
    at.line === 0
      ? { line: start.line, character: start.character + at.character }
      : { line: start.line + at.line, character: at.character };
  return {
    start: inDocument(place(lines, line, column)),
    end: inDocument(place(lines, found.end_line ?? line, found.end_column ?? column)),
  };
}
