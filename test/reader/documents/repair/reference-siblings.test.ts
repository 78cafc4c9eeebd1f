import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createMock } from "../../../../commands/mock/index.js";
import type { OperationChecks } from "../../../../runtime/http/index.js";
import { runCommand } from "../../../support/cli/run-command.js";
import { contractFolder, readContracts } from "../../../support/generator/emit/contract-folder.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A document whose body is a chain of references with other keywords next to them. */
const siblingsDocument = (openapi: string) => ({
  openapi,
  info: { title: "T", version: "1" },
  paths: {
    "/a": {
      post: {
        operationId: "a",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { ...ref("Narrow"), maxProperties: 1 } } },
        },
        responses: { "204": { description: "d" } },
      },
    },
  },
  components: {
    schemas: {
      Wide: { type: "object", properties: { name: { type: "string" } } },
      Narrow: { ...ref("Wide"), description: "Narrower.", required: ["name"] },
    },
  },
});

async function verdicts(openapi: string, values: readonly unknown[]) {
  const folder = await contractFolder({
    "package.json": '{ "type": "module" }',
    "contracts/t.openapi.json": siblingsDocument(openapi),
  });
  const { out, err } = await runCommand(folder, "generate", "--no-cache");
  const module = pathToFileURL(join(folder, "generated/validators/t.operations.ts")).href;
  const { operations } = (await import(module)) as { operations: Record<string, OperationChecks> };
  const mock = createMock(await readContracts([join(folder, "contracts")]), {
    seed: "",
    dynamic: false,
    strict: false,
  });
  const found = await Promise.all(
    values.map(async (value) => {
      const body = new TextEncoder().encode(JSON.stringify(value));
      const headers = { "content-type": "application/json" };
      const { findings } = await mock.answer({ method: "POST", target: "/a", headers, body });
      return [
        operations.a?.body?.["application/json"]?.(value).map(({ code }) => code),
        findings.map(({ code }) => code),
      ];
    }),
  );
  return { found, printed: out + err };
}

const values = [{}, { name: "a" }, { name: "a", other: 1 }, { name: 1 }];

test("OpenAPI 3.0 ignores keywords next to a reference, on each way, with a warning for each", async () => {
  const { found, printed } = await verdicts("3.0.3", values);
  expect(found).toEqual([
    [[], []],
    [[], []],
    [[], []],
    [["type"], ["type"]],
  ]);
  expect(printed.match(/OpenAPI 3\.0 ignores `\w+` next to a `\$ref`/g)).toEqual([
    "OpenAPI 3.0 ignores `maxProperties` next to a `$ref`",
    "OpenAPI 3.0 ignores `required` next to a `$ref`",
  ]);
});

test("from OpenAPI 3.1 on, they count on each way", async () => {
  const { found, printed } = await verdicts("3.1.0", values);
  expect(found).toEqual([
    [["required"], ["required"]],
    [[], []],
    [["max-properties"], ["max-properties"]],
    [["type"], ["type"]],
  ]);
  expect(printed).not.toContain("next to a `$ref`");
});
