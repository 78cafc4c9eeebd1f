import { describe, expect, it } from "vitest";
import { check, text } from "../../support/reader/check/findings.js";

const document = (channel: string, more = "") => text`
  asyncapi: 3.0.0
  info: {title: T, version: "1"}
  channels: {c: {messages: {${channel}}}}
  components:
    messages:
      A: {name: a, payload: {$ref: base.schema.yaml, properties: {type: {const: a}}}}
      B: {name: b, payload: {$ref: base.schema.yaml, properties: {type: {const: b}}}}
  x-webhook-protocol:
    headers: {deliveryId: X-D, eventId: X-E, eventType: X-T, timestamp: X-S, nonce: X-N, signature: X-G}
    signature: {algorithm: hmac-sha256, content: [timestamp, nonce, body], separator: ., prefix: "", encoding: hex}
    timestamp: {unit: seconds, toleranceSeconds: 300}
    nonce: {retentionSeconds: 600}
    token: {property: token}
    event:
      id: /id
      type: /type
      correlationId: /id
      binding: {organization: [/data/organization], application: [${more}], environment: [], product: []}
      ordering: {resource: /id, version: /version}
    responses: {accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503}
    retries:
      {maxAttempts: 8, testAttempts: 1, retriedStatuses: [], retriesServerErrors: true, finalStatuses: []}
`;

const base = {
  "base.schema.yaml": text`
    type: object
    properties:
      type: {type: string}
      id: {type: string}
      version: {type: integer}
      data: {oneOf: [{type: object, properties: {organization: {type: string}}}, {type: string}]}
  `,
};

const both = "A: {$ref: '#/components/messages/A'}, B: {$ref: '#/components/messages/B'}";
const examples = { "examples/a/one.json": '{"type": "a"}', "examples/b/one.json": '{"type": "b"}' };

async function findings(files: Readonly<Record<string, string>>) {
  return (await check({ ...base, ...files })).map(
    ({ severity, code, file, range, pointer, message, hint }) => ({
      severity,
      code,
      at: `${file}:${range.line}:${range.column}`,
      pointer,
      message,
      hint,
    }),
  );
}

describe("a pointer of the protocol", () => {
  it("must lead to a property that an event declares", async () => {
    expect(
      await findings({ "e.asyncapi.yaml": document(both, "/data/app, /organization"), ...examples }),
    ).toEqual([
      {
        severity: "error",
        code: "protocol-pointer-unknown",
        at: "e.asyncapi.yaml:18:65",
        pointer: "/x-webhook-protocol/event/binding/application/0",
        message: "no event declares a property at `/data/app`",
        hint: "Fix the pointer, or declare the property in the payload of the events.",
      },
      expect.objectContaining({ pointer: "/x-webhook-protocol/event/binding/application/1" }),
    ]);
  });

  it("is fine if one event, or a variant of one, declares the property", async () => {
    expect(await findings({ "e.asyncapi.yaml": document(both), ...examples })).toEqual([]);
  });
});

describe("a message that is in no channel", () => {
  const one = "A: {$ref: '#/components/messages/A'}";

  it("gives a warning at its key", async () => {
    expect(await findings({ "e.asyncapi.yaml": document(one), ...examples })).toEqual([
      {
        severity: "warning",
        code: "message-unused",
        at: "e.asyncapi.yaml:7:5",
        pointer: "/components/messages/B",
        message: "the message `B` is in no channel, so the document doesn't say that it is ever sent",
        hint: "Add it to the `messages` of a channel, or remove it.",
      },
    ]);
  });

  it("is fine if a channel of another document has it, or if its document has no channels", async () => {
    const other =
      "asyncapi: 3.0.0\ninfo: {title: T, version: '1'}\nchannels:\n  c: {messages: {B: {$ref: 'e.asyncapi.yaml#/components/messages/B'}}}\n";
    expect(
      await findings({ "e.asyncapi.yaml": document(one), "f.asyncapi.yaml": other, ...examples }),
    ).toEqual([]);
    const parts = document(one).replace(/channels: .*\n/, "");
    expect(await findings({ "e.asyncapi.yaml": parts, ...examples })).toEqual([]);
  });
});

describe("an event without an example", () => {
  it("gives a warning that says what takes its place", async () => {
    const { "examples/a/one.json": example } = examples;
    expect(await findings({ "e.asyncapi.yaml": document(both), "examples/a/one.json": example })).toEqual([
      {
        severity: "warning",
        code: "event-without-example",
        at: "e.asyncapi.yaml:7:5",
        pointer: "/components/messages/B",
        message:
          "the event `b` has no example: fixtures, conformance cases and `oipkit send` use one made from its schema",
        hint: "Add a JSON document to `examples/b/` next to the contract, or `examples` to the message, to use realistic values.",
      },
    ]);
  });

  it("gives one warning if there are no examples at all", async () => {
    expect(await findings({ "e.asyncapi.yaml": document(both) })).toMatchObject([
      { severity: "warning", code: "event-without-example", at: "e.asyncapi.yaml:8:1" },
    ]);
  });

  it("gives a warning that names the place for which no value can be made, and what that costs", async () => {
    const payload =
      "required: [code], properties: {type: {const: b}, code: {type: string, pattern: '^(a|b)\\1'}}";
    const contract = document(both).replace("properties: {type: {const: b}}", payload);
    const { "examples/a/one.json": example } = examples;
    expect(await findings({ "e.asyncapi.yaml": contract, "examples/a/one.json": example })).toMatchObject([
      {
        code: "event-without-example",
        pointer: "/components/messages/B",
        message:
          "the event `b` has no example, and no valid value can be made for /code: there is no fixture, no conformance case tests it, and `oipkit send` can't send it",
        hint: "Add a JSON document to `examples/b/` next to the contract.",
      },
    ]);
  });

  it("is fine with an example in the message", async () => {
    const own = document(both).replaceAll(
      /name: ([ab]), /g,
      "name: $1, examples: [{name: plain, payload: {type: $1}}], ",
    );
    expect(await findings({ "e.asyncapi.yaml": own })).toEqual([]);
  });

  it("is fine without a webhook protocol", async () => {
    const plain = document(both).replace(/x-webhook-protocol:[\s\S]*/, "");
    expect(await findings({ "e.asyncapi.yaml": plain })).toEqual([]);
  });
});
