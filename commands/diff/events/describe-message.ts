import { isForeignAt, multiFormatAt } from "../../../reader/documents/asyncapi/multi-format.js";
import { foreignSchema } from "../../../reader/documents/asyncapi/schema-formats.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, type Place } from "../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../reader/documents/schema-walk.js";
import { type Discrimination, eventNameOf } from "../../../reader/model/event-names.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { type ChannelMessage, textOf } from "./read-channels.js";

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
export function describeMessage(
  contracts: Contracts,
  message: ChannelMessage,
  { discriminator, isTypeInHeader }: Discrimination,
): DescribedMessage {
  const name = textOf(message.place, "name");
  const payload = payloadOf(contracts, message.place);
  const schema = payload?.kind === "schema" ? payload.place : undefined;
  const isNamed = discriminator !== undefined || isTypeInHeader;
  const { eventType, pattern } = isNamed
    ? eventNameOf(contracts, { payload: schema, name }, isTypeInHeader ? undefined : discriminator)
    : {};
  const wire =
    eventType !== undefined
      ? ({ kind: "name", text: eventType } as const)
      : pattern !== undefined
        ? ({ kind: "pattern", text: pattern } as const)
        : undefined;
  return {
    ...message,
    wire,
    name,
    payload,
    likeness: payload && canonical(withoutNotes(payload.place.value, wire?.text)),
  };
}

/** The schema of a payload or of headers, out of its multi-format schema, if it is in one. */
export function payloadOf(contracts: Contracts, message: Place, member = "payload"): Payload | undefined {
  const payload = below(message, member);
  if (payload.value === undefined) return undefined;
  const holder = multiFormatAt(contracts, payload);
  if (holder === undefined) return { kind: "schema", place: payload };
  const place = below(holder, "schema");
  if (!isForeignAt(contracts, holder)) return { kind: "schema", place };
  const format = String(textOf(holder, "schemaFormat"));
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
