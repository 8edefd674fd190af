// The engine as WebAssembly and the program return the same JSON, except times and memory, and the same verdicts of properties. The tests compare
// them for each net of the project and, if the collections are installed, for their small models.
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
/** The options of both. The results must not depend on speed. */
const OPTIONS = { "self-check": "all", time: "10m" };
/** Maximum number of states of a model of the collections. */
const MOST_STATES = 20_000;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const collections = `${root}/../shared/corpora`;
let engine;
before(async () => (engine = await Sanderling.open({ module, memoryBytes: MEMORY })));
after(() => engine.close());

/**
 * Returns a report without the members that depend on the machine or on speed (such as the progress of a search that another one overtook), and without
 * those that only the command line adds: the texts of assertions, and the semantics of DVE.
 */
function comparable(report) {
  if (Array.isArray(report)) return report.map(comparable);
  if (report === null || typeof report !== "object") return report;
  const isLeftOut = (key, value) => /(^|_)bytes(_|$)/.test(key) || key === "time_s" || key === "span" || key === "basis" || key === "dve_semantics" || key === "explored" || key === "states_checked" || (key === "property" && String(value).startsWith("assert "));
  return Object.fromEntries(Object.entries(report).filter(([key, value]) => !isLeftOut(key, value)).map(([key, value]) => [key, comparable(value)]));
}

/** The verdicts of a check. Speed determines which technique is the first to decide, and so whether there is a trace. */
function verdicts({ answers, verdict, reason }) {
  return { verdict, reason, answers: answers.map(({ property, verdict, reason }) => ({ property, verdict, reason })) };
}

function output(words) {
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
  return output([command, file, "--format", "json", ...more]);
}

/** Returns the report of the program about a search, on one thread. */
function searchedByProgram(command, file, ...more) {
  const options = Object.entries(OPTIONS).flatMap(([name, value]) => [`--${name}`, value]);
  return ofProgram(command, file, "--threads", "1", "--memory", String(MEMORY), ...options, ...more);
}

async function ofEngine(method, params) {
  const analysis = await engine.start(method, { memory_bytes: MEMORY, ...params, options: { threads: 1, ...OPTIONS, ...params.options } });
  return analysis.result;
}

/** Returns properties of the net, one of each kind. */
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
  const checked = properties({ program: loaded.kind === "program", places: drawing.places });
  const same = async (what, theirs, ours) => {
    const both = (await Promise.all([ours, theirs])).map(comparable);
    if (what === "check") return assert.deepEqual(verdicts(both[0]), verdicts(both[1]), `${name}: ${what}`);
    // Speed determines which technique is the first to decide. If the techniques differ, the other members describe different searches.
    if (what === "deadlock" && JSON.stringify(both[0].decided_by) !== JSON.stringify(both[1].decided_by)) {
      const decided = both.map(({ verdict, reason, exhaustive }) => ({ verdict, reason, exhaustive }));
      return assert.deepEqual(decided[0], decided[1], `${name}: ${what}`);
    }
    // The width of states depends on the progress of a search.
    if (what !== "explore") for (const one of both) delete one.bits_per_state;
    assert.deepEqual(both[0], both[1], `${name}: ${what}`);
  };
  await same("info", ofProgram("info", file), engine.request("net/info", { net }));
  await same("explore", searchedByProgram("explore", file, "--levels", "--bounds"), ofEngine("analysis/start", { net, question: "explore", options: { levels: true, bounds: true } }));
  await same("deadlock", searchedByProgram("deadlock", file), ofEngine("analysis/start", { net, question: "deadlock" }));
  await same("check", searchedByProgram("check", file, ...checked.flatMap((one) => ["--property", one])), ofEngine("analysis/start", { net, question: "check", properties: checked }));
  if (loaded.kind !== "program") await same("analyse", ofProgram("analyse", file, "--threads", "1", "--memory", String(MEMORY), "--time", OPTIONS.time), ofEngine("analysis/standard", { net, options: { "self-check": null } }));
  await engine.request("net/unload", { net });
}

const own = [`${root}/nets`, `${root}/nets/coloured`].flatMap((folder) => readdirSync(folder).filter((name) => /\.(pnml|dve)$/.test(name)).map((name) => [`${folder}/${name}`, name]));
for (const [file, name] of own) test(`${name}: the engine and the program agree`, () => compare(file, name));

// The module receives each text as UTF-8 and, as the program does, decodes it in the encoding that the text declares.
test("the engine and the program agree on texts in other encodings", async () => {
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

/** Returns the files and names of the small models of the collections. */
function small() {
  const rows = readFileSync(`${collections}/known-answers.tsv`, "utf8").split("\n").map((line) => line.split("\t"));
  const few = rows.filter(([, kind, value]) => kind === "states" && Number(value) <= MOST_STATES).map(([model]) => model);
  const files = few.map((model) => [[`${collections}/${model}`, `${collections}/beem/${model}`, `${collections}/mcc/${model}/model.pnml`].find((file) => /\.(pnml|dve)$/.test(file) && existsSync(file)), model]);
  return files.filter(([file]) => file);
}

const collected = existsSync(`${collections}/known-answers.tsv`) ? small() : [];
test("the engine and the program agree on the small models of the collections", { skip: collected.length ? false : "there are no collections" }, async (context) => {
  for (const [file, model] of collected) await context.test(model, () => compare(file, model));
});
