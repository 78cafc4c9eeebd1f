import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root } from "../support/generator/emit/contract-folder.js";

const page = readFileSync(join(root, "docs/guide/delivery.md"), "utf8");
const [, quickStart = ""] = page.split("\n## Quick start\n");

it("docs/guide/delivery.md shows the program and what it prints", async () => {
  const program = readFileSync(join(root, "examples/delivery/platform.ts"), "utf8");
  const [, shown, printed] = /```ts\n([\s\S]*?)```\n\n```console\n([\s\S]*?)```/.exec(quickStart) ?? [];
  expect(shown).toBe(program);
  const built = join(root, "dist/examples/delivery/platform.js");
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [built]);
  const sorted = (text = ""): readonly string[] => text.trim().split("\n").sort();
  // Two deliveries are under way at once.
  expect(sorted(stdout)).toEqual(sorted(printed));
  expect(stderr).toBe("");
});
