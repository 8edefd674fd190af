// The engine as a child process: `sanderling serve` loads, plays and analyses nets. process.d.ts has the types and documents each member.

import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";

import { NO_ANALYSIS, RequestFailed, settler, whileOpen, withResolvers } from "./core.js";

export { RequestFailed } from "./core.js";

export class ServerGone extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = "ServerGone";
  }
}

export class Analysis extends EventEmitter {
  #server;

  constructor(server, started, end) {
    super();
    this.#server = server;
    this.name = started.analysis;
    this.started = started;
    this.result = end.then(({ report, error }) => {
      if (error) throw new RequestFailed(this.name, error);
      return report;
    });
    // A program that ignores the result does not fail if there is none.
    this.result.catch(() => {});
  }

  async cancel() {
    try {
      await this.#server.request("analysis/cancel", { analysis: this.name });
    } catch (error) {
      if (error.code !== NO_ANALYSIS) throw error;
    }
  }
}

export class Sanderling {
  #process;
  #frames = new Frames();
  #lastId = 0;
  /** Pending requests by id, each with the functions that settle and reject its promise. */
  #pending = new Map();
  /** Running analyses by name, each with the functions that resolve and reject its end. */
  #analyses = new Map();
  /** The reason why the server has ended. */
  #gone;
  #ended;

  constructor({ program = "sanderling", arguments: given = [] } = {}) {
    this.#process = spawn(program, ["serve", "--stdio", ...given], { stdio: ["pipe", "pipe", "inherit"] });
    this.#ended = new Promise((resolve) => {
      const end = (error) => {
        this.#lose(error);
        resolve();
      };
      this.#process.on("error", (error) => end(new ServerGone(`${program} cannot be started`, { cause: error })));
      this.#process.on("close", () => end(new ServerGone("the server has ended")));
    });
    // The event `close` reports a closed pipe, too.
    this.#process.stdin.on("error", () => {});
    this.#process.stdout.on("data", (bytes) => {
      for (const message of this.#frames.add(bytes)) this.#receive(message);
    });
  }

  async request(method, params, { signal } = {}) {
    return this.#sendRequest(method, params, signal, (result) => result);
  }

  async start(method, params, { signal, onProgress } = {}) {
    signal?.throwIfAborted();
    // Notifications may follow the reply at once, so the analysis is stored before the next message is read.
    const analysis = await this.#sendRequest(method, params, undefined, (started) => {
      const { promise, resolve, reject } = withResolvers();
      const analysis = new Analysis(this, started, promise);
      if (onProgress) analysis.on("progress", onProgress);
      this.#analyses.set(analysis.name, { analysis, resolve, reject });
      return analysis;
    });
    const cancel = () => analysis.cancel().catch(() => {});
    if (signal?.aborted) cancel();
    whileOpen(analysis.result, signal, cancel);
    return analysis;
  }

  notify(method, params) {
    this.#send({ method, params });
  }

  async close() {
    try {
      await this.request("shutdown");
      this.notify("exit");
    } catch (error) {
      if (!(error instanceof ServerGone || error instanceof RequestFailed)) throw error;
    }
    this.#process.stdin.end();
    await this.#ended;
  }

  /** Sends a request. Returns a promise of `take(result)`; `take` is called before the next message is read. */
  #sendRequest(method, params, signal, take) {
    if (this.#gone) return Promise.reject(this.#gone);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++this.#lastId;
    const reply = withResolvers();
    whileOpen(reply.promise, signal, () => {
      this.#pending.delete(id);
      this.notify("$/cancelRequest", { id });
      reply.reject(signal.reason);
    });
    this.#pending.set(id, { settle: settler(method, reply, take), reject: reply.reject });
    this.#send({ id, method, params });
    return reply.promise;
  }

  #send(message) {
    if (this.#gone) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.#process.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  #receive({ id, method, params, ...reply }) {
    const running = params && this.#analyses.get(params.analysis);
    if (method === "analysis/progress") {
      running?.analysis.emit("progress", params);
    } else if (method === "analysis/result") {
      this.#analyses.delete(params.analysis);
      running?.resolve(params);
    } else {
      const request = this.#pending.get(id);
      this.#pending.delete(id);
      request?.settle(reply);
    }
  }

  #lose(error) {
    this.#gone ??= error;
    const all = [...this.#pending.values(), ...this.#analyses.values()];
    this.#pending.clear();
    this.#analyses.clear();
    for (const { reject } of all) reject(this.#gone);
  }
}

/** Splits a stream of bytes into messages. */
class Frames {
  #pieces = [];
  #length = 0;
  /** Minimum number of bytes of the next message. */
  #needed = 0;

  *add(bytes) {
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    while (this.#length > 0 && this.#length >= this.#needed) {
      const all = Buffer.concat(this.#pieces);
      const end = all.indexOf("\r\n\r\n");
      const length = Number(/content-length: *(\d+)/i.exec(all.toString("latin1", 0, Math.max(end, 0)))?.[1]);
      this.#needed = end < 0 ? all.length + 1 : end + 4 + length;
      const isWhole = all.length >= this.#needed;
      const rest = isWhole ? all.subarray(this.#needed) : all;
      this.#pieces = [rest];
      this.#length = rest.length;
      if (!isWhole) return;
      const body = all.subarray(end + 4, this.#needed);
      this.#needed = 0;
      yield JSON.parse(body.toString());
    }
  }
}
