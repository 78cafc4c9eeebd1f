import {
  foreignSchema,
  isForeignAt,
  multiFormatAt,
} from "../../../reader/documents/asyncapi/schema-formats.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import {
  below,
  childPlaces,
  dereference,
  type Place,
  placeAt,
  placeKey,
} from "../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../reader/documents/schema-walk.js";
import { type Discrimination, findEventName } from "../../../reader/model/events.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { type Likeness, type Pairing, type PartFlow, pairUp } from "../part.js";
import { type ChannelMessage, type EventChannel, memberText, readChannels } from "./read-channels.js";

/** An AsyncAPI document as its parts are made from it. */
export interface EventDocument {
  readonly contracts: Contracts;
  readonly root: Place;
  readonly channels: readonly DescribedChannel[];
  readonly servers: readonly Server[];
  /** Which way the deliveries of its webhook protocol go. */
  readonly deliveries: PartFlow;
  /** Whether its protocol orders the events of a family. */
  readonly isOrdered: boolean;
}

/** A channel whose messages are known by what tells them apart. */
export interface DescribedChannel extends EventChannel {
  readonly messages: readonly DescribedMessage[];
}

/** A server and its key in the document. */
export interface Server {
  readonly key: string;
  readonly place: Place;
}

/** Reads an AsyncAPI document whose events are told apart in the given way. */
export function readEventDocument(
  contracts: Contracts,
  document: Document,
  discrimination: Discrimination,
): EventDocument {
  const root = placeAt(document, []);
  return {
    contracts,
    root,
    channels: readChannels(contracts, document).map((channel) => ({
      ...channel,
      messages: channel.messages.map((message) => describeMessage(contracts, message, discrimination)),
    })),
    servers: childPlaces(below(root, "servers")).map(([key, reference]) => ({
      key,
      place: dereference(contracts, reference),
    })),
    deliveries: deliveryFlow(contracts, root),
    isOrdered: below(root, "x-webhook-protocol", "event", "ordering").value !== undefined,
  };
}

/** The servers that a channel is on, by their places; all of the document if it names none. */
export function channelServers({ contracts, servers }: EventDocument, channel: Place): readonly Place[] {
  const list = below(channel, "servers");
  if (!Array.isArray(list.value) || list.value.length === 0) return servers.map(({ place }) => place);
  const named = list.value.map((_, index) => placeKey(dereference(contracts, below(list, String(index)))));
  return servers.map(({ place }) => place).filter((place) => named.includes(placeKey(place)));
}

/** A document whose side only receives describes a receiver of webhooks. */
function deliveryFlow(contracts: Contracts, root: Place): PartFlow {
  const actions = childPlaces(below(root, "operations")).map(([, operation]) =>
    memberText(dereference(contracts, operation), "action"),
  );
  if (actions.length > 0 && actions.every((action) => action === "receive")) return "to-provider";
  return "to-consumer";
}

/** A message with what it is known by, and its payload. */
export interface DescribedMessage extends ChannelMessage {
  /** The event's name, or the pattern of its names, as it goes over the wire. */
  readonly wire: { readonly kind: "name" | "pattern"; readonly text: string } | undefined;
  readonly name: string | undefined;
  readonly payload: Payload | undefined;
  /** Its payload as a text in which the event's name is left out; equal for payloads that are written alike. */
  readonly likeness: string | undefined;
}

/** `schema`: a JSON Schema. `foreign`: in another language, which is compared as text. */
export type Payload =
  | { readonly kind: "schema"; readonly place: Place }
  | { readonly kind: "foreign"; readonly place: Place; readonly format: string };

/** What a message is known by. */
function describeMessage(
  contracts: Contracts,
  message: ChannelMessage,
  { discriminator, isTypeInHeader }: Discrimination,
): DescribedMessage {
  const name = memberText(message.place, "name");
  const payload = messagePayload(contracts, message.place);
  const schema = payload?.kind === "schema" ? payload.place : undefined;
  const isNamed = discriminator !== undefined || isTypeInHeader;
  const { eventType, pattern } = isNamed
    ? findEventName(contracts, { payload: schema, name }, isTypeInHeader ? undefined : discriminator)
    : {};
  let wire: DescribedMessage["wire"];
  if (eventType !== undefined) wire = { kind: "name", text: eventType };
  else if (pattern !== undefined) wire = { kind: "pattern", text: pattern };
  return {
    ...message,
    wire,
    name,
    payload,
    likeness: payload && canonical(withoutNotes(payload.place.value, wire?.text)),
  };
}

/** The schema of a payload or of headers, out of its multi-format schema, if it is in one. */
export function messagePayload(
  contracts: Contracts,
  message: Place,
  member = "payload",
): Payload | undefined {
  const payload = below(message, member);
  if (payload.value === undefined) return undefined;
  const holder = multiFormatAt(contracts, payload);
  if (holder === undefined) return { kind: "schema", place: payload };
  const place = below(holder, "schema");
  if (!isForeignAt(contracts, holder)) return { kind: "schema", place };
  const format = String(memberText(holder, "schemaFormat"));
  return { kind: "foreign", place: { ...place, value: below(holder, foreignSchema).value }, format };
}

const notes: readonly string[] = ["title", "description", "examples", "$comment", "x-clause"];

function withoutNotes(value: unknown, name: string | undefined): unknown {
  if (value === name) return null;
  if (Array.isArray(value)) return value.map((each) => withoutNotes(each, name));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !notes.includes(key))
      .map(([key, each]) => [key, withoutNotes(each, name)]),
  );
}

/** Pairs the messages of a channel: by what tells them apart on the wire, and else by their keys and payloads. */
export function pairMessages(
  versions: { readonly old: readonly DescribedMessage[]; readonly new: readonly DescribedMessage[] },
  { isAddressed }: { readonly isAddressed: boolean },
): Pairing<DescribedMessage>[] {
  return pairUp(versions, isAddressed ? [...likenesses, onlyOne] : likenesses);
}

/** Whether an event has another name on the wire. */
export function isRenamed(old: DescribedMessage, current: DescribedMessage): boolean {
  return areNamed(old, current) && old.wire?.text !== current.wire?.text;
}

const likenesses: readonly Likeness<DescribedMessage>[] = [
  { key: (message) => keyed(message, wireText(message), message.key) },
  { key: (message) => keyed(message, wireText(message)) },
  // Without a name on the wire, consumers know a message by its payload, so its key may change.
  { key: (message) => keyed(message, message.key), agree: (old, current) => !areNamed(old, current) },
  { key: (message) => keyed(message, message.name), agree: (old, current) => !areNamed(old, current) },
  { key: (message) => keyed(message, message.key, message.likeness) },
  { key: (message) => keyed(message, message.likeness), only: true },
];

/** Who reads a channel with one message takes whatever comes for it. */
const onlyOne: Likeness<DescribedMessage> = {
  key: (message) => keyed(message, message.wire === undefined ? "" : undefined),
  only: true,
};

function keyed(
  { flow, reply }: DescribedMessage,
  ...texts: readonly (string | undefined)[]
): string | undefined {
  if (texts.includes(undefined)) return undefined;
  return [flow, String(reply !== undefined), ...texts].join("\n");
}

function wireText({ wire }: DescribedMessage): string | undefined {
  return wire && `${wire.kind} ${wire.text}`;
}

function areNamed(old: DescribedMessage, current: DescribedMessage): boolean {
  return old.wire?.kind === "name" && current.wire?.kind === "name";
}
