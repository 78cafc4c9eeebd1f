import { toPointer } from "@oipkit/runtime/json-pointer";
import { below, type Place } from "../../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../../reader/documents/schema-walk.js";
import { canonical } from "../../inclusion/goal/canonical.js";
import type { Part, PartFlow } from "../../part.js";

/** The webhook protocol of a document as parts: its sections, and their members by JSON Pointer. */
export function protocolParts(
  document: Place,
  { key, flow }: { readonly key: string; readonly flow: PartFlow },
): Part[] {
  const at = below(document, "x-webhook-protocol");
  if (!isRecord(at.value)) return [];
  const protocol = effectiveProtocol(at.value);
  return [
    {
      kind: "protocol",
      key,
      title: "webhook protocol",
      at,
      flow,
      parts: Object.entries(protocol).map(([name, value]) => section(name, value, { at, flow })),
    },
  ];
}

interface Context {
  /** The protocol. */
  readonly at: Place;
  readonly flow: PartFlow;
}

function section(name: string, value: unknown, { at, flow }: Context): Part {
  return {
    kind: "protocol-section",
    key: name,
    title: `\`${name}\``,
    at: nearest(at, [name]),
    flow,
    parts: members(value, [name]).map(([tokens, member]) => ({
      kind: "protocol-member",
      key: toPointer(tokens),
      title: tokens.length === 1 ? "value" : `\`${tokens.slice(1).join(".")}\``,
      at: nearest(at, tokens),
      flow,
      facts: { value: { value: member } },
    })),
  };
}

/** Objects that are one value: their members only have a meaning together. */
const values: readonly string[] = [
  "/verification/answer",
  "/signature/key",
  "/timestamp/source",
  "/responses/source",
  ...["unknownEvents", "duplicates", "ordering", "replay", "signatureForm", "timeouts", "verification"].map(
    (name) => `/rules/${name}`,
  ),
];

function members(value: unknown, tokens: readonly string[]): (readonly [readonly string[], unknown])[] {
  if (!isRecord(value) || values.includes(toPointer(tokens))) return [[tokens, value]];
  return Object.entries(value).flatMap(([name, member]) => members(member, [...tokens, name]));
}

/** The place of a member, or of its nearest parent if it is a default. */
function nearest(protocol: Place, tokens: readonly string[]): Place {
  for (let length = tokens.length; length > 0; length--) {
    const place = below(protocol, ...tokens.slice(0, length));
    if (place.value !== undefined) return place;
  }
  return protocol;
}

type Data = Readonly<Record<string, unknown>>;

/**
 * A protocol with its defaults written out, without what has no effect, and with sets in a fixed order: two protocols
 * that mean the same are equal. Members that aren't known stay as they are.
 */
export function effectiveProtocol(protocol: Data): Data {
  const headers = namesInLowerCase(record(protocol.headers));
  return withoutAbsent({
    ...protocol,
    headers,
    otherHeaders: sorted(Object.keys(record(protocol.otherHeaders)).map(lowerCase)),
    signature: signature(record(protocol.signature), headers),
    event: event(record(protocol.event)),
    timestamp: map(protocol.timestamp, (timestamp) => ({
      ...timestamp,
      mustRefuse: sorted(timestamp.mustRefuse ?? ["past", "future"]),
      shouldRefuse: sorted(timestamp.shouldRefuse ?? []),
    })),
    responses: map(protocol.responses, statusSets),
    rules: record(protocol.rules),
    callbacks: map(protocol.callbacks, (callbacks) => ({
      ...callbacks,
      eventTypes: sorted(callbacks.eventTypes),
    })),
    retries: map(protocol.retries, (retries) => ({
      ...retries,
      retriedStatuses: sorted(retries.retriedStatuses),
      finalStatuses: sorted(retries.finalStatuses),
    })),
    verification: map(protocol.verification, verification),
  });
}

function signature({ content, separator, ...scheme }: Data, headers: Data): Data {
  const isKeyed = String(scheme.algorithm).startsWith("hmac");
  return withoutAbsent({
    ...scheme,
    content: Array.isArray(content)
      ? signedParts(content, { separator, headers, form: scheme.form })
      : content,
    case: scheme.encoding === "hex" ? (scheme.case ?? "lower") : undefined,
    key: scheme.key ?? (isKeyed ? { encoding: "utf8" } : undefined),
  });
}

