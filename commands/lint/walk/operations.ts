import { documentMessages } from "../../../reader/documents/asyncapi/messages.js";
import { isForeignAt, parseSchemaFormat } from "../../../reader/documents/asyncapi/schema-formats.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import {
  pathItemOperations as operationsIn,
  type PathItem,
  pathItemAt,
} from "../../../reader/documents/openapi/path-items.js";
import {
  below,
  childPlaces,
  dereference,
  type Place,
  placeAt,
  placeKey,
} from "../../../reader/documents/place.js";
import { type Flow, reversed } from "./schema-node.js";

/** An operation of an OpenAPI document. */
export interface ListedOperation {
  /** The operation, where it is written. */
  readonly place: Place;
  /** For people, such as `GET /orders` or `webhook orderCreated`. */
  readonly title: string;
  readonly method: string;
  /** The path, or the name of the webhook or callback. */
  readonly path: string;
  readonly kind: "path" | "webhook" | "callback";
  /** The direction of its requests. */
  readonly flow: Flow;
  /** Its parameters and those of its path item, references followed. */
  readonly parameters: readonly Place[];
  /** References followed; absent if there is none. */
  readonly requestBody: Place | undefined;
  /** By status, references followed. */
  readonly responses: readonly (readonly [status: string, response: Place])[];
}

/** All operations, callbacks after the operations that have them. */
export function listOperations(contracts: Contracts): ListedOperation[] {
  const found = new Map<string, ListedOperation>();
  const addItem = (item: Place, about: Pick<ListedOperation, "path" | "kind" | "flow">): void => {
    const at = pathItemAt(contracts, item);
    for (const { method, operation: place } of operationsIn(contracts, at)) {
      if (!isObject(place.value) || found.has(placeKey(place))) continue;
      const operation = operationAt(contracts, place, { ...about, method, item: at });
      found.set(placeKey(place), operation);
      for (const [name, callback] of childPlaces(below(place, "callbacks")))
        for (const [, inner] of childPlaces(dereference(contracts, callback)))
          addItem(inner, { path: name, kind: "callback", flow: reversed(about.flow) });
    }
  };
  for (const document of contracts.openapi) {
    for (const [path, item] of childPlaces(placeAt(document, ["paths"])))
      addItem(item, { path, kind: "path", flow: "to-provider" });
    for (const section of ["webhooks", "x-webhooks"])
      for (const [path, item] of childPlaces(placeAt(document, [section])))
        addItem(item, { path, kind: "webhook", flow: "to-consumer" });
  }
  return [...found.values()];
}

interface Described extends Pick<ListedOperation, "path" | "kind" | "flow" | "method"> {
  readonly item: PathItem;
}

function operationAt(contracts: Contracts, place: Place, { item, ...about }: Described): ListedOperation {
  const { kind, method, path } = about;
  const follow = (at: Place): Place => dereference(contracts, at);
  const listed = [place, ...item].flatMap((holder) => listItems(below(holder, "parameters"))).map(follow);
  const body = follow(below(place, "requestBody"));
  return {
    ...about,
    place,
    title: kind === "path" ? `${method.toUpperCase()} ${path}` : `${kind} ${path}`,
    parameters: listed.filter(({ value }) => isObject(value)),
    requestBody: isObject(body.value) ? body : undefined,
    responses: childPlaces(below(place, "responses")).map(([status, response]) => [status, follow(response)]),
  };
}

/** The items of a list in a contract, as places. */
export function listItems(place: Place): Place[] {
  const { value } = place;
  if (Array.isArray(value)) return value.map((_, index) => below(place, String(index)));
  return [];
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

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
    const listed = documentMessages(contracts, document).map(({ key, name, place, payload }) => ({
      key,
      place,
      payload: isJsonSchema(contracts, place) ? payload : undefined,
      title: name ?? key,
      flow: flows.get(placeKey(place)),
    }));
    const known = new Set(listed.map(({ place }) => placeKey(place)));
    return [
      ...listed,
      ...inlineMessages(contracts, document).filter(({ place }) => !known.has(placeKey(place))),
    ];
  });
}

/** The direction of each message that an operation names, by itself or by its channel, by the `placeKey` of its place. */
function messageFlows(contracts: Contracts, document: Document): Map<string, Flow> {
  const flows = new Map<string, Flow>();
  const note = (operation: Place, flow: Flow): void => {
    const named = listItems(below(operation, "messages"));
    const channel = dereference(contracts, below(operation, "channel"));
    const messages =
      named.length > 0 ? named : childPlaces(below(channel, "messages")).map(([, each]) => each);
    for (const message of messages) {
      const key = placeKey(dereference(contracts, message));
      if (!flows.has(key)) flows.set(key, flow);
    }
  };
  for (const [, operation] of childPlaces(placeAt(document, ["operations"]))) {
    const at = dereference(contracts, operation);
    const { action } = (at.value ?? {}) as { action?: unknown };
    if (action !== "send" && action !== "receive") continue;
    const flow = action === "send" ? "to-consumer" : "to-provider";
    note(at, flow);
    note(dereference(contracts, below(at, "reply")), reversed(flow));
  }
  for (const { place, flow } of inlineMessages(contracts, document)) flows.set(placeKey(place), flow);
  return flows;
}

/** The messages in the channels of AsyncAPI 2, whose verbs are those of the other side: it publishes what the API accepts. */
function inlineMessages(
  contracts: Contracts,
  document: Document,
): (ListedMessage & { readonly flow: Flow })[] {
  return childPlaces(placeAt(document, ["channels"])).flatMap(([, channel]) =>
    (["publish", "subscribe"] as const).flatMap((verb) => {
      const flow = verb === "publish" ? "to-provider" : "to-consumer";
      const message = dereference(contracts, below(channel, verb, "message"));
      const several = listItems(below(message, "oneOf")).map((each) => dereference(contracts, each));
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
  if (schemaFormat !== undefined) return parseSchemaFormat(schemaFormat) !== "foreign";
  return !isForeignAt(contracts, below(message, "payload"));
}
