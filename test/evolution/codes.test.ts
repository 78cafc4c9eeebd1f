import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { codes } from "../../evolution/codes.js";
import { packageRoot } from "../../generator/package-root.js";

it("docs/diff.md explains every code", () => {
  const page = readFileSync(join(packageRoot, "docs/diff.md"), "utf8");
  expect(Object.keys(codes).filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
