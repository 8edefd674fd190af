// A connection without a server: the page contains the engine of clients/javascript, which answers the requests.

import { Engine, browserWorkers } from "./engine.js";
import { serveEngine } from "./worker.js";
import { Listeners, refused } from "./connection.js";

const REQUEST_CANCELLED = -32800;

// Returns the compiled module, which the page contains as compressed text.
async function bundledModule(text) {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

export class LocalConnection extends Listeners {
  // `load` are the parameters of the request that loads the net.
  static async open(text, load) {
    const connection = new LocalConnection();
    const onNotification = (method, params) => connection.receive({ method, params });
    connection.load = load;
    connection.engine = new Engine({ module: await bundledModule(text), newWorker: browserWorkers(serveEngine), onNotification });
    return connection;
  }

  async ask(method, params, signal) {
    try {
      return await this.engine.request(method, method === "net/load" ? this.load : params, { signal });
    } catch (error) {
      if (signal?.aborted) throw refused({ code: REQUEST_CANCELLED, message: "the request was cancelled" });
      throw error.refusal ? refused(error.refusal) : error;
    }
  }

  notify(method, params) {
    return this.ask(method, params).catch(() => {});
  }

  // The workers end with the page.
  leave() {}
}
