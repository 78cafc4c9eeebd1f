import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { builtApp } from "../../../platform/console/server/assets/serve-assets.js";

const files = readdirSync(builtApp(), { recursive: true, encoding: "utf8" });
const read = (name: string): Buffer => readFileSync(join(builtApp(), name));

const scripts = files.filter((name) => name.endsWith(".js"));
const [entry = ""] = /(?<=src="\/console\/)[^"]+\.js/.exec(read("index.html").toString()) ?? [];

/** The scripts that a browser loads for one: it, and what it imports. */
function withImports(script: string): Set<string> {
  const found = new Set([script]);
  for (const name of found)
    for (const [imported] of read(name)
      .toString()
      .matchAll(/(?<=(?:from|import)\s*"\.\/)[^"]+\.js/g))
      found.add(`assets/${imported}`);
  return found;
}

function totalSize(names: Iterable<string>, encoding: "br" | "gz"): number {
  return [...names].reduce((sum, name) => sum + read(`${name}.${encoding}`).length, 0);
}

/** What every page loads, whatever it is. */
const always = files.filter((name) => /\.(?:css|html|svg)$/.test(name));

it("loads less than 250 kB for any page, and 254 kB for Getting started with its snippets, with Brotli and with gzip, with the command palette, too", () => {
  const palette = scripts.find((name) => /\/palette-/.test(name)) ?? "";
  const pages = scripts.filter((name) => name !== entry && name !== palette);
  expect(pages.length).toBeGreaterThan(7);
  const sizes = pages.map((page) => {
    const loaded = new Set([entry, ...withImports(page), palette, ...always]);
    return { page, br: totalSize(loaded, "br"), gz: totalSize(loaded, "gz") };
  });
  const most = (page: string): number => (page.includes("getting-started") ? 254_000 : 250_000);
  expect(sizes.filter(({ page, gz }) => gz >= most(page))).toEqual([]);
  expect(sizes.filter(({ br }) => br >= 212_000)).toEqual([]);
});

it("has less than 281 kB in all, if every page is opened and the schemas of events, with Brotli", () => {
  expect(totalSize([...scripts, ...always], "br")).toBeLessThan(281_000);
});

it("has no message that was left as it is written, since the page has no parser for them", () => {
  const code = scripts.map((name) => read(name).toString()).join("");
  expect(code).toContain("The clock was moved to ");
  expect(code).not.toContain("The clock was moved to {");
  expect(code).not.toMatch(/\{\w+, (?:plural|number|select)/);
});

it("has no inline code or style, and names nothing of another origin", () => {
  const html = read("index.html").toString();
  expect(html).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=/);
  const addresses = [...html.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses.length).toBeGreaterThan(2);
  expect(addresses.filter((address) => !address?.startsWith("/console/"))).toEqual([]);
});
