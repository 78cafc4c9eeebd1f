import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { runCommand } from "../support/cli/run-command.js";
import { contractFolder } from "../support/generator/emit/contract-folder.js";

const schema = JSON.stringify({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Thing",
  type: "object",
  properties: {
    slow: { pattern: "^(a+)+$" },
    fast: { pattern: "^[a-z]+(-[a-z]+)*$" },
    back: { pattern: "^(b+)\\1$" },
  },
  patternProperties: { "^x(_\\w+)*$": { type: "integer" } },
});

test("--patterns linear matches slow patterns in linear time, and only those", async () => {
  const cwd = await contractFolder({ "contracts/thing.schema.json": schema });
  const native = await runCommand(cwd, "generate", "--out", "native");
  expect(native.out).toMatch(/pattern-slow[\s\S]*generate --patterns linear/);
  const linear = await runCommand(cwd, "generate", "--patterns", "linear");
  expect([linear.exitCode, linear.out.includes("exponential")]).toEqual([0, false]);

  const support = await readFile(join(cwd, "generated/validators/support.ts"), "utf8");
  expect(await readFile(join(cwd, "native/validators/support.ts"), "utf8")).not.toContain("linearPattern");
  expect(support).not.toContain('["^[a-z]+');
  const { is, check } = await import(pathToFileURL(join(cwd, "generated/validators/thing.ts")).href);
  const letters = "a".repeat(200_000);
  const expected: [object, boolean][] = [
    [{ slow: letters }, true],
    [{ slow: `${letters}!` }, false],
    [{ fast: "ab-c" }, true],
    [{ fast: "ab-" }, false],
    [{ back: "bbbb" }, true],
    [{ back: "b" }, false],
    [{ [`x${"_y".repeat(50_000)}`]: 1 }, true],
    [{ [`x${"_y".repeat(50_000)}`]: "1" }, false],
    [{ [`x${"_y".repeat(50_000)}!`]: "1" }, true],
  ];
  expect(expected.map(([value]) => [is(value), check(value).length === 0])).toEqual(
    expected.map(([, isValid]) => [isValid, isValid]),
  );
});
