// The types of sanderling.js and node.js. Those of the messages are in protocol.d.ts, which is written from the schema.

import type { AnalysisReport, Failed, Notifications, Progress, Report, Requests, Started } from "./protocol.js";

export type * from "./protocol.js";

/** Requests that start an analysis. */
export type Starting = { [M in keyof Requests]: Requests[M]["result"] extends Started ? M : never }[keyof Requests];

/** The report of an analysis. */
export type ReportOf<M extends Starting> = M extends "analysis/standard" ? AnalysisReport : Report;

/** The parameters of a request; nothing where it has none. */
export type Params<M extends keyof Requests> = Requests[M]["params"];

export interface Options {
  /** The module: compiled, as bytes, or where it is; beside this package's files if it is left out. */
  module?: WebAssembly.Module | BufferSource | URL | string;
  /** The memory that each analysis may take: 1 GiB if it is left out, and 2 GiB at most. */
  memoryBytes?: number;
  /** Hears what is said of all analyses. */
  onNotification?: <N extends keyof Notifications>(method: N, params: Notifications[N]) => void;
}

export interface RequestOptions {
  /** Aborting it rejects the promise with the reason of the signal at once. */
  signal?: AbortSignal;
}

export interface AnalysisOptions {
  /** Aborting it cancels the analysis. */
  signal?: AbortSignal;
  /** Hears each progress, up to five times a second. */
  onProgress?: (progress: Progress) => void;
}

/** The engine, in workers of this page or process. */
export class Sanderling {
  /** Compiles the module. Workers are started when they are needed. */
  static open(options?: Options): Promise<Sanderling>;

  /**
   * Sends a request. The promise is rejected with a `RequestFailed` if it is refused, with an `EngineClosed` after `close`, and with the reason
   * of the signal.
   */
  request<M extends keyof Requests>(
    method: M,
    ...rest: Params<M> extends null
      ? [params?: null, options?: RequestOptions]
      : {} extends Params<M>
        ? [params?: Params<M>, options?: RequestOptions]
        : [params: Params<M>, options?: RequestOptions]
  ): Promise<Requests[M]["result"]>;

  /** Starts an analysis in a worker of its own; it has begun when the promise is fulfilled. */
  start<M extends Starting>(method: M, params: Params<M>, options?: AnalysisOptions): Promise<Analysis<ReportOf<M>>>;

  /** Ends all workers; what is under way is rejected. */
  close(): void;
}

/** An analysis under way. */
export class Analysis<R = Report | AnalysisReport> {
  /** What it is called. */
  readonly name: string;
  /** What was answered when it was started. */
  readonly started: Started;
  /** The report; rejected with a `RequestFailed` where there is none in the end. */
  readonly result: Promise<R>;
  /**
   * Cancels it. Where memory can be shared with a worker, in Node and on pages that are isolated from other origins, it ends with what it has, and the result is a
   * report that says so. Elsewhere its worker is ended, and the result is rejected with the code -32800.
   */
  cancel(): void;
}

/** A request was refused, or an analysis ended without a report. */
export class RequestFailed extends Error {
  constructor(method: string, error: Failed);
  /** The method, or the name of the analysis. */
  readonly method: string;
  /** One of the codes of docs/server.md. */
  readonly code: number;
  /** What else is known. */
  readonly data: any;
  /** What is wrong with a file or a property, each with `message` and, where known, `line`, `column` and `element`. */
  readonly diagnostics: any[];
}

/** The engine was closed. */
export class EngineClosed extends Error {}
