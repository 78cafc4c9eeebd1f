import { expect, test } from "vitest";
import type { ComparisonResult } from "../../../../commands/diff/comparison.js";
import { jsonReport } from "../../../../commands/diff/report/format-comparison.js";
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

/** Keywords that compare numbers, and how the value of each is written. */
const keywords = [
  ["const", (number: string) => number],
  ["enum", (number: string) => `[1,${number}]`],
  ["minimum", (number: string) => number],
  ["exclusiveMaximum", (number: string) => number],
  ["multipleOf", (number: string) => number],
] as const;

const both = ["schema-narrowed", "schema-widened"];

/** What a greater number does, and a smaller one: a greater minimum narrows, a greater maximum widens, anything else does both. */
const changes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  minimum: [["schema-narrowed"], ["schema-widened"]],
  exclusiveMaximum: [["schema-widened"], ["schema-narrowed"]],
};

test.each(Object.entries(contracts))(
  "numbers that no double tells apart are decided: %s",
  async (name, of) => {
    const [of1, of2] = ["9007199254740992", "9007199254740993"];
    for (const [keyword, written] of keywords) {
      // OpenAPI 3.0 has other forms of these.
      if (name === "3.0" && /^(?:const|excl)/.test(keyword)) continue;
      const schema = (number: string) => of(`{"type":"integer","${keyword}":${written(number)}}`);
      const found = async (a: string, b: string) =>
        (await compareTexts(schema(a), schema(b), "consumer", "provider")).map(({ code }) => code);
      const [up, down] = changes[keyword] ?? [both, both];
      expect(new Set(await found(of1, of2)), `${keyword} ${of1} to ${of2}`).toEqual(new Set(up));
      expect(new Set(await found(of2, of1)), `${keyword} ${of2} to ${of1}`).toEqual(new Set(down));
      expect(await found(of2, `${of2}.0`)).toEqual([]);
    }
  },
);

/** Two schemas, whether consumers may receive more with the second one, and a witness that shows it. */
const answers = [
  [
    "a bound that excludes itself",
    "3.0.3",
    bound(9007199254740993n),
    bound(9007199254740994n),
    "9007199254740993",
  ],
  [
    "a list beside null",
    "3.0.3",
    '{"type":"integer","enum":[9007199254740993],"nullable":true}',
    '{"type":"integer","enum":[9007199254740995],"nullable":true}',
    "9007199254740995",
  ],
  ["a number beyond every double", "3.1.0", '{"maximum":1e400}', '{"maximum":1e401}', "1"],
  [
    "an integer format",
    "3.1.0",
    '{"type":"integer","maximum":9223372036854775806}',
    '{"type":"integer","format":"int64"}',
    "9223372036854775807",
  ],
  [
    "a step",
    "3.1.0",
    '{"multipleOf":0.12345678901234567891}',
    '{"multipleOf":0.12345678901234567892}',
    "0.1",
  ],
] as const;

function bound(most: bigint): string {
  return `{"type":"integer","maximum":${most},"exclusiveMaximum":true,"nullable":true}`;
}

test.each(answers)(
  "%s is decided, with all digits of the witness",
  async (_, version, old, current, witness) => {
    // A member that requests lack makes a copy of each schema.
    const answer = (schema: string): Files => ({
      "a.openapi.json": `{"openapi":"${version}","info":{"title":"T","version":"1"},"paths":{"/a":{"get":{"operationId":"a","responses":{
      "200":{"description":"d","content":{"application/json":{"schema":{"type":"object","required":["w"],"properties":{"w":{"type":"string","writeOnly":true},"a":${schema}}}}}}}}}}}`,
    });
    const findings = await compareTexts(answer(old), answer(current), "consumer");
    expect(findings.map(({ code }) => code)).toContain("schema-widened");
    const shown = jsonReport({ findings, summary: {} } as unknown as ComparisonResult, "0");
    expect(shown).toContain(`"a": ${witness}`);
  },
);
