import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { cacheFolder, folder, root } from "./paths.mjs";

/** What an oipkit's answer depends on: its code as built, its templates and vocabulary, and the types of its runtime. */
const build = ["dist", "templates", "reader/vocabulary", "runtime/dist"];
/** What everyone's answer depends on. */
const method = [
  "outcome.mjs",
  "compiler-options.mjs",
  "type-check.mjs",
  "runners/load-modules.mjs",
  "package-lock.json",
];

/** A hash of everything but the document that a tool's outcome depends on. */
export async function buildHash(tool) {
  const hash = createHash("sha256").update(tool.id);
  for (const name of [...method, `runners/${tool.id}.mjs`]) hash.update(await readFile(join(folder, name)));
  hash.update(process.version);
  if (tool.id === "oipkit") for (const name of build) await hashFolder(hash, join(root, name));
  return hash.digest("hex");
}

/**
 * @param {string} build
 * @param {Buffer} document
 */
export function keyOf(build, document) {
  return createHash("sha256").update(build).update(document).digest("hex");
}

/** An outcome of an earlier run, or `undefined`. */
export async function readCached(key) {
  try {
    return JSON.parse(await readFile(join(cacheFolder, `${key}.json`), "utf8")).result;
  } catch {
    return undefined;
  }
}

/** Written beside and moved, so an interrupted run leaves no half of it. */
export async function writeCached(key, result, what) {
  await mkdir(cacheFolder, { recursive: true });
  const path = join(cacheFolder, `${key}.json`);
  await writeFile(`${path}.new`, JSON.stringify({ ...what, result }));
  await rename(`${path}.new`, path);
}

async function hashFolder(hash, path) {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.(?:js|d\.ts|hbs|yaml|json)$/.test(entry.name) &&
        !entry.name.endsWith(".tsbuildinfo"),
    )
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    hash.update(file.slice(path.length).split(sep).join("/")).update(await readFile(file));
  }
}
