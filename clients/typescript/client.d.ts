// The types of client.js. Those of the messages are in protocol.d.ts, which is written from the schema.

import type { EventEmitter } from "node:events";
import type { AnalysisReport, Failed, Notifications, Progress, Report, Requests, Started } from "./protocol.js";

export type * from "./protocol.js";

/** Requests that start an analysis. */
export type Starting = { [M in keyof Requests]: Requests[M]["result"] extends Started ? M : never }[keyof Requests];

/** The report of an analysis. */
export type ReportOf<M extends Starting> = M extends "analysis/standard" ? AnalysisReport : Report;

/** The parameters of a request; nothing where it has none. */
export type Params<M extends keyof Requests> = Requests[M]["params"];

export interface Options {
  /** The executable; `sanderling` on the path if it is left out. */
  program?: string;
  /** Arguments behind `serve --stdio`, such as `["--memory", "4G"]`. */
  arguments?: string[];
}

export interface RequestOptions {
  /**
   * Aborting it cancels the request, whose promise is rejected with the reason of the signal at once. `AbortSignal.timeout(1000)` is a
   * limit of a second.
   */
  signal?: AbortSignal;
}

export interface AnalysisOptions {
  /** Aborting it cancels the analysis, whose result comes all the same: a report that says so. */
  signal?: AbortSignal;
  /** Hears each progress. */
  onProgress?: (progress: Progress) => void;
}

/** The server as a child process. */
export class Sanderling {
  constructor(options?: Options);

  /**
   * Sends a request. The promise is rejected with a `RequestFailed` if it is refused, with a `ServerGone` if the program ends before,
   * and with the reason of the signal.
   */
  request<M extends keyof Requests>(
    method: M,
    ...rest: Params<M> extends null
      ? [params?: null, options?: RequestOptions]
      : {} extends Params<M>
        ? [params?: Params<M>, options?: RequestOptions]
        : [params: Params<M>, options?: RequestOptions]
  ): Promise<Requests[M]["result"]>;

  /** Starts an analysis; it has begun, or waits for memory, when the promise is fulfilled. */
  start<M extends Starting>(method: M, params: Params<M>, options?: AnalysisOptions): Promise<Analysis<ReportOf<M>>>;

  /** Sends a notification. */
  notify(method: string, params?: object): void;

  /** Ends the server and all that is under way in it. Nothing happens if it has ended. */
  close(): Promise<void>;
}

/** An analysis, which goes on in the server. Its events `progress` tell how far it has come. */
export class Analysis<R = Report | AnalysisReport> extends EventEmitter<{ progress: [Notifications["analysis/progress"]] }> {
  /** What the server calls it. */
  readonly name: string;
  /** What the server answered when it was started. */
  readonly started: Started;
  /** The report; rejected with a `RequestFailed` where there is none in the end. */
  readonly result: Promise<R>;
  /** Makes the analysis end with what it has; the result comes all the same. Nothing happens if it has ended. */
  cancel(): Promise<void>;
}

/** The server refused a request, or an analysis ended without a report. */
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

/** The program has ended, or was never there. */
export class ServerGone extends Error {}
