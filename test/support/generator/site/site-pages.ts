import { posix } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { loadAxe, violations } from "../../platform/console/browser/axe.js";
import { contractFolder, generateFrom, type Reading } from "../emit/contract-folder.js";

const start = "reference/site/";

/** The files of the site that is made from contracts, by their path in it. */
export async function siteFiles(
  paths: readonly string[],
  reading: Reading = {},
): Promise<Map<string, string>> {
  const files = await generateFrom(paths, { ...reading, only: ["site"] });
  return new Map(
    [...files].flatMap(([path, text]) => (path.startsWith(start) ? [[path.slice(start.length), text]] : [])),
  );
}

/** Writes a site to a folder; returns the `file:` address of that, with a slash at its end. */
export async function writeSite(files: ReadonlyMap<string, string>): Promise<string> {
  return `${pathToFileURL(await contractFolder(Object.fromEntries(files))).href}/`;
}

/** Every link of the pages that leads to no page of the site, to no place of one, or to an address that pages may not have. */
export function brokenLinks(files: ReadonlyMap<string, string>): string[] {
  const ids = new Map(
    [...files].map(([path, text]) => [
      path,
      new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  return [...files].flatMap(([path, text]) => {
    if (!path.endsWith(".html")) return [];
    const links = [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = ""]) => link);
    return links.flatMap((link) => {
      if (/^(?:https?:\/\/|mailto:)/.test(link)) return [];
      const [target = "", id] = link.split("#");
      const file = target === "" ? path : posix.join(posix.dirname(path), decodeURI(target));
      const found = ids.get(file);
      if (found !== undefined && (id === undefined || found.has(id))) return [];
      return [`${path}: ${link}`];
    });
  });
}

/** What axe finds on a page at both widths and in both themes, and scrolling sideways. */
export async function problemsInLooks(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [1280, 375])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (sideways) found.push(`${page.url()} ${width}: scrolls sideways`);
      await loadAxe(page);
      const lines = await violations(page);
      found.push(...lines.map((line) => `${page.url()} ${width} ${colorScheme} ${line}`));
    }
  return found;
}

/** Everything that a page asks for elsewhere, and what goes wrong in it. */
export function watchPage(page: Page, site: string): string[] {
  const trouble: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") trouble.push(message.text());
  });
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("dialog", (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(site)) trouble.push(`asks for ${request.url()}`);
  });
  return trouble;
}
