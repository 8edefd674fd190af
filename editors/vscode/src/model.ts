// The engine for documents: the errors of a text, its structure, and answers to questions about it.

import { RequestFailed, Sanderling, type Analysis } from "sanderling/process";

import { linesOf, place, type Part } from "./text.js";
import type { Report } from "./verdict.js";

/** The program, and the limits of analyses. */
export interface Settings {
  program: string;
  maxMemory: string;
  maxSeconds: number;
  dveSemantics: "ltsmin" | "divine2";
}

/** A diagnostic for a part of a text. */
export interface Finding {
  part: Part;
  severity: "error" | "warning";
  message: string;
}

/** A diagnostic of the engine (docs/json.md). */
export interface Diagnostic {
  severity?: "error" | "warning";
  message: string;
  expected?: string;
  help?: string;
  element?: string;
  line?: number;
  column?: number;
  end_line?: number;
  end_column?: number;
  property?: number;
}

/** A loaded model. */
export interface Loaded {
  net: string;
  kind: string;
  findings: Finding[];
}

/** A question about a model. */
export type Question = { question: "deadlock" | "explore" } | { question: "check"; properties: string[] };

/** The engine with its loaded documents. */
export class Models {
  readonly #settings: () => Settings;
  #server: Sanderling | undefined;
  /** The nets of documents, by the documents' names. */
  readonly #nets = new Map<string, string>();
  readonly #running = new Set<Analysis>();

  constructor(settings: () => Settings) {
    this.#settings = settings;
  }

  /** Reads a text. Returns its errors, or the model with its warnings. Forgets the earlier text with this name. */
  async load(name: string, text: string, signal?: AbortSignal): Promise<Loaded | { findings: Finding[] }> {
    const server = this.#engine();
    try {
      const params = { text, name, ...(name.endsWith(".dve") ? { dve_semantics: this.#settings().dveSemantics } : {}) };
      const loaded = await server.request("net/load", params, signal ? { signal } : {});
      await this.forget(name);
      this.#nets.set(name, loaded.net);
      return { net: loaded.net, kind: loaded.kind, findings: findings(loaded.warnings as Diagnostic[], text) };
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      await this.forget(name);
      return { findings: refused(error, text) };
    }
  }

  /** Forgets a document. */
  async forget(name: string): Promise<void> {
    const net = this.#nets.get(name);
    this.#nets.delete(name);
    if (net !== undefined) await this.#engine().request("net/unload", { net });
  }

  /** Returns the model in JSON (docs/net-json.md), for the outline. */
  async structure(net: string): Promise<unknown> {
    const { text } = await this.#engine().request("net/convert", { net, format: "json" });
    return JSON.parse(text) as unknown;
  }

  /** Returns the report about a question. If the signal aborts, its reason is `cancelled`. */
  async ask(net: string, question: Question, signal?: AbortSignal, onStates?: (states: number) => void): Promise<Report> {
    const options = { time: `${this.#settings().maxSeconds}s` };
    const listeners = { ...(signal ? { signal } : {}), ...(onStates ? { onProgress: ({ states }: { states: number }) => onStates(states) } : {}) };
    const analysis = await this.#engine().start("analysis/start", { net, ...question, options }, listeners);
    this.#running.add(analysis);
    try {
      return (await analysis.result) as Report;
    } finally {
      this.#running.delete(analysis);
    }
  }

  /** Cancels all questions. */
  async cancel(): Promise<void> {
    await Promise.all([...this.#running].map((analysis) => analysis.cancel()));
  }

  /** Ends the engine; the next request starts another one. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#nets.clear();
    await server?.close();
  }

  #engine(): Sanderling {
    if (!this.#server) {
      const { program, maxMemory } = this.#settings();
      this.#server = new Sanderling({ program, arguments: ["--memory", maxMemory] });
    }
    return this.#server;
  }
}

/** The errors in a text, from a refused request. */
function refused(error: RequestFailed, text: string): Finding[] {
  const found = findings(error.diagnostics as Diagnostic[], text);
  if (found.length > 0) return found;
  const start = { line: 0, character: 0 };
  return [{ part: { start, end: start }, severity: "error", message: error.message }];
}

/** Returns diagnostics as findings in a text. A diagnostic without a position is at the start. */
export function findings(diagnostics: readonly Diagnostic[], text: string): Finding[] {
  const lines = linesOf(text);
  return diagnostics.map((one) => {
    const { line = 1, column = 1 } = one;
    const start = place(lines, line, column);
    const end = place(lines, one.end_line ?? line, one.end_column ?? column);
    return { part: { start, end }, severity: one.severity ?? "error", message: message(one) };
  });
}

/** Returns the text of a diagnostic. */
export function message({ message, element, expected, help }: Diagnostic): string {
  const about = element !== undefined && !message.includes(element) ? `${element}: ` : "";
  const wanted = expected === undefined ? "" : `; expected ${expected}`;
  return `${about}${message}${wanted}${help === undefined ? "" : `\n${help}`}`;
}
