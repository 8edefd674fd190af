// Drives Chromium over the DevTools protocol, through pipes: no package and no port are needed.
// As a program, `node browser.mjs CHROMIUM ADDRESS VISIT` goes through the page as a user does, and ends with 0 if all is well.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PATIENCE_MS = 30_000;

export class Browser {
  static async start(chromium, { width = 1280, height = 800 } = {}) {
    const browser = new Browser();
    browser.profile = await mkdtemp(join(tmpdir(), "studio-"));
    browser.process = spawn(chromium, [
      "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
      `--user-data-dir=${browser.profile}`, `--window-size=${width},${height}`, "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.waiting = new Map();
    browser.number = 0;
    browser.errors = [];
    let rest = "";
    browser.process.stdio[4].on("data", (bytes) => {
      const parts = (rest + bytes).split("\0");
      rest = parts.pop();
      parts.forEach((part) => browser.hear(JSON.parse(part)));
    });
    const { targetInfos } = await browser.send("Target.getTargets");
    const { targetId } = targetInfos.find(({ type }) => type === "page") ?? (await browser.send("Target.createTarget", { url: "about:blank" }));
    browser.session = (await browser.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    for (const domain of ["Page", "Runtime", "Log"]) await browser.send(`${domain}.enable`);
    return browser;
  }

  hear({ id, method, params, result, error }) {
    if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Log.entryAdded" && params.entry.level === "error" && !params.entry.url?.endsWith("/favicon.ico")) this.errors.push(`${params.entry.text} ${params.entry.url ?? ""}`);
    const waits = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waits?.reject(new Error(error.message));
    else waits?.resolve(result);
  }

  send(method, params = {}) {
    this.number += 1;
    const id = this.number;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.session })}\0`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  // The value of an expression in the page.
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  async until(expression) {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const value = await this.value(expression);
      if (value) return value;
      if (Date.now() > end) throw new Error(`waited in vain for ${expression}; the page says: ${await this.value("document.body.innerText.slice(0, 800)")} ${this.errors}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  async open(address) {
    await this.send("Page.navigate", { url: address });
    await this.until("document.readyState === 'complete' && document.getElementById('tab-trace')");
  }

  // Clicks what a selector names, where a user would.
  async click(selector) {
    const at = await this.until(`(() => { const it = document.querySelector(${JSON.stringify(selector)}); if (!it || it.disabled) return null;
      it.scrollIntoView({ block: "nearest" }); const { x, y, width, height } = it.getBoundingClientRect(); return width ? [x + width / 2, y + height / 2] : null; })()`);
    const event = { x: at[0], y: at[1], button: "left", clickCount: 1 };
    await this.send("Input.dispatchMouseEvent", { ...event, type: "mousePressed" });
    await this.send("Input.dispatchMouseEvent", { ...event, type: "mouseReleased" });
  }

  async press(key) {
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key });
  }

  async close() {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.stdio[3].write(`${JSON.stringify({ id: 0, method: "Browser.close" })}\0`);
    const late = setTimeout(() => this.process.kill("SIGKILL"), 5000);
    await gone;
    clearTimeout(late);
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function expect(is, wanted) {
  if (JSON.stringify(is) !== JSON.stringify(wanted)) throw new Error(`${JSON.stringify(is)} where ${JSON.stringify(wanted)} is right`);
}

// The way of a user through the studio, on the net of three philosophers.
async function visitStudio(browser) {
  const caption = (text) => browser.until(`document.getElementById("caption").textContent.includes(${JSON.stringify(text)})`);
  await caption("after 0 firings");
  expect(await browser.value("[document.querySelectorAll('.transition.enabled').length, document.querySelectorAll('.fire').length]"), [6, 6]);
  expect(await browser.value("[...document.querySelectorAll('.arc')].every((arc) => arc.getBoundingClientRect().width > 0)"), true);
  await browser.click(".transition.enabled rect");
  await caption("after 1 firing");
  await browser.click("#game-back");
  await caption("after 0 firings");
  await browser.click("#game-forward");
  await caption("after 1 firing");
  await browser.click("#tab-ask");
  await browser.click("#ask");
  await browser.until("document.querySelector('#result .badge.violated')");
  await browser.click(".open-trace");
  await caption("Trace, step 0 of 3");
  await browser.click("#trace-next");
  await caption("Trace, step 1 of 3");
  await browser.press("End");
  await caption("Trace, step 3 of 3");
  await browser.click("#trace-back");
  await caption("Trace, step 2 of 3");
  await browser.click("#tab-states");
  await browser.until("document.querySelectorAll('.state').length > 10");
  await browser.value("document.querySelector('.state.dead').dispatchEvent(new MouseEvent('click', { bubbles: true }))");
  await caption("of the state space");
  expect(await browser.value("document.querySelectorAll('.edge.on-way').length"), 3);
}

// The same in a report, which has no token game.
async function visitReport(browser) {
  const caption = (text) => browser.until(`document.getElementById("caption").textContent.includes(${JSON.stringify(text)})`);
  await caption("initial marking");
  await browser.click(".open-trace");
  await caption("Trace, step 0 of 3");
  await browser.click("#trace-last");
  await caption("Trace, step 3 of 3");
  expect(await browser.value("document.querySelectorAll('.state').length > 10"), true);
}

// The standard properties of the order's net: nodes stand out, a run is stepped through; then the deadlock that is meant is left out.
async function visitOrder(browser) {
  await browser.click("#tab-standard");
  await visitProperties(browser);
  await browser.click("#tab-standard");
  await browser.click("#standard .leave-out");
  await browser.until("document.querySelector('#result .badge.holds')");
  await browser.value("document.getElementById('except').value = ''");
  await browser.click("#ask");
  await browser.until("document.querySelector('#result .badge.violated')");
  await browser.click("#result .leave-out");
  await browser.until("document.querySelector('#result .badge.holds')");
  expect(await browser.value("document.getElementById('except').value.startsWith('tokens(closed) == 1')"), true);
}

// The same properties, of a studio or of a report.
async function visitProperties(browser) {
  const caption = (text) => browser.until(`document.getElementById("caption").textContent.includes(${JSON.stringify(text)})`);
  await browser.until("document.querySelectorAll('.property').length === 29");
  const word = (property) => browser.value(`document.querySelector('.property[data-property="${property}"] .word').textContent`);
  expect([await word("sound"), await word("live"), await word("ordinary")], ["yes", "no", "yes"]);
  expect(await browser.value("[...document.querySelectorAll('.group h3')].map((title) => title.textContent)"), ["Structure", "Behaviour: 6 markings, 6 firings, 1 terminal component", "Workflow from order placed to order closed"]);
  await browser.click('.property[data-property="siphon_trap"] button.points');
  expect(await browser.value("[document.querySelectorAll('.rim').length, document.querySelector('.rim').parentNode.querySelector('.name').textContent]"), [1, "order placed"]);
  await browser.click('.property[data-property="siphon_trap"] button.points');
  await browser.click("#caption");
  await browser.value("document.activeElement.blur()");
  expect(await browser.value("document.querySelectorAll('.rim').length"), 0);
  expect(await browser.value("[...document.querySelectorAll('.equations button')].some((row) => row.textContent === 'order placed + waiting in the store + sent + order closed = 1')"), true);
  await browser.click('.open-trace[data-property="deadlock_free"]');
  await caption("Trace, step 0 of 4");
  await browser.press("End");
  await caption("Trace, step 4 of 4");
}

const VISITS = { studio: visitStudio, order: visitOrder, report: visitReport, properties: visitProperties };
const [, program, chromium, address, visit] = process.argv;
if (program?.endsWith("browser.mjs")) {
  const browser = await Browser.start(chromium);
  let problem = null;
  try {
    await browser.open(address);
    await VISITS[visit](browser);
    expect(browser.errors, []);
  } catch (error) {
    problem = error;
  }
  await browser.close();
  if (problem) {
    console.error(problem);
    process.exit(1);
  }
}
