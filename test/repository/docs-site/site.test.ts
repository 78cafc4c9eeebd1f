// @needs chromium
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { afterThisFile } from "../../support/clean-up.js";
import { root } from "../../support/generator/emit/contract-folder.js";
import { violations } from "../../support/platform/console/browser/axe.js";
import {
  deadLinks,
  findHtmlLinks,
  sitePaths,
  targetFile,
} from "../../support/repository/docs-site/site-links.js";
import { type StartedSite, startSite } from "../../support/repository/docs-site/start-site.js";
import { startChromium } from "../../support/services/chromium.js";

/** Milliseconds; the build takes 15 seconds of both cores, and more than three minutes on a machine that does much else. */
const buildTimeout = 600_000;

let site: StartedSite;
let browser: Browser;
let paths: readonly string[];
const read = (path: string): string => readFileSync(join(site.folder, path), "utf8");
const pages = (): string[] => paths.filter((path) => path.endsWith(".html"));
/** The pages that have an entry of their own: not the home page, the index, the lists of files, and the page of an error. */
const listed = (): string[] =>
  pages().filter((path) => !/^(?:index|contents|404)\.html$|^files\//.test(path));

beforeAll(async () => {
  const started = await startChromium();
  afterThisFile(started.close);
  browser = started.browser;
  site = await startSite();
  paths = sitePaths(site.folder);
}, buildTimeout);

/** Opens a page, lets a function use it, and expects no error in it and no request to another origin. */
async function visit(
  path: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  const trouble: string[] = [];
  const page = await context.newPage();
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") trouble.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(site.url)) trouble.push(`request to ${request.url()}`);
  });
  await page.goto(`${site.url}${path}`);
  // Vue has taken the page over.
  await page.waitForFunction(() => "__vue_app__" in (document.querySelector("#app") ?? {}));
  await use(page);
  expect(trouble).toEqual([]);
  await context.close();
}

const wide = { viewport: { width: 1280, height: 900 } };

