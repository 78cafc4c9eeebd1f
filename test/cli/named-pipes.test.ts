// @needs mkfifo
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../support/cli/run-command.js";
import { project } from "../support/cli/small-contracts.js";
import { writeTree } from "../support/generator/emit/contract-folder.js";

let cwd: string;
beforeEach(async () => {
  cwd = await project({});
});

/** Creates a named pipe, on which reading blocks for ever. */
const pipe = (path: string) => execFileSync("mkfifo", [join(cwd, path)]);
const referringTo = ($ref: string) => JSON.stringify({ type: "object", properties: { a: { $ref } } });

describe("a named pipe doesn't block `generate`", () => {
  test("where a contract refers to it", async () => {
    pipe("contracts/schemas/pipe");
    await writeTree(cwd, { "contracts/schemas/evil.schema.json": referringTo("./pipe") });
    const { exitCode, out } = await runCommand(cwd, "generate");
    expect(exitCode).toBe(1);
    expect(out).toContain("error ref-unreadable /properties/a/$ref");
    expect(out).toContain("isn't a regular file");
  });

  test("in place of a contract", async () => {
    pipe("contracts/schemas/pipe.schema.yaml");
    for (const options of [[], ["--contracts", "contracts/schemas/pipe.schema.yaml"]]) {
      const { exitCode, err } = await runCommand(cwd, "generate", ...options);
      expect(exitCode).toBe(2);
      expect(err).toMatch(/pipe\.schema\.yaml: isn't a regular file; remove it.* \[input-unreadable\]/);
    }
  });

  test("as an example's `externalValue`, which nobody reads", async () => {
    pipe("pipe");
    const examples = { a: { externalValue: join(cwd, "pipe") } };
    const content = { "application/json": { schema: {}, examples } };
    const paths = { "/a": { get: { responses: { 200: { description: "x", content } } } } };
    const contract = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths };
    await writeTree(cwd, { "contracts/evil.openapi.json": contract });
    expect((await runCommand(cwd, "generate", "--examples", "off")).exitCode).toBe(0);
  });

  test("as the journal of a staging folder", async () => {
    expect((await runCommand(cwd, "generate")).exitCode).toBe(0);
    await mkdir(join(cwd, "generated/.oipkit-staging"));
    // No process has this id, which is beyond the maximum of Linux.
    await writeFile(join(cwd, "generated/.oipkit-staging/owner-99999999"), "");
    pipe("generated/.oipkit-staging/journal.json");
    const { exitCode, err } = await runCommand(cwd, "generate", "--no-cache");
    expect(exitCode).toBe(2);
    expect(err).toContain("[output-staging]");
  });
});

test("a named pipe doesn't block `validate` as a schema, as what a schema refers to, or as the baseline", async () => {
  await mkdir(join(cwd, "s"));
  pipe("s/pipe");
  await writeFile(join(cwd, "d.json"), '{"a":1}');
  await writeFile(join(cwd, "s/fine.json"), '{"type":"object"}');
  await writeFile(join(cwd, "s/referring.json"), referringTo("pipe"));
  for (const options of [
    ["--schema", "s/pipe"],
    ["--schema", "s/referring.json"],
    ["--schema", "s/fine.json", "--baseline", "s/pipe"],
  ]) {
    const { exitCode, err } = await runCommand(cwd, "validate", ...options, "d.json");
    expect(exitCode).toBe(2);
    expect(err).toContain("isn't a regular file");
  }
});
