import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { suite } from "../../generated/conformance/events.js";
import { project } from "../support/cli/small-contracts.js";
import { root, temporaryFolder, writeTree } from "../support/generator/emit/contract-folder.js";

const hooks = `
import { appendFileSync } from "node:fs";
export async function load(url, context, next) {
  appendFileSync(process.env.LOADED, url + "\\n");
  return next(url, context);
}
`;

/** The hooks don't see modules that `require` loads; its cache lists them. */
const registration = `
import { appendFileSync } from "node:fs";
import { createRequire, register } from "node:module";
register("./hooks.mjs", import.meta.url);
const { cache } = createRequire(import.meta.url);
process.once("exit", () => appendFileSync(process.env.LOADED, Object.keys(cache).join("\\n")));
`;

/** The URLs and paths of the modules that a command line loads, through `import` or `require`. */
async function modulesLoaded(cwd: string, ...args: readonly string[]): Promise<string[]> {
  const folder = await temporaryFolder();
  await writeTree(folder, {
    "hooks.mjs": hooks,
    "register.mjs": registration,
    "loaded.txt": "",
  });
  const { readFile } = await import("node:fs/promises");
  await promisify(execFile)(
    process.execPath,
    ["--import", join(folder, "register.mjs"), join(root, "dist/cli/index.js"), ...args],
    { cwd, env: { PATH: process.env.PATH, LOADED: join(folder, "loaded.txt") } },
  );
  return (await readFile(join(folder, "loaded.txt"), "utf8")).split("\n");
}

/** The packages below `node_modules` among them. */
async function packagesLoaded(cwd: string, ...args: readonly string[]): Promise<string[]> {
  const urls = await modulesLoaded(cwd, ...args);
  const names = urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []);
  return [...new Set(names)].sort();
}

test.each([[["--help"]], [["--version"]], [["generate", "--help"]]])("%j loads no package", async (args) => {
  expect(await packagesLoaded(root, ...args)).toEqual([]);
});

test("a first run loads the packages that it needs; a second run on the same contracts loads none", async () => {
  const cwd = await project({ "node_modules/.keep": "" });
  expect(await packagesLoaded(cwd, "generate")).toEqual(
    expect.arrayContaining(["ajv", "handlebars", "openapi-typescript", "typescript", "yaml"]),
  );
  expect(await packagesLoaded(cwd, "generate", "--check")).toEqual([]);
  expect(await packagesLoaded(cwd, "generate")).toEqual([]);
});

test.each([
  ["oem.subscription.renewed.v1", "subscription-renewed"],
  ["SupportReplyCreated", "support-reply-created"],
])("validate loads the validator of an event's type alone: %s", async (label, file) => {
  const [example = {}] = Object.values(suite.examples[label] ?? {});
  const folder = await temporaryFolder();
  await writeTree(folder, { "event.json": JSON.stringify(example) });
  const urls = await modulesLoaded(root, "validate", join(folder, "event.json"));
  const loaded = urls.flatMap((url) => /\/[0-9a-f]{64}\/validators\/(.+)\.js$/.exec(url)?.[1] ?? []);
  expect(loaded).toContain(file);
  expect(loaded).not.toContain("events");
  expect(loaded.filter((name) => name.startsWith("payment-"))).toEqual([]);
});
