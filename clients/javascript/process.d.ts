// The types of process.js.

import type { EventEmitter } from "node:events";
import type { AnalysisOptions, Connection, Params, ReportOf, Running, Starting } from "./core.js";
import type { AnalysisReport, Notifications, Report } from "./protocol.js";

export * from "./core.js";

export interface Options {
  /** The executable [default: `sanderling` on the path]. */
  program?: string;
  /** Arguments after `serve --stdio`, such as `["--memory", "4G"]`. */
  arguments?: string[];
}

/** The server as a child process. After its end, requests are rejected with a `ServerGone`. */
export interface Sanderling extends Connection {}
export class Sanderling {
  constructor(options?: Options);
  start<M extends Starting>(method: M, params: Params<M>, options?: AnalysisOptions): Promise<Analysis<ReportOf<M>>>;
  /** Sends a notification. */
  notify(method: string, params?: object): void;
  close(): Promise<void>;
}

/** An analysis in the server. Its event `progress` has the progress. */
export interface Analysis<R = Report | AnalysisReport> extends Running<R> {}
export class Analysis<R> extends EventEmitter<{ progress: [Notifications["analysis/progress"]] }> {
  /** Ends the analysis; `result` is its partial report. If it has ended, this has no effect. */
  cancel(): Promise<void>;
}

/** The program has ended, or cannot be started. */
export class ServerGone extends Error {}
