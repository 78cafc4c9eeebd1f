// Writes the program `oipkit` to `dist/cli/oipkit.js`, and `manifest build` to a file beside it: each is one file instead of dozens, because
// to load these one by one takes as long as to hash a hundred megabytes. All other commands are loaded from their own files.
import { writeFileSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../dist/cli", import.meta.url));
const program = "oipkit.js";

/** The files, each with the modules that it contains although they are loaded on demand. */
const bundles = [
  { input: "index.js", file: program, onDemand: ["../commands/manifest/command/start-threads.js"] },
  {
    input: "../commands/manifest/command/command.js",
    file: "oipkit-manifest.js",
    onDemand: [
      "../commands/manifest/command/build.js",
      "../commands/manifest/command/format.js",
      "../commands/manifest/command/finish-build.js",
      "../commands/manifest/build/draft-manifest.js",
    ],
  },
];

/** Modules that look for files beside their own, and the base of all errors, whose class must be the same everywhere. */
const apart = [
  "../commands/manifest/hashing/start-worker.js",
  "../commands/validate/installed-sdk.js",
  "@oipkit/runtime/errors",
];

/** Bundles the program. */
export async function bundleProgram() {
  const { rolldown } = await import("rolldown");
  for (const { input, file, onDemand } of bundles) {
    const plugin = { name: "apart", resolveId: (...call) => ownFile(onDemand, ...call) };
    const bundle = await rolldown({ input: resolve(folder, input), platform: "node", plugins: [plugin] });
    await bundle.write({ file: resolve(folder, file), format: "esm", codeSplitting: false });
    await bundle.close();
  }
}

/** Writes a program that loads the modules one by one, which needs no development dependency. */
export function linkProgram() {
  writeFileSync(resolve(folder, program), '#!/usr/bin/env node\nimport "./index.js";\n');
}

/** Where a module is if it stays outside of the bundle; `undefined` if it becomes part of it. */
function ownFile(onDemand, source, importer, { kind }) {
  if (importer === undefined) return undefined;
  const name = source.startsWith(".") ? nameOf(resolve(importer, "..", source)) : source;
  const isApart = apart.includes(name) || (kind === "dynamic-import" && !onDemand.includes(name));
  if (!isApart) return undefined;
  const bundle = bundles.find(({ input }) => input === name);
  return { id: bundle === undefined ? asImport(name) : `./${bundle.file}`, external: true };
}

/** The path of a module in `dist/`, as the bundles would import it but for `./`. */
function nameOf(path) {
  return relative(folder, path).replaceAll(sep, "/");
}

function asImport(name) {
  if (name.startsWith("../") || name.startsWith("@")) return name;
  return `./${name}`;
}
