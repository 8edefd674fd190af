// The engine in a browser. browser.d.ts has the types and documents each member.

import { Engine, browserWorkers } from "./engine.js";
import { serveEngine } from "./worker.js";

export { RequestFailed } from "./core.js";
export { AnalysisUnderWay as Analysis, EngineClosed } from "./engine.js";

export class Sanderling extends Engine {
  static async open({ module, ...options } = {}) {
    const compiled = await compiledOf(module ?? new URL("./sanderling.wasm", import.meta.url));
    return new this({ ...options, module: compiled, newWorker: browserWorkers(serveEngine) });
  }
}

async function compiledOf(module) {
  if (module instanceof WebAssembly.Module) return module;
  if (!(module instanceof URL || typeof module === "string")) return WebAssembly.compile(module);
  const response = await fetch(module);
  if (!response.ok) throw new Error(`${module}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
