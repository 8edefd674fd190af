// What runs in a worker: one instance of the engine. It is told to begin, and then given messages, one after the other.

/**
 * Serves with what speaks to the page: `hear` takes what listens, `tell` what is said. The function is sent to a worker as its text, so that
 * it may use nothing that stands outside of it.
 */
export function serveEngine({ hear, tell }) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let engine = null;
  // Where the page shares memory with the worker, it says there that nobody waits any more.
  let flag = null;
  let lastWords = "";

  const text = (at, bytes) => decoder.decode(new Uint8Array(engine.memory.buffer, at, bytes));
  const host = {
    now: () => performance.now(),
    is_cancelled: () => (flag ? Atomics.load(flag, 0) : 0),
    send: (at, bytes) => tell({ message: text(at >>> 0, bytes >>> 0) }),
    broken: (at, bytes) => (lastWords = text(at >>> 0, bytes >>> 0)),
  };

  const begin = ({ module, memoryBytes, shared }) => {
    engine = new WebAssembly.Instance(module, { host }).exports;
    flag = shared ? new Int32Array(shared) : null;
    engine.sanderling_begin(memoryBytes);
  };
  const answer = (message) => {
    const bytes = encoder.encode(message);
    const room = engine.sanderling_room(bytes.length) >>> 0;
    new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
    engine.sanderling_answer(room, bytes.length);
  };

  hear((told) => {
    try {
      if (told.module) begin(told);
      else answer(told.message);
    } catch (error) {
      // After a trap the instance is of no use.
      tell({ broken: lastWords || `${error}: perhaps there is no more memory` });
    }
  });
}
