/** A part of an AsyncAPI document. */
export type Data = Readonly<Record<string, unknown>>;

/** An event whose payload has its name, a status and an amount. */
export function event(name: string, more: Data = {}): Data {
  return {
    payload: {
      type: "object",
      required: ["type", "status"],
      properties: {
        type: { const: name },
        status: { enum: ["open", "closed"] },
        amount: { type: "integer", minimum: 0 },
      },
    },
    ...more,
  };
}

/** A document that sends messages by webhook: the receiver's address isn't known. */
export function webhooks(messages: Data, more: Data = {}): { readonly "events.asyncapi.json": Data } {
  return document({
    channels: { hooks: { address: null, messages } },
    operations: { deliver: { action: "send", channel: { $ref: "#/channels/hooks" } } },
    ...more,
  });
}

/** A document with any channels and operations. */
export function document(members: Data): { readonly "events.asyncapi.json": Data } {
  return {
    "events.asyncapi.json": { asyncapi: "3.0.0", info: { title: "Events", version: "1" }, ...members },
  };
}
