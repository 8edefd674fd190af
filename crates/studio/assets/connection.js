// The requests and notifications of the studio: JSON-RPC, as docs/server.md tells it.

import { errorText } from "./diagnostics.js";

// Who hears of which analysis.
export class Listeners {
  constructor() {
    this.listeners = new Map();
    this.early = new Map();
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

// What went wrong with a request, in the page's words.
export function refused(refusal) {
  return Object.assign(new Error(errorText(refusal)), { code: refusal.code, refusal });
}

// To a server that is asked over HTTP.
export class Connection extends Listeners {
  constructor(onLost) {
    super();
    // Other pages ask the same server: ids are to be this one's own.
    this.session = Math.random().toString(36).slice(2);
    this.number = 0;
    this.open = new Set();
    this.events = new EventSource("events");
    this.events.addEventListener("message", ({ data }) => this.hear(JSON.parse(data)));
    this.events.addEventListener("error", () => onLost(true));
    this.events.addEventListener("open", () => onLost(false));
  }

  // Asks, until the answer is there or the signal says that nobody waits for it any more.
  async ask(method, params, signal) {
    this.number += 1;
    const id = `${this.session}-${this.number}`;
    const cancel = () => this.tell("$/cancelRequest", { id });
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

  // Says something to which there is no answer, even while the page goes.
  tell(method, params) {
    return this.post({ method, params }, true).catch(() => {});
  }

  async post(message, keepalive = false) {
    const answer = await fetch("rpc", { method: "POST", keepalive, body: JSON.stringify({ jsonrpc: "2.0", ...message }) });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    return answer;
  }

  // What the page has begun is of use to nobody after it.
  leave(net) {
    for (const id of this.open) this.tell("$/cancelRequest", { id });
    for (const analysis of this.listeners.keys()) this.tell("analysis/cancel", { analysis });
    this.tell("net/unload", { net });
  }
}
