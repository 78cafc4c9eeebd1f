import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../../../support/commands/validate/workspace.js";

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace.remove());

async function judge(schema: string, document: string): Promise<readonly string[]> {
  workspace.write({ "s.json": schema, "s.yaml": schema, "d.json": document });
  const found = await workspace.findings(["--schema", "s.json", "d.json"]);
  expect(await workspace.findings(["--schema", "s.yaml", "d.json"])).toEqual(
    found.map((each) => ({
      ...each,
      schemaPointer: each.schemaPointer?.replace("s.json", "s.yaml"),
    })),
  );
  return found.map(({ message }) => message);
}

test.each([
  ['{"type":"number"}', "1e400"],
  ['{"type":"number"}', "-1e-400"],
  ['{"type":"integer"}', "1.0"],
  ['{"type":"integer"}', "1e2"],
  ['{"type":"integer"}', "1e400"],
  ['{"type":"integer"}', "12345678901234567890"],
  ['{"maximum":9007199254740993}', "9007199254740993"],
  ['{"minimum":1e400}', "1e401"],
  ['{"exclusiveMinimum":0}', "1e-400"],
  ['{"uniqueItems":true}', "[9007199254740993,9007199254740992]"],
  ['{"uniqueItems":true}', '[{"id":9007199254740993},{"id":9007199254740992}]'],
  ['{"uniqueItems":true}', '[9007199254740993,"9007199254740993"]'],
  ['{"const":12345678901234567890}', "1.234567890123456789e19"],
  ['{"const":{"a":[12345678901234567890]}}', '{"a":[12345678901234567890]}'],
  ['{"enum":[9007199254740993,9007199254740995]}', "9007199254740995"],
  ['{"multipleOf":0.3}', "900719925474099.3"],
  ['{"multipleOf":1e-400}', "1e400"],
  ['{"multipleOf":12345678901234567891}', "24691357802469135782"],
  ['{"not":{"multipleOf":0.3}}', "1000000000000001"],
  ['{"format":"int64"}', "9223372036854775807"],
  ['{"format":"int64"}', "-9223372036854775808"],
  ['{"format":"int32"}', "2147483647.000000000000000000"],
  ['{"format":"double"}', "1e-400"],
  ['{"properties":{"n":{"type":"object"}}}', '{"n":{"12345678901234567890":12345678901234567890}}'],
  ['{"required":["a"]}', "12345678901234567890"],
  ['{"maxProperties":0,"minItems":3}', "12345678901234567890"],
  ['{"anyOf":[{"type":"string"},{"const":12345678901234567891}]}', "12345678901234567891"],
  ['{"unevaluatedProperties":{"maximum":9007199254740993}}', '{"a":9007199254740993}'],
])("%s allows %s", async (schema, document) => {
  expect(await judge(schema, document)).toEqual([]);
});

test.each([
  ['{"type":"string"}', "1e400", "the document is a number, not a string"],
  ['{"type":"integer"}', "1e-400", "the document is a number, not an integer"],
  ['{"type":"integer"}', "12345678901234567890.5", "the document is a number, not an integer"],
  ['{"type":"object"}', "12345678901234567890", "the document is a number, not an object"],
  ['{"maximum":9007199254740993}', "9007199254740994", "the document is greater than 9007199254740993"],
  ['{"maximum":9007199254740992}', "9007199254740993", "the document is greater than 9007199254740992"],
  [
    '{"exclusiveMaximum":9007199254740993}',
    "9007199254740993",
    "the document isn't less than 9007199254740993",
  ],
  ['{"minimum":1e-400}', "0", "the document is less than 1e-400"],
  [
    '{"const":12345678901234567890}',
    "12345678901234567891",
    "the document is `12345678901234567891`; the contract allows only `12345678901234567890`",
  ],
  [
    '{"const":{"a":[12345678901234567890]}}',
    '{"a":[12345678901234567891]}',
    'the document isn\'t an allowed value; the contract allows only `{"a":[12345678901234567890]}`',
  ],
  [
    '{"enum":[9007199254740993,"x"]}',
    "9007199254740992",
    "the document is `9007199254740992`; the contract allows only `9007199254740993`, `x`",
  ],
  ['{"uniqueItems":true}', "[1e400,10e399]", "the document contains duplicate items"],
  ['{"multipleOf":0.3}', "1000000000000001", "the document isn't a multiple of 0.3"],
  ['{"multipleOf":0.07}', "100000000000001", "the document isn't a multiple of 0.07"],
  ['{"multipleOf":0.01}', "10000000000000.002", "the document isn't a multiple of 0.01"],
  ['{"multipleOf":3}', "1e999", "the document isn't a multiple of 3"],
  ['{"format":"int64"}', "-9223372036854775809", "the document isn't of the format `int64`"],
  ['{"format":"int64"}', "9223372036854775808", "the document isn't of the format `int64`"],
  ['{"format":"int32"}', "1.00000000000000000001", "the document isn't of the format `int32`"],
  ['{"format":"double"}', "1e400", "the document isn't of the format `double`"],
  ['{"format":"float"}', "1e400", "the document isn't of the format `float`"],
  ['{"format":"int64"}', "9223372036854776000", "the document isn't of the format `int64`"],
  ['{"format":"int64"}', "1e300", "the document isn't of the format `int64`"],
])("%s refuses %s", async (schema, document, message) => {
  expect(await judge(schema, document)).toEqual([message]);
});

