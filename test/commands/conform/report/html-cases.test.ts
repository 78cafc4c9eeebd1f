// @needs chromium
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatReport } from "../../../../commands/conform/index.js";
import { answered, mixed, reportOn } from "../../../support/commands/conform/report/example-report.js";
import {
  type ReportBrowser,
  shownIds,
  startReportBrowser,
  unfoldedIds,
} from "../../../support/commands/conform/report/opened-report.js";

let { browser, open, close } = {} as ReportBrowser;

beforeAll(async () => {
  ({ browser, open, close } = await startReportBrowser());
});

afterAll(() => close?.());

describe("the cases of the HTML report in Chromium", () => {
  it("folds passed cases, which a click or their URL opens", async () => {
    const { page } = await open(mixed);
    await page.locator("details.fold > summary").click();
    expect(await shownIds(page)).toEqual([...unfoldedIds.slice(0, 4), "1.2/right", ...unfoldedIds.slice(4)]);
    await page.close();
    const linked = await open(mixed, { hash: `#${encodeURIComponent("case-1.2/right")}` });
    expect(await shownIds(linked.page)).toContain("1.2/right");
    await linked.page.close();
  });

  it("has the exchanges of failed cases, and on request of all", async () => {
    const counted = async (exchanges: "failed" | "all"): Promise<number> => {
      const page = await browser.newPage();
      await page.setContent(formatReport(mixed, { format: "html", exchanges }));
      const count = await page.locator(".exchange").count();
      await page.close();
      return count;
    };
    expect([await counted("failed"), await counted("all")]).toEqual([4, 5]);
  });

  it("has the exchanges of only some of many cases that fail alike", async () => {
    const alike = Array.from({ length: 30 }, (_, at) => answered(`1/${at}`, 401, 400));
    const { page } = await open(reportOn([answered("2/right", 204, 204), ...alike]));
    expect(await page.locator(".exchange").count()).toBe(3);
    const fold = page.locator("details.fold", { hasText: "27 more cases that failed like others" });
    expect(await fold.locator("p.case").count()).toBe(27);
    expect(await shownIds(page)).toEqual(["1/0", "1/1", "1/2"]);
    await fold.locator("summary").click();
    expect(await fold.innerText()).toContain("--all-exchanges");
    // A browser leaves out the text of cases that are outside the window.
    const last = fold.locator("p.case").last();
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => last.innerText()).toContain("1/29 The receiver returns 400, expected 401.");
    await page.close();
  });

  it("copies the command that runs a case again", async () => {
    const { page, trouble } = await open(mixed);
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", {
        value: {
          writeText: async (text: string) => {
            document.title = text;
          },
        },
      });
    });
    await page.locator("summary", { hasText: "1.2/newline" }).click();
    await page.getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Copied" }).count()).toBe(1);
    expect(await page.title()).toMatch(/^oipkit conform http:.* --only 1\.2\/newline /);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("shows the title of a section next to its number", async () => {
    const coverage = { clauses: [], sections: { "§1.2": "The raw body" } };
    const { page } = await open(reportOn(mixed.results, { coverage }));
    expect(await page.locator("article h3").first().innerText()).toBe("§1.2 The raw body");
    expect(await page.locator("section.clause h3").first().innerText()).toBe("§1.2 The raw body");
    expect(await page.getByRole("navigation").innerText()).toContain("§1.2 The raw body");
    await page.close();
  });

  it("finds and links to cases that are folded because they failed like others", async () => {
    const alike = Array.from({ length: 30 }, (_, at) => answered(`1/${at}`, 401, 400));
    const { page } = await open(reportOn(alike));
    await page.fill("#text", "1/29");
    expect(await shownIds(page)).toEqual(["1/29"]);
    await page.getByLabel("must").uncheck();
    expect(await shownIds(page)).toEqual([]);
    await page.close();
    const linked = await open(reportOn(alike), { hash: "#case-1%2F29" });
    expect(await shownIds(linked.page)).toContain("1/29");
    await linked.page.close();
  });

  it.each([350, 2900])("stays small and quick with thousands of cases, %i of them failed", async (failed) => {
    const id = (at: number): string => `6.5/a.long.event.name.v1/a-long-name-of-a-case-${at}`;
    const why = "The event allows this value; a rejected event isn't retried and is lost.";
    const results = Array.from({ length: 3200 }, (_, at) =>
      answered(id(at), 204, at < failed ? 200 : 204, { why, clause: `§${at % 60}` }),
    );
    expect(formatReport(reportOn(results), { format: "html" }).length).toBeLessThan(1_500_000);
    const { page } = await open(reportOn(results));
    await page.fill("#text", "case-3199");
    expect(await page.locator("#shown").innerText()).toBe("1 of 3200 cases match");
    expect(await shownIds(page)).toEqual([id(3199)]);
    await page.close();
  });
});
