// An explorable report, opened in Chromium as a file: the token game, queries and traces work without a server.
//
//     cargo xtask wasm && SANDERLING=target/debug/sanderling node --test clients/javascript/tests/page.test.mjs

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { Browser } from "../../../crates/studio/tests/studio/browser.mjs";
import { file as engine } from "./module.mjs";
import { switches } from "./nets.mjs";

const program = process.env.SANDERLING ?? "sanderling";
const root = fileURLToPath(new URL("../../..", import.meta.url));
const folders = (process.env.PATH ?? "").split(delimiter);
const chromium = ["chromium", "chromium-browser", "google-chrome", "chrome"].flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
const skip = chromium ? false : "there is no Chromium on the path";
const folder = mkdtempSync(join(tmpdir(), "explorable-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the page of a net, and returns its address. */
function page(net, ...words) {
  const file = join(folder, "page.html");
  const { status, stderr } = spawnSync(program, ["report", net, "--explorable", "--wasm", engine, "-o", file, ...words], { encoding: "utf8" });
  assert.ok(status !== null && status <= 2, stderr);
  return pathToFileURL(file).href;
}

/** Visits a page. Fails if the page reports an error. */
async function visit(address, look) {
  const browser = await Browser.start(chromium);
  try {
    await browser.open(address);
    await look(browser, (text) => browser.until(`document.getElementById("caption").textContent.includes(${JSON.stringify(text)})`));
    assert.deepEqual(browser.errors, []);
  } finally {
    await browser.close();
  }
}

const write = (id, text) => `(() => { const it = document.getElementById(${JSON.stringify(id)}); it.value = ${JSON.stringify(text)}; it.dispatchEvent(new Event("change")); })()`;

test("the page passes the tests of the studio", { skip }, () => {
  const script = join(root, "crates/studio/tests/studio/browser.mjs");
  execFileSync(process.execPath, [script, chromium, page(`${root}/nets/philosophers-3.pnml`), "studio"], { stdio: "inherit" });
});

test("the page contains the result, and computes the standard properties", { skip }, async () => {
  await visit(page(`${root}/nets/order.pnml`, "--deadlock"), async (browser, caption) => {
    await browser.click("#tab-result");
    await browser.click("#panel-result .open-trace");
    await caption("Trace, step 0 of 4");
    await browser.click("#tab-standard");
    await browser.until("document.querySelectorAll('.property').length === 29");
  });
});

test("the token game and queries work for a coloured net and a program", { skip }, async () => {
  for (const net of ["coloured/philosophers-3.pnml", "peterson-3.dve"]) {
    await visit(page(`${root}/nets/${net}`), async (browser, caption) => {
      await browser.click("#tab-game");
      await browser.click("#game .fire, #panel-game .fire");
      await caption("after 1 firing");
      await browser.click("#tab-ask");
      await browser.click("#ask");
      await browser.until("document.querySelector('#result .badge')");
    });
  }
});

test("a limit of time holds in the page, and a search is cancelled there", { skip }, async () => {
  const net = join(folder, "switches.pnml");
  writeFileSync(net, switches(40));
  await visit(page(net, "--max-states", "100"), async (browser) => {
    await browser.click("#tab-ask");
    await browser.value(write("question", "explore"));
    await browser.value(write("time", "1s"));
    await browser.click("#ask");
    await browser.until("document.querySelector('#result .badge.unknown') && document.querySelector('#result').textContent.includes('time limit')");
    await browser.value(write("time", ""));
    await browser.click("#ask");
    await browser.until("document.querySelector('.progress .where')");
    await browser.click("#cancel");
    await browser.until("[...document.querySelectorAll('.problem')].some((one) => one.textContent.includes('cancelled'))");
    await browser.value(write("more", "--max-states 500"));
    await browser.click("#ask");
    await browser.until("document.querySelector('#result .badge.unknown') && document.querySelector('#result').textContent.includes('state limit')");
  });
});

test("a studio without a server shows its nets and opens files", { skip }, async () => {
  const file = join(folder, "studio.html");
  const nets = ["copy-shop.pnml", "peterson-3.dve", "alternating-bit.pml"].map((net) => `${root}/nets/${net}`);
  execFileSync(program, ["studio", ...nets, "--output", file, "--wasm", engine]);
  const opened = join(folder, "opened.pnml");
  writeFileSync(opened, readFileSync(`${root}/nets/order.pnml`));
  const broken = join(folder, "broken.pnml");
  writeFileSync(broken, "<pnml>");
  await visit(pathToFileURL(file).href, async (browser, caption) => {
    const titled = (name) => browser.until(`document.getElementById("title").textContent === ${JSON.stringify(name)}`);
    const open = async (path) => {
      const { root: { nodeId } } = await browser.send("DOM.getDocument");
      const { nodeId: input } = await browser.send("DOM.querySelector", { nodeId, selector: "#file" });
      await browser.send("DOM.setFileInputFiles", { nodeId: input, files: [path] });
    };
    await titled("copy-shop.pnml");
    await browser.until("document.querySelector('#panel-game .fire')");
    await browser.value(write("nets", "1"));
    await titled("peterson-3.dve");
    await browser.click("#panel-game .fire");
    await caption("after 1 firing");
    await browser.value(write("nets", "2"));
    await titled("alternating-bit.pml");
    await open(opened);
    await titled("opened.pnml");
    await browser.click("#tab-standard");
    await browser.until("document.querySelectorAll('.property').length === 29");
    await open(broken);
    await browser.until("document.querySelector('.problem')?.textContent.includes('broken.pnml')");
    await browser.value("history.back()");
    await titled("opened.pnml");
    await browser.until("document.querySelector('#panel-game .fire')");
    await browser.value(write("nets", "0"));
    await titled("copy-shop.pnml");
    await browser.until("document.querySelector('#panel-game .fire')");
  });
});

test("the package works in a page: progress, limits, cancelling and several at the same time", { skip }, async () => {
  const files = { "/browser.js": "text/javascript", "/core.js": "text/javascript", "/engine.js": "text/javascript", "/worker.js": "text/javascript", "/sanderling.wasm": "application/wasm" };
  const server = createServer(({ url }, response) => {
    if (!files[url]) return response.writeHead(url === "/" ? 200 : 404, { "content-type": "text/html" }).end("<!doctype html><title>A page</title>");
    return response.writeHead(200, { "content-type": files[url] }).end(readFileSync(url.endsWith(".wasm") ? engine : new URL(`..${url}`, import.meta.url)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await Browser.start(chromium);
  try {
    await browser.send("Page.navigate", { url: `http://127.0.0.1:${server.address().port}/` });
    await browser.until("document.title === 'A page'");
    const results = await browser.value(`(${inPage})(${JSON.stringify(switches(40))})`);
    assert.deepEqual(results, { full: "memory_limit", timed: "time_limit", progressed: true, cancelled: -32800, after: "state_limit", steps: 1 });
    assert.deepEqual(browser.errors, []);
  } finally {
    await browser.close();
    server.close();
  }
});

/** Runs in the page, so it must not use names from this file. */
async function inPage(text) {
  const { Sanderling } = await import("/browser.js");
  const engine = await Sanderling.open({ memoryBytes: 256 << 20 });
  const { net } = await engine.request("net/load", { text, name: "switches.pnml" });
  const explore = (options, more) => engine.start("analysis/start", { net, question: "explore", options, ...more });
  const [full, timed] = await Promise.all([explore({ retain: "all" }, { memory_bytes: 32 << 20 }), explore({ time: "1s" })].map(async (started) => (await (await started).result).reason));
  let progressed = false;
  const controller = new AbortController();
  const onProgress = ({ states }) => {
    progressed = states > 0;
    controller.abort();
  };
  const analysis = await engine.start("analysis/start", { net, question: "explore" }, { signal: controller.signal, onProgress });
  const cancelled = await analysis.result.then(() => "a result", ({ code }) => code);
  const after = (await (await explore({ "max-states": 100 })).result).reason;
  const { steps } = await engine.request("simulation/fire", { net, transition: "up0" });
  engine.close();
  return { full, timed, progressed, cancelled, after, steps };
}