test("a number in a string, or with zeros that say nothing, is no reason for another judge", async () => {
  expect(
    await judge(
      '{"properties":{"n":{"const":2.5},"s":{"const":"12345678901234567890"}}}',
      '{"n":2.500000000000000000000,"s":"12345678901234567890","t":"a: 1e400","h":"9e5001"}',
    ),
  ).toEqual([]);
});

test("lines are judged exactly, in every thread", async () => {
  const line = (last: number): string => `{"id":9007199254740${990 + last},"name":"${"x".repeat(200)}"}`;
  workspace.write({
    "s.json": '{"properties":{"id":{"enum":[9007199254740993,9007199254740991]}}}',
    "lines.ndjson": [...Array(9_000).keys()].map((at) => line(at % 5)).join("\n"),
  });
  const found = await workspace.findings(["--schema", "s.json", "--jobs", "2", "lines.ndjson"]);
  expect(found.length).toBe((9_000 / 5) * 3);
  expect(new Set(found.map(({ line }) => (line - 1) % 5))).toEqual(new Set([0, 2, 4]));
});

test("an exponent that is too long to be compared is a finding", async () => {
  workspace.write({
    "s.json": "{}",
    "d.json": `{"n": 1e${"9".repeat(2000)}}`,
    "t.json": `{"maximum": 1e${"9".repeat(2000)}}`,
    "t.yaml": `maximum: 1e${"9".repeat(2000)}`,
  });
  const [finding] = await workspace.findings(["--schema", "s.json", "d.json"]);
  expect(finding).toMatchObject({
    code: "too-long",
    column: 7,
    message: "this number is too long: its exponent may have at most 1000 digits",
  });
  for (const schema of ["t.json:1:13", "t.yaml:1:10"]) {
    const { code, err } = await workspace.run(["--schema", schema.split(":")[0] ?? "", "d.json"]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${schema}: this number is too long`)]);
  }
});

test("exponents of any size are compared without being expanded", async () => {
  const huge = "1e999999999999999999";
  expect(await judge(`{"maximum":${huge},"multipleOf":7}`, `${huge}0`)).toEqual([
    `the document is greater than ${huge}`,
    "the document isn't a multiple of 7",
  ]);
  expect(await judge(`{"minimum":-${huge},"type":"integer","multipleOf":2}`, huge)).toEqual([]);
});

test("a `multipleOf` that is too long to be compared is an error of the schema", async () => {
  workspace.write({ "s.json": `{"multipleOf": 1${"3".repeat(2000)}}`, "d.json": "12345678901234567890" });
  const { code, err } = await workspace.run(["--schema", "s.json", "d.json"]);
  expect([code, err]).toEqual([2, expect.stringContaining("at most 1000 can be compared")]);
});

test("a generated validator is given doubles, so that each rounded number is a warning", async () => {
  const event =
    '{"id":"1","kind":"item.changed","ticket":12345678901234567890,"count":1e400,"more":[1e-400,2]}';
  workspace.write({ "e.json": event, "colour/c.json": "12345678901234567890", "lines.ndjson": `${event}\n` });
  for (const file of ["e.json", "lines.ndjson"]) {
    const found = await workspace.findings([file]);
    expect(found.map(({ code, level, pointer }) => [code, level, pointer])).toEqual([
      ["number-rounded", "warning", "/count"],
      ["number-rounded", "warning", "/more/0"],
    ]);
    expect((await workspace.run([file])).code).toBe(0);
    expect((await workspace.run(["--strict", file])).code).toBe(1);
  }
  const colour = await workspace.findings(["colour/c.json"]);
  expect(colour.map(({ code, pointer }) => [code, pointer])).toEqual([
    ["enum", ""],
    ["number-rounded", ""],
  ]);
});

test("a rounded number can be in the baseline, and a secret one isn't shown", async () => {
  workspace.write({ "e.json": '{"id":"1","kind":"item.changed","pin":12345678901234567890}' });
  expect((await workspace.run(["--baseline", "b.json", "--write-baseline", "e.json"])).code).toBe(0);
  expect(await workspace.findings(["--baseline", "b.json", "e.json"])).toEqual([]);
  const { out } = await workspace.run(["e.json"]);
  expect(out).toMatch(/number-rounded/);
  expect(out).not.toMatch(/123456789/);
});

test("every format of numbers has an exact one", async () => {
  const { formatNames, findFormat } = await import("../../../../reader/validation/formats.js");
  const { exactFormat } = await import("../../../../reader/validation/exact-support.js");
  for (const name of formatNames) {
    const format = findFormat(name);
    expect(format && exactFormat(format)).toMatchObject({ name });
  }
});
