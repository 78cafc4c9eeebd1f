import { describe, expect, it } from "vitest";
import { check, findings, text } from "../../support/reader/check/findings.js";

const head = 'asyncapi: 3.0.0\ninfo: {title: T, version: "1"}\n';
const protocol = text`
  x-webhook-protocol:
    headers: {deliveryId: X-D, eventId: X-E, eventType: X-T, timestamp: X-S, nonce: X-N, signature: X-G}
    signature: {algorithm: hmac-sha256, content: [timestamp, nonce, body], separator: ., prefix: "", encoding: hex}
    timestamp: {unit: seconds, toleranceSeconds: 300}
    nonce: {retentionSeconds: 600}
    token: {property: token}
    event:
      id: /id
      type: /type
      correlationId: /correlation
      binding: {organization: [], application: [], environment: [], product: []}
      ordering: {resource: /resource, version: /version}
    responses: {accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503}
    retries:
      {maxAttempts: 8, testAttempts: 1, retriedStatuses: [], retriesServerErrors: true, finalStatuses: []}
`;
const base = {
  "base.schema.yaml": text`
    type: object
    required: [type, data]
    properties:
      type: {type: string}
      data: {$ref: data.schema.yaml}
      id: {type: string}
      correlation: {type: string}
      resource: {type: string}
      version: {type: integer}
  `,
  "data.schema.yaml": text`
    type: object
    properties:
      status: {$ref: status.schema.yaml}
      plan: {enum: [free, paid]}
  `,
  "status.schema.yaml": "enum: [active, trialing, ended]\n",
};

/** A message that narrows the base schema. */
const message = (key: string, type: string, data = "status: {enum: [active]}") => `    ${key}:
      payload:
        schemaFormat: application/schema+yaml;version=2020-12
        schema:
          allOf: [{$ref: base.schema.yaml}]
          type: object
          properties:
            type: {const: ${type}}
            data:
              properties:
                ${data}
              type: object
`;
const document = (...messages: string[]) =>
  `${head}components:\n  messages:\n${messages.join("")}${protocol}`;

describe("an event's value outside of its base schema", () => {
  const outside = (at: string, pointer: string, marked: string) => ({
    code: "enum-outside-base",
    at,
    pointer: `/components/messages/A/payload/schema/${pointer}`,
    marked,
  });

  it("is reported for an unknown status, through references and files", async () => {
    const files = {
      ...base,
      "e.asyncapi.yaml": document(message("A", "a.v1", "status: {enum: [active, activ]}")),
    };
    expect(await findings(files)).toEqual([
      outside("e.asyncapi.yaml:15:41", "properties/data/properties/status/enum/1", "activ"),
    ]);
    const [found] = await check(files);
    expect(found?.message).toBe(
      "`activ` isn't one of the 3 values that `data.status` allows in status.schema.yaml",
    );
    expect(found?.hint).toContain("Did you mean `active`?");
  });

  it("is reported for a constant, without a suggestion if no value is similar", async () => {
    const files = { ...base, "e.asyncapi.yaml": document(message("A", "a.v1", "plan: {const: 1}")) };
    expect(await findings(files)).toEqual([
      outside("e.asyncapi.yaml:15:31", "properties/data/properties/plan/const", "1"),
    ]);
    const [found] = await check(files);
    expect(found?.hint).toBe("Add the value there first, or remove it here.");
  });

  it("is reported if a reference with sibling keywords narrows the base", async () => {
    const files = {
      ...base,
      "status.schema.yaml": "$ref: any.schema.yaml\nenum: [active]\n",
      "any.schema.yaml": "type: string\n",
      "e.asyncapi.yaml": document(message("A", "a.v1", "status: {const: ended}")),
    };
    expect(await findings(files)).toEqual([
      outside("e.asyncapi.yaml:15:33", "properties/data/properties/status/const", "ended"),
    ]);
  });

  it("is reported if the event narrows its base in a part of `allOf`", async () => {
    const inParts = `    A:
      payload:
        schemaFormat: application/schema+yaml;version=2020-12
        schema:
          allOf:
            - $ref: base.schema.yaml
            - type: object
              properties:
                type: {const: a.v1}
                data: {properties: {status: {enum: [gone]}}, type: object}
`;
    expect(await findings({ ...base, "e.asyncapi.yaml": document(inParts) })).toEqual([
      outside("e.asyncapi.yaml:14:53", "allOf/1/properties/data/properties/status/enum/0", "gone"),
    ]);
  });

  it("isn't reported for events that allow some or all values of the base", async () => {
    const all = message("A", "a.v1", "status: {enum: [ended, trialing, active]}");
    const one = message("B", "b.v1", "status: {const: trialing}");
    const none = message("C", "c.v1", "plan: {type: string}");
    expect(await findings({ ...base, "e.asyncapi.yaml": document(all, one, none) }, "off")).toEqual([]);
  });
});

