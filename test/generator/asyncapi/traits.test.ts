import { describe, expect, it } from "vitest";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";
import { check } from "../../support/reader/check/findings.js";

const info = { title: "Things", version: "1.0.0" };
const payload = { type: "object", properties: { a: { type: "string" } } };

describe("message traits", () => {
  it("apply in their order, and the message itself wins", async () => {
    const document = {
      asyncapi: "3.0.0",
      info,
      channels: {
        a: {
          messages: {
            thing: {
              summary: "of the message",
              traits: [
                { title: "first", summary: "first", description: "described by the first" },
                { $ref: "traits.yaml#/second" },
              ],
              payload,
            },
          },
        },
      },
    };
    const files = await generateFrom(
      [
        await contractFolder({
          "things.asyncapi.json": document,
          "traits.yaml":
            "second: { title: second, summary: second, headers: { $ref: '#/headers' } }\nheaders: { type: object }\n",
        }),
      ],
      { only: ["types"] },
    );
    const types = files.get("things/types.ts") ?? "";
    expect(types).toContain(" * second\n *\n * of the message\n *\n * described by the first");
  });

  it("give a message examples, which are checked against its payload", async () => {
    const document = {
      asyncapi: "3.0.0",
      info,
      channels: { a: { messages: { thing: { traits: [{ examples: [{ payload: { a: 1 } }] }], payload } } } },
    };
    const found = await check({ "things.asyncapi.json": JSON.stringify(document) });
    expect(found.map(({ code }) => code)).toEqual(["example-invalid"]);
  });
});

describe("messages of the same name, without a protocol", () => {
  it("are a warning, and each has a type and a validator", async () => {
    const message = { name: "Same", payload };
    const document = {
      asyncapi: "3.0.0",
      info,
      channels: { a: { messages: { entry: message } }, b: { messages: { entry: message } } },
    };
    const contract = { "things.asyncapi.json": document };
    const found = await check({ "things.asyncapi.json": JSON.stringify(document) });
    expect(found.map(({ severity, code }) => `${severity} ${code}`)).toEqual(["warning event-duplicate"]);
    const files = await generateFrom([await contractFolder(contract)], { only: ["types", "validators"] });
    expect(files.get("things/types.ts")).toMatch(/\| Entry\n {2}\| Entry2;/);
    const catalog = files.get("validators/catalog.ts") ?? "";
    expect(catalog).toMatch(/Entry: \{ load: \(\) => import\("\.\/entry\.js"\)/);
    expect(catalog).toMatch(/Entry2: \{ load: \(\) => import\("\.\/entry2\.js"\)/);
  });
});
