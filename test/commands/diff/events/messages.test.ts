import { describe, expect, it } from "vitest";
import { compareTexts, outlined } from "../../../support/commands/diff/compare-texts.js";
import { type Data, document, event, webhooks } from "../../../support/commands/diff/events/small-events.js";

const created = event("order.created");
const paid = event("order.paid");
const both = webhooks({ Created: created, Paid: paid });

async function outline(...[old, current, ...keep]: Parameters<typeof compareTexts>): Promise<string[]> {
  return outlined(await compareTexts(old, current, ...keep));
}

function patched(base: Data, more: Data): Data {
  return { ...base, ...more };
}

describe("events", () => {
  it("finds nothing if keys, order and notation change", async () => {
    const { payload } = created as { payload: { properties: Data } };
    const inParts = {
      allOf: [
        { required: ["status"], properties: { status: payload.properties.status } },
        {
          type: "object",
          required: ["type"],
          properties: { type: payload.properties.type, amount: payload.properties.amount },
        },
      ],
    };
    const changed = document({
      channels: {
        deliveries: {
          messages: {
            OrderPaid: { $ref: "#/components/messages/OrderPaid" },
            OrderCreated: { $ref: "#/components/messages/OrderCreated" },
          },
        },
      },
      operations: { post: { action: "send", channel: { $ref: "#/channels/deliveries" } } },
      components: {
        messages: { OrderPaid: paid, OrderCreated: patched(created, { payload: inParts, summary: "New." }) },
      },
    });
    expect(await outline(both, changed, "consumer", "provider")).toEqual([]);
  });

  it("finds that an event is no longer sent, and a new one", async () => {
    const one = webhooks({ Created: created });
    expect(await compareTexts(both, one)).toMatchObject([
      {
        code: "event-removed",
        level: "error",
        affects: ["consumer"],
        subjects: ["event `order.paid`"],
        message: "the event `order.paid` was removed: it is no longer sent",
      },
    ]);
    expect(await outline(one, both)).toEqual(["info event-added #/channels/hooks/messages/Paid"]);
    expect(await outline(one, both, "provider")).toEqual([
      "error event-added #/channels/hooks/messages/Paid",
    ]);
  });

  it("finds a renamed event once, by its key or by its payload", async () => {
    const settled = event("order.settled");
    for (const key of ["Paid", "Settled"])
      expect(await compareTexts(both, webhooks({ Created: created, [key]: settled }))).toMatchObject([
        {
          code: "event-renamed",
          level: "error",
          message: expect.stringContaining("`order.settled`") as string,
        },
      ]);
  });

  it("finds a new version of an event as removed and added if its payload changed, too", async () => {
    const next = event("order.paid.v2", {
      payload: { type: "object", properties: { type: { const: "order.paid.v2" } } },
    });
    expect(await outline(both, webhooks({ Created: created, Paid: next }))).toEqual([
      "info event-added #/channels/hooks/messages/Paid",
      "error event-removed #/channels/hooks/messages/Paid",
    ]);
  });

  it("takes events for the same when a new message has no name in its payload", async () => {
    const more = webhooks({ Created: created, Paid: paid, Other: { payload: { type: "string" } } });
    expect(await outline(both, more)).toEqual(["info event-added #/channels/hooks/messages/Other"]);
  });

  it("shows an event that may newly arrive: a status that an event may newly carry", async () => {
    const { payload } = paid as { payload: { properties: Data } };
    const wider = {
      ...payload,
      properties: { ...payload.properties, status: { enum: ["open", "closed", "void"] } },
    };
    const [finding, ...others] = await compareTexts(
      both,
      webhooks({ Created: created, Paid: { payload: wider } }),
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      code: "schema-widened",
      level: "error",
      subjects: ["event `order.paid`, payload"],
    });
    expect(finding?.witness).toMatchObject({
      validIn: "new",
      document: { type: "order.paid", status: "void" },
    });
  });

  it("says nothing to consumers about a narrowed payload, which providers of the old version still send", async () => {
    const { payload } = paid as { payload: { properties: Data } };
    const narrower = { ...payload, properties: { ...payload.properties, status: { const: "open" } } };
    const changed = webhooks({ Created: created, Paid: { payload: narrower } });
    expect(await outline(both, changed)).toEqual([]);
    expect(await outline(both, changed, "provider")).toEqual([
      "error schema-narrowed #/channels/hooks/messages/Paid/payload/properties/status/const",
    ]);
  });

  it("finds changes of headers, media type, correlation and deprecation", async () => {
    const full = (more: Data) =>
      webhooks({
        Created: patched(created, {
          contentType: "application/json",
          correlationId: { location: "$message.header#/id" },
          headers: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
          ...more,
        }),
      });
    const codes = async (more: Data) =>
      (await compareTexts(full({}), full(more))).map(({ code, level }) => `${level} ${code}`);
    expect(await codes({ contentType: "application/xml" })).toEqual(["error event-content-type-changed"]);
    expect(await codes({ contentType: "Application/JSON" })).toEqual([]);
    expect(await codes({ correlationId: { location: "$message.payload#/id" } })).toEqual([
      "error event-correlation-changed",
    ]);
    expect(await codes({ headers: { type: "object", properties: { id: { type: "string" } } } })).toEqual([
      "error schema-widened",
    ]);
    expect(await codes({ headers: undefined })).toEqual(["warning event-headers-changed"]);
    expect(await codes({ "x-deprecated": true })).toEqual(["info deprecated"]);
  });

  it("compares schemas in other languages as text", async () => {
    const avro = (type: string) =>
      webhooks({
        Created: {
          payload: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", schema: { type, name: "A" } },
        },
      });
    expect(await outline(avro("record"), avro("record"))).toEqual([]);
    expect(await outline(avro("record"), avro("enum"))).toEqual([
      "warning event-payload-changed #/channels/hooks/messages/Created/payload/schema",
    ]);
  });

  it("takes other values of an open enum for compatible", async () => {
    const of = (...values: string[]) =>
      webhooks({
        A: {
          payload: {
            type: "object",
            properties: { type: { const: "a" }, kind: { type: "string", "x-extensible-enum": values } },
          },
        },
      });
    expect(await compareTexts(of("x"), of("x", "y"))).toMatchObject([
      { code: "value-added", level: "info", message: '"y" is a new value; others were allowed before' },
    ]);
    expect(await compareTexts(of("x", "y"), of("y"))).toMatchObject([
      { code: "value-removed", level: "info" },
    ]);
  });

  it("compares rules between fields", async () => {
    const of = (...rules: Data[]) =>
      webhooks({
        A: {
          payload: {
            type: "object",
            properties: { type: { const: "a" }, from: { type: "string" }, to: { type: "string" } },
            "x-rules": rules,
          },
        },
      });
    const rule = { rule: "same", equal: ["/from", "/to"], level: "must", message: "they differ" };
    expect(await compareTexts(of(rule), of())).toMatchObject([{ code: "schema-widened", level: "error" }]);
    expect(await outline(of(rule), of({ ...rule, rule: "alike", message: "not equal" }))).toEqual([]);
  });
});

