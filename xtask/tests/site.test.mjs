// The site in Chromium, opened from its folder: every page, every link, and the search.
//
//     cargo xtask site && node --test xtask/tests/site.test.mjs
//
// With `--live`, the site also has a page with the studio, and a run is played there.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { Browser } from "../../crates/studio/tests/studio/browser.mjs";

const site = fileURLToPath(new URL("../../target/site", import.meta.url));
const folders = (process.env.PATH ?? "").split(delimiter);
const names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const chromium = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
const skip = chromium ? false : "there is no Chromium on the path";
const pages = readdirSync(site, { recursive: true }).filter((path) => path.endsWith(".html"));

let browser;
before(async () => {
  if (chromium) browser = await Browser.start(chromium);
});
after(() => browser?.close());

async function visit(path) {
  const { href } = pathToFileURL(join(site, path));
  await browser.send("Page.navigate", { url: href });
  await browser.until(`document.readyState === "complete" && location.href === ${JSON.stringify(href)}`);
}

test("every page can be read, and its links lead to files and headings", { skip }, async () => {
  assert.ok(pages.length > 35, `${pages.length} pages`);
  for (const path of pages) {
    await visit(path);
    const links = await browser.value(`[...document.querySelectorAll("a[href], img")].map((it) => it.href ?? it.src)`);
    const files = links.filter((link) => link.startsWith("file:")).map((link) => new URL(link));
    const missing = files.filter((link) => !existsSync(fileURLToPath(new URL(link.pathname, "file:"))));
    assert.deepEqual(missing.map(String), [], path);
    const lost = await browser.value(`[...document.querySelectorAll("a[href^='#']")].map((it) => it.hash.slice(1)).filter((id) => !document.getElementById(id))`);
    assert.deepEqual(lost, [], path);
    assert.equal(await browser.value("document.documentElement.scrollWidth <= innerWidth"), true, `${path} is too wide`);
  }
  assert.deepEqual(browser.errors, []);
});

test("the search finds pages and opens one", { skip }, async () => {
  await visit("index.html");
  await browser.press("/");
  await browser.equals("document.activeElement.id", "search");
  await browser.send("Input.insertText", { text: "termination-detection tree" });
  await browser.until(`document.querySelectorAll("#found a").length > 0`);
  await browser.press("ArrowDown");
  await browser.equals(`document.querySelectorAll("#found .chosen").length`, 1);
  await browser.press("Enter");
  await browser.until(`location.pathname.includes("/docs/")`);
  assert.deepEqual(browser.errors, []);
});

const live = existsSync(join(site, "live.html"));

test("a trace can be played on the live page", { skip: skip || (live ? false : "the site was written without --live") }, async () => {
  await visit("live.html");
  await browser.click("#tab-ask");
  await browser.click("#ask");
  await browser.click("#panel-ask .open-trace");
  await browser.until(`document.getElementById("caption").textContent.startsWith("Trace, step 0 of")`);
  await browser.click("#trace-next");
  await browser.until(`document.getElementById("caption").textContent.startsWith("Trace, step 1 of")`);
  assert.deepEqual(browser.errors, []);
});
