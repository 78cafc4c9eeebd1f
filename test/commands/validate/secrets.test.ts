import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { formats } from "../../../commands/report/reporter.js";
import { encrypt } from "../../../runtime/webhook/wire/encryption.js";
import { item, protocol } from "../../support/commands/validate/stand-in.js";
import { createWorkspace } from "../../support/commands/validate/workspace.js";

const workspace = createWorkspace();
afterAll(() => workspace.remove());

/** Long enough not to occur anywhere else. */
const secret = fc
  .string({ unit: fc.constantFrom(..."abcdefXYZ0189-_.~+/= ä€😀"), minLength: 6, maxLength: 40 })
  .map((text) => `q7${text}7q`);

const broken = fc.oneof(
  fc.constant((text: string) => text),
  fc.nat().map((at) => (text: string) => text.slice(0, at % text.length)),
  fc.tuple(fc.nat(), fc.constantFrom('"', "}", ",", "\\", "\n", "x")).map(([at, noise]) => (text: string) => {
    const place = at % text.length;
    return text.slice(0, place) + noise + text.slice(place);
  }),
);

const body = fc
  .record({
    name: fc.constantFrom("ticket", "pin"),
    value: secret,
    before: fc.boolean(),
    count: fc.constantFrom(1, "wrong"),
    id: fc.constantFrom("e1", 5, undefined),
    space: fc.constantFrom(undefined, 2),
    escaped: fc.boolean(),
    kind: fc.constantFrom("item.changed", "other", 7),
  })
  .map(({ name, value, before, count, id, space, escaped, kind }) => {
    const rest = { ...item("x"), id, count, kind };
    const event = before ? { [name]: value, ...rest } : { ...rest, [name]: value };
    const text = JSON.stringify(event, null, space);
    const written = escaped ? `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}` : name;
    return { value, written, text: text.replace(`"${name}"`, () => `"${written}"`) };
  });

test("no output contains the value of a secret property, whatever is wrong with the document", async () => {
  await fc.assert(
    fc.asyncProperty(
      body,
      broken,
      fc.constantFrom(...formats),
      fc.boolean(),
      async ({ value, written, text }, spoil, format, line) => {
        const name = line ? "a.ndjson" : "a.json";
        const spoiled = spoil(text);
        // If the name itself is damaged, the property isn't the secret one any more.
        fc.pre(spoiled.includes(`"${written}"`) || !spoiled.includes(value));
        workspace.write({
          [name]: spoiled,
          "schema.json": '{ "required": ["missing"], "properties": { "id": { "type": "null" } } }',
        });
        for (const args of [[], ["--strict", "--sequence"], ["--schema", "schema.json"]]) {
          const { out, err } = await workspace.run([name, "--format", format, ...args]);
          for (const shown of [out, err]) {
            expect(shown).not.toContain(value);
            expect(shown).not.toContain(JSON.stringify(value).slice(1, -1));
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("no output contains the Encrypt Key or the encrypted content", async () => {
  await fc.assert(
    fc.asyncProperty(
      body,
      secret,
      fc.boolean(),
      fc.constantFrom(...formats),
      async ({ value, text }, key, right, format) => {
        const sealed = encrypt({
          protocol,
          encryptKey: right ? key : `${key}!`,
          body: Buffer.from(text),
          random: (size) => new Uint8Array(size).fill(3),
        });
        workspace.write({ "a.json": sealed });
        const env = { WEBHOOK_ENCRYPT_KEY: key };
        const { out, err } = await workspace.run(["a.json", "--format", format, "--sequence"], { env });
        expect(out + err).not.toContain(key);
        expect(out + err).not.toContain(value);
      },
    ),
    { numRuns: 150 },
  );
});

test("a fingerprint doesn't depend on the secret", async () => {
  const findings = async (token: string) => {
    workspace.write({ "a.ndjson": JSON.stringify({ ...item("1"), count: "x", ticket: token }) });
    return workspace.findings(["a.ndjson"]);
  };
  expect(await findings("first-secret")).toEqual(await findings("second"));
});
