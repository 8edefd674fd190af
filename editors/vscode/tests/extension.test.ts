// What the extension does, with the real engine and without VS Code.
//
//     SANDERLING=target/debug/sanderling npm test

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { after, test } from "node:test";

import { RequestFailed, ServerGone } from "sanderling/process";

import { Models, type Diagnostic, type Loaded, type Question } from "../src/model.js";
import { outline, type Element } from "../src/outline.js";
import { partOf, propertiesOf } from "../src/properties.js";
import { framing, openStudio } from "../src/studio.js";
import { linesOf, place, placesOf } from "../src/text.js";
import { line, text } from "../src/verdict.js";

const program = process.env["SANDERLING"] ?? "sanderling";
const root = new URL("../../../../", import.meta.url);
const settings = () => ({ program, maxMemory: "512M", maxSeconds: 30, dveSemantics: "ltsmin" as const });
const path = (name: string) => new URL(`nets/${name}`, root).pathname;
const read = (name: string) => readFileSync(path(name), "utf8");
const models = new Models(settings);
after(() => models.close());

async function load(name: string, content = read(name)): Promise<Loaded> {
  const loaded = await models.load(name, content);
  assert.ok("net" in loaded, JSON.stringify(loaded));
  return loaded;
}

test("errors of a text are shown at their position while it is edited", async () => {
  const broken = "// ä𝔸\nprocess P { state ä; init b; }\nsystem async;\n";
  const first = await models.load("edited.dve", broken);
  assert.ok(!("net" in first));
  assert.equal(first.findings[0]?.severity, "error");
  assert.equal(first.findings[0]?.part.start.line, 1);
  const wrong = "process P { state a; init b; }\nsystem async;\n";
  const second = await models.load("edited.dve", wrong);
  const [finding] = second.findings;
  assert.ok(finding && !("net" in second));
  const { start, end } = finding.part;
  assert.equal(wrong.slice(start.character, end.character), "b", finding.message);
  const right = await load("edited.dve", wrong.replace("init b", "init a"));
  assert.deepEqual(right.findings, []);
  const xml = await models.load("edited.pnml", "<pnml>\n  <net>\n</pnml>");
  assert.ok(!("net" in xml) && (xml.findings[0]?.part.start.line ?? 0) > 0);
});

test("columns are characters for the engine, and units for an editor", () => {
  const content = "a𝔸bc\r\nä d";
  const lines = linesOf(content);
  assert.deepEqual(place(lines, 1, 3), { line: 0, character: 3 });
  assert.deepEqual(place(lines, 2, 3), { line: 1, character: 2 });
  assert.deepEqual(place(lines, 9, 1), { line: 1, character: 3 });
  const find = placesOf(content);
  assert.deepEqual(find(Buffer.byteLength("a𝔸b")), { line: 0, character: 4 });
  assert.deepEqual(find(Buffer.byteLength("a𝔸bc\r\nä ")), { line: 1, character: 2 });
  assert.deepEqual(find(1000), { line: 1, character: 3 });
});

test("the outline of a net has its places and transitions where they stand", async () => {
  const content = read("philosophers-3.pnml");
  const { net } = await load("philosophers-3.pnml");
  const [places, transitions] = outline(await models.structure(net), content);
  assert.deepEqual([places?.name, transitions?.name], ["places", "transitions"]);
  const lines = linesOf(content);
  for (const { name, detail, part } of [...(places?.children ?? []), ...(transitions?.children ?? [])]) {
    const first = lines[part.start.line]?.slice(part.start.character);
    assert.ok(first?.includes(`id="${detail || name}"`), `${name}: ${first}`);
  }
  assert.equal(places?.children.length, content.match(/<place /g)?.length);
  assert.equal(transitions?.children.length, content.match(/<transition /g)?.length);
});

test("the outline of a program has its processes with their variables and steps", async () => {
  const content = read("bakery-broken-2.dve");
  const { net } = await load("bakery-broken-2.dve");
  const elements = outline(await models.structure(net), content);
  const processes = elements.filter(({ kind }) => kind === "process");
  assert.deepEqual(processes.map(({ name }) => name), ["A", "B"]);
  const named = (element: Element | undefined, kind: Element["kind"]) =>
    element?.children.filter((child) => child.kind === kind).map(({ name }) => name);
  const steps = ["out → choosing", "choosing → waiting", "waiting → served", "served → out"];
  assert.deepEqual(named(processes[0], "step"), steps);
  const starts = processes[0]?.children.filter(({ kind }) => kind === "step").map(({ part }) => part.start.line);
  assert.deepEqual(starts, [12, 13, 14, 15]);
});

