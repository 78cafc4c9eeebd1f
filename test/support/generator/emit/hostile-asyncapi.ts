import type fc from "fast-check";
import { type Deal, entries, hostile, hostileSchema } from "./hostile-contracts.js";

/** An AsyncAPI document whose messages have a discriminator of any name. */
export const hostileAsyncApi: fc.Arbitrary<object> = hostile((deal) => {
  const discriminator = deal();
  const withProtocol = discriminator.length % 2 === 1;
  const message = () => {
    const { properties, ...schema } = hostileSchema(deal) as { properties: object };
    return {
      title: deal(),
      summary: deal(),
      description: deal(),
      "x-clause": deal(),
      tags: [{ name: deal() }],
      contentType: "application/json",
      payload: {
        ...schema,
        properties: entries([...Object.entries(properties), [discriminator, { const: deal() }]]),
      },
    };
  };
  return {
    asyncapi: "3.0.0",
    info: { title: deal(), version: deal(), description: deal() },
    channels: {
      main: {
        address: deal(),
        description: deal(),
        messages: { One: { $ref: "#/components/messages/One" } },
      },
    },
    ...(withProtocol ? { "x-webhook-protocol": hostileProtocol(deal, discriminator) } : {}),
    components: {
      messages: { One: message(), one: message(), "T-w.o_2": { ...message(), name: deal() } },
    },
  };
});

function hostileProtocol(deal: Deal, discriminator: string): object {
  const pointer = (name: string) => `/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
  return {
    headers: {
      deliveryId: "A-Delivery",
      eventId: "A-Event",
      eventType: "A-Type",
      timestamp: "A-Time",
      nonce: "A-Nonce",
      signature: "A-Signature",
    },
    signature: {
      algorithm: "hmac-sha256",
      content: ["timestamp", "nonce", "body"],
      separator: deal(),
      prefix: deal(),
      encoding: "hex",
    },
    timestamp: { unit: "seconds", toleranceSeconds: 300 },
    nonce: { retentionSeconds: 600 },
    token: { property: deal() || "token" },
    event: {
      id: pointer(deal()),
      type: pointer(discriminator),
      correlationId: pointer(deal()),
      testIdPrefix: deal() || "test",
      binding: {
        organization: [pointer(deal())],
        application: [pointer(deal())],
        environment: [],
        product: [],
      },
      ordering: { resource: pointer(deal()), version: pointer(deal()) },
    },
    responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
    retries: {
      maxAttempts: 2,
      testAttempts: 1,
      retriedStatuses: [408],
      retriesServerErrors: true,
      finalStatuses: [400],
    },
  };
}
