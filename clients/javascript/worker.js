// The code of a worker: one instance of the engine. The first message starts it; the others are requests.

/**
 * Runs the engine in a worker. `onMessage` adds a listener to the messages for the worker, and `send` sends a message back. A worker receives
 * this function as text, so the function must not use names from outside it.
 */
export function serveEngine({ onMessage, send }) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let engine = null;
  // Shared memory, if there is any: nonzero after the analysis was cancelled.
  let flag = null;
  let panicMessage = "";

  const text = (at, bytes) => decoder.decode(new Uint8Array(engine.memory.buffer, at, bytes));
  const host = {
    now: () => performance.now(),
    is_cancelled: () => (flag ? Atomics.load(flag, 0) : 0),
    send: (at, bytes) => send({ message: text(at >>> 0, bytes >>> 0) }),
    broken: (at, bytes) => (panicMessage = text(at >>> 0, bytes >>> 0)),
  };

  const begin = ({ module, memoryBytes, shared }) => {
    engine = new WebAssembly.Instance(module, { host }).exports;
    flag = shared ? new Int32Array(shared) : null;
    engine.sanderling_begin(memoryBytes);
  };
  const handle = (message) => {
    const bytes = encoder.encode(message);
    const room = engine.sanderling_room(bytes.length) >>> 0;
    new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
    engine.sanderling_answer(room, bytes.length);
  };

  onMessage((message) => {
    try {
      if (message.module) begin(message);
      else handle(message.message);
    } catch (error) {
      // After a trap, the instance is unusable.
      send({ broken: panicMessage || `${error}: perhaps there is no more memory` });
    }
  });
}
