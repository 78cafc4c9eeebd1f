import { batchBody, type JsonObject, type Protocol } from "@oipkit/runtime/webhook";
import { MalformedCase } from "../errors.js";
import type { Delivery } from "../suite/delivery.js";

/** What the plaintext of a delivery is made of. */
export interface PlaintextParts {
  /** The event itself. */
  readonly event: JsonObject;
  /** The transport token as a member; empty if there is none. */
  readonly token: JsonObject;
  /** Makes another event of the request. */
  readonly eventOf: (delivery: Delivery) => JsonObject;
}

/** The event with the token or, if the protocol has batches, a body with all events. Throws `MalformedCase`. */
export function plaintextOf(
  { event: { batch } }: Pick<Protocol, "event">,
  delivery: Delivery,
  { event, token, eventOf }: PlaintextParts,
): unknown {
  const { others = [], empty = false, example, event: whole, bind = false } = delivery;
  if (batch === undefined) {
    if (others.length > 0 || empty) throw new MalformedCase("the protocol has no batches of events");
    return { ...event, ...token };
  }
  if (empty) return batchBody(batch, [], token);
  const source = { ...(example && { example }), ...(whole && { event: whole }), bind };
  return batchBody(batch, [event, ...others.map((other) => eventOf({ ...source, ...other }))], token);
}
