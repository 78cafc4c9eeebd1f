import { schemaWithin } from "./asyncapi/multi-format.js";
import { withTraits } from "./asyncapi/traits.js";
import type { Contracts } from "./contracts.js";
import type { Document } from "./document.js";
import { below, dereference, entriesOf, keyOf, type Place, placeAt } from "./place.js";

/** A message of an AsyncAPI document. */
export interface MessageSource {
  /** Its key in `components` or in its channel. */
  readonly key: string;
  /** The message with its traits. */
  readonly place: Place;
  /** The schema of the payload; for a multi-format schema, the schema inside it. */
  readonly payload: Place | undefined;
  /** The schema of the headers, likewise; none where a webhook protocol describes them. */
  readonly headers: Place | undefined;
  readonly name: string | undefined;
}

/** The messages of a document: those of its channels and those of `components`, each once, in the order of their keys. */
export function messagesOf(contracts: Contracts, document: Document): MessageSource[] {
  const found = new Map<string, MessageSource>();
  const isDelivered = placeAt(document, ["x-webhook-protocol"]).value !== undefined;
  const add = (key: string, reference: Place): void => {
    const written = dereference(contracts, reference);
    if (found.has(keyOf(written)) || written.value === null || typeof written.value !== "object") return;
    const place = withTraits(contracts, written);
    const { name } = place.value as { name?: unknown };
    const own = written === reference ? key : (place.tokens.at(-1) ?? key);
    found.set(keyOf(place), {
      key: own,
      place,
      payload: messageSchema(contracts, below(place, "payload")),
      headers: isDelivered ? undefined : messageSchema(contracts, below(place, "headers")),
      name: typeof name === "string" ? name : undefined,
    });
  };
  for (const [key, place] of entriesOf(placeAt(document, ["components", "messages"]))) add(key, place);
  for (const [, channel] of entriesOf(placeAt(document, ["channels"]))) {
    for (const [key, place] of entriesOf(below(dereference(contracts, channel), "messages"))) add(key, place);
  }
  return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** The schema of a payload or of headers; of a multi-format schema, the one inside. */
export function messageSchema(contracts: Contracts, place: Place): Place | undefined {
  return place.value === undefined ? undefined : schemaWithin(contracts, place);
}
