import { describe, expect, it } from "vitest";
import { type Edit, sourceChanges } from "../../../support/commands/diff/source/pets.js";

const shop = `asyncapi: 3.0.0
info: { title: Shop, version: "1" }
channels:
  events:
    messages:
      OrderPaid: { $ref: "#/components/messages/OrderPaid" }
      OrderLost: { $ref: "#/components/messages/OrderLost" }
operations:
  receive:
    action: receive
    channel: { $ref: "#/channels/events" }
components:
  messages:
    OrderPaid:
      name: order.paid
      payload:
        allOf:
          - { $ref: "#/components/schemas/Envelope" }
          - type: object
            required: [type, amount]
            properties:
              type: { const: order.paid }
              amount: { type: number }
              note: { type: string }
    OrderLost:
      name: order.lost
      payload:
        allOf:
          - { $ref: "#/components/schemas/Envelope" }
          - type: object
            required: [type]
            properties: { type: { const: order.lost } }
  schemas:
    Envelope:
      type: object
      required: [id, type]
      properties:
        id: { type: string }
        type: { type: string }
        source: { type: string }
`;

const shopChanges = (...edits: readonly Edit[]) => sourceChanges("shop.asyncapi.yaml", shop, edits);

describe("the source breakage of events", () => {
  it("is one finding for a removed event, with all names made from it", async () => {
    const lost = shop.slice(shop.indexOf("    OrderLost:\n"), shop.indexOf("  schemas:"));
    const changes = await shopChanges(
      [lost, ""],
      ['      OrderLost: { $ref: "#/components/messages/OrderLost" }\n', ""],
    );
    expect(changes).toMatchObject([
      {
        code: "source-export-removed",
        effects: { consumer: "breaking" },
        old: { pointer: "/components/messages/OrderLost" },
      },
    ]);
    expect(changes[0]?.subjects).toEqual(
      expect.arrayContaining([
        "OrderLost from shop/types.js",
        "OrderLost from index.js",
        "validators/order-lost.js",
      ]),
    );
  });

  it("is one finding for a property that all events inherit", async () => {
    const changes = await shopChanges(["source: { type: string }", "origin: { type: string }"]);
    expect(changes).toMatchObject([
      {
        code: "source-property-removed",
        old: { pointer: "/components/schemas/Envelope/properties/source" },
      },
    ]);
    expect(changes[0]?.subjects).toEqual(
      expect.arrayContaining(["OrderPaid from shop/types.js", "OrderLost from shop/types.js"]),
    );
  });

  it("ignores new properties, also required ones: programs receive events and never make them", async () => {
    expect(
      await shopChanges(
        ["required: [id, type]", "required: [id, type, extra]"],
        ["source: { type: string }", "source: { type: string }\n        extra: { type: string }"],
      ),
    ).toEqual([]);
  });

  it("says that a new event is risky, since a program may handle each one", async () => {
    const changes = await shopChanges(
      [
        '      OrderLost: { $ref: "#/components/messages/OrderLost" }\n',
        '      OrderLost: { $ref: "#/components/messages/OrderLost" }\n      OrderSent: { $ref: "#/components/messages/OrderSent" }\n',
      ],
      [
        "  schemas:\n",
        "    OrderSent:\n      name: order.sent\n      payload: { type: object, required: [type], properties: { type: { const: order.sent } } }\n  schemas:\n",
      ],
    );
    expect(changes).toMatchObject([{ code: "source-value-added", effects: { consumer: "risky" } }]);
    expect(changes[0]?.message).toContain("OrderSent");
  });
});
