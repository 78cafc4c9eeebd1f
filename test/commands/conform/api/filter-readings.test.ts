import { describe, expect, it } from "vitest";
import { filterReading, isSelected } from "../../../../commands/conform/api/checks/lists/filter-readings.js";
import { apiContract } from "../../../../commands/conform/api/contract/api-contract.js";
import { json } from "../../../../reader/text/json.js";
import { loadText } from "../../../support/commands/mock/pets.js";

const room = {
  id: "r1",
  name: "Ada",
  capacity: 12,
  stock: 0,
  state: "open",
  tags: ["a", "b"],
  price: { amount: 2.5, currency: "EUR" },
  end: "2027-01-11T10:00:00Z",
  start: "2027-01-11T09:00:00Z",
  updatedAt: "2027-01-10T09:00:00.123Z",
};

/** What a parameter with a schema and a description selects by. */
async function reading(name: string, schema: object, description?: string) {
  const contract = apiContract(
    await loadText(`openapi: 3.1.0
info: { title: Rooms, version: "1" }
paths:
  /rooms:
    get:
      parameters: [${json({ name, in: "query", schema, ...(description !== undefined && { description }) })}]
      responses: { "200": { description: rooms } }
`),
  );
  const [parameter] = contract.operations[0]?.declared.parameters ?? [];
  return parameter && filterReading(parameter, [room], contract);
}

const text = { type: "string" };
const number = { type: "number" };
const time = { type: "string", format: "date-time" };
const list = { type: "array", items: text };

describe("a filter", () => {
  it.each([
    ["state", text, undefined, "equal", ["state"]],
    ["minCapacity", number, undefined, "least", ["capacity"]],
    ["capacity_max", number, undefined, "most", ["capacity"]],
    ["max-price", number, undefined, "most", ["price"]],
    ["updatedSince", time, undefined, "least", ["updatedAt"]],
    ["from", time, "Only rooms that end after it.", "least", ["end"]],
    ["to", time, "Only rooms that start before it.", "most", ["start"]],
    ["inStock", { type: "boolean" }, undefined, "present", ["stock"]],
    ["tag", list, "Only rooms with all of these.", "all", ["tags"]],
    ["tag", list, "Only rooms with any of these.", "any", ["tags"]],
    ["tag", list, undefined, "several", ["tags"]],
    ["state", list, undefined, "any", ["state"]],
    ["q", text, "Only rooms whose name contains it.", "text", ["name"]],
  ])("%s of %j (%s) is %s of %j", async (name, schema, description, relation, members) => {
    expect(await reading(name, schema, description)).toMatchObject({ relation, members });
  });

  it.each([
    ["q", text, "Full text search."],
    ["from", time, "Only what is visible after it."],
    ["from", time, "Only rooms that start or end after it."],
    ["state", text, "Only active rooms that this customer can see: its own."],
    ["limit", number, undefined],
    ["price", number, undefined],
  ])("%s of %j (%s) says nothing that one could compare", async (name, schema, description) => {
    expect(await reading(name, schema, description)).toBeUndefined();
  });

  it.each([
    ["Only rooms with so many seats or more.", true],
    ["At least so many seats.", true],
    ["More than so many seats.", false],
    [undefined, true],
  ])("includes its bound by its description: %s", async (description, isInclusive) => {
    expect(await reading("minCapacity", number, description)).toMatchObject({ isInclusive });
  });

  it("of a time includes its bound only if the description says so", async () => {
    expect(await reading("updatedSince", time)).toMatchObject({ isInclusive: undefined });
    expect(await reading("updatedSince", time, "Then or later.")).toMatchObject({ isInclusive: true });
  });
});

/** Whether a filter selects the room. */
async function selects(
  wanted: unknown,
  ...parameter: Parameters<typeof reading>
): Promise<boolean | undefined> {
  const found = await reading(...parameter);
  if (found === undefined) throw new Error("the filter says nothing");
  return isSelected(found, room, wanted);
}

describe("an item", () => {
  it("is selected by what it is", async () => {
    expect(await selects("open", "state", text)).toBe(true);
    expect(await selects("closed", "state", text)).toBe(false);
    expect(await selects(12, "minCapacity", number)).toBe(true);
    expect(await selects(13, "minCapacity", number)).toBe(false);
    expect(await selects(2.5, "maxPrice", number)).toBe(true);
    expect(await selects(false, "inStock", { type: "boolean" })).toBe(true);
  });

  it("may be selected by a part of a text, and by other capitals", async () => {
    expect(await selects("pen", "state", text)).toBeUndefined();
    expect(await selects("OPEN", "state", { enum: ["open", "OPEN"], type: "string" })).toBeUndefined();
    expect(await selects("pen", "state", { enum: ["open", "pen"], type: "string" })).toBe(false);
  });

  it("with one of several values is selected as the description says", async () => {
    expect(await selects(["a", "c"], "tag", list, "All of these.")).toBe(false);
    expect(await selects(["a", "c"], "tag", list, "Any of these.")).toBe(true);
    expect(await selects(["a", "c"], "tag", list)).toBeUndefined();
    expect(await selects(["c", "d"], "tag", list)).toBe(false);
  });

  it("within a second of a time may be either side of it", async () => {
    expect(await selects("2027-01-10T09:00:00.500Z", "updatedSince", time)).toBeUndefined();
    expect(await selects("2027-01-10T09:00:02Z", "updatedSince", time)).toBe(false);
    expect(await selects(room.updatedAt, "updatedSince", time, "Then or later.")).toBe(true);
    expect(await selects(room.updatedAt, "updatedUntil", time, "Then or earlier.")).toBeUndefined();
  });
});
