import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, childPlaces, dereference, type Place } from "../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../reader/documents/schema-walk.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { type SecurityAlternative, schemeSignature } from "../openapi/api.js";
import { type Fact, type Part, type PartFlow, scalarText } from "../part.js";
import { bindingSchemas, bindingsFact } from "./bindings.js";
import {
  channelServers,
  type DescribedChannel,
  type DescribedMessage,
  type EventDocument,
  messagePayload,
  type Payload,
} from "./event-document.js";
import { memberText } from "./read-channels.js";

/** An address whose parameters have no names, since these aren't on the wire. */
export function addressTemplate(address: string): string {
  return address.replace(/\{[^{}]*\}/g, "{}");
}

/** A channel with an address as a part; its messages are passed, since they need their counterparts. */
export function channelPart(
  document: EventDocument,
  channel: DescribedChannel,
  { key, messages }: { readonly key: string; readonly messages: readonly Part[] },
): Part {
  const { contracts } = document;
  const { place, address } = channel;
  return {
    kind: "channel",
    key,
    title: `channel \`${address ?? channel.key}\``,
    at: place,
    flow: messages[0]?.flow ?? "to-consumer",
    facts: {
      address: {
        value: address && addressTemplate(address),
        ...(address !== undefined && { at: below(place, "address") }),
      },
      servers: servers(document, channel),
      bindings: bindingsFact(contracts, place, "channel"),
    },
    parts: [
      ...parameters(document, channel),
      ...bindingSchemas(contracts, place, { bound: "channel", flow: "to-provider" }),
      ...messages,
    ],
  };
}

/** Only a channel that names its servers; the servers of the document are parts of their own. */
function servers(document: EventDocument, { place }: DescribedChannel) {
  const own = below(place, "servers");
  const found = channelServers(document, place);
  if (found.length === document.servers.length) return { value: undefined };
  return { value: found.map((server) => serverAddress(document.contracts, server)).sort(), at: own };
}

/** Parameters in the order in which they are in the address. */
function parameters({ contracts }: EventDocument, { place, address = "" }: DescribedChannel): Part[] {
  return [...address.matchAll(/\{([^{}]*)\}/g)].flatMap(([, name = ""], index) => {
    const at = dereference(contracts, below(place, "parameters", name));
    if (!isRecord(at.value)) return [];
    const { enum: values } = at.value;
    return [
      {
        kind: "channel-parameter",
        key: String(index),
        title: `parameter \`${name}\``,
        at,
        flow: "to-provider",
        facts: {
          enum: { value: Array.isArray(values) ? values.map(scalarText).sort() : undefined },
          location: { value: memberText(at, "location") },
          default: { value: at.value.default },
        },
      },
    ];
  });
}

/** How a message is found in both versions. */
interface MessageIdentity {
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
  const headers = messagePayload(contracts, place, "headers");
  return {
    kind: reply === undefined ? "message" : "reply",
    key,
    title: messageTitle(message),
    at: place,
    flow,
    facts: {
      ...(wire?.kind === "name" && { name: { value: wire.text } }),
      ...contentType(document, message),
      deprecated: { value: isDeprecated(message) },
      ...(document.isOrdered && reply === undefined && { family: messageFamily(place) }),
      ...(reply !== undefined && { replyAddress: replyAddress(document, reply) }),
      correlationId: correlation(document, place),
      bindings: bindingsFact(contracts, place, "message"),
      operationBindings: bindingsFact(contracts, operation, "operation"),
      security: operation === undefined ? { value: [{}] } : eventSecurity(contracts, operation),
    },
    parts: [
      ...(payload === undefined ? [] : [contentPart("payload", payload, { flow, isRenamed })]),
      ...(headers === undefined ? [] : [contentPart("headers", headers, { flow, isRenamed: false })]),
      ...bindingSchemas(contracts, place, { bound: "message", flow }),
      ...bindingSchemas(contracts, operation, { bound: "operation", flow }),
    ],
  };
}

function messageTitle({ wire, reply, name, key }: DescribedMessage): string {
  if (wire?.kind === "pattern") return `events \`${wire.text}\``;
  const text = wire?.text ?? name ?? key;
  if (reply !== undefined) return `reply \`${text}\``;
  if (wire === undefined) return `message \`${text}\``;
  return `event \`${text}\``;
}

function contentPart(
  kind: "payload" | "headers",
  content: Payload,
  { flow, isRenamed }: { readonly flow: PartFlow; readonly isRenamed: boolean },
): Part {
  const part = { kind, key: "", title: kind, at: content.place, flow };
  if (content.kind === "schema") return isRenamed ? part : { ...part, schema: content.place };
  const { value } = content.place;
  return { ...part, facts: { foreign: { value: { format: content.format, schema: value } } } };
}

