import { describe, expect, it } from "vitest";
import { compareTexts, outlined } from "../../../support/commands/diff/compare-texts.js";

type Schemas = Readonly<Record<string, unknown>>;

const openapi = (schemas: Schemas) => ({
  "api.openapi.json": {
    openapi: "3.1.0",
    info: { title: "Orders", version: "1" },
    paths: {
      "/orders": {
        get: {
          responses: {
            200: {
              description: "Orders",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } },
            },
          },
        },
      },
    },
    components: { schemas },
  },
});

const compared = async (old: Schemas, current: Schemas) => {
  const findings = await compareTexts(openapi(old), openapi(current));
  return { lines: outlined(findings), messages: findings.map(({ message }) => message) };
};

const members = (...names: readonly string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});
const envelope = { type: "object", properties: { data: { type: "object" } } };

describe("members that a schema declares in one version only", () => {
  it("are found where several schemas declare the object around them", async () => {
    const event = (order: unknown): Schemas => ({
      Envelope: envelope,
      Event: {
        allOf: [{ $ref: "#/components/schemas/Envelope" }],
        properties: { data: { description: "The order.", $ref: "#/components/schemas/Order" } },
      },
      Order: order,
    });
    const { lines, messages } = await compared(event(members("id", "gift")), event(members("id", "present")));
    expect(lines).toEqual([
      "warning property-removed #/components/schemas/Order",
      "info property-added #/components/schemas/Order/properties/present",
    ]);
    expect(messages[0]).toContain("`data.gift` was removed");
  });

  it("are found in items and behind references with other keywords", async () => {
    const list = (order: unknown): Schemas => ({
      Event: { allOf: [{ type: "array", items: { type: "object" } }, { $ref: "#/components/schemas/List" }] },
      List: { type: "array", items: { title: "One", $ref: "#/components/schemas/Further" } },
      Further: { $ref: "#/components/schemas/Order", properties: { note: { type: "string" } } },
      Order: order,
    });
    const { lines } = await compared(list(members("id", "gift")), list(members("id")));
    expect(lines).toEqual(["warning property-removed #/components/schemas/Order"]);
    const note = list(members("id"));
    const further = { $ref: "#/components/schemas/Order", properties: { remark: { type: "string" } } };
    expect((await compared(note, { ...note, Further: further })).lines).toEqual([
      "warning property-removed #/components/schemas/Further",
      "info property-added #/components/schemas/Further/properties/remark",
    ]);
  });

  it("aren't reported if the member only moved from one schema to another", async () => {
    const parts = (one: unknown, other: unknown): Schemas => ({
      Event: { allOf: [{ $ref: "#/components/schemas/One" }, { $ref: "#/components/schemas/Other" }] },
      One: one,
      Other: other,
    });
    expect(
      await compared(parts(members("a", "b"), members("c")), parts(members("a"), members("b", "c"))),
    ).toEqual({
      lines: [],
      messages: [],
    });
  });

  it("are found although the schemas combine in a million ways, which leaves their comparison undecided", async () => {
    const to = (at: number) => ({ $ref: `#/components/schemas/S${at}` });
    const steps = Array.from({ length: 20 }, (_, at) => [
      `S${at + 1}`,
      { properties: { a: to(at + 2), b: to(at + 2) } },
    ]);
    const schemas = (last: string): Schemas => ({
      Event: to(0),
      S0: { allOf: [{ properties: { a: to(0), b: to(0) } }, { properties: { a: to(1) } }] },
      ...Object.fromEntries(steps),
      S21: members("id", last),
    });
    const { lines, messages } = await compared(schemas("old"), schemas("new"));
    expect(lines).toContain("warning property-removed #/components/schemas/S21");
    expect(messages).toContain("its schemas combine in too many ways");
  });

  it.each(["required", "optional"])(
    "aren't missed, %s or not, if they aren't sent in that direction",
    async (presence) => {
      const event = (properties: Schemas): Schemas => ({
        Event: {
          type: "object",
          properties: { id: { type: "string" }, ...properties },
          required: presence === "required" ? Object.keys(properties) : [],
        },
      });
      const [plain, more] = [event({}), event({ word: { type: "string", writeOnly: true } })];
      expect(await compared(more, plain)).toEqual({
        lines: ["info property-removed #/components/schemas/Event"],
        messages: ["the property `word` was removed; it was `writeOnly`, so it wasn't sent here"],
      });
      expect(await compared(plain, more)).toEqual({
        lines: ["info property-added #/components/schemas/Event/properties/word"],
        messages: ["the property `word` is new"],
      });
    },
  );

  it("say when they may be gone if they are deprecated", async () => {
    const event = (word: Schemas): Schemas => ({
      Event: { type: "object", properties: { word: { type: "string", ...word } } },
    });
    const { messages } = await compared(event({}), event({ deprecated: true, "x-sunset": "2030-01-01" }));
    expect(messages).toEqual(["`word` is now deprecated", "it may be gone from 2030-01-01 on"]);
  });
});
