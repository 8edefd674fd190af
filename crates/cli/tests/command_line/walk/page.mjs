// Goes through the steps of a walk on a page: node page.mjs CHROMIUM ADDRESS WIDTH HEIGHT light|dark STEPS [PICTURE].

import { writeFile } from "node:fs/promises";
import { Browser } from "../../../../studio/tests/studio/browser.mjs";

// What the steps have besides what every page has.
const WORDS = `Object.assign(globalThis, {
  set(id, text) { const it = document.getElementById(id); it.value = text; it.setSelectionRange?.(text.length, text.length); it.dispatchEvent(new Event("input")); },
  choose(question) { document.getElementById("tab-ask").click(); const it = document.getElementById("question"); it.value = question; it.dispatchEvent(new Event("change")); },
  within(selector) { return [...document.querySelectorAll(selector)].map((it) => it.getBoundingClientRect()).filter(({ width }) => width).every(({ left, right, top, bottom }) => left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1); },
})`;

const [, , chromium, address, width, height, scheme, text, picture] = process.argv;
const browser = await Browser.start(chromium);
let problem = null;
try {
  await browser.send("Emulation.setDeviceMetricsOverride", { width: Number(width), height: Number(height), deviceScaleFactor: 1, mobile: false });
  await browser.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
  await browser.open(address);
  await browser.value(`${WORDS}, true`);
  for (const { kind, text: step, value } of JSON.parse(text)) {
    if (kind === "click") await browser.click(step);
    else if (kind === "until") await browser.until(step);
    else if (kind === "do") await browser.value(`{ ${step} }`);
    else await browser.equals(step, value);
  }
  if (browser.errors.length) throw new Error(browser.errors.join("\n"));
} catch (error) {
  problem = error;
}
if (picture) await writeFile(picture, Buffer.from((await browser.send("Page.captureScreenshot", { format: "png" })).data, "base64"));
await browser.close();
if (problem) {
  console.error(problem);
  process.exit(1);
}
