import { afterAll, describe, expect, test } from "vitest";
import { encrypt } from "../../runtime/webhook/wire/encryption.js";
import { item, protocol } from "./stand-in.js";
import { createWorkspace, places } from "./workspace.js";

const workspace = createWorkspace();
afterAll(() => workspace.remove());

async function check(name: string, value: unknown, args: readonly string[] = [], env = {}) {
  workspace.write({ [name]: typeof value === "string" ? value : JSON.stringify(value) });
  return workspace.findings([name, ...args], { env });
}

function seal(value: unknown, encryptKey: string): string {
  const body = Buffer.from(JSON.stringify(value));
  return Buffer.from(
    encrypt({ protocol, encryptKey, body, random: (size) => new Uint8Array(size).fill(7) }),
  ).toString("utf8");
}

describe("what a document is", () => {
  test("an event is told by its discriminator", async () => {
    expect(await check("a.json", item("1"))).toEqual([]);
    expect(places(await check("a.json", { id: 5, kind: "item.changed" }))).toEqual(["1:7 type /id"]);
  });

  test("a delivered body is the event without its token, even in strict reading", async () => {
    expect(await check("a.json", { ticket: "t", ...item("1") }, ["--strict"])).toEqual([]);
    const [finding] = await check("a.json", { ticket: "t", ...item("1"), extra: 1 }, ["--strict"]);
    expect(finding?.message).toContain("`extra`");
  });

  test("a delivered body without a type says what it lacks", async () => {
    const [finding] = await check("a.json", { ticket: "t", id: "1" });
    expect(finding).toMatchObject({ code: "unknown-document", line: 1, column: 1 });
    expect(finding?.message).toContain("`kind`");
  });

  test("an event of unknown type is a finding at its type", async () => {
    expect(places(await check("a.json", '{\n  "kind": "other"\n}'))).toEqual([
      "2:11 unknown-event-type /kind",
    ]);
  });

  test("an event of unknown type is taken for the subject that its folder names", async () => {
    expect(places(await check("item.changed/a.json", { kind: "other" }))).toEqual(["1:1 required"]);
  });

  test("a document is told by its properties", async () => {
    const [finding] = await check("a.json", { number: 1, paid: "yes" });
    expect(finding).toMatchObject({ code: "type", pointer: "/paid", level: "warning" });
  });

  test("a document is told by its folder where nothing else tells", async () => {
    expect(await check("colour/a.json", '"red"')).toEqual([]);
    expect(places(await check("colour/a.json", '"green"'))).toEqual(["1:1 enum"]);
  });

  test("an event in a folder of another name stays an event", async () => {
    expect(await check("colour/b.json", item("1"))).toEqual([]);
  });

  test("below examples/ and counterexamples/ the folder decides, as in `generate`", async () => {
    for (const root of ["examples", "counterexamples"]) {
      expect(places(await check(`${root}/colour/b.json`, item("1")))).toEqual(["1:1 enum"]);
    }
  });

  test.each([["[]"], ["{}"], ["null"], ['"text"'], ['{ "constructor": 1, "__proto__": 2 }']])(
    "%s is a finding, not passed over",
    async (text) => {
      expect(places(await check("a.json", text))).toEqual(["1:1 unknown-document"]);
    },
  );

  test("a folder named like a property of every object names no subject", async () => {
    expect(places(await check("constructor/a.json", "1"))).toEqual(["1:1 unknown-document"]);
  });
});

describe("--as", () => {
  test("takes a document for a subject", async () => {
    expect(await check("a.json", '"blue"', ["--as", "colour"])).toEqual([]);
    expect(places(await check("a.json", item("1"), ["--as", "colour"]))).toEqual(["1:1 enum"]);
  });

  test("takes a document for an event of a set", async () => {
    expect(await check("colour/a.json", item("1"), ["--as", "items"])).toEqual([]);
    expect(places(await check("a.json", '"blue"', ["--as", "items"]))).toEqual(["1:1 unknown-document"]);
  });

  test("an unknown name is an error of use that names others", async () => {
    workspace.write({ "a.json": "1" });
    const { code, err } = await workspace.run(["a.json", "--as", "color"]);
    expect(code).toBe(2);
    expect(err).toContain("colour");
  });
});