/** An HTTP message covers its parts in any order. */
function signedParts(
  content: readonly unknown[],
  { form, ...rest }: { readonly form: unknown; readonly separator: unknown; readonly headers: Data },
): unknown {
  const input = signedInput(content, rest);
  if (form === "http-message-signatures") return sorted(input);
  return input;
}

/** A list of one status is that status. */
function statusSets(responses: Data): Data {
  return Object.fromEntries(
    Object.entries(responses).map(([role, status]) => {
      if (Array.isArray(status) && status.length === 1) return [role, status[0] as unknown];
      return [role, sorted(status)];
    }),
  );
}

function event({ binding, ...shape }: Data): Data {
  const places = Object.entries(record(binding))
    .map(([part, pointers]) => [part, sorted(pointers)] as const)
    .filter(([, pointers]) => !Array.isArray(pointers) || pointers.length > 0);
  return withoutAbsent({
    ...shape,
    changedContent: shape.changedContent ?? "conflict",
    binding: places.length > 0 ? Object.fromEntries(places) : undefined,
  });
}

function verification(scheme: Data): Data {
  const { headerValue, typeProperty, challengeProperty } = scheme;
  return withoutAbsent({
    ...scheme,
    method: scheme.method ?? "POST",
    header: lowerCase(scheme.header),
    challengeHeader: lowerCase(scheme.challengeHeader),
    typeValue: scheme.typeValue ?? (typeProperty === undefined ? undefined : headerValue),
    signed: scheme.signed ?? false,
    status: sorted(scheme.status),
    answer:
      scheme.answer ??
      (challengeProperty === undefined ? undefined : { kind: "json", property: challengeProperty }),
  });
}

function namesInLowerCase(headers: Data): Data {
  return Object.fromEntries(Object.entries(headers).map(([role, name]) => [role, lowerCase(name)]));
}

function lowerCase(name: unknown): unknown {
  if (typeof name === "string") return name.toLowerCase();
  return name;
}

function sorted(values: unknown): unknown {
  if (!Array.isArray(values)) return values;
  const byText = new Map(values.map((value) => [canonical(value), value as unknown]));
  return [...byText.keys()].sort().map((text) => byText.get(text));
}

function record(value: unknown): Data {
  if (isRecord(value)) return value;
  return {};
}

function map(value: unknown, change: (value: Data) => Data): unknown {
  if (isRecord(value)) return change(value);
  return value;
}

function withoutAbsent(value: Data): Data {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

/**
 * What is signed, as one list: literals between and next to each other become one, and a header that has a role
 * is named by it. So `[a, b]` joined by `.` equals `[a, { literal: . }, b]` joined by nothing.
 */
function signedInput(
  content: readonly unknown[],
  {
    separator,
    headers,
  }: { readonly separator: unknown; readonly headers: Readonly<Record<string, unknown>> },
): readonly unknown[] {
  const roles = new Map(Object.entries(headers).map(([role, name]) => [name, role]));
  const between = { literal: typeof separator === "string" ? separator : "" };
  const parts = content.flatMap((part, index) => (index === 0 ? [part] : [between, part]));
  const input: unknown[] = [];
  for (const part of parts.map((each) => named(each, roles))) {
    const last = input.at(-1);
    if (isLiteral(part) && isLiteral(last))
      input[input.length - 1] = { literal: last.literal + part.literal };
    else input.push(part);
  }
  return input.filter((part) => !isLiteral(part) || part.literal !== "");
}

/** Roles whose header values can be parts of what is signed. */
const signedRoles: readonly string[] = ["timestamp", "nonce", "deliveryId", "eventId", "eventType"];

function named(part: unknown, roles: ReadonlyMap<unknown, string>): unknown {
  if (!isRecord(part) || typeof part.header !== "string") return part;
  const name = part.header.toLowerCase();
  const role = roles.get(name) ?? "";
  if (signedRoles.includes(role)) return role;
  return { ...part, header: name };
}

function isLiteral(part: unknown): part is { readonly literal: string } {
  return isRecord(part) && typeof part.literal === "string" && Object.keys(part).length === 1;
}
