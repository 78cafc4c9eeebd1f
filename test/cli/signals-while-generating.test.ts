// @needs own-process
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pets } from "../support/commands/mock/pets.js";
import { contractFolder, root } from "../support/generator/emit/contract-folder.js";

/**
 * Counts the work of a process in calls that all of its phases make: reading, checking, generating and writing. Sends it a signal in the
 * middle of one, or writes the number of calls when it ends.
 */
const counter = `
import { writeFileSync } from "node:fs";
const { SIGNAL, CALL } = process.env;
const { get } = Map.prototype;
let calls = 0;
Map.prototype.get = function (key) {
  if (++calls === Number(CALL)) process.kill(process.pid, SIGNAL);
  return get.call(this, key);
};
process.on("exit", () => writeFileSync("calls", String(calls)));
`;

const points = 10;

test("a signal ends `oipkit generate` at once in each of its phases, and the next run is whole", async () => {
  const cwd = await contractFolder({ "api.yaml": pets, "counter.mjs": counter });
  expect(await generate(cwd, {})).toEqual([0, null]);
  const calls = Number(await readFile(join(cwd, "calls"), "utf8"));
  expect(calls).toBeGreaterThan(100 * points);
  for (let point = 1; point <= points; point++) {
    const SIGNAL = point % 2 === 0 ? "SIGINT" : "SIGTERM";
    const CALL = String(Math.floor((calls * point) / (points + 1)));
    expect(await generate(cwd, { SIGNAL, CALL }, `generated-${point}`)).toEqual([null, SIGNAL]);
  }
  expect(await generate(cwd, {}, `generated-${points}`)).toEqual([0, null]);
  expect(await generate(cwd, {}, `generated-${points}`, "--check")).toEqual([0, null]);
});

/** Generates in a process of its own; gives its exit code and the signal that ended it. */
async function generate(
  cwd: string,
  env: Readonly<Record<string, string>>,
  ...[out = "generated", ...more]: readonly string[]
): Promise<unknown[]> {
  const args = ["generate", "--contracts", "api.yaml", "--out", out, "--no-cache", ...more];
  const node = ["--import", join(cwd, "counter.mjs"), join(root, "dist/cli/index.js")];
  const child = spawn(process.execPath, [...node, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  return once(child, "exit");
}
