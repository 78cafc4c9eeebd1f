import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";

it("has modules that can be imported", async () => {
  const files = await readdir(new URL("../src/", import.meta.url), { recursive: true });
  const modules = files.filter((file) => file.endsWith(".ts"));
  expect(modules.length).toBeGreaterThan(0);
  for (const file of modules) await import(new URL(`../src/${file}`, import.meta.url).href);
});
