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
      parts.forEach((part) => browser.receive(JSON.parse(part)));
    });
    const { targetInfos } = await browser.send("Target.getTargets");
    const { targetId } = targetInfos.find(({ type }) => type === "page") ?? (await browser.send("Target.createTarget", { url: "about:blank" }));
    browser.session = (await browser.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    for (const domain of ["Page", "Runtime", "Log"]) await browser.send(`${domain}.enable`);
    return browser;
  }

  receive({ id, method, params, result, error }) {
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

  // Waits until an expression is true in the page, or as given, and returns its value. A busy machine takes long to draw a page; until then there may
  // be nothing to ask.
  async until(expression, enough = Boolean, wanted = "true") {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const value = await this.value(expression).catch((error) => error);
      const failed = value instanceof Error;
      if (!failed && enough(value)) return value;
      if (Date.now() > end) {
        const is = failed ? value.message : JSON.stringify(value);
        const text = await this.value("document.body.innerText.slice(0, 800)");
        throw new Error(`${expression} is ${is} and should be ${wanted}; the page says: ${text} ${this.errors}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  equals(expression, wanted) {
    const text = JSON.stringify(wanted);
    return this.until(expression, (value) => JSON.stringify(value) === text, text);
  }

  async open(address) {
    await this.send("Page.navigate", { url: address });
    await this.until("document.readyState === 'complete' && document.getElementById('tab-trace')");
  }

  // Clicks an element in its middle, as a user would. It must be at the same place in two looks in a row: one that the
  // page is about to replace or to move would miss the click.
  async click(selector) {
    const at = await this.until(`(() => { const it = document.querySelector(${JSON.stringify(selector)}); if (!it || it.disabled) return null;
      it.scrollIntoView({ block: "nearest" }); const { x, y, width, height } = it.getBoundingClientRect();
      const before = window.aboutToClick; window.aboutToClick = [it, x, y, width];
      return width && before?.every((part, index) => part === window.aboutToClick[index]) ? [x + width / 2, y + height / 2] : null; })()`);
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
  await browser.equals("[document.querySelectorAll('.transition.enabled').length, document.querySelectorAll('.fire').length]", [6, 6]);
  await browser.equals("[...document.querySelectorAll('.arc')].every((arc) => arc.getBoundingClientRect().width > 0)", true);
  await browser.click(".transition.enabled rect");
  await caption("after 1 firing");
  await browser.click("#game-back");
  await caption("after 0 firings");
  await browser.click("#game-forward");
  await caption("after 1 firing");
  await browser.click("#game-ask");
  await browser.click("#ask");
  await browser.until("document.querySelector('#result .open-trace')?.textContent.includes('2 firings')");
  await browser.click("#from-initial");
  await browser.click("#ask");
  await browser.until("document.querySelector('#result .open-trace')?.textContent.includes('3 firings')");
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
  await browser.equals("document.querySelectorAll('.edge.on-way').length", 3);
  await visitLasso(browser);
  await visitBranches(browser);
}

// What branches off a run is stepped through from the marking where it does, and left again.
async function visitBranches(browser) {
  const caption = (text) => browser.until(`document.getElementById("caption").textContent.includes(${JSON.stringify(text)})`);
  await browser.click("#tab-ask");
  await browser.value("document.getElementById('properties').value = 'ctl EX (tokens(eat_1) = 0 and EF tokens(eat_1) = 1 and EF deadlock)'");
  await browser.click("#ask");
  await browser.until("document.querySelector('#result .open-trace')?.textContent.includes('with what is claimed along it')");
  await browser.click("#result .open-trace");
  await browser.equals("document.querySelectorAll('#panel-trace .claims .branch').length", 1);
  await browser.click("#trace-next");
  await browser.click("#panel-trace .claims .branch");
  await caption("Trace, step 0 of");
  await browser.equals("document.querySelector('#panel-trace h3').textContent.includes('holds')", true);
  await browser.equals("(() => { const held = [...document.querySelectorAll('#holds li')]; return [held.length, held.some(({ textContent }) => textContent.includes('left'))]; })()", [5, true]);
  await browser.click("#trace-last");
  await browser.click("#panel-trace .leave-branch");
  await caption("Trace, step 1 of");
  await browser.equals("document.querySelectorAll('#panel-trace .leave-branch').length", 0);
}

// A run without an end is gone round and round: behind its last step comes the first of those that are repeated.
async function visitLasso(browser) {
  await browser.click("#tab-ask");
  await browser.value("(() => { const it = document.getElementById('question'); it.value = 'check'; it.dispatchEvent(new Event('change')); document.getElementById('properties').value = 'ltl F (tokens(eat_1) = 1 or deadlock)'; })()");
  await browser.click("#ask");
  await browser.until("document.querySelector('#result .open-trace')?.textContent.includes('and then for ever')");
  await browser.click("#result .open-trace");
  const [steps, first] = await browser.until("(() => { const all = document.querySelectorAll('#panel-trace .steps li').length; return [all, all - document.querySelectorAll('#panel-trace .steps li.repeated').length]; })()");
  await browser.click("#trace-last");
  await browser.until(`document.querySelector("#panel-trace .where").textContent.includes("then step ${first + 1} again, and so on for ever")`);
  await browser.click("#trace-next");
  await browser.until(`document.getElementById("caption").textContent.includes("Trace, step ${first + 1} of ${steps}")`);
}

// The same in a report, which has no token game.
async function visitReport(browser) {
  const caption = (text) => browser.until(`document.getElementById("caption").textContent.includes(${JSON.stringify(text)})`);
  await caption("initial marking");
  await browser.click(".open-trace");
  await caption("Trace, step 0 of 3");
  await browser.click("#trace-last");
  await caption("Trace, step 3 of 3");
  await browser.equals("document.querySelectorAll('.state').length > 10", true);
}

// The standard properties of the order's net: nodes stand out, a run is stepped through; then the deadlock that is meant is left out.
async function visitOrder(browser) {
  await browser.click("#tab-standard");
  await visitProperties(browser);
  await browser.click("#tab-standard");
  await browser.equals("document.querySelector('[data-property=\"live\"] .property-name').title.length > 10", true);
  await browser.value("document.getElementById('sums').open = true, document.getElementById('standard-sums').value = 'tokens(paid) + tokens(sent)'");
  await browser.click("#sums-ask");
  await browser.until("document.querySelector('.greatest .word')");
  await browser.equals("document.querySelector('.greatest .word').textContent", "2");
  await browser.click(".greatest .open-trace");
  await browser.until("document.getElementById('caption').textContent.includes('Trace, step 0 of 3')");
  await browser.click("#tab-standard");
  await browser.click("#standard .leave-out");
  await browser.until("document.querySelector('#result .badge.holds')");
  await browser.value("document.getElementById('except').value = ''");
  await browser.click("#ask");
  await browser.until("document.querySelector('#result .badge.violated')");
  await browser.click("#result .leave-out");
  await browser.until("document.querySelector('#result .badge.holds')");
  await browser.equals("document.getElementById('except').value.startsWith('tokens(closed) == 1')", true);
}

// The same properties, of a studio or of a report.
async function visitProperties(browser) {
  const caption = (text) => browser.until(`document.getElementById("caption").textContent.includes(${JSON.stringify(text)})`);
  await browser.until("document.querySelectorAll('.property').length === 29");
  for (const [property, word] of [["sound", "yes"], ["live", "no: it ends properly"], ["ordinary", "yes"]]) {
    await browser.equals(`document.querySelector('.property[data-property="${property}"] .word').textContent`, word);
  }
  await browser.equals("[...document.querySelectorAll('.group h3')].map((title) => title.textContent)", ["Structure", "Behaviour: 6 markings, 6 firings, 1 terminal component", "Workflow from order placed to order closed"]);
  await browser.click('.property[data-property="siphon_trap"] button.points');
  await browser.equals("[document.querySelectorAll('.rim').length, document.querySelector('.rim').parentNode.querySelector('.name').textContent]", [1, "order placed"]);
  await browser.click('.property[data-property="siphon_trap"] button.points');
  await browser.click("#caption");
  await browser.value("document.activeElement.blur()");
  await browser.equals("document.querySelectorAll('.rim').length", 0);
  await browser.equals("[...document.querySelectorAll('.equations button')].some((row) => row.textContent === 'order placed + waiting in the store + sent + order closed = 1')", true);
  await browser.click('.open-trace[data-property="deadlock_free"]');
  await caption("Trace, step 0 of 4");
  await browser.press("End");
  await caption("Trace, step 4 of 4");
}

// Whether some things are in sight as a whole.
const WITHIN = `((boxes, frame) => boxes.every((box) => box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1))`;

// What the net without end has: infinitely many states, as many drawn as requested, and an error in the line that it is in.
async function visitPump(browser) {
  const choose = (question) => browser.value(`(() => { const it = document.getElementById("question"); it.value = "${question}"; it.dispatchEvent(new Event("change")); })()`);
  await browser.equals(`${WITHIN}([...document.querySelectorAll(".net .name, .net .tokens, .net circle, .net rect")].map((it) => it.getBoundingClientRect()).filter(({ width }) => width), document.querySelector(".canvas").getBoundingClientRect())`, true);
  await browser.click("#tab-ask");
  await choose("explore");
  await browser.click("#ask");
  await browser.until("document.querySelector('#result .badge.infinite')");
  await browser.equals("[document.querySelector('#result h3').textContent.includes('Infinitely many'), document.querySelector('#result').textContent.includes('Dead'), document.querySelectorAll('#result .badge.holds').length]", [true, false, 0]);
  await choose("check");
  await browser.value("document.getElementById('properties').value = 'always tokens(idle) <= 1\\n\\nalways tokens(prts) <= 1'");
  await browser.click("#ask");
  await browser.until("document.querySelector('#panel-ask .problem').textContent.includes('line 3, column 15')");
  await browser.equals("document.querySelector('#panel-ask .problem').textContent.includes('did you mean `parts`')", true);
  await browser.value("document.getElementById('properties').value = 'always tokens(idle) <= 1'");
  await browser.click("#ask");
  await browser.until("document.querySelector('#result .badge.holds')");
  await browser.equals("document.querySelectorAll('#earlier li').length", 2);
  await browser.value("document.querySelector('#earlier li:last-child button').click()");
  await browser.until("document.querySelector('#result .badge.infinite')");
  await visitCompletion(browser);
  await browser.click("#tab-states");
  await browser.until("document.querySelectorAll('.state').length === 300");
  await browser.click("#coverability");
  await browser.until("document.querySelectorAll('.state').length > 0 && document.querySelectorAll('.state').length < 10");
  await browser.value("document.querySelectorAll('.state')[1].dispatchEvent(new MouseEvent('click', { bubbles: true }))");
  await browser.equals("[document.getElementById('caption').textContent, document.getElementById('holds').textContent.includes('parts: ∞')]", ["Marking 1 of the coverability graph", true]);
  await browser.click("#states-back");
  await browser.until("document.querySelectorAll('.state').length === 300");
  await browser.value("[...document.querySelectorAll('.note button')].find((it) => it.textContent.includes('2,000')).click()");
  await browser.until("document.querySelectorAll('.state').length === 2000");
  await browser.value("document.querySelectorAll('.state')[7].dispatchEvent(new MouseEvent('click', { bubbles: true }))");
  await browser.equals("[location.hash.includes('state=7'), document.getElementById('holds').textContent.length > 0]", [true, true]);
  await browser.click("#play-from-state");
  await browser.until("document.getElementById('caption').textContent.includes('after 7 firings')");
}

// Names are completed: what is begun becomes a name by Enter.
async function visitCompletion(browser) {
  await browser.value("(() => { const it = document.getElementById('question'); it.value = 'check'; it.dispatchEvent(new Event('change')); const field = document.getElementById('properties'); field.focus(); field.value = 'always tokens(par'; field.setSelectionRange(17, 17); field.dispatchEvent(new Event('input')); })()");
  await browser.equals("[...document.querySelectorAll('#properties-completions li')].map((it) => it.textContent)", ["parts"]);
  await browser.press("Enter");
  await browser.equals("[document.getElementById('properties').value, document.getElementById('properties-completions').hidden]", ["always tokens(parts", true]);
}

// Sorts and colours beside the nodes; the address says which run was played.
async function visitColoured(browser, address) {
  const caption = (text) => browser.until(`document.getElementById("caption").textContent.includes(${JSON.stringify(text)})`);
  await caption("after 0 firings");
  await browser.equals("[...document.querySelectorAll('.place .note')].filter((it) => it.textContent === 'Philosopher').length", 4);
  await browser.equals("document.querySelector('.place .colours').textContent", "p1 + p2 + p3");
  await browser.click(".choices li:nth-child(2) button");
  await caption("after 1 firing");
  await browser.equals("[document.querySelector('.place .colours').textContent, document.getElementById('holds').textContent.includes('p1 + p3')]", ["p1 + p3", true]);
  const hash = await browser.until("location.hash.includes('fired=') && location.hash");
  await browser.send("Page.navigate", { url: "about:blank" });
  await browser.open(`${address}${hash}`);
  await caption("after 1 firing");
  await browser.equals("[document.querySelector('.place .colours').textContent, document.querySelectorAll('.steps .here').length]", ["p1 + p3", 1]);
  const text = await browser.value("import('./picture.js').then(({ svgText }) => import('./canvas.js').then(() => { const content = document.querySelector('.canvas > g'); return svgText({ content, view: { scale: 1 }, box: () => content.getBBox(), draw() {} }); }))");
  expect([text.startsWith("<svg"), text.includes("p1 + p3"), text.includes("class=")], [true, true, false]);
}

// A label is where it hides no location; a location is found by its name.
async function visitProgram(browser) {
  await browser.until("document.querySelectorAll('.location').length > 4");
  const overlaps = "(() => { const boxes = (selector) => [...document.querySelectorAll(selector)].map((it) => it.getBoundingClientRect()); const rects = boxes('.location rect'); return boxes('.weight').filter((a) => rects.some((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length; })()";
  await browser.equals(overlaps, 0);
  const name = await browser.value("document.querySelector('.location title').textContent.split(',')[0]");
  await find(browser, name);
  await browser.until("document.querySelectorAll('.location .rim').length > 0");
  // Locations and variables are completed as properties of programs have them: without quotes, behind their process.
  const location = name.split(".").at(-1);
  const offered = await browser.value(`(() => { const it = document.getElementById('question'); it.value = 'check'; it.dispatchEvent(new Event('change')); const field = document.getElementById('properties'); field.focus(); field.value = ${JSON.stringify(location)}; field.setSelectionRange(${location.length}, ${location.length}); field.dispatchEvent(new Event('input')); return [...document.querySelectorAll('#properties-completions li')].map((it) => it.textContent); })()`);
  expect(offered.includes(name) && !name.includes('"'), true);
}

function find(browser, text) {
  return browser.value(`(() => { const it = document.getElementById("find"); it.value = ${JSON.stringify(text)}; it.dispatchEvent(new Event("input")); it.dispatchEvent(new Event("change")); })()`);
}

// A net of four thousand nodes: groups first, one of them opened, a node found in another, and the whole net with a map.
async function visitLarge(browser) {
  await browser.until("document.querySelectorAll('.group-box').length > 10");
  await browser.equals("[document.querySelectorAll('.group-box').length < 70, document.querySelectorAll('.group-box.enabled').length]", [true, 1]);
  await browser.click(".group-box.enabled");
  await browser.until("document.querySelectorAll('#panel-groups .transition.enabled').length === 1");
  await find(browser, "p1234");
  await browser.until("document.querySelectorAll('#panel-groups .rim').length === 1");
  await browser.equals("document.querySelector('#panel-groups .rim').parentNode.querySelector('title').textContent.startsWith('p1234')", true);
  await browser.click("#groups-back");
  await browser.until("document.querySelectorAll('.group-box').length > 10");
  await browser.click("#tab-net");
  await browser.until("document.querySelectorAll('#panel-net .labels text').length > 3");
  await find(browser, "p77");
  await browser.until("document.querySelector('#panel-net .minimap') && !document.querySelector('#panel-net .minimap').hasAttribute('hidden')");
}

// A net of forty thousand nodes: groups, groups within one of them, and one that is drawn; then a node that is found two groups deep.
async function visitHuge(browser) {
  const boxes = "document.querySelectorAll('#panel-groups .group-box').length";
  await browser.until(`${boxes} > 10`);
  const summary = "document.getElementById('groups-summary').textContent";
  await browser.until(`${summary}.startsWith("20,001 places (1 marked) and 20,001 transitions (1 can fire) in ")`);
  const all = await browser.value(summary);
  await browser.click(".group-box.enabled");
  await browser.until("document.getElementById('groups-back') !== null");
  await browser.equals(`[${boxes} > 10, document.querySelectorAll('.group-box.enabled').length, document.querySelectorAll('#panel-groups .row strong').length]`, [true, 1, 1]);
  await browser.until(`${summary}.includes("(1 marked)") && !${summary}.startsWith("20,001")`);
  await browser.click(".group-box.enabled");
  await browser.until("document.querySelectorAll('#panel-groups .transition.enabled').length === 1");
  await browser.click("#panel-groups .row button:nth-of-type(2)");
  await browser.until(`${boxes} > 10`);
  await find(browser, "p12345");
  await browser.until("document.querySelectorAll('#panel-groups .rim').length === 1");
  await browser.equals("document.querySelector('#panel-groups .rim').parentNode.querySelector('title').textContent.startsWith('p12345')", true);
  await browser.click("#panel-groups .neighbour");
  await browser.until("document.querySelectorAll('#panel-groups .rim').length === 0 && document.querySelectorAll('#panel-groups .place').length > 0");
  await browser.click("#groups-back");
  await browser.until(`${boxes} > 10`);
  await browser.equals(summary, all);
}

const VISITS = { pump: visitPump, coloured: visitColoured, program: visitProgram, large: visitLarge, huge: visitHuge, studio: visitStudio, order: visitOrder, report: visitReport, properties: visitProperties };
const [, program, chromium, address, visit] = process.argv;
if (program?.endsWith("browser.mjs")) {
  const browser = await Browser.start(chromium);
  let problem = null;
  try {
    await browser.open(address);
    await VISITS[visit](browser, address);
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
