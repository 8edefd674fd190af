// The engine as an object: nets are loaded, played and analysed in workers. browser.d.ts has the types and documents each member.
//
// Most requests go to one worker, the desk, which is quick. Each analysis has a worker of its own, into which its net is loaded anew: so
// the desk goes on answering, several analyses run at the same time, all memory comes back with the worker, and what hears nothing while it
// searches can be ended from outside.

import { NO_ANALYSIS, RequestFailed, settler, whileOpen, withResolvers } from "./core.js";

const CANCELLED = -32800;
const BROKEN = -32603;
const NO_NET = 2;

/** What an analysis may take where nothing is said. */
export const USUAL_BYTES = 1 << 30;
/** The most that can be given: a table of an instance, which has 4 GiB, may need as much again while it grows. */
export const MOST_BYTES = 2 ** 31;

/** Requests about a net that may take long, and change nothing. */
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

/** An analysis under way. */
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

/** One worker with an instance of the engine. */
class Desk {
  #worker;
  #lastId = 0;
  #waiting = new Map();
  /** What nets are called there, by what they are called here. */
  #names = new Map();
  #flag;
  #onNotification;

  constructor({ module, newWorker, memoryBytes, isShared = false, onNotification = () => {} }) {
    this.#onNotification = onNotification;
    const shared = isShared && typeof SharedArrayBuffer === "function" ? new SharedArrayBuffer(4) : null;
    this.#flag = shared && new Int32Array(shared);
    this.#worker = newWorker((told) => this.#hear(told), (why) => this.end({ code: BROKEN, message: why }));
    this.#worker.post({ module, memoryBytes, shared });
  }

  get isOver() {
    return this.#worker === null;
  }

  /** Asks; `take` is given the result before anything else is heard. */
  ask(method, params, take = (result) => result) {
    const id = ++this.#lastId;
    if (this.isOver) return Promise.reject(cancelled(method));
    const reply = withResolvers();
    this.#waiting.set(id, settler(method, reply, take));
    this.#worker.post({ message: JSON.stringify({ jsonrpc: "2.0", id, method, params }) });
    return reply.promise;
  }

  /** What a net is called there. One that is not there is made as it was made before. */
  nameOf(net, { steps }) {
    if (!this.#names.has(net)) this.#names.set(net, this.#made(steps));
    return this.#names.get(net);
  }

  /** A net is there, under this name. */
  know(net, there) {
    this.#names.set(net, Promise.resolve(there));
  }

  forget(net) {
    this.#names.delete(net);
  }

  async #made(steps) {
    let there;
    for (const { method, params } of steps) there = (await this.ask(method, there ? { ...params, net: there } : params)).net;
    return there;
  }

