import { afterAll, describe, expect, test } from "vitest";
import { encrypt } from "../../../runtime/webhook/wire/encryption.js";
import { item, protocol } from "../../support/commands/validate/stand-in.js";
import { createWorkspace, places } from "../../support/commands/validate/workspace.js";

const workspace = createWorkspace();
afterAll(() => workspace.remove());

async function check(name: string, value: unknown, args: readonly string[] = [], env = {}) {
  workspace.write({ [name]: typeof value === "string" ? value : JSON.stringify(value) });
  return workspace.findings([name, ...args], { env });
}

function seal(value: unknown, encryptKey: string, change = (plain: string) => plain): string {
  const body = Buffer.from(change(JSON.stringify(value)));
  return Buffer.from(
    encrypt({ protocol, encryptKey, body, random: (size) => new Uint8Array(size).fill(7) }),
  ).toString("utf8");
}

describe("the schema of a document", () => {
  test("of an event follows from its discriminator", async () => {
    expect(await check("a.json", item("1"))).toEqual([]);
    expect(places(await check("a.json", { id: 5, kind: "item.changed" }))).toEqual(["1:7 type /id"]);
  });

  test("of a delivered body is that of the event without its token, also with --strict", async () => {
    expect(await check("a.json", { ticket: "t", ...item("1") }, ["--strict"])).toEqual([]);
    const [finding] = await check("a.json", { ticket: "t", ...item("1"), extra: 1 }, ["--strict"]);
    expect(finding?.message).toContain("`extra`");
  });

  test("of a delivered body without a type is unknown, and the finding names the missing property", async () => {
    const [finding] = await check("a.json", { ticket: "t", id: "1" });
    expect(finding).toMatchObject({ code: "unknown-document", line: 1, column: 1 });
    expect(finding?.message).toContain("`kind`");
  });

  test("of an event of unknown type is reported at the type", async () => {
    expect(places(await check("a.json", '{\n  "kind": "other"\n}'))).toEqual([
      "2:11 unknown-event-type /kind",
    ]);
  });

  test("of an event of unknown type follows from its folder's name", async () => {
    expect(places(await check("item.changed/a.json", { kind: "other" }))).toEqual(["1:1 required"]);
  });

  test("follows from the document's properties", async () => {
    const [finding] = await check("a.json", { number: 1, paid: "yes" });
    expect(finding).toMatchObject({ code: "type", pointer: "/paid", level: "warning" });
  });

  test("follows from the folder's name if nothing else identifies it", async () => {
    expect(await check("colour/a.json", '"red"')).toEqual([]);
    expect(places(await check("colour/a.json", '"green"'))).toEqual(["1:1 enum"]);
  });

  test("of an event follows from its discriminator, even in a folder with another name", async () => {
    expect(await check("colour/b.json", item("1"))).toEqual([]);
  });

  test("follows from the folder below examples/ and counterexamples/, as in `generate`", async () => {
    for (const root of ["examples", "counterexamples"]) {
      expect(places(await check(`${root}/colour/b.json`, item("1")))).toEqual(["1:1 enum"]);
    }
  });

  test.each([["[]"], ["{}"], ["null"], ['"text"'], ['{ "constructor": 1, "__proto__": 2 }']])(
    "is unknown for %s, which is a finding",
    async (text) => {
      expect(places(await check("a.json", text))).toEqual(["1:1 unknown-document"]);
    },
  );

  test("isn't taken from a folder named like an inherited property", async () => {
    expect(places(await check("constructor/a.json", "1"))).toEqual(["1:1 unknown-document"]);
  });
});

describe("--as", () => {
  test("checks a document against a schema", async () => {
    expect(await check("a.json", '"blue"', ["--as", "colour"])).toEqual([]);
    expect(places(await check("a.json", item("1"), ["--as", "colour"]))).toEqual(["1:1 enum"]);
  });

  test("checks a document against an event of a set", async () => {
    expect(await check("colour/a.json", item("1"), ["--as", "items"])).toEqual([]);
    expect(places(await check("a.json", '"blue"', ["--as", "items"]))).toEqual(["1:1 unknown-document"]);
  });

  test("refuses an unknown name and suggests others", async () => {
    workspace.write({ "a.json": "1" });
    const { code, err } = await workspace.run(["a.json", "--as", "color"]);
    expect(code).toBe(2);
    expect(err).toContain("colour");
  });
});

describe("encrypted bodies", () => {
  const env = { WEBHOOK_ENCRYPT_KEY: "key of the test" };

  test("are decrypted with the key; a finding has the pointer in the event and the place of the outer property", async () => {
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

  test("have numbers with all their digits", async () => {
    const sealed = (text: string) =>
      seal({ ...item("1"), text: "digits" }, env.WEBHOOK_ENCRYPT_KEY, (plain) =>
        plain.replace('"digits"', text),
      );
    const [finding, ...rest] = await check("a.json", sealed("[9007199254740993]"), [], env);
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ code: "number-rounded", level: "warning", pointer: "/text/0" });
    const long = `[1e${"9".repeat(1001)}]`;
    expect((await check("a.json", sealed(long), [], env)).map(({ code }) => code)).toEqual(["too-long"]);
    const two = ["9007199254740993", "9007199254740992"].map((digits) => sealed(`[${digits}]`)).join("\n");
    const codes = (await check("a.ndjson", two, ["--sequence"], env)).map(({ code }) => code);
    expect(codes).toContain("event-id-conflict");
  });

  test("give a finding for an unknown event", async () => {
    const findings = await check("a.json", seal({ kind: "other" }, env.WEBHOOK_ENCRYPT_KEY), [], env);
    expect(findings.map(({ code }) => code)).toEqual(["unknown-event-type"]);
  });

  test("give a finding if the key is wrong", async () => {
    const findings = await check("a.json", seal(item("1"), "another key"), [], env);
    expect(findings.map(({ code }) => code)).toEqual(["decryption-failed"]);
  });

  test("give a finding without a key that says what to do", async () => {
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

  test("checks against any schema without generated validators", async () => {
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
  ])("exits with 2 for the unusable schema %s", async (name, content, message) => {
    if (content !== undefined) workspace.write({ [name]: content });
    workspace.write({ "a.json": "{}" });
    const { code, err } = await workspace.run(["a.json", "--schema", name]);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe("the folder of the validators", () => {
  test("must have a catalog", async () => {
    workspace.write({ "other/readme.txt": "", "a.json": "{}" });
    const { code, err } = await workspace.run(["a.json", "--validators", "other"]);
    expect(code).toBe(2);
    expect(err).toContain("has no validators");
  });

  test("is the configuration's `out`, by default ./generated", async () => {
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
