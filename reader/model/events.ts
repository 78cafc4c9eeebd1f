import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { Contracts } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import { type MessageSource, messagesOf } from "../documents/messages.js";
import type { Place } from "../documents/place.js";
import { propertyBranches } from "../documents/properties.js";
import { stem } from "../documents/schema-names.js";
import { discriminationOf, eventNameOf } from "./event-names.js";
import { fileStem } from "./file-names.js";
import type { EventMessage, EventSet } from "./model.js";
import { type Names, pascalCase } from "./names.js";
import { sourceOf } from "./schemas.js";
import { textOf } from "./text.js";

/** The events of an AsyncAPI document. */
export function eventSet(
  contracts: Contracts,
  document: Document,
  names: { types: Names; folders: Names; files: Names },
): EventSet {
  const value = document.value as {
    info?: { title?: unknown; description?: unknown };
    "x-webhook-protocol"?: EventSet["protocol"];
  };
  const protocol = value["x-webhook-protocol"];
  const messages = messagesOf(contracts, document).filter(({ payload }) => payload !== undefined);
  const { discriminator, isTypeInHeader } = discriminationOf(contracts, document, messages);
  const repeated = repeatedNames(messages);
  const source = sourceOf(contracts, { document, tokens: [] });
  const name = names.folders.takeProperty(fileStem(stem(source.file)));
  const found = messages.map((message) =>
    eventMessage(contracts, message, { ...names, discriminator, protocol, repeated }),
  );
  return {
    kind: "events",
    name,
    validatorName: names.files.takeProperty(name),
    title: textOf(value.info?.title) ?? stem(source.file),
    description: textOf(value.info?.description),
    source,
    discriminator,
    isTypeInHeader,
    // Last, so that what messages are called doesn't depend on their headers.
    messages: found.map((message, index) => withHeaders(message, messages[index]?.headers, names.types)),
    protocol,
  };
}

/** Without a protocol, several messages may have the same name, or the same key in different channels. */
function repeatedNames(messages: readonly MessageSource[]): ReadonlySet<string> {
  const lists = [messages.map(({ name, key }) => name ?? key), messages.map(({ key }) => key)];
  return new Set(lists.flatMap((names) => names.filter((name, index) => names.indexOf(name) !== index)));
}

interface Context {
  readonly repeated: ReadonlySet<string>;
  readonly types: Names;
  readonly files: Names;
  readonly discriminator: EventSet["discriminator"];
  readonly protocol: EventSet["protocol"];
}

function withHeaders(
  message: Omit<EventMessage, "headers">,
  place: Place | undefined,
  types: Names,
): EventMessage {
  const headers =
    place === undefined ? undefined : { typeName: types.take(`${message.typeName}Headers`), place };
  return { ...message, headers };
}

function eventMessage(
  contracts: Contracts,
  message: MessageSource,
  context: Context,
): Omit<EventMessage, "headers"> {
  const { key, place, payload } = message;
  if (payload === undefined) throw new Error(`the message ${key} has no payload`);
  const value = place.value as Record<string, unknown>;
  const { eventType, pattern } = eventNameOf(contracts, message, context.discriminator);
  const protocol = context.protocol as ProtocolShape | undefined;
  const tags = (Array.isArray(value.tags) ? value.tags : []) as { name?: unknown }[];
  const typeName = context.types.take(pascalCase(key));
  return {
    kind: eventType !== undefined ? "named" : pattern !== undefined ? "pattern" : "plain",
    key,
    typeName,
    fileName: context.files.takeProperty(fileStem(typeName)),
    label: [eventType ?? message.name ?? key, key].find((name) => !context.repeated.has(name)) ?? typeName,
    eventType,
    pattern,
    family: textOf(tags[0]?.name),
    title: textOf(value.title),
    summary: textOf(value.summary),
    description: textOf(value.description),
    clause: textOf(value["x-clause"]),
    place,
    payload,
    source: sourceOf(contracts, place),
    bound: isBound(contracts, payload, protocol?.event?.binding?.application ?? []),
    specified: value["x-unspecified"] === undefined,
    callback: eventType !== undefined && (protocol?.callbacks?.eventTypes ?? []).includes(eventType),
  };
}

function isBound(contracts: Contracts, payload: Place, pointers: readonly string[]): boolean {
  const declares = (pointer: string): boolean =>
    propertyBranches(contracts, payload, fromPointer(pointer)).length > 0;
  return pointers.length === 0 || pointers.some(declares);
}

interface ProtocolShape {
  readonly event?: {
    readonly binding?: { readonly application?: readonly string[] };
  };
  readonly callbacks?: { readonly eventTypes?: readonly string[] };
}
