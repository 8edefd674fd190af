// The engine in Node. browser.d.ts has the types and documents each member.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import { Engine } from "./engine.js";
import { serveEngine } from "./worker.js";

export { RequestFailed } from "./core.js";
export { AnalysisUnderWay as Analysis, EngineClosed } from "./engine.js";

const PORT = "{ onMessage: (listener) => port.on(\"message\", listener), send: (message) => port.postMessage(message) }";
const CODE = `const { parentPort: port } = require("node:worker_threads"); (${serveEngine})(${PORT});`;

export class Sanderling extends Engine {
  static async open({ module = new URL("./sanderling.wasm", import.meta.url), ...options } = {}) {
    const isFile = module instanceof URL || typeof module === "string";
    const compiled = module instanceof WebAssembly.Module ? module : await WebAssembly.compile(isFile ? await readFile(module) : module);
    return new this({ ...options, module: compiled, newWorker });
  }
}

function newWorker(onMessage, onFailure) {
  // The worker does not inherit the options of Node: `--input-type=module` would apply to `CODE`.
  const worker = new Worker(CODE, { eval: true, execArgv: [] });
  worker.on("message", onMessage);
  worker.on("error", (error) => onFailure(error.message));
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}
