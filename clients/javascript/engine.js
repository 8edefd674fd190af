// The engine as an object: nets are loaded, played and analysed in workers. browser.d.ts has the types and documents each member.
//
// Short requests share the main worker. Each analysis and each long request has its own worker, which loads the net again. So the main
// worker stays responsive, analyses run at the same time, and the end of a worker frees its memory and stops its search.

import { NO_ANALYSIS, RequestFailed, settler, whileOpen, withResolvers } from "./core.js";

const CANCELLED = -32800;
const BROKEN = -32603;
const NO_NET = 2;

/** Default memory limit of an analysis in bytes. */
export const USUAL_BYTES = 1 << 30;
/** Maximum memory limit in bytes. An instance has 4 GiB, and a growing table may need twice its size. */
export const MOST_BYTES = 2 ** 31;

/** Requests about a net that may take long and do not change it. */
const LONG_REQUESTS = new Set(["graph/states", "net/info", "trace/replay"]);
const STARTING_REQUESTS = new Set(["analysis/start", "analysis/standard"]);

/** The engine was closed. */
export class EngineClosed extends Error {
  constructor() {
    super("the engine was closed");
    this.name = "EngineClosed";
  }
}

const cancelled = (method) => new RequestFailed(method, { code: CANCELLED, message: "the request was cancelled" });

/** A running analysis. */
export class AnalysisUnderWay {
  #cancel;

  constructor(name, started, result, cancel) {
    this.name = name;
    this.started = started;
    this.result = result;
    this.#cancel = cancel;
    // A program that ignores the result does not fail if there is none.
    result.catch(() => {});
  }

  cancel() {
    this.#cancel();
  }
}

/** A worker with an instance of the engine. */
class EngineWorker {
  #worker;
  #lastId = 0;
  #pending = new Map();
  /** Promises of the names of nets in the worker, by the names of the nets in the engine. */
  #names = new Map();
  #flag;
  #onNotification;

  constructor({ module, newWorker, memoryBytes, isShared = false, onNotification = () => {} }) {
    this.#onNotification = onNotification;
    const shared = isShared && typeof SharedArrayBuffer === "function" ? new SharedArrayBuffer(4) : null;
    this.#flag = shared && new Int32Array(shared);
    this.#worker = newWorker((message) => this.#receive(message), (reason) => this.end({ code: BROKEN, message: reason }));
    this.#worker.post({ module, memoryBytes, shared });
  }

  get isOver() {
    return this.#worker === null;
  }

  /** Sends a request. `take` receives the result before the next message is read. */
  request(method, params, take = (result) => result) {
    const id = ++this.#lastId;
    if (this.isOver) return Promise.reject(cancelled(method));
    const reply = withResolvers();
    this.#pending.set(id, settler(method, reply, take));
    this.#worker.post({ message: JSON.stringify({ jsonrpc: "2.0", id, method, params }) });
    return reply.promise;
  }

  /** Returns a promise of the name of a net in the worker. If the worker does not have the net, `steps` create it. */
  nameOf(net, { steps }) {
    if (!this.#names.has(net)) this.#names.set(net, this.#create(steps));
    return this.#names.get(net);
  }

  /** Stores the name of a net in the worker. */
  setName(net, name) {
    this.#names.set(net, Promise.resolve(name));
  }

  forget(net) {
    this.#names.delete(net);
  }

  async #create(steps) {
    let name;
    for (const { method, params } of steps) name = (await this.request(method, name ? { ...params, net: name } : params)).net;
    return name;
  }

