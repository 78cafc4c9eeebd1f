import { describe, expect, it } from "vitest";
import { InputError } from "../../../reader/documents/input.js";
import { check, findings } from "../../support/reader/check/findings.js";

describe("a part of a version", () => {
  it.each([
    ["a.yaml", 'openapi: "3.0"', "paths: {}", "3.0.0"],
    ["a.yaml", "openapi: 3.0", "paths: {}", "3.0.0"],
    ["a.yaml", "openapi: 3.1", "paths: {}", "3.1.0"],
    ["a.yaml", "openapi: '3.2'", "paths: {}", "3.2.0"],
    ["a.yaml", "openapi: 3.0.x", "paths: {}", "3.0.0"],
    ["a.json", '{"openapi": "3.1", "info": {"title": "T", "version": "1"}, "paths": {}}', "", "3.1.0"],
    ["a.json", '{"openapi": 3.0, "info": {"title": "T", "version": "1"}, "paths": {}}', "", "3.0.0"],
    ["a.yaml", 'asyncapi: "3.0"', "channels: {}", "3.0.0"],
    ["a.yaml", "asyncapi: 3.0", "channels: {}", "3.0.0"],
    ["a.yaml", "asyncapi: 3.1", "channels: {}", "3.1.0"],
  ])("is read as a whole one, with a warning: %s %s", async (file, version, other, whole) => {
    const source = other === "" ? version : `${version}\ninfo: {title: T, version: "1"}\n${other}\n`;
    const found = await check({ [file]: source });
    expect(found).toMatchObject([
      {
        severity: "warning",
        code: "version-incomplete",
        message: expect.stringMatching(`it is read as ${whole}$`),
        hint: expect.stringContaining(whole),
      },
    ]);
  });

  it("decides how schemas are read", async () => {
    const source = (version: string) =>
      `openapi: ${version}\ninfo: {title: T, version: "1"}\npaths: {}\ncomponents: {schemas: {A: {type: string, nullable: true}}}\n`;
    const codes = async (version: string) =>
      (await check({ "a.yaml": source(version) })).map(({ code }) => code);
    expect(await codes("3.0")).toEqual(["version-incomplete"]);
    expect(await codes("3.1")).toEqual(["version-incomplete", "keyword-outdated"]);
  });
});

