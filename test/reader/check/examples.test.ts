import { describe, expect, it } from "vitest";
import { check, findings, text } from "../../support/reader/check/findings.js";

const pet = {
  "pet.schema.yaml": text`
    type: object
    required: [name]
    unevaluatedProperties: false
    properties:
      name: {type: string}
      born: {type: string, format: date-time}
      died: {type: string, format: date-time}
    x-rules:
      - {rule: dies-later, later: [/died, /born], clause: §1, level: must, message: dies before birth}
  `,
};
const born = '"born": "2020-01-02T00:00:00Z"';
const invalid = (at: string, pointer: string, marked: string) => ({
  code: "example-invalid",
  at,
  pointer,
  marked,
});
const orphan = (at: string, pointer: string, marked: string) => ({
  code: "example-orphan",
  at,
  pointer,
  marked,
});

describe("an example file", () => {
  it("must be valid for the schema that its folder is named after", async () => {
    const files = {
      ...pet,
      "examples/pet/bad.json": `{\n  "name": 1,\n  "born": "2020-02-30T00:00:00Z"\n}\n`,
      "examples/pet/empty.yaml": "{}\n",
      "examples/pet/good.json": '{"name": "a"}',
      "examples/pet/rule.json": `{"name": "a", ${born}, "died": "2020-01-01T00:00:00Z"}`,
    };
    expect(await findings(files)).toEqual([
      invalid("examples/pet/bad.json:2:11", "/name", "1"),
      invalid("examples/pet/bad.json:3:11", "/born", '"2020-02-30T00:00:00Z"'),
      invalid("examples/pet/empty.yaml:1:1", "", "{"),
      invalid("examples/pet/rule.json:1:55", "/died", '"2020-01-01T00:00:00Z"'),
    ]);
    const found = await check(files);
    expect(found.map(({ message }) => message)).toEqual([
      "`name` is a number, not a string",
      "`born` isn't a date and time of RFC 3339",
      "the document lacks the required property `name`",
      "dies before birth",
    ]);
    expect(found[0]?.hint).toContain("must match the schema of `pet`");
  });

  it("must be valid for the payload of the event that its folder is named after", async () => {
    const source = text`
      asyncapi: 3.0.0
      info: {title: T, version: "1"}
      components:
        messages:
          A: {name: a.v1, payload: {type: object, properties: {a: {type: integer}}}}
          B: {payload: {type: boolean}}
    `;
    const found = await findings({
      "e.asyncapi.yaml": source,
      "examples/a.v1/x.json": '{"a": 1.5}',
      "examples/B/x.json": "1",
    });
    expect(found).toEqual([
      invalid("examples/B/x.json:1:1", "", "1"),
      invalid("examples/a.v1/x.json:1:7", "/a", "1.5"),
    ]);
  });

  it("needs a schema or event with the name of its folder", async () => {
    const files = { ...pet, "examples/cat/x.json": "{}" };
    expect(await findings(files)).toEqual([orphan("examples/cat/x.json:1:1", "", "{")]);
    const [found] = await check(files);
    expect(found?.hint).toContain("Name the folder after an event or a schema: pet");
  });

  it("gives a warning or nothing if configured so", async () => {
    const files = { ...pet, "examples/pet/bad.json": "{}" };
    expect((await check(files, "warn")).map(({ severity, code }) => [severity, code])).toEqual([
      ["warning", "example-invalid"],
    ]);
    expect(await check(files, "off")).toEqual([]);
  });
});

describe("a counterexample", () => {
  const cases = {
    ...pet,
    "counterexamples/pet/name.json": '{\n  "name": null\n}\n',
    "counterexamples/pet/more.json": '{"name": "a", "mane": "b"}',
    "counterexamples/pet/rule.json": `{"name": "a", ${born}, "died": "2020-01-01T00:00:00Z"}`,
  };
  const expected = text`
    name:
      - {pointer: /name, keyword: type, line: 2}
    more:
      - {pointer: "", keyword: unevaluatedProperties, property: mane, line: 1}
    rule:
      - {pointer: "", keyword: x-rules, rule: dies-later, line: 1}
  `;

  it("must cause exactly the expected errors", async () => {
    expect(await findings({ ...cases, "counterexamples/pet/expected.yaml": expected })).toEqual([]);
  });

  it.each([
    ["another line", "keyword: type, line: 2", "keyword: type, line: 1", "1:1", "name"],
    ["another keyword", "keyword: type", "keyword: enum", "1:1", "name"],
    ["another place", "pointer: /name", "pointer: /mane", "1:1", "name"],
    ["another property", "property: mane", "property: name", "3:1", "more"],
    ["another rule", "rule: dies-later", "rule: dies-sooner", "5:1", "rule"],
  ])("is reported for %s", async (_, from, to, place, name) => {
    const files = { ...cases, "counterexamples/pet/expected.yaml": expected.replace(from, to) };
    expect(await findings(files)).toEqual([
      invalid(`counterexamples/pet/expected.yaml:${place}`, `/${name}`, name),
    ]);
    const [found] = await check(files);
    expect(found?.message).toContain(`expected counterexamples/pet/${name}.json to fail with`);
  });

  it("is reported if it is valid", async () => {
    const files = {
      ...cases,
      "counterexamples/pet/name.json": '{"name": "a"}',
      "counterexamples/pet/expected.yaml": expected,
    };
    const [found] = await check(files);
    expect(found?.message).toBe(
      "expected counterexamples/pet/name.json to fail with type at /name on line 2, but got no error",
    );
  });

  it.each([
    ["is missing", expected.replace(/^more:\n.*\n/m, "")],
    ["is an empty list", expected.replace(/^more:\n.*\n/m, "more: []\n")],
    ["holds values that aren't errors", expected.replace(/^more:\n.*\n/m, "more: [type]\n")],
  ])("is reported if its expectation %s", async (_, table) => {
    const found = await findings({ ...cases, "counterexamples/pet/expected.yaml": table });
    expect(found).toContainEqual(orphan("counterexamples/pet/more.json:1:1", "", "{"));
  });

  it("is reported if there are no expectations", async () => {
    const found = await check({ ...pet, "counterexamples/pet/a.json": "{}" });
    expect(found.map(({ code, file }) => [code, file])).toEqual([
      ["example-orphan", "counterexamples/pet/a.json"],
    ]);
    expect(found[0]?.hint).toBe("Add `a` to counterexamples/pet/expected.yaml.");
  });

  it("is reported as missing if there is only an expectation", async () => {
    const table = `${expected}gone:\n  - {pointer: "", keyword: type, line: 1}\n`;
    expect(await findings({ ...cases, "counterexamples/pet/expected.yaml": table })).toEqual([
      orphan("counterexamples/pet/expected.yaml:7:1", "/gone", "gone"),
    ]);
  });

  it("needs a schema or an event", async () => {
    const found = await findings({
      ...pet,
      "counterexamples/cat/a.json": "{}",
      "counterexamples/cat/expected.yaml": 'a:\n  - {pointer: "", keyword: type, line: 1}\n',
    });
    expect(found).toEqual([orphan("counterexamples/cat/a.json:1:1", "", "{")]);
  });

  it("is reported only once if it can't be parsed", async () => {
    const found = await check({ ...cases, "counterexamples/pet/expected.yaml": "name: [\n" });
    expect(found.map(({ code }) => code)).toEqual(["yaml-syntax"]);
  });
});
