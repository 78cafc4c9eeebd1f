// Compiles every package, runtime first, copies what tsc leaves out (generated JavaScript, JSON) to the result, and
// removes outputs whose source no longer exists, because a package ships its whole `dist/`. With `--packages`, it leaves out
// the examples and the type check, so that it needs no development dependency.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { buildConsole } from "./build-console.mjs";
import { bundleProgram, linkProgram } from "./bundle-program.mjs";
import { removeUnusedDeclarations } from "./remove-unused-declarations.mjs";

const onlyPackages = process.argv.includes("--packages");

compile("generated");
compile("delivery");
compile("platform/sandbox");
copyGenerated("generated", "generated/dist");
copyGenerated("platform/sandbox/generated", "platform/sandbox/dist/generated");
copyGenerated("platform/console/generated", "platform/console/dist/generated");
if (!onlyPackages) compile("tsconfig.examples.json");

const toolkit = ["tsconfig.tool.json", "tsconfig.examples.json"].flatMap(
  (path) => JSON.parse(readFileSync(path, "utf8")).include,
);
removeLeftovers(".", (source) => toolkit.includes(source.split(sep)[0]));
for (const folder of ["runtime", "generated", "delivery", "platform/sandbox"])
  removeLeftovers(folder, () => true);
// The page in `dist/app` is built, not compiled.
removeLeftovers("platform/console", () => true, `app${sep}`);
removeUnusedDeclarations("runtime");
cpSync("contracts/sandbox", "platform/sandbox/dist/contracts", { recursive: true });
if (onlyPackages) linkProgram();
else await bundleProgram();
for (const program of ["index.js", "oipkit.js"]) chmodSync(`dist/cli/${program}`, 0o755);
// The page is built with development dependencies.
if (!onlyPackages) await buildConsole();

/** Compiles a project and those that it references. Ends the process if that fails. */
function compile(project) {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  // The packages contain no TypeScript sources, so a source map would refer to missing files.
  const args = [tsc, "-b", project, "--sourceMap", "false", ...(onlyPackages ? ["--noCheck"] : [])];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 2);
}

/** Copies the JavaScript and JSON among the generated files, and its declarations. */
function copyGenerated(from, to) {
  const filter = (path) => !/(?<!\.d)\.ts$/.test(path);
  for (const folder of ["validators", "fixtures", "conformance"])
    if (existsSync(`${from}/${folder}`))
      cpSync(`${from}/${folder}`, `${to}/${folder}`, { recursive: true, filter });
}

/** Removes files in `dist/` of a package that have no source, or whose source isn't compiled to it; not those that begin with `kept`. */
function removeLeftovers(folder, isCompiledHere, kept) {
  const dist = join(folder, "dist");
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || entry.name.endsWith(".tsbuildinfo")) continue;
    const name = path.slice(dist.length + 1);
    if (kept !== undefined && name.startsWith(kept)) continue;
    if (!isCompiledHere(name) || !hasSource(join(folder, name))) rmSync(path);
  }
}

function hasSource(path) {
  return existsSync(path) || existsSync(path.replace(/(?:\.d\.ts|\.js)$/, ".ts"));
}