  /** Interrupts the running analysis. Returns whether the worker supports it. */
  interrupt() {
    if (this.#flag) Atomics.store(this.#flag, 0, 1);
    return Boolean(this.#flag);
  }

  /** Ends the worker. Pending requests fail with this error. */
  end(error) {
    if (this.isOver) return;
    this.#worker.end();
    this.#worker = null;
    for (const settle of this.#pending.values()) settle({ error });
    this.#pending.clear();
    this.#onNotification("ended", { error });
  }

  #receive({ message, broken }) {
    if (broken !== undefined) return this.end({ code: BROKEN, message: `the engine broke down; please report this: ${broken}` });
    const { id, method, params, ...reply } = JSON.parse(message);
    if (method) return this.#onNotification(method, params);
    const settle = this.#pending.get(id);
    this.#pending.delete(id);
    return settle?.(reply);
  }
}

/** The engine. */
export class Engine {
  #options;
  #mainWorker = null;
  #isClosed = false;
  /** The requests that create each net again: `net/load`, then its edits and unfolding. */
  #recipes = new Map();
  #nets = 0;
  #started = 0;
  #analyses = new Map();
  /** Workers of analyses and long requests. */
  #ownWorkers = new Set();

  /**
   * `newWorker` starts a worker. Its arguments are the listeners to the worker's messages and to its failure. `onNotification` receives the
   * notifications about all analyses.
   */
  constructor({ module, newWorker, memoryBytes = USUAL_BYTES, onNotification = () => {} }) {
    if (!(memoryBytes > 0 && memoryBytes <= MOST_BYTES)) throw new RangeError(`memoryBytes: expected a number up to ${MOST_BYTES}`);
    this.#options = { module, newWorker, memoryBytes: Math.floor(memoryBytes) };
    this.onNotification = onNotification;
  }

  async request(method, params = {}, { signal } = {}) {
    this.#check(signal);
    if (STARTING_REQUESTS.has(method)) return (await this.start(method, params, { signal })).started;
    if (method === "analysis/cancel") return this.#cancel(params.analysis);
    if (method === "net/load") return this.#load(params, signal);
    if (method === "net/unload") return this.#unload(params);
    if (typeof params?.net !== "string") return this.#abortable(this.#openMainWorker().request(method, params ?? {}), signal);
    const recipe = this.#recipe(params.net, method);
    if (LONG_REQUESTS.has(method)) return this.#requestInOwnWorker(method, params, recipe, signal);
    const worker = this.#openMainWorker();
    const take = (result) => this.#record(worker, method, params, recipe, result);
    const reply = worker.nameOf(params.net, recipe).then((net) => worker.request(method, { ...params, net }, take));
    return this.#abortable(reply, signal);
  }

  async start(method, params, { signal, onProgress } = {}) {
    this.#check(signal);
    const recipe = this.#recipe(params.net, method);
    const name = `analysis${++this.#started}`;
    const { promise, resolve, reject } = withResolvers();
    const receive = (notification, content) => {
      if (notification === "ended") return end({ error: content.error });
      const own = { ...content, analysis: name };
      if (notification === "analysis/progress") {
        onProgress?.(own);
        return this.onNotification(notification, own);
      }
      return end(own);
    };
    const worker = this.#newOwnWorker(receive, true);
    const end = ({ report, error, net_version: version }) => {
      if (!this.#analyses.delete(name)) return;
      this.#endOwnWorker(worker);
      if (error) reject(new RequestFailed(name, error));
      else resolve(report);
      this.onNotification("analysis/result", { analysis: name, net_version: version, ...(error ? { error } : { report }) });
    };
    // A worker that cannot be interrupted is ended, and its partial result is lost.
    const cancel = () => worker.interrupt() || worker.end(cancelled(method).refusal);
    this.#analyses.set(name, cancel);
    const leave = whileOpen(promise, signal, cancel);
    try {
      const net = await worker.nameOf(params.net, recipe);
      const memory = params.memory_bytes ?? this.#options.memoryBytes;
      const started = await worker.request(method, { ...params, net, memory_bytes: memory }, (result) => ({ ...result, analysis: name }));
      return new AnalysisUnderWay(name, started, promise, cancel);
    } catch (error) {
      promise.catch(() => {});
      this.#analyses.delete(name);
      this.#endOwnWorker(worker);
      leave();
      throw error;
    }
  }

  close() {
    this.#isClosed = true;
    const error = { code: CANCELLED, message: "the engine was closed" };
    this.#mainWorker?.end(error);
    for (const worker of [...this.#ownWorkers]) worker.end(error);
  }

  #check(signal) {
    if (this.#isClosed) throw new EngineClosed();
    signal?.throwIfAborted();
  }

  /** Returns the main worker. After a failure, it is a new one, which loads nets when requests need them. */
  #openMainWorker() {
    if (!this.#mainWorker || this.#mainWorker.isOver) this.#mainWorker = new EngineWorker(this.#options);
    return this.#mainWorker;
  }

  #newOwnWorker(onNotification, isShared) {
    const worker = new EngineWorker({ ...this.#options, onNotification, isShared });
    this.#ownWorkers.add(worker);
    return worker;
  }

  #endOwnWorker(worker) {
    this.#ownWorkers.delete(worker);
    worker.end({ code: CANCELLED, message: "the worker was ended" });
  }

  async #load(params, signal) {
    const worker = this.#openMainWorker();
    const loaded = worker.request("net/load", params, (result) => this.#addNet(worker, [{ method: "net/load", params }], result));
    return this.#abortable(loaded, signal);
  }

  #addNet(worker, steps, result) {
    const net = `net${++this.#nets}`;
    this.#recipes.set(net, { steps });
    worker.setName(net, result.net);
    return { ...result, net };
  }

  #unload({ net }) {
    this.#recipe(net, "net/unload");
    this.#recipes.delete(net);
    const worker = this.#openMainWorker();
    const found = worker.nameOf(net, { steps: [] });
    worker.forget(net);
    return found.then((name) => (name ? worker.request("net/unload", { net: name }) : null));
  }

  /** Records the effect of a request on a net, so that other workers can create the same net. Returns the result with the net's name here. */
  #record(worker, method, params, recipe, result) {
    if (method === "net/unfold") return this.#addNet(worker, [...recipe.steps, { method, params: {} }], result);
    if (method === "net/edit") recipe.steps = [...recipe.steps, { method, params }];
    return typeof result?.net === "string" && method === "net/edit" ? { ...result, net: params.net } : result;
  }

  async #requestInOwnWorker(method, params, recipe, signal) {
    const worker = this.#newOwnWorker(() => {}, false);
    const abort = () => worker.end(cancelled(method).refusal);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const net = await worker.nameOf(params.net, recipe);
      return await worker.request(method, { ...params, net });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#endOwnWorker(worker);
    }
  }

