import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { Contracts } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import type { MessageSource } from "../documents/messages.js";
import { propertyBranches } from "../documents/properties.js";
import { isSchemaObject } from "../documents/schema-walk.js";

/** What tells the events of a document apart on the wire. */
export interface Discrimination {
  /** The path of the property that has an event's name; absent if no property does. */
  readonly discriminator: readonly string[] | undefined;
  /** Whether only a header has it; each message is then named for its event. */
  readonly isTypeInHeader: boolean;
}

/** How the events of a document are named: as its webhook protocol says, or by a constant that its messages share. */
export function discriminationOf(
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
  return typeof pointer === "string" && /^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer)
    ? { discriminator: fromPointer(pointer), isTypeInHeader: false }
    : { discriminator: undefined, isTypeInHeader: true };
}

/** The name of a message's event, or the pattern of its names; neither if nothing says it. */
export function eventNameOf(
  contracts: Contracts,
  { payload, name }: Pick<MessageSource, "payload" | "name">,
  discriminator: Discrimination["discriminator"],
): { readonly eventType?: string; readonly pattern?: string } {
  if (discriminator === undefined || payload === undefined)
    return name === undefined ? {} : { eventType: name };
  const constant = constantOf(contracts, payload, discriminator);
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
    return properties.filter((name) => payload && constantOf(contracts, payload, [name]) !== undefined);
  });
  const [first = [], ...others] = constants;
  const isDistinct = (name: string): boolean => {
    const values = messages.map(({ payload }) => payload && constantOf(contracts, payload, [name]));
    return new Set(values).size === messages.length;
  };
  const shared = first.find((name) => others.every((names) => names.includes(name)) && isDistinct(name));
  return shared === undefined ? undefined : [shared];
}

function constantOf(
  contracts: Contracts,
  payload: NonNullable<MessageSource["payload"]>,
  path: readonly string[],
): string | undefined {
  for (const { value } of propertyBranches(contracts, payload, path)) {
    if (isSchemaObject(value) && typeof value.const === "string") return value.const;
  }
  return undefined;
}
