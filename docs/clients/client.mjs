// @ts-check
// A client of `sanderling serve`: loads a net, plays a step, checks for a deadlock and prints the path to it, and asks for two
// standard properties. The types are those that TypeScript reads from comments, so that the file runs as it is:
//
//     node client.mjs sanderling net.pnml

import { spawn } from "node:child_process";

/** The server as a child process. */
class Sanderling {
  /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} */
  waiting = new Map();
  /** @type {Map<string, (finished: any) => void>} */
  analyses = new Map();
  received = Buffer.alloc(0);
  lastId = 0;

  /** @param {string} program */
  constructor(program) {
    this.process = spawn(program, ["serve", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    this.process.stdout.on("data", (bytes) => this.receive(bytes));
  }

  /** @param {object} message */
  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  /** @param {Buffer} bytes */
  receive(bytes) {
    this.received = Buffer.concat([this.received, bytes]);
    for (;;) {
      const end = this.received.indexOf("\r\n\r\n");
      const length = Number(/content-length: *(\d+)/i.exec(this.received.toString("latin1", 0, end))?.[1]);
      if (end < 0 || this.received.length < end + 4 + length) return;
      const body = this.received.subarray(end + 4, end + 4 + length);
      this.received = this.received.subarray(end + 4 + length);
      this.hear(JSON.parse(body.toString()));
    }
  }

  /** @param {any} message */
  hear(message) {
    if (message.method === "analysis/progress") console.error(`${message.params.states} states so far`);
    if (message.method === "analysis/result") this.analyses.get(message.params.analysis)?.(message.params);
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) asked?.reject(new Error(message.error.message));
    else asked?.resolve(message.result);
  }

  /** @param {string} method @param {object} [params] @returns {Promise<any>} */
  request(method, params) {
    const id = ++this.lastId;
    this.send({ id, method, params });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** Starts an analysis, and waits until it has ended. @param {string} method @param {object} params @returns {Promise<any>} */
  async analyse(method, params) {
    const { analysis } = await this.request(method, params);
    return new Promise((resolve) => this.analyses.set(analysis, resolve));
  }

  async leave() {
    await this.request("shutdown");
    this.send({ method: "exit" });
  }
}

const [program, file] = process.argv.slice(2);
const server = new Sanderling(program);
const { net, id, places, transitions } = await server.request("net/load", { uri: file });
console.log(`${id}: ${places} places, ${transitions} transitions`);
const { enabled } = await server.request("simulation/enabled", { net });
console.log("enabled:", ...enabled.map((step) => step.event));
if (enabled.length > 0) {
  const [{ event, binding }] = enabled;
  const { fired } = await server.request("simulation/fire", { net, transition: event, binding });
  console.log("fired:", fired.event);
}
const { report, error } = await server.analyse("analysis/start", { net, question: "deadlock", options: { order: "bfs" } });
if (error) console.log("no answer:", error.message);
else {
  console.log("free of deadlocks:", report.verdict);
  for (const step of report.trace?.steps ?? []) console.log("  ", step.event);
}
const { report: page } = await server.analyse("analysis/standard", { net, only: ["bounded", "live"], options: { time: "10s" } });
for (const { property, verdict, text } of page?.answers ?? []) console.log(`${property}: ${verdict}, ${text}`);
await server.leave();
