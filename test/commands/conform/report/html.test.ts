// @needs chromium
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatReport } from "../../../../commands/conform/index.js";
import {
  answered,
  exchange,
  mixed,
  reportOn,
} from "../../../support/commands/conform/report/example-report.js";
import { hostileReport } from "../../../support/commands/conform/report/hostile-report.js";
import {
  type ReportBrowser,
  shownIds,
  startReportBrowser,
  unfoldedIds,
} from "../../../support/commands/conform/report/opened-report.js";

let { browser, folder, open, close } = {} as ReportBrowser;

beforeAll(async () => {
  ({ browser, folder, open, close } = await startReportBrowser());
});

afterAll(() => close?.());

describe("the HTML report in Chromium", () => {
  it("has the verdict, the broken clauses, and every case with its request and answer", async () => {
    const { page, trouble } = await open(mixed);
    expect(await page.title()).toBe("✗ http://127.0.0.1:8080/hook doesn't conform: 1 clause is broken");
    expect(await page.locator("h1").innerText()).toContain("Doesn't conform: 1 clause is broken");
    expect(await page.locator("article.broken").innerText()).toContain(
      "The receiver returns 401, expected 204.",
    );
    expect(await shownIds(page)).toEqual(unfoldedIds);
    await page.locator("summary", { hasText: "1.2/newline" }).click();
    const texts = await page.locator("details[open] pre").allInnerTexts();
    expect(texts[0]).toMatch(
      /^POST \/hook\ncontent-type: application\/json\nx-signature: sha256=00\n\n\{\n {2}"id"/,
    );
    expect(texts[1]).toBe("401");
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("filters by words, result and level, and resets the filter", async () => {
    const { page, trouble } = await open(mixed);
    await page.fill("#text", "newline printed AGAIN");
    expect(await shownIds(page)).toEqual(["1.2/newline"]);
    expect(await page.locator("#shown").innerText()).toBe("1 of 7 cases match");
    await page.fill("#text", "1.2/right");
    expect(await shownIds(page)).toEqual(["1.2/right"]);
    await page.fill("#text", "");
    await page.getByLabel("passed").uncheck();
    await page.getByLabel("failed").uncheck();
    expect(await shownIds(page)).toEqual(["1.3/stored", "1.3/sealed"]);
    await page.getByLabel("must").uncheck();
    expect(await shownIds(page)).toEqual([]);
    await page.getByRole("button", { name: "Show all" }).click();
    await expect.poll(() => shownIds(page)).toEqual(unfoldedIds);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("marks a clause by the worst result of its cases that counts", async () => {
    const noted = answered("1.9/advice", 405, 401, { level: "info", clause: "§1.9" });
    const { page } = await open(reportOn([...mixed.results, noted]));
    const tiles = await page.getByRole("navigation").getByRole("link").allInnerTexts();
    expect(tiles.map((text) => text.replace(/\s+/g, " "))).toEqual([
      "✗ failed §1.2 1 of 5 passed",
      "? inconclusive §1.3 0 of 2 passed",
      "! noted §1.9 0 of 1 passed",
    ]);
    await page.close();
  });

  it("links from broken clauses and the clause map to the case, which also has a URL", async () => {
    const { page } = await open(mixed);
    await page.getByLabel("failed").uncheck();
    await page.locator("article a", { hasText: "1.2/newline" }).click();
    await expect
      .poll(() => page.locator("details[open] > summary code").allTextContents())
      .toEqual(["1.2/newline"]);
    await page.getByRole("navigation").getByText("§1.3").click();
    expect(new URL(page.url()).hash).toBe(`#${encodeURIComponent("clause-§1.3")}`);
    await page.close();
    const linked = await open(mixed, { hash: `#${encodeURIComponent("case-1.2/pretty")}` });
    expect(await linked.page.locator("details[open] > summary code").allTextContents()).toEqual([
      "1.2/pretty",
    ]);
    await linked.page.close();
  });

  it("can be used with only the keyboard", async () => {
    const { page } = await open(mixed);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the cases");
    await page.keyboard.press("/");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("text");
    await page.keyboard.type("pretty");
    expect(await shownIds(page)).toEqual(["1.2/pretty"]);
    await page.locator("summary", { hasText: "1.2/pretty" }).focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("details[open] > summary code").allTextContents()).toEqual(["1.2/pretty"]);
    await page.close();
  });

  it.each([375, 1280])("needs no horizontal scrolling at %i px, with every case open", async (width) => {
    const long = answered(`1/${"long-name".repeat(30)}`, 204, 401, {
      reason: `the receiver ${"x".repeat(400)}`,
    });
    const { page } = await open(
      reportOn([...mixed.results, long], mixed.coverage ? { coverage: mixed.coverage } : {}),
      { width },
    );
    await page.evaluate(() => {
      for (const each of document.querySelectorAll("details")) each.open = true;
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.close();
  });

  it.each(["light", "dark"] as const)(
    "keeps a contrast of 4.5 to 1 between text and background: %s",
    async (colorScheme) => {
      const { page } = await open(mixed);
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => {
        for (const each of document.querySelectorAll("details")) each.open = true;
      });
      expect(await page.evaluate(weakContrasts)).toEqual([]);
      await page.close();
    },
  );

  it("shows a line feed at the end of a body, which may be significant", async () => {
    const body = '{"a":1}\n';
    const { page } = await open(reportOn([answered("1/a", 204, 401, { exchanges: [exchange({ body })] })]));
    await page.locator("details.case summary").click();
    expect(await page.locator("pre").first().innerText()).toMatch(/\n\n\{"a":1\}↵$/);
    await page.close();
  });

  it("can be read without JavaScript", async () => {
    const file = join(folder, "plain.html");
    writeFileSync(file, formatReport(mixed, { format: "html" }));
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    expect(await shownIds(page)).toEqual(unfoldedIds);
    expect(await page.locator("#filter").isVisible()).toBe(false);
    await context.close();
  });

  it("shows hostile text as text, without running scripts, sending requests or creating elements", async () => {
    await fc.assert(
      fc.asyncProperty(hostileReport, async (report) => {
        const { page, trouble } = await open(report);
        expect(trouble).toEqual([]);
        expect(await page.locator("script").count()).toBe(1);
        expect(await page.locator("img, iframe, object, embed, link, base, form:not(#filter)").count()).toBe(
          0,
        );
        expect(await page.locator(".case").count()).toBe(report.results.length);
        const handlers = await page.evaluate(() =>
          [...document.querySelectorAll("*")]
            .flatMap((each) => each.getAttributeNames())
            .filter((name) => name.startsWith("on")),
        );
        expect(handlers).toEqual([]);
        await page.close();
      }),
      { numRuns: 8 },
    );
  });
});

/** Runs in the page: returns the visible texts with insufficient contrast (WCAG 2.2, 1.4.3). */
function weakContrasts(): string[] {
  const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(colour)
      .slice(0, 3)
      .map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundColor = (element: Element | null): string => {
    if (element === null) return "rgb(255, 255, 255)";
    const { backgroundColor } = getComputedStyle(element);
    if (channels(backgroundColor)[3] === 0) return groundColor(element.parentElement);
    return backgroundColor;
  };
  const weak: string[] = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!own || element.tagName === "SCRIPT" || element.tagName === "STYLE") continue;
    const [a = 0, b = 0] = [luminance(getComputedStyle(element).color), luminance(groundColor(element))].sort(
      (x, y) => y - x,
    );
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) weak.push(`${ratio.toFixed(1)} ${element.tagName} ${element.textContent?.slice(0, 40)}`);
  }
  return weak;
}
