// The studio's requests and notifications: JSON-RPC, as docs/server.md tells it.

export class Connection {
  constructor(onLost) {
    this.number = 0;
    this.listeners = new Map();
    this.early = new Map();
    this.events = new EventSource("events");
    this.events.addEventListener("message", ({ data }) => this.hear(JSON.parse(data)));
    this.events.addEventListener("error", () => onLost(true));
    this.events.addEventListener("open", () => onLost(false));
  }

  async ask(method, params) {
    this.number += 1;
    const answer = await fetch("rpc", { method: "POST", keepalive: method === "net/unload", body: JSON.stringify({ jsonrpc: "2.0", id: this.number, method, params }) });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    const { result, error } = await answer.json();
    if (!error) return result;
    const more = (Array.isArray(error.data) ? error.data : []).map(({ message, line }) => (line ? `line ${line}: ${message}` : message));
    throw Object.assign(new Error([error.message, ...more].join("\n")), { code: error.code });
  }

  // A result may be here before the name of its analysis.
  hear({ method, params }) {
    const listener = this.listeners.get(params.analysis);
    if (listener) listener(method, params);
    else if (this.early.size < 1000) this.early.set(params.analysis, [...(this.early.get(params.analysis) ?? []).slice(-50), [method, params]]);
  }

  listen(analysis, listener) {
    this.listeners.set(analysis, listener);
    for (const [method, params] of this.early.get(analysis) ?? []) listener(method, params);
    this.early.delete(analysis);
  }

  forget(analysis) {
    this.listeners.delete(analysis);
  }
}