describe("encrypted bodies", () => {
  const env = { WEBHOOK_ENCRYPT_KEY: "key of the test" };

  test("are opened with the key; findings lead into what they hide and stand at the outer property", async () => {
    expect(
      await check("a.json", seal({ ticket: "t", ...item("1") }, env.WEBHOOK_ENCRYPT_KEY), [], env),
    ).toEqual([]);
    const text = seal({ ...item("1"), count: "x" }, env.WEBHOOK_ENCRYPT_KEY);
    const [finding, ...rest] = await check("a.json", text, [], env);
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({
      code: "type",
      pointer: "/count",
      line: 1,
      column: text.indexOf(":") + 2,
    });
    expect(finding?.message).toMatch(/^in the decrypted body: /);
  });

  test("an unknown event in one is a finding", async () => {
    const findings = await check("a.json", seal({ kind: "other" }, env.WEBHOOK_ENCRYPT_KEY), [], env);
    expect(findings.map(({ code }) => code)).toEqual(["unknown-event-type"]);
  });

  test("a key that doesn't fit is a finding", async () => {
    const findings = await check("a.json", seal(item("1"), "another key"), [], env);
    expect(findings.map(({ code }) => code)).toEqual(["decryption-failed"]);
  });

  test("without a key they are a finding that says what to do", async () => {
    const [finding] = await check("a.json", seal(item("1"), "any"));
    expect(finding?.message).toContain("WEBHOOK_ENCRYPT_KEY");
  });
});

describe("--schema", () => {
  const schema = {
    type: "object",
    properties: { when: { type: "string", format: "date-time" } },
    required: ["when"],
  };

  test("checks against any schema, without generated validators", async () => {
    const bare = createWorkspace(
      {
        "draft7.json": JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", ...schema }),
        "new.yaml": "properties: { part: { $ref: ./draft.json } }\n",
        "draft.json": JSON.stringify(schema),
        "named.json":
          '{ "$id": "https://example.com/named.json", "properties": { "part": { "$ref": "draft.json" } } }',
        "lines.ndjson": '{"when":"2026-01-01T00:00:00Z"}\n{"when":"2026-01-01"}\n{}\n',
        "part.json": '{ "part": {} }',
      },
      { generated: false },
    );
    const flat = await bare.findings(["lines.ndjson", "--schema", "draft7.json"]);
    expect(places(flat)).toEqual(["2:9 format /when", "3:1 required"]);
    expect(places(await bare.findings(["part.json", "--schema", "new.yaml"]))).toEqual([
      "1:11 required /part",
    ]);
    bare.remove();
  });

  test.each([
    ["missing.json", undefined, "cannot read the schema"],
    ["broken.json", "{", "not valid JSON"],
    ["list.json", "[]", "schema-invalid"],
    ["bad.json", '{ "type": "nothing" }', "schema-invalid"],
    ["old.json", '{ "$schema": "http://json-schema.org/draft-04/schema#" }', "draft-04"],
    ["far.json", '{ "$ref": "https://example.com/schema.json" }', "https://example.com/schema.json"],
  ])("%s can't be used: exit 2", async (name, content, message) => {
    if (content !== undefined) workspace.write({ [name]: content });
    workspace.write({ "a.json": "{}" });
    const { code, err } = await workspace.run(["a.json", "--schema", name]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe("which validators", () => {
  test("a folder without a catalog is an error of use", async () => {
    workspace.write({ "other/readme.txt": "", "a.json": "{}" });
    const { code, err } = await workspace.run(["a.json", "--validators", "other"]);
    expect(code).toBe(2);
    expect(err).toContain("validators/catalog.js");
  });

  test("the configuration's out is used before ./generated", async () => {
    const configured = createWorkspace({
      "oipkit.config.yaml": "out: sdk\n",
      "a.json": JSON.stringify(item("1")),
    });
    const missing = await configured.run(["a.json"]);
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.err).toContain("sdk");
    expect((await configured.run(["a.json", "--validators", "generated"])).code).toBe(0);
    configured.remove();
  });
});
