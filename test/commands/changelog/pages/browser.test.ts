// @needs chromium
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../../support/cli/run-command.js";
import { contractFolder } from "../../../support/generator/emit/contract-folder.js";
import { violations } from "../../../support/platform/console/browser/axe.js";
import { type StartedBrowser, startChromium } from "../../../support/services/chromium.js";

const long = `a_member_with_${"a_very_long_name_".repeat(10)}`;
const api = (values: readonly string[], operation: object, paths: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {
    [`/pets/${long}`]: {
      get: {
        operationId: "list",
        responses: {
          200: {
            description: "d",
            content: {
              "application/json": { schema: { type: "object", properties: { [long]: { enum: values } } } },
            },
          },
        },
        ...operation,
      },
    },
    ...paths,
  },
});
const added = {
  get: { operationId: "new", description: "Says why.", responses: { 200: { description: "d" } } },
};

let started: StartedBrowser;
let url: string;

beforeAll(async () => {
  started = await startChromium();
  const cwd = await contractFolder({
    "old.openapi.json": api(["a"], {}),
    "new.openapi.json": api(["a", "b"], { deprecated: true, "x-team": long }, { "/new": added }),
  });
  const { out } = await runCommand(
    cwd,
    "changelog",
    "--format",
    "html",
    "old.openapi.json",
    "new.openapi.json",
  );
  const file = join(cwd, "changelog.html");
  await writeFile(file, out);
  url = pathToFileURL(file).href;
});

afterAll(() => started?.close());

async function open(width: number, colorScheme: "light" | "dark"): Promise<Page> {
  const page = await started.browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  await page.goto(url);
  return page;
}

describe("the page of a changelog", () => {
  it.each([
    [1280, "light"],
    [1280, "dark"],
    [375, "light"],
    [375, "dark"],
  ] as const)("is accessible and not wider than the window: %i, %s", async (width, colorScheme) => {
    const page = await open(width, colorScheme);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await page.close();
  });

  it("has a heading for each section and subject, each with a link to itself", async () => {
    const page = await open(1280, "light");
    const headings = await page.evaluate(() =>
      [...document.querySelectorAll("h1, h2, h3")].map((each) => [
        each.tagName,
        each.textContent,
        each.id === (each.querySelector("a")?.hash.slice(1) ?? ""),
      ]),
    );
    expect(headings.map(([tag, text]) => `${tag} ${text}`.replaceAll(long, "…"))).toEqual([
      "H1 Unreleased",
      "H2 Breaking",
      "H3 GET /pets/…",
      "H2 Added",
      "H3 GET /new",
      "H2 Changed",
      "H3 General",
      "H2 Deprecated",
      "H3 GET /pets/…",
    ]);
    expect(headings.every(([, , isLinked]) => isLinked)).toBe(true);
    const links = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>("nav a")].map(
        (each) => document.querySelector(each.hash)?.textContent,
      ),
    );
    expect(links).toEqual(["Breaking", "Added", "Changed", "Deprecated"]);
    await page.close();
  });
});
