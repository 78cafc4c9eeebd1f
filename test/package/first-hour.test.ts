import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { readText } from "../support/package/code-blocks.js";
import { repository } from "../support/package/install.js";
import { run } from "../support/package/run.js";

const { packages } = inject("installation");

/** The steps that the script prints, without their times. */
const stepsIn = (output: string): string[] =>
  [...output.matchAll(/^ *[\d.]+ s {2}(.*)$/gm)].map(([, name = ""]) => name);

it("an integrator's first hour: from an empty folder to a conforming receiver, and each mistake is explained", {
  timeout: 900_000,
}, async () => {
  const script = join(repository, "tools/first-hour.mjs");
  const named = ["oipkit", "@oipkit/sdk", "@oipkit/runtime", "@oipkit/delivery"];
  const tarballs = packages.filter(({ name }) => named.includes(name)).map(({ tarball }) => tarball);
  const { code, stdout, stderr } = await run("node", [script, "--limit", "0", ...tarballs], {
    cwd: repository,
  });
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/webhook conforms\b.*\n +\d{4} passed, 0 failed/);
  const steps = stepsIn(stdout);
  expect(steps.slice(0, 5)).toEqual([
    "npm install oipkit",
    "oipkit init",
    "npm install",
    "start, send an event, the handler is called",
    "start, conform",
  ]);
  const rows = readText("docs/guide/first-receiver.md").match(/^\| (?!mistake|---).*\|$/gm) ?? [];
  expect(steps.filter((name) => name.startsWith("found: "))).toHaveLength(rows.length);
});
