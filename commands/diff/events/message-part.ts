import { below, dereference, type Place } from "../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../reader/documents/schema-walk.js";
import type { Fact, Flow, Part } from "../part.js";
import { bindingSchemas, bindingsOf } from "./bindings.js";
import { type DescribedMessage, type Payload, payloadOf } from "./describe-message.js";
import type { EventDocument } from "./event-document.js";
import { textOf } from "./read-channels.js";
import { securityOf } from "./security.js";

/** How a message is found in both versions. */
export interface MessageIdentity {
  readonly key: string;
  /** Its event has another name in the other version, and otherwise the same payload. */
  readonly isRenamed: boolean;
}

/** A message as a part: what goes over the wire. */
export function messagePart(
  document: EventDocument,
  message: DescribedMessage,
  { key, isRenamed }: MessageIdentity,
): Part {
  const { contracts } = document;
  const { place, flow, operation, reply, payload, wire } = message;
  const headers = payloadOf(contracts, place, "headers");
  return {
    kind: reply === undefined ? "message" : "reply",
    key,
    title: titleOf(message),
    at: place,
    flow,
    facts: {
      ...(wire?.kind === "name" && { name: { value: wire.text } }),
      ...contentType(document, message),
      deprecated: { value: isDeprecated(message) },
      ...(document.isOrdered && reply === undefined && { family: familyOf(place) }),
      ...(reply !== undefined && { replyAddress: replyAddress(document, reply) }),
      correlationId: correlation(document, place),
      bindings: bindingsOf(contracts, place, "message"),
      operationBindings: bindingsOf(contracts, operation, "operation"),
      security: operation === undefined ? { value: [{}] } : securityOf(contracts, operation),
    },
    parts: [
      ...(payload === undefined ? [] : [contentPart("payload", payload, { flow, isRenamed })]),
      ...(headers === undefined ? [] : [contentPart("headers", headers, { flow, isRenamed: false })]),
      ...bindingSchemas(contracts, place, { bound: "message", flow }),
      ...bindingSchemas(contracts, operation, { bound: "operation", flow }),
    ],
  };
}

function titleOf({ wire, reply, name, key }: DescribedMessage): string {
  const noun = reply !== undefined ? "reply" : wire === undefined ? "message" : "event";
  return wire?.kind === "pattern" ? `events \`${wire.text}\`` : `${noun} \`${wire?.text ?? name ?? key}\``;
}

function contentPart(
  kind: "payload" | "headers",
  content: Payload,
  { flow, isRenamed }: { readonly flow: Flow; readonly isRenamed: boolean },
): Part {
  const part = { kind, key: "", title: kind, at: content.place, flow };
  if (content.kind === "schema") return isRenamed ? part : { ...part, schema: content.place };
  const { value } = content.place;
  return { ...part, facts: { foreign: { value: { format: content.format, schema: value } } } };
}

function contentType(document: EventDocument, { place }: DescribedMessage): Record<string, Fact> {
  const own = textOf(place, "contentType");
  const value = own ?? textOf(document.root, "defaultContentType");
  if (value === undefined) return {};
  const at = own === undefined ? below(document.root, "defaultContentType") : below(place, "contentType");
  return { contentType: { value: value.toLowerCase().replaceAll(/\s/g, ""), at } };
}

/** AsyncAPI has `deprecated` for schemas only; documents mark messages and operations by `x-deprecated`. */
function isDeprecated({ place, operation }: DescribedMessage): boolean {
  return [place, operation].some((each) => isRecord(each?.value) && each.value["x-deprecated"] === true);
}

/** The first tag: events of the same family and resource are ordered. */
function familyOf(message: Place): Fact {
  const tags = below(message, "tags");
  const first: unknown = Array.isArray(tags.value) ? tags.value[0] : undefined;
  const name = isRecord(first) ? first.name : undefined;
  return { value: name ?? null, ...(tags.value !== undefined && { at: tags }) };
}

function correlation({ contracts }: EventDocument, message: Place): Fact {
  const place = dereference(contracts, below(message, "correlationId"));
  return { value: textOf(place, "location"), ...(place.value !== undefined && { at: place }) };
}

function replyAddress({ contracts }: EventDocument, reply: Place): Fact {
  const dynamic = dereference(contracts, below(reply, "address"));
  const channel = dereference(contracts, below(reply, "channel"));
  return { value: textOf(dynamic, "location") ?? textOf(channel, "address"), at: reply };
}
