// Compiles every package, runtime first, copies what tsc leaves out (generated JSON) to the result, and
// removes outputs whose source no longer exists, because a package ships its whole `dist/`. With `--packages`, it leaves out
// the examples, types and the bundled libraries, so that it needs no development dependency; `oipkit conform` works then.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { buildConsole } from "./build-console.mjs";
import { bundleLibraries } from "./bundle-libraries.mjs";
import { bundleProgram, linkProgram } from "./bundle-program.mjs";
import { removeUnusedDeclarations } from "./remove-unused-declarations.mjs";
import { transpile } from "./transpile.mjs";

const onlyPackages = process.argv.includes("--packages");

const packages = ["runtime", "generated", "delivery", "platform/sandbox", "platform/console"];
const { include: rooms } = JSON.parse(readFileSync("tsconfig.tool.json", "utf8"));
/** What later steps write: the page of the Console, and the bundled libraries. */
const built = [`app${sep}`, `vendor${sep}`];

for (const folder of ["platform/console", "platform/sandbox"])
  copyGenerated(`${folder}/generated`, `${folder}/dist/generated`);
copyGenerated("generated", "generated/dist");
if (onlyPackages) {
  for (const folder of packages) transpile(folder);
  transpile(".", rooms);
  linkProgram();
} else {
  compileAll();
  removeLeftovers(".", (name) => [...rooms, "examples"].includes(name.split(sep)[0]));
  for (const folder of packages) removeLeftovers(folder);
  removeUnusedDeclarations("runtime");
  await bundleLibraries();
  await bundleProgram();
  await buildConsole();
}
cpSync("contracts/sandbox", "platform/sandbox/dist/contracts", { recursive: true });
for (const program of ["index.js", "oipkit.js"]) chmodSync(`dist/cli/${program}`, 0o755);

/** Compiles the examples and all that they reference. Ends the process if that fails. */
function compileAll() {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  // The packages contain no TypeScript sources, so a source map would refer to missing files.
  const args = [tsc, "-b", "tsconfig.examples.json", "--sourceMap", "false"];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 2);
}

/** Copies the JSON among the generated files. */
function copyGenerated(from, to) {
  const filter = (path) => !path.endsWith(".ts");
  for (const folder of ["fixtures", "conformance"])
    if (existsSync(`${from}/${folder}`))
      cpSync(`${from}/${folder}`, `${to}/${folder}`, { recursive: true, filter });
}

/** Removes files in `dist/` of a package that have no source, or whose source isn't compiled to it. */
function removeLeftovers(folder, isCompiledHere = () => true) {
  const dist = join(folder, "dist");
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(dist.length + 1);
    const isKept = entry.name.endsWith(".tsbuildinfo") || built.some((start) => name.startsWith(start));
    if (!entry.isFile() || isKept) continue;
    if (!isCompiledHere(name) || !hasSource(join(folder, name))) rmSync(path);
  }
}

function hasSource(path) {
  return existsSync(path) || existsSync(path.replace(/(?:\.d\.ts|\.js)$/, ".ts"));
}
