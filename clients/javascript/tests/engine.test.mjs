// The library with the real module.
//
//     cargo xtask wasm && node --test clients/javascript/tests/engine.test.mjs

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { EngineClosed, RequestFailed, Sanderling } from "../node.js";
import { file as moduleFile, isPackaged } from "./module.mjs";
import { switches } from "./nets.mjs";

const module = readFileSync(moduleFile);
const file = (name) => readFileSync(new URL(`../../../nets/${name}`, import.meta.url), "utf8");
let engine;
before(async () => (engine = await Sanderling.open({ module })));
after(() => engine.close());

const load = async (name) => (await engine.request("net/load", { text: file(name), name })).net;
const loadLarge = async (of = engine) => (await of.request("net/load", { text: switches(40), name: "switches.pnml" })).net;

test("the module has the size in docs/browser.md", { skip: isPackaged ? false : "the size in the document is that of the package" }, () => {
  const docs = readFileSync(new URL("../../../docs/browser.md", import.meta.url), "utf8");
  const documented = /has ([\d.]+) MB, ([\d.]+) MB in gzip and ([\d.]+) MB in Brotli/.exec(docs).slice(1).map((megabytes) => Number(megabytes) * 1e6);
  const hint = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: module.length };
  const bytes = [module.length, gzipSync(module, { level: 9 }).length, brotliCompressSync(module, { params: hint }).length];
  console.log(`${bytes[0]} bytes, ${bytes[1]} in gzip, ${bytes[2]} in Brotli`);
  // The size depends on the compiler.
  bytes.forEach((one, i) => assert.ok(Math.abs(one / documented[i] - 1) < 0.05, `${one} bytes, not ${documented[i]}`));
  assert.ok(bytes[2] <= 2_500_000, "what a page has to fetch is at most 2.5 MB");
});

test("the module needs nothing but its four functions", async () => {
  const imports = WebAssembly.Module.imports(await WebAssembly.compile(module));
  assert.deepEqual(imports.map((one) => `${one.module}.${one.name}`).sort(), ["host.broken", "host.is_cancelled", "host.now", "host.send"]);
});

test("a worker starts in a program that Node runs with options", () => {
  const path = JSON.stringify(moduleFile);
  const code = `import { Sanderling } from ${JSON.stringify(new URL("../node.js", import.meta.url))};
    const engine = await Sanderling.open({ module: ${path} });
    const { net } = await engine.request("net/load", { text: ${JSON.stringify(file("copy-shop.pnml"))}, name: "copy-shop.pnml" });
    console.log(net);
    engine.close();`;
  const stdout = execFileSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" });
  assert.match(stdout, /\S/);
});

test("questions are answered with reports, several at the same time", async () => {
  const net = await load("copy-shop.pnml");
  const request = { net, question: "check", properties: ["reach tokens(p5) == 1"] };
  const starts = [engine.start("analysis/start", request), engine.start("analysis/start", { net, question: "explore" }), engine.start("analysis/standard", { net, only: ["live"] })];
  const analyses = await Promise.all(starts);
  assert.equal(new Set(analyses.map(({ name }) => name)).size, 3);
  const [checked, explored, page] = await Promise.all(analyses.map(({ result }) => result));
  assert.deepEqual([checked.verdict, explored.verdict], ["holds", "computed"]);
  assert.deepEqual(page.answers.map((answer) => answer.property), ["live"]);
});

test("the token game is played while a search runs", async () => {
  const net = await load("copy-shop.pnml");
  const searching = await engine.start("analysis/start", { net: await loadLarge(), question: "explore" });
  const moves = ["simulation/fire", "simulation/undo", "simulation/enabled"];
  const [fired, undone, standing] = await Promise.all(moves.map((method) => engine.request(method, method === "simulation/fire" ? { net, transition: "t1" } : { net })));
  assert.deepEqual([fired.steps, fired.fired.event, undone.steps], [1, "t1", 0]);
  assert.deepEqual(standing, undone);
  searching.cancel();
  await searching.result;
});

test("progress is reported, and a cancelled analysis has a partial result", async () => {
  const received = [];
  const controller = new AbortController();
  const onProgress = (progress) => received.push(progress) === 2 && controller.abort();
  const analysis = await engine.start("analysis/start", { net: await loadLarge(), question: "explore" }, { signal: controller.signal, onProgress });
  const report = await analysis.result;
  assert.deepEqual([report.verdict, report.reason], ["unknown", "cancelled"]);
  assert.ok(received.length >= 2 && received.every((one) => one.analysis === analysis.name) && received[1].states > received[0].states);
  assert.ok(report.states >= received[1].states);
});

test("without shared memory, cancelling ends the worker, and the next analysis has a new one", async () => {
  const alone = await Sanderling.open({ module });
  const shared = globalThis.SharedArrayBuffer;
  try {
    delete globalThis.SharedArrayBuffer;
    const net = await loadLarge(alone);
    const analysis = await alone.start("analysis/start", { net, question: "explore" });
    analysis.cancel();
    await assert.rejects(analysis.result, (error) => error instanceof RequestFailed && error.code === -32800);
    const again = await alone.start("analysis/start", { net, question: "explore", options: { "max-states": 1000 } });
    assert.equal((await again.result).reason, "state_limit");
  } finally {
    globalThis.SharedArrayBuffer = shared;
    alone.close();
  }
});

