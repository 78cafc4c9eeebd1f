import { readdirSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { manifestFile } from "../../generator/write/compare.js";
import { writeFiles } from "../../generator/write/write.js";
import { generateFrom, root } from "../support/generator/emit/contract-folder.js";

/**
 * Tiny contracts with all generated files, small enough to review. After an intended change:
 * `UPDATE_GOLDEN=1 npx vitest run test/generator/golden.test.ts`, then review the difference.
 */
const golden = join(root, "test/golden");
const supportFile = "validators/support.ts";

test.each(readdirSync(golden))("%s", async (name) => {
  const folder = join(golden, name);
  const generated = await generateFrom(["contracts"], { cwd: folder });
  // This file is the same for all contracts; `test/reader/validation/support.test.ts` checks it.
  expect(generated.delete(supportFile)).toBe(true);
  const files = [...generated].map(([path, text]) => ({ path, text }));
  if (process.env.UPDATE_GOLDEN === "1")
    await writeFiles(join(folder, "generated"), [...files, manifestFile(files)]);
  expect(generated).toEqual(await readTree(join(folder, "generated")));
});

async function readTree(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    paths.map(async (path) => [relative(folder, path), await readFile(path, "utf8")] as const),
  );
  return new Map(texts.filter(([path]) => path !== "manifest.json"));
}
