import { isSchemaObject as isRecord } from "../../../../reader/documents/schema-walk.js";
import { canonical } from "../../inclusion/goal/canonical.js";
import { signedInput } from "./signed-input.js";

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
    signature: signature(record(protocol.signature), headers),
    event: event(record(protocol.event)),
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
    content: Array.isArray(content) ? signedInput(content, { separator, headers }) : content,
    case: scheme.encoding === "hex" ? (scheme.case ?? "lower") : undefined,
    key: scheme.key ?? (isKeyed ? { encoding: "utf8" } : undefined),
  });
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
    answer:
      scheme.answer ??
      (challengeProperty === undefined ? undefined : { kind: "json", property: challengeProperty }),
  });
}

function namesInLowerCase(headers: Data): Data {
  return Object.fromEntries(Object.entries(headers).map(([role, name]) => [role, lowerCase(name)]));
}

function lowerCase(name: unknown): unknown {
  return typeof name === "string" ? name.toLowerCase() : name;
}

function sorted(values: unknown): unknown {
  if (!Array.isArray(values)) return values;
  const byText = new Map(values.map((value) => [canonical(value), value as unknown]));
  return [...byText.keys()].sort().map((text) => byText.get(text));
}

function record(value: unknown): Data {
  return isRecord(value) ? value : {};
}

function map(value: unknown, change: (value: Data) => Data): unknown {
  return isRecord(value) ? change(value) : value;
}

function withoutAbsent(value: Data): Data {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
