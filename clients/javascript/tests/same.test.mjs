// The engine as WebAssembly says what the program says: the same JSON, but for times and memory, and the same verdicts of properties, of every net of the project and, where
// the collections are there, of their small models.
//
//     cargo xtask wasm && SANDERLING=target/debug/sanderling node --test clients/javascript/tests/same.test.mjs

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Sanderling } from "../node.js";
import { file as module } from "./module.mjs";

const program = process.env.SANDERLING ?? "sanderling";
const MEMORY = 512 << 20;
/** Nothing may depend on how fast something is. */
const OPTIONS = { "self-check": "all", time: "10m" };
/** Larger models of the collections are left out. */
const MOST_STATES = 20_000;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const collections = `${root}/../shared/corpora`;
let engine;
before(async () => (engine = await Sanderling.open({ module, memoryBytes: MEMORY })));
after(() => engine.close());

/** What is told, without what depends on the machine, how far a search came that another one overtook, on how many states something was measured while there was time, and without what the command line alone adds: the text of assertions, and which reading of DVE was chosen. */
function comparable(told) {
  if (Array.isArray(told)) return told.map(comparable);
  if (told === null || typeof told !== "object") return told;
  const isLeftOut = (key, value) => /(^|_)bytes(_|$)/.test(key) || key === "time_s" || key === "basis" || key === "dve_semantics" || key === "explored" || key === "states_checked" || (key === "property" && String(value).startsWith("assert "));
  return Object.fromEntries(Object.entries(told).filter(([key, value]) => !isLeftOut(key, value)).map(([key, value]) => [key, comparable(value)]));
}

/** What a check answers. Which technique is the first to decide, and so whether there is a trace, depends on how fast the program is, too. */
function answered({ answers, verdict, reason }) {
  return { verdict, reason, answers: answers.map(({ property, verdict, reason }) => ({ property, verdict, reason })) };
}

function told(words) {
  return new Promise((resolve, reject) => {
    execFile(program, words, { maxBuffer: 1 << 30 }, (_, out) => {
      try {
        resolve(JSON.parse(out));
      } catch (error) {
        reject(new Error(`${words.join(" ")}: ${error}`));
      }
    });
  });
}

function ofProgram(command, file, ...more) {
  return told([command, file, "--format", "json", ...more]);
}

/** What the program says of a search, on one thread. */
function searchedByProgram(command, file, ...more) {
  const options = Object.entries(OPTIONS).flatMap(([name, value]) => [`--${name}`, value]);
  return ofProgram(command, file, "--threads", "1", "--memory", String(MEMORY), ...options, ...more);
}

async function ofEngine(method, params) {
  const analysis = await engine.start(method, { memory_bytes: MEMORY, ...params, options: { threads: 1, ...OPTIONS, ...params.options } });
  return analysis.result;
}

/** Properties that can be asked of the net, of each kind. */
function properties(info) {
  const place = info.places?.[0]?.id ?? info.elements?.places?.[0]?.id;
  const general = ["reach deadlock", "ltl F deadlock", "ctl AG EF not deadlock"];
  return place && !info.program ? [`always tokens("${place}") <= 1`, ...general] : general;
}

async function compare(file, name) {
  const text = readFileSync(file, "utf8");
  const loaded = await engine.request("net/load", { text, name: file });
  const { net } = loaded;
  const drawing = await engine.request("net/drawing", { net });
  const asked = properties({ program: loaded.kind === "program", places: drawing.places });
  const same = async (what, theirs, ours) => {
    const both = (await Promise.all([ours, theirs])).map(comparable);
    if (what === "check") return assert.deepEqual(answered(both[0]), answered(both[1]), `${name}: ${what}`);
    // Which technique is the first to decide depends on how fast the program is. Where another one was, the rest is about another search.
    if (what === "deadlock" && JSON.stringify(both[0].decided_by) !== JSON.stringify(both[1].decided_by)) {
      const decided = both.map(({ verdict, reason, exhaustive }) => ({ verdict, reason, exhaustive }));
      return assert.deepEqual(decided[0], decided[1], `${name}: ${what}`);
    }
    // How wide states became depends on how far a search came.
    if (what !== "explore") for (const one of both) delete one.bits_per_state;
    assert.deepEqual(both[0], both[1], `${name}: ${what}`);
  };
  await same("info", ofProgram("info", file), engine.request("net/info", { net }));
  await same("explore", searchedByProgram("explore", file, "--levels", "--bounds"), ofEngine("analysis/start", { net, question: "explore", options: { levels: true, bounds: true } }));
  await same("deadlock", searchedByProgram("deadlock", file), ofEngine("analysis/start", { net, question: "deadlock" }));
  await same("check", searchedByProgram("check", file, ...asked.flatMap((one) => ["--property", one])), ofEngine("analysis/start", { net, question: "check", properties: asked }));
  if (loaded.kind !== "program") await same("analyse", ofProgram("analyse", file, "--threads", "1", "--memory", String(MEMORY), "--time", OPTIONS.time), ofEngine("analysis/standard", { net, options: { "self-check": null } }));
  await engine.request("net/unload", { net });
}

const own = [`${root}/nets`, `${root}/nets/coloured`].flatMap((folder) => readdirSync(folder).filter((name) => /\.(pnml|dve)$/.test(name)).map((name) => [`${folder}/${name}`, name]));
for (const [file, name] of own) test(`${name} is told as the program tells it`, () => compare(file, name));

// A text comes as UTF-8 into the module, which reads it as what it says that it is, as the program does.
test("texts of other encodings are told as the program tells them", async () => {
  const folder = mkdtempSync(`${tmpdir()}/sanderling-`);
  try {
    const characters = Array.from({ length: 64 }, (_, i) => String.fromCharCode(0xa0 + i)).join("").replace("<", "") + "€œž";
    for (const label of ["ISO-8859-1", "windows-1252", "utf-8", "UTF-16"]) {
      const file = `${folder}/${label}.pnml`;
      const net = `<net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g"><place id="p"><name><text>${characters}</text></name></place></page></net>`;
      writeFileSync(file, `<?xml version="1.0" encoding="${label}"?><pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">${net}</pnml>`);
      await compare(file, label);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The small models of the collections, by what the collections call them. */
function small() {
  const rows = readFileSync(`${collections}/known-answers.tsv`, "utf8").split("\n").map((line) => line.split("\t"));
  const few = rows.filter(([, kind, value]) => kind === "states" && Number(value) <= MOST_STATES).map(([model]) => model);
  const files = few.map((model) => [[`${collections}/${model}`, `${collections}/beem/${model}`, `${collections}/mcc/${model}/model.pnml`].find((file) => /\.(pnml|dve)$/.test(file) && existsSync(file)), model]);
  return files.filter(([file]) => file);
}

const collected = existsSync(`${collections}/known-answers.tsv`) ? small() : [];
test("the small models of the collections are told as the program tells them", { skip: collected.length ? false : "there are no collections" }, async (context) => {
  for (const [file, model] of collected) await context.test(model, () => compare(file, model));
});