describe("operations", () => {
  const secured = (security?: readonly Data[]) =>
    document({
      channels: { hooks: { address: null, messages: { Created: created } } },
      ...(security && {
        operations: { deliver: { action: "send", channel: { $ref: "#/channels/hooks" }, security } },
      }),
    });
  const oauth = (...scopes: string[]) => ({
    type: "oauth2",
    flows: { clientCredentials: { tokenUrl: "https://id.example.com/token", availableScopes: {} } },
    scopes,
  });

  it("finds what is no longer enough to be allowed", async () => {
    expect(await compareTexts(secured(), secured([oauth()]))).toMatchObject([
      { code: "event-operation-added", level: "info" },
      { code: "security-changed", level: "error", subjects: ["event `order.created`"] },
    ]);
    expect(await outline(secured([oauth("a")]), secured([oauth("a", "b")]))).toEqual([
      "error security-changed #/operations/deliver/security",
    ]);
    expect(await outline(secured([oauth("b", "a")]), secured([oauth("a", "b")]))).toEqual([]);
    expect(await outline(secured([]), secured(), "consumer", "provider")).toEqual([
      "info event-operation-removed #/operations/deliver",
    ]);
  });
});

describe("directions", () => {
  const command = (payload: Data) =>
    document({
      channels: { commands: { address: "commands", messages: { Pay: { payload } } } },
      operations: { take: { action: "receive", channel: { $ref: "#/channels/commands" } } },
    });

  it("treats what the document's side receives as sent by consumers", async () => {
    const [wide, narrow] = [command({ type: "integer" }), command({ type: "integer", maximum: 9 })];
    expect(await compareTexts(wide, narrow)).toMatchObject([{ code: "schema-narrowed", level: "error" }]);
    expect(await outline(narrow, wide)).toEqual([]);
  });

  it("treats replies as going back", async () => {
    const request = (reply: Data) =>
      document({
        channels: {
          calls: { address: "calls", messages: { Ask: { payload: { type: "string" } } } },
          answers: { address: null, messages: { Answer: { payload: reply } } },
        },
        operations: {
          ask: {
            action: "send",
            channel: { $ref: "#/channels/calls" },
            reply: { channel: { $ref: "#/channels/answers" } },
          },
        },
      });
    const [wide, narrow] = [request({ type: "integer" }), request({ type: "integer", maximum: 9 })];
    expect(await compareTexts(wide, narrow)).toMatchObject([
      { code: "schema-narrowed", level: "error", subjects: ["channel `calls`, reply `Answer`, payload"] },
    ]);
    expect(await outline(narrow, wide)).toEqual([]);
    const without = { ...request({ type: "integer" }) };
    const { reply: _, ...ask } = (without["events.asyncapi.json"] as { operations: { ask: Data } }).operations
      .ask;
    const { answers: __, ...channels } = (without["events.asyncapi.json"] as { channels: Data }).channels;
    const silent = document({ channels, operations: { ask } });
    expect(await compareTexts(without, silent, "provider")).toMatchObject([
      { code: "reply-removed", level: "error" },
    ]);
  });

  it("applies traits, which the message's own members override", async () => {
    const of = (message: Data, trait: Data) =>
      document({
        channels: { hooks: { address: null, messages: { Created: patched(created, message) } } },
        components: { messageTraits: { common: trait } },
      });
    const headers = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
    const traits = [{ $ref: "#/components/messageTraits/common" }];
    const own = of({ headers, contentType: "application/json" }, {});
    const inherited = of({ traits, contentType: "application/json" }, { headers, contentType: "text/plain" });
    expect(await outline(own, inherited, "consumer", "provider")).toEqual([]);
    const open = of({ traits, contentType: "application/json" }, { headers: { ...headers, required: [] } });
    expect(await compareTexts(inherited, open)).toMatchObject([{ code: "schema-widened", level: "error" }]);
  });
});