test("limits of time and memory hold", async () => {
  const net = await loadLarge();
  const began = performance.now();
  const timed = await (await engine.start("analysis/start", { net, question: "explore", options: { time: "1s" } })).result;
  assert.deepEqual([timed.verdict, timed.reason], ["unknown", "time_limit"]);
  assert.ok(performance.now() - began < 10_000);
  const full = await (await engine.start("analysis/start", { net, question: "explore", memory_bytes: 32 << 20, options: { retain: "all" } })).result;
  assert.deepEqual([full.verdict, full.reason, full.options.memory_bytes], ["unknown", "memory_limit", 32 << 20]);
  // A growing table is in memory twice for a moment, so the peak may exceed the limit, as in the program.
  assert.ok(full.peak_memory_bytes <= 64 << 20, `${full.peak_memory_bytes} bytes`);
});

test("more than one thread, a file and a disk are refused", async () => {
  const net = await load("copy-shop.pnml");
  await assert.rejects(engine.start("analysis/start", { net, question: "explore", options: { threads: 2 } }), /expected 1: only one thread is available/);
  await assert.rejects(engine.request("net/load", { uri: "nets/copy-shop.pnml" }), (error) => error.code === 1);
  const onDisk = await engine.start("analysis/start", { net: await loadLarge(), question: "explore", memory_bytes: 32 << 20, options: { store: "disk" } });
  const reason = await onDisk.result.then((report) => report.reason, (error) => error.message);
  assert.match(reason, /disk/);
});

test("nets are edited and unfolded, and analyses use the new nets", async () => {
  const net = await load("copy-shop.pnml");
  const before = await (await engine.start("analysis/start", { net, question: "explore" })).result;
  const { places } = await engine.request("net/drawing", { net });
  const edited = await engine.request("net/edit", { net, edits: [{ add_place: { id: "more", tokens: 7 } }] });
  assert.deepEqual([edited.net, edited.net_version, edited.places], [net, 2, places.length + 1]);
  const analysis = await engine.start("analysis/start", { net, question: "explore" });
  assert.equal(analysis.started.net_version, 2);
  const { max_tokens_in_place: most } = await analysis.result;
  assert.deepEqual([most, before.max_tokens_in_place < 7], [7, true]);
  const coloured = await load("coloured/philosophers-3.pnml");
  const unfolded = await engine.request("net/unfold", { net: coloured });
  assert.notEqual(unfolded.net, coloured);
  const [one, other] = await Promise.all([coloured, unfolded.net].map(async (which) => (await engine.start("analysis/start", { net: which, question: "deadlock" })).result));
  assert.equal(one.verdict, other.verdict);
  const drawn = await engine.request("graph/states", { net: unfolded.net });
  assert.ok(drawn.graph.states.length > 1 && drawn.positions.length === drawn.graph.states.length);
});

test("a wrong file, a wrong property and an unknown net are errors with diagnostics", async () => {
  const wrong = engine.request("net/load", { text: "process P { state a; init b; }", name: "wrong.dve" });
  await assert.rejects(wrong, (error) => error instanceof RequestFailed && error.code === 1 && error.diagnostics[0].line === 1);
  const net = await load("copy-shop.pnml");
  const property = engine.start("analysis/start", { net, question: "check", properties: ["always tokens(nowhere) == 1"] });
  await assert.rejects(property, (error) => error.code === 6 && error.diagnostics[0].property === 0);
  await assert.rejects(engine.request("net/info", { net: "net999" }), (error) => error.code === 2);
  await engine.request("net/unload", { net });
  await assert.rejects(engine.request("net/info", { net }), (error) => error.code === 2);
});

test("deeply nested texts are refused, and the engine still works", async () => {
  const net = await load("copy-shop.pnml");
  const deep = `always ${"(".repeat(100_000)}tokens(p5) == 1${")".repeat(100_000)}`;
  await assert.rejects(engine.start("analysis/start", { net, question: "check", properties: [deep] }), RequestFailed);
  const xml = `<pnml>${"<a>".repeat(200_000)}`;
  await assert.rejects(engine.request("net/load", { text: xml, name: "deep.pnml" }), RequestFailed);
  const json = `{"a":${"[".repeat(200_000)}`;
  await assert.rejects(engine.request("net/load", { text: json, name: "deep.json" }), RequestFailed);
  assert.equal((await engine.request("simulation/enabled", { net })).steps, 0);
});

test("aborted requests, and requests after `close`, are rejected", async () => {
  const of = await Sanderling.open({ module });
  const { net } = await of.request("net/load", { text: switches(12), name: "switches.pnml" });
  const signal = AbortSignal.abort(new Error("not wanted"));
  await assert.rejects(of.request("net/info", { net }, { signal }), /not wanted/);
  const controller = new AbortController();
  const states = of.request("graph/states", { net, max_states: 2000 }, { signal: controller.signal });
  controller.abort(new Error("no longer"));
  await assert.rejects(states, /no longer/);
  const analysis = await of.start("analysis/start", { net: (await of.request("net/load", { text: switches(40) })).net, question: "explore" });
  of.close();
  await assert.rejects(analysis.result, RequestFailed);
  await assert.rejects(of.request("net/info", { net }), EngineClosed);
});
