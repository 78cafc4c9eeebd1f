import {
  type JsonObject,
  type Protocol,
  type ReceiverOptions,
  signDelivery,
} from "../../../../runtime/webhook/index.js";
import { acme, acmeNow, acmeReceiver, credentials, post, thingEvent } from "./acme.js";

/** An object without one of its members. */
export function without<Given extends object, Name extends keyof Given>(
  given: Given,
  name: Name,
): Omit<Given, Name> {
  const { [name]: _, ...rest } = given;
  return rest;
}

const { deliveryId, timestamp, nonce, signature } = acme.headers;

/** Acme with batches: in an object with a token. */
export const wrapped: Protocol = {
  ...without(acme, "callbacks"),
  headers: { deliveryId, timestamp, nonce, signature },
  event: { ...acme.event, batch: "/list/things", time: { unit: "iso8601", pointer: "/meta/at" } },
};
/** Acme with bodies that are arrays, which have no place for a token. */
export const bare: Protocol = { ...without(wrapped, "token"), event: { ...wrapped.event, batch: "" } };

/** The credentials of a protocol without a token. */
export const secretsOnly = without(credentials, "verificationToken");

type ReceiverOf = Partial<ReceiverOptions<JsonObject>> & { readonly encryptKey?: string };

/** A receiver of batches, and how to send it some. */
export function batchReceiver(protocol: Protocol, options: ReceiverOf = {}) {
  const token = protocol.token === undefined ? { verificationToken: undefined } : {};
  const made = acmeReceiver({ protocol, ...token, ...options });
  const keys = protocol.token === undefined ? secretsOnly : credentials;
  const { encryptKey } = options;
  const send = (event: JsonObject | readonly JsonObject[], deliver?: string) =>
    made.receiver.handle(
      post(
        signDelivery({
          protocol,
          event,
          ...keys,
          now: () => acmeNow,
          encryptKey,
          deliveryId: deliver,
        }),
      ),
    );
  const stored = async () => (await made.inbox.list({ limit: 1000 })).map(({ eventId }) => eventId);
  return { ...made, send, stored };
}

/** An event with an id of its own. */
export const thing = (id: string, changes: JsonObject = {}) =>
  thingEvent({ meta: { id, topic: "acme.thing", trace: `trace of ${id}` }, ...changes });