  #recipe(net, method) {
    const recipe = this.#recipes.get(net);
    if (!recipe) throw new RequestFailed(method, { code: NO_NET, message: `there is no net \`${net}\`: load it with net/load` });
    return recipe;
  }

  async #cancel(analysis) {
    const cancel = this.#analyses.get(analysis);
    if (!cancel) throw new RequestFailed("analysis/cancel", { code: NO_ANALYSIS, message: `no analysis \`${analysis}\` is under way` });
    cancel();
    return null;
  }

  /** Returns the reply, rejected when the signal aborts. */
  #abortable(reply, signal) {
    if (!signal) return reply;
    const { promise, reject } = withResolvers();
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    return Promise.race([reply, promise]).finally(() => signal.removeEventListener("abort", abort));
  }
}

/** Returns a function that starts workers in a browser. Their code is the text of `serve`, a function of worker.js. */
export function browserWorkers(serve) {
  const port = "{ onMessage: (listener) => addEventListener(\"message\", ({ data }) => listener(data)), send: (message) => postMessage(message) }";
  const address = URL.createObjectURL(new Blob([`(${serve})(${port});`], { type: "text/javascript" }));
  return (onMessage, onFailure) => {
    const worker = new Worker(address);
    worker.addEventListener("message", ({ data }) => onMessage(data));
    worker.addEventListener("error", ({ message }) => onFailure(message ?? "the worker cannot be started"));
    worker.addEventListener("messageerror", () => onFailure("a message of the worker cannot be read"));
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  };
}
