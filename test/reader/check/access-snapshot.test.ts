import { describe, expect, it } from "vitest";
import { check } from "../../support/reader/check/findings.js";

const events = {
  asyncapi: "3.0.0",
  info: { title: "E", version: "1" },
  channels: {
    c: {
      address: "c",
      messages: {
        SeatChanged: {
          name: "seat.changed",
          payload: { type: "object", required: ["kind"], properties: { kind: { const: "seat.changed" } } },
        },
      },
    },
  },
};

const extension = {
  allowed: "/may",
  revision: "/at",
  collections: { seats: "/seats" },
  events: { "seat.changed": { revision: "/seq", subject: { person: "/who" }, request: { id: "/id" } } },
};

function api(more: object, other?: object): string {
  const operation = (operationId: string, own: object | undefined) => ({
    operationId,
    "x-access-snapshot": own,
    responses: { 200: { description: "d" } },
  });
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/a/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: operation("a", { ...extension, ...more }),
        post: operation("b", other),
      },
    },
  });
}

const found = async (
  document: string,
  more: Record<string, string> = { "e.asyncapi.json": JSON.stringify(events) },
) =>
  (await check({ "a.openapi.json": document, ...more })).map(({ code, pointer, message }) => {
    expect(code).toBe("extension-invalid");
    return [pointer?.split("x-access-snapshot")[1], message];
  });

const asked = extension.events["seat.changed"];

describe("x-access-snapshot", () => {
  it("is valid if it matches the schema", async () => {
    expect(await found(api({}))).toEqual([]);
    expect(await found(api({ events: { other: asked } }), {})).toEqual([]);
  });

  it.each([
    ["an invalid pointer", { allowed: "may" }, "/allowed", "doesn't match"],
    ["an unknown member", { alowed: "/may" }, "", "alowed"],
    [
      "a collection that would hide the decision",
      { collections: { kind: "/k" } },
      "/collections",
      "has the property `kind`",
    ],
    ["no event", { events: {} }, "/events", "1"],
    [
      "an unknown event",
      { events: { "seat.sold": asked } },
      "/events/seat.sold",
      "there is no event named `seat.sold`",
    ],
    [
      "an unknown parameter",
      { events: { "seat.changed": { ...asked, request: { id: "/id", it: "/it" } } } },
      "/events/seat.changed/request/it",
      "no path or query parameter `it`",
    ],
    [
      "a missing parameter",
      { events: { "seat.changed": { ...asked, request: {} } } },
      "/events/seat.changed/request",
      "the path parameter `id` is missing",
    ],
  ])("is refused for %s", async (_, more, pointer, message) => {
    const all = await found(api(more));
    expect(all.map(([at]) => at)).toContain(pointer);
    expect(all.map(([, text]) => text).join("\n")).toContain(message);
  });

  it("is refused a second time in the same document", async () => {
    expect(await found(api({}, extension))).toEqual([["", expect.stringContaining("already")]]);
  });
});
