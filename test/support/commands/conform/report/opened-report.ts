import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { formatReport, type Report } from "../../../../../commands/conform/index.js";
import { type StartedBrowser, startChromium } from "../../../services/chromium.js";

/** A report's page in a browser. */
export interface Opened {
  readonly page: Page;
  /** The errors and network requests of the page. */
  readonly trouble: string[];
}

/** Opens reports in one browser. */
export interface ReportBrowser {
  readonly browser: StartedBrowser["browser"];
  /** The folder of the pages. */
  readonly folder: string;
  readonly open: (
    report: Report,
    options?: { readonly width?: number; readonly hash?: string },
  ) => Promise<Opened>;
  readonly close: () => Promise<void>;
}

/** Starts Chromium with a folder for pages. */
export async function startReportBrowser(): Promise<ReportBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "oipkit-html-"));
  const { browser, close } = await startChromium();
  let files = 0;
  return {
    browser,
    folder,
    open: async (report, { width = 1280, hash = "" } = {}) => {
      const file = join(folder, `${++files}.html`);
      writeFileSync(file, formatReport(report, { format: "html", version: "1.2.3" }));
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      const trouble: string[] = [];
      page.on("console", (message) => trouble.push(`console: ${message.text()}`));
      page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
      page.on("dialog", (dialog) => trouble.push(`dialog: ${dialog.message()}`));
      const url = pathToFileURL(file).href;
      page.on("request", (request) => {
        if (request.url().split("#")[0] !== url) trouble.push(`request: ${request.url()}`);
      });
      await page.goto(url + hash);
      return { page, trouble };
    },
    close: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ids of the cases that a reader sees. */
export const shownIds = (page: Page): Promise<string[]> =>
  page.locator("details.case:visible > summary code, p.case:visible > code:first-child").allTextContents();

/** Of `mixed`: failed cases first, then those without effect, then inconclusive ones; passed cases are folded. */
export const unfoldedIds = [
  "1.2/newline",
  "1.2/pretty",
  "1.2/advice",
  "1.2/expected",
  "1.3/stored",
  "1.3/sealed",
];