describe("an unsupported version", () => {
  it.each([
    ["a.yaml", 'swagger: "2.0"\n', "1:10", "/swagger", '"2.0"'],
    ["a.yaml", "openapi: 4.0.0\n", "1:10", "/openapi", "4.0.0"],
    ["a.yaml", "openapi: 3\n", "1:10", "/openapi", "3"],
    ["a.yaml", "openapi: 3.3\n", "1:10", "/openapi", "3.3"],
    ["a.yaml", 'openapi: "2.0"\n', "1:10", "/openapi", '"2.0"'],
    ["a.yaml", "info: {}\nasyncapi: 2.6.0\n", "2:11", "/asyncapi", "2.6.0"],
    ["a.yaml", "asyncapi: 3.2.0\n", "1:11", "/asyncapi", "3.2.0"],
    ["a.json", '{"info": {}, "openapi": "2.9.9"}', "1:25", "/openapi", '"2.9.9"'],
    ["a.json", '{\n  "swagger": "2.0"\n}', "2:14", "/swagger", '"2.0"'],
    [
      "a.json",
      '{"$schema": "http://json-schema.org/draft-04/schema#"}',
      "1:13",
      "/$schema",
      '"http://json-schema.org/draft-04/schema#"',
    ],
    ["a.schema.yaml", "$schema: https://example.com/own\n", "1:10", "/$schema", "https://example.com/own"],
  ])("is refused in %s: %j", async (file, source, place, pointer, marked) => {
    expect(await findings({ [file]: source })).toEqual([
      { code: "version-unsupported", at: `${file}:${place}`, pointer, marked },
    ]);
  });

  it.each([
    ["openapi:\n", "`openapi` is empty"],
    ["openapi: ''\n", "`openapi` is empty"],
    ["openapi: 4.0\n", "unsupported version `openapi: 4`"],
  ])("is said plainly: %j", async (source, message) => {
    expect(await check({ "a.yaml": source })).toMatchObject([
      { code: "version-unsupported", message, hint: expect.stringContaining("OpenAPI 3.0, 3.1 and 3.2") },
    ]);
  });

  it("is reported with the supported versions", async () => {
    const hints = await Promise.all(
      [
        "openapi: 4.0.0\n",
        "asyncapi: 4.0.0\n",
        "$schema: http://json-schema.org/draft-04/schema#\n",
        "openapi: 4.1\n",
      ].map(async (source) => (await check({ "a.yaml": source }))[0]?.hint),
    );
    expect(hints).toEqual([
      "Supported: OpenAPI 3.0, 3.1 and 3.2.",
      "Supported: AsyncAPI 3.0 and 3.1.",
      "Supported: JSON Schema 2020-12, 2019-09, draft-07 and draft-06.",
      "Supported: OpenAPI 3.0, 3.1 and 3.2. Write all three numbers, such as `3.1.0`.",
    ]);
  });

  it.each([
    [
      "api.yaml",
      'swagger: "2.0"\n',
      "npx swagger2openapi api.yaml --outfile api.openapi.yaml --yaml --patch",
    ],
    [
      "my api.json",
      '{"swagger": "2.0"}',
      "npx swagger2openapi 'my api.json' --outfile 'my api.openapi.json' --patch",
    ],
    [
      "events.asyncapi.yaml",
      "asyncapi: 2.6.0\n",
      "npx -p @asyncapi/cli asyncapi convert events.asyncapi.yaml --target-version=3.0.0 --output=events-3.asyncapi.yaml",
    ],
  ])("is reported with the command that converts it: %s", async (file, source, command) => {
    const found = await check({ [file]: source });
    expect(found).toHaveLength(1);
    expect(found[0]?.hint).toBe(`Convert it, and use the result instead: ${command}`);
  });

  it.each([
    ["openapi: 3.0.4", "paths: {}"],
    ["openapi: 3.1.1", "paths: {}"],
    ["openapi: 3.2.0", "paths: {}"],
    ["asyncapi: 3.0.0", "channels: {}"],
    ["asyncapi: 3.1.0", "channels: {}"],
  ])("isn't reported for %s", async (version, rest) => {
    expect(await findings({ "a.yaml": `${version}\ninfo: {title: T, version: "1"}\n${rest}\n` })).toEqual([]);
  });
});

describe("a file name that implies a contract", () => {
  it.each([
    ["a.openapi.yaml", "info: {}\n", "1:1", "i"],
    ["a.asyncapi.json", '{"info": {}}', "1:1", "{"],
    ["a.schema.yaml", "", "1:1", ""],
    ["a.schema.json", "[1]", "1:1", "["],
    ["a.schema.yaml", "just text\n", "1:1", "just text"],
  ])("requires one: %s with %j", async (file, source, place, marked) => {
    expect(await findings({ [file]: source })).toEqual([
      { code: "not-a-contract", at: `${file}:${place}`, pointer: "", marked },
    ]);
  });

  it("or a version is needed for a file to be a contract", async () => {
    await expect(check({ "a.yaml": "type: string\n" })).rejects.toThrow(InputError);
  });
});

describe("files next to contracts", () => {
  const contract = { "a.schema.yaml": "type: string\n" };

  it.each([
    [
      "a configuration that names its own schema",
      "biome.json",
      '{"$schema": "https://biomejs.dev/schemas/2.0.0/schema.json", "x": 1}',
    ],
    ["a document with a version deeper down", "compose.yaml", "services:\n  openapi: {image: x}\n"],
    ["a file that isn't YAML", "chart.yaml", "{{ if .Values.x }}\na: [\n"],
    ["duplicate keys in other files", "data.json", '{"a": 1, "a": 2}'],
    ["files that aren't YAML or JSON", "openapi.txt", "openapi: 9"],
    ["hidden folders", ".cache/a.openapi.yaml", "openapi: 9"],
    ["packages", "node_modules/x/a.openapi.yaml", "openapi: 9"],
  ])("are ignored: %s", async (_, file, source) => {
    expect(await findings({ ...contract, [file]: source })).toEqual([]);
  });
});
