// Compiles both projects, puts what tsc leaves out (generated JavaScript, JSON) beside the result, and removes
// what no source gives any more: `dist/` is what the package ships.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
// The package holds no TypeScript sources, so a source map would point to nothing.
const args = [tsc, "-b", "tsconfig.sdk.json", "--sourceMap", "false"];
const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 2);

for (const entry of readdirSync("dist", { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !entry.name.endsWith(".tsbuildinfo") && !hasSource(path)) rmSync(path);
}
for (const folder of ["validators", "fixtures", "conformance"]) {
  if (!existsSync(`generated/${folder}`)) continue;
  const filter = (path) => !/(?<!\.d)\.ts$/.test(path);
  cpSync(`generated/${folder}`, `dist/generated/${folder}`, { recursive: true, filter });
}
chmodSync("dist/cli/index.js", 0o755);

function hasSource(path) {
  const source = path.slice("dist/".length);
  return existsSync(source) || existsSync(source.replace(/(?:\.d\.ts|\.js)$/, ".ts"));
}
