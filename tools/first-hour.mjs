// Plays an integrator's first hour in an empty folder, from the packed packages: install, init, start, send, conform, and
// then one mistake after another. Exits with 1 if a step fails, or if it all takes longer than `--limit` seconds (default:
// 120; 0: no limit), and prints what it took.
//
//   node tools/first-hour.mjs [--limit SECONDS] [TARBALL …]
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { faults } from "./first-hour/faults.mjs";
import { run, start, step } from "./first-hour/steps.mjs";

const repository = fileURLToPath(new URL("..", import.meta.url));
const event = "oem.subscription.created.v1";
const { values, positionals } = parseArgs({
  options: { limit: { type: "string", default: "120" } },
  allowPositionals: true,
});
const limit = Number(values.limit);

const root = await realpath(await mkdtemp(join(tmpdir(), "oipkit-first-hour-")));
const folder = join(root, "receiver");
try {
  const tarballs = positionals.length > 0 ? positionals : await pack();
  const begin = performance.now();
  await play(tarballs);
  const seconds = (performance.now() - begin) / 1000;
  const isLate = limit > 0 && seconds > limit;
  console.log(`${seconds.toFixed(1).padStart(6)} s  in all${limit > 0 ? `, of at most ${limit}` : ""}`);
  if (isLate) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(root, { recursive: true, force: true });
}

async function pack() {
  const output = await run(repository, [
    "npm",
    "pack",
    "--workspaces",
    "--ignore-scripts",
    "--pack-destination",
    root,
  ]);
  return output.match(/^\S+\.tgz$/gm).map((name) => join(root, name));
}

async function play(tarballs) {
  const npm = ["npm", "install", "--prefer-offline", "--no-audit", "--no-fund"];
  await writeFile(join(root, "package.json"), "{}\n");
  await step("npm install oipkit", async () => {
    await mkdir(folder);
    await writeFile(join(folder, "package.json"), "{}\n");
    await run(folder, [...npm, "--save-dev", ...tarballs]);
  });
  await step("oipkit init", () => run(folder, ["npx", "--no-install", "oipkit", "init"]));
  await step("npm install", () => run(folder, npm));
  await useFreePort();
  await step("start, send an event, the handler is called", () =>
    running(async (receiver) => {
      const [, id] = / as (\S+) of /.exec(await run(folder, ["npm", "run", "-s", "send", "--", event]));
      await receiver.until(new RegExp(`handled ${event} ${id}`));
    }),
  );
  await step("start, conform", () =>
    running(async () => {
      const report = await run(folder, ["npm", "run", "-s", "conform"]);
      console.log(
        report
          .split("\n", 3)
          .map((line) => `          ${line}`)
          .join("\n"),
      );
    }),
  );
  // Made while one receiver runs, as these mistakes are.
  await running(async (receiver) => {
    for (const fault of faults.filter(({ whileRunning }) => whileRunning))
      await step(`found: ${fault.name}`, () => withChange(fault, () => expectCause(fault, receiver)));
  });
  for (const fault of faults.filter(({ whileRunning }) => !whileRunning))
    await step(`found: ${fault.name}`, () => withChange(fault, () => startAndExpectCause(fault)));
}

/** Changes a file of the project while `use` runs. */
async function withChange({ file, change }, use) {
  const path = join(folder, file);
  const text = await readFile(path, "utf8");
  const changed = change(text);
  if (changed === text) throw new Error(`${file} doesn't contain what the fault changes`);
  await writeFile(path, changed);
  try {
    await use();
  } finally {
    await writeFile(path, text);
  }
}

async function startAndExpectCause(fault) {
  if (fault.failsToStart) assertMatch(fault.logged, await run(folder, ["npm", "run", "dev"], [1]));
  else await running((receiver) => expectCause(fault, receiver));
}

/** Runs the command that shows the mistake, and expects its cause there and in the receiver's output. */
async function expectCause({ command, code, shown, logged }, receiver) {
  assertMatch(shown, await run(folder, command(event), [code]));
  await receiver.until(logged);
}

function assertMatch(pattern, text) {
  if (!pattern.test(text)) throw new Error(`expected ${pattern} in:\n${text}`);
}

async function running(use) {
  const receiver = start(folder, ["npm", "run", "dev"]);
  try {
    await receiver.until(/listening on/);
    await use(receiver);
  } finally {
    await receiver.stop();
  }
}

/** Replaces the project's port by a free one, where a user would. */
async function useFreePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  for (const name of [".env", "package.json"]) {
    const path = join(folder, name);
    await writeFile(path, (await readFile(path, "utf8")).replaceAll("8080", String(port)));
  }
}
