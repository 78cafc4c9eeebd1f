import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand } from "../../support/cli/run-command.js";
import { contractFolder } from "../../support/generator/emit/contract-folder.js";

/** The first call of an API with one operation, as `oipkit init sdk` writes it. */
async function firstCall(tag: string, parameter: object): Promise<string> {
  const cwd = await contractFolder({
    "api.openapi.json": {
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      paths: {
        "/a/{id}": {
          get: {
            operationId: "readThing",
            tags: [tag],
            parameters: [{ name: "id", in: "path", required: true, ...parameter }],
            responses: { 204: { description: "d" } },
          },
        },
      },
    },
  });
  expect(await runCommand(cwd, "init", "sdk", "sdk", "--contract", "api.openapi.json")).toMatchObject({
    exitCode: 0,
  });
  return readFile(join(cwd, "sdk/examples/first-call.ts"), "utf8");
}

const text = { schema: { type: "string", pattern: "^t_[0-9]$" } };

it.each(["delete", "import", "answer", "createClient"])(
  "a group called `%s` doesn't hide a name of the program",
  async (tag) => {
    expect(await firstCall(tag, text)).toMatch(
      /^const api = createClient\(.*\nconst answer = await api\.\w+\.\w+\(/m,
    );
  },
);

it("has the first example that the contract accepts, or a value made from its schema", async () => {
  const examples = { wrong: { value: "7" }, right: { value: "t_7" } };
  expect(await firstCall("things", { ...text, examples })).toContain('things.read({ id: "t_7" })');
  expect(await firstCall("things", { ...text, example: "wrong" })).toMatch(
    /things\.read\(\{ id: "t_\d" \}\)/,
  );
});
