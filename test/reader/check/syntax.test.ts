import { describe, expect, it } from "vitest";
import { check, findings, text } from "../../support/reader/check/findings.js";

const yaml = "a.openapi.yaml";
const json = "a.openapi.json";

describe("YAML", () => {
  it("reports the place where the text stops being YAML", async () => {
    const source = text`
      openapi: 3.1.0
      info: {title: T, version: "1"}
      paths: {}
      tags: [a, b
    `;
    expect(await findings({ [yaml]: source })).toEqual([
      { code: "yaml-syntax", at: "a.openapi.yaml:4:12", pointer: undefined, marked: "" },
    ]);
  });

  it("refuses tabs as indentation", async () => {
    expect(await findings({ [yaml]: "openapi: 3.1.0\npaths:\n\t/a: {}\n" })).toEqual([
      { code: "yaml-syntax", at: "a.openapi.yaml:3:1", pointer: undefined, marked: " " },
    ]);
  });

  it("reports every error in every file, ordered by file and line", async () => {
    const found = await findings({
      "b.schema.yaml": "type: *none\ntitle: *nothing\n",
      "a.schema.yaml": "type: *none\n",
    });
    expect(found.map(({ at }) => at)).toEqual([
      "a.schema.yaml:1:7",
      "b.schema.yaml:1:7",
      "b.schema.yaml:2:8",
    ]);
  });

  it.each([
    ["an alias without an anchor", "const: 1\ndefault: *x\n", "2:10", "*x"],
    ["an alias before its anchor", "const: *x\ndefault: &x 1\n", "1:8", "*x"],
    ["an alias to its own ancestor", "properties: &x\n  a: *x\n", "2:6", "*x"],
    ["infinity", "maximum: .inf\n", "1:10", ".inf"],
    ["bytes", "const: !!binary aGk=\n", "1:17", "aGk="],
    ["a set", "enum: !!set {a, b}\n", "1:13", "{"],
    ["a custom tag", "const: !mine a\n", "1:8", "!mine"],
    ["a second document", "type: string\n---\ntype: number\n", "2:1", "---"],
    ["a key that is a list", "? [a, b]\n: 1\n", "1:3", "["],
  ])("refuses %s, because a contract must be JSON data", async (_, source, place, marked) => {
    expect(await findings({ "a.schema.yaml": source })).toEqual([
      { code: "yaml-syntax", at: `a.schema.yaml:${place}`, pointer: undefined, marked },
    ]);
  });

  it("refuses aliases with excessive expansion", async () => {
    const levels = ["a", "b", "c", "d", "e", "f"].map((name, index, all) =>
      index === 0
        ? `a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]`
        : `${name}: &${name} [${Array(10)
            .fill(`*${all[index - 1]}`)
            .join(", ")}]`,
    );
    const found = await check({
      "a.schema.yaml": `examples:\n${levels.map((line) => `  - ${line}\n`).join("")}`,
    });
    expect(found.map(({ code, message }) => [code, message])).toEqual([
      ["too-large", expect.stringMatching(/^with its aliases replaced, the document has \d+ characters/)],
    ]);
  });

  it("accepts an anchor that is used more than a hundred times", async () => {
    const uses = Array.from({ length: 150 }, (_, index) => `  p${index}: *text\n`).join("");
    expect(
      await findings({
        "a.schema.yaml": `type: object\n$defs:\n  t: &text {type: string}\nproperties:\n${uses}`,
      }),
    ).toEqual([]);
  });
});

describe("JSON", () => {
  it.each([
    ["a trailing comma", '{\n  "openapi": "3.1.0",\n}\n', "3:1", "}"],
    ["a missing comma", '{\n  "openapi": "3.1.0"\n  "info": {}\n}\n', "3:3", '"info"'],
    ["a comment", '{\n  // note\n  "openapi": "3.1.0"\n}\n', "2:3", "// note"],
    ["a truncated document", '{\n  "openapi": "3.1.0"\n\n', "2:21", ""],
    ["nothing", "", "1:1", ""],
    ["single quotes", "{'openapi': '3.1.0'}", "1:2", "'openapi'"],
  ])("reports the place of %s", async (_, source, place, marked) => {
    const [first] = await findings({ [json]: source });
    expect(first).toEqual({ code: "json-syntax", at: `a.openapi.json:${place}`, pointer: undefined, marked });
  });

  it("counts columns after a byte order mark as in the file", async () => {
    const [first] = await findings({ [json]: '\ufeff{"openapi": 3.1.0}' });
    expect(first).toMatchObject({ code: "json-syntax", at: "a.openapi.json:1:17" });
  });
});

describe("duplicate keys", () => {
  const duplicate = (at: string, pointer: string, marked: string) => ({
    code: "duplicate-key",
    at,
    pointer,
    marked,
  });

  it.each([
    ["at the root", "openapi: 3.1.0\ninfo: {}\ninfo: {}\n", "3:1", "/info", "info"],
    ["in a nested map", "paths:\n  /a:\n    get: {}\n    get: {}\n", "4:5", "/paths/~1a/get", "get"],
    ["in a list", "tags:\n  - name: a\n  - name: b\n    name: c\n", "4:5", "/tags/1/name", "name"],
    ["on one line", "info: {title: a, title: b}\n", "1:18", "/info/title", "title"],
    ["with and without quotes", "info: {title: a, 'title': b}\n", "1:18", "/info/title", "'title'"],
  ])("are reported in YAML %s", async (_, source, place, pointer, marked) => {
    expect(await findings({ [yaml]: source })).toEqual([duplicate(`${yaml}:${place}`, pointer, marked)]);
  });

  it.each([
    ["at the root", '{\n  "info": {},\n  "info": {}\n}', "3:3", "/info", '"info"'],
    ["in a nested object", '{"paths": {"/a": {"get": 1, "get": 2}}}', "1:29", "/paths/~1a/get", '"get"'],
    ["in a list", '{"tags": [{}, {"name": 1,\n "name": 2}]}', "2:2", "/tags/1/name", '"name"'],
    ["after an escaped quote", '{"a": "\\"", "b": 1, "b": 2}', "1:21", "/b", '"b"'],
    ["after a backslash at the end", '{"a": "\\\\", "b": 1, "b": 2}', "1:21", "/b", '"b"'],
    ["after colons in a string", '{"a": "\\\\\\":{\\"b\\":", "b": 1, "b": 2}', "1:31", "/b", '"b"'],
    ["written in two ways", '{"a": 1, "\\u0061": 2}', "1:10", "/a", '"\\u0061"'],
    ["named __proto__", '{"__proto__": 1, "__proto__": 2}', "1:18", "/__proto__", '"__proto__"'],
  ])("are reported in JSON %s", async (_, source, place, pointer, marked) => {
    expect(await findings({ [json]: source })).toEqual([duplicate(`${json}:${place}`, pointer, marked)]);
  });

  it("are reported with a hint", async () => {
    const [found] = await check({ [json]: '{"a": 1, "a": 2}' });
    expect(found?.hint).toContain("Remove one of the two");
  });

  it("are reported in a file that is only referenced", async () => {
    const found = await findings({
      "a.schema.yaml": "type: object\nproperties:\n  a: {$ref: ./part.yaml}\n",
      "part.yaml": "type: string\ntype: number\n",
    });
    expect(found).toEqual([duplicate("part.yaml:2:1", "/type", "type")]);
  });

  it("aren't reported in JSON text inside a string", async () => {
    expect(await findings({ "a.schema.json": '{"default": "{\\"a\\":1,\\"a\\":2}"}' })).toEqual([]);
  });
});
