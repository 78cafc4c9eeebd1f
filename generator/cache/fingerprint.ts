import { createHash, type Hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../../reader/package-root.js";

/** Libraries whose version affects the output. */
const libraries = [
  "@asyncapi/parser",
  "@redocly/openapi-core",
  "ajv",
  "handlebars",
  "json-p3",
  "jsonc-parser",
  "openapi-typescript",
  "typescript",
  "yaml",
];

/** A hash of the generator itself: its code, templates, vocabulary and libraries. */
export async function toolFingerprint(): Promise<string> {
  const hash = createHash("sha256");
  const generator = fileURLToPath(new URL("..", import.meta.url));
  const folders = [
    generator,
    join(generator, "..", "reader"),
    // `conform` has the format of a suite, and the runtime signs its fixtures.
    join(generator, "..", "commands/conform"),
    dirname(dirname(createRequire(import.meta.url).resolve("@oipkit/runtime/webhook"))),
    join(packageRoot, "templates"),
    join(packageRoot, "reader/vocabulary"),
  ];
  for (const folder of folders) await hashFolder(hash, folder);
  for (const name of libraries) hash.update(`${name} ${await versionOf(name)}\n`);
  return hash.digest("hex");
}

async function hashFolder(hash: Hash, folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(?:js|ts|hbs|yaml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.filter((path) => !path.endsWith(".d.ts")).sort())
    hash.update(path.slice(folder.length)).update(await readFile(path));
}

async function versionOf(name: string): Promise<string> {
  const require = createRequire(import.meta.url);
  for (const folder of require.resolve.paths(name) ?? []) {
    const text = await readFile(join(folder, name, "package.json"), "utf8").catch(() => undefined);
    if (text !== undefined) return (JSON.parse(text) as { version: string }).version;
  }
  return "unknown";
}
