import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { afterThisFile } from "../../../support/clean-up.js";
import { contractFolder, root } from "../../../support/generator/emit/contract-folder.js";
import { hostileApi } from "../../../support/generator/site/hostile-site.js";
import {
  problemsInLooks,
  siteFiles,
  watchPage,
  writeSite,
} from "../../../support/generator/site/site-pages.js";
import { startChromium } from "../../../support/services/chromium.js";

let browser: Browser;
let platform: string;
let hostile: string;
let hostilePages: string[];
beforeAll(async () => {
  const started = await startChromium();
  afterThisFile(started.close);
  browser = started.browser;
  platform = await writeSite(await siteFiles([join(root, "contracts")]));
  const files = await siteFiles([await contractFolder({ "shop.openapi.json": hostileApi })], {
    examples: "off",
  });
  hostilePages = [...files.keys()].filter((path) => path.endsWith(".html"));
  hostile = await writeSite(files);
});

async function open(address: string, site: string): Promise<{ page: Page; trouble: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  afterThisFile(() => context.close());
  const page = await context.newPage();
  const trouble = watchPage(page, site);
  await page.goto(site + address);
  return { page, trouble };
}

async function results(page: Page, query: string): Promise<string[]> {
  await page.locator("#query").fill(query);
  await page.locator("#results a").first().waitFor();
  return page.locator("#results a").allInnerTexts();
}

describe("a site that is opened from a disk", () => {
  const pages = [
    "index.html",
    "platform/index.html",
    "platform/group-subscriptions.html",
    "platform/operation-get-subscription.html",
    "events/index.html",
    "events/event-oem-subscription-created-v1.html",
    "events/signature.html",
    "events/processing.html",
    "schemas/index.html",
    "schemas/schema-subscription-summary.html",
  ];

  test("has nothing that axe finds, at both widths and in both themes", async () => {
    const { page } = await open("index.html", platform);
    const found: string[] = [];
    for (const path of pages) {
      await page.goto(platform + path);
      found.push(...(await problemsInLooks(page)));
    }
    expect(found).toEqual([]);
  });

  test("asks for nothing elsewhere, and keeps to its own policy", async () => {
    const { page, trouble } = await open("index.html", platform);
    for (const path of pages) await page.goto(platform + path);
    expect(trouble).toEqual([]);
  });

  test("finds operations, events, members of schemas and headers, and opens them by the keyboard alone", async () => {
    const { page, trouble } = await open("index.html", platform);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
    await page.keyboard.press("/");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("query");
    expect(await results(page, "list subscriptions")).toEqual([
      expect.stringContaining("List subscriptions"),
    ]);
    expect((await results(page, "subscription.created"))[0]).toContain("oem.subscription.created.v1");
    expect(await results(page, "access_revision")).toContainEqual(expect.stringContaining("access_revision"));
    expect(await results(page, "idempotency checkout")).toContainEqual(
      expect.stringContaining("Start a checkout"),
    );
    await results(page, "read one subscription");
    expect(await page.locator("#search-status").innerText()).toBe("1 result");
    await page.keyboard.press("ArrowDown");
    expect(await page.locator("#query").getAttribute("aria-activedescendant")).toBe("result-0");
    const style = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
    expect(style).toBe("solid");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/platform/operation-get-subscription.html");
    expect(trouble).toEqual([]);
  });

  test("has no violation while results are shown, and closes them on Escape", async () => {
    const { page } = await open("events/index.html", platform);
    await results(page, "payment");
    await page.keyboard.press("ArrowDown");
    expect(await problemsInLooks(page)).toEqual([]);
    await page.locator("#query").press("Escape");
    expect(await page.locator("#results").isVisible()).toBe(false);
  });

  test("can be read without JavaScript", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    afterThisFile(() => context.close());
    const page = await context.newPage();
    await page.goto(`${platform}events/signature.html`);
    expect(await page.locator("#plain-header").innerText()).toMatch(/^X-SVC-Signature: sha256=[0-9a-f]{64}$/);
    expect(await page.locator("#query").isVisible()).toBe(false);
    await page.getByRole("link", { name: "Processing a delivery" }).click();
    expect(await page.locator("h1").innerText()).toBe("Processing a delivery");
  });
});

describe("a site of a hostile contract", () => {
  test("runs nothing and adds no element", async () => {
    const { page, trouble } = await open("index.html", hostile);
    for (const path of hostilePages) {
      await page.goto(hostile + path);
      const strange = "script:not([src]), img, iframe, form, style, [onerror], [href^='javascript' i]";
      expect(await page.locator(strange).count(), path).toBe(0);
    }
    expect(trouble).toEqual([]);
  });

  test("is as accessible as any other", async () => {
    const { page } = await open("shop/index.html", hostile);
    expect(await problemsInLooks(page)).toEqual([]);
    const operation = hostilePages.find((path) => path.startsWith("shop/operation-get"));
    expect(operation).toBeDefined();
    await page.goto(`${hostile}${operation}`);
    expect(await problemsInLooks(page)).toEqual([]);
  });

  test("finds hostile names as text", async () => {
    const { page, trouble } = await open("index.html", hostile);
    expect(await results(page, "<script>")).toContainEqual(
      expect.stringContaining('<script>alert("x")</script>'),
    );
    expect(await page.locator("#results script, #results img").count()).toBe(0);
    expect(trouble).toEqual([]);
  });
});
