import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { codes } from "../../../commands/diff/codes.js";
import { packageRoot } from "../../../reader/package-root.js";

it("docs/reference/diff.md explains every code", () => {
  const page = readFileSync(join(packageRoot, "docs/reference/diff.md"), "utf8");
  expect(Object.keys(codes).filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
