import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { testFiles, testsWithNeeds } from "../support/services/needs.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readText = (path: string): string => readFileSync(join(root, path), "utf8");

/** Each file with needs, and each in these folders, has a process of its own. */
const hasOwnFolder = (path: string): boolean => /^test\/(?:package|yardstick|golden)\//.test(path);

describe("the test files that share a process", () => {
  const withNeeds = testsWithNeeds(root).map(({ path }) => path);
  const sharing = testFiles(root).filter(
    (path) =>
      !withNeeds.includes(path) && !hasOwnFolder(path) && path !== "test/services/shared-process.test.ts",
  );
  const changesProcess = new RegExp(
    [
      /\bprocess\.(?:on|chdir|umask|memoryUsage|cpuUsage|resourceUsage)\(/,
      /Object\.assign\(process\.env\b|\bprocess\.env\.\w+ = |\bdelete process\.env\b/,
      /\bvi\.(?:mock|doMock|stubEnv|stubGlobal|resetModules)\(/,
      /\bsetFlagsFromString\(/,
    ]
      .map(({ source }) => source)
      .join("|"),
  );

  it("neither change it nor measure it, which needs `own-process`", () => {
    expect(sharing.length).toBeGreaterThan(100);
    expect(sharing.filter((path) => changesProcess.test(readText(path)))).toEqual([]);
    for (const path of ["test/runtime/webhook/nonce-flood.test.ts", "test/examples/adapters.test.ts"])
      expect(readText(path), path).toMatch(changesProcess);
  });

  it("replace fake timers by real ones", () => {
    const faking = sharing.filter((path) => readText(path).includes("vi.useFakeTimers("));
    expect(faking.length).toBeGreaterThan(0);
    expect(faking.filter((path) => !readText(path).includes("vi.useRealTimers("))).toEqual([]);
  });

  // A process evaluates a helper once, so only the first file that imports it would get the helper's hooks and tests.
  it("have helpers that register no hook and no test when they are imported", () => {
    const helpers = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
      .filter((path) => /(?<!\.test)\.ts$/.test(path))
      .map((path) => `test/${path.replaceAll("\\", "/")}`)
      .filter((path) => !hasOwnFolder(path));
    expect(helpers.length).toBeGreaterThan(50);
    const registers = /^(?:before|after)(?:All|Each)\(|^(?:describe|it|test)[.(]/m;
    expect(helpers.filter((path) => registers.test(readText(path)))).toEqual([
      "test/support/clean-up-hooks.ts",
      "test/support/unchanged-process.ts",
    ]);
  });
});