  /** Whether what is under way can be asked to end. Then it was. */
  interrupt() {
    if (this.#flag) Atomics.store(this.#flag, 0, 1);
    return Boolean(this.#flag);
  }

  /** Ends the worker; what was asked is refused with this error. */
  end(error) {
    if (this.isOver) return;
    this.#worker.end();
    this.#worker = null;
    for (const answer of this.#waiting.values()) answer({ error });
    this.#waiting.clear();
    this.#onNotification("ended", { error });
  }

  #hear({ message, broken }) {
    if (broken !== undefined) return this.end({ code: BROKEN, message: `the engine broke down; please report this: ${broken}` });
    const { id, method, params, ...reply } = JSON.parse(message);
    if (method) return this.#onNotification(method, params);
    const answer = this.#waiting.get(id);
    this.#waiting.delete(id);
    return answer?.(reply);
  }
}

/** The engine. */
export class Engine {
  #options;
  #desk = null;
  #isClosed = false;
  /** How each net came to be: requests, the first of which makes it or the net that it is made of. */
  #recipes = new Map();
  #nets = 0;
  #begun = 0;
  #analyses = new Map();
  /** Workers that do something long. */
  #apart = new Set();

  /** `newWorker` makes a worker, given what hears of it and what hears that it is gone; `onNotification` hears what is said of all analyses. */
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
    if (typeof params?.net !== "string") return this.#aborted(this.#atDesk().ask(method, params ?? {}), signal);
    const recipe = this.#recipe(params.net, method);
    if (LONG_REQUESTS.has(method)) return this.#askApart(method, params, recipe, signal);
    const desk = this.#atDesk();
    const asked = desk.nameOf(params.net, recipe).then((there) => desk.ask(method, { ...params, net: there }, (result) => this.#took(desk, method, params, recipe, result)));
    return this.#aborted(asked, signal);
  }

  async start(method, params, { signal, onProgress } = {}) {
    this.#check(signal);
    const recipe = this.#recipe(params.net, method);
    const name = `analysis${++this.#begun}`;
    const { promise, resolve, reject } = withResolvers();
    const tell = (what, told) => {
      if (what === "ended") return end({ error: told.error });
      const own = { ...told, analysis: name };
      if (what === "analysis/progress") {
        onProgress?.(own);
        return this.onNotification(what, own);
      }
      return end(own);
    };
    const desk = this.#newApart(tell, true);
    const end = ({ report, error, net_version: version }) => {
      if (!this.#analyses.delete(name)) return;
      this.#leave(desk);
      if (error) reject(new RequestFailed(name, error));
      else resolve(report);
      this.onNotification("analysis/result", { analysis: name, net_version: version, ...(error ? { error } : { report }) });
    };
    // Where nothing can be said to the worker it is ended, and what it has found so far goes with it.
    const cancel = () => desk.interrupt() || desk.end(cancelled(method).refusal);
    this.#analyses.set(name, cancel);
    const leave = whileOpen(promise, signal, cancel);
    try {
      const there = await desk.nameOf(params.net, recipe);
      const memory = params.memory_bytes ?? this.#options.memoryBytes;
      const started = await desk.ask(method, { ...params, net: there, memory_bytes: memory }, (result) => ({ ...result, analysis: name }));
      return new AnalysisUnderWay(name, started, promise, cancel);
    } catch (error) {
      promise.catch(() => {});
      this.#analyses.delete(name);
      this.#leave(desk);
      leave();
      throw error;
    }
  }

  close() {
    this.#isClosed = true;
    const error = { code: CANCELLED, message: "the engine was closed" };
    this.#desk?.end(error);
    for (const desk of [...this.#apart]) desk.end(error);
  }

  #check(signal) {
    if (this.#isClosed) throw new EngineClosed();
    signal?.throwIfAborted();
  }

  /** The desk; a new one if the last one broke down, into which nets are loaded as they are needed. */
  #atDesk() {
    if (!this.#desk || this.#desk.isOver) this.#desk = new Desk(this.#options);
    return this.#desk;
  }

  #newApart(onNotification, isShared) {
    const desk = new Desk({ ...this.#options, onNotification, isShared });
    this.#apart.add(desk);
    return desk;
  }

  #leave(desk) {
    this.#apart.delete(desk);
    desk.end({ code: CANCELLED, message: "the worker was ended" });
  }

  async #load(params, signal) {
    const desk = this.#atDesk();
    const loaded = desk.ask("net/load", params, (result) => this.#made(desk, [{ method: "net/load", params }], result));
    return this.#aborted(loaded, signal);
  }

  #made(desk, steps, result) {
    const net = `net${++this.#nets}`;
    this.#recipes.set(net, { steps });
    desk.know(net, result.net);
    return { ...result, net };
  }

  #unload({ net }) {
    this.#recipe(net, "net/unload");
    this.#recipes.delete(net);
    const desk = this.#atDesk();
    const there = desk.nameOf(net, { steps: [] });
    desk.forget(net);
    return there.then((name) => (name ? desk.ask("net/unload", { net: name }) : null));
  }

  /** A request about a net was answered: what it makes of the net is made again elsewhere. */
  #took(desk, method, params, recipe, result) {
    if (method === "net/unfold") return this.#made(desk, [...recipe.steps, { method, params: {} }], result);
    if (method === "net/edit") recipe.steps = [...recipe.steps, { method, params }];
    return typeof result?.net === "string" && method === "net/edit" ? { ...result, net: params.net } : result;
  }

  async #askApart(method, params, recipe, signal) {
    const desk = this.#newApart(() => {}, false);
    const abort = () => desk.end(cancelled(method).refusal);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const there = await desk.nameOf(params.net, recipe);
      return await desk.ask(method, { ...params, net: there });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#leave(desk);
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

  /** What was asked, unless the signal says before that nobody waits for it any more. */
  #aborted(asked, signal) {
    if (!signal) return asked;
    const { promise, reject } = withResolvers();
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    return Promise.race([asked, promise]).finally(() => signal.removeEventListener("abort", abort));
  }
}

/** What makes workers of a browser, from the text of a function of worker.js. */
export function browserWorkers(serve) {
  const listen = "{ hear: (listener) => addEventListener(\"message\", ({ data }) => listener(data)), tell: (told) => postMessage(told) }";
  const address = URL.createObjectURL(new Blob([`(${serve})(${listen});`], { type: "text/javascript" }));
  return (onMessage, onGone) => {
    const worker = new Worker(address);
    worker.addEventListener("message", ({ data }) => onMessage(data));
    worker.addEventListener("error", ({ message }) => onGone(message ?? "the worker cannot be started"));
    worker.addEventListener("messageerror", () => onGone("the worker was not understood"));
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  };
}