describe("the site of the documentation", () => {
  it("has no dead link, in its pages, their Markdown and llms.txt", () => {
    const withLinks = paths.filter((path) => /\.(?:html|md)$|^llms\.txt$/.test(path));
    expect(withLinks.length).toBeGreaterThan(150);
    expect(deadLinks(site.folder, withLinks)).toEqual([]);
  });

  it("has every page of docs/ and of the example platform's reference in its index and its search", () => {
    const sources = [
      ...sitePaths(join(root, "docs")),
      ...sitePaths(join(root, "generated/reference")).map((path) => `platform/${path}`),
    ].filter((path) => path.endsWith(".md") && path !== "README.md");
    const built = sources.map((path) => path.replace(/README\.md$/, "index.md").replace(/\.md$/, ".html"));
    expect(built.length).toBeGreaterThan(60);
    expect(listed()).toEqual(expect.arrayContaining(built));

    const inIndex = new Set(
      findHtmlLinks(read("contents.html")).targets.map((target) =>
        targetFile("contents.html", target.split("#")[0] ?? ""),
      ),
    );
    expect(listed().filter((path) => !inIndex.has(path))).toEqual([]);
    const search = read(paths.find((path) => path.includes("localSearchIndexroot")) ?? "");
    const address = (path: string): string => `/${path}`.replace(/\/index\.html$/, "/");
    expect(
      listed().filter(
        (path) => !search.includes(`"${address(path)}`) && !search.includes(`"${address(path)}#`),
      ),
    ).toEqual([]);
  });

  it("has the Markdown of each page at the same address, which the page and llms.txt name", () => {
    const twins = pages()
      .filter((path) => path !== "404.html")
      .map((path) => path.replace(/\.html$/, ".md"));
    expect(twins.filter((twin) => !paths.includes(twin))).toEqual([]);
    expect(read("guide/client.md")).toMatch(/^# The client\n/);
    expect(read("guide/client.html")).toContain(
      '<link rel="alternate" type="text/markdown" href="client.md">',
    );

    const text = read("llms.txt");
    const lines = text.split("\n").filter((line) => line !== "");
    expect(lines.slice(0, 3)).toEqual([
      "# oipkit",
      "> Write a contract; get a client, validators, a webhook receiver and the tests that prove it.",
      "## Consume an API",
    ]);
    const rest = lines
      .slice(2)
      .filter((line) => !/^## \S|^- \[.+\]\(\.?[\w/-]+\.md\): \S.*[.!?]$/.test(line));
    expect(rest).toEqual([]);
    const missing = listed().filter((path) => !text.includes(`](${path.replace(/\.html$/, ".md")})`));
    expect(missing).toEqual([]);
  });

  it("shows braces and angle brackets as they are written", async () => {
    await visit("reference/generate.html", wide, async (page) => {
      expect(await page.locator("main").innerText()).toContain(
        "They have sections ({{#operations}} … {{/operations}}), inverses ({{^…}})",
      );
    });
    await visit("reference/types.html", wide, async (page) => {
      expect(await page.locator("main p").first().innerText()).toMatch(/^<api>\/types\.ts has one export/);
    });
  });
});

describe("a reader", () => {
  it.each([
    ["replay", "guide/schemes", /replay/i],
    ["--budget", "reference/conform-api", /budget/i],
    ["createReceiver", "guide/receiver", /createReceiver/],
  ])("finds %s with the keyboard alone", async (term, path, text) => {
    await visit("guide/access.html", wide, async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type(term);
      const addresses = (): Promise<string[]> =>
        page
          .locator(".search-results a")
          .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
      await expect.poll(addresses).toContainEqual(expect.stringContaining(path));
      const [first] = await addresses();
      await page.keyboard.press("Enter");
      await expect.poll(() => new URL(page.url()).pathname).toBe(first?.split("#")[0]);
      await expect.poll(() => page.locator("main").innerText()).toMatch(text);
    });
  });

  it("gets back to the page with Escape, and hears if nothing is found", async () => {
    await visit("guide/access.html", wide, async (page) => {
      const button = page.getByRole("button", { name: "Search" });
      await button.press("Enter");
      await page.keyboard.type("zyxwvu");
      await expect.poll(() => page.getByRole("status").innerText()).toBe("Nothing found");
      await page.keyboard.press("Escape");
      expect(await page.getByRole("dialog").isVisible()).toBe(false);
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    });
  });

  it("reaches the content and a folded group of the sidebar with the keyboard", async () => {
    await visit("guide/access.html", wide, async (page) => {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
      const link = page.locator(".VPSidebar").getByRole("link", { name: "mock", exact: true });
      expect(await link.isVisible()).toBe(false);
      await focusByTab(page, "Commands");
      await page.keyboard.press("Enter");
      await focusByTab(page, "mock");
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator("h1").innerText()).toMatch(/^oipkit mock/);
      expect(await link.getAttribute("aria-current")).toBe("page");
    });
  });

  it("gets the theme of the system, and can choose the other one", async () => {
    const background = (page: Page): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await visit("", Object.assign({ colorScheme: "dark" as const }, wide), async (page) => {
      const dark = await background(page);
      await page.emulateMedia({ colorScheme: "light" });
      await expect.poll(() => background(page)).not.toBe(dark);
      await page.locator(".VPNavBarAppearance").getByRole("switch").press("Enter");
      await expect.poll(() => background(page)).toBe(dark);
      await page.reload();
      expect(await background(page)).toBe(dark);
    });
  });
});

/** Presses Tab until an element with a text has the focus. */
async function focusByTab(page: Page, text: string): Promise<void> {
  for (let count = 0; count < 80; count++) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === text) return;
  }
  throw new Error(`Tab doesn't reach ${text}`);
}

describe("the pages", () => {
  const handful = [
    "",
    "contents.html",
    "guide/adapters.html",
    "reference/conform-library.html",
    "files/examples/receivers/",
    "404.html",
  ];

  it.each(handful)("/%s has no fault that axe finds, at both widths and in both themes", async (path) => {
    await visit(path, wide, async (page) => {
      for (const width of [1280, 375])
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await page.locator(colorScheme === "dark" ? "html.dark" : "html:not(.dark)").waitFor();
          expect(await violations(page), `${width} ${colorScheme}`).toEqual([]);
        }
    });
  });

  it.each(["light", "dark"] as const)("neither has the search, in the %s theme", async (colorScheme) => {
    await visit("", Object.assign({ colorScheme }, wide), async (page) => {
      await page.getByRole("button", { name: "Search" }).click();
      await page.keyboard.type("replay");
      await page.locator(".search-results a").first().waitFor();
      expect(await violations(page)).toEqual([]);
    });
  });

  it("never scroll sideways on a telephone", async () => {
    const context = await browser.newContext({
      viewport: { width: 375, height: 800 },
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    const tooWide: string[] = [];
    for (const path of pages()) {
      await page.goto(`${site.url}${path}`, { waitUntil: "domcontentloaded" });
      const width = await page.locator("html").evaluate((root) => root.scrollWidth);
      if (width > 375) tooWide.push(`${path}: ${width}`);
    }
    await context.close();
    expect(tooWide).toEqual([]);
  });
});
