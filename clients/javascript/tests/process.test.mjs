// The connection to a child process, with the real program.
//
//     SANDERLING=target/debug/sanderling node --test clients/javascript/tests/process.test.mjs

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import * as former from "../../typescript/client.js";
import { Analysis, RequestFailed, Sanderling, ServerGone } from "../process.js";
import { switches } from "./nets.mjs";

const program = process.env.SANDERLING ?? "sanderling";
const file = (name) => fileURLToPath(new URL(`../../../nets/${name}`, import.meta.url));
let server;
before(() => (server = new Sanderling({ program, arguments: ["--memory", "512M"] })));
after(() => server.close());

const load = async (name) => (await server.request("net/load", { uri: file(name) })).net;
const loadLarge = async (of = server) =>
  (await of.request("net/load", { text: switches(400), name: "switches.pnml" })).net;

test("questions are answered with reports", async () => {
  const net = await load("copy-shop.pnml");
  const request = { net, question: "check", properties: ["reach tokens(p5) == 1"] };
  const analysis = await server.start("analysis/start", request);
  assert.equal((await analysis.result).verdict, "holds");
  const page = await (await server.start("analysis/standard", { net, only: ["live"] })).result;
  assert.deepEqual(page.answers.map((answer) => answer.property), ["live"]);
});

test("the token game is played, and requests can be sent at the same time", async () => {
  const net = await load("copy-shop.pnml");
  const moves = ["simulation/fire", "simulation/undo", "simulation/enabled"];
  const [fired, undone, standing] = await Promise.all(
    moves.map((method) => server.request(method, method === "simulation/fire" ? { net, transition: "t1" } : { net })),
  );
  assert.deepEqual([fired.steps, fired.fired.event, undone.steps], [1, "t1", 0]);
  assert.deepEqual(standing, undone);
});

test("a wrong file is an error with diagnostics", async () => {
  const wrong = server.request("net/load", { text: "process P { state a; init b; }", name: "wrong.dve" });
  await assert.rejects(wrong, (error) => {
    assert.ok(error instanceof RequestFailed && error.method === "net/load");
    assert.ok(error.code === 1 && error.diagnostics[0].line === 1, error.message);
    return true;
  });
});

test("an analysis reports its progress and is cancelled", async () => {
  const net = await loadLarge();
  const analysis = await server.start("analysis/start", { net, question: "explore" });
  const { states } = await new Promise((resolve) => analysis.once("progress", resolve));
  assert.ok(states > 0);
  await analysis.cancel();
  const report = await analysis.result;
  assert.deepEqual([report.verdict, report.reason], ["unknown", "cancelled"]);
  await analysis.cancel();
});

test("a signal cancels an analysis, and rejects a request", async () => {
  const net = await loadLarge();
  const stop = new AbortController();
  const options = { signal: stop.signal, onProgress: () => stop.abort() };
  const analysis = await server.start("analysis/start", { net, question: "explore" }, options);
  assert.equal((await analysis.result).reason, "cancelled");
  const drawn = server.request("graph/states", { net, max_states: 2000 }, { signal: AbortSignal.timeout(20) });
  await assert.rejects(drawn, { name: "TimeoutError" });
  const never = { signal: AbortSignal.abort(new Error("never mind")) };
  await assert.rejects(server.request("net/info", { net }, never), /never mind/);
  await assert.rejects(server.start("analysis/start", { net, question: "explore" }, never), /never mind/);
  assert.equal((await server.request("simulation/enabled", { net })).steps, 0);
});

test("long messages arrive in pieces", async () => {
  const text = switches(4000);
  const loaded = await server.request("net/load", { text, name: "switches.pnml" });
  const { groups } = await server.request("net/groups", { net: loaded.net });
  assert.equal(groups.reduce((sum, { places }) => sum + places.length, 0), 8000);
});

test("`close` ends the analyses, and later requests are rejected", async () => {
  const other = new Sanderling({ program });
  const net = await loadLarge(other);
  const analysis = await other.start("analysis/start", { net, question: "explore" });
  await other.close();
  assert.equal((await analysis.result).reason, "cancelled");
  await assert.rejects(other.request("initialize"), ServerGone);
  await other.close();
});

test("requests to a program that does not exist are rejected", async () => {
  const missing = new Sanderling({ program: "there-is-no-such-program" });
  await assert.rejects(missing.request("initialize"), ServerGone);
  await missing.close();
});

test("the former package has the same classes", () => {
  assert.deepEqual({ ...former }, { Analysis, RequestFailed, Sanderling, ServerGone });
});
