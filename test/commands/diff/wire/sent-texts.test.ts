import { describe, expect, it } from "vitest";
import type { ChangeFinding, Party } from "../../../../commands/diff/comparison.js";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";
import { type Schema, type Sending, sendingContract } from "../../../support/commands/diff/sent-requests.js";

const query: Sending = { where: "query" };
const commas: Sending = { where: "query", explode: false };
const header: Sending = { where: "header" };
const deep: Sending = { where: "query", style: "deepObject", explode: true };
const form: Sending = { where: "form" };

const integer: Schema = { type: "integer" };
const text: Schema = { type: "string" };
const list = (items: Schema, limits: Schema = {}): Schema => ({ type: "array", items, ...limits });
const record = (p: Schema): Schema => ({ type: "object", properties: { p } });

async function findings(how: Sending, [old, current]: readonly [Schema, Schema], openapi = "3.1.0") {
  const [before, after] = [old, current].map((schema) => sendingContract(how, schema, openapi));
  const all = await compareTexts({ "a.openapi.json": before }, { "a.openapi.json": after });
  return all.filter(({ verdict }) => verdict !== "compatible");
}

const shown = ({ verdict, witness }: ChangeFinding) => witness?.sent ?? verdict;

describe("what is sent", () => {
  it.each<[Sending, Schema, Schema, readonly string[]]>([
    // A plain value is a list of one.
    [query, integer, list(integer), []],
    [query, list(integer), integer, ["x=0&x=0"]],
    [query, list(text, { maxItems: 1 }), text, []],
    [commas, integer, list(integer), []],
    [commas, list(integer), text, []],
    [commas, list(integer), integer, ["x=0,0"]],
    [header, text, list(text), []],
    [header, text, list(text, { maxItems: 1 }), ["x: ,"]],
    [header, list(text), text, []],
    [{ where: "path" }, list(integer), { type: "string", maxLength: 3 }, ["1012"]],
    // Items and members, each in its place.
    [query, list(integer), list(text), []],
    [commas, list(text), list(integer), ["x=,"]],
    [query, list(text, { minItems: 2 }), list({ type: "boolean" }), ["x=&x="]],
    [deep, record(integer), record(text), []],
    [deep, record(text), record(integer), ["x%5Bp%5D="]],
    [query, record(integer), record(text), []],
    [header, record(integer), record(text), []],
    [form, integer, text, []],
    [form, text, integer, ["x="]],
    [{ where: "multipart" }, list(integer), list(text), []],
    [{ where: "multipart" }, list(text), list(integer), ["x: "]],
    // An object in a form is JSON.
    [form, record(integer), record(text), ["x=%7B%22p%22%3A0%7D"]],
    [{ where: "form", style: "form", explode: true }, record(integer), record(text), []],
    // An empty list isn't sent, and neither is null.
    [query, list(integer), list(integer, { minItems: 1 }), []],
    [query, list({ type: ["integer", "null"] }), list(text), []],
    [query, { type: ["string", "null"] }, text, []],
    // Combined schemas.
    [query, { anyOf: [integer, { type: "boolean" }] }, text, []],
    [query, { allOf: [integer, { minimum: 1 }] }, { allOf: [text, { minLength: 1 }] }, []],
    [query, text, { type: "string", not: integer }, []],
    [query, integer, { type: "string", not: { enum: ["7"] } }, ["x=7"]],
    [query, { oneOf: [integer, text] }, text, []],
    // Numbers with limits.
    [query, { type: "integer", minimum: 0 }, text, []],
    [query, { type: "integer", minimum: 0, maximum: 99 }, { type: "string", pattern: "^[0-9]{1,2}$" }, []],
    [query, { type: "integer", minimum: -1 }, { type: "string", pattern: "^[0-9]+$" }, ["x=-1"]],
    [query, text, { type: "integer", minimum: 0 }, ["x="]],
    [query, { type: "string", pattern: "^[1-9]$" }, { type: "integer", maximum: 9 }, []],
    [query, { type: "string", pattern: "^[1-9]$" }, { type: "integer", maximum: 8 }, ["x=9"]],
    [query, { type: "string", pattern: "^[0-9][.]00$" }, { type: "number" }, []],
    [query, { type: "number", multipleOf: 0.01 }, text, []],
    [query, { enum: ["1", "2"] }, { type: "number", multipleOf: 0.5 }, ["undecided"]],
  ])("%j: %j may become %j, or breaks with %j", async (how, old, current, expected) => {
    expect((await findings(how, [old, current])).map(shown)).toEqual(expected);
  });

  it("knows `nullable` of OpenAPI 3.0", async () => {
    expect(await findings(query, [{ type: "integer", nullable: true }, text], "3.0.3")).toEqual([]);
  });

  it("says what is wrong with a text, where it is", async () => {
    const [finding] = await findings(query, [{ enum: ["0", "5"] }, { type: "integer", minimum: 1 }]);
    expect(finding?.message).toBe("what consumers may send is now refused: the document is less than 1");
    expect(finding?.new?.pointer).toBe("/paths/~1a/post/parameters/0/schema/minimum");
    expect(finding?.witness).toEqual({ document: "0", validIn: "old", sent: "x=0" });
  });

  it("says why it isn't decided", async () => {
    const [finding] = await findings(query, [{ enum: ["1"] }, { type: "number", multipleOf: 0.5 }]);
    expect(finding?.message).toMatch(
      /: the texts that are sent can't be told exactly: multiples of a number$/,
    );
  });

  it.each<[Party, readonly string[]]>([
    ["consumer", ["x: a"]],
    ["provider", []],
  ])("compares answers the other way round, for the %s", async (party, expected) => {
    const answer = (schema: Schema) => ({
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      paths: {
        "/a": {
          get: {
            operationId: "a",
            responses: {
              200: { description: "d", headers: { x: { $ref: "#/components/headers/X" } } },
            },
          },
        },
      },
      components: {
        headers: { X: { schema: { $ref: "#/components/schemas/Ids" } } },
        schemas: { Ids: list(schema) },
      },
    });
    const versions = [answer(integer), answer(text)].map((each) => ({ "a.openapi.json": each }));
    const all = await compareTexts(versions[0] ?? {}, versions[1] ?? {}, party);
    expect(all.filter(({ level }) => level === "error").map(shown)).toEqual(expected);
  });
});
