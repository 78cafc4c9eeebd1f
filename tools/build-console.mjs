// Builds the page of the Console into `platform/console/dist/app` if something that it is made of has changed since, with a .br and a .gz
// beside each text file, which the server sends as they are.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const out = "platform/console/dist/app";
const stamp = "platform/console/dist/app.digest.tsbuildinfo";
const sources = [
  "platform/console/app",
  "platform/console/event-shapes.mjs",
  "contracts/events.asyncapi.yaml",
  "contracts/schemas",
  "contracts/examples",
  "platform/console/generated/console/client.ts",
  "platform/console/vite.config.mjs",
  "runtime/dist/http",
  "runtime/dist/json-pointer",
  "tools/build-console.mjs",
  "package-lock.json",
];

/** Builds the page, unless it is up to date. */
export async function buildConsole() {
  const digest = digestOf(sources);
  if (existsSync(`${out}/index.html`) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  const { build } = await import("vite");
  await build({ configFile: "platform/console/vite.config.mjs", logLevel: "warn" });
  for (const path of filesIn(out)) if (/\.(?:js|css|html|svg)$/.test(path)) compress(path);
  writeFileSync(stamp, digest);
}

function compress(path) {
  const content = readFileSync(path);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(content, {
      params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  );
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}

/** Of the paths and contents, so that a file that was removed counts, too. */
function digestOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesIn)) hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

/** A file, or all below a folder, sorted. */
function filesIn(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    if (error.code === "ENOTDIR") return [path];
    throw error;
  }
}
