// The types of browser.js and node.js.

import type { AnalysisOptions, Connection, Params, ReportOf, Running, Starting } from "./core.js";
import type { AnalysisReport, Notifications, Report } from "./protocol.js";

export * from "./core.js";

export interface Options {
  /** The module: compiled, as bytes, or its address [default: the module of this package]. */
  module?: WebAssembly.Module | BufferSource | URL | string;
  /** The memory of each analysis in bytes, up to 2 GiB [default: 1 GiB]. */
  memoryBytes?: number;
  /** Receives the notifications about all analyses. */
  onNotification?: <N extends keyof Notifications>(method: N, params: Notifications[N]) => void;
}

/** The engine, in workers of this page or process. After `close`, requests are rejected with an `EngineClosed`. */
export interface Sanderling extends Connection {}
export class Sanderling {
  /** Compiles the module. Workers are started when they are needed. */
  static open(options?: Options): Promise<Sanderling>;
  /** Starts an analysis in its own worker. It receives progress up to five times a second. */
  start<M extends Starting>(method: M, params: Params<M>, options?: AnalysisOptions): Promise<Analysis<ReportOf<M>>>;
  close(): void;
}

/** An analysis in a worker. */
export interface Analysis<R = Report | AnalysisReport> extends Running<R> {}
export class Analysis<R> {
  /**
   * Cancels the analysis. In Node, and on pages that are isolated from other origins, `result` is its partial report. Elsewhere its worker is ended,
   * and `result` is rejected with the code -32800.
   */
  cancel(): void;
}

/** The engine was closed. */
export class EngineClosed extends Error {}