function contentType(document: EventDocument, { place }: DescribedMessage): Record<string, Fact> {
  const own = memberText(place, "contentType");
  const value = own ?? memberText(document.root, "defaultContentType");
  if (value === undefined) return {};
  const at = own === undefined ? below(document.root, "defaultContentType") : below(place, "contentType");
  return { contentType: { value: value.toLowerCase().replaceAll(/\s/g, ""), at } };
}

/** AsyncAPI has `deprecated` for schemas only; documents mark messages and operations by `x-deprecated`. */
function isDeprecated({ place, operation }: DescribedMessage): boolean {
  return [place, operation].some((each) => isRecord(each?.value) && each.value["x-deprecated"] === true);
}

/** The first tag: events of the same family and resource are ordered. */
function messageFamily(message: Place): Fact {
  const tags = below(message, "tags");
  const first: unknown = Array.isArray(tags.value) ? tags.value[0] : undefined;
  const name = isRecord(first) ? first.name : undefined;
  return { value: name ?? null, ...(tags.value !== undefined && { at: tags }) };
}

function correlation({ contracts }: EventDocument, message: Place): Fact {
  const place = dereference(contracts, below(message, "correlationId"));
  return { value: memberText(place, "location"), ...(place.value !== undefined && { at: place }) };
}

function replyAddress({ contracts }: EventDocument, reply: Place): Fact {
  const dynamic = dereference(contracts, below(reply, "address"));
  const channel = dereference(contracts, below(reply, "channel"));
  return { value: memberText(dynamic, "location") ?? memberText(channel, "address"), at: reply };
}

/** A server as a part. */
export function serverPart({ contracts }: EventDocument, server: Place, key: string): Part {
  const { protocolVersion } = isRecord(server.value) ? server.value : {};
  const address = serverAddress(contracts, server);
  return {
    kind: "event-server",
    key,
    title: `server \`${address}\``,
    at: server,
    // Consumers connect to it.
    flow: "to-provider",
    facts: {
      address: { value: address },
      protocolVersion: { value: protocolVersion },
      security: eventSecurity(contracts, server),
      bindings: bindingsFact(contracts, server, "server"),
    },
    parts: bindingSchemas(contracts, server, { bound: "server", flow: "to-provider" }),
  };
}

/** The address of a server: protocol, host and path, with the values that its variables may have. */
export function serverAddress(contracts: Contracts, server: Place): string {
  const { protocol, host, pathname = "" } = (server.value ?? {}) as Readonly<Record<string, unknown>>;
  const url = `${scalarText(protocol)}://${scalarText(host)}${scalarText(pathname)}`.replace(/\/$/, "");
  const variables = childPlaces(below(server, "variables"));
  return variables.reduce((text, [name, reference]) => {
    const { enum: values, default: usual } = (dereference(contracts, reference).value ?? {}) as {
      readonly enum?: unknown;
      readonly default?: unknown;
    };
    const replace = (possible: readonly unknown[]): string =>
      text.replaceAll(`{${name}}`, `{${possible.map(scalarText).sort().join("|")}}`);
    if (Array.isArray(values)) return replace(values);
    if (usual !== undefined) return replace([usual]);
    return text;
  }, url);
}

/** The ways to be authenticated at a server or for an operation, one of which is needed; `[{}]` if none is. */
function eventSecurity(contracts: Contracts, owner: Place): Fact {
  const place = below(owner, "security");
  const alternatives = (Array.isArray(place.value) ? place.value : []).map(
    (_, index): SecurityAlternative =>
      toAlternative(dereference(contracts, below(place, String(index))).value),
  );
  const value: SecurityAlternative[] = alternatives.length === 0 ? [{}] : alternatives;
  return {
    value: value.sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1)),
    ...(place.value !== undefined && { at: place }),
  };
}

function toAlternative(scheme: unknown): SecurityAlternative {
  if (!isRecord(scheme)) return {};
  const scopes = Array.isArray(scheme.scopes) ? scheme.scopes.map(String).sort() : [];
  return { [schemeName(scheme)]: scopes };
}

/** AsyncAPI has schemes that OpenAPI doesn't have, and an `apiKey` in the user name or the password. */
function schemeName(scheme: Readonly<Record<string, unknown>>): string {
  if (scheme.type === "httpApiKey") return schemeSignature({ ...scheme, type: "apiKey" });
  if (scheme.type === "apiKey") return `API key as ${scalarText(scheme.in)}`;
  return schemeSignature(scheme);
}
