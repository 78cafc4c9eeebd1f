import { expect, test } from "vitest";
import { compareTexts, type Files } from "../../../support/commands/diff/compare-texts.js";

const schemaFile = (schema: string): Files => ({
  "a.schema.json": `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"a":${schema}}}`,
});
const openapi =
  (version: string) =>
  (schema: string): Files => ({
    "a.openapi.json": `{"openapi":"${version}","info":{"title":"T","version":"1"},
    "paths":{"/a":{"post":{"operationId":"a","requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}},"responses":{"204":{"description":"d"}}}}},
    "components":{"schemas":{"A":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/B"}}},"B":${schema}}}}`,
  });
const yaml = (schema: string): Files => ({
  "a.openapi.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a:
    post:
      operationId: a
      requestBody: { content: { application/json: { schema: ${schema.replaceAll('"', "").replaceAll(":", ": ")} } } }
      responses: { "204": { description: d } }
`,
});
const asyncapi = (schema: string): Files => ({
  "a.asyncapi.json": `{"asyncapi":"3.0.0","info":{"title":"T","version":"1"},
    "channels":{"c":{"address":"c","messages":{"m":{"name":"m","payload":${schema}}}}},
    "operations":{"send":{"action":"send","channel":{"$ref":"#/channels/c"}}}}`,
});
const draft07 = (schema: string): Files => ({
  "a.schema.json": `{"$schema":"http://json-schema.org/draft-07/schema#","items":[${schema}],"definitions":{"b":{"$ref":"#"}}}`,
});
const referring = (schema: string): Files => ({
  "a.schema.json":
    '{"$schema":"https://json-schema.org/draft/2020-12/schema","items":{"$ref":"b.schema.json#/$defs/b"}}',
  "b.schema.json": `{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{"b":${schema}}}`,
});
const contracts = {
  schemaFile,
  draft07,
  referring,
  "3.0": openapi("3.0.3"),
  "3.1": openapi("3.1.0"),
  "3.2": openapi("3.2.0"),
  yaml,
  asyncapi,
};

async function undecided(old: Files, current: Files): Promise<readonly string[]> {
  const findings = await compareTexts(old, current, "consumer", "provider");
  return findings.filter(({ code }) => code.endsWith("-undecided")).map(({ message }) => message);
}

const same = (a: string, b: string) =>
  `numbers are compared as doubles, for which ${a} and ${b} are the same number`;

test.each(Object.entries(contracts))(
  "numbers that no double tells apart are no silence: %s",
  async (_, of) => {
    const of1 = "9007199254740992";
    const of2 = "9007199254740993";
    for (const [keyword, written] of [
      ["const", (number: string) => number],
      ["enum", (number: string) => `[1,${number}]`],
      ["minimum", (number: string) => number],
      ["exclusiveMaximum", (number: string) => number],
      ["multipleOf", (number: string) => number],
    ] as const) {
      // OpenAPI 3.0 has other forms of these.
      if (of === contracts["3.0"] && /^(?:const|excl)/.test(keyword)) continue;
      const schema = (number: string) => of(`{"type":"integer","${keyword}":${written(number)}}`);
      for (const [a, b] of [
        [of1, of2],
        [of2, of1],
      ] as const) {
        const found = await undecided(schema(a), schema(b));
        expect(found, `${keyword} ${a} to ${b}`).not.toEqual([]);
        for (const message of found) expect(message).toContain(same(a, b));
      }
      for (const unchanged of [of2, `${of2}.0`])
        expect(await undecided(schema(of2), schema(unchanged))).toEqual([]);
    }
  },
);

test("numbers that doubles tell apart are decided", async () => {
  const most = (number: string) => schemaFile(`{"type":"integer","maximum":${number}}`);
  const findings = await compareTexts(most("9007199254740993"), most("9007199254740000"));
  expect(findings.map(({ code }) => code)).toEqual(["schema-narrowed"]);
});
