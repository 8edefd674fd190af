// The types that both connections share. The types of the messages are in protocol.d.ts, which is generated from the schema.

import type { AnalysisReport, Failed, Progress, Report, Requests, Started } from "./protocol.js";

export type * from "./protocol.js";

/** Requests that start an analysis. */
export type Starting = { [M in keyof Requests]: Requests[M]["result"] extends Started ? M : never }[keyof Requests];

/** The report of an analysis. */
export type ReportOf<M extends Starting> = M extends "analysis/standard" ? AnalysisReport : Report;

/** The parameters of a request, or `null` if it has none. */
export type Params<M extends keyof Requests> = Requests[M]["params"];

export interface RequestOptions {
  /**
   * Aborting it rejects the promise with the reason of the signal at once, and cancels the request. `AbortSignal.timeout(1000)` is a limit of a second.
   */
  signal?: AbortSignal;
}

export interface AnalysisOptions {
  /** Aborting it cancels the analysis, as `cancel` does. */
  signal?: AbortSignal;
  /** Receives the progress. */
  onProgress?: (progress: Progress) => void;
}

/** A connection to an engine. */
export interface Connection {
  /**
   * Sends a request. The promise is rejected with a `RequestFailed` if the request is refused, with the reason of the signal, and with another error if
   * there is no engine any more.
   */
  request<M extends keyof Requests>(
    method: M,
    ...rest: Params<M> extends null
      ? [params?: null, options?: RequestOptions]
      : {} extends Params<M>
        ? [params?: Params<M>, options?: RequestOptions]
        : [params: Params<M>, options?: RequestOptions]
  ): Promise<Requests[M]["result"]>;

  /** Starts an analysis. When the promise is fulfilled, the analysis runs or waits for memory. */
  start<M extends Starting>(method: M, params: Params<M>, options?: AnalysisOptions): Promise<Running<ReportOf<M>>>;

  /** Ends the engine and everything that runs in it. A second call has no effect. */
  close(): Promise<void> | void;
}

/** A running analysis. */
export interface Running<R = Report | AnalysisReport> {
  /** The name of the analysis. */
  readonly name: string;
  /** The answer to the request that started it. */
  readonly started: Started;
  /** The report; rejected with a `RequestFailed` if the analysis has none. */
  readonly result: Promise<R>;
  /** Ends the analysis. If it has ended, this has no effect. */
  cancel(): Promise<void> | void;
}

/** A request was refused, or an analysis ended without a report. */
export class RequestFailed extends Error {
  constructor(method: string, error: Failed);
  /** The method, or the name of the analysis. */
  readonly method: string;
  /** One of the codes of docs/server.md. */
  readonly code: number;
  /** Further data about the error. */
  readonly data: any;
  /** The errors in a file or a property, each with `message` and, if known, `line`, `column` and `element`. */
  readonly diagnostics: any[];
}