test("properties are found in comments, and nowhere else", () => {
  const dve = "// always x <= 1\nint x; // a comment, always\n/* ltl G (x == 0)\n -> F (x == 1) */ // deadlock\n//reaches nothing\n";
  const found = propertiesOf(dve, "dve");
  assert.deepEqual(found.map((one) => one.text), ["always x <= 1", "ltl G (x == 0)\n -> F (x == 1)", "deadlock"]);
  assert.deepEqual(found[0]?.part, { start: { line: 0, character: 3 }, end: { line: 0, character: 16 } });
  assert.deepEqual(found[1]?.part, { start: { line: 2, character: 3 }, end: { line: 3, character: 14 } });
  const pnml = "<pnml><!-- property safe: always tokens(p) <= 1 --><!-- not one --><!--reach deadlock-->";
  assert.deepEqual(propertiesOf(pnml, "pnml").map((one) => one.text), ["property safe: always tokens(p) <= 1", "reach deadlock"]);
});

test("properties in comments are run, and errors are shown in the comment", async () => {
  const content = `// always not (A.served and B.served)\n  // always A.nowhere\n${read("bakery-broken-2.dve")}`;
  const { net } = await load("bakery-run.dve", content);
  const [right, wrong] = propertiesOf(content, "dve");
  assert.ok(right && wrong);
  const report = await models.ask(net, { question: "check", properties: [right.text] });
  assert.equal(report.verdict, "violated");
  assert.match(line(report), /^✗ violated, shown by \d+ steps$/);
  assert.match(text(report), /start: .*\n {2}1 {2}/);
  await assert.rejects(models.ask(net, { question: "check", properties: [wrong.text] }), (error) => {
    assert.ok(error instanceof RequestFailed);
    const [found] = error.diagnostics as Diagnostic[];
    assert.ok(found);
    const { start } = partOf(wrong, found);
    assert.equal(start.line, 1);
    assert.ok(start.character >= wrong.part.start.character, JSON.stringify(found));
    return true;
  });
});

test("questions have answers in a line", async () => {
  const { net } = await load("philosophers-3.pnml");
  const ask = async (question: Question) => line(await models.ask(net, question));
  assert.match(await ask({ question: "deadlock" }), /^✗ violated, shown by \d+ steps$/);
  assert.match(await ask({ question: "explore" }), /^✓ \d+ states, \d+ firings, 2 deadlocks$/);
  assert.equal(await ask({ question: "check", properties: ["always tokens(eat_1) <= 1"] }), "✓ holds");
});

test("a question is cancelled, and its answer says so", async () => {
  const cells = Array.from({ length: 60 }, (_, at) => `pl off${at} (1)\ntr set${at} off${at} -> on${at}\ntr reset${at} on${at} -> off${at}\n`);
  const { net } = await load("switches.net", `net switches\n${cells.join("")}`);
  const stop = new AbortController();
  const report = await models.ask(net, { question: "explore" }, stop.signal, () => stop.abort());
  assert.equal(line(report), "? unknown: cancelled");
});

test("the studio is shown in a frame of the editor, and nowhere else", async () => {
  const studio = await openStudio(program, path("philosophers-3.pnml"));
  try {
    const { status, policy } = await new Promise<{ status: number | undefined; policy: string }>((resolve, reject) => {
      const request = get(studio.address, ({ statusCode, headers }) =>
        resolve({ status: statusCode, policy: String(headers["content-security-policy"]) }),
      );
      request.on("error", reject);
    });
    assert.equal(status, 200);
    assert.match(policy, /frame-ancestors vscode-webview: vscode-file:/);
    const page = framing(studio.address);
    assert.ok(page.includes(`frame-src ${new URL(studio.address).origin};`) && page.includes(`src="${studio.address}"`));
  } finally {
    studio.close();
  }
  await assert.rejects(openStudio(program, path("nothing.pnml")), /nothing\.pnml/);
  await assert.rejects(openStudio("no-such-program", path("philosophers-3.pnml")), /cannot be started/);
});

test("without the program there is an error that says so", async () => {
  const none = new Models(() => ({ ...settings(), program: "no-such-program" }));
  await assert.rejects(none.load("a.dve", ""), ServerGone);
  await none.close();
});
