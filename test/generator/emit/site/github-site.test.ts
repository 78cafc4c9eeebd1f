import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { afterThisFile } from "../../../support/clean-up.js";
import { brokenLinks, siteFiles, watchPage, writeSite } from "../../../support/generator/site/site-pages.js";
import { description } from "../../../support/github-description.js";
import { startChromium } from "../../../support/services/chromium.js";

let files: Map<string, string>;
beforeAll(async () => {
  files = await siteFiles([description], { examples: "off" });
}, 300_000);

const bytes = (path: string): number => Buffer.byteLength(files.get(path) ?? "");
const zipped = (path: string): number => gzipSync(files.get(path) ?? "").length;

/** What every page loads, with what it loads once somebody searches. */
const assets = ["assets/site.css", "assets/search.js", "assets/search-index.js"];

describe("the site of GitHub's description", () => {
  test("has a page for each of its operations, and every link leads somewhere", () => {
    expect([...files.keys()].filter((path) => path.includes("/operation-")).length).toBeGreaterThan(1_000);
    expect(brokenLinks(files)).toEqual([]);
  });

  test("transfers at most 250 kB for the first load of a page with the index of the search", () => {
    const pages = [...files.keys()].filter((path) => path.endsWith(".html"));
    const sizes = pages.map((path) => assets.reduce((sum, each) => sum + zipped(each), zipped(path)));
    expect(Math.max(...sizes)).toBeLessThan(90_000);
    // Even without compression, which a disk hasn't, a page of an operation is not much larger.
    expect(assets.reduce((sum, each) => sum + bytes(each), 0)).toBeLessThan(230_000);
    expect(Math.max(...pages.map(bytes))).toBeLessThan(100_000);
  });

  test("finds an operation within 50 ms of a keystroke", async () => {
    const site = await writeSite(files);
    const { browser, close } = await startChromium();
    afterThisFile(close);
    const page = await browser.newPage();
    const trouble = watchPage(page, site);
    await page.goto(`${site}index.html`);
    await page.locator("#query").fill("x");
    await page.locator("#search-status:not(:empty)").waitFor({ state: "attached" });
    const times = await page.evaluate(() => {
      const field = document.querySelector("#query") as HTMLInputElement;
      return [..."list issues"].map((_, at, all) => {
        field.value = all.slice(0, at + 1).join("");
        const start = performance.now();
        field.dispatchEvent(new Event("input"));
        return performance.now() - start;
      });
    });
    const [median = 0] = times.toSorted((a, b) => a - b).slice(Math.floor(times.length / 2));
    expect(median).toBeLessThan(50);
    const found = await page.locator("#results a").allInnerTexts();
    expect(found.join("\n")).toContain("List repository issues");
    expect(trouble).toEqual([]);
  });
});
