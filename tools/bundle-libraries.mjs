// Bundles libraries into `dist/vendor/`, each as one file, so that an installation of the toolkit doesn't bring all the packages that
// these come with. Their licenses go to `dist/vendor/LICENSES.txt`. Does nothing if `package-lock.json` is as it was the last time.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const folder = "dist/vendor";

const libraries = [
  { input: "@asyncapi/parser", file: "asyncapi-parser.cjs" },
  // The build for browsers needs no other program and no thread.
  { input: "recheck/lib/browser.js", file: "recheck.cjs" },
  // Its own version of Ajv differs from the toolkit's.
  { input: "./bundled-libraries/redocly-linter.mjs", file: "redocly-linter.cjs", bundlesAjv: true },
  { input: "./bundled-libraries/redocly-types.mjs", file: "redocly-types.cjs" },
];
const inputs = "tools/bundled-libraries";

/** Bundles what changed. */
export async function bundleLibraries() {
  const hash = createHash("sha256");
  const entries = readdirSync(inputs).map((name) => join(inputs, name));
  for (const path of ["package-lock.json", "tools/bundle-libraries.mjs", ...entries.sort()])
    hash.update(readFileSync(path));
  const key = hash.digest("hex");
  const keyFile = join(folder, "bundled-from.txt");
  if (existsSync(keyFile) && readFileSync(keyFile, "utf8") === key) return;
  mkdirSync(folder, { recursive: true });
  const packages = new Set();
  for (const library of libraries)
    for (const id of await bundle(library)) {
      const [owner] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [];
      if (owner !== undefined) packages.add(owner);
    }
  writeFileSync(join(folder, "LICENSES.txt"), [...packages].sort().map(license).join("\n\n"));
  writeFileSync(keyFile, key);
}

/** Writes a library as one file; the result is the modules in it. */
async function bundle({ input, file, bundlesAjv = false }) {
  const { rolldown } = await import("rolldown");
  const made = await rolldown({
    input: require.resolve(input),
    platform: "node",
    // A dependency of the toolkit anyway.
    external: (id) => !bundlesAjv && /^ajv(?:\/|$)/.test(id),
    plugins: [
      { name: "without-umd", resolveId: withoutUmd },
      { name: "parts-of-redocly", resolveId: partOfRedocly },
    ],
    onLog(level, log, print) {
      // Other people's code: what it evaluates and exports twice is theirs.
      if (level !== "warn" || log.code === "UNRESOLVED_IMPORT") print(level, log);
    },
  });
  const { output } = await made.write({
    file: join(folder, file),
    format: "cjs",
    codeSplitting: false,
    minify: { compress: false, mangle: { keepNames: true } },
  });
  await made.close();
  return output.flatMap(({ moduleIds = [] }) => moduleIds);
}

/** The build that is named `main` asks for its parts in a way that no bundler follows. */
async function withoutUmd(source, importer) {
  if (source !== "jsonc-parser") return undefined;
  const { id } = await this.resolve(source, importer, { skipSelf: true });
  return id.replace("/lib/umd/", "/lib/esm/");
}

/** Parts that the package doesn't export. */
function partOfRedocly(source) {
  const [, path] = /^@redocly\/openapi-core\/lib\/(.+)/.exec(source) ?? [];
  return path && join(dirname(require.resolve("@redocly/openapi-core")), path);
}

function license(folder) {
  const { name, version, license: kind } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? "" : `\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  return `${name} ${version} (${typeof kind === "string" ? kind : (kind?.type ?? "see its package")})\n${text}`;
}
