import { expect, test } from "vitest";
import { runCommand } from "../../../support/cli/run-command.js";
import { contractFolder } from "../../../support/generator/emit/contract-folder.js";

const schema = (pattern: string): string =>
  JSON.stringify({ $schema: "https://json-schema.org/draft/2020-12/schema", type: "string", pattern });

// The samples of the proof engine would keep a backtracking matcher busy for ever.
test.each([
  ["^(\\W*)+\\b$", "^[a-z]+$"],
  ["^[0-9A-Za-z]{30}$", "^(\\w+\\s?)*$"],
  ["^.{30}$", "^([a-zA-Z0-9]+)*$"],
  ["^.{30}$", "^([\\w.-]+)+@([\\w-]+\\.)+\\w{2,4}$"],
  ["^.{30}$", "^([^@\\s]+\\s?)+$"],
])("diff decides between %s and %s", async (old, current) => {
  const cwd = await contractFolder({ "old.schema.json": schema(old), "new.schema.json": schema(current) });
  const { exitCode, out } = await runCommand(cwd, "diff", "old.schema.json", "new.schema.json");
  expect(exitCode).toBe(1);
  expect(out).toContain("witness:");
});