describe("two events with the same name", () => {
  it("are reported in one document", async () => {
    const files = { ...base, "e.asyncapi.yaml": document(message("A", "a.v1"), message("B", "a.v1")) };
    expect(await findings(files)).toEqual([
      {
        code: "event-duplicate",
        at: "e.asyncapi.yaml:24:27",
        pointer: "/components/messages/B/payload/schema/properties/type/const",
        marked: "a.v1",
      },
    ]);
    const [found] = await check(files);
    expect(found?.message).toBe(
      "duplicate event `a.v1`: the message `A` in e.asyncapi.yaml already defines it",
    );
    expect(found?.hint).toContain("Remove or rename one of the two");
  });

  it("are reported in two documents", async () => {
    const found = await findings({
      ...base,
      "e.asyncapi.yaml": document(message("A", "a.v1")),
      "f.asyncapi.yaml": document(message("A", "b.v1"), message("Z", "a.v1")),
    });
    expect(found).toEqual([
      {
        code: "event-duplicate",
        at: "f.asyncapi.yaml:24:27",
        pointer: "/components/messages/Z/payload/schema/properties/type/const",
        marked: "a.v1",
      },
    ]);
  });

  it("are a warning about the message's name if no protocol delivers them", async () => {
    const source = `${head}components:\n  messages:\n    A: {name: same}\n    B: {name: same}\n`;
    const found = await check({ "e.asyncapi.yaml": source });
    expect(found.map(({ severity, code, pointer, range }) => [severity, code, pointer, range.line])).toEqual([
      ["warning", "event-duplicate", "/components/messages/B/name", 6],
    ]);
  });

  it("aren't reported for one message shared by channels and documents", async () => {
    const files = {
      ...base,
      "e.asyncapi.yaml": `${document(message("A", "a.v1"))}channels:\n  c:\n    messages:\n      A: {$ref: '#/components/messages/A'}\n`,
      "f.asyncapi.yaml": `${head}components:\n  messages:\n    A: {$ref: 'e.asyncapi.yaml#/components/messages/A'}\n${protocol}`,
    };
    expect(await findings(files, "off")).toEqual([]);
  });
});

describe("a message without an event type", () => {
  it("is reported if the type is any string", async () => {
    const source = document("    A:\n      payload: {type: object, properties: {type: {type: string}}}\n");
    expect(await findings({ "e.asyncapi.yaml": source })).toEqual([
      {
        code: "event-type-missing",
        at: "e.asyncapi.yaml:5:5",
        pointer: "/components/messages/A",
        marked: "A",
      },
    ]);
    const [found] = await check({ "e.asyncapi.yaml": source });
    expect(found?.hint).toContain("Add a `const` (or a `pattern`) to `type`");
  });

  it("is reported if its name contradicts the type", async () => {
    const source = document(
      "    A:\n      name: b.v1\n      payload: {type: object, properties: {type: {const: a.v1}}}\n",
    );
    expect(await findings({ "e.asyncapi.yaml": source })).toEqual([
      {
        code: "event-type-missing",
        at: "e.asyncapi.yaml:6:13",
        pointer: "/components/messages/A/name",
        marked: "b.v1",
      },
    ]);
  });

  it("isn't reported if a pattern defines the type", async () => {
    const source = document(
      "    A:\n      payload: {$ref: base.schema.yaml, properties: {type: {type: string, pattern: '^a[.]'}}}\n",
    );
    expect(await findings({ ...base, "e.asyncapi.yaml": source }, "off")).toEqual([]);
  });
});

describe("x-webhook-protocol", () => {
  it("is validated against its vocabulary", async () => {
    const source = `${head}${protocol.replace("hmac-sha256", "md5").replace("type: /type", "type: type")}`;
    const found = await findings({ "e.asyncapi.yaml": source.replace("separator: ., ", "") });
    expect(found.map(({ code, at, pointer, marked }) => [code, at, pointer, marked])).toEqual([
      ["extension-invalid", "e.asyncapi.yaml:5:14", "/x-webhook-protocol/signature", "{"],
      ["extension-invalid", "e.asyncapi.yaml:5:26", "/x-webhook-protocol/signature/algorithm", "md5"],
      ["extension-invalid", "e.asyncapi.yaml:11:11", "/x-webhook-protocol/event/type", "type"],
    ]);
  });
});
