// The requests and notifications of the studio: JSON-RPC; see docs/server.md.

import { errorText } from "./diagnostics.js";

// The listeners to analyses, by the name of the analysis.
export class Listeners {
  constructor() {
    this.listeners = new Map();
    this.early = new Map();
  }

  // A result may arrive before the name of its analysis.
  receive({ method, params }) {
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

// Returns the error of a refused request.
export function refused(refusal) {
  return Object.assign(new Error(errorText(refusal)), { code: refusal.code, refusal });
}

// A connection to a server over HTTP.
export class Connection extends Listeners {
  constructor(onLost) {
    super();
    // Other pages use the same server, so ids must be unique to this page.
    this.session = Math.random().toString(36).slice(2);
    this.number = 0;
    this.open = new Set();
    this.events = new EventSource("events");
    this.events.addEventListener("message", ({ data }) => this.receive(JSON.parse(data)));
    this.events.addEventListener("error", () => onLost(true));
    this.events.addEventListener("open", () => onLost(false));
  }

  // Sends a request and returns its result. The signal cancels the request.
  async ask(method, params, signal) {
    this.number += 1;
    const id = `${this.session}-${this.number}`;
    const cancel = () => this.notify("$/cancelRequest", { id });
    signal?.addEventListener("abort", cancel, { once: true });
    this.open.add(id);
    try {
      const answer = await this.post({ id, method, params });
      const { result, error } = await answer.json();
      if (!error) return result;
      throw refused(error);
    } finally {
      this.open.delete(id);
      signal?.removeEventListener("abort", cancel);
    }
  }

  // Sends a notification, even while the page is being closed.
  notify(method, params) {
    return this.post({ method, params }, true).catch(() => {});
  }

  async post(message, keepalive = false) {
    const answer = await fetch("rpc", { method: "POST", keepalive, body: JSON.stringify({ jsonrpc: "2.0", ...message }) });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    return answer;
  }

  // Cancels what the page has started, and unloads the net.
  leave(net) {
    for (const id of this.open) this.notify("$/cancelRequest", { id });
    for (const analysis of this.listeners.keys()) this.notify("analysis/cancel", { analysis });
    this.notify("net/unload", { net });
  }
}
