// The outline of a model, as a tree: places and transitions of a net, or processes with their steps, variables and channels of a program.

import { placesOf, type Part, type Place } from "./text.js";

/** The kind of an element. */
export type Kind = "place" | "transition" | "process" | "variable" | "channel" | "step" | "assertion" | "group";

/** An element of the outline. */
export interface Element {
  name: string;
  detail: string;
  kind: Kind;
  part: Part;
  children: Element[];
}

interface Span {
  start: number;
  end: number;
}

interface Node {
  id: string;
  name?: string;
  span?: Span;
}

/** The used members of a model in JSON (docs/net-json.md). */
interface Net {
  places: Node[];
  transitions: Node[];
  assertions?: Node[];
  program?: {
    variables: number[];
    processes: { name: string; location: number; variables: number[]; span?: Span }[];
    channels: { name: string; span?: Span }[];
    steps: { moves: { process: number; span?: Span }[]; communication?: string }[];
  };
}

/** Returns the outline of a model from its structure and text. */
export function outline(structure: unknown, text: string): Element[] {
  const net = structure as Net;
  const find = placesOf(text);
  const part = (span: Span): Part => ({ start: find(span.start), end: find(span.end) });
  const element = (kind: Kind, node: Node): Element[] =>
    node.span ? [{ name: node.name ?? node.id, detail: node.name === undefined ? "" : node.id, kind, part: part(node.span), children: [] }] : [];
  if (net.program) return ofProgram(net, net.program, part, element);
  return [
    ...group("places", net.places.flatMap((place) => element("place", place))),
    ...group("transitions", net.transitions.flatMap((transition) => element("transition", transition))),
  ];
}

function ofProgram(
  net: Net,
  program: NonNullable<Net["program"]>,
  part: (span: Span) => Part,
  element: (kind: Kind, node: Node) => Element[],
): Element[] {
  const variables = (places: number[]) => places.flatMap((at) => element("variable", net.places[at] ?? { id: "" }));
  const channels = program.channels.flatMap(({ name, span }) => element("channel", { id: name, ...(span ? { span } : {}) }));
  const processes = program.processes.flatMap((process, index) => {
    if (!process.span) return [];
    const steps = stepsOf(net, program, index, part);
    const whole: Element = {
      name: process.name,
      detail: "process",
      kind: "process",
      part: part(process.span),
      children: [...variables(process.variables), ...steps],
    };
    return [whole];
  });
  return [...variables(program.variables), ...channels, ...processes].sort((a, b) => order(a.part.start, b.part.start));
}

/** Returns the steps of a process. Several transitions of the net may be one step. */
function stepsOf(net: Net, program: NonNullable<Net["program"]>, process: number, part: (span: Span) => Part): Element[] {
  const steps = new Map<number, Element>();
  program.steps.forEach(({ moves }, at) => {
    for (const [which, move] of moves.entries()) {
      if (move.process !== process || !move.span || steps.has(move.span.start)) continue;
      // `P.a->b/Q.c->d` if two processes move together.
      const name = (net.transitions[at]?.id.split("/")[which] ?? "").replace(/^[^.]*\./, "").replace("->", " → ");
      steps.set(move.span.start, { name: name || "step", detail: "", kind: "step", part: part(move.span), children: [] });
    }
  });
  return [...steps.values()].sort((a, b) => order(a.part.start, b.part.start));
}

/** Returns a group of elements, which spans all of them. */
function group(name: string, children: Element[]): Element[] {
  const sorted = [...children].sort((a, b) => order(a.part.start, b.part.start));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return [];
  const end = sorted.reduce((end, { part }) => (order(part.end, end) > 0 ? part.end : end), last.part.end);
  return [{ name, detail: String(children.length), kind: "group", part: { start: first.part.start, end }, children: sorted }];
}

function order(a: Place, b: Place): number {
  return a.line - b.line || a.character - b.character;
}
