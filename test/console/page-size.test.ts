import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { builtApp } from "../../console/server/assets/app-files.js";

const files = readdirSync(builtApp(), { recursive: true, encoding: "utf8" });
const read = (name: string): Buffer => readFileSync(join(builtApp(), name));

it("is below 250 kB altogether, compressed", () => {
  const compressed = files.filter((name) => /\.(?:js|css)\.br$/.test(name));
  expect(compressed.length).toBeGreaterThan(2);
  expect(compressed.reduce((sum, name) => sum + read(name).length, 0)).toBeLessThan(250_000);
});

it("has no message that was left as it is written, since the page has no parser for them", () => {
  const names = files.filter((name) => name.endsWith(".js"));
  const scripts = names.map((name) => read(name).toString()).join("");
  expect(scripts).toContain("The clock was moved to ");
  expect(scripts).not.toContain("The clock was moved to {");
  expect(scripts).not.toMatch(/\{\w+, (?:plural|number|select)/);
});

it("has no inline code or style, and names nothing of another origin", () => {
  const html = read("index.html").toString();
  expect(html).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=/);
  const addresses = [...html.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses.length).toBeGreaterThan(2);
  expect(addresses.filter((address) => !address?.startsWith("/console/"))).toEqual([]);
});
