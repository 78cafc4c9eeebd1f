import { describe, expect, it } from "vitest";
import { runCommand } from "../support/cli/run-command.js";
import { contractFolder } from "../support/generator/emit/contract-folder.js";

const info = '{ title: t, version: "1" }';
const api = (member: string) => `openapi: 3.1.0\ninfo: ${info}\n${member}\npaths: {}\n`;

const contracts = {
  "Swagger 2.0": [`swagger: "2.0"\ninfo: ${info}\npaths: {}\n`, "npx swagger2openapi"],
  "OpenAPI 4": [`openapi: 4.0.0\ninfo: ${info}\npaths: {}\n`, "Supported: OpenAPI 3.0, 3.1 and 3.2"],
  "AsyncAPI 2": [`asyncapi: 2.6.0\ninfo: ${info}\nchannels: {}\n`, "asyncapi convert"],
  "an unknown dialect": ["$schema: https://example.com/own\ntype: string\n", "Supported: JSON Schema"],
  "draft-04": ["$schema: http://json-schema.org/draft-04/schema#\ntype: string\n", "Supported: JSON Schema"],
  "an unknown dialect of OpenAPI": [api("jsonSchemaDialect: https://example.com/own"), "JSON Schema 2020-12"],
} as const;

const commands = [
  ["diff", "c/a.schema.yaml", "c/a.schema.yaml"],
  ["diff", "c", "c"],
  ["changelog", "c", "c"],
  ["lint", "c"],
  ["generate", "--contracts", "c"],
  ["init", "sdk", "s", "--contract", "c"],
] as const;

describe.each(Object.entries(contracts))("%s", (_, [text, remedy]) => {
  it.each(commands.map((args) => [args.join(" "), args] as const))(
    "is refused by `oipkit %s`, with what to do about it",
    async (_command, args) => {
      const cwd = await contractFolder({ "c/a.schema.yaml": text, "c/b.openapi.yaml": api("") });
      const { exitCode, out, err } = await runCommand(cwd, ...args);
      expect([exitCode, out + err]).toEqual([2, expect.stringContaining("error version-unsupported")]);
      expect(out + err).toContain(remedy);
    },
  );
});

it.each([
  "https://spec.openapis.org/oas/3.1/dialect/base",
  "https://spec.openapis.org/oas/3.1/dialect/2024-11-10",
  "https://spec.openapis.org/oas/3.2/dialect/2025-09-17",
  "https://json-schema.org/draft/2020-12/schema",
])("the dialect %s is read", async (dialect) => {
  const cwd = await contractFolder({ "a.openapi.yaml": api(`jsonSchemaDialect: ${dialect}`) });
  expect(await runCommand(cwd, "diff", "a.openapi.yaml", "a.openapi.yaml")).toMatchObject({ exitCode: 0 });
});
