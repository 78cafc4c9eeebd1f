import { isForeignAt } from "../../../reader/documents/asyncapi/multi-format.js";
import { schemaFormatOf } from "../../../reader/documents/asyncapi/schema-format.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { messagesOf } from "../../../reader/documents/messages.js";
import {
  below,
  dereference,
  entriesOf,
  keyOf,
  type Place,
  placeAt,
} from "../../../reader/documents/place.js";
import { type Flow, reversed } from "./flow.js";
import { itemsOf } from "./operations.js";

/** A message of an AsyncAPI document. */
export interface ListedMessage {
  readonly place: Place;
  /** Its `name`, or its key. */
  readonly title: string;
  readonly key: string;
  /** The schema of the payload, if it is JSON Schema. */
  readonly payload: Place | undefined;
  /** The direction; absent if no operation sends or receives it. */
  readonly flow: Flow | undefined;
}

/** All messages of AsyncAPI documents, each once. */
export function messagesIn(contracts: Contracts): ListedMessage[] {
  return contracts.asyncapi.flatMap((document) => {
    const flows = messageFlows(contracts, document);
    const listed = messagesOf(contracts, document).map(({ key, name, place, payload }) => ({
      key,
      place,
      payload: isJsonSchema(contracts, place) ? payload : undefined,
      title: name ?? key,
      flow: flows.get(keyOf(place)),
    }));
    const known = new Set(listed.map(({ place }) => keyOf(place)));
    return [
      ...listed,
      ...inlineMessages(contracts, document).filter(({ place }) => !known.has(keyOf(place))),
    ];
  });
}

/** The direction of each message that an operation names, by itself or by its channel, by `keyOf` its place. */
function messageFlows(contracts: Contracts, document: Document): Map<string, Flow> {
  const flows = new Map<string, Flow>();
  const note = (operation: Place, flow: Flow): void => {
    const named = itemsOf(below(operation, "messages"));
    const channel = dereference(contracts, below(operation, "channel"));
    const messages = named.length > 0 ? named : entriesOf(below(channel, "messages")).map(([, each]) => each);
    for (const message of messages) {
      const key = keyOf(dereference(contracts, message));
      if (!flows.has(key)) flows.set(key, flow);
    }
  };
  for (const [, operation] of entriesOf(placeAt(document, ["operations"]))) {
    const at = dereference(contracts, operation);
    const { action } = (at.value ?? {}) as { action?: unknown };
    if (action !== "send" && action !== "receive") continue;
    const flow = action === "send" ? "to-consumer" : "to-provider";
    note(at, flow);
    note(dereference(contracts, below(at, "reply")), reversed(flow));
  }
  for (const { place, flow } of inlineMessages(contracts, document)) flows.set(keyOf(place), flow);
  return flows;
}

/** The messages in the channels of AsyncAPI 2, whose verbs are those of the other side: it publishes what the API accepts. */
function inlineMessages(
  contracts: Contracts,
  document: Document,
): (ListedMessage & { readonly flow: Flow })[] {
  return entriesOf(placeAt(document, ["channels"])).flatMap(([, channel]) =>
    (["publish", "subscribe"] as const).flatMap((verb) => {
      const flow = verb === "publish" ? "to-provider" : "to-consumer";
      const message = dereference(contracts, below(channel, verb, "message"));
      const several = itemsOf(below(message, "oneOf")).map((each) => dereference(contracts, each));
      return (several.length > 0 ? several : [message]).flatMap((place) => {
        if (place.value === null || typeof place.value !== "object") return [];
        const { name } = place.value as { name?: unknown };
        const key = place.tokens.at(-1) ?? "message";
        const payload = below(place, "payload");
        const hasPayload = payload.value !== undefined && isJsonSchema(contracts, place);
        return [
          {
            key,
            place,
            payload: hasPayload ? payload : undefined,
            title: typeof name === "string" ? name : key,
            flow,
          },
        ];
      });
    }),
  );
}

/** Whether a message's payload is JSON Schema, not Avro or the like. In AsyncAPI 2, the message itself names the format. */
function isJsonSchema(contracts: Contracts, message: Place): boolean {
  const { schemaFormat } = (message.value ?? {}) as { schemaFormat?: unknown };
  if (schemaFormat !== undefined) return schemaFormatOf(schemaFormat) !== "foreign";
  return !isForeignAt(contracts, below(message, "payload"));
}
