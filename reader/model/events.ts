import { fromPointer } from "@oipkit/runtime/json-pointer";
import { documentMessages, type MessageSource } from "../documents/asyncapi/messages.js";
import type { Contracts } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import { propertyBranches } from "../documents/joint-schemas.js";
import type { Place } from "../documents/place.js";
import { stem } from "../documents/schema-names.js";
import { isSchemaObject, listOrEmpty } from "../documents/schema-walk.js";
import type { EventMessage, EventSet } from "./model.js";
import { fileStem, memberText, type Names, pascalCase } from "./names.js";
import { placeSource } from "./schemas.js";
import { readProtocol } from "./webhook-protocol.js";

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
  const given = value["x-webhook-protocol"];
  const read = isSchemaObject(given) ? readProtocol(given) : { protocol: given, rules: {}, otherHeaders: {} };
  const { protocol, rules, otherHeaders } = read;
  const messages = documentMessages(contracts, document).filter(({ payload }) => payload !== undefined);
  const { discriminator, isTypeInHeader } = findDiscrimination(contracts, document, messages);
  const repeated = repeatedNames(messages);
  const source = placeSource(contracts, { document, tokens: [] });
  const name = names.folders.takeProperty(fileStem(stem(source.file)));
  const found = messages.map((message) =>
    eventMessage(contracts, message, { ...names, discriminator, protocol, repeated }),
  );
  return {
    kind: "events",
    name,
    validatorName: names.files.takeProperty(name),
    title: memberText(value.info?.title) ?? stem(source.file),
    description: memberText(value.info?.description),
    source,
    discriminator,
    isTypeInHeader,
    // Last, so that what messages are called doesn't depend on their headers.
    messages: found.map((message, index) => withHeaders(message, messages[index]?.headers, names.types)),
    protocol,
    rules,
    otherHeaders,
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
  const { eventType, pattern } = findEventName(contracts, message, context.discriminator);
  const protocol = context.protocol as ProtocolShape | undefined;
  const tags = listOrEmpty(value.tags) as { name?: unknown }[];
  const typeName = context.types.take(pascalCase(key));
  return {
    kind: eventKind(eventType, pattern),
    key,
    typeName,
    fileName: context.files.takeProperty(fileStem(typeName)),
    label: [eventType ?? message.name ?? key, key].find((name) => !context.repeated.has(name)) ?? typeName,
    eventType,
    pattern,
    family: memberText(tags[0]?.name),
    title: memberText(value.title),
    summary: memberText(value.summary),
    description: memberText(value.description),
    clause: memberText(value["x-clause"]),
    place,
    payload,
    source: placeSource(contracts, place),
    bound: isBound(contracts, payload, protocol?.event?.binding?.application ?? []),
    specified: value["x-unspecified"] === undefined,
    callback: eventType !== undefined && (protocol?.callbacks?.eventTypes ?? []).includes(eventType),
  };
}

function eventKind(eventType: string | undefined, pattern: string | undefined): EventMessage["kind"] {
  if (eventType !== undefined) return "named";
  if (pattern !== undefined) return "pattern";
  return "plain";
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

/** What tells the events of a document apart on the wire. */
export interface Discrimination {
  /** The path of the property that has an event's name; absent if no property does. */
  readonly discriminator: readonly string[] | undefined;
  /** Whether only a header has it; each message is then named for its event. */
  readonly isTypeInHeader: boolean;
}

/** How the events of a document are named: as its webhook protocol says, or by a constant that its messages share. */
export function findDiscrimination(
  contracts: Contracts,
  document: Document,
  messages: readonly MessageSource[],
): Discrimination {
  const { "x-webhook-protocol": protocol } = document.value as {
    "x-webhook-protocol"?: { readonly event?: { readonly type?: unknown } } | null;
  };
  if (protocol === undefined || protocol === null)
    return { discriminator: sharedConstant(contracts, messages), isTypeInHeader: false };
  const pointer = protocol.event?.type;
  if (typeof pointer === "string" && /^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer))
    return { discriminator: fromPointer(pointer), isTypeInHeader: false };
  return { discriminator: undefined, isTypeInHeader: true };
}

/** The name of a message's event, or the pattern of its names; neither if nothing says it. */
export function findEventName(
  contracts: Contracts,
  { payload, name }: Pick<MessageSource, "payload" | "name">,
  discriminator: Discrimination["discriminator"],
): { readonly eventType?: string; readonly pattern?: string } {
  if (discriminator === undefined || payload === undefined) {
    if (name === undefined) return {};
    return { eventType: name };
  }
  const constant = findConstant(contracts, payload, discriminator);
  if (constant !== undefined) return { eventType: constant };
  for (const { value } of propertyBranches(contracts, payload, discriminator)) {
    if (isSchemaObject(value) && typeof value.pattern === "string") return { pattern: value.pattern };
  }
  return {};
}

/** The property that is a different constant string in every message. */
function sharedConstant(
  contracts: Contracts,
  messages: readonly MessageSource[],
): Discrimination["discriminator"] {
  const constants = messages.map(({ payload }) => {
    const properties =
      payload && isSchemaObject(payload.value) ? Object.keys((payload.value.properties ?? {}) as object) : [];
    return properties.filter((name) => payload && findConstant(contracts, payload, [name]) !== undefined);
  });
  const [first = [], ...others] = constants;
  const isDistinct = (name: string): boolean => {
    const values = messages.map(({ payload }) => payload && findConstant(contracts, payload, [name]));
    return new Set(values).size === messages.length;
  };
  const shared = first.find((name) => others.every((names) => names.includes(name)) && isDistinct(name));
  if (shared === undefined) return undefined;
  return [shared];
}

function findConstant(
  contracts: Contracts,
  payload: NonNullable<MessageSource["payload"]>,
  path: readonly string[],
): string | undefined {
  for (const { value } of propertyBranches(contracts, payload, path)) {
    if (isSchemaObject(value) && typeof value.const === "string") return value.const;
  }
  return undefined;
}
